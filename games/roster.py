"""The seats as a page showed them: names and order change in a lobby, and a number alone means somebody else then."""

import json
from collections.abc import Iterable
from hashlib import sha256

from .models import Seat, Session
from .play import Stale
from .rules.contract import Refused


def print_of(seats: Iterable[Seat]) -> str:
    """Return what a page that shows these seats in this order carries back, to tell whether it is still so."""
    return sha256(json.dumps([seat.name for seat in seats]).encode()).hexdigest()[:16]


def demand_unmoved(session: Session, made_from: str) -> None:
    """Raise Stale if the seats of a session have other names, or another order, than on the page."""
    if made_from != print_of(session.seats.all()):
        raise Stale


def seat_called(session: Session, number: int, called: str = "") -> Seat:
    """Return a seat by its number. Raises Refused where there is none, Stale where its name is another by now.

    `called`: the name the page showed; nothing: it showed none.
    """
    seat = session.seats.filter(number=number).select_related("device").first()
    if seat is None:
        raise Refused("not-in-play", "D1.1", seat=number)
    if called and seat.name != called:
        raise Stale
    return seat
