"""A club into its archive: session by session, in a fixed order and spelling, so that the same club is the same bytes.

Fixed are the order of the files, their time in the ZIP and how hard they are packed; the bytes are then the same
wherever zlib is the same.
"""

import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import BinaryIO

from games import recorded, sitting
from games.models import Club, Session
from games.sitting import Sitting

from .manifest import NAME, ClubRow, Manifest, PersonRow, SessionRow, as_json, spelled

NO_TIME = (1980, 1, 1, 0, 0, 0)  # the first a ZIP can say
LEVEL = 6


@dataclass(frozen=True)
class Leaf:
    """A session as the archive holds it: its row of the manifest, and its file."""

    row: SessionRow
    text: bytes


def sessions(club: Club) -> list[int]:
    """Return the numbers of all sessions that an archive holds, in its order: those that began."""
    begun = club.sessions.exclude(status=Session.LOBBY)
    return list(begun.order_by("created", "uid").values_list("pk", flat=True))


def leaf(session: Session) -> Leaf:
    """Return a session as its club's archive holds it: what stands and is open to all, and nothing else."""
    seats = tuple(session.seats.select_related("person"))
    log = list(session.entries.all())
    now = Sitting(session, seats, sitting.told(session, seats, log).line)
    row = SessionRow(
        uid=session.uid,
        file=f"sessions/{session.created.astimezone(UTC):%Y-%m-%d}-{session.game}-{session.uid}.json",
        created=session.created,
        started=session.started,
        finished=_finished(session),
        seats=tuple(seat.person.uid if seat.person else None for seat in seats),
    )
    return Leaf(row, as_json(recorded.written(now, {entry.number: entry.at for entry in log})))


def _finished(session: Session) -> datetime | None:
    """Return when a session was over: never before it began, though the clock was set back while it was played."""
    return max(filter(None, (session.started, session.finished))) if session.finished else None


def bind(club: Club, leaves: Iterable[Leaf], out: BinaryIO) -> None:
    """Write the archive: the sessions as they come, and last the manifest, whose rows they bring."""
    rows = []
    with zipfile.ZipFile(out, "w") as pack:
        for one in leaves:
            _put(pack, one.row.file, one.text)
            rows.append(one.row)
        _put(pack, NAME, spelled(_manifest(club, rows)))


def _put(pack: zipfile.ZipFile, name: str, text: bytes) -> None:
    file = zipfile.ZipInfo(name, NO_TIME)
    file.create_system, file.external_attr = 3, 0o600 << 16  # the same whatever system writes it
    pack.writestr(file, text, zipfile.ZIP_DEFLATED, LEVEL)


def _manifest(club: Club, rows: Iterable[SessionRow]) -> Manifest:
    people = list(club.people.order_by("created", "uid"))
    uids = {person.pk: person.uid for person in people}
    return Manifest(
        ClubRow(club.uid, club.name, club.created),
        tuple(PersonRow(p.uid, p.name, p.created, uids[p.into_id] if p.into_id else None) for p in people),
        tuple(rows),
    )
