"""How a database is copied out and put back: SQLite by its own backup, PostgreSQL by pg_dump and pg_restore."""

import os
import shutil
import sqlite3
import subprocess  # nosec B404 - PostgreSQL's own programs, by name, with arguments of ours
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from django.db import connection
from django.utils.translation import gettext as _

PATIENCE = 5.0  # seconds to wait for another's lock


class Broken(Exception):
    """A database, or a copy of one, that cannot be read. Its text says what is wrong, in a sentence."""


class InUse(Exception):
    """Somebody has the database open. Its text says so, in a sentence."""


class Copied(Protocol):
    """A database that can be copied out and put back."""

    @property
    def kind(self) -> str:
        """Tell what program its copies are for."""
        ...

    def dump(self, copy: Path) -> None:
        """Copy all of it as it stands at one moment, while others read and write. Raises Broken."""

    def check(self, copy: Path) -> None:
        """Raise Broken unless a copy is whole."""

    def close(self) -> None:
        """Make sure that nobody else has it open. Raises InUse."""

    def replaced_by(self, copy: Path) -> AbstractContextManager[None]:
        """Put a copy in its place; what goes wrong then or inside puts back what was there. Raises Broken."""


@dataclass(frozen=True)
class Sqlite:
    """A database in one file."""

    path: Path
    kind: str = "sqlite"

    def dump(self, copy: Path) -> None:
        """Copy it by SQLite's own means: one snapshot, for which no writer waits (the journal is a WAL)."""
        if not self.path.exists():
            raise Broken(_("There is no database in %(folder)s yet.") % {"folder": self.path.parent})
        try:
            with closing(_opened(self.path)) as source, closing(sqlite3.connect(copy)) as target:
                # All pages in one step: between steps a writer would make it begin again, for ever at a busy table.
                source.backup(target, pages=-1)
                # One file, that needs no other beside it.
                target.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.Error as problem:
            raise Broken(_("The database cannot be copied: %(problem)s.") % {"problem": problem}) from problem
        self.check(copy)

    def check(self, copy: Path) -> None:
        """Ask SQLite whether a file is whole."""
        try:
            with closing(_opened(copy)) as db:
                found = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
        except sqlite3.Error as problem:
            found = str(problem)
        if found != "ok":
            raise Broken(_("The copy of the database is broken: %(problem)s.") % {"problem": found})

    def close(self) -> None:
        """Fold the journal into the file, which SQLite does only where nobody else has it open."""
        if not self.path.exists():
            return
        try:
            with closing(_opened(self.path)) as db:
                db.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError as problem:
            if "locked" in str(problem):
                raise InUse(_("Another program has the database open.")) from problem
        except sqlite3.DatabaseError:
            return  # broken: nobody works with it, and a whole one is to take its place

    @contextmanager
    def replaced_by(self, copy: Path) -> Iterator[None]:
        """Let a copy take the file's place, and the file that of the copy."""
        before = copy.with_name("before")
        _move(self.path, before)
        try:
            _move(copy, self.path)
            yield
        except BaseException:
            connection.close()
            _move(before, self.path)
            raise


def _move(file: Path, to: Path) -> None:
    """Move a database with what SQLite may have left beside it: those files belong to it and to no other."""
    for end in ("-wal", "-shm", "-journal", ""):
        source, target = file.with_name(file.name + end), to.with_name(to.name + end)
        target.unlink(missing_ok=True)
        if source.exists():
            source.replace(target)


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path.resolve().as_uri() + "?mode=rw", uri=True, timeout=PATIENCE)


@dataclass(frozen=True)
class Postgres:
    """A database on a PostgreSQL server."""

    settings: dict[str, Any]
    kind: str = "postgresql"

    def dump(self, copy: Path) -> None:
        """Copy it by pg_dump, which sees one moment and lets all others work."""
        self._run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={copy}")

    def check(self, copy: Path) -> None:
        """Ask pg_restore whether it can read all of a file."""
        self._run("pg_restore", f"--file={os.devnull}", str(copy), connects=False)

    def close(self) -> None:
        """Count who else is connected."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            others = cursor.fetchone()[0]
        if others:
            raise InUse(_("Another program is connected to the database."))

    @contextmanager
    def replaced_by(self, copy: Path) -> Iterator[None]:
        """Empty the database and fill it from a copy."""
        before = copy.with_name("before")
        self.dump(before)
        try:
            self._fill(copy)
            yield
        except BaseException:
            self._fill(before)
            raise

    def _fill(self, copy: Path) -> None:
        # Not by `--clean`: it leaves tables that only what was there has, and the next migration stumbles over them.
        with connection.cursor() as cursor:
            for table in connection.introspection.table_names(cursor):
                cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)} CASCADE")  # nosec B608 - its own tables
        connection.close()
        name = self.settings["NAME"]
        self._run("pg_restore", "--single-transaction", "--no-owner", "--no-privileges", f"--dbname={name}", str(copy))

    def _run(self, program: str, *arguments: str, connects: bool = True) -> None:
        path = shutil.which(program)
        if path is None:
            words = _("The program %(program)s is missing: install PostgreSQL’s client programs (postgresql-client).")
            raise Broken(words % {"program": program})
        # The password goes by the environment: arguments can be read by everybody on the machine.
        where = {f"PG{name}": str(value) for name, value in self._address().items() if value and connects}
        done = subprocess.run(  # nosec B603
            [path, *arguments], env={**os.environ, **where}, capture_output=True, text=True, check=False
        )
        if done.returncode:
            words = _("%(program)s says: %(problem)s.")
            raise Broken(words % {"program": program, "problem": done.stderr.strip() or done.returncode})

    def _address(self) -> dict[str, Any]:
        ours = self.settings
        return {
            "HOST": ours.get("HOST"),
            "PORT": ours.get("PORT"),
            "USER": ours.get("USER"),
            "PASSWORD": ours.get("PASSWORD"),
            "DATABASE": ours.get("NAME"),
        }


def here() -> Copied:
    """Return the database that the settings name."""
    ours = connection.settings_dict
    if ours["ENGINE"].endswith("sqlite3"):
        return Sqlite(Path(ours["NAME"]))
    return Postgres(ours)
