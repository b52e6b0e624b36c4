"""Cincinnati poker: the Game that the catalog lists."""

from typing import Any

from ..contract import Game
from .facts import facts
from .game import apply, keep
from .moves import MOVES, Bet, Call, Hole, Show
from .offers import offers
from .options import SEATS, again, check_seats, read_options, seats_for, write_options
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
    """Tell whether only the seat's own phone may make a move: cards in secret, and showing those. [P7.2]"""
    return isinstance(move, Hole) or (isinstance(move, Show) and move.cards is None)


def asks_once(state: State, move: Any) -> bool:
    """Tell whether a move puts in everything a player has. [P3.4]"""
    if state.phase != "bet" or not isinstance(move, (Bet, Call)):
        return False
    player = state.player(move.seat)
    put_in = move.to - player.in_round if isinstance(move, Bet) else state.betting.bet - player.in_round
    return put_in >= player.chips


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
    is_private=is_private,
    asks_once=asks_once,
    reveals=frozenset({"board", "show"}),
    alike=(frozenset({"check", "call", "bet", "fold"}), frozenset({"show", "muck"})),
    scores=scores,
    facts=facts,
    pauses=("deal",),
    seats_for=seats_for,
    check_seats=check_seats,
    again=again,
    keep=keep,
    awaited=awaited,
)
