"""Cincy as an ASGI application: pages and moves by Django in a few threads, and the event streams beside it."""

import asyncio
import os
import re
import signal
import threading
from functools import partial
from types import FrameType
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cincy_site.settings")

from django.conf import settings
from django.utils.translation import gettext as _

from cincy_site.installation import HERE
from cincy_site.occupied import SERVED, held
from cincy_site.pages import Pages  # sets Django up: before anything of games
from cincy_site.security import HEADERS
from games import live
from games.live import Message, Receive, Send
from games.pulse import Pulse

LARGEST = 1024 * 1024  # bytes of a form; Django's own limits are lower still
PATIENCE = 20.0  # seconds a phone may take to send one
ARCHIVE = re.compile(r"/clubs/([0-9]+/)?bring")  # where a club's archive is sent: larger, and longer under way
ARCHIVE_PATIENCE = 180.0  # seconds

pages = Pages()
_headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_waiting: set[asyncio.Timeout] = set()  # for forms that are still arriving


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """Answer one request, or see one server come and go."""
    if scope["type"] == "lifespan":
        await _come_and_go(receive, send)
    elif scope["type"] == "http" and live.PATH.fullmatch(scope["path"]):
        await live.stream(scope, receive, _with_headers(send))
    elif scope["type"] == "http":
        await _page(scope, receive, _with_headers(send))


def _with_headers(send: Send) -> Send:
    """Add what Django adds to its own answers to those that are given beside it."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            there = {name.lower() for name, _value in message["headers"]}
            message["headers"] = [*message["headers"], *(pair for pair in _headers if pair[0] not in there)]
        await send(message)

    return sent


async def _page(scope: Message, receive: Receive, send: Send) -> None:
    """Let Django answer once all of the request is here: a phone that stalls half way must not hold a thread."""
    is_archive = ARCHIVE.fullmatch(scope["path"]) is not None
    largest = settings.LARGEST_ARCHIVE + LARGEST if is_archive else LARGEST
    try:
        async with asyncio.timeout(ARCHIVE_PATIENCE if is_archive else PATIENCE) as patience:
            _waiting.add(patience)
            body = await _whole(receive, largest)
    except TimeoutError:
        await live.answer(send, 408, _("The form did not arrive in time. Nothing was recorded; please send it again."))
        return
    finally:
        _waiting.discard(patience)
    if body is None:
        return
    if len(body) > largest:
        await live.answer(send, 413, _("That is more than a form can hold. Nothing was recorded."))
        return
    await pages(_with_length(scope, body), body, send)


def _with_length(scope: Message, body: bytes) -> Message:
    """Return the scope with the body's length, which a form sent in chunks does not say: Django's limits go by it."""
    others = [pair for pair in scope["headers"] if pair[0].lower() != b"content-length"]
    return {**scope, "headers": [*others, (b"content-length", b"%d" % len(body))]} if body else scope


async def _whole(receive: Receive, largest: int) -> bytes | None:
    """Return the request's body, as far as it is to be read; None if the phone has gone."""
    body = bytearray()
    while len(body) <= largest:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    return bytes(body)


async def _come_and_go(receive: Receive, send: Send) -> None:
    await receive()
    # A worker may outlive the `serve` that began it: each says for itself that it works with the folder.
    with held(HERE.data / SERVED, alone=False):
        live.reopen()
        pulse = Pulse()
        pulse.start()
        _let_go_on_signals()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        live.close()
        pulse.stop()
        await send({"type": "lifespan.shutdown.complete"})


def _let_go_on_signals() -> None:
    """End the streams, and wait for no form, as soon as the server is told to go.

    A server waits for its open answers first and says `lifespan.shutdown` after; an event stream would hold it up
    for ever. Done here and not in `serve`, it holds for every worker process and for a bare uvicorn too.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGINT, signal.SIGTERM):
        before = signal.getsignal(number)
        if callable(before):
            signal.signal(number, partial(_let_go, asyncio.get_running_loop(), before))


def _let_go(loop: asyncio.AbstractEventLoop, before: Any, number: int, frame: FrameType | None) -> None:
    live.close()
    loop.call_soon_threadsafe(_lose_patience)
    before(number, frame)


def _lose_patience() -> None:
    while _waiting:
        patience = _waiting.pop()
        if not patience.expired():
            patience.reschedule(0)
