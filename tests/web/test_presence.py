"""Who is there: signs of life written now and then, a clock that is set, a pulse that tells those who wait."""

import threading
from datetime import timedelta

import pytest
from django.db import DatabaseError
from django.utils import timezone

from games import live, presence, succession
from games.models import Claim, Device, Handover
from games.pulse import Pulse
from tests.cast import leave

DAY = 24 * 3600


class Time:
    """A wall clock that can be set, and one that goes evenly."""

    def __init__(self):
        self.steady = 1000.0
        self.ahead = 0.0

    def clock(self):
        return presence._Clock(wall=lambda: self.steady + self.ahead, steady=lambda: self.steady)


@pytest.fixture
def time(monkeypatch):
    """A time of our own; the wall's clock of the pages goes with it."""
    made, now = Time(), timezone.now()
    monkeypatch.setattr(presence, "clock", made.clock())
    monkeypatch.setattr(presence.timezone, "now", lambda: now + timedelta(seconds=made.steady - 1000 + made.ahead))
    presence.clock.trusted_for()
    return made


def seen(phone):
    return Device.objects.get(pk=phone.device.pk).seen


def test_a_page_is_a_sign_of_life_and_no_new_version(table):
    leave(table.ben)
    before = seen(table.ben)
    version = table.session.version
    table.ben.get()
    assert seen(table.ben) - before > timedelta(seconds=100)
    assert table.session.version == version


def test_it_is_written_once_in_a_while_alone(table, django_assert_num_queries):
    leave(table.ben, seconds=10)
    before = seen(table.ben)
    for path in ("", "fragments", "seats"):
        table.ben.get(path)
    assert seen(table.ben) == before


def test_what_cannot_be_written_does_not_keep_the_page(table, monkeypatch, caplog):
    leave(table.ben)
    monkeypatch.setattr(Device.objects, "filter", lambda **_: (_ for _ in ()).throw(DatabaseError("locked")))
    presence.stamp([1])
    assert "tried again" in caplog.text


def test_a_phone_is_away_after_a_minute_and_there_when_it_comes_back(table):
    leave(table.ann, seconds=50)
    assert not presence.host_is_away(table.session)
    leave(table.ann, seconds=61)
    assert presence.host_is_away(table.session)
    table.ann.get()
    assert not presence.host_is_away(table.session)


def test_nobody_is_away_in_the_first_minute_of_a_process(table, time):
    time.steady += 30
    Device.objects.update(seen=timezone.now() - timedelta(days=1))
    assert not presence.host_is_away(table.session)
    assert not presence.nobody_is_there(table.now)
    time.steady += 31
    assert presence.host_is_away(table.session)
    assert presence.nobody_is_there(table.now)


@pytest.mark.parametrize("leap", [DAY, -DAY])
def test_a_clock_that_is_set_by_a_day_makes_nobody_away(table, time, leap):
    time.steady += 100
    for phone in (table.ann, table.ben):
        presence.stamp([phone.device.pk])
    assert not presence.host_is_away(table.session)
    time.ahead = leap
    assert not presence.host_is_away(table.session)
    time.steady += 59
    presence.stamp([table.ben.device.pk])
    assert not presence.host_is_away(table.session)
    # As long again without a sign of life by the new time, and it counts.
    time.steady += 2
    assert presence.host_is_away(table.session)
    assert not presence.nobody_is_there(table.now)


def test_a_clock_that_drifts_is_trusted(time):
    for _ in range(100):
        time.steady += 10
        time.ahead += 1
        presence.clock.trusted_for()
    assert presence.clock.trusted_for() == 1000


@pytest.fixture
def pulse():
    """A pulse that beats when it is told to; requests leave the writing to it."""
    presence.begin()
    yield Pulse()
    presence.noted()
    presence.end()


def test_with_a_pulse_a_page_writes_nothing_and_the_next_beat_does(table, pulse):
    leave(table.ben)
    before = seen(table.ben)
    table.ben.get()
    assert seen(table.ben) == before
    assert presence.due.is_set()
    pulse.beat()
    assert seen(table.ben) > before
    assert not presence.due.is_set()


def test_phones_that_listen_are_written_all_at_once(table, pulse, monkeypatch, django_assert_num_queries):
    leave(table.ann, table.ben, table.cleo)
    monkeypatch.setattr(live, "devices", lambda: {phone.device.pk for phone in (table.ann, table.ben)})
    pulse.beat()
    assert seen(table.ann) == seen(table.ben) > seen(table.cleo)


def test_a_host_who_listens_again_ends_what_was_proposed(table, pulse, monkeypatch):
    leave(table.ann)
    succession.propose(table.pk, table.ben.device, 3)
    monkeypatch.setattr(live, "devices", lambda: {table.ann.device.pk})
    pulse.beat()
    assert not Handover.objects.exists()
    assert "The host’s phone is here again." in table.ben.text()


def test_a_claim_is_shown_to_the_others_when_the_host_has_gone_since(table, pulse, monkeypatch):
    table.watcher.post("claim", seat=4)
    monkeypatch.setattr(live, "sessions", lambda: [table.pk])
    before = table.session.version
    pulse.beat()
    assert table.session.version == before
    leave(table.ann)
    for _ in range(3):  # once an absence
        pulse.beat()
    assert table.session.version == before + 1
    assert "A phone asks for the seat of Dov." in table.ben.text()
    table.ann.get()
    pulse.beat()
    leave(table.ann)
    pulse.beat()
    assert table.session.version == before + 2
    assert Claim.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_thread_goes_on_after_a_beat_that_failed_and_ends_when_told(monkeypatch, caplog):
    beats, enough = [], threading.Event()

    def beat(self):
        beats.append(1)
        if len(beats) == 1:
            raise DatabaseError("gone")
        enough.set()

    monkeypatch.setattr(Pulse, "beat", beat)
    monkeypatch.setattr("games.pulse.REST", 0.01)
    monkeypatch.setattr("games.pulse.BEAT", 0.01)
    pulse = Pulse()
    pulse.start()
    assert enough.wait(10)
    pulse.stop()
    pulse.join(10)
    assert not pulse.is_alive()
    assert not presence._beating.is_set()
    assert "missed" in caplog.text
