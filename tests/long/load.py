"""A full house: how soon a move is seen by the others, and what many idle or restless phones cost.

    python tests/long/load.py --seconds 300 [--postgres] [--workers 2] [--beside-boardgameio]

25 tables of nine phones and a screen, ten moves a second in all. The phones are tasks of this process, on the same
machine as the server; a phone that is told of a new version fetches its view, as the page's script does.
"""

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import contextmanager
from itertools import islice

import room
from beside import beside_boardgameio
from django.db import connection, transaction
from figures import Figures, ms, percentile
from listening import Live, Seen, streams
from served import Served, load
from tables import Phone, Table, evening, idle_phones

TABLES, RATE = 25, 10  # tables, and moves a second at all of them together
IDLE, ROUNDS, STREAMS = 1000, 10, 500
MEDIAN, WORST = 0.050, 0.150  # seconds


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


async def beside_idle(figures: Figures, served: Served, table: Table, idle: list[Phone], moves: int) -> None:
    """One table plays, in turns of so many moves alone and beside idle sessions."""
    taps = list(islice(evening(table.game.key, 7), 300))
    alone, beside = Seen(), Seen()
    live = Live(table, alone, taps)
    await live.come()
    await at(5, 10, lambda _: live.move())
    for _ in range(4):
        for seen, others in ((alone, []), (beside, idle)):
            async with streams(others):
                live.seen = seen
                await at(5, moves, lambda _: live.move())
                await asyncio.sleep(0.5)
    await live.go()
    figures.promise("moves refused", len(alone.refused + beside.refused), not alone.refused + beside.refused, "none")
    medians = percentile(alone.seen, 0.5), percentile(beside.seen, 0.5)
    figures.say("one table alone: the others have their view, median", ms(medians[0]))
    figures.say(f"beside {len(idle):,} idle sessions", ms(medians[1]))
    ratio = medians[1] / medians[0]
    figures.promise("ratio", f"{ratio:.2f}", ratio <= 1.3, "≤ 1.30")


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


def laid(port: int, kinds: list[tuple[str, int, bool]]) -> list[Table]:
    """Lay tables: the game, how many look on, whether there is a screen."""
    with transaction.atomic():
        tables = [Table(port, *kind) for kind in kinds]
    connection.close()
    return tables


def run(figures: Figures, served: Served, wanted: argparse.Namespace) -> None:
    """Run all parts, one after the other."""
    # Nine phones each: nine players of poker, or six players of dice and three who look on.
    nine = [("poker", 0, True), ("dice", 3, True)]
    *tables, one = laid(served.port, [*(nine[number % 2] for number in range(wanted.tables)), nine[0]])
    idle = idle_phones(served.port, wanted.idle)
    connection.close()
    asyncio.run(full_house(figures, served, tables, wanted.seconds))
    asyncio.run(beside_idle(figures, served, one, idle, min(25, 2 * wanted.seconds)))
    asyncio.run(coming_and_going(figures, served, idle[:STREAMS], wanted.rounds))
    if wanted.beside_boardgameio:
        asyncio.run(beside_boardgameio(figures, laid(served.port, [("dice", 0, False)] * 50), 10))


def options() -> argparse.Namespace:
    """Read what is wanted from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own instead of SQLite")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--idle", type=int, default=IDLE, help="sessions at which nothing happens")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of opening and dropping streams")
    parser.add_argument("--beside-boardgameio", action="store_true", help="50 tables of six beside boardgame.io (npm)")
    return parser.parse_args()


def main() -> None:
    """Fill the house, and report."""
    wanted = options()
    kind = f"{room.KIND}, {wanted.workers} process(es)"
    figures = Figures(f"A full house on {kind}; load before: {load()}")
    with Served("--workers", str(wanted.workers)) as served:
        run(figures, served, wanted)
        said = served.said()
    figures.promise("lines in the server's log", len(said.splitlines()), not said, "none")
    print(said[-3000:], end="")
    figures.end()


if __name__ == "__main__":
    main()
