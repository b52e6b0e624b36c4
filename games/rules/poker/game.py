"""The poker game as one pure function: `apply(state, move)`. [P1-P9]"""

from collections.abc import Callable
from typing import Any, Final

from ..contract import Refused
from . import between, endings, rounds
from .betting import FOLDED, IN, LEFT
from .moves import (
    Bet,
    Board,
    Call,
    Check,
    Deal,
    Declare,
    Finish,
    Fold,
    Hole,
    Join,
    Leave,
    Muck,
    Rebuy,
    Show,
)
from .state import DURING_A_HAND, State

PHASES: Final[dict[type, tuple[str, ...]]] = {
    Deal: ("deal",),
    Board: ("board",),
    Check: ("bet",),
    Call: ("bet",),
    Fold: ("bet",),
    Bet: ("bet",),
    Hole: DURING_A_HAND,
    Show: ("showdown",),
    Muck: ("showdown",),
    Declare: ("showdown",),
    Leave: ("deal",),
    Rebuy: ("deal",),
    Join: ("deal",),
    Finish: ("deal",),
}
PHASE_CLAUSES: Final = {
    Deal: "P1.4",
    Board: "P2.1",
    Check: "P2.2",
    Call: "P2.2",
    Fold: "P2.2",
    Bet: "P2.2",
    Hole: "P7.2",
    Show: "P7.1",
    Muck: "P7.3",
    Declare: "P7.4",
    Leave: "P8.4",
    Rebuy: "P8.3",
    Join: "P8.3",
    Finish: "P8.4",
}
NOT_IN: Final = {FOLDED: "P3.1", LEFT: "P8.4"}  # the clause by which a seat is not in the hand; out by P1.3
ON_TURN: Final = {Check, Call, Fold, Bet}


def apply(state: State, move: Any) -> State:
    """Return the state after the move, or raise Refused and leave everything as it was."""
    kind = type(move)
    turn = state.betting.turn
    if kind in ON_TURN and move.seat == turn:
        return DEEDS[kind](state, move)  # there is a turn in one phase only, and whoever has it is in
    # Once a hand is shown the winners are no longer anybody's word. [P7.4]
    if state.phase not in PHASES[kind] or (kind is Declare and state.table.shown):
        raise Refused("wrong-phase", PHASE_CLAUSES[kind], move=move.name, phase=state.phase)
    seat = getattr(move, "seat", None)
    if seat is not None:
        _demand_seat(state, seat)
    if kind in ON_TURN and seat != turn:
        raise Refused("not-your-turn", "P2.2", seat=seat, turn=turn)
    return DEEDS[kind](state, move)


def keep(state: State, move: Hole) -> State:
    """Return the state with five that were entered in secret; refused for what is open to all alone. [P7.2]"""
    if state.phase not in PHASES[Hole]:
        raise Refused("wrong-phase", PHASE_CLAUSES[Hole], move=move.name, phase=state.phase)
    _demand_seat(state, move.seat)
    return endings.keep(state, move)


def _demand_seat(state: State, seat: int) -> None:
    """Refuse a seat that is not there, has left, or during a hand is not in it."""
    if not 0 < seat <= len(state.players):
        raise Refused("not-in-play", None, seat=seat)
    standing = state.players[seat - 1].standing
    if standing != IN and (standing == LEFT or state.is_running):
        raise Refused("not-in-play", NOT_IN.get(standing, "P1.3"), seat=seat)


DEEDS: Final[dict[type, Callable[[State, Any], State]]] = {
    Deal: between.deal,
    Board: rounds.turn_card,
    Check: rounds.check,
    Call: rounds.call,
    Fold: rounds.give_up,
    Bet: rounds.bet,
    Hole: endings.enter,
    Show: endings.show,
    Muck: endings.muck,
    Declare: endings.declare,
    Leave: between.leave,
    Rebuy: between.rebuy,
    Join: between.join,
    Finish: between.finish,
}
