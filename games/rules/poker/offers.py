"""Who may do what now, within which limits."""

from collections.abc import Callable
from typing import Final

from ..contract import Offer
from .between import next_dealer
from .endings import may_declare, may_muck
from .limits import limits
from .options import CLASSIC, NONE, SEATS
from .pots import without
from .state import State

Offers = tuple[Offer, ...]


def offers(state: State) -> Offers:
    """Return everything that may be done in this state; what is owed comes in the order of awaiting."""
    return OFFERS[state.phase](state)


def _offer(state: State, move: str, seat: int | None, **rest: object) -> Offer:
    return Offer(move, seat, state.round, state.phase, state.beat, **rest)  # type: ignore[arg-type]


def _between_hands(state: State) -> Offers:
    dealer = next_dealer(state)
    dealing = (_offer(state, "deal", None, by=dealer, limits=(("dealer", dealer), ("seats", state.payers))),)
    joining = (_offer(state, "join", None, owed=False, host=True, limits=(("seat", len(state.names) + 1),)),)
    may_join = state.options.preset == CLASSIC and len(state.names) < SEATS[-1]
    return (
        *(dealing if len(state.payers) > 1 else ()),
        *(_offer(state, "rebuy", seat, owed=False) for seat in state.present if state.options.rebuys),
        *(joining if may_join else ()),
        *(_offer(state, "leave", seat, owed=False) for seat in state.present),
        _offer(state, "finish", None, owed=False, host=True),
    )


def _next_card(state: State) -> Offers:
    number = len(state.table.board) + 1
    limits = (("number", number), ("open", tuple(sorted(state.table.lies_open))))
    turning = _offer(state, "board", None, by=state.table.dealer, ordinal=number, limits=limits)
    return (turning, *_own_cards(state))


def _own_cards(state: State) -> Offers:
    """Everybody in may enter their five, in secret, until they are shown. [P7.2]

    The offers are the same whether cards were entered or not.
    """
    seats = [
        seat
        for seat, player in enumerate(state.players, 1)
        if player.is_in and not state.table.shown_by(seat) and seat not in state.table.mucked
    ]
    # What is asked here does not change with every bet, so the turn is no part of it.
    return tuple(Offer("hole", seat, state.round, "hand", state.round, owed=False, secret=True) for seat in seats)


def _turn(state: State) -> Offers:
    """The one on turn checks or calls, bets or raises, or folds. [P3.1]"""
    seat = state.betting.turn
    assert seat  # for the reader: in this phase it is somebody's turn
    may = limits(state.options, state.players, state.betting, seat)
    amounts = (("to_call", may.to_call), ("min_to", may.min_to), ("max_to", may.max_to))
    stays = _offer(state, "call" if may.to_call else "check", seat, limits=amounts[:1])
    bets = (_offer(state, "bet", seat, limits=amounts),) if may.min_to is not None else ()
    # Folding comes last: where a check is free it is no first choice.
    return (stays, *bets, _offer(state, "fold", seat, limits=amounts[:1]), *_own_cards(state))


def _showdown(state: State) -> Offers:
    table = state.table
    limits = (("open", tuple(sorted(table.lies_open))),)
    shows = (_offer(state, "show", seat, limits=limits) for seat in table.to_show if table.is_entered)
    mucks = (
        _offer(state, "muck", seat, owed=False)
        for seat in table.to_show
        if state.options.muck and may_muck(table, seat)
    )
    pots = tuple((pot.amount, pot.seats) for pot in without(table.pots, table.mucked))
    declaring = _offer(
        state,
        "declare",
        None,
        by=table.dealer,
        limits=(("pots", pots), ("split", state.options.split != NONE)),
        owed=not table.is_entered,
    )
    may = may_declare(state) and not table.shown
    return (*shows, *mucks, *((declaring,) if may else ()), *_own_cards(state))


OFFERS: Final[dict[str, Callable[[State], Offers]]] = {
    "deal": _between_hands,
    "board": _next_card,
    "bet": _turn,
    "showdown": _showdown,
    "over": lambda _: (),
}
