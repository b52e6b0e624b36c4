"""A session as phones see it at each move: all of it read once a version, and never older than the book."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import notices, sitting
from games.models import Club, Guest, Seat, Session
from games.play import locked
from tests.cast import Table, forget, read

pytestmark = pytest.mark.django_db(transaction=True)  # what is remembered is remembered after the commit


@pytest.fixture
def table():
    forget()
    return Table()


def statements(deed):
    with CaptureQueriesContext(connection) as asked:
        deed()
    return [query["sql"] for query in asked if "games_" in query["sql"]]


def test_a_version_is_read_once(table):
    now = sitting.recalled(table.code)
    assert sitting.recalled(table.code) is now
    assert sitting.recalled("NOSUCH") is None


@pytest.mark.parametrize("who", ["ann", "ben", "cleo"])
def test_a_seated_phone_is_known_and_shown_its_view_with_two_questions(table, who):
    table.ann.get("fragments", htmx=True)
    asked = statements(lambda: getattr(table, who).get("fragments", htmx=True))
    assert len(asked) == 2, asked


def test_what_is_recalled_is_what_the_writer_left(table):
    table.play("15/20/25")
    now = sitting.recalled(table.code)
    assert (now.session.head, now.session.version) == (table.session.head, table.session.version)
    assert now.offers == sitting.load(table.session).offers
    assert now.is_sealed == sitting.load(table.session).is_sealed
    assert now.open_view == sitting.load(table.session).open_view


def test_what_another_process_wrote_is_read(table):
    sitting.recalled(table.code)
    Seat.objects.filter(session=table.pk, number=2).update(device=table.watcher.device)
    Session.objects.filter(pk=table.pk).update(version=table.session.version + 1)
    assert sitting.recalled(table.code).seat(2).device_id == table.watcher.device.pk


def break_off(pk):
    with locked(pk) as session:
        session.title, session.version = "Another", session.version + 1
        session.save()
        raise RuntimeError


def test_what_was_taken_back_is_not_recalled(table):
    before = sitting.recalled(table.code)
    with pytest.raises(RuntimeError):
        break_off(table.pk)
    assert sitting.recalled(table.code) is before
    assert table.session.title == before.session.title


def test_nothing_beside_the_row_is_looked_up_through_it(table):
    for phone in (table.ann, table.ben, table.watcher):
        for page in ("table", "screen"):
            phone.get("fragments", htmx=True, page=page)
    assert sitting.recalled(table.code).session._state.fields_cache == {}


def test_a_club_that_is_renamed_is_so_at_once_where_a_session_names_it(table):
    table.ann.get("fragments", htmx=True)
    table.ann.get("club")
    Club.objects.filter(pk=table.session.club_id).update(name="The Thursday circle")
    assert "The Thursday circle" in read(table.ann.get("club"))


def test_who_is_let_in_no_more_sees_nothing_more_though_the_session_stays(table):
    assert "board" in table.watcher.get("fragments", htmx=True, watch=1).content.decode()
    Guest.objects.filter(device=table.watcher.device).delete()
    assert table.watcher.get("fragments", htmx=True, watch=1).content == b""


def test_who_waits_at_the_door_is_told_and_what_is_not_there_is_not_asked_for(table):
    assert not any('FROM "games_claim"' in one for one in statements(lambda: notices.around(table.session)))
    table.watcher.post("claim", seat=2, moved=1)
    assert [claim.device for claim in notices.around(table.session).claims] == [table.watcher.device]
