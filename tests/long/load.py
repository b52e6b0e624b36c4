"""A full house: how soon a move is seen by the others, and what many idle or restless phones cost.

    python tests/long/load.py --seconds 300 [--postgres] [--workers 2] [--beside-boardgameio]

25 tables of nine phones and a screen, ten moves a second in all. The phones are tasks of this process, on the same
machine as the server; a phone that is told of a new version fetches its view, as the page's script does.
"""

import argparse
import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import contextmanager, suppress
from itertools import islice

import room
from boardgameio import BoardgameIo
from django.db import connection, transaction
from figures import Figures, ms, percentile
from served import Served, load
from tables import Phone, Table, evening, idle_phones
from wire import LOST, listen

TABLES, RATE = 25, 10  # tables, and moves a second at all of them together
IDLE, ROUNDS, STREAMS = 1000, 10, 500
MEDIAN, WORST = 0.050, 0.150  # seconds


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


@contextmanager
def burden(figures: Figures, served: Served):
    """Report how much of a processor the server and this process took meanwhile."""
    began, ours, theirs = time.perf_counter(), time.process_time(), served.cpu
    yield
    passed = time.perf_counter() - began
    shares = (served.cpu - theirs) / passed, (time.process_time() - ours) / passed
    figures.say("processors busy: the server, and the phones of this script", "{:.2f} and {:.2f}".format(*shares))


async def at(rate: float, times: int, deed: Callable[[int], Awaitable[object]]) -> None:
    """Do something so many times, so many times a second, without waiting for it to be done."""
    began, tasks = time.perf_counter(), []
    for number in range(times):
        await asyncio.sleep(max(began + number / rate - time.perf_counter(), 0))
        tasks.append(asyncio.create_task(deed(number)))
    await asyncio.gather(*tasks)


async def full_house(figures: Figures, served: Served, tables: list[Table], seconds: int) -> None:
    seen = Seen()
    each = RATE * seconds // len(tables) + 1
    lives = [Live(table, seen, list(islice(evening(table.game.key, n), each))) for n, table in enumerate(tables)]
    for live in lives:
        await live.come()
    with burden(figures, served):
        await at(RATE, RATE * seconds, lambda number: lives[number % len(lives)].move())
    await asyncio.sleep(1)
    for live in lives:
        await live.go()
    figures.say("moves made and views fetched", f"{len(seen.answered):,} and {len(seen.seen):,}")
    figures.promise("moves refused", len(seen.refused), not seen.refused, "none")
    for refused in seen.refused[:3]:
        print("   ", refused)
    delays(figures, "the answer is there", seen.answered, promised=False)
    delays(figures, "the other phones have heard", seen.heard)
    delays(figures, "the other phones have their view", seen.seen)


def delays(figures: Figures, what: str, times: list[float], promised: bool = True) -> None:
    for share, name, most in ((0.5, "median", MEDIAN), (0.95, "95 %", WORST)):
        value = percentile(times, share)
        if promised:
            figures.promise(f"{what}: {name}", ms(value), 0 < value <= most, f"≤ {ms(most)}")
        else:
            figures.say(f"{what}: {name}", ms(value))


async def beside_idle(figures: Figures, served: Served, table: Table, idle: list[Phone]) -> None:
    """One table plays, in turns alone and beside idle sessions."""
    taps = list(islice(evening(table.game.key, 7), 300))
    alone, beside = Seen(), Seen()
    live = Live(table, alone, taps)
    await live.come()
    await at(5, 10, lambda _: live.move())
    for _ in range(4):
        for seen, others in ((alone, []), (beside, idle)):
            async with streams(others):
                live.seen = seen
                await at(5, 25, lambda _: live.move())
                await asyncio.sleep(0.5)
    await live.go()
    figures.promise("moves refused", len(alone.refused + beside.refused), not alone.refused + beside.refused, "none")
    medians = percentile(alone.seen, 0.5), percentile(beside.seen, 0.5)
    figures.say("one table alone: the others have their view, median", ms(medians[0]))
    figures.say(f"beside {len(idle):,} idle sessions", ms(medians[1]))
    ratio = medians[1] / medians[0]
    figures.promise("ratio", f"{ratio:.2f}", ratio <= 1.3, "≤ 1.30")


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


async def coming_and_going(figures: Figures, served: Served, idle: list[Phone], rounds: int) -> None:
    """Open and drop many streams, again and again; nothing may be left of them."""
    after = []
    for _ in range(rounds):
        async with streams(idle):
            held = served.files
        await asyncio.sleep(1.5)  # so long a watcher may take to find that nobody waits
        after.append((served.files, served.threads, served.memory))
    figures.say("open files with all streams, and after the last round", f"{held:,} and {after[-1][0]:,}")
    figures.promise(
        "open files after the last round beside the first",
        after[-1][0] - after[0][0],
        after[-1][0] <= after[0][0] + 3,
        "+3",
    )
    figures.promise("threads", after[-1][1] - after[0][1], after[-1][1] <= after[0][1], "+0")
    grown = (after[-1][2] - after[1][2]) / 2**20
    figures.promise("memory after the last round beside the second", f"{grown:+.1f} MB", grown < 4, "< 4 MB")


async def beside_boardgameio(figures: Figures, tables: list[Table], seconds: float) -> None:
    """Six a table, and a move when all have seen the last; in turns, so that both meet the same weather."""
    with BoardgameIo() as other:
        if other.missing:
            figures.say("left out", other.missing)
            return
        lives = [Live(table, Seen(), list(evening("dice", number))) for number, table in enumerate(tables)]
        for live in lives:
            await live.come()
        for rate, name in ((1, "one move a second at each table"), (0, "as fast as it goes")):
            ours, theirs = Tally(), Tally()
            for _ in range(3):
                await ours.add(lives, rate, seconds)
                theirs.add_told(await asyncio.to_thread(other.play, len(tables), rate, seconds))
            ours.compare(figures, f"{len(tables)} tables of six, {name}", theirs)
        for live in lives:
            await live.go()


class Tally:
    """Moves and delays of several runs of the same kind."""

    def __init__(self) -> None:
        self.moves, self.seconds, self.seen = 0, 0.0, [0.0][:0]

    async def add(self, lives: list[Live], rate: float, seconds: float) -> None:
        """Play our tables for a while."""
        began = time.perf_counter()
        for live in lives:
            live.seen = Seen()
        await asyncio.gather(*(_paced(live, number / len(lives), rate, seconds) for number, live in enumerate(lives)))
        self.seconds += time.perf_counter() - began
        for live in lives:
            self.moves += len(live.seen.answered)
            self.seen += live.seen.seen

    def add_told(self, told: dict) -> None:
        """Add what the other has measured."""
        self.moves += told["moves"]
        self.seconds += told["seconds"]
        self.seen += [ms / 1000 for ms in told["heard"]]

    def compare(self, figures: Figures, what: str, other: "Tally") -> None:
        """Say both figures, and how many times theirs ours is."""
        figures.say(what, "Cincy / boardgame.io")
        rates = self.moves / self.seconds, other.moves / other.seconds
        figures.say("  moves a second", f"{rates[0]:.0f} / {rates[1]:.0f} = {rates[0] / rates[1]:.2f}")
        for share, name in ((0.5, "median"), (0.95, "95 %")):
            both = percentile(self.seen, share), percentile(other.seen, share)
            figures.say(f"  the others have it: {name}", f"{ms(both[0])} / {ms(both[1])} = {both[0] / both[1]:.1f}")


async def _paced(live: Live, first: float, rate: float, seconds: float) -> None:
    """Make a move, wait until the others have seen it, make the next when it is due."""
    end = time.perf_counter() + seconds
    await asyncio.sleep(first / rate if rate else 0)
    while (began := time.perf_counter()) < end and await live.move():
        with suppress(TimeoutError):
            async with asyncio.timeout(5):
                await live.all_seen.wait()
        if rate:
            await asyncio.sleep(max(began + 1 / rate - time.perf_counter(), 0))


def main() -> None:
    """Run all parts."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own instead of SQLite")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--idle", type=int, default=IDLE, help="sessions at which nothing happens")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of opening and dropping streams")
    parser.add_argument("--beside-boardgameio", action="store_true", help="50 tables of six beside boardgame.io (npm)")
    wanted = parser.parse_args()
    kind = f"{room.KIND}, {wanted.workers} process(es)"
    figures = Figures(f"A full house on {kind}; load before: {load()}")
    with Served("--workers", str(wanted.workers)) as served:
        with transaction.atomic():
            # Nine phones each: six players of dice and three who look on, or nine players of poker.
            tables = [
                Table(served.port, "dice", 3, True) if n % 2 else Table(served.port, "poker", 0, True)
                for n in range(wanted.tables)
            ]
            one = Table(served.port, "poker", 0, True)
            idle = idle_phones(served.port, wanted.idle)
        connection.close()
        asyncio.run(full_house(figures, served, tables, wanted.seconds))
        asyncio.run(beside_idle(figures, served, one, idle))
        asyncio.run(coming_and_going(figures, served, idle[:STREAMS], wanted.rounds))
        if wanted.beside_boardgameio:
            with transaction.atomic():
                six = [Table(served.port, "dice") for _ in range(50)]
            connection.close()
            asyncio.run(beside_boardgameio(figures, six, 10))
        said = served.said()
    figures.promise("lines in the server's log", len(said.splitlines()), not said, "none")
    print(said[-3000:], end="")
    figures.end()


if __name__ == "__main__":
    main()
