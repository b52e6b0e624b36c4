"""Reports from live tables: each became a test, here or where its kind is.

A phone that slept while others played: tests/browser/test_lost_phones.py. A tab hidden while 24 entries pass, a line
that drops three times, back and forward, a cookie lost in a second tab, taps of a real finger: tests/browser/
test_reports.py. Create tapped twice, the third card turned by two: tests/history/test_at_once.py. A lock held by
another connection: test_book. A player acting for another, the host of another session acting here: test_roles. The
host freeing a seat and claiming it to read its cards: test_claims, test_poker_secrets. The policy enforced:
test_headers, and every browser test. A second scan: test_join. Undo after a showdown: test_secrets_sweep.
"""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from games.models import Session
from tests.cast import Phone, forms_of, read
from tests.poker_cast import ANN, BEN, CLEO, DOV, SHOWDOWN, PokerTable
from tests.web.urls import addresses


def in_threads(*deeds):
    """What each of these returns, all done at once."""
    start = Barrier(len(deeds))

    def run(deed):
        start.wait()
        try:
            return deed()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(run, deeds))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("htmx", [False, True])
def test_two_identical_posts_60_ms_apart(table, htmx):
    sent = table.ben.fields("reveal", cards="15000 20000 25000")

    def tap(after):
        time.sleep(after)
        return table.ben.post("move", htmx=htmx, data=sent)

    first, second = in_threads(lambda: tap(0), lambda: tap(0.06))
    assert first.status_code == second.status_code == (200 if htmx else 302)
    assert len(table.log) == 1


@pytest.mark.django_db(transaction=True)
def test_two_phones_of_one_seat_fold_and_call_at_the_same_instant():
    table = PokerTable().play("deal 2c 1:b5")  # Ben owes five
    twin = Phone(table, known=False)
    twin.client.cookies = table.ben.client.cookies
    before = len(table.log)
    forms = [(table.ben, table.ben.fields("fold", 2)), (twin, twin.fields("call", 2))]
    statuses = in_threads(*[lambda one=one, form=form: one.post("move", data=form).status_code for one, form in forms])
    assert sorted(statuses) == [302, 409]
    assert len(table.log) == before + 1
    assert table.log[-1][4]["move"] == ("fold", "call")[statuses.index(302)]


@pytest.mark.parametrize("htmx", [False, True])
def test_a_retry_after_the_next_player_has_acted(poker, htmx):
    """The answer was lost; when the phone sends again, others have moved on."""
    poker.play("deal 2c 1:x")
    sent = poker.ben.fields("check", 2)
    first = poker.ben.post("move", htmx=htmx, data=sent)
    poker.play("3:x 4:x")
    with poker.unchanged():
        again = poker.ben.post("move", htmx=htmx, data=sent)
    assert first.status_code == again.status_code == (200 if htmx else 302)
    assert [row[4].get("seat") for row in poker.log if row[4]["move"] == "check"] == [1, 2, 3, 4]


@pytest.mark.parametrize("htmx", [False, True])
def test_a_page_loaded_five_entries_ago(poker, htmx):
    poker.play("deal 2c")
    old = next(form for form in poker.ann.forms() if any("Check" in label for label in form.buttons))
    poker.play("x x x x 3d")
    with poker.unchanged():
        answer = poker.ann.send(old, htmx=htmx, **next(iter(old.buttons.values())))
    assert answer.status_code == 409
    assert "The table has moved on meanwhile." in read(answer)
    fresh = poker.ann.forms() if htmx else forms_of(answer)
    assert any("Check" in label for form in fresh for label in form.buttons)  # with what is asked now


@pytest.mark.parametrize("who", ["ann", "ben", "watcher", "stranger"])
def test_nothing_is_entered_by_looking(table, who):
    """A browser that goes back and forward or fetches ahead, a scanner that follows a link: they only ask."""
    table.play("15/20/25")
    link = table.ann.post("pass", seat=3).context["link"]
    phone = getattr(table, who)
    sent = {**table.ben.fields("choose", 2, table="A"), "let": "in", "to": 0, "head": table.session.head, "keep": 1}
    with table.unchanged():
        for _, address in addresses(table, secret=link.rpartition("/")[2]):
            for ask in (phone.client.get, phone.client.head):
                assert ask(address, sent, HTTP_PURPOSE="prefetch", HTTP_SEC_PURPOSE="prefetch").status_code < 500
    assert table.session.passes.count() == 1  # nor is a one-use link used up


def lying(phone, path):
    """The cards that lie on a page, face up; not those of a keypad."""
    page = phone.client.get(f"/s/{phone.table.code}{path}").content.decode()
    return set(re.findall(r'role="img" aria-label="(\w+ of \w+)"', page))


@pytest.mark.parametrize("after", ["deal 3h", "deal 3h . 3d"])
def test_in_the_next_hand_the_last_hands_cards_are_gone(poker, after):
    phones = (poker.ann, poker.ben, poker.watcher)
    paths = ("", "?watch=1", "?want=cards", "/screen", "/fragments", "/fragments?page=screen")
    poker.play(f"{SHOWDOWN} 2={BEN} 1!{ANN} 2!")
    for phone in phones:
        assert {"king of spades", "ace of spades"} <= lying(phone, "?watch=1")
    poker.play(f"3!{CLEO} 4!{DOV} {after}")
    known = {"three of hearts", "three of diamonds"}
    for phone in phones:
        for path in paths:
            assert lying(phone, path) <= known, path
        assert "three of hearts" in lying(phone, "/screen")


def test_neighbouring_session_ids(table):
    """The rows are numbered, the sessions are not: no number leads anywhere, and codes tell nothing of one another."""
    for near in (table.pk - 1, table.pk, table.pk + 1):
        for path in (f"/s/{near}", f"/s/000{near}", f"/j/{near}", f"/s/{near}/log", f"/p/{near}"):
            assert table.watcher.get(path).status_code == 404
    codes = list(Session.objects.values_list("code", flat=True))
    assert len(set(codes)) == len(codes) == 2
    assert all(len(code) == 6 for code in codes)


def test_the_cookie_lost_while_a_page_is_open(table):
    """The open page of a phone that has lost its cookie: nothing is entered, and it is led to the door."""
    table.play("15/20/25")
    sent = table.ben.fields("choose", 2, table="A")
    table.ben.client.cookies.clear()
    for htmx in (False, True):
        with table.unchanged():
            answer = table.ben.post("move", htmx=htmx, data=sent)
        assert answer.status_code == 403
        assert "Nothing was recorded." in read(answer)
    assert table.ben.get("fragments", htmx=True, page="table").headers["HX-Refresh"] == "true"
    assert "Ask to come in" in table.ben.text()
    assert table.ben.scan().get().status_code == 200  # the QR lets it in again; the seat is asked for
