"""The database fails at the first, second, … last call of a deed, or as it is to be kept: old or new, never between.

After each failure what the process remembers agrees with the book, and the same tap again does it, once.
"""

from contextlib import contextmanager
from itertools import count

import pytest
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from games import history, sitting
from games.models import Result
from tests.cast import Table

pytestmark = pytest.mark.django_db(transaction=True)


def reveal(table):
    sent = table.ann.fields("reveal", cards="15000 20000 25000")
    return lambda: table.ann.client.post(table.ann.url("move"), sent)


def whole_table(table):
    table.play("15/20/25 ABCA")
    offers = {seat: table.offer("roll", seat).fingerprint for seat in (1, 4)}
    sent = table.ann.fields("roll", 1, dice="66543")
    lines = {f"{n}-{name}": value for n, seat in enumerate((1, 4), 1) for name, value in
             {"move": "roll", "seat": seat, "offer": offers[seat], "dice": "66543"}.items()}  # fmt: skip
    return lambda: table.ann.client.post(table.ann.url("move"), {**lines, "key": sent["key"]})


def last_move(table):
    sent = table.ann.fields("finish")
    return lambda: table.ann.client.post(table.ann.url("move"), {**sent, "confirm": 1})


def going_back(table):
    table.play("15/20/25 ABCA")
    return log_form(table, "log/back", to=1)


def going_back_from_the_end(table):
    last_move(table)()
    assert Result.objects.count() == 4
    return log_form(table, "log/back", to=0)


def correcting(table):
    table.play("15/20/25 ABCA 66543")
    number = table.log[-1][0]
    return log_form(table, f"log/{number}/correct", move="roll", seat=1, dice="65432", keep=1)


def log_form(table, path, **fields):
    sent = {**fields, "head": table.session.head}
    return lambda: table.ann.client.post(table.ann.url(path), sent)


def starting(table):
    return lambda: table.ann.client.post(table.ann.url("start"))


def claiming(table):
    return lambda: table.ben.client.post(table.ben.url("claim"), {"seat": 4})


RUNNING = [reveal, whole_table, last_move, going_back, going_back_from_the_end, correcting]
DEEDS = [*((deed, True) for deed in RUNNING), (starting, False), (claiming, False)]
each_deed = pytest.mark.parametrize(("deed", "started"), DEEDS, ids=lambda value: getattr(value, "__name__", None))


@pytest.fixture
def table(started):
    table = Table(start=started, cast=False)
    for phone in table.phones.values():
        phone.client.raise_request_exception = False
    return table


def kept(table):
    """All that the book has of the table."""
    session = table.session
    return (
        table._kept(),
        list(Result.objects.order_by("seat__number").values_list("seat__number", "place", "score")),
        list(session.claims.values_list("seat", "name")),
        session.started is not None,
        session.finished is not None,
    )


def demand_agreement(table):
    """Demand that the log has no gap, and that what this process remembers agrees with the book."""
    assert [row[0] for row in table.log] == list(range(1, table.session.head + 1))
    assert table.now.line.state == told(table).state
    assert sitting.glimpse(table.session).seats == tuple(table.session.seats.all())


def told(table) -> history.Line:
    return sitting.told(table.session, table.session.seats.all()).line


@contextmanager
def failing_at(number):
    """Let the database fail at its call of this number; yields whether it came to that."""
    calls, came = count(1), []

    def fail(execute, sql, params, many, context):
        if next(calls) == number:
            came.append(sql)
            raise OperationalError("the disk has gone")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(fail):
        yield came


@each_deed
def test_whichever_call_fails_it_is_old_or_new(table, deed):
    tap = deed(table)
    before = kept(table)
    found = []
    for number in count(1):
        with failing_at(number) as came:
            answer = tap()
        demand_agreement(table)
        found.append(kept(table))
        if not came:
            break
        assert answer.status_code in (500, 503), came
    after = found[-1]
    assert number > 5
    assert after != before
    assert all(now in (before, after) for now in found)
    tap()
    assert kept(table) == after  # once


@each_deed
@pytest.mark.parametrize("is_kept", [False, True], ids=["not kept", "kept, and nobody hears of it"])
def test_the_commit_itself_fails(table, deed, is_kept, monkeypatch):
    tap = deed(table)
    before, commit, failures = kept(table), BaseDatabaseWrapper._commit, iter([1])

    def fail(self):
        if not next(failures, None):
            return commit(self)
        if is_kept:
            commit(self)
        raise OperationalError("the disk has gone")

    monkeypatch.setattr(BaseDatabaseWrapper, "_commit", fail)
    assert tap().status_code in (500, 503)
    demand_agreement(table)
    now = kept(table)
    assert (now == before) == (not is_kept)
    tap()
    demand_agreement(table)
    assert kept(table) != before
    assert not is_kept or kept(table) == now  # once


@pytest.mark.parametrize("after", ["games.live.nudge", "games.sitting.remember", "cincy_site.safekeeping.ask"])
def test_what_breaks_after_the_commit_takes_nothing_back(monkeypatch, after):
    """The move is kept and answered as such, by whatever it is followed: telling, remembering, copying."""
    table = Table().play("15/20/25 ABAC 66543 66541 66532 66531 1- 2- 3-")  # one answer more ends the round
    sent = table.ann.fields("extra", 4, take="false")
    broken = []

    def breaks(*_):
        broken.append(after)
        raise RuntimeError(after)

    monkeypatch.setattr(after, breaks)
    before = len(table.log)
    answer = table.ann.client.post(table.ann.url("move"), {**sent, "confirm": 1})
    assert broken
    assert answer.status_code == 302
    assert len(table.log) == before + 1
    assert table.ann.client.post(table.ann.url("move"), {**sent, "confirm": 1}).status_code == 302
    assert len(table.log) == before + 1
