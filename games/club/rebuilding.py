"""The results of a finished session worked out anew from its log: after a rule was mended, or a number added."""

from enum import Enum, auto
from typing import Any

from django.db import transaction

from .. import aftermath, sitting
from ..models import Result, Session
from ..rules.contract import Refused
from ..sitting import Sitting
from . import people


class Outcome(Enum):
    """What came of it."""

    SAME = auto()
    FACTS = auto()  # places and scores are the same, what is counted is not
    PLACES = auto()
    UNREADABLE = auto()  # a move that stood does not fit the rules any more, or the game would not be over


def rebuild(session_id: int) -> Outcome:
    """Work one session's results out anew, in one transaction; results that come out the same are left alone."""
    with transaction.atomic():
        session = Session.objects.select_for_update().filter(pk=session_id, status=Session.FINISHED).first()
        if session is None:  # gone on with meanwhile: its results are written when it is over
            return Outcome.SAME
        now = _folded(session)
        if now is None:
            return Outcome.UNREADABLE
        kept, new = list(_results(session)), aftermath.results(now)
        outcome = _compared(kept, new)
        if outcome is not Outcome.SAME:
            Result.objects.filter(pk__in=[result.pk for result in kept]).delete()
            people.changed(session.club_id)
            Result.objects.bulk_create(new)
        return outcome


def _folded(session: Session) -> Sitting | None:
    """Return the session as its log says, from nothing: what this process remembers may be of the old rules."""
    seats = tuple(session.seats.all())
    try:
        line = sitting.told(session, seats).line
    except Refused:
        return None
    fits = line.state.phase == "over" and len(line.state.names) == len(seats)
    return Sitting(session, seats, line) if fits else None


def _results(session: Session) -> Any:
    return Result.objects.filter(seat__session=session).order_by("seat__number")


def _compared(kept: list[Result], new: list[Result]) -> Outcome:
    if [(one.seat_id, one.place, one.score) for one in kept] != [(one.seat_id, one.place, one.score) for one in new]:
        return Outcome.PLACES
    same = all(
        (old.balance, old.facts) == (result.balance, result.facts) for old, result in zip(kept, new, strict=True)
    )
    return Outcome.SAME if same else Outcome.FACTS
