"""Bad Wi-Fi: nine phones play poker through a proxy that drops, doubles, delays and reorders what they send.

    python tests/long/lossy.py --hands 30 [--postgres]

10 % of the requests are lost (half of them before the server has them, half of them on the way back), 5 % arrive
twice, 10 % late and behind others that were sent after them. A phone that gets no answer sends the same tap again.
In the end the log has to say what was meant, each move once.
"""

import argparse
import asyncio
import random
import secrets
import time
from collections import Counter
from contextlib import suppress

import room
from figures import Figures
from served import Served, load
from tables import TERMS, Table, evening
from wire import LOST

from games.codec import spell

DROPPED, DOUBLED, LATE = 0.10, 0.05, 0.10
DONE = (200, 204)  # 204: the page is another one from now on, such as after the last move
PATIENCE = 0.6  # seconds a phone waits before it sends its tap again
LATENESS = (0.05, 0.9)  # seconds: some come after the same tap has been sent again, and answered


class Proxy:
    """Hands requests on to the server, badly. One connection a request: nothing else would be reordered."""

    def __init__(self, port: int, seed: int) -> None:
        self.port, self.rng, self.did = port, random.Random(seed), Counter[str]()
        self.busy: set[asyncio.Task] = set()

    async def __aenter__(self) -> "Proxy":
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.door = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()
        await asyncio.gather(*self.busy, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        self.busy.add(task)  # the loop itself does not hold on to it
        task.add_done_callback(self.busy.discard)
        with suppress(*LOST):
            request = await _request(reader)
            self.did["requests"] += 1
            if answer := await self._hand_on(request):
                writer.write(answer)
                await writer.drain()
        writer.close()

    async def _hand_on(self, request: bytes) -> bytes:
        """Hand a request on as the fancy takes it; return the answer, or nothing if it is lost."""
        fancy = self.rng.random()
        if fancy < DROPPED / 2:
            self.did["lost on the way there"] += 1
            return b""
        if fancy < DROPPED:
            self.did["lost on the way back"] += 1
            await self._ask(request)
            return b""
        if fancy < DROPPED + DOUBLED:
            self.did["doubled"] += 1
            first, _ = await asyncio.gather(self._ask(request), self._ask(request))
            return first
        if fancy < DROPPED + DOUBLED + LATE:
            self.did["late"] += 1
            await asyncio.sleep(self.rng.uniform(*LATENESS))
        return await self._ask(request)

    async def _ask(self, request: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(request)
        answer = await reader.read()
        writer.close()
        return answer


async def _request(reader: asyncio.StreamReader) -> bytes:
    """Read a whole request; it is to be the last on its line to the server."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next((int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0)
    return head.replace(b"\r\n", b"\r\nConnection: close\r\n", 1) + await reader.readexactly(length)


class Evening:
    """Nine phones that play a table to its end, whatever becomes of what they send."""

    def __init__(self, table: Table, meant: list) -> None:
        self.table, self.meant = table, meant
        self.statuses = Counter[int]()
        self.again = 0

    async def play(self) -> None:
        for due in self.meant:
            await self._send(due, secrets.token_urlsafe(16))

    async def _send(self, due, key: str) -> None:
        phone = self.table.phone(due)
        for _ in range(100):
            with suppress(*LOST, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    answer = await phone.tap(due, key)
                self.statuses[answer.status] += 1
                phone.hang_up()
                return
            phone.hang_up()
            self.again += 1
        raise RuntimeError(f"A hundred times nobody answered {due}.")


def main() -> None:
    """Play; then compare the log with what was meant."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--hands", type=int, default=30)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own instead of SQLite")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    TERMS["poker"]["hands"] = wanted.hands
    figures = Figures(f"{wanted.hands} hands of poker over bad Wi-Fi, on {room.KIND}; load before: {load()}")
    began = time.perf_counter()
    with Served("--workers", "2") as served:
        proxy, playing = _play(served, wanted.seed)
    meant = [spell(due.move) for due in playing.meant]
    log, state = playing.table.log, playing.table.told().state
    figures.say("requests, and how they fared", f"{proxy.did['requests']:,}")
    for fate in ("lost on the way there", "lost on the way back", "doubled", "late"):
        figures.say(f"  {fate}", f"{proxy.did[fate]:,}")
    figures.say("taps sent again", f"{playing.again:,}")
    figures.say("seconds", f"{time.perf_counter() - began:.0f}")
    figures.promise("hands played to the end", state.round, state.phase == "over" and state.round == wanted.hands)
    refused = sum(many for status, many in playing.statuses.items() if status not in DONE)
    figures.promise("taps that were refused", refused, not refused, "none")
    same = [move for _, _, move, _ in log] == meant
    figures.promise("moves meant, and entries in the log", f"{len(meant):,} and {len(log):,}", same, "the same")
    keys = [key for *_, key in log]
    figures.promise("moves doubled", len(keys) - len(set(keys)), len(keys) == len(set(keys)), "none")
    figures.end()


def _play(served: Served, seed: int) -> tuple[Proxy, Evening]:
    """Lay the table and play; the phones know the proxy alone."""
    table = Table(served.port, "poker")
    meant = list(evening("poker", seed))

    async def play() -> tuple[Proxy, Evening]:
        async with Proxy(served.port, seed) as proxy:
            for phone in table.phones:
                phone.looks.port = phone.sends.port = proxy.door
            playing = Evening(table, meant)
            await playing.play()
        return proxy, playing

    return asyncio.run(play())


if __name__ == "__main__":
    main()
