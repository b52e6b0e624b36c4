"""What results add up to: one person's numbers in one game, and the best of all of them.

Numbers form a sum that does not depend on the order: counts are added, of bests the highest is kept, of single sessions
the latest. So they can be kept and added to session by session, and two people who turn out to be one are added too.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import UTC, datetime
from itertools import accumulate
from typing import Any, NamedTuple, TypeVar

COURSE = 40  # the latest sessions that a chart shows one by one

Who = TypeVar("Who")
Counts = dict[str, Any]  # numbers, and numbers by table or card
Best = dict[str, Any]  # "key" orders them; "session" and "at" say where and when; the rest is the game's own


class Mark(NamedTuple):
    """One session in the course of things. `at`: when it began, in UTC, so that texts order as times do."""

    at: str
    session: int
    score: int
    balance: int


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a person's finished sessions of one game add up to."""

    sessions: int = 0  # finished sessions in which the person held a seat, or more than one
    wins: int = 0  # first places, shared ones included
    places: int = 0  # the sum of all places
    points: int = 0  # the sum of all scores
    balance: int = 0  # the sum of what was won from or lost to the others
    counts: Counts = field(default_factory=dict)
    bests: dict[str, Best] = field(default_factory=dict)
    course: tuple[Mark, ...] = ()  # the latest sessions, oldest first
    seats: int = 0  # held in these sessions: as many as there are results in these numbers

    @property
    def mean_place(self) -> float | None:
        """The mean of all places; None without a session."""
        return self.places / self.sessions if self.sessions else None

    @property
    def mean_score(self) -> float | None:
        """The mean of all scores; None without a session."""
        return self.points / self.sessions if self.sessions else None

    def __add__(self, other: "Numbers") -> "Numbers":
        """Return both together."""
        return Numbers(
            self.sessions + other.sessions,
            self.wins + other.wins,
            self.places + other.places,
            self.points + other.points,
            self.balance + other.balance,
            summed(self.counts, other.counts),
            best_of(self.bests, other.bests),
            tuple(sorted((*self.course, *other.course))[-COURSE:]),
            self.seats + other.seats,
        )

    def running(self) -> list[int]:
        """Return, for each of the latest sessions, the balance of all up to it."""
        before = self.balance - sum(mark.balance for mark in self.course)
        return list(accumulate((mark.balance for mark in self.course), initial=before))[1:]

    def written(self) -> dict[str, Any]:
        """Return the numbers as JSON."""
        return {**asdict(self), "course": [list(mark) for mark in self.course]}


def read(written: Mapping[str, Any]) -> Numbers:
    """Return numbers from what `written` made of them; what was not counted yet then is 0."""
    known = {one.name: written[one.name] for one in fields(Numbers) if one.name in written}
    return Numbers(**{**known, "course": tuple(Mark(*mark) for mark in known["course"])})


def of_result(session: int, at: datetime, place: int, score: int, balance: int, facts: Mapping[str, Any]) -> Numbers:
    """Return the numbers of one result; its facts are those that the game's rules have counted."""
    # Not by strftime: it writes years before 1000 with fewer figures on some systems, and texts have to order as times.
    when = f"{at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"
    bests = {"score": {"key": score}, **facts.get("bests", {})}
    return Numbers(
        sessions=1,
        wins=int(place == 1),
        places=place,
        points=score,
        balance=balance,
        counts=facts.get("counts", {}),
        bests={name: {**best, "session": session, "at": when} for name, best in bests.items()},
        course=(Mark(when, session, score, balance),),
        seats=1,
    )


def at_one_table(results: Sequence[Numbers]) -> Numbers:
    """Return the numbers of a person who held several seats in one session, given each seat's, the best place first.

    One session counts once: its place and score are those of the better seat. What was done, won and lost there is
    added up, or balances would not add up to nothing any more.
    """
    best = results[0]
    whole = sum(results[1:], best)
    course = tuple(mark._replace(balance=whole.balance) for mark in best.course)
    return replace(whole, sessions=best.sessions, wins=best.wins, places=best.places, points=best.points, course=course)


def summed(one: Counts, other: Counts) -> Counts:
    """Return counts added up, those by table or card each for itself."""
    total = dict(one)
    for name, value in other.items():
        total[name] = summed(total.get(name, {}), value) if isinstance(value, dict) else total.get(name, 0) + value
    return total


def best_of(one: Mapping[str, Best], other: Mapping[str, Best]) -> dict[str, Best]:
    """Return the higher of each best; of equal ones the earlier."""
    best = dict(one)
    for name, found in other.items():
        best[name] = min(best[name], found, key=_rank) if name in best else found
    return best


def _rank(best: Best) -> tuple[int, str, int]:
    return (-best["key"], best["at"], best["session"])


def records(of_all: Iterable[tuple[Who, Numbers]]) -> dict[str, tuple[Who, Best]]:
    """Return the highest of every best, and whose it is; of equal ones the earlier."""
    found: dict[str, tuple[Who, Best]] = {}
    for who, numbers in of_all:
        for name, best in numbers.bests.items():
            if name not in found or _rank(best) < _rank(found[name][1]):
                found[name] = (who, best)
    return found
