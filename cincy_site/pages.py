"""Django's pages beside the streams: each is made by one of a few threads, and handed over whole."""

import asyncio
import io
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import django
from django.core import signals
from django.core.handlers.asgi import ASGIRequest, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpResponseBase
from django.urls import set_script_prefix

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
SendOn = Callable[[bytes], Coroutine[Any, Any, None]]

FETCHED = "/fragments"  # how the addresses end that phones fetch whenever the table moves on
FETCHES, OTHERS, LONG = 1, 4, 4  # threads of a process for those, for all else, for what is long to send
AT_ONCE = 1024 * 1024  # bytes of a file that are read before any of them is sent

django.setup()


class Pages(BaseHandler):
    """Django as an ASGI application that is given the whole request and gives back the whole answer.

    Python runs one thread at a time, and threads that contend for their turn slow each other down severalfold. So
    phones that fetch what has changed, which is most of all and never waits for a lock, are served one after the other.
    """

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()
        self.fetches = ThreadPoolExecutor(FETCHES, thread_name_prefix="fetch")
        self.others = ThreadPoolExecutor(OTHERS, thread_name_prefix="page")
        self.long = ThreadPoolExecutor(LONG, thread_name_prefix="long")

    async def __call__(self, scope: Message, body: bytes, send: Send) -> None:
        """Answer one request."""
        loop = asyncio.get_running_loop()
        threads = self.fetches if scope["path"].endswith(FETCHED) else self.others
        response, content = await loop.run_in_executor(threads, self._answer, scope, body)
        await send({"type": "http.response.start", "status": response.status_code, "headers": _headers(response)})
        if content is None:

            async def send_on(chunk: bytes) -> None:
                await send({"type": "http.response.body", "body": chunk, "more_body": True})

            await loop.run_in_executor(self.long, _send_all, response, send_on, loop)
        await send({"type": "http.response.body", "body": content or b""})

    def _answer(self, scope: Message, body: bytes) -> tuple[HttpResponseBase, bytes | None]:
        """Make an answer, in a thread; what is long and made bit by bit is left to be sent so."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        response = self.get_response(ASGIRequest(scope, io.BytesIO(body)))
        if not _is_small(response):
            return response, None
        try:
            return response, b"".join(response)
        finally:
            response.close()


def _send_all(response: HttpResponseBase, send_on: SendOn, loop: asyncio.AbstractEventLoop) -> None:
    """Send an answer bit by bit, from a thread that has the time for a slow phone."""
    try:
        for chunk in response:
            asyncio.run_coroutine_threadsafe(send_on(chunk), loop).result()
    finally:
        response.close()


def _is_small(response: HttpResponseBase) -> bool:
    """Tell whether an answer is all there, or a file of no great length."""
    return not response.streaming or int(response.headers.get("Content-Length", AT_ONCE + 1)) <= AT_ONCE


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    headers = [(name.lower().encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    cookies = [(b"set-cookie", cookie.OutputString().encode("ascii")) for cookie in response.cookies.values()]
    return headers + cookies
