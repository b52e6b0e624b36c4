"""The time zone of the computer, however it names it."""

import time
from types import SimpleNamespace

import pytest

from cincy_site import clock


@pytest.fixture
def nameless(monkeypatch, tmp_path):
    """A computer that says nothing about its zone."""
    monkeypatch.delenv("TZ", raising=False)
    monkeypatch.setattr(clock, "LOCALTIME", tmp_path / "localtime")
    monkeypatch.setattr(clock, "TIMEZONE", tmp_path / "timezone")
    return tmp_path


@pytest.mark.parametrize("name", ["Europe/Berlin", ":Europe/Berlin"])
def test_as_the_environment_says(nameless, monkeypatch, name):
    monkeypatch.setenv("TZ", name)
    assert clock.local_zone() == "Europe/Berlin"


def test_as_the_link_says(nameless):
    (nameless / "zoneinfo" / "Asia").mkdir(parents=True)
    (nameless / "zoneinfo" / "Asia" / "Tokyo").touch()
    (nameless / "localtime").symlink_to(nameless / "zoneinfo" / "Asia" / "Tokyo")
    assert clock.local_zone() == "Asia/Tokyo"


def test_as_the_file_says(nameless, monkeypatch):
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")  # no name of a zone
    (nameless / "timezone").write_text("America/Lima\n")
    assert clock.local_zone() == "America/Lima"


@pytest.mark.parametrize(
    ("ahead", "zone"),
    [(7200, "Etc/GMT-2"), (-18000, "Etc/GMT+5"), (0, "Etc/GMT+0"), (19800, "UTC"), (14 * 3600, "Etc/GMT-14")],
)
def test_else_as_many_hours_ahead_as_the_clock_is_today(nameless, monkeypatch, ahead, zone):
    monkeypatch.setattr(time, "localtime", lambda: SimpleNamespace(tm_gmtoff=ahead))
    assert clock.local_zone() == zone
