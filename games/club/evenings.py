"""Which evening a session belongs to, and one tally for all that was played on it, whatever the game."""

from collections import Counter
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
    a bigger table. Equal places beat nobody.
    """
    rows: dict[int | str, Showing] = {}
    for session in sessions:
        seats = [seat for seat in session.seats.all() if hasattr(seat, "result")]
        behind = Counter(seat.result.place for seat in seats)
        for seat in seats:
            person = known.get(seat.person_id or 0)
            name, key = (person.name, person.pk) if person else (seat.name, seat.name.casefold())
            row = rows.setdefault(key, Showing(name, person.pk if person else None))
            row.sessions += 1
            row.wins += seat.result.place == 1
            row.places.append(seat.result.place)
            row.beaten += sum(n for place, n in behind.items() if place > seat.result.place)
    return sorted(rows.values(), key=lambda row: (-row.beaten, -row.wins, row.name.casefold()))
