"""`manage.py bench`: how fast the rules, the fold and the whole stack are here, measured on data of its own."""

import http.client
import json
import os
import re
import socket
import subprocess  # nosec B404
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from statistics import median
from typing import Any
from urllib.parse import urlencode

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection
from django.test import Client

from cincy_site.installation import HERE, ROOT
from games import access, chance, history, lobby, sitting
from games.catalog import GAMES
from games.codec import read_move, read_session, spell
from games.history import Written
from games.management import beside_pokerkit, big_clubs
from games.management.evening import NAMES, Turn, turns
from games.models import Device, Entry, Session, digest
from games.rules.contract import Game, Refused

APART = "CINCY_BENCH"  # set in the process that measures: its data folder is thrown away afterwards
EARLY, LATE = range(3, 18), range(393, 408)  # entries around the 10th and the 400th: all of them picks
LONG = 400
TURNS = 4  # a run, in which we and pokerkit are timed one after the other
TABLES = 4  # sessions played at the same time
PRINT = re.compile(r'id="(\w+)"[^>]*?data-print="(\w+)"')
DICE = GAMES["dice"]


class Command(BaseCommand):
    """Measure, and print counts and ratios. Nothing is asserted."""

    help = "Measure the rules, the fold and the whole stack, on temporary data. The figures belong to this machine."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take how often everything is measured."""
        parser.add_argument("--runs", type=int, default=5, metavar="N", help="medians of N runs (default: 5)")
        parser.add_argument("--clubs", action="store_true", help="the pages of a small club and a big one alone")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Measure in a process of its own, which has never heard of the host's data."""
        runs = max(options["runs"], 1)
        if APART not in os.environ:
            sys.exit(_apart(runs, options["clubs"]))
        if options["clubs"]:
            self._clubs(runs)
            return
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        evening = list(turns())
        self._say(f"Medians of {runs} runs, on temporary data. A made-up evening: {len(evening)} moves.")
        self._rules(runs)
        self._poker(runs)
        self._fold(runs, evening[:LONG])
        self._stack(runs, evening)
        self._server(evening)

    def _say(self, words: str) -> None:
        self.stdout.write(words)
        self.stdout.flush()

    def _figure(self, words: str, figure: str) -> None:
        self._say(f"  {words:<58}{figure:>12}")

    def _rules(self, runs: int) -> None:
        self._say("\nThe rules alone (processor time)")
        files = sorted((ROOT / "seeds" / "sessions").glob("*.json"))
        played = [_recorded(path.read_text()) for path in files if ".expected" not in path.name]
        moves, times = sum(len(moves) for *_, moves in played), 20

        def fold_all() -> None:
            for _ in range(times):
                for game, start, moves in played:
                    _play(start, moves, game)

        rate = moves * times / _median(runs, fold_all)
        self._figure(f"{len(played)} recorded sessions, {moves} moves, folded {times} times", f"{rate:,.0f} moves/s")

    def _poker(self, runs: int) -> None:
        self._say("\nPoker beside pokerkit, in turns (processor time)")
        kit = beside_pokerkit.pokerkit()
        if kit is None:
            self._say("  pokerkit is not installed here (pip install pokerkit): the ratios are left out")
        for words, figure in beside_pokerkit.figures(runs * TURNS, kit):
            self._figure(words, figure)

    def _fold(self, runs: int, evening: list[Turn]) -> None:
        self._say(f"\nTime to fold {LONG} moves cold (processor time)")
        moves = [turn.move for turn in evening]
        start = DICE.start(DICE.read_options({}), NAMES)
        log = [Written(turn.number, history.MOVE, None, spell(turn.move)) for turn in evening]
        session = _written(_session(_device()[0]), evening)
        seats = list(session.seats.all())
        self._figure("the rules alone", _ms(_median(runs, lambda: _play(start, moves))))
        self._figure(
            "with every move read, and every line kept", _ms(_median(runs, lambda: history.fold(DICE, start, log)))
        )
        self._figure("from the database", _ms(_median(runs, lambda: sitting.told(session, seats))))

    def _stack(self, runs: int, evening: list[Turn]) -> None:
        self._say("\nOne move through the whole stack (request to response, SQLite on disk)")
        early, late = [], []
        for _ in range(runs):
            young, old = _InProcess(evening[: EARLY[0] - 3]), _InProcess(evening[: LATE[0] - 3])
            for warming_up in (2, 1):
                young.move(evening[EARLY[0] - 1 - warming_up])
                old.move(evening[LATE[0] - 1 - warming_up])
            # In turns, so that whatever else this machine does slows both alike.
            for place in range(len(EARLY)):
                early.append(young.move(evening[EARLY[place] - 1]))
                late.append(old.move(evening[LATE[place] - 1]))
        self._figure(f"the 10th (entries {EARLY[0]} to {EARLY[-1]}, all picks)", _ms(median(early)))
        self._figure(f"the 400th (entries {LATE[0]} to {LATE[-1]}, all picks)", _ms(median(late)))
        ratio = median(after / before for before, after in zip(early, late, strict=True))
        self._figure("ratio (flat: at most 1.20)", f"{ratio:.2f}")

    def _clubs(self, runs: int) -> None:
        if connection.vendor == "sqlite":  # in a file, as in life
            connection.settings_dict["TEST"]["NAME"] = str(HERE.data / "clubs.sqlite3")
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        call_command("collectstatic", interactive=False, verbosity=0)
        try:
            played = big_clubs.play()
            small, big = (big_clubs.Keeper(played, sessions) for sessions in (big_clubs.SMALL, big_clubs.BIG))
            self._say(f"The pages of a club of {big_clubs.SMALL} sessions and of {big_clubs.BIG} ({connection.vendor})")
            told = [*big_clubs.figures(small, big, runs), big_clubs.after_playing(small, big, runs)]
            for one in told:
                times = f"{_ms(one.small):>10} {_ms(one.big):>10}  {one.small_queries:>2} {one.big_queries:>2} queries"
                lengths = f"{one.small_length / 1000:>5.1f} {one.big_length / 1000:>5.1f} kB"
                self._say(f"  {one.page:<22}{times} {lengths} {one.ratio:>7.2f}")
        finally:
            connection.creation.destroy_test_db(str(connection.settings_dict["NAME"]), verbosity=0)

    def _server(self, evening: list[Turn]) -> None:
        self._say(f"\nRequests a second over HTTP, from `serve` with one process; {TABLES} tables at a time")
        with _served() as port, ThreadPoolExecutor(TABLES) as pool:
            phones = [_OverHttp(port) for _ in range(TABLES)]

            def rate(deed: Callable[["_OverHttp"], int]) -> str:
                began = time.perf_counter()
                done = sum(pool.map(deed, phones))
                return f"{done / (time.perf_counter() - began):,.0f} a second"

            self._figure("moves", rate(lambda phone: phone.moves(evening[:50])))
            self._figure("fragments: all of them", rate(lambda phone: phone.fetches(50, "")))
            self._figure("fragments: nothing new", rate(lambda phone: phone.fetches(50, phone.have)))


def _apart(runs: int, clubs: bool) -> int:
    """Run this command anew with a data folder of its own; return its exit status.

    The clubs are measured on the kind of database that is in use, in a database of their own.
    """
    with tempfile.TemporaryDirectory(prefix="cincy-bench-") as data:
        ours = {"CINCY_DATA": data, "CINCY_PUBLIC_URL": "", "DATABASE_URL": "", "CINCY_LAN": "", APART: "1"}
        command = [sys.executable, "-m", "django", "bench", "--runs", str(runs)]
        if clubs:
            ours["DATABASE_URL"] = os.environ.get("DATABASE_URL", "")
            command.append("--clubs")
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "cincy_site.settings", "CINCY_BACKUPS": "0", **ours}
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode  # nosec B603


def _median(runs: int, deed: Callable[[], Any]) -> float:
    """Return the median seconds of processor time that a deed takes, after once that does not count."""
    deed()
    return median(_seconds(deed) for _ in range(runs))


def _seconds(deed: Callable[[], Any]) -> float:
    began = time.process_time()
    deed()
    return time.process_time() - began


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:,.2f} ms"


def _recorded(text: str) -> tuple[Game, Any, list[Any]]:
    """Return a recorded session as its game, its first state and its moves, as far as they are legal."""
    session = read_session(json.loads(text))
    game = session.game
    state = start = game.start(session.options, session.names)
    moves = []
    with suppress(Refused):
        for written in session.moves:
            move = read_move(game, written)
            state = game.apply(state, move)
            moves.append(move)
    return game, start, moves


def _play(state: Any, moves: Iterable[Any], game: Game = DICE) -> Any:
    for move in moves:
        state = game.apply(state, move)
    return state


def _device() -> tuple[Device, str]:
    token = chance.token()
    return Device.objects.create(token_hash=digest(token)), token


def _session(host: Device) -> Session:
    """Return a session that has begun."""
    session = lobby.create(DICE, "Bench", {}, NAMES, host, chance.link())
    lobby.start(session.pk, host)
    session.refresh_from_db()
    return session


def _written(session: Session, evening: list[Turn]) -> Session:
    """Write an evening into a session's log at one go."""
    Entry.objects.bulk_create(
        Entry(session=session, number=turn.number, group=turn.number, kind=history.MOVE, move=spell(turn.move))
        for turn in evening
    )
    session.head = len(evening)
    session.save()
    return session


class _InProcess:
    """The host's phone at a session under way, in this process; it knows what it has, as the page's script does."""

    def __init__(self, evening: list[Turn]) -> None:
        host, token = _device()
        self.path = f"/s/{_written(_session(host), evening).code}"
        self.client = Client(enforce_csrf_checks=True, headers={"HX-Request": "true"})
        self.client.cookies[access.cookie_name()] = token
        self.have = dict(PRINT.findall(self.client.get(self.path).content.decode()))

    def move(self, turn: Turn) -> float:
        """Make a move; return the seconds from request to response."""
        form = {**turn.fields, "key": chance.link(), "page": "table", "have": _have(self.have)}
        token = self.client.cookies["cincy_csrf"].value
        began = time.perf_counter()
        answer = self.client.post(f"{self.path}/move", form, headers={"X-CSRFToken": token})
        spent = time.perf_counter() - began
        _demand(answer.status_code)
        self.have.update(PRINT.findall(answer.content.decode()))
        return spent


class _OverHttp:
    """The host's phone at a session of its own, with one connection to a server."""

    def __init__(self, port: int) -> None:
        host, token = _device()
        self.path = f"/s/{_session(host).code}"
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.headers = {"Cookie": f"{access.cookie_name()}={token}"}
        page, csrf = self._ask("GET", self.path)
        self.headers |= {"Cookie": f"{self.headers['Cookie']}; {csrf}", "X-CSRFToken": csrf.partition("=")[2]}
        self.headers |= {"HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded"}
        self.have = _have(dict(PRINT.findall(page)))

    def moves(self, evening: list[Turn]) -> int:
        """Make moves one after the other; return how many."""
        for turn in evening:
            form = {**turn.fields, "key": chance.link(), "page": "table", "have": self.have}
            self._ask("POST", f"{self.path}/move", urlencode(form))
        page, _ = self._ask("GET", f"{self.path}/fragments?page=table")
        self.have = _have(dict(PRINT.findall(page)))
        return len(evening)

    def fetches(self, times: int, have: str) -> int:
        """Fetch the fragments; return how often."""
        for _ in range(times):
            self._ask("GET", f"{self.path}/fragments?{urlencode({'page': 'table', 'have': have})}")
        return times

    def _ask(self, method: str, path: str, body: str | None = None) -> tuple[str, str]:
        """Return the page, and the CSRF cookie if one came."""
        self.line.request(method, path, body, self.headers)
        answer = self.line.getresponse()
        page = answer.read().decode()
        _demand(answer.status)
        return page, (answer.getheader("Set-Cookie") or "").partition(";")[0]


def _have(prints: dict[str, str]) -> str:
    return " ".join(f"{name}:{shown}" for name, shown in prints.items())


def _demand(status: int) -> None:
    if status not in (200, 204):
        raise RuntimeError(f"The bench was answered {status}.")


@contextmanager
def _served() -> Iterator[int]:
    """Serve the bench's data from another process; yield the port."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
    command = [sys.executable, "-m", "django", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(command, cwd=ROOT, env=os.environ, stdout=subprocess.PIPE, text=True) as server:  # nosec B603
        try:
            for line in server.stdout or ():
                if str(HERE.data) in line:  # its last word before it serves
                    break
            yield port
        finally:
            server.terminate()
