"""Addresses of this machine, and the host's move from localhost to the one the phones use."""

import io
import threading
import time
from datetime import timedelta
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from cincy_site import installation, lan, laptop, signpost
from cincy_site.installation import Installation
from games import access, lobby, presence
from games.management.commands.serve import Command
from games.models import Device, digest
from games.rules.dice import DICE
from tests.cast import Phone, Table, leave

pytestmark = pytest.mark.django_db

WIFI, CABLE, DOCKER = ("192.168.1.5", "wlan0"), ("10.0.0.7", "eth0"), ("172.17.0.1", "docker0")
PAGE = {"HTTP_ACCEPT": "text/html,*/*;q=0.8", "HTTP_HOST": "localhost:8000"}


@pytest.fixture
def machine(monkeypatch, tmp_path):
    """Give this machine other interfaces, and a data folder of its own."""
    monkeypatch.setenv("CINCY_LAN", "1")
    here = Installation(tmp_path / "data")
    here.make()
    monkeypatch.setattr(lan, "HERE", here)
    monkeypatch.setattr(laptop, "HERE", here)

    def with_addresses(*pairs):
        adapters = [
            SimpleNamespace(ips=[SimpleNamespace(ip=ip, nice_name=name, is_IPv4=":" not in ip)]) for ip, name in pairs
        ]
        monkeypatch.setattr(lan.ifaddr, "get_adapters", lambda: adapters)

    return with_addresses


def ask(path="/", method="GET", **headers):
    """What a browser is answered in the end: a hop that takes its identity along is followed."""
    answer = asked(path, method, **headers)
    where = urlsplit(answer.headers.get("Location", ""))
    if not where.path.startswith("/h/"):
        return answer
    request = RequestFactory().get(where.path, HTTP_HOST=where.netloc, REMOTE_ADDR=where.hostname)
    request.device = request.new_token = None
    return lan.arrive(request, where.path.removeprefix("/h/"))


def asked(path="/", method="GET", **headers):
    """What a browser without a cookie is answered at first."""
    request = RequestFactory().generic(method, path, **{**PAGE, **headers})
    return access.DeviceMiddleware(lan.MoveToLan(lambda _: HttpResponse("here")))(request)


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


OTHER = ("10.9.9.9", "wlan0")


class Laptop:
    """The browser on this machine: a jar of cookies for each host name."""

    def __init__(self):
        self.jars = {}
        self.went = []

    def open(self, url, source=""):
        """Open an address and follow where it leads. Returns the last answer."""
        while True:
            self.went.append(url)
            where = urlsplit(url)
            client = self.jars.setdefault(where.hostname, Client())
            address = source or ("127.0.0.1" if where.hostname == "localhost" else where.hostname)
            path = where.path + (f"?{where.query}" if where.query else "")
            answer = client.get(path, HTTP_HOST=where.netloc, REMOTE_ADDR=address, HTTP_ACCEPT="text/html")
            if answer.status_code != 302:
                return answer
            url = answer["Location"] if "//" in answer["Location"] else f"http://{where.netloc}{answer['Location']}"

    def token(self, host):
        cookie = self.jars[host].cookies.get(access.cookie_name()) if host in self.jars else None
        return cookie.value if cookie else ""

    def device(self, host):
        return Device.objects.filter(token_hash=digest(self.token(host))).first()


@pytest.fixture
def chrome(machine, settings):
    """A browser on this machine, with Cincy as `serve` switches it on."""
    machine(WIFI)
    settings.PUBLIC_URL = ""
    return Laptop()


def make_session(device, key="a-key"):
    return lobby.create(DICE, "Friday", {"deck": "physical"}, ("Ann", "Ben", "Cleo"), device, key)


def laid_down():
    return [file for file in lan.HERE.data.iterdir() if file.name.startswith("laptop-")]


def test_the_laptop_stays_host_when_its_address_changes(machine, chrome):
    chrome.open("http://localhost:8000/")
    device = chrome.device("192.168.1.5")
    assert device is not None
    assert chrome.device("localhost") == device
    session = make_session(device)
    machine(OTHER)
    page = chrome.open(f"http://localhost:8000/s/{session.code}")
    assert chrome.went[-1] == f"http://10.9.9.9:8000/s/{session.code}"
    assert chrome.device("10.9.9.9") == device
    assert "Names and order" in page.content.decode()


def test_the_token_works_once_and_is_in_no_page(chrome):
    page = chrome.open("http://localhost:8000/new?game=dice")
    hop = chrome.went[1]
    assert urlsplit(hop).path.startswith("/h/")
    assert len(urlsplit(hop).path) == len("/h/") + 43  # 256 bits
    assert chrome.went[2] == "http://192.168.1.5:8000/new?game=dice"
    assert "/h/" not in page.content.decode()
    assert chrome.token("localhost") not in hop
    second = Laptop()
    second.open(hop)
    assert second.token("192.168.1.5") == ""
    assert second.went[-1] == "http://192.168.1.5:8000/"


def test_what_is_kept_of_it_opens_nothing(chrome):
    answer = asked("/")
    secret = urlsplit(answer["Location"]).path.removeprefix("/h/")
    kept, cookie = laid_down()[0], answer.cookies[access.cookie_name()].value
    assert secret not in kept.name + kept.read_text()
    assert cookie not in kept.read_text()
    assert digest(cookie) not in kept.read_text()
    assert kept.stat().st_mode & 0o077 == 0


def test_it_runs_out(chrome, monkeypatch):
    hop = asked("/s/ABCD")["Location"]
    later = time.time() + laptop.AGE + 1
    monkeypatch.setattr(installation, "time", SimpleNamespace(time=lambda: later))
    chrome.open(hop)
    assert chrome.token("192.168.1.5") == ""
    assert laid_down() == []


def test_one_that_nobody_came_with_is_swept_away(chrome, monkeypatch):
    asked("/s/ABCD")
    later = time.time() + laptop.AGE + 1
    monkeypatch.setattr(laptop, "time", SimpleNamespace(time=lambda: later))
    asked("/s/ABCD")
    assert len(laid_down()) == 1


@pytest.mark.parametrize("source", ["192.168.1.77", "10.0.0.1", "unknown"])
def test_it_is_of_no_use_to_another_machine(chrome, source):
    hop = asked("/")["Location"]
    chrome.open(hop, source=source)
    assert chrome.token("192.168.1.5") == ""
    assert len(laid_down()) == 1  # nor is it spent


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_no_other_site_sends_an_identity_along(chrome, site):
    answer = asked("/new", HTTP_SEC_FETCH_SITE=site)
    assert answer["Location"] == "http://192.168.1.5:8000/new"
    assert not answer.cookies
    assert not Device.objects.exists()


def test_looking_with_head_takes_nothing_along(chrome):
    assert asked("/new", method="HEAD")["Location"] == "http://192.168.1.5:8000/new"
    assert not Device.objects.exists()


@pytest.mark.parametrize("path", ["//evil.example/x", "/\\evil.example", "/%2F/evil.example"])
def test_a_path_that_reads_like_an_address_stays_here(chrome, path):
    assert urlsplit(ask(path)["Location"]).netloc == "192.168.1.5:8000"


def test_a_part_at_the_address_is_kept_unless_what_localhost_is_plays_now(chrome):
    chrome.open("http://192.168.1.5:8000/new")
    there = chrome.device("192.168.1.5")
    session = make_session(there)
    chrome.open("http://localhost:8000/")
    here = chrome.device("localhost")
    assert chrome.device("192.168.1.5") == there != here
    make_session(here, "b-key")
    chrome.open("http://localhost:8000/")
    assert chrome.device("192.168.1.5") == there
    session.status = session.FINISHED
    session.save()
    chrome.open("http://localhost:8000/")
    assert chrome.device("192.168.1.5") == here


def test_a_disk_that_is_full_still_moves(chrome, monkeypatch, caplog):
    monkeypatch.setattr(Installation, "lay_down", lambda *_: (_ for _ in ()).throw(OSError("full")))
    assert asked("/new")["Location"] == "http://192.168.1.5:8000/new"
    assert "could not be taken along" in caplog.text


def test_new_addresses_are_said_once():
    found, said = [["http://192.168.1.5:8000/"]], []
    lookout = signpost.Lookout(lambda: found[-1], said.append)
    lookout.look()
    assert said == []
    found.append(["http://10.9.9.9:8000/"])
    lookout.look()
    lookout.look()
    found.append([])
    lookout.look()
    assert said == [["http://10.9.9.9:8000/"], []]


def test_the_lookout_looks_by_itself(monkeypatch):
    monkeypatch.setattr(signpost, "LOOK", 0.01)
    heard = threading.Event()
    found = iter([["a"], ["a"]])
    lookout = signpost.Lookout(lambda: next(found, ["b"]), lambda urls: heard.set())
    lookout.start()
    assert heard.wait(10)
    lookout.over.set()
    lookout.join(10)
    assert lookout.known == ["b"]


def test_the_terminal_shows_them_with_a_qr(machine):
    out = io.StringIO()
    command = Command(stdout=out)
    command._say_anew(["http://10.9.9.9:8000/"])
    command._say_anew([])
    said = out.getvalue()
    assert "have changed. Phones find Cincy now at\n  http://10.9.9.9:8000/" in said
    assert "█" in said
    assert "in no network any more" in said


def test_a_new_address_brings_everybody_back(machine, chrome):
    """The whole story: the table at one address, all phones without their cookies at another, nobody loses a seat."""
    names, (old, new) = ("Ann", "Ben", "Cleo"), ("192.168.1.5:8000", "10.9.9.9:8000")
    chrome.open("http://localhost:8000/")
    laptop_device = chrome.device("192.168.1.5")
    session = make_session(laptop_device)

    def phone(host):
        come = Client(HTTP_HOST=host)
        come.get(f"/j/{session.link}")
        return come

    def seats():
        return {seat.name: seat.device_id for seat in session.seats.all()}

    before = {name: phone(old) for name in names}
    for number, name in enumerate(names, 1):
        before[name].post(f"/s/{session.code}/claim", {"seat": number})
    lobby.start(session.pk, laptop_device)
    first = seats()
    assert len({*first.values(), None}) == 4

    machine(OTHER)
    Device.objects.update(seen=timezone.now() - timedelta(minutes=2))
    presence.clock.since = presence.clock.steady() - 1e6
    after = {name: phone(new) for name in names}
    # The host is at the laptop: localhost knows it.
    assert b"For the host" in chrome.open(f"http://localhost:8000/s/{session.code}/seats").content
    # So the others are let in there, one tap each; each gets the own seat.
    for number, name in enumerate(names, 1):
        assert b"My phone is another one now" in after[name].get(f"/s/{session.code}").content
        after[name].post(f"/s/{session.code}/claim", {"seat": number, "moved": 1})
        claim = session.claims.get()
        host = chrome.jars["10.9.9.9"]
        host.post(f"/s/{session.code}/claims/{claim.pk}", {"let": "in"}, HTTP_HOST=new)
    assert not {*seats().values()} & {*first.values()}
    for name in names:
        page = after[name].get(f"/s/{session.code}").content.decode()
        assert "Turn these cards" in page
    session.refresh_from_db()
    assert session.host == laptop_device


def test_the_same_without_the_laptop(db):
    """All phones come again without cookies, the host’s too: the first sits down, lets others in, passes the role."""
    table = Table(names=("Ann", "Ben", "Cleo"), phones={"Ann": (1,), "Ben": (2,), "Cleo": (3,)})
    leave(table.ann, table.ben, table.cleo)
    ann, ben, cleo = (Phone(table, known=False, HTTP_HOST="10.9.9.9:8000").scan() for _ in range(3))
    ben.post("claim", seat=2, moved=1)
    assert "Turn these cards" in ben.text()
    for phone, number in ((cleo, 3), (ann, 1)):
        phone.post("claim", seat=number, moved=1)
        ben.tap("Let in")
    assert {seat.device_id for seat in table.session.seats.all()}.isdisjoint(
        {table.ann.device.pk, table.ben.device.pk, table.cleo.device.pk}
    )
    cleo.tap("Make Ann the host?", "seats")
    ann.tap("Agree: Ann is the host")
    assert "For the host" in ann.text("seats")
    for phone in (ann, ben, cleo):
        assert "Turn these cards" in phone.text()
