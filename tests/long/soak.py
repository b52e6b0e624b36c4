"""A long night: tables are laid, played and finished, phones come and go; the server's memory must not grow with it.

    python tests/long/soak.py --minutes 30 [--postgres]

After a third of the time everything that is remembered is warm; from then on the line through the measured memory
must rise by less than GROWTH an hour.
"""

import argparse
import asyncio
import random
import secrets
import time
from collections import Counter
from contextlib import suppress

import room
from django.db import connection
from figures import Figures
from served import Served, load
from tables import TERMS, Phone, Table, evening
from wire import LOST, listen

AT_A_TIME = 8  # tables
PACE = 0.25  # seconds between two taps at a table
GROWTH = 20 * 2**20  # bytes an hour
EVERY = 5.0  # seconds between two looks at the server
ENOUGH = 20  # looks: a line through fewer says nothing, and through a single one there is none


class Night:
    """So many tables at a time, one after the other, with phones that look in and leave again."""

    def __init__(self, port: int) -> None:
        self.port, self.rng, self.did = port, random.Random(1), Counter[str]()

    async def tables(self, end: float) -> None:
        while time.monotonic() < end:
            key = self.rng.choice(("dice", "poker"))
            table = await asyncio.to_thread(self._lay, key)
            guests = asyncio.create_task(self._come_and_go(table))
            for due in evening(key, self.rng.randrange(10**6)):
                if time.monotonic() > end:
                    break
                await self._tap(table, due)
                await asyncio.sleep(PACE)
            else:
                self.did["tables finished"] += 1
            guests.cancel()
            await asyncio.gather(guests, return_exceptions=True)
            for phone in table.phones:
                phone.hang_up()

    def _lay(self, key: str) -> Table:
        try:
            return Table(self.port, key)
        finally:
            connection.close()

    async def _tap(self, table: Table, due) -> None:
        phone = table.phone(due)
        answer = await phone.tap(due, secrets.token_urlsafe(16))
        self.did["taps" if answer.status in (200, 204) else f"taps answered {answer.status}"] += 1
        await self.rng.choice(table.phones).fetch()

    async def _come_and_go(self, table: Table) -> None:
        while True:
            watching = [asyncio.create_task(self._watch(phone)) for phone in self.rng.sample(table.phones, 4)]
            try:
                await asyncio.sleep(self.rng.uniform(0.5, 4))
            finally:
                for task in watching:
                    task.cancel()
                await asyncio.gather(*watching, return_exceptions=True)

    async def _watch(self, phone: Phone) -> None:
        self.did["streams opened"] += 1
        with suppress(*LOST):
            async for _ in listen(self.port, f"{phone.path}/stream", phone.cookie):
                self.did["nudges"] += 1


async def measure(served: Served, end: float) -> list[tuple[float, int]]:
    """Look at the server's memory every so often, and once more at the end: seconds and bytes."""
    found = []
    while (now := time.monotonic()) < end:
        found.append((now, served.memory))
        await asyncio.sleep(min(EVERY, end - now))
    return [*found, (now, served.memory)]


def slope(points: list[tuple[float, int]]) -> float:
    """Return the rise of the straight line that fits best, in bytes a second."""
    middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    return sum((x - middle[0]) * (y - middle[1]) for x, y in points) / sum((x - middle[0]) ** 2 for x, _ in points)


async def soak(served: Served, night: Night, minutes: float) -> list[tuple[float, int]]:
    end = time.monotonic() + minutes * 60
    *_, found = await asyncio.gather(*(night.tables(end) for _ in range(AT_A_TIME)), measure(served, end))
    return found


def main() -> None:
    """Play all night, and weigh the server."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own instead of SQLite")
    wanted = parser.parse_args()
    TERMS["poker"]["hands"] = 3
    figures = Figures(f"{wanted.minutes:g} minutes on {room.KIND}; load before: {load()}")
    with Served() as served:
        night = Night(served.port)
        points = asyncio.run(soak(served, night, wanted.minutes))
        left = served.threads, served.files
        said = served.said()
    for what, many in sorted(night.did.items()):
        figures.say(what, f"{many:,}")
    warm = points[len(points) // 3 :]
    for when, (_, size) in (("at the beginning", points[0]), ("after warming up", warm[0]), ("at the end", warm[-1])):
        figures.say(f"memory {when}", _mb(size))
    figures.say("threads and open files at the end", "{} and {}".format(*left))
    if len(warm) > ENOUGH:
        rise = slope(warm) * 3600
        figures.promise("memory's rise", f"{_mb(rise)} an hour", rise < GROWTH, f"< {_mb(GROWTH)}")
    else:
        figures.say("memory's rise", "too short")
    refused = sum(many for what, many in night.did.items() if what.startswith("taps answered"))
    figures.promise("taps refused", refused, not refused, "none")
    figures.promise("lines in the server's log", len(said.splitlines()), not said, "none")
    print(said[-3000:], end="")
    figures.end()


def _mb(size: float) -> str:
    return f"{size / 2**20:.0f} MB"


if __name__ == "__main__":
    main()
