"""`manage.py host CODE`: the host's role comes back from the laptop."""

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from cincy_site import lan
from games import lobby
from games.catalog import GAMES
from games.models import Device, Session, digest

ROOT = Path(__file__).resolve().parents[2]
WIFI, CABLE = lan.Address("192.168.1.5", "wlan0"), lan.Address("10.0.0.7", "eth0")
DICE = GAMES["dice"]


@pytest.fixture
def session(db):
    lost = Device.objects.create(token_hash=digest("the phone that fell into the lake"))
    return lobby.create(DICE, "Friday", {"deck": "app"}, ["Ann", "Ben", "Cleo"], lost, "a-key-of-it")


@pytest.fixture(autouse=True)
def plain_static_files(settings):
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


@pytest.fixture
def at_home(monkeypatch, settings):
    settings.PUBLIC_URL = ""
    monkeypatch.setattr(lan, "addresses", lambda: (WIFI, CABLE))


def said(*words):
    out = StringIO()
    call_command("host", *words, stdout=out)
    return out.getvalue()


def links(text):
    return re.findall(r"http\S+/p/\S+", text)


def test_a_link_for_every_address_and_a_qr(session, at_home):
    text = said(session.code)
    bases = [link.split("/p/")[0] for link in links(text)]
    assert bases == ["http://192.168.1.5:8000", "http://10.0.0.7:8000"]
    assert len({link.split("/p/")[1] for link in links(text)}) == 1
    assert "Friday" in text
    assert "█" in text


def test_the_port_of_serve(session, at_home):
    assert "http://10.0.0.7:8123/p/" in said(session.code, "--port", "8123")


def test_the_public_address_alone_where_there_is_one(session, at_home, settings):
    settings.PUBLIC_URL = "https://cincy.example"
    (link,) = links(said(session.code))
    assert link.startswith("https://cincy.example/p/")


def test_without_a_network_this_computer_itself(session, monkeypatch, settings):
    settings.PUBLIC_URL = ""
    monkeypatch.setattr(lan, "addresses", lambda: ())
    (link,) = links(said(session.code))
    assert link.startswith("http://localhost:8000/p/")


def test_the_link_makes_a_phone_the_host_once(session, at_home):
    path = "/p/" + links(said(session.code))[0].split("/p/")[1]
    mine, late = Client(), Client()
    assert mine.get(path).status_code == 200
    before = Session.objects.get().host
    assert mine.post(path).status_code == 302
    after = Session.objects.get().host
    assert after != before
    assert late.post(path).status_code == 404
    assert Session.objects.get().host == after


def test_a_second_link_ends_the_first(session, at_home):
    first, second = ("/p/" + links(said(session.code))[0].split("/p/")[1] for _ in range(2))
    assert Client().get(first).status_code == 404
    assert Client().get(second).status_code == 200


def test_the_code_as_people_type_it(session, at_home):
    assert links(said(f" {session.code[:3].lower()} {session.code[3:].lower()} "))


def test_an_unknown_code_is_a_sentence(session):
    with pytest.raises(CommandError, match="no session NOSUCH"):
        call_command("host", "nosuch")


def test_before_the_first_evening_it_says_so_and_makes_nothing(tmp_path):
    data = tmp_path / "none"
    command = [sys.executable, "manage.py", "host", "ABCDEF"]
    environment = {**os.environ, "CINCY_DATA": str(data), "DATABASE_URL": ""}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: No game has been played here yet")
    assert not data.exists()
