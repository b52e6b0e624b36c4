"""A backup: one zip with the database, the key and the names of an installation. How it is made, and put back."""

import json
import os
import shutil
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from . import databases
from .installation import HERE
from .occupied import SERVED, Taken, held

FORMAT = "cincy-backup/1"
LABEL, DATABASE = "backup.json", "database"
SMALL = ("secret_key", "installation", "address")  # files of the data folder that go along
SMALL_SIZE = 64 * 1024  # bytes that one of them, or the label, may have
# Deflate packs nothing real a hundredfold but empty pages, of which a database has few megabytes at most.
PACKED, SLACK = 100, 16 * 1024 * 1024
TURN = 600.0  # seconds to wait for another backup that is just being made
NEW = ".backup-"  # what is not whole yet begins with this


class Unfit(Exception):
    """A backup that cannot be made or put back. Its text says why, in a sentence; nothing was changed."""


@dataclass(frozen=True)
class Restored:
    """What was put back, and where that lies which was there before (None: there was nothing)."""

    made: str
    aside: Path | None


def folder() -> Path:
    """Return where backups lie unless somebody says otherwise."""
    return HERE.data / "backups"


def stamp() -> str:
    """Return the moment, in UTC, as names of backups carry it: they sort by it."""
    return datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S-%f")


def write(target: Path) -> None:
    """Make a backup while Cincy runs and writes. It gets its name when it is whole and on the disk. Raises Unfit."""
    if target.exists():
        raise Unfit(_("%(file)s is there already; it was left as it is.") % {"file": target})
    if not HERE.data.is_dir():
        raise Unfit(_("There is no data folder %(folder)s.") % {"folder": HERE.data})
    try:
        if target.parent == folder():
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _own_turn(), _room() as room:
            copy = room / DATABASE
            database = databases.here()
            database.dump(copy)
            _place(_packed(copy, database.kind, target.parent), target)
    except databases.Broken as problem:
        raise Unfit(str(problem)) from problem
    except OSError as problem:
        words = _("The backup %(file)s cannot be written: %(problem)s.")
        raise Unfit(words % {"file": target, "problem": problem.strerror or problem}) from problem


@contextmanager
def _own_turn() -> Iterator[None]:
    """Let one backup be made at a time, whichever process makes it, and clear away what one left that was killed."""
    patience = time.monotonic() + TURN
    while True:
        with suppress(Taken), held(HERE.data / "copying", alone=True):
            for left in HERE.data.glob(f"{NEW}*"):
                shutil.rmtree(left, ignore_errors=True)
            yield
            return
        if time.monotonic() > patience:
            raise Unfit(_("Another backup is being made and does not come to an end."))
        time.sleep(0.5)


@contextmanager
def _room(prefix: str = NEW) -> Iterator[Path]:
    """Give a folder for the owner alone, on the disk of the data folder, and clear it away afterwards."""
    with tempfile.TemporaryDirectory(prefix=prefix, dir=HERE.data) as room:
        yield Path(room)


def _packed(copy: Path, kind: str, beside: Path) -> Path:
    """Return a new zip, readable by its owner only, that holds the copy and what goes along, down to the disk."""
    label = {"format": FORMAT, "database": kind, "made": datetime.now(UTC).isoformat(), "migrations": _applied()}
    descriptor, name = tempfile.mkstemp(prefix=NEW, dir=beside)
    try:
        with os.fdopen(descriptor, "wb") as file:
            # The lightest packing: the machine that makes the copy also runs the game.
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1, strict_timestamps=False) as box:
                box.writestr(LABEL, json.dumps(label))
                box.write(copy, DATABASE)
                for small in SMALL:
                    if (HERE.data / small).exists():
                        box.write(HERE.data / small, small)
            file.flush()
            os.fsync(descriptor)
    except BaseException:
        Path(name).unlink()
        raise
    return Path(name)


def _applied() -> list[str]:
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


def _place(new: Path, target: Path) -> None:
    """Give a finished file its name, for good."""
    new.replace(target)
    if hasattr(os, "O_DIRECTORY"):  # not on Windows, which knows no such thing
        parent = os.open(target.parent, os.O_DIRECTORY)
        try:
            os.fsync(parent)
        finally:
            os.close(parent)


def restore(file: Path) -> Restored:
    """Put a backup in the place of what is there, which is kept aside. Raises Unfit: then nothing was changed."""
    try:
        HERE.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        with held(HERE.data / SERVED, alone=True), _room(".restore-") as room:
            database = databases.here()
            label = _unpacked(file, room, database.kind)
            database.check(room / DATABASE)
            connection.close()
            database.close()
            aside = _kept_aside(database)
            with database.replaced_by(room / DATABASE), _small_files_replaced_by(room):
                call_command("migrate", interactive=False, verbosity=0)
            connection.close()
    except Taken as taken:
        raise Unfit(_("Cincy is running on %(folder)s. Stop it first.") % {"folder": HERE.data}) from taken
    except (databases.Broken, databases.InUse) as problem:
        raise Unfit(str(problem)) from problem
    except OSError as problem:
        raise Unfit(_("%(file)s cannot be put back: %(problem)s.") % {"file": file, "problem": problem}) from problem
    return Restored(label["made"], aside)


def _unpacked(file: Path, room: Path, kind: str) -> dict[str, Any]:
    """Unpack a backup, which may be anything at all, and return its label. Raises Unfit."""
    names = {"file": file}
    try:
        with zipfile.ZipFile(file) as box:
            _check_sizes(box, file)
            label = json.loads(box.read(LABEL))
            _check_label(label, kind)
            for member in box.infolist():
                with box.open(member) as packed, (room / member.filename).open("xb") as out:
                    Path(out.name).chmod(0o600)
                    shutil.copyfileobj(packed, out, 1024 * 1024)
                    out.flush()
                    os.fsync(out.fileno())
    except FileNotFoundError as problem:
        raise Unfit(_("There is no file %(file)s.") % names) from problem
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError) as problem:
        raise Unfit(_("%(file)s is no backup of Cincy, or is broken.") % names) from problem
    return label


def _check_sizes(box: zipfile.ZipFile, file: Path) -> None:
    """Refuse what is not just the files of a backup, or would unpack to more than one can be."""
    members = box.infolist()
    names = [member.filename for member in members]
    allowed = {LABEL, DATABASE, *SMALL}
    sealed = any(m.flag_bits & 1 or m.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for m in members)
    if len(set(names)) < len(names) or not {LABEL, DATABASE} <= set(names) <= allowed or sealed:
        raise Unfit(_("%(file)s is no backup of Cincy, or is broken.") % {"file": file})
    for member in members:
        most = member.compress_size * PACKED + SLACK if member.filename == DATABASE else SMALL_SIZE
        if member.file_size > most:
            raise Unfit(_("%(file)s would unpack to more than a backup holds.") % {"file": file})
    if sum(member.file_size for member in members) > shutil.disk_usage(HERE.data).free:
        raise Unfit(_("There is not enough room on the disk to unpack %(file)s.") % {"file": file})


def _check_label(label: Any, kind: str) -> None:
    """Refuse a backup of another version, or of another kind of database."""
    if not isinstance(label, dict) or not isinstance(label.get("migrations"), list):
        raise Unfit(_("This is no backup of Cincy, or is broken."))
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if label.get("format") != FORMAT or not set(map(str, label["migrations"])) <= known:
        raise Unfit(_("This backup was made by a newer Cincy. Install that one first."))
    if label.get("database") != kind:
        words = _("This backup holds a %(theirs)s database, and DATABASE_URL names a %(ours)s one.")
        raise Unfit(words % {"theirs": label.get("database"), "ours": kind})


def _kept_aside(database: databases.Copied) -> Path | None:
    """Keep what is there: as a backup, or, where that cannot be since it is broken, as the files that there are."""
    if isinstance(database, databases.Sqlite) and not database.path.exists():
        return None
    aside = folder() / f"before-restore-{stamp()}.zip"
    try:
        write(aside)
    except Unfit:
        if not isinstance(database, databases.Sqlite):
            raise
        aside = aside.with_suffix("")
        aside.mkdir(mode=0o700, parents=True)
        for file in (*database.path.parent.glob(f"{database.path.name}*"), *(HERE.data / name for name in SMALL)):
            if file.exists():
                shutil.copy2(file, aside)
    return aside


@contextmanager
def _small_files_replaced_by(room: Path) -> Iterator[None]:
    """Put the small files of a backup in place; what goes wrong inside puts back those that were there."""
    try:
        for name in SMALL:
            _move(HERE.data / name, room / f"old-{name}")
            _move(room / name, HERE.data / name)
        yield
    except BaseException:
        for name in SMALL:
            _move(room / f"old-{name}", HERE.data / name)
        raise


def _move(file: Path, to: Path) -> None:
    """Let a file, or that there is none, take another's place."""
    if file.exists():
        file.replace(to)
    else:
        to.unlink(missing_ok=True)
