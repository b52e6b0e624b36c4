"""Django's pages beside the streams: each is made by one of a few threads, and handed over whole."""

import asyncio
import io
from collections.abc import Awaitable, Callable, MutableMapping
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

AT_ONCE = 1024 * 1024  # bytes of a file that are read before any of them is sent

django.setup()


class Pages(BaseHandler):
    """Django as an ASGI application that is given the whole request and gives back the whole answer.

    Threads and the event loop pass work to each other as seldom as can be: each time costs more than a small page.
    """

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.load_middleware()
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="page")

    async def __call__(self, scope: Message, body: bytes, send: Send) -> None:
        """Answer one request."""
        loop = asyncio.get_running_loop()

        async def send_it(message: Message) -> None:
            await send(message)

        def send_now(message: Message) -> None:
            asyncio.run_coroutine_threadsafe(send_it(message), loop).result()

        for message in await loop.run_in_executor(self.threads, self._answer, scope, body, send_now):
            await send(message)

    def _answer(self, scope: Message, body: bytes, send_now: Callable[[Message], None]) -> tuple[Message, ...]:
        """Make an answer, in a thread; what is long and made bit by bit is sent from here, the rest returned."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        response = self.get_response(ASGIRequest(scope, io.BytesIO(body)))
        try:
            start = {"type": "http.response.start", "status": response.status_code, "headers": _headers(response)}
            if _is_small(response):
                return start, {"type": "http.response.body", "body": b"".join(response)}
            send_now(start)
            for chunk in response:
                send_now({"type": "http.response.body", "body": chunk, "more_body": True})
            return ({"type": "http.response.body", "body": b""},)
        finally:
            response.close()


def _is_small(response: HttpResponseBase) -> bool:
    """Tell whether an answer is all there, or a file of no great length."""
    return not response.streaming or int(response.headers.get("Content-Length", AT_ONCE + 1)) <= AT_ONCE


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    headers = [(name.lower().encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    cookies = [(b"set-cookie", cookie.OutputString().encode("ascii")) for cookie in response.cookies.values()]
    return headers + cookies
