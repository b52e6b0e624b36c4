"""Somebody pulls the plug, again and again, while nine clients play: what was answered for is in the book, once.

    python tests/long/kill.py --kills 200 [--postgres]

Each client plays at a table of its own, with the phones of all its seats. At every other tap the host's phone enters
the same for that seat at the same instant: one of the two counts. All processes of a server with two workers are
killed (SIGKILL) at random moments, and it is started anew. A phone whose tap got no answer sends the same tap again,
key and all.
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
from figures import Figures, percentile
from served import Served, load
from tables import Phone, Table, Tap, tap
from wire import LOST

from games.codec import read_move, spell

FIRST_ANSWER = 3.0  # seconds from the restart
RECORDED, REFUSED = (200, 204), (403, 409)
PATIENCE = 20.0  # seconds for one answer: a server that is just coming up is not given up


class Night:
    """A table whose phones play on whatever happens to the server, and remember what they were answered."""

    def __init__(self, port: int, key: str, seed: int) -> None:
        self.port, self.key, self.rng = port, key, random.Random(seed)
        self.tables: list[Table] = []
        self.sent: dict[int, list[tuple[str, dict]]] = {}  # by table: keys and moves that were answered with 200
        self.again = 0  # taps that had to be sent once more
        self.rivals = Counter[str]()  # taps that two phones made at once, by who was recorded
        self.wrong: list[str] = []
        self.table = self._lay()

    def _lay(self) -> Table:
        table = Table(self.port, self.key)
        self.host = Phone(self.port, table.code, table.tokens[0])  # another window: it has lines of its own
        self.tables.append(table)
        self.sent[table.pk] = []
        self.line = table.told()
        return table

    async def play(self, over: asyncio.Event) -> None:
        """Tap, one after the other, until it is over."""
        while not over.is_set():
            due = tap(self.table.game, self.line.state, self.rng)
            if due is None or len(self.sent[self.table.pk]) > 250:
                self.table = await asyncio.to_thread(self._lay_apart)
                continue
            if not await self._make(due):
                return

    async def _make(self, due: Tap) -> bool:
        """Make a move, at every other tap from two phones at once: one of them is to be recorded, no more."""
        phones = [self.table.phone(due), *([self.host] if self.rng.random() < 0.5 else [])]
        keys = [secrets.token_urlsafe(16) for _ in phones]
        statuses = await asyncio.gather(*(self._send(phone, due, key) for phone, key in zip(phones, keys, strict=True)))
        recorded = [key for key, status in zip(keys, statuses, strict=True) if status in RECORDED]
        if len(recorded) != 1 or not {*statuses} <= {*RECORDED, *REFUSED}:
            self.wrong.append(f"{self.table.code}: {statuses} to {due.move}")
            return False
        if len(phones) > 1:
            self.rivals["the seat's own" if recorded == keys[:1] else "the host's"] += 1
        self.sent[self.table.pk].append((recorded[0], spell(due.move)))
        self.line = self.line.then(self.line.head + 1, due.move)
        return True

    def _lay_apart(self) -> Table:
        try:
            return self._lay()
        finally:
            connection.close()

    async def _send(self, phone: Phone, due: Tap, key: str) -> int:
        """Send a tap until it is answered; return the status, 0 if it never was."""
        for attempt in range(1000):
            self.again += attempt > 0
            with suppress(*LOST, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    answer = await phone.tap(due, key)
                if answer.status not in (502, 503):
                    return answer.status
            phone.hang_up()
            await asyncio.sleep(0.05)
        return 0

    def faults(self) -> list[str]:
        """Compare the book with what was answered."""
        found = list(self.wrong)
        for table in self.tables:
            log, sent = table.log, self.sent[table.pk]
            if [number for number, *_ in log] != list(range(1, len(log) + 1)):
                found.append(f"{table.code}: a gap in the numbers")
            if table.session.head != len(log):
                found.append(f"{table.code}: head {table.session.head}, but {len(log)} entries")
            keys = [key for *_, key in log if key]
            if len(keys) != len(set(keys)):
                found.append(f"{table.code}: a key twice")
            mine = [(key, spell(read_move(table.game, move))) for _, _, move, key in log if key]
            if mine[: len(sent)] != sent:
                found.append(f"{table.code}: an answered move is missing, doubled or changed")
            if len(mine) > len(sent):
                found.append(f"{table.code}: {len(mine)} entries for {len(sent)} answers")
            table.told()  # folds, or raises
        return found


async def first_answer(night: Night) -> float:
    """Return the seconds until a page is answered again."""
    began = time.perf_counter()
    phone = night.table.phones[0]
    while True:
        with suppress(*LOST):
            await phone.looks.ask("GET", "/help")
            return time.perf_counter() - began
        await asyncio.sleep(0.01)


async def evening(served: Served, nights: list[Night], kills: int, rng: random.Random) -> list[float]:
    over, waits = asyncio.Event(), []
    tasks = [asyncio.create_task(night.play(over)) for night in nights]
    for number in range(kills):
        await asyncio.sleep(rng.uniform(0.05, 1.0))
        served.kill()
        served.start(wait=False)
        waits.append(await first_answer(nights[0]))
        if number % 20 == 19:
            done = sum(len(sent) for night in nights for sent in night.sent.values())
            print(f"    {number + 1} kills, {done} moves", flush=True)
    over.set()
    await asyncio.gather(*tasks)
    return waits


def main() -> None:
    """Play and kill; then look into the book."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own instead of SQLite")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    rng = random.Random(wanted.seed)
    figures = Figures(f"Killed {wanted.kills} times on {room.KIND}; load before: {load()}")
    with Served("--workers", "2") as served:
        nights = [Night(served.port, ("dice", "poker")[number % 2], number) for number in range(9)]
        connection.close()
        waits = asyncio.run(evening(served, nights, wanted.kills, rng))
    answered = sum(len(sent) for night in nights for sent in night.sent.values())
    faults = [fault for night in nights for fault in night.faults()]
    figures.say("moves answered for, at so many tables", f"{answered:,} at {sum(len(n.tables) for n in nights)}")
    figures.say("taps sent again because their answer was lost", sum(night.again for night in nights))
    rivals = sum((night.rivals for night in nights), Counter())
    for whose, many in sorted(rivals.items()):
        figures.say(f"of two phones at once, recorded: {whose}", f"{many:,}")
    figures.promise("moves lost, doubled or changed, gaps in the numbers", len(faults), not faults, "none")
    for fault in faults[:5]:
        print("   ", fault)
    figures.say("first answer after the restart: median", f"{percentile(waits, 0.5):.2f} s")
    figures.promise(
        "first answer after the restart: the longest",
        f"{max(waits):.2f} s",
        max(waits) <= FIRST_ANSWER,
        f"≤ {FIRST_ANSWER:.0f} s",
    )
    figures.end()


if __name__ == "__main__":
    main()
