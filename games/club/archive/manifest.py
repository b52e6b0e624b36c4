"""What an archive says of a club beside the session files: its people, and when and by whom each session was played."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from games.codec import NAME_LENGTH, YEARS, read_json
from games.rules.contract import Refused

FORMAT = "cincinnati-club/1"
NAME = "manifest.json"
CLUB_NAME_LENGTH = range(1, 61)  # characters
MOST_PEOPLE = 2000  # of a club: who met so many would have needed years of evenings with new ones
UID = re.compile(r"[0-9a-f]{32}")
FILE = re.compile(r"sessions/[0-9A-Za-z_-]{1,80}\.json")


@dataclass(frozen=True)
class ClubRow:
    """The club: the same `uid` wherever it is brought."""

    uid: str
    name: str
    created: datetime


@dataclass(frozen=True)
class PersonRow:
    """Somebody of the club. `into`: the uid of whom they turned out to be."""

    uid: str
    name: str
    created: datetime
    into: str | None


@dataclass(frozen=True)
class SessionRow:
    """A session: its file in the archive, its hours, and who sat where (a person's uid by seat)."""

    uid: str
    file: str
    created: datetime
    started: datetime | None
    finished: datetime | None
    seats: tuple[str | None, ...]


@dataclass(frozen=True)
class Manifest:
    """All of it, people and sessions in their order."""

    club: ClubRow
    people: tuple[PersonRow, ...]
    sessions: tuple[SessionRow, ...]


def spelled(manifest: Manifest) -> bytes:
    """Return the manifest as it stands in the archive."""
    return as_json({"format": FORMAT, **asdict(manifest)})


def as_json(value: Any) -> bytes:
    """Return JSON as every file of an archive is spelled: the same value, the same bytes."""
    return (json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_time_spelled) + "\n").encode()


def _time_spelled(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()


def read(text: bytes) -> Manifest:
    """Return what a manifest says, or raise Refused("bad-archive") for one of another version or with anything odd."""
    try:
        written = read_json(text.decode())
    except (ValueError, RecursionError):
        raise _odd("manifest") from None
    if not isinstance(written, dict) or not isinstance(written.get("format"), str):
        raise _odd("manifest")
    if written["format"] != FORMAT:
        raise _odd("version", format=written["format"][:40])
    _demand(set(written) == {"format", "club", "people", "sessions"}, "manifest")
    people = tuple(_row(PersonRow, row) for row in _list(written["people"]))
    sessions = tuple(_row(SessionRow, row) for row in _list(written["sessions"]))
    manifest = Manifest(_row(ClubRow, written["club"]), people, sessions)
    _check(manifest)
    return manifest


def read_row(text: bytes) -> SessionRow:
    """Return a session's row of a manifest, spelled by itself. Raises Refused."""
    return _row(SessionRow, read_json(text.decode()))


def _odd(why: str, **values: Any) -> Refused:
    return Refused("bad-archive", None, why=why, **values)


def _demand(is_so: bool, about: str) -> None:
    if not is_so:
        raise _odd("entry", about=about)


def _list(value: Any) -> list[Any]:
    _demand(isinstance(value, list), "manifest")
    return value


def _row(kind: type, written: Any) -> Any:
    """Return a row of the manifest with every field read as its kind wants it."""
    wanted = kind.__dataclass_fields__  # type: ignore[attr-defined]
    _demand(isinstance(written, dict) and set(written) == set(wanted), "manifest")
    return kind(**{name: _READ[name](value) for name, value in written.items()})


def _uid(value: Any) -> str:
    _demand(isinstance(value, str) and UID.fullmatch(value) is not None, "uid")
    return value


def _file(value: Any) -> str:
    _demand(isinstance(value, str) and FILE.fullmatch(value) is not None, "file")
    return value


def _time(value: Any) -> datetime:
    _demand(isinstance(value, str), "time")
    try:
        at = datetime.fromisoformat(value)
        _demand(at.tzinfo is not None, "time")
        at = at.astimezone(UTC)
    except (ValueError, OverflowError):
        raise _odd("entry", about="time") from None
    _demand(at.year in YEARS, "time")
    return at


def _text(value: Any) -> str:
    _demand(isinstance(value, str) and is_writable(value) and value == value.strip(), "name")
    return value


def is_writable(text: str) -> bool:
    """Tell whether a text has neither control characters nor halves of characters: databases choke on both."""
    return not any(ord(letter) < 32 or ord(letter) == 127 or 0xD800 <= ord(letter) < 0xE000 for letter in text)


_READ: Mapping[str, Any] = {
    "uid": _uid,
    "name": _text,
    "created": _time,
    "into": lambda value: None if value is None else _uid(value),
    "file": _file,
    "started": lambda value: None if value is None else _time(value),
    "finished": lambda value: None if value is None else _time(value),
    "seats": lambda value: tuple(None if one is None else _uid(one) for one in _list(value)),
}


def _check(manifest: Manifest) -> None:
    """Demand that names and ids are there once, and that what is referred to is there."""
    _demand(len(manifest.people) <= MOST_PEOPLE, "people")
    _demand(len(manifest.club.name) in CLUB_NAME_LENGTH, "name")
    _demand(all(len(person.name) in NAME_LENGTH for person in manifest.people), "name")
    _demand(_once(person.name.casefold() for person in manifest.people), "name")
    known = {person.uid: person for person in manifest.people}
    _demand(len(known) == len(manifest.people) and _once(row.uid for row in manifest.sessions), "uid")
    for row in manifest.sessions:
        _demand(not (row.started and row.finished and row.finished < row.started), "time")
    _demand(_once(row.file.casefold() for row in manifest.sessions), "file")
    referred = {uid for row in manifest.sessions for uid in row.seats} | {one.into for one in manifest.people}
    _demand(referred <= {None, *known}, "uid")
    _demand_no_ring(known)


def _demand_no_ring(known: Mapping[str, PersonRow]) -> None:
    """Demand that everybody turned out to be somebody in the end, looking at each one once."""
    ends: set[str | None] = {None}
    for uid in known:
        way: set[str | None] = set()
        at: str | None = uid
        while at not in ends:
            _demand(at not in way, "uid")
            way.add(at)
            at = known[at].into if at else None
        ends |= way


def _once(values: Any) -> bool:
    found = list(values)
    return len(set(found)) == len(found)
