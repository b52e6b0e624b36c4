"""Tells waiting phones that a session has moved on: its version, nothing else."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import close_old_connections
from django.http import parse_cookie
from django.http.request import split_domain_port, validate_host
from django.utils.translation import gettext as _

from . import access, limits, lookups
from .models import Device, Session
from .watch import Watcher

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PATH = re.compile(r"/s/(?P<code>[A-Za-z0-9]{4,8})/stream", re.ASCII)
RETRY = 2000  # milliseconds a phone waits before it comes back
PING = 15.0  # seconds of silence before a sign of life

log = logging.getLogger(__name__)


def nudge(session_id: int, version: int) -> None:
    """Wake the phones of this process that wait for a session. May be called from any thread."""
    if session_id in _board.lines:
        _board.soon(_board.tell, session_id, version)


def sessions() -> list[int]:
    """Return the sessions that somebody waits for in this process. May be called from any thread."""
    return list(_board.lines)


def devices() -> set[int]:
    """Return the phones that wait in this process. May be called from any thread."""
    lines = [line for some in list(_board.lines.values()) for line in list(some)]
    return {line.device_id for line in lines}


def close() -> None:
    """End every stream, now and from now on: the server is going. May be called from any thread or signal handler."""
    _board.is_closing = True
    _board.soon(_board.end_all)


def reopen() -> None:
    """Take streams again: a server has come up in this process."""
    _board.is_closing = False


async def stream(scope: Message, receive: Receive, send: Send) -> None:
    """Answer `/s/<code>/stream`: the session's version now, and each newer one, as server-sent events."""
    if scope["method"] != "GET":
        await answer(send, 405, _("This address can only be read."), (b"allow", b"GET"))
    elif not _is_for_us(scope):
        await answer(send, 400, _("Cincy does not go by that name here."))
    elif _board.is_closing:
        await answer(send, 503, _("Cincy is just going down."))
    else:
        await _stream(scope, receive, send)


async def _stream(scope: Message, receive: Receive, send: Send) -> None:
    try:
        found = await sync_to_async(_find)(scope["path"], _token(scope), (scope.get("client") or [""])[0])
        if found is None:
            await answer(send, 404, _("There is no such session."))
            return
        with limits.STREAMS.hold(f"device {found[2]}"):
            await _hold(_Line(*found), receive, send)
    except DatabaseError:
        await _cannot_read(send)
    except limits.TooMany as much:
        await answer(send, 429, str(much.words), (b"retry-after", b"%d" % much.wait))


async def _hold(line: "_Line", receive: Receive, send: Send) -> None:
    listener = asyncio.create_task(_listen(receive, line))
    _board.plug(line)
    try:
        # What was written between looking the session up and this moment nobody has told this line.
        line.tell(await sync_to_async(_version)(line.session_id))
        with suppress(OSError):  # the phone has gone while it was being told
            await _tell(send, line)
    finally:
        _board.unplug(line)
        listener.cancel()


async def _cannot_read(send: Send) -> None:
    log.exception("A stream could not look its session up.")
    await answer(send, 503, _("Cincy cannot read its book at the moment. Please try again."))


async def _tell(send: Send, line: "_Line") -> None:
    await _start(send, 200, b"text/event-stream", (b"x-accel-buffering", b"no"))
    await send({"type": "http.response.body", "body": b"retry: %d\n\n" % RETRY, "more_body": True})
    while chunk := await _next(line):
        await send({"type": "http.response.body", "body": chunk, "more_body": True})
        if line.is_newer and not await _still_hears(line):
            break  # that it was sent away is the last it hears
    await send({"type": "http.response.body", "body": b""})


async def _still_hears(line: "_Line") -> bool:
    """Look again, after each news, whether a phone is told that only waits, or hears as a member of the club.

    Who has been let in stays so: for nearly all this costs nothing.
    """
    line.is_newer = False
    if line.is_in:
        return True
    try:
        return await sync_to_async(_hears)(line.session_id, line.device_id)
    except DatabaseError:
        log.exception("A stream could not look up who listens; it ends, and is looked up anew when it comes back.")
        return False


async def _next(line: "_Line") -> bytes:
    """Wait for what is to be sent next; nothing: the stream is over."""
    try:
        async with asyncio.timeout(PING):
            await line.news.wait()
    except TimeoutError:
        return b"data: %d\n\n" % line.version  # again, so that the page itself knows that it is connected
    line.news.clear()
    return b"" if line.is_over else b"data: %d\n\n" % line.version


async def _listen(receive: Receive, line: "_Line") -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    line.end()


async def answer(send: Send, status: int, words: str, *headers: tuple[bytes, bytes]) -> None:
    """Send a whole answer of one sentence."""
    body = words.encode()
    length = (b"content-length", b"%d" % len(body))
    await _start(send, status, b"text/plain; charset=utf-8", length, *headers)
    await send({"type": "http.response.body", "body": body})


async def _start(send: Send, status: int, kind: bytes, *more: tuple[bytes, bytes]) -> None:
    headers = [
        (b"content-type", kind),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        *more,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})


def _is_for_us(scope: Message) -> bool:
    """Tell whether the request names a host that Django would answer for."""
    hosts = [value.decode("latin1") for name, value in scope["headers"] if name == b"host"]
    domain = split_domain_port(hosts[0])[0] if len(hosts) == 1 else ""
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def _token(scope: Message) -> str:
    """Return what the cookie says of the phone; nothing: it has none."""
    pairs = b"; ".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin1")
    return parse_cookie(pairs).get(access.cookie_name(), "")


def _find(path: str, token: str, address: str) -> tuple[int, int, int, bool] | None:
    """Return id and version of the session a stream's path names, the id of the phone that listens, and if it is in.

    To a phone that is not let in there, and has not asked to be, it is a wrong code. Raises limits.TooMany.
    """
    close_old_connections()  # outside of Django's requests nobody else does
    match = PATH.fullmatch(path)
    if match is None:
        return None
    session = Session.objects.filter(code=match["code"].upper()).first()
    device = access.known_device(token)
    if session and device and access.hears(session, device):
        return session.pk, session.version, device.pk, lookups.is_guest(session.pk, device.pk)
    limits.WRONG_CODES.take(access.knocker(device, address), match["code"].upper())
    return None


def _hears(session_id: int, device_id: int) -> bool:
    session = Session.objects.filter(pk=session_id).first()
    return session is not None and access.hears(session, Device.objects.filter(pk=device_id).first())


def _version(session_id: int) -> int:
    """Return the version of a session now; 0 if it is gone."""
    return Session.objects.filter(pk=session_id).values_list("version", flat=True).first() or 0


class _Line:
    """One waiting phone: the newest version, and whether it has still to be told."""

    def __init__(self, session_id: int, version: int, device_id: int, is_in: bool) -> None:
        self.session_id = session_id
        self.version = version
        self.device_id = device_id
        self.is_in = is_in  # it has been let in, which is for good
        self.is_newer = False  # it was told something since it was last looked up
        self.is_over = False
        self.news = asyncio.Event()
        self.news.set()

    def tell(self, version: int) -> None:
        if version > self.version:
            self.version = version
            self.is_newer = True
            self.news.set()

    def end(self) -> None:
        self.is_over = True
        self.news.set()


class _Board:
    """The lines of this process by session. Only the event loop changes it; other threads look, and ask it to."""

    def __init__(self) -> None:
        self.lines: dict[int, set[_Line]] = {}
        self.loop: asyncio.AbstractEventLoop | None = None
        self.watcher: Watcher | None = None
        self.is_closing = False

    def plug(self, line: _Line) -> None:
        self.loop = asyncio.get_running_loop()
        self.lines.setdefault(line.session_id, set()).add(line)
        if self.watcher is None:
            self.watcher = Watcher(lambda: list(self.lines), nudge)
            self.watcher.start()
        if self.is_closing:
            line.end()

    def unplug(self, line: _Line) -> None:
        lines = self.lines[line.session_id]
        lines.discard(line)
        if not lines:
            del self.lines[line.session_id]
        if not self.lines and self.watcher:
            self.watcher.over.set()
            self.watcher = self.loop = None

    def tell(self, session_id: int, version: int) -> None:
        for line in self.lines.get(session_id, ()):
            line.tell(version)

    def end_all(self) -> None:
        for lines in self.lines.values():
            for line in lines:
                line.end()

    def soon(self, deed: Callable[..., None], *words: Any) -> None:
        loop = self.loop
        if loop is not None:
            with suppress(RuntimeError):  # closed since: nobody waits any more
                loop.call_soon_threadsafe(deed, *words)


_board = _Board()
