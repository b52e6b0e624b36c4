"""Phones that listen: a table that is played with all of its streams open, and streams that are only held."""

import asyncio
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress

from tables import Phone, Table
from wire import LOST, listen


class Seen:
    """When the others had heard of a move, and when they had seen it: seconds since it was sent."""

    def __init__(self) -> None:
        self.heard: list[float] = []
        self.seen: list[float] = []
        self.answered: list[float] = []
        self.refused: list[str] = []


class Live:
    """A table that is played, with every phone listening."""

    def __init__(self, table: Table, seen: Seen, taps: Sequence) -> None:
        self.table, self.seen, self.taps = table, seen, iter(taps)
        self.sent, self.mover = 0.0, None
        self.tasks: list[asyncio.Task] = []
        self.open = 0
        self.turn = asyncio.Lock()
        self.missing, self.all_seen = 0, asyncio.Event()  # how many of the others have not seen the last move yet

    async def come(self) -> None:
        """Let every phone load its page and open its stream."""
        for phone in self.table.phones:
            await phone.fetch()
        self.tasks = [asyncio.create_task(self._listen(phone)) for phone in self.table.phones]
        while self.open < len(self.tasks):
            await asyncio.sleep(0.01)

    async def go(self) -> None:
        """Drop every stream and line."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for phone in self.table.phones:
            phone.hang_up()

    async def _listen(self, phone: Phone) -> None:
        news, known = asyncio.Event(), None
        fetching = asyncio.create_task(self._fetch(phone, news))
        try:
            async for version in listen(phone.port, f"{phone.path}/stream", phone.cookie):
                if known is None:
                    self.open += 1
                elif version != known and phone is not self.mover:
                    self.seen.heard.append(time.perf_counter() - self.sent)
                    news.set()
                known = version
        finally:
            fetching.cancel()

    async def _fetch(self, phone: Phone, news: asyncio.Event) -> None:
        while await news.wait():
            news.clear()
            sent = self.sent
            await phone.fetch()
            self.seen.seen.append(time.perf_counter() - sent)
            self.missing -= 1
            if self.missing <= 0:
                self.all_seen.set()

    async def move(self) -> bool:
        """Make the next move; False when there is none left."""
        async with self.turn:
            due = next(self.taps, None)
            if due is None:
                return False
            self.mover = self.table.phone(due)
            self.missing = len(self.table.phones) - 1
            self.all_seen.clear()
            self.sent = time.perf_counter()
            answer = await self.mover.tap(due, secrets.token_urlsafe(16))
        self.seen.answered.append(time.perf_counter() - self.sent)
        if answer.status not in (200, 204):
            self.seen.refused.append(f"{answer.status} to {due.move}: {answer.body[:300]!r}")
        return True


class streams:  # noqa: N801 - used like a function
    """A stream for each of these phones, open all the while."""

    def __init__(self, phones: Sequence[Phone]) -> None:
        self.phones = phones
        self.tasks: list[asyncio.Task] = []
        self.open = 0

    async def __aenter__(self) -> None:
        for phone in self.phones:
            self.tasks.append(asyncio.create_task(self._hold(phone)))
            while len(self.tasks) - self.open > 50:
                await asyncio.sleep(0.01)
        while self.open < len(self.phones):
            await asyncio.sleep(0.02)

    async def __aexit__(self, *_: object) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _hold(self, phone: Phone) -> None:
        first = True
        with suppress(*LOST):
            async for _ in listen(phone.port, f"{phone.path}/stream", phone.cookie):
                self.open += first
                first = False
