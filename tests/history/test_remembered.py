"""What a process remembers of sessions: those that are played, and of those that are over only the latest."""

import pytest

from games import correcting, sitting
from tests.cast import Table, forget

pytestmark = pytest.mark.django_db(transaction=True)  # what is remembered is remembered after the commit


@pytest.fixture(autouse=True)
def _few(monkeypatch):
    forget()
    monkeypatch.setattr(sitting, "OVER", 2)


def remembered():
    return set(sitting._memory._lines)


def ended(table):
    table.play("15/20/25")
    correcting.drop_round(table.pk, table.host.device, table.session.head, end=True)
    assert table.session.status == "finished"


def go_on(table):
    """The host takes the end back."""
    head = table.session.head
    correcting.go_back(table.pk, table.host.device, head - 1, head)
    assert table.session.status == "running"


def test_of_finished_sessions_only_the_latest_are_remembered():
    on, *over = [Table(cast=False) for _ in range(4)]
    on.play("15/20/25")
    for table in over:
        ended(table)
    assert remembered() >= {on.pk, over[1].pk, over[2].pk}
    assert over[0].pk not in remembered()
    assert over[0].pk not in sitting._memory._standing


def test_one_that_is_looked_at_stays_and_one_that_was_dropped_is_told_anew():
    first, second, third = [Table(cast=False) for _ in range(3)]
    ended(first)
    ended(second)
    known = sitting.load(first.session).line
    ended(third)
    assert remembered() == {first.pk, third.pk}
    assert sitting.load(first.session).line is known
    assert sitting.load(second.session).state.phase == "over"
    assert remembered() == {first.pk, second.pk}


def test_one_that_goes_on_counts_as_played_again():
    again, *over = [Table(cast=False) for _ in range(4)]
    ended(again)
    go_on(again)
    for table in over:
        ended(table)
    assert remembered() == {again.pk, over[1].pk, over[2].pk}
