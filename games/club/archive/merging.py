"""An archive into a club: what is there already is kept as it is, what is not is added, and nobody is doubled."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import transaction

from games import chance, recorded
from games.club import people
from games.codec import NAME_LENGTH
from games.models import Club, Device, Member, Person, Seat
from games.rules.contract import Refused

from .manifest import ClubRow, Manifest, SessionRow


def here(row: ClubRow, keeper: Device | None) -> Club | None:
    """Return the club an archive is of, if it is here. Raises Refused unless this phone keeps it.

    Without a phone (a command of the host's own) every club may be added to.
    """
    club = Club.objects.filter(uid=row.uid).first()
    if club and keeper and not club.members.filter(device=keeper, keeps=True).exists():
        raise Refused("not-your-club", None)
    return club


def found(row: ClubRow, keeper: Device | None) -> Club:
    """Return the club an archive is of: the one that is here, or a new one with this phone as its keeper."""
    with transaction.atomic():
        if club := here(row, keeper):
            return club
        club = Club.objects.create(uid=row.uid, name=row.name, created=row.created, link=chance.link())
        if keeper:
            Member.objects.create(club=club, device=keeper, keeps=True)
    return club


def meet(club_id: int, manifest: Manifest) -> None:
    """Bring the people of an archive into a club: those too who have not played yet."""
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club_id)
        everybody(club, manifest, _expected(club, manifest))
        people.changed(club_id)


def bring(club_id: int, manifest: Manifest, row: SessionRow, file: Any, host: Device | None = None) -> bool:
    """Add a session to a club, with its people; tell whether it is new there. `host` runs it if it is not over.

    `file` has been looked at: see Archive.look_at.
    """
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club_id)
        if club.sessions.filter(uid=row.uid).exists():
            return False
        known = everybody(club, manifest, {uid for uid in row.seats if uid})
        here_before = set(club.people.values_list("pk", flat=True))
        sat = [known[uid] if uid else None for uid in row.seats]
        hours: dict[str, Any] = {"created": row.created, "started": row.started, "finished": row.finished}
        session = recorded.bring(file, host, sat=sat, club=club, uid=row.uid, **hours)
        seats = list(session.seats.all())
        for seat in seats:  # latecomers have been seated by the moves, under their names at the table
            seat.person = sat[seat.number - 1]
        Seat.objects.bulk_update(seats, ["person"])
        club.people.exclude(pk__in=here_before).delete()
        people.changed(club.pk)
    return True


def _expected(club: Club, manifest: Manifest) -> set[str]:
    """Return who of an archive's people is to be in the club: who sat at what is not here yet, or nowhere so far.

    Whom only sessions know that are here already has been forgotten, or is somebody else by now; so may be who sat
    nowhere and is somebody who is here.
    """
    here = set(club.sessions.values_list("uid", flat=True))
    known = _merged_with(manifest, club.people.values_list("uid", flat=True))
    sat = {uid for row in manifest.sessions for uid in row.seats if uid}
    new = {uid for row in manifest.sessions if row.uid not in here for uid in row.seats if uid}
    return new | {row.uid for row in manifest.people} - sat - known


def _merged_with(manifest: Manifest, uids: Iterable[str]) -> set[str]:
    """Return who of an archive's people has turned out to be one of these."""
    merged = defaultdict(list)
    for row in manifest.people:
        merged[row.into].append(row.uid)
    found: set[str] = set()
    ahead = list(uids)
    while ahead:
        more = merged[ahead.pop()]
        found.update(more)
        ahead += more
    return found


def everybody(club: Club, manifest: Manifest, expected: Collection[str]) -> dict[str, Person]:
    """Return who of the club each person of the archive is, by the archive's uid; who is expected and new is added.

    With them come those whom they turned out to be. The same uid is the same person, whatever they are called by now;
    else the same name is, as at a table. What the club itself says of its people, names and merges, stays.
    """
    here = {person.uid: person for person in club.people.all()}
    travelled = {row.uid for row in manifest.people}
    by_name = {person.name.casefold(): person for uid, person in here.items() if uid not in travelled}
    known = {row.uid: here.get(row.uid) or by_name.get(row.name.casefold()) for row in manifest.people}
    taken = {person.name.casefold() for person in here.values()}
    wanted = _with_whom_they_are(manifest, expected)
    new = [row for row in manifest.people if known[row.uid] is None and row.uid in wanted]
    for row in new:
        name = _free(row.name, taken)
        taken.add(name.casefold())
        known[row.uid] = club.people.create(uid=row.uid, name=name, created=row.created)
    whole = {uid: person for uid, person in known.items() if person}
    by_number = {person.pk: person for person in whole.values()}
    for row in new:
        if row.into and row.into in whole and _end(whole[row.into], by_number) != whole[row.uid]:
            whole[row.uid].into = whole[row.into]
            whole[row.uid].save()
    return whole


def _with_whom_they_are(manifest: Manifest, expected: Collection[str]) -> set[str]:
    into = {row.uid: row.into for row in manifest.people}
    wanted = set(expected)
    for uid in expected:
        while (other := into.get(uid)) and other not in wanted:
            wanted.add(other)
            uid = other
    return wanted


def _end(person: Person, by_number: Mapping[int, Person]) -> Person:
    while person.into_id is not None and person.into_id in by_number:
        person = by_number[person.into_id]
    return person


def _free(name: str, taken: set[str]) -> str:
    """Return a name nobody of the club has: with a number, if somebody else goes by it."""
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        free = f"{name[: NAME_LENGTH[-1] - len(str(number)) - 1]} {number}"
    return free
