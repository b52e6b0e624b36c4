"""An archive that somebody brings: looked at from outside to inside before a word of it is believed."""

import zipfile
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO

from games import recorded, replaying
from games.codec import read_json
from games.rules.contract import Refused

from .manifest import NAME, Manifest, SessionRow, is_writable, read

MOST_SESSIONS = 10_000
LARGEST_FILE = 4 * 1024 * 1024  # bytes of one file, unpacked
LARGEST = 256 * 1024 * 1024  # bytes of all files, unpacked
MOST_TIMES = 100  # how much larger than the ZIP what it unpacks to may be
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # what else there is cannot be unpacked in measured pieces


class Archive:
    """An archive whose outside and manifest are in order. Its session files are read one at a time."""

    def __init__(self, file: BinaryIO) -> None:
        try:
            self._pack = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, NotImplementedError, ValueError):
            raise Refused("bad-archive", None, why="no-zip") from None
        _look_at_outside(self._pack)
        self.manifest: Manifest = read(self._text(NAME))
        if {NAME, *(row.file for row in self.manifest.sessions)} != set(self._pack.namelist()):
            raise Refused("bad-archive", None, why="files")

    def look_at(self, row: SessionRow) -> None:
        """Play a session file by the rules. Raises Refused where they refuse it, or it does not fit its row."""
        file = self.session(row)
        try:
            stands, _ = replaying.replay(file)
        except replaying.Stopped as stop:
            raise _refused(row, stop.index, stop.refused) from None
        if len(file["moves"]) > recorded.MOST_MOVES:
            raise _refused(row, None, Refused("bad-file", None, why="long", most=recorded.MOST_MOVES))
        if stands["finished"] and row.finished is None:
            raise Refused("bad-archive", None, why="entry", about="time")
        if len(stands["standings"]) != len(row.seats) or not all(map(is_writable, _texts(file))):
            raise Refused("bad-archive", None, why="entry", about=row.file)

    def session(self, row: SessionRow) -> Any:
        """Return a session file, as JSON. Raises Refused."""
        try:
            return read_json(self._text(row.file).decode())
        except (ValueError, RecursionError):
            raise _refused(row, None, Refused("bad-file", None, why="unreadable")) from None

    def _text(self, name: str) -> bytes:
        try:
            with self._pack.open(name) as file:
                text = file.read(LARGEST_FILE + 1)  # whatever size it says it has: never more is unpacked
        except KeyError:
            raise Refused("bad-archive", None, why="manifest") from None
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError):
            # Broken, packed in a way that is not known here, or locked by a password.
            raise Refused("bad-archive", None, why="broken", file=name) from None
        if len(text) > LARGEST_FILE:
            raise Refused("bad-archive", None, why="large")
        return text


def _look_at_outside(pack: zipfile.ZipFile) -> None:
    """Refuse what has too many files, unpacks to too much, or has a file twice, before anything is unpacked."""
    files = pack.infolist()
    if len(files) > MOST_SESSIONS + 1:
        raise Refused("bad-archive", None, why="many", most=MOST_SESSIONS)
    unpacked, packed = sum(file.file_size for file in files), sum(file.compress_size for file in files)
    is_too_much = unpacked > min(LARGEST, MOST_TIMES * max(packed, 1024))
    if is_too_much or any(file.file_size > LARGEST_FILE for file in files):
        raise Refused("bad-archive", None, why="large")
    if other := next((file for file in files if file.compress_type not in PACKED), None):
        raise Refused("bad-archive", None, why="broken", file=other.filename)
    if len({file.filename.casefold() for file in files}) < len(files):
        raise Refused("bad-archive", None, why="files")


def _refused(row: SessionRow, index: int | None, refused: Refused) -> Refused:
    return Refused("bad-archive", refused.clause, why="session", file=row.file, index=index, refused=refused)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)
