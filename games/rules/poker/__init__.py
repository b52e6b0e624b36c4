"""Cincinnati poker: the Game that the catalog lists."""

from typing import Any

from ..contract import Game
from .game import apply
from .moves import MOVES, Hole, Show
from .offers import offers
from .options import SEATS, check_seats, read_options, seats_for, write_options
from .sight import awaited, published, view_for
from .standings import scores, standings
from .state import State, start


def keeps_secret(state: State, move: Any) -> bool:
    """Tell whether a move that stands in this state is still for its own seat only: cards until shown. [P7.2]"""
    if not isinstance(move, Hole):
        return False
    shown = state.table.shown_by(move.seat)
    return shown is None or set(shown) != set(move.cards)


def is_private(move: Any) -> bool:
    """Tell whether only a seat's own phone may make this move: cards entered in secret, or shown unseen. [P7.2]"""
    return isinstance(move, Hole) or (isinstance(move, Show) and move.cards is None)


POKER = Game(
    key="poker",
    seats=SEATS,
    moves=MOVES,
    read_options=read_options,
    write_options=write_options,
    start=start,
    offers=offers,
    apply=apply,
    view_for=view_for,
    published=published,
    standings=standings,
    keeps_secret=keeps_secret,
    scores=scores,
    is_private=is_private,
    seats_for=seats_for,
    check_seats=check_seats,
    awaited=awaited,
)
