"""The server that the browser tests play against, and what its book says."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from games.catalog import GAMES
from games.history import Line, Written, fold

ROOT = Path(__file__).resolve().parents[2]
PLAIN = {"CINCY_PUBLIC_URL": "", "DATABASE_URL": "", "CINCY_DEBUG": ""}  # whatever is set around the tests


class Served:
    """`manage.py serve` as a process of its own: only there is a stream."""

    def __init__(self, data: Path, port: int = 0, **environment: str) -> None:
        if not port:
            with socket.create_server(("127.0.0.1", 0)) as door:
                port = door.getsockname()[1]
        self.data = data
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.provoked: list[str] = []  # pieces of the complaints that tests provoke
        self.log = (data.parent / f"{data.name}.log").open("w+")
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)],
            cwd=ROOT,
            env={**os.environ, **PLAIN, "CINCY_DATA": str(data), **environment},
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )
        assert self.process.stdout
        if not any("Ctrl-C" in line for line in self.process.stdout):
            raise AssertionError(f"the server did not come up: {self.said()}")

    def said(self) -> str:
        """Return what it has complained about, but for what was provoked."""
        self.log.flush()
        lines = Path(self.log.name).read_text().splitlines(keepends=True)
        return "".join(line for line in lines if not any(piece in line for piece in self.provoked))

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()
        self.log.close()

    def rows(self, sql: str, *values: object) -> list[tuple]:
        """Read from the book, as another process does."""
        with closing(sqlite3.connect(f"file:{self.data / 'cincy.sqlite3'}?mode=ro", uri=True, timeout=5)) as db:
            return db.execute(sql, values).fetchall()


class Book:
    """One session as the database has it, folded here with the rules alone."""

    def __init__(self, served: Served, code: str) -> None:
        self.served = served
        self.code = code
        self.game = GAMES[self._column("game")]
        self.entries: tuple[Written, ...] = ()
        self.known: Line | None = None

    @property
    def link(self) -> str:
        """The address that the QR stands for."""
        return f"{self.served.url}/j/{self._column('link')}"

    @property
    def status(self) -> str:
        return self._column("status")

    @property
    def options(self) -> dict:
        """The terms, as the session file spells them."""
        return _json(self._column("options"))

    def _column(self, name: str) -> str:
        return self.served.rows(f"SELECT {name} FROM games_session WHERE code = ?", self.code)[0][0]

    @property
    def names(self) -> tuple[str, ...]:
        sql = "SELECT name FROM games_seat WHERE session_id = (SELECT id FROM games_session WHERE code = ?)"
        return tuple(name for (name,) in self.served.rows(f"{sql} ORDER BY number", self.code))

    def log(self) -> tuple[Written, ...]:
        """Return all entries."""
        sql = "SELECT number, kind, target, move FROM games_entry e JOIN games_session s ON s.id = e.session_id"
        found = self.served.rows(f"{sql} WHERE s.code = ? ORDER BY number", self.code)
        return tuple(Written(n, kind, target, _json(move)) for n, kind, target, move in found)

    @property
    def line(self) -> Line:
        """What stands now."""
        log = self.log()
        if self.known is None or log != self.entries:
            first = self.game.start(self.game.read_options(self.options), self.names)
            self.known = fold(self.game, first, log).line
            self.entries = log
        return self.known

    @property
    def state(self):
        return self.line.state

    def offers(self, move: str) -> dict[int | None, str]:
        """Return the fingerprints of what is owed now, by seat."""
        offers = self.line.offers
        return {offer.seat: offer.fingerprint for offer in offers if offer.owed and offer.move == move}


def _json(text):
    return json.loads(text) if isinstance(text, str) else text
