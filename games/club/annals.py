"""A club's history as people leaf through it: sessions newest first, a page at a time, by person and by game."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery

from ..models import Club, Device, Member, Person, Seat, Session
from . import evenings, people

PAGE = 20  # sessions
OPEN_SHOWN = 20  # sessions that are not over
CLUBS_SHOWN, SESSIONS_SHOWN = 12, 30  # on a phone's first page
LOWEST_STEP, MOST_STEPS = 3, 4  # of a podium: places, and people if a place is shared
TOLD = ("code", "title", "game", "status", "created")  # of a session, in a list: not its terms, not its deck
KEY = re.compile(r"(-?\d{1,18})-(\d{1,18})", re.ASCII)  # microseconds since 1970 or till then; the session's number
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Told:
    """A session as a list tells it: who stood on the podium as (place, name, score), and on which evening it was."""

    session: Session
    podium: tuple[tuple[int, str, int], ...]
    names: tuple[str, ...]
    evening: date


@dataclass(frozen=True)
class Search:
    """Whose sessions and of which game are wanted; None: all."""

    person: Person | None = None
    game: str | None = None


@dataclass(frozen=True)
class Page:
    """Some sessions, and the key by which the older ones are asked for, if there are any."""

    lines: tuple[Told, ...]
    older: str | None


def page(club: Club, known: Mapping[int, Person], search: Search, before: str = "") -> Page:
    """Return finished sessions from the newest on, or from just before a key on."""
    found = _searched(club, search, known).filter(status=Session.FINISHED).order_by("-created", "-id")
    if key := _read_key(before):
        created, number = key
        found = found.filter(Q(created__lt=created) | Q(created=created, id__lt=number), created__lte=created)
    sessions = list(found.only(*TOLD)[: PAGE + 1])
    lines = told(sessions[:PAGE], known)
    return Page(lines, _key(sessions[PAGE - 1]) if len(sessions) > PAGE else None)


def still_open(club: Club, known: Mapping[int, Person]) -> tuple[Told, ...]:
    """Return the sessions of a club that are not over, the newest first: they may be gone on with, days later."""
    found = Session.objects.filter(club=club, status__in=[Session.LOBBY, Session.RUNNING])
    return told(list(found.order_by("-created", "-id").only(*TOLD)[:OPEN_SHOWN]), known)


def of_evening(club: Club, evening: date) -> list[Session]:
    """Return all sessions of an evening, in the order in which they began."""
    first, last = evenings.span(evening)
    found = Session.objects.filter(club=club, created__gte=first, created__lt=last)
    return list(found.order_by("created", "id").prefetch_related(seats_with_results()))


def clubs_of(device: Device) -> list[Member]:
    """Return the clubs a phone reads in, with when each met last, the latest first."""
    met = Session.objects.filter(club=OuterRef("club")).order_by("-created").values("created")[:1]
    found = Member.objects.filter(device=device).select_related("club").annotate(met=Subquery(met))
    return list(found.order_by(F("met").desc(nulls_last=True), "-pk")[:CLUBS_SHOWN])


def sessions_of(device: Device) -> list[Session]:
    """Return the sessions a phone has run or sat at, the latest first."""
    sat = Seat.objects.filter(device=device).values("session")
    found = Session.objects.filter(Q(host=device) | Q(pk__in=sat)).order_by("-created", "-id")
    return list(found.prefetch_related(seats_with_results())[:SESSIONS_SHOWN])


def seats_with_results() -> "Prefetch[str, QuerySet[Seat], str]":
    """Return what brings a list's seats, with their results, in one read."""
    return Prefetch("seats", Seat.objects.select_related("result"))


def told(sessions: Sequence[Session], known: Mapping[int, Person]) -> tuple[Told, ...]:
    """Return sessions as a list tells them; people are called what the club calls them now."""
    at_table: dict[int, list[_Sat]] = {session.pk: [] for session in sessions}
    # Rows, not seats: a list is most of what its page costs, and needs neither a seat's phone nor a result's facts.
    found = Seat.objects.filter(session__in=at_table).order_by("session_id", "number")
    for session, person, name, place, score in found.values_list(
        "session", "person", "name", "result__place", "result__score"
    ):
        at_table[session].append(_Sat(known[person].name if person in known else name, place, score))
    return tuple(_told(session, at_table[session.pk]) for session in sessions)


def steps(places: Sequence[int]) -> int:
    """Return how many of those who are best stand on a podium: all up to the third place, if they are not too many."""
    return min(sum(place <= LOWEST_STEP for place in places), MOST_STEPS)


class _Sat(NamedTuple):
    """Who sat there, as the club calls them now, and what came of it, if it is over."""

    name: str
    place: int | None
    score: int | None


def _told(session: Session, seats: Sequence[_Sat]) -> Told:
    ranked = sorted((seat.place, number) for number, seat in enumerate(seats) if seat.place is not None)
    first = ranked[: steps([place for place, _ in ranked])]
    podium = tuple((place, seats[number].name, seats[number].score or 0) for place, number in first)
    return Told(session, podium, tuple(seat.name for seat in seats), evenings.evening_of(session.created))


def _searched(club: Club, search: Search, known: Mapping[int, Person]) -> QuerySet[Session]:
    found = Session.objects.filter(club=club)
    if search.game:
        found = found.filter(game=search.game)
    if search.person:
        theirs = Seat.objects.filter(session=OuterRef("pk"), person__in=people.all_of(known, search.person))
        found = found.filter(Exists(theirs))
    return found


def _key(session: Session) -> str:
    """Return where a page ends: nothing that comes or goes before it shifts what follows."""
    return f"{(session.created - EPOCH) // timedelta(microseconds=1)}-{session.pk}"


def _read_key(text: str) -> tuple[datetime, int] | None:
    """Return a key from an address; what is none asks for the first page."""
    found = KEY.fullmatch(text)
    if not found:
        return None
    try:
        return EPOCH + timedelta(microseconds=int(found[1])), int(found[2])
    except OverflowError:  # later or earlier than there are years
        return None
