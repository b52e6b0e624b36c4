"""What a club's people have come to: their numbers as they are kept, two people's meetings, a season's balances.

A page adds up a few tallies, not thousands of results. They are brought up to date when the club has changed, with the
results that came since; a result knows in whose tally it is, so that one that is gone, or somebody else's now, shows.
A tally is of who people turned out to be: two who were merged may have sat in one session, and it counts once.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby, islice
from operator import itemgetter
from typing import NamedTuple

from django.db import transaction
from django.db.models import Avg, Count, F, Q, QuerySet, Sum
from django.utils import timezone

from ..models import Club, Person, Result, Seat, Session, Tally
from . import evenings, numbers, people
from .numbers import Numbers

Key = tuple[int, str]  # a person's number, a game


def of_club(club: Club, known: Mapping[int, Person]) -> dict[Key, Numbers]:
    """Return everybody's numbers by who they are now and game. `known`: the club's people.roots."""
    bring_up_to_date(club)
    return _added(_tallies(club), known)


def of_person(club: Club, known: Mapping[int, Person], person: Person) -> dict[str, Numbers]:
    """Return somebody's numbers by game, with those of everybody who turned out to be the same person."""
    bring_up_to_date(club)
    found = _added(Tally.objects.filter(person__in=people.all_of(known, person)), known)
    return {game: one for (_, game), one in found.items()}


def _added(rows: Iterable[Tally], known: Mapping[int, Person]) -> dict[Key, Numbers]:
    found: dict[Key, Numbers] = {}
    for row in rows:
        key, one = (known[row.person_id].pk, row.game), numbers.read(row.numbers)
        found[key] = found[key] + one if key in found else one
    return found


def bring_up_to_date(club: Club) -> None:
    """Bring the tallies of a club's people into line with its results, if it has changed since."""
    if Club.objects.filter(pk=club.pk, tallied=F("version")).exists():
        return
    with transaction.atomic():
        # Whoever writes results marks the club first, and so waits until this is done.
        held = Club.objects.select_for_update().get(pk=club.pk)
        if held.tallied == held.version:
            return
        known = people.roots(club.pk)
        kept = {(tally.person_id, tally.game): numbers.read(tally.numbers) for tally in _tallies(club)}
        for outdated in (_outdated, _joined):  # who sat beside somebody they were merged with is known after the first
            for person in outdated(known, kept):
                kept = {key: one for key, one in kept.items() if key[0] != person}
                _drop(person)
        _write(kept, _add(known, kept))
        Club.objects.filter(pk=club.pk).update(tallied=held.version)


def _tallies(club: Club) -> QuerySet[Tally]:
    return Tally.objects.filter(person__club=club)


def _outdated(known: Mapping[int, Person], kept: Mapping[Key, Numbers]) -> list[int]:
    """Return in whose tallies there are results that are gone, or somebody else's now.

    Nothing gets into a tally but here, so what is counted of it can only have become less.
    """
    # By their numbers: PostgreSQL then knows how many rows will come, and joins the seats at one go.
    found = Result.objects.filter(tallied_for__in=list(known)).order_by()
    standing: Counter[int] = Counter()
    for tallied_for, person, seats in found.values_list("tallied_for", "seat__person").annotate(n=Count("seat")):
        standing[tallied_for] += seats if person in known and known[person].pk == tallied_for else 0
    told = Counter(dict.fromkeys(standing, 0))
    for (person, _), one in kept.items():
        told[person] += one.seats
    return [person for person, seats in told.items() if seats != standing[person]]


def _joined(known: Mapping[int, Person], _kept: Mapping[Key, Numbers]) -> set[int]:
    """Return in whose tallies there are sessions in which another seat has become theirs, too."""
    fresh = _fresh(known)
    beside = Result.objects.filter(tallied_for__in=list(known), seat__session__in=fresh.values("seat__session"))
    counted = set(beside.order_by().values_list("tallied_for", "seat__session"))
    if not counted:
        return set()
    seats = fresh.order_by().values_list("seat__person", "seat__session")
    return {known[person].pk for person, session in seats if (known[person].pk, session) in counted}


def _fresh(known: Mapping[int, Person]) -> QuerySet[Result]:
    """Return the results that are in no tally yet."""
    return Result.objects.filter(tallied_for=None, seat__person__in=list(known))


def _drop(person: int) -> None:
    """Let somebody's tallies be counted from nothing; what is somebody else's now goes to them."""
    Tally.objects.filter(person=person).delete()
    Result.objects.filter(tallied_for=person).update(tallied_for=None)


def _add(known: Mapping[int, Person], kept: dict[Key, Numbers]) -> set[Key]:
    """Add the results that are in no tally yet, each session's at one go. Returns whose tallies have changed."""
    fresh = _fresh(known).select_related("seat__session").order_by("seat__session_id", "place", "seat__number")
    added: dict[int, list[int]] = defaultdict(list)
    changed: set[Key] = set()
    for _, at_table in groupby(fresh.iterator(), key=lambda result: result.seat.session_id):
        for person, results in _by_person(known, at_table).items():
            key = (person, results[0].seat.session.game)
            kept[key] = kept.get(key, Numbers()) + of(results)
            changed.add(key)
            added[person].extend(result.pk for result in results)
    for person, rows in added.items():
        Result.objects.filter(pk__in=rows).update(tallied_for=person)
    return changed


def _by_person(known: Mapping[int, Person], results: Iterable[Result]) -> dict[int, list[Result]]:
    """Return results by who has them now."""
    theirs: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        assert result.seat.person_id  # for the reader: of the club
        theirs[known[result.seat.person_id].pk].append(result)
    return theirs


def of(results: Sequence[Result]) -> Numbers:
    """Return the numbers of a person's results in one session, best first: of one, but for who held several seats."""
    session = results[0].seat.session
    return numbers.at_one_table(
        [
            numbers.of_result(session.pk, session.created, one.place, one.score, one.balance or 0, one.facts)
            for one in results
        ]
    )


def _write(kept: Mapping[Key, Numbers], changed: set[Key]) -> None:
    Tally.objects.bulk_create(
        [Tally(person_id=key[0], game=key[1], numbers=kept[key].written()) for key in sorted(changed)],
        update_conflicts=True,
        unique_fields=["person", "game"],
        update_fields=["numbers"],
    )


@dataclass(frozen=True)
class Meetings:
    """How two people did in the sessions of one game in which both sat, as the first of them sees it."""

    sessions: int
    ahead: int  # the first had the better place
    behind: int
    difference: float  # the mean of the first's score less the other's

    @property
    def level(self) -> int:
        """Sessions in which they shared a place."""
        return self.sessions - self.ahead - self.behind


def meetings(known: Mapping[int, Person], one: Person, other: Person) -> dict[str, Meetings]:
    """Return the meetings of two people by game."""
    rows = _together(known, one, other).order_by().values("seat__session__game")
    rows = rows.annotate(
        sessions=Count("pk"),
        ahead=Count("pk", filter=Q(place__lt=F("seat__session__seats__result__place"))),
        behind=Count("pk", filter=Q(place__gt=F("seat__session__seats__result__place"))),
        difference=Avg(F("score") - F("seat__session__seats__result__score")),
    )
    return {
        row["seat__session__game"]: Meetings(row["sessions"], row["ahead"], row["behind"], row["difference"])
        for row in rows
    }


def latest_meetings(known: Mapping[int, Person], one: Person, other: Person, count: int) -> list[Result]:
    """Return the first's results in the latest sessions together, with the other's `other_place` and `other_score`."""
    rows = _together(known, one, other).annotate(
        other_place=F("seat__session__seats__result__place"), other_score=F("seat__session__seats__result__score")
    )
    ordered = rows.order_by("-seat__session__created", "-seat__session_id").select_related("seat__session")
    # To find the latest all are sorted: a row of few columns is moved sooner.
    shown = ("place", "score", "seat__session__code", "seat__session__game", "seat__session__created")
    return list(ordered.only(*shown)[:count])


def _together(known: Mapping[int, Person], one: Person, other: Person) -> QuerySet[Result]:
    """Return the first's results where both sat, joined with the other's, each session once: by the better seats."""
    ones, others = people.all_of(known, one), people.all_of(known, other)
    rows = Result.objects.filter(
        seat__person__in=ones,
        seat__session__seats__person__in=others,
        seat__session__seats__result__isnull=False,
    )
    # Hardly anybody ever held two seats: what leaves the worse ones out is asked of the database only then.
    if worse := _worse(ones):
        rows = rows.exclude(pk__in=worse)
    if worse := _worse(others):
        rows = rows.annotate(other_result=F("seat__session__seats__result")).exclude(other_result__in=worse)
    return rows


def _worse(group: Sequence[int]) -> list[int]:
    """Return the results by which a person's sessions do not count: all but the best where they held several seats."""
    doubled = Seat.objects.filter(person__in=group).order_by().values("session").annotate(n=Count("pk")).filter(n__gt=1)
    results = Result.objects.filter(seat__person__in=group, seat__session__in=doubled.values("session"))
    seats = results.order_by("seat__session_id", "place", "seat__number").values_list("seat__session", "pk")
    return [pk for _, theirs in groupby(seats, key=itemgetter(0)) for _, pk in islice(theirs, 1, None)]


class Debtor(NamedTuple):
    """Somebody who settles: by the club's person, or where there is none (any more) by the name of the seat."""

    name: str
    person: int | None


@dataclass
class Reckoning:
    """What a game's sessions of some evenings come to. `uncounted`: sessions of before balances were counted."""

    game: str
    sessions: int = 0
    uncounted: int = 0
    balances: dict[Debtor, int] = field(default_factory=dict)


def last_evening(club: Club) -> date:
    """Return the evening on which a session of the club was finished last; tonight, where none was."""
    over = Session.objects.filter(club=club, status=Session.FINISHED).order_by("-created", "-id")
    latest = over.values_list("created", flat=True).first()
    return evenings.evening_of(latest or timezone.now())


def reckonings(club: Club, known: Mapping[int, Person], first: date, last: date) -> dict[str, Reckoning]:
    """Return what was won and lost from one evening to another, both included, by game."""
    begin, end = evenings.span(first)[0], evenings.span(last)[1]
    found = Result.objects.filter(seat__session__club=club)
    found = found.filter(seat__session__created__gte=begin, seat__session__created__lt=end).order_by()
    # Every session has a first seat: one row each.
    is_first = Q(seat__number=1)
    rows = found.values_list("seat__session__game", "seat__person", "seat__name").annotate(
        sessions=Count("pk", filter=is_first),
        uncounted=Count("pk", filter=is_first & Q(balance=None)),
        counted=Count("balance"),
        won=Sum("balance", default=0),
    )
    reckoned: dict[str, Reckoning] = {}
    for game, person, name, sessions, uncounted, counted, won in rows:
        of_game = reckoned.setdefault(game, Reckoning(game))
        of_game.sessions += sessions
        of_game.uncounted += uncounted
        if counted:
            # Who has no person any more settles under the name of the seat.
            who = Debtor(known[person].name, known[person].pk) if person in known else Debtor(name, None)
            of_game.balances[who] = of_game.balances.get(who, 0) + won
    return reckoned
