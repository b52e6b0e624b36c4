"""The event stream beside the pages: versions, at once and as they come, from anywhere; and nothing left behind."""

import asyncio
import threading
import time
from contextlib import suppress
from types import SimpleNamespace

import pytest
from asgiref.sync import sync_to_async
from django.db import DatabaseError, connection, connections, transaction

from cincy_site import asgi
from cincy_site.security import HEADERS
from games import access, limits, live, watch
from games.models import Claim, Club, Device, Member, Session, digest

pytestmark = pytest.mark.django_db(transaction=True)


class Phone:
    """A fake ASGI client at one stream; without a token it is a stranger's."""

    def __init__(self, path="/s/ABCD/stream", method="GET", host=b"cincy.test:8000", token="bens"):
        headers = [(b"host", host), (b"cookie", f"{access.cookie_name()}={token}".encode())]
        self.scope = {"type": "http", "method": method, "path": path, "headers": headers, "client": ("192.0.2.1", 1)}
        self.inbox: asyncio.Queue = asyncio.Queue()
        self.inbox.put_nowait({"type": "http.request", "body": b"", "more_body": False})
        self.start = None
        self.parts: asyncio.Queue = asyncio.Queue()

    async def __aenter__(self):
        self.task = asyncio.create_task(asgi.application(self.scope, self.inbox.get, self._send))
        return self

    async def __aexit__(self, *_):
        self.hang_up()
        await asyncio.wait_for(self.task, 2)

    async def _send(self, message):
        if message["type"] == "http.response.start":
            self.start = SimpleNamespace(status=message["status"], headers=dict(message["headers"]))
        else:
            self.parts.put_nowait(message)

    def hang_up(self):
        self.inbox.put_nowait({"type": "http.disconnect"})

    async def next(self):
        message = await asyncio.wait_for(self.parts.get(), 2)
        return message["body"].decode(), message.get("more_body", False)

    async def data(self):
        """The next version."""
        while True:
            body, _ = await self.next()
            if body.startswith("data: "):
                return int(body.removeprefix("data: "))


@pytest.fixture
def session():
    """A session that Ben's phone has been let in at."""
    made = Session.objects.create(code="ABCD", link="l", game="dice", title="Friday", made_with="k", version=7)
    access.let_in(made, Device.objects.create(token_hash=digest("bens")))
    return made


@pytest.fixture(autouse=True)
def _nothing_is_left():
    live.reopen()
    yield
    assert live._board.lines == {}
    assert live._board.watcher is None
    for thread in threading.enumerate():
        if thread.name == "live-watcher":
            thread.join(2)
            assert not thread.is_alive()
    asyncio.run(sync_to_async(connections.close_all)())  # that of the thread in which streams look things up


def write(version):
    with transaction.atomic():
        Session.objects.filter(code="ABCD").update(version=version)
        watch.announce(Session.objects.get(code="ABCD").pk, version)
    connection.close()


def written_elsewhere(version):
    """Another process writes: another connection, and no nudge."""
    thread = threading.Thread(target=write, args=(version,))
    thread.start()
    return thread


def test_a_phone_hears_the_version_at_once_and_then_each_newer_one(session):
    async def evening():
        async with Phone() as phone:
            assert await phone.next() == ("retry: 2000\n\n", True)
            assert await phone.next() == ("data: 7\n\n", True)
            threading.Thread(target=live.nudge, args=(session.pk, 8)).start()
            assert await phone.data() == 8
            assert phone.start.status == 200
            assert phone.start.headers[b"content-type"] == b"text/event-stream"
            assert phone.start.headers[b"x-accel-buffering"] == b"no"

    asyncio.run(evening())


def test_nudges_that_come_together_are_one(session):
    async def evening():
        async with Phone() as phone:
            assert await phone.data() == 7
            for version in (8, 9, 10, 9):
                live.nudge(session.pk, version)
            assert await phone.data() == 10
            await asyncio.sleep(0.05)
            assert phone.parts.empty()

    asyncio.run(evening())


def test_what_another_process_wrote_arrives(session):
    async def evening():
        async with Phone() as phone, Phone() as other:
            assert await phone.data() == await other.data() == 7
            written_elsewhere(8)
            assert await phone.data() == await other.data() == 8

    asyncio.run(evening())


def test_a_database_without_a_change_counter_is_read_every_so_often(session, monkeypatch):
    monkeypatch.setattr(watch, "WAYS", {})

    async def evening():
        async with Phone() as phone:
            assert await phone.data() == 7
            await asyncio.sleep(0.05)
            written_elsewhere(8)
            assert await phone.data() == 8

    asyncio.run(evening())


def test_what_was_written_while_the_phone_came_in_is_not_missed(session, monkeypatch):
    find = live._find

    def slow(*asked):
        found = find(*asked)
        written_elsewhere(8).join()
        return found

    monkeypatch.setattr(live, "_find", slow)

    async def evening():
        async with Phone() as phone:
            assert await phone.data() == 8

    asyncio.run(evening())


def test_a_session_hears_only_its_own(session):
    async def evening():
        async with Phone() as phone:
            assert await phone.data() == 7
            live.nudge(session.pk + 1, 99)
            await asyncio.sleep(0.05)
            assert phone.parts.empty()

    asyncio.run(evening())


def test_a_silent_stream_gives_a_sign_of_life(session, monkeypatch):
    monkeypatch.setattr(live, "PING", 0.05)

    async def evening():
        async with Phone() as phone:
            assert await phone.data() == 7
            assert await phone.next() == ("data: 7\n\n", True)
            assert await phone.next() == ("data: 7\n\n", True)

    asyncio.run(evening())


def test_the_watcher_comes_back_after_an_error_and_says_so(session, monkeypatch, caplog):
    failures = iter([1, 2])

    def broken(watcher):
        if next(failures, None):
            raise DatabaseError("gone")
        return watch._read(watcher)

    monkeypatch.setattr(watch, "WAYS", {connection.vendor: broken})
    monkeypatch.setattr(watch, "BACKOFF", (0.01, 0.02))

    async def evening():
        async with Phone() as phone:
            assert await phone.data() == 7
            written_elsewhere(8)
            assert await phone.data() == 8

    asyncio.run(evening())
    assert caplog.text.count("watcher") >= 2


@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL has listeners to lose")
def test_a_killed_listener_comes_back_and_misses_nothing(session, monkeypatch, caplog):
    monkeypatch.setattr(watch, "BACKOFF", (0.3, 0.3))
    ours = connection.connection.info.backend_pid

    async def evening():
        async with Phone() as phone, Phone() as other:
            assert await phone.data() == await other.data() == 7
            await asyncio.to_thread(kill_all_but, ours)
            written_elsewhere(8)  # while nobody listens
            assert await phone.data() == await other.data() == 8
            written_elsewhere(9)
            assert await phone.data() == await other.data() == 9

    asyncio.run(evening())
    assert caplog.text.count("watcher") == 1


def kill_all_but(pid):
    with connection.cursor() as cursor:
        others = "pid NOT IN (%s, pg_backend_pid()) AND datname = current_database()"
        cursor.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}", [pid])
    connection.close()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL says what was written")
def test_what_is_taken_back_is_not_announced(session):
    def taken_back():
        with suppress(ZeroDivisionError), transaction.atomic():
            watch.announce(session.pk, 99)
            raise ZeroDivisionError
        connection.close()

    async def evening():
        async with Phone() as phone:
            assert await phone.data() == 7
            await asyncio.to_thread(taken_back)
            written_elsewhere(8)
            assert await phone.data() == 8

    asyncio.run(evening())


def test_a_closing_server_ends_every_stream_at_once(session):
    async def evening():
        async with Phone() as phone, Phone() as other:
            await phone.data()
            await other.data()
            began = time.monotonic()
            threading.Thread(target=live.close).start()
            assert await phone.next() == ("", False)
            assert await other.next() == ("", False)
            assert time.monotonic() - began < 0.5
        async with Phone() as late:
            await late.next()
            assert late.start.status == 503

    asyncio.run(evening())


def test_a_stream_that_is_cancelled_leaves_nothing(session):
    async def evening():
        async with Phone() as phone:
            await phone.data()
            phone.task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await phone.task
            phone.task = asyncio.create_task(asyncio.sleep(0))

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"path": "/s/WXYZ/stream"}, 404),
        ({"method": "POST"}, 405),
        ({"host": b"evil.example"}, 400),
        ({"host": b""}, 400),
        ({"path": "/s/abcd/stream"}, 200),
    ],
)
def test_who_is_answered_what(session, settings, asked, status):
    settings.ALLOWED_HOSTS = ["cincy.test"]

    async def evening():
        async with Phone(**asked) as phone:
            body, _ = await phone.next()
            assert phone.start.status == status
            assert body

    asyncio.run(evening())


def status_of(path="/s/ABCD/stream", token=""):
    """The status a stream is answered with, and what is said instead of it; the stream ends at once."""

    async def knock():
        async with Phone(path, token=token) as phone:
            body, _ = await phone.next()
            return phone.start, body

    return asyncio.run(knock())


def known(token):
    return Device.objects.create(token_hash=digest(token))


def test_a_stream_is_for_those_who_are_let_in(session):
    guest, asks, sits, runs, _else = (known(token) for token in ("guest", "asks", "sits", "runs", "else"))
    access.let_in(session, guest)
    Claim.objects.create(session=session, device=asks, name="Eve")
    session.seats.create(number=1, name="Ann", device=sits)
    Session.objects.filter(pk=session.pk).update(host=runs)
    for token, status in {"guest": 200, "asks": 200, "sits": 200, "runs": 200, "else": 404, "": 404, "x": 404}.items():
        start, _ = status_of(token=token)
        assert (token, start.status) == (token, status)


def test_to_a_stranger_every_stream_is_one_that_is_not_there(session):
    known("stranger")
    answers = [status_of(path, token) for path in ("/s/ABCD/stream", "/s/WXYZ/stream") for token in ("", "stranger")]
    assert {(start.status, body) for start, body in answers} == {(404, "There is no such session.")}


@pytest.mark.parametrize("how", ["waits", "reads in the club"])
def test_who_is_sent_away_hears_that_and_no_more(session, how):
    device = Device.objects.create(token_hash=digest("eves"))
    if how == "waits":
        heard = Claim.objects.create(session=session, device=device, name="Eve")
    else:
        session.club = Club.objects.create(name="Fridays", link="f")
        session.save()
        heard = Member.objects.create(club=session.club, device=device)

    async def evening():
        async with Phone(token="eves") as phone, Phone() as other:
            assert await phone.data() == await other.data() == 7
            written_elsewhere(8)
            assert await phone.data() == await other.data() == 8
            await sync_to_async(heard.delete)()
            written_elsewhere(9)
            assert await phone.data() == await other.data() == 9
            assert await phone.next() == ("", False)
            written_elsewhere(10)
            assert await other.data() == 10
            assert phone.parts.empty()
        assert (await sync_to_async(lambda: live._find("/s/ABCD/stream", "eves", ""))()) is None

    asyncio.run(evening())


def test_a_stream_that_cannot_look_its_phone_up_ends(session, monkeypatch, caplog):
    Claim.objects.create(session=session, device=Device.objects.create(token_hash=digest("eves")), name="Eve")

    def broken(*_):
        raise DatabaseError("gone")

    monkeypatch.setattr(live, "_hears", broken)

    async def evening():
        async with Phone(token="eves") as phone:
            assert await phone.data() == 7
            written_elsewhere(8)
            assert await phone.data() == 8
            assert await phone.next() == ("", False)

    asyncio.run(evening())
    assert "could not look up who listens" in caplog.text


def test_codes_tried_at_streams_are_counted(session):
    for at in range(limits.WRONG_CODES.most):
        assert status_of(f"/s/WXY{at}/stream")[0].status == 404
    for path in ("/s/WXYZ/stream", "/s/ABCD/stream"):
        start, words = status_of(path)
        assert start.status == 429
        assert 0 < int(start.headers[b"retry-after"]) <= 600
        assert "Scan the QR" in words
    assert status_of(token="bens")[0].status == 200  # at the same address


def test_a_phone_has_so_many_streams_and_a_closed_one_is_free_again(session, monkeypatch):
    monkeypatch.setattr(limits.STREAMS, "most", 2)

    async def evening():
        async with Phone() as one, Phone() as two:
            assert await one.data() == await two.data() == 7
            async with Phone() as three:
                body, _ = await three.next()
                assert three.start.status == 429
                assert b"retry-after" in three.start.headers
                assert "pages of this phone" in body
        async with Phone() as four:
            assert await four.data() == 7

    asyncio.run(evening())
    assert not limits.STREAMS._held


def test_streams_that_are_looked_for_in_vain_hold_no_place(session, monkeypatch):
    monkeypatch.setattr(limits.STREAMS, "most", 1)

    def broken(session_id):
        raise DatabaseError("gone")

    monkeypatch.setattr(live, "_version", broken)
    for _ in range(3):
        assert status_of(token="bens")[0].status == 503


@pytest.mark.parametrize(
    "asked",
    [{}, {"path": "/s/WXYZ/stream"}, {"method": "POST"}, {"host": b"evil.example"}, {"path": "/no/such/page"}],
)
def test_a_stream_and_what_is_said_instead_have_the_headers_of_a_page(session, settings, asked):
    settings.ALLOWED_HOSTS = ["cincy.test"]

    async def evening():
        async with Phone(**asked) as phone:
            phone.scope |= {"query_string": b"", "http_version": "1.1"}
            await phone.next()
            return phone.start.headers

    headers = asyncio.run(evening())
    for name, value in HEADERS.items():
        assert headers[name.lower().encode()] == value.encode(), name


def test_a_book_that_cannot_be_read_is_said_so(session, monkeypatch):
    def broken(*asked):
        raise DatabaseError("locked")

    monkeypatch.setattr(live, "_find", broken)

    async def evening():
        async with Phone() as phone:
            body, _ = await phone.next()
            assert phone.start.status == 503
            assert "again" in body

    asyncio.run(evening())


def test_a_nudge_without_a_server_is_nothing():
    live.nudge(1, 2)
    live.close()


def form(*pieces, more=False):
    """A phone that sends a form, in pieces; `more`: and then stalls."""
    phone = Phone(path="/join", method="POST")
    phone.scope |= {"query_string": b"", "http_version": "1.1"}
    phone.inbox = asyncio.Queue()
    for number, piece in enumerate(pieces, 1):
        phone.inbox.put_nowait({"type": "http.request", "body": piece, "more_body": more or number < len(pieces)})
    return phone


def test_a_form_reaches_django_whole(monkeypatch):
    async def pages(scope, body, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})

    monkeypatch.setattr(asgi, "pages", pages)

    async def evening():
        async with form(b"move=", b"bet") as phone:
            assert await phone.next() == ("move=bet", False)

    asyncio.run(evening())


def test_a_form_without_end_is_refused():
    async def evening():
        async with form(*[b"x" * 65536] * 17, more=True) as phone:
            await phone.next()
            assert phone.start.status == 413

    asyncio.run(evening())


def test_a_form_that_stalls_holds_nothing_up(monkeypatch):
    monkeypatch.setattr(asgi, "PATIENCE", 0.05)

    async def evening():
        async with form(b"move=", more=True) as phone:
            await phone.next()
            assert phone.start.status == 408
        assert not asgi._waiting

    asyncio.run(evening())


def test_a_phone_that_goes_while_it_sends_gets_no_answer():
    async def evening():
        async with form(b"move=", more=True) as phone:
            phone.hang_up()
            await asyncio.wait_for(phone.task, 2)
            assert phone.start is None

    asyncio.run(evening())
