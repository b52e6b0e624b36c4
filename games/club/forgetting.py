"""Deleting a session, and forgetting a name: the only writers that take something out of what was recorded."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, count
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from .. import history, live
from ..models import Club, Device, Entry, Person, Seat, Session
from ..play import Forbidden, Stale, changed
from ..rules.contract import Refused
from . import clubs, folders, people


def delete_session(session_id: int, device: Device | None) -> None:
    """Delete a session with its log and results; nothing else changes. Raises Forbidden, Stale, Refused.

    One that is being played is not deleted.
    """
    with transaction.atomic():
        session = Session.objects.select_for_update().filter(pk=session_id).first()
        if session is None:
            raise Stale
        if not clubs.may_place(session, device):
            raise Forbidden
        if session.status == Session.RUNNING:
            raise Refused("still-running", None, title=session.title)
        drop(session)


def drop(session: Session) -> None:
    """Delete a session that is held, and those whom no other seat remembers."""
    pk, club = session.pk, session.club_id
    session.delete()
    if session.status != Session.LOBBY:
        people.dismiss(club)
        people.changed(club)
        folders.drop_archives(club)
    transaction.on_commit(partial(live.nudge, pk, session.version + 1))


def forget(club_id: int, device: Device | None, person_id: int, was: str) -> None:
    """Forget a person's name, and what else they were called: a number takes its place wherever it stood.

    What they played stays. Raises Forbidden, Stale, Refused: not while they play. `was`: the name to be forgotten,
    as the page showed it; the same tap twice forgets once.
    """
    with transaction.atomic():
        # A session's row comes before its club's; whether they are all is known once the club is held.
        held = _sat_at(club_id, person_id)
        with clubs.kept(club_id, device) as club:
            known = people.roots(club_id)
            if person_id not in known or set(_sat_at(club_id, person_id)) != set(held):
                raise Stale
            person = known[person_id]
            if person.name != was:
                return
            _demand_nobody_plays(club, person, held, known)
            fresh = _free_names(club)
            name, group = next(fresh), people.all_of(known, person)
            for session in held:
                _forget_in(session, group, chain([name], fresh))
            Seat.objects.filter(person__in=group).update(person=person)
            Person.objects.filter(pk__in=group).exclude(pk=person.pk).delete()
            person.name = name
            person.save()
            folders.drop_archives(club.pk)
            clubs.changed(club)


def _sat_at(club_id: int, person_id: int) -> list[Session]:
    """Return the sessions somebody sat at, held for a change."""
    known = people.roots(club_id)
    group = people.all_of(known, known[person_id]) if person_id in known else []
    seats = Seat.objects.filter(person__in=group)
    return list(Session.objects.select_for_update().filter(pk__in=seats.values("session")).order_by("pk"))


def _demand_nobody_plays(club: Club, person: Person, held: Iterable[Session], known: Mapping[int, Person]) -> None:
    """Raise Refused while somebody is at a table that is not over, under any name they go by; case aside."""
    names = {one.casefold() for one in _names(person, known)}
    waiting = Seat.objects.filter(session__club=club, session__status=Session.LOBBY).select_related("session")
    playing = [session for session in held if session.status != Session.FINISHED]
    playing += [seat.session for seat in waiting if seat.name.casefold() in names]
    if playing:
        raise Refused("still-playing", None, name=person.name, title=playing[0].title)


def _names(person: Person, known: Mapping[int, Person]) -> list[str]:
    group = people.all_of(known, person)
    at_tables = Seat.objects.filter(person__in=group).values_list("name", flat=True).distinct()
    return [*Person.objects.filter(pk__in=group).values_list("name", flat=True), *at_tables]


def _free_names(club: Club) -> Iterator[str]:
    """Yield numbers as names that nobody in the club has, nor ever had at a table."""
    names = {*club.people.values_list("name", flat=True)}
    names |= {*Seat.objects.filter(session__club=club).values_list("name", flat=True).distinct()}
    taken = {name.casefold() for name in names}
    for number in count(1):
        name = _("Player %(number)d") % {"number": number}
        if name.casefold() not in taken:
            yield name


def _forget_in(session: Session, group: Collection[int], fresh: Iterator[str]) -> None:
    """Put fresh names in the place of somebody's at one table: at the seats, in the log, in what was told there.

    Somebody who sat at two seats there gets two, for names differ at a table.
    """
    seats = list(session.seats.filter(person__in=group))
    instead = {seat.name.casefold(): name for seat, name in zip(seats, fresh, strict=False)}
    for seat in seats:
        seat.name = instead[seat.name.casefold()]
    Seat.objects.bulk_update(seats, ["name"])
    _forget_in_log(session, instead)
    for notice in session.notices.all():
        notice.values = {key: _instead(value, instead) for key, value in notice.values.items()}
        notice.save()
    session.claims.all().delete()  # who asked to come in, and was never answered
    # What is remembered or rendered of it hangs on the version and on the names at its seats.
    changed(session)
    session.save()
    transaction.on_commit(partial(live.nudge, session.pk, session.version))


def _forget_in_log(session: Session, instead: Mapping[str, str]) -> None:
    """Put names into the moves that brought somebody to the table: as first entered and as corrected."""
    brought: list[tuple[Entry, dict[str, Any], int]] = []  # with the entry each is about
    for entry in session.entries.all():
        if entry.move and "name" in entry.move:
            corrected = entry.target if entry.kind == history.CORRECTION else None
            brought.append((entry, entry.move, corrected or entry.number))
    found = {about: name for _entry, move, about in brought if (name := instead.get(move["name"].casefold()))}
    for _entry, move, about in brought:
        move["name"] = found.get(about, move["name"])
    Entry.objects.bulk_update([entry for entry, _move, _about in brought], ["move"])


def _instead(value: Any, instead: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_instead(item, instead) for item in value]
    return instead.get(value.casefold(), value) if isinstance(value, str) else value
