"""Two processes serve one table: whatever one of them records, the streams at both of them hear.

    python tests/long/workers.py --moves 200 [--postgres]

Chance decides which process takes a connection; the kernel's table of sockets tells which it was. So lines are opened
until each process holds two streams, and each move is sent on a line to one process and to the other in turns.
"""

import argparse
import asyncio
import secrets
import time
from collections import Counter
from itertools import cycle, islice

import room
from figures import Figures, ms, percentile
from served import Served, load
from tables import Phone, Table, evening
from wire import listen

EACH = 2  # streams held at each process
TRIES = 400  # connections, until chance must have found both
PATIENCE = 10.0  # seconds for a nudge


class Ear:
    """A stream that is held, and the version it has heard last."""

    def __init__(self, phone: Phone) -> None:
        self.own_port, self.version, self.heard = 0, 0, asyncio.Condition()
        self.task = asyncio.create_task(self._listen(phone))

    async def _listen(self, phone: Phone) -> None:
        async for version in listen(phone.port, f"{phone.path}/stream", phone.cookie, self._opened):
            async with self.heard:
                self.version = version
                self.heard.notify_all()

    def _opened(self, own_port: int) -> None:
        self.own_port = own_port

    async def hears(self, than: int) -> float:
        """Wait for a version newer than this one; return the moment. Raises TimeoutError."""
        async with asyncio.timeout(PATIENCE), self.heard:
            await self.heard.wait_for(lambda: self.version > than)
        return time.perf_counter()

    async def close(self) -> None:
        """Hang up."""
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


async def ears_at_both(served: Served, table: Table) -> dict[int, list[Ear]]:
    """Open streams until each of two processes holds some; return them by process."""
    found: dict[int, list[Ear]] = {}
    for phone in islice(cycle(table.phones), TRIES):
        ear = Ear(phone)
        await ear.hears(0)
        mine = found.setdefault(served.holder(ear.own_port), [])
        if len(mine) < EACH:
            mine.append(ear)
        else:
            await ear.close()
        if [len(ears) for ears in found.values()] == [EACH, EACH]:
            return found
    raise RuntimeError(f"{TRIES} connections found no second process: {found.keys()}")


async def lead_to(served: Served, phone: Phone, process: int) -> None:
    """See to it that what the phone sends next reaches this process."""
    for _ in range(TRIES):
        await phone.sends.ask("GET", "/help")
        if served.holder(phone.sends.own_port) == process:
            return
        phone.sends.close()
    raise RuntimeError(f"{TRIES} connections never reached process {process}.")


async def play(served: Served, table: Table, moves: int) -> tuple[list[str], list[float], Counter[int]]:
    """Play; return what was not heard, how long the rest took, and how many moves went through which process."""
    ears = await ears_at_both(served, table)
    everybody = [ear for some in ears.values() for ear in some]
    missed, took, through = [], [], Counter[int]()
    for due, process in zip(islice(evening(table.game.key, 1), moves), cycle(ears), strict=False):
        await lead_to(served, table.phone(due), process)
        before, began = max(ear.version for ear in everybody), time.perf_counter()
        answer = await table.phone(due).tap(due, secrets.token_urlsafe(16))
        heard = await asyncio.gather(*(ear.hears(before) for ear in everybody), return_exceptions=True)
        if answer.status not in (200, 204) or served.holder(table.phone(due).sends.own_port) != process:
            missed.append(f"{answer.status} to {due.move} through {process}")
        missed += [f"{due.move}: {what!r}" for what in heard if isinstance(what, BaseException)]
        took += [at - began for at in heard if isinstance(at, float)]
        through[process] += 1
    for ear in everybody:
        await ear.close()
    return missed, took, through


def main() -> None:
    """Play through both processes, and listen at both."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own instead of SQLite")
    wanted = parser.parse_args()
    figures = Figures(f"Two processes on {room.KIND}; load before: {load()}")
    with Served("--workers", "2") as served:
        missed, took, through = asyncio.run(play(served, Table(served.port, "dice"), wanted.moves))
        said = served.said()
    figures.say("moves through one process and through the other", " and ".join(map(str, through.values())))
    figures.say(f"versions heard at {EACH} streams of each", len(took))
    figures.promise("moves refused, or not heard at a stream", len(missed), not missed and len(through) == 2, "none")
    for what in missed[:5]:
        print("   ", what)
    figures.say(
        "from the tap until a stream has heard: median, 95 %",
        f"{ms(percentile(took, 0.5))}, {ms(percentile(took, 0.95))}",
    )
    figures.promise("lines in the server's log", len(said.splitlines()), not said, "none")
    print(said[-3000:], end="")
    figures.end()


if __name__ == "__main__":
    main()
