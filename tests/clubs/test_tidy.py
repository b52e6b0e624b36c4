"""What is cleared away by itself, and all that is not."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import DatabaseError
from django.utils import timezone

from games import lobby, passes, tidying
from games.club import clubs
from games.management.commands import serve
from games.models import Club, Device, Member, Pass, Session
from games.tidying import Cleared, tidy
from tests.cast import Phone
from tests.club_cast import lobby_in

LATER = timedelta(days=8)


def in_a_week():
    return tidy(timezone.now() + LATER)


@pytest.fixture
def empty(db):
    """A club made without asking, for a lobby in which nothing ever happened."""
    host = Phone(None)
    return lobby_in(None, host.device, ["Ann"], wanted="new")


def test_a_lobby_never_started_goes_after_a_week_with_the_club_made_for_it(empty):
    assert tidy() == Cleared(0, 0, 0, 0)
    assert in_a_week() == Cleared(lobbies=1, clubs=1, devices=1, passes=0)
    assert not Session.objects.exists()
    assert not Club.objects.exists()
    assert not Device.objects.exists()
    assert in_a_week() == Cleared(0, 0, 0, 0)


def test_what_has_begun_stays_however_long_ago(circle):
    running, over = circle.table(over=False), circle.table()
    lobby_in(circle, circle.keeper.device, ["Ann"])
    assert in_a_week().lobbies == 1
    assert {table.session.pk for table in (running, over)} == set(Session.objects.values_list("pk", flat=True))


@pytest.mark.parametrize("deed", ["rename", "link"])
def test_a_club_somebody_looks_after_stays(empty, deed):
    club, host = empty.club, empty.host
    if deed == "rename":
        clubs.rename(club.pk, host, "Ours")
    else:
        clubs.join(club.pk, Phone(None).device)  # somebody has been given its link
    in_a_week()
    assert Club.objects.filter(pk=club.pk).exists()
    assert Member.objects.filter(club=club, device=host, keeps=True).exists()


def test_phones_with_a_trace_stay(circle):
    table = circle.table()
    idle, guest, busy = Phone(None), Phone(None), Phone(None)
    guest.get(f"/j/{table.session.link}")
    Device.objects.filter(pk=busy.device.pk).update(seen=timezone.now() + LATER)
    in_a_week()
    left = set(Device.objects.values_list("pk", flat=True))
    assert idle.device.pk not in left
    here = (guest, busy, circle.keeper, circle.member, circle.reader)
    assert {phone.device.pk for phone in here} <= left


def test_links_that_have_run_out_go(circle):
    table = circle.table(over=False)
    passes.issue_pass(table.session, None)
    assert tidy().passes == 0
    assert tidy(timezone.now() + passes.PASS_AGE + timedelta(hours=1)).passes == 1
    assert not Pass.objects.exists()


def test_a_lobby_that_starts_in_that_moment_stays(circle):
    session = lobby_in(circle, circle.keeper.device, ["Ann", "Ben", "Cleo"])
    lobby.start(session.pk, circle.keeper.device)
    assert tidying._clear(session.pk) is False
    assert Session.objects.filter(pk=session.pk).exists()


def test_the_command_says_how_much_it_was(empty, capsys):
    Session.objects.update(created=timezone.now() - LATER)
    call_command("tidy")
    said = capsys.readouterr().out
    assert "1 lobbies never started" in said
    assert not Session.objects.exists()


class Enough(Exception):
    """The night is over."""


def test_serve_tidies_soon_and_every_day_and_a_failure_does_not_end_it(empty, monkeypatch, caplog):
    nights = iter([None, None, Enough])
    slept, deeds = [], iter([DatabaseError("locked"), None, None])

    def sleep(seconds):
        slept.append(seconds)
        if problem := next(nights):
            raise problem

    def once():
        if problem := next(deeds):
            raise problem
        return tidy(timezone.now() + LATER)

    monkeypatch.setattr(serve.time, "sleep", sleep)
    monkeypatch.setattr(serve.tidying, "tidy", once)
    monkeypatch.setattr(serve.connections, "close_all", lambda: None)  # this test needs its own
    with pytest.raises(Enough):
        serve._tidy_daily()
    assert slept == [24 * 3600] * 3
    assert "The daily clean-up did not come through." in caplog.text
    assert not Session.objects.exists()
