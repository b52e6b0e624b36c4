"""Who somebody is in a club: the person behind a name, and those who turned out to be one."""

from collections import Counter
from collections.abc import Iterable, Mapping

from django.db.models import Count, F

from ..models import Club, Device, Person, Seat, Session

LOOKED_BACK = 40  # sessions that tell who comes often
REGULARS = 12


def changed(club_id: int | None) -> None:
    """Mark a club as changed: its history, or who is who in it."""
    if club_id is not None:
        Club.objects.filter(pk=club_id).update(version=F("version") + 1)


def roots(club_id: int | None) -> dict[int, Person]:
    """Return, for everybody of a club by number, who they are now that doubled people have been merged."""
    people = {person.pk: person for person in Person.objects.filter(club=club_id)}
    return {number: root(people, person) for number, person in people.items()}


def root(people: Mapping[int, Person], person: Person) -> Person:
    """Return who somebody turned out to be, at the end of the chain."""
    while person.into_id is not None:
        person = people[person.into_id]
    return person


def all_of(known: Mapping[int, Person], person: Person) -> list[int]:
    """Return the numbers of all who are this person, given everybody's `roots`."""
    return [number for number, one in known.items() if one.pk == known[person.pk].pk]


def by_name(known: Mapping[int, Person]) -> list[Person]:
    """Return everybody once, as who they are now, by name, given everybody's `roots`."""
    return sorted({one.pk: one for one in known.values()}.values(), key=lambda one: (one.name.casefold(), one.pk))


def came(club_id: int, known: Mapping[int, Person]) -> Counter[int]:
    """Return how many seats everybody of a club has had, by who they are now."""
    counted = Seat.objects.filter(person__club=club_id).values_list("person").annotate(Count("pk")).order_by()
    seats: Counter[int] = Counter()
    for number, times in counted:
        seats[known[number].pk] += times
    return seats


def other_names(club_id: int, known: Mapping[int, Person]) -> dict[int, list[str]]:
    """Return under which other names people are merged, by who they are now."""
    also: dict[int, list[str]] = {}
    for person in Person.objects.filter(club=club_id, into__isnull=False):
        also.setdefault(known[person.pk].pk, []).append(person.name)
    return also


def called(known: Mapping[int, Person], seat: Seat) -> str:
    """Return what a club calls whoever sat there: the person's name now, or the seat's own before there is a person."""
    person = known.get(seat.person_id or 0)
    return person.name if person else seat.name


def introduce(session: Session, names: Mapping[int, str] | None = None) -> None:
    """Give each seat that has none its person of the club, by name; who is new there becomes one.

    Inside of a transaction: the club is held for it. A seat is whoever goes by its name, merged or not: if that merge
    is taken back, what they played stays theirs. `names`: for some seats by number, another name than the seat's.
    """
    if session.club_id is None:
        return
    seats = list(session.seats.filter(person=None))
    club = Club.objects.select_for_update().get(pk=session.club_id)  # two tables may start at once
    known = {person.name.casefold(): person for person in club.people.all()}
    for seat in seats:
        name = (names or {}).get(seat.number, seat.name)
        if name.casefold() not in known:
            known[name.casefold()] = club.people.create(name=name)
        seat.person = known[name.casefold()]
    Seat.objects.bulk_update(seats, ["person"])


def dismiss(club_id: int | None) -> None:
    """Drop those of a club who have no seat left, neither themselves nor as somebody they were merged with."""
    if club_id is None:  # a session from a file is of no club yet, and its seats are nobody's
        return
    known = roots(club_id)
    seated = set(Seat.objects.filter(person__club=club_id).values_list("person", flat=True).distinct())
    needed = {known[number].pk for number in seated}
    Person.objects.filter(pk__in=[number for number, one in known.items() if one.pk not in needed]).delete()


def regulars(club_id: int | None) -> list[Person]:
    """Return whom a club's new game is likely to be for: who came most often of late, the latest first among equals."""
    latest = list(
        Session.objects.filter(club=club_id, started__isnull=False)
        .order_by("-created", "-id")
        .values_list("pk", flat=True)[:LOOKED_BACK]
    )
    seats = Seat.objects.filter(session__in=latest, person__isnull=False).order_by("-session__created", "number")
    known = roots(club_id)
    came = Counter(known[number].pk for number in seats.values_list("person", flat=True) if number)
    return [next(one for one in known.values() if one.pk == pk) for pk, _ in came.most_common(REGULARS)]


def last_sat_as(club_id: int | None, devices: Iterable[Device | int]) -> dict[int, str]:
    """Return, for those of these phones that have sat in a club before, whose seat they held last."""
    known = roots(club_id)
    seats = Seat.objects.filter(session__club=club_id, device__in=devices, person__isnull=False)
    # The latest comes last and stays.
    return {seat.device_id: called(known, seat) for seat in seats.order_by("session__created", "session_id", "-number")}  # type: ignore[misc]  # they have a phone
