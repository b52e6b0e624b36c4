"""What follows from a log beside it: who has joined has a seat, who is done has a place."""

from django.utils import timezone

from .club import people
from .models import Result, Seat, Session
from .sitting import Sitting


def settle(now: Sitting) -> Sitting:
    """Bring seats and results into line with the log: who joined has a seat, who won has a place. Returns it so."""
    now = _seat_those_who_joined(now)
    _settle_results(now)
    return now


def _seat_those_who_joined(now: Sitting) -> Sitting:
    names, seats = now.state.names, now.seats
    if names == tuple(seat.name for seat in seats):
        return now
    now.session.seats.filter(number__gt=len(names)).delete()
    for seat in seats[: len(names)]:  # a latecomer's name may have been corrected
        name = names[seat.number - 1]
        now.session.seats.filter(number=seat.number).exclude(name=name).update(name=name, person=None)
    new = range(len(seats) + 1, len(names) + 1)
    Seat.objects.bulk_create(Seat(session=now.session, number=number, name=names[number - 1]) for number in new)
    people.introduce(now.session)
    people.dismiss(now.session.club_id)  # whom a corrected name, or a join taken back, has left without a seat
    return Sitting(now.session, tuple(now.session.seats.all()), now.line)


def _settle_results(now: Sitting) -> None:
    """Write the results of a session that is over, or take them back from one that is not."""
    session, over = now.session, now.state.phase == "over"
    if over == (session.status == Session.FINISHED) and not over:
        return
    Result.objects.filter(seat__session=session).delete()
    people.changed(session.club_id)
    session.status = Session.FINISHED if over else Session.RUNNING
    session.finished = (session.finished or timezone.now()) if over else None
    if over:
        Result.objects.bulk_create(results(now))


def results(now: Sitting) -> list[Result]:
    """Return the results of a session that is over, worked out from its log; not written."""
    rows = {standing.seat: standing for standing in now.game.standings(now.state)}
    facts = now.game.facts(now.line.first, now.line.steps)
    return [
        Result(
            seat=seat,
            place=rows[seat.number].place,
            score=rows[seat.number].score,
            balance=fact["balance"],
            facts={"counts": fact["counts"], "bests": fact["bests"]},
        )
        for seat, fact in zip(now.seats, facts, strict=True)
    ]
