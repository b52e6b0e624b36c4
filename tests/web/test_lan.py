"""Addresses of this machine, and the host's move from localhost to the one the phones use."""

import threading
from types import SimpleNamespace

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpResponse
from django.test import RequestFactory

from cincy_site import lan
from cincy_site.installation import Installation

WIFI, CABLE, DOCKER = ("192.168.1.5", "wlan0"), ("10.0.0.7", "eth0"), ("172.17.0.1", "docker0")
PAGE = {"HTTP_ACCEPT": "text/html,*/*;q=0.8", "HTTP_HOST": "localhost:8000"}


@pytest.fixture
def machine(monkeypatch, tmp_path):
    """Give this machine other interfaces, and a data folder of its own."""
    monkeypatch.setenv("CINCY_LAN", "1")
    monkeypatch.setattr(lan, "HERE", Installation(tmp_path / "data"))

    def with_addresses(*pairs):
        adapters = [
            SimpleNamespace(ips=[SimpleNamespace(ip=ip, nice_name=name, is_IPv4=":" not in ip)]) for ip, name in pairs
        ]
        monkeypatch.setattr(lan.ifaddr, "get_adapters", lambda: adapters)

    return with_addresses


def ask(path="/", method="GET", **headers):
    request = RequestFactory().generic(method, path, **{**PAGE, **headers})
    return lan.MoveToLan(lambda _: HttpResponse("here"))(request)


@pytest.fixture
def picking(monkeypatch):
    """The page where the host picks, seen without its template."""
    monkeypatch.setattr(
        lan, "render", lambda request, template, context: HttpResponse(repr(context["choices"]), status=200)
    )


def test_addresses_are_those_that_phones_can_reach_and_the_likeliest_is_first(machine):
    machine(("127.0.0.1", "lo"), DOCKER, ("169.254.3.4", "eth1"), ("fe80::1", "eth0"), ("8.8.8.8", "eth2"), WIFI)
    assert [address.ip for address in lan.addresses()] == ["192.168.1.5", "172.17.0.1"]


def test_a_public_address_serves_where_there_is_no_other(machine):
    machine(("127.0.0.1", "lo"), ("8.8.8.8", "eth0"))
    assert [address.ip for address in lan.addresses()] == ["8.8.8.8"]


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST:8000"])
def test_localhost_moves_to_the_lan(machine, host):
    machine(WIFI, DOCKER)
    answer = ask("/s/ABCD?round=2&x=%C3%A4", HTTP_HOST=host)
    assert answer.status_code == 302
    assert answer["Location"] == "http://192.168.1.5:8000/s/ABCD?round=2&x=%C3%A4"


def test_without_a_port_it_moves_without_one(machine):
    machine(WIFI)
    assert ask("/a%3Fb//c", HTTP_HOST="localhost")["Location"] == "http://192.168.1.5/a%3Fb//c"


@pytest.mark.parametrize(
    "headers",
    [
        {"HTTP_HOST": "192.168.1.5:8000"},
        {"HTTP_HOST": "localhost.evil.example"},
        {"method": "POST"},
        {"HTTP_HX_REQUEST": "true"},
        {"HTTP_ACCEPT": "text/event-stream"},
        {"HTTP_SEC_FETCH_MODE": "cors"},
        {"path": "/static/games/app.css"},
        {"REMOTE_ADDR": "172.17.0.1"},  # a forwarded port: whoever asks may not reach our address
        {"REMOTE_ADDR": "unknown"},
    ],
)
def test_what_stays(machine, headers):
    machine(WIFI)
    assert ask(**headers).content == b"here"


def test_without_a_network_localhost_stays(machine):
    machine(("127.0.0.1", "lo"))
    assert ask().content == b"here"


def test_it_is_off_unless_serve_switches_it_on(monkeypatch):
    monkeypatch.delenv("CINCY_LAN", raising=False)
    with pytest.raises(MiddlewareNotUsed):
        lan.MoveToLan(lambda _: HttpResponse())


def test_with_several_networks_the_host_picks_once(machine, picking):
    machine(WIFI, CABLE, DOCKER)
    page = ask("/new?game=dice").content.decode()
    assert "?game=dice&address=10.0.0.7" in page
    assert "?game=dice&address=192.168.1.5" in page
    assert ask("/new?game=dice&address=10.0.0.7")["Location"] == "http://10.0.0.7:8000/new?game=dice"
    assert ask("/")["Location"] == "http://10.0.0.7:8000/"
    assert ask("/?address=192.168.1.5")["Location"] == "http://192.168.1.5:8000/"
    assert ask("/")["Location"] == "http://192.168.1.5:8000/"


def test_a_pick_that_is_gone_is_asked_for_again(machine, picking):
    machine(WIFI, CABLE)
    ask("/?address=10.0.0.7")
    machine(WIFI, ("192.168.9.9", "eth0"))
    assert ask().status_code == 200
    machine(WIFI)
    assert ask()["Location"] == "http://192.168.1.5:8000/"


@pytest.mark.parametrize("address", ["8.8.8.8", "evil.example", "", "10.0.0.7@evil.example"])
def test_only_an_address_of_this_machine_can_be_picked(machine, picking, address):
    machine(WIFI, CABLE)
    assert ask(f"/?address={address}").status_code == 200
    assert lan.HERE.address == ""


def test_another_site_cannot_pick(machine, picking):
    machine(WIFI, CABLE)
    assert ask("/?address=10.0.0.7", HTTP_SEC_FETCH_SITE="cross-site").status_code == 200
    assert lan.HERE.address == ""


def test_a_pick_that_cannot_be_kept_still_counts_now(machine, monkeypatch):
    machine(WIFI, CABLE)
    monkeypatch.setattr(lan.HERE.__class__, "pick_address", lambda *_: (_ for _ in ()).throw(OSError("full")))
    assert ask("/?address=10.0.0.7")["Location"] == "http://10.0.0.7:8000/"


def test_the_page_names_every_network(machine, settings, tmp_path):
    machine(WIFI, CABLE)
    (tmp_path / "base.html").write_text("{% block title %}{% endblock %}{% block main %}{% endblock %}")
    templates = {**settings.TEMPLATES[0], "DIRS": [tmp_path, *settings.TEMPLATES[0]["DIRS"]]}
    settings.TEMPLATES = [templates]
    page = ask().content.decode()
    assert 'class="prompt"' in page
    assert 'href="?address=192.168.1.5"' in page
    assert "wlan0" in page


def test_links_for_phones_begin_with_the_public_url_or_else_as_the_request_came(settings):
    request = RequestFactory().get("/", HTTP_HOST="192.168.1.5:8000")
    settings.PUBLIC_URL = ""
    assert lan.public_base(request) == "http://192.168.1.5:8000"
    settings.PUBLIC_URL = "https://cincy.example"
    assert lan.public_base(request) == "https://cincy.example"


def test_two_that_start_at_once_agree_on_key_and_name(tmp_path):
    folder = tmp_path / "new" / "data"
    gate, seen = threading.Barrier(16), []

    def start():
        here = Installation(folder)
        gate.wait()
        seen.append((here.secret_key, here.name))

    threads = [threading.Thread(target=start) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 16
    assert len(set(seen)) == 1
    assert all(seen[0])
    assert sorted(file.name for file in folder.iterdir()) == ["installation", "secret_key"]
    assert (folder / "secret_key").stat().st_mode & 0o077 == 0


def test_a_disk_without_hard_links_will_do(tmp_path, monkeypatch):
    monkeypatch.setattr("pathlib.Path.hardlink_to", lambda *_: (_ for _ in ()).throw(PermissionError()))
    first = Installation(tmp_path).secret_key
    assert first
    assert Installation(tmp_path).secret_key == first
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]
