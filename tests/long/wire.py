"""HTTP/1.1 as light as can be, so that a few hundred phones fit into one process beside the server they load."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass

LOST = (OSError, asyncio.IncompleteReadError, EOFError)  # the server, or the line to it, has gone


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes


class Wire:
    """One kept-alive connection to a server: one request at a time. Raises LOST when it breaks."""

    def __init__(self, port: int, cookie: str, *more: str) -> None:
        self.port = port
        self.head = "\r\n".join([f"Host: 127.0.0.1:{port}", f"Cookie: {cookie}", *more])
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: str = "") -> Answer:
        """Send a request and return its answer; a line that had been closed meanwhile is opened again."""
        try:
            if self.writer is None or self.writer.is_closing() or self.reader.at_eof():
                self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
            form = "Content-Type: application/x-www-form-urlencoded\r\n" if body else ""
            length = f"{form}Content-Length: {len(body)}\r\n" if method == "POST" else ""
            self.writer.write(f"{method} {path} HTTP/1.1\r\n{self.head}\r\n{length}\r\n{body}".encode())
            return await _answer(self.reader)
        except BaseException:
            self.close()
            raise

    @property
    def own_port(self) -> int:
        """The port at this end of the line; 0 while there is none."""
        return self.writer.get_extra_info("sockname")[1] if self.writer else 0

    def close(self) -> None:
        """Hang up."""
        if self.writer:
            self.writer.close()
        self.writer = None


async def _answer(reader: asyncio.StreamReader) -> Answer:
    status, headers = await _head(reader)
    if status in (204, 304):
        return Answer(status, headers, b"")
    if headers.get("transfer-encoding") == "chunked":
        body = b""
        while size := int(await reader.readuntil(b"\r\n"), 16):
            body += (await reader.readexactly(size + 2))[:-2]
        await reader.readexactly(2)
        return Answer(status, headers, body)
    return Answer(status, headers, await reader.readexactly(int(headers.get("content-length", 0))))


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin1").split("\r\n")
    pairs = (line.partition(": ") for line in lines if line)
    return int(first.split()[1]), {name.lower(): value for name, _, value in pairs}


async def listen(
    port: int, path: str, cookie: str, opened: Callable[[int], None] = lambda _: None
) -> AsyncIterator[int]:
    """Open an event stream and yield the versions it says, until it ends. Raises LOST when it breaks.

    `opened` is told the port at this end of the line.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**12)
    try:
        opened(writer.get_extra_info("sockname")[1])
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n".encode())
        status, _ = await _head(reader)
        if status != 200:
            raise ConnectionError(f"The stream was answered {status}.")
        while line := await reader.readline():
            if line.startswith(b"data: "):
                yield int(line[6:])
    finally:
        writer.close()
        with suppress(*LOST):
            await writer.wait_closed()
