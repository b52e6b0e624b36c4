"""What holds on every answer, and for every secret: headers, cookies, addresses, lines of the log."""

import io
import logging
import re

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.utils.log import configure_logging

from cincy_site.discretion import Discreet
from cincy_site.security import HEADERS, POLICY
from games import access, chance, live, passes
from games.models import Device, Pass, digest
from tests.cast import Phone, read
from tests.web.urls import addresses

NEVER_KEPT = ("no-store", "no-cache")


def headers_hold(answer, where):
    for name, value in HEADERS.items():
        if name != "Cache-Control":
            assert answer.headers.get(name) == value, (where, name)


@pytest.mark.parametrize("who", ["ann", "watcher", "stranger"])
def test_every_address_answers_with_the_headers(table, who):
    for name, address in addresses(table):
        for method in ("get", "post", "delete", "options"):
            answer = getattr(getattr(table, who).client, method)(address)
            headers_hold(answer, (name, method))
            assert name == "readings" or "no-store" in answer.headers["Cache-Control"], (name, method)


@pytest.mark.parametrize("path", ["/no/such/page", "/static/games/app.css", "/static/none.css", "/s/AB", "/%00", "//x"])
def test_so_does_what_is_no_page_of_ours(db, path):
    headers_hold(Client().get(path), path)


def test_so_does_an_error(table, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError

    monkeypatch.setattr("games.screen.play_regions", broken)
    table.ann.client.raise_request_exception = False
    answer = table.ann.get()
    assert answer.status_code == 500
    headers_hold(answer, 500)
    assert answer.headers["Cache-Control"] == "no-store"


@override_settings(ALLOWED_HOSTS=["cincy.example"], SECURE_SSL_REDIRECT=True)
def test_so_does_an_answer_to_another_name_and_the_way_to_https(db):
    for answer, status in ((Client().get("/"), 400), (Client(SERVER_NAME="cincy.example").get("/"), 301)):
        assert answer.status_code == status
        headers_hold(answer, status)


def test_so_does_a_refused_token(table):
    strict = Client(enforce_csrf_checks=True)
    for htmx in ({}, {"HTTP_HX_REQUEST": "true"}):
        answer = strict.post(f"/s/{table.code}/move", {"move": "reveal"}, **htmx)
        assert answer.status_code == 403
        assert "This page is too old." in read(answer) or "Reload the page" in read(answer)
        headers_hold(answer, "token")


def test_the_policy_allows_nothing_inline_and_no_frame():
    assert "unsafe" not in POLICY
    assert "default-src 'none'" in POLICY
    assert "frame-ancestors 'none'" in POLICY


def cookie_of(answer):
    return answer.cookies[access.cookie_name()]


@pytest.mark.parametrize("https", [False, True])
def test_the_cookie_of_a_phone(lobby, settings, https):
    settings.CSRF_COOKIE_SECURE = https
    cookie = cookie_of(Client().get(f"/j/{lobby.session.link}"))
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert bool(cookie["secure"]) == https
    assert len(cookie.value) == 43  # 256 bits
    assert Device.objects.filter(token_hash=digest(cookie.value)).exists()
    assert not Device.objects.filter(token_hash__contains=cookie.value[:20]).exists()


def test_secrets_have_256_bits_and_links_128():
    assert len({chance.token() for _ in range(50)}) == 50
    assert len(chance.token()) == 43
    assert len(chance.link()) == 22


def test_a_secret_is_in_no_address_once_it_is_used(table):
    link = table.ann.post("pass", seat=3).context["link"]
    secret = link.rpartition("/")[2]
    assert len(secret) == 43
    assert Pass.objects.get().token_hash == digest(secret)
    phone = Phone(table, known=False)
    asked = phone.get(f"/p/{secret}")
    assert secret not in asked.content.decode() + str(asked.headers)
    used = phone.post(f"/p/{secret}")
    assert used.url == f"/s/{table.code}"
    page = phone.get()
    assert secret not in page.content.decode() + str(page.headers)


def test_a_link_is_shown_in_the_body_alone(table):
    shown = table.ann.post("pass", seat=3)
    secret = shown.context["link"].rpartition("/")[2]
    assert secret not in str(shown.headers)
    assert f'href="{shown.context["link"]}' not in shown.content.decode()
    assert "no-store" in shown.headers["Cache-Control"]


@pytest.fixture
def written(monkeypatch):
    """What the log of the server says, as it is set up in the settings."""
    stream = io.StringIO()
    configure_logging("logging.config.dictConfig", settings.LOGGING)
    (handler,) = (one for one in logging.getLogger().handlers if isinstance(one.formatter, Discreet))
    monkeypatch.setattr(handler, "stream", stream)
    yield stream.getvalue
    logging.getLogger().removeHandler(handler)


def test_the_log_tells_no_secret_address(table, monkeypatch, written):
    def broken(*_, **__):
        raise ZeroDivisionError("while /p/" + secret + " was opened")

    secret, link = passes.issue_pass(table.session, None), table.session.link
    monkeypatch.setattr(passes, "find_pass", broken)
    monkeypatch.setattr(access, "let_in", broken)
    logging.getLogger("django.request").setLevel(logging.DEBUG)
    client = Client(raise_request_exception=False)
    for path in (f"/p/{secret}", f"/j/{link}", f"/p/{secret}/more", f"/j/{link[:-1]}x"):
        client.get(path)
        Client(enforce_csrf_checks=True).post(path)
        Client(HTTP_HOST="a b").get(path)
    live.log.error("a stream at %s", f"/j/{link}")
    said = written()
    assert "Internal Server Error: /p/…" in said
    assert "Internal Server Error: /j/…" in said
    assert "ZeroDivisionError" in said
    assert secret not in said
    assert link[:-1] not in said
    assert not re.search(r"/[a-z]/[\w-]{16}", said)


def test_the_log_keeps_what_helps():
    line = logging.makeLogRecord({"msg": "no %s at /s/ABCDEF/log/12, /static/games/app.css", "args": ("way",)})
    assert Discreet("{message}", style="{").format(line) == "no way at /s/ABCDEF/log/12, /static/games/app.css"
