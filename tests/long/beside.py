"""Our tables beside those of boardgame.io: the same phones, the same pace, in turns."""

import asyncio
import time
from contextlib import suppress

from boardgameio import BoardgameIo
from figures import Figures, ms, percentile
from listening import Live, Seen
from tables import Table, evening


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
