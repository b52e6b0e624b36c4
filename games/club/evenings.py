"""Which evening a session belongs to, and one tally for all that was played on it, whatever the game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone

from ..models import Person, Session

DAWN = time(6)  # an evening lasts until then, by the clock on the wall where Cincy runs
# What is dated nearer to an end of the calendar counts as of then: on the wall it may be past that end.
FIRST, LAST = date(1, 1, 3), date(9999, 12, 28)
FIRST_MOMENT, LAST_MOMENT = (datetime.combine(day, time(12), UTC) for day in (FIRST, LAST))


@dataclass
class Showing:
    """What somebody did on an evening. `beaten`: how many players they left behind them, all sessions together."""

    name: str
    person: int | None
    sessions: int = 0
    wins: int = 0
    beaten: int = 0
    places: list[int] = field(default_factory=list)


def evening_of(moment: datetime) -> date:
    """Return the evening a moment belongs to: what begins after midnight is still last night's."""
    wall = timezone.localtime(min(max(moment, FIRST_MOMENT), LAST_MOMENT))
    return wall.date() if wall.time() >= DAWN else wall.date() - timedelta(days=1)


def span(evening: date) -> tuple[datetime, datetime]:
    """Return when an evening begins, and when the next one does."""
    here = timezone.get_current_timezone()
    evening = min(max(evening, FIRST), LAST)
    first, last = (datetime.combine(day, DAWN, here) for day in (evening, evening + timedelta(days=1)))
    return first, last


def tally(sessions: Iterable[Session], known: Mapping[int, Person]) -> list[Showing]:
    """Count an evening's finished sessions by person: who left the most behind comes first.

    Chips and points cannot be added up; how many players somebody left behind counts alike in both games, and more at
    a bigger table. Equal places beat nobody. Who held two seats at a table is one player, in the better place.
    """
    rows: dict[int | str, Showing] = {}
    for session in sessions:
        best = _best_places(session, known)
        for (key, name, person), place in best.items():
            row = rows.setdefault(key, Showing(name, person))
            row.sessions += 1
            row.wins += place == 1
            row.places.append(place)
            row.beaten += sum(place < other for other in best.values())
    return sorted(rows.values(), key=lambda row: (-row.beaten, -row.wins, row.name.casefold()))


def _best_places(session: Session, known: Mapping[int, Person]) -> dict[tuple[int | str, str, int | None], int]:
    """Return the place of everybody at a table, by what tells them apart, their name, and their person if any."""
    best: dict[tuple[int | str, str, int | None], int] = {}
    for seat in session.seats.all():
        if hasattr(seat, "result"):
            person = known.get(seat.person_id or 0)
            who = (person.pk, person.name, person.pk) if person else (seat.name.casefold(), seat.name, None)
            best[who] = min(seat.result.place, best.get(who, seat.result.place))
    return best
