"""The dice game as one pure function: `apply(state, move)`, phase by phase. [D2-D8]"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..contract import Refused
from . import clearing, duels
from .cards import DUEL, ROUNDS, without
from .moves import Challenge, Choose, Extra, Finish, Leave, Reveal, Roll
from .seating import asking_order
from .state import State, put

PHASES: dict[type, tuple[str, ...]] = {
    Reveal: ("reveal",),
    Choose: ("choose",),
    Roll: ("dice", "reroll", "duel", "duel-reroll"),
    Extra: ("extra", "duel-extra"),
    Challenge: ("challenge",),
    Leave: ("reveal",),
    Finish: ("reveal",),
}
PHASE_CLAUSES = {
    Reveal: "D2.2",
    Choose: "D3.2",
    Roll: "D3.7",
    Extra: "D4.1",
    Challenge: "D6.2",
    Leave: "D8.3",
    Finish: "D8.3",
}


def apply(state: State, move: Any) -> State:
    """Return the state after the move, or raise Refused and leave everything as it was."""
    if isinstance(move, Reveal) and len(move.cards) != len(state.tables):
        raise Refused("bad-move", "D2.2", field="cards", wanted=len(state.tables))
    if state.phase not in PHASES[type(move)]:
        raise Refused("wrong-phase", PHASE_CLAUSES[type(move)], move=move.name, phase=state.phase)
    if (seat := getattr(move, "seat", None)) is not None:
        _demand_seat(state, seat)
    return DEEDS[type(move)](replace(state, news=()), move)


def _demand_seat(state: State, seat: int) -> None:
    if seat not in state.seats:
        raise Refused("not-in-play", "D1.1", seat=seat)
    if state.player(seat).left:
        raise Refused("not-in-play", "D8.3", seat=seat)


def _reveal(state: State, move: Reveal) -> State:
    unseen = without(state.unseen, move.cards)
    if state.round == 1 and DUEL in move.cards:
        raise Refused("duel-in-first-round", "D2.4")
    if gone := [card for card in move.cards if unseen[card] < 0]:
        raise Refused("card-unavailable", "D2.5", card=gone[0])
    nobody = (None,) * len(state.names)
    state = replace(
        state,
        unseen=unseen,
        laid=tuple((*cards, new) for cards, new in zip(state.laid, move.cards, strict=True)),
        picks=nobody,
        dice=nobody,
    )
    state = state.told("cards-turned", "D2.2", cards=move.cards, tables=state.tables)
    return state.ask("choose", owing=state.present)


def _choose(state: State, move: Choose) -> State:
    if move.table not in state.tables:
        raise Refused("not-in-play", "D1.4", table=move.table)
    state = replace(state, picks=put(state.picks, move.seat, move.table), owing=_without(state.owing, move.seat))
    if state.owing:
        return state
    return state.told("picks-shown", "D3.2", picks=state.picks).ask("dice", owing=state.present, rolling=state.present)


def _roll(state: State, move: Roll) -> State:
    if move.seat not in state.rolling:
        raise Refused("not-your-turn", "D6.3" if state.duel else "D4.2", seat=move.seat)
    dice = tuple(sorted(move.dice))
    owing = _without(state.owing, move.seat)
    if state.duel:
        duel = state.duel.roll(move.seat, dice)
        if state.phase == "duel-reroll":
            duel = duels.rolled_again(duel)
        state = replace(state, duel=duel, owing=owing)
        return state if owing else _go_on_duelling(duels.ask_next(state, duel))
    state = replace(state, dice=put(state.dice, move.seat, dice), owing=owing)
    return state if owing else _ask_around(state)


def _ask_around(state: State) -> State:
    """Ask everybody with a chip, in an order worked out afresh; with nobody to ask, clear. [D4]"""
    order = asking_order(state)
    if order:
        return state.ask("extra", asked=order, rolling=(), owing=())
    return _clear(replace(state, clears=(), fought=(), rolling=()))


def _extra(state: State, move: Extra) -> State:
    if move.seat != state.asked[0]:
        raise Refused("not-your-turn", "D6.4" if state.duel else "D4.1", seat=move.seat, turn=state.asked[0])
    if move.take:
        player = state.player(move.seat)
        state = state.with_player(move.seat, chips=player.chips - 1)
        state = replace(state, supply=state.supply + 1)
    return _answered_in_duel(state, move) if state.duel else _answered_at_tables(state, move)


def _answered_at_tables(state: State, move: Extra) -> State:
    rolling = (*state.rolling, move.seat) if move.take else state.rolling
    state = replace(state, asked=state.asked[1:], rolling=rolling)
    if state.asked:
        return state
    if rolling:
        return state.ask("reroll", owing=tuple(sorted(rolling)))
    return _clear(replace(state, clears=(), fought=()))


def _answered_in_duel(state: State, move: Extra) -> State:
    assert state.duel  # for the reader: _extra has looked
    if move.take:
        return state.ask("duel-reroll", asked=(), owing=(move.seat,), rolling=(move.seat,))
    return _go_on_duelling(duels.ask_next(state, duels.passed(state.duel)))


def _go_on_duelling(state: State) -> State:
    """Settle the duel if it is decided, and go on to what comes after it. [D6.5-D6.7]"""
    duel = state.duel
    if not duel or not duels.is_decided(duel):
        return state
    if duel.cause == "card":
        return _next_duel_card(duels.settle_card(state, duel))
    state, winner = duels.settle_table(state, duel)
    return _clear(clearing.take(state, duel.cause, winner, by_duel=True)) if winner else state


def _clear(state: State) -> State:
    """Clear table after table, until one needs a duel or all are done. [D5.1]"""
    while table := clearing.next_table(state):
        best = clearing.best_claims(state, table)
        if len(best) > 1:
            return duels.begin_for_table(state, table, best)
        state = clearing.take(state, table, best[0], by_duel=False) if best else clearing.stays(state, table)
    return _next_duel_card(replace(state, holders=duels.holders(state)))


def _next_duel_card(state: State) -> State:
    """Ask the next holder for an opponent; when no Duel card is left, the round is over. [D6.1]"""
    while state.holders and not state.player(state.holders[0]).duels:
        state = replace(state, holders=state.holders[1:])
    if state.holders:
        return state.ask("challenge")
    if state.round == ROUNDS:
        return _over(state)
    return replace(state.ask("reveal"), round=state.round + 1)


def _challenge(state: State, move: Challenge) -> State:
    _demand_seat(state, move.opponent)
    if move.opponent == move.seat:
        raise Refused("not-in-play", "D6.2", seat=move.seat)
    if move.seat != state.holders[0]:
        raise Refused("not-your-turn", "D6.1", seat=move.seat, turn=state.holders[0])
    return duels.begin_for_card(state, move.seat, move.opponent)


def _leave(state: State, move: Leave) -> State:
    state = state.with_player(move.seat, left=True).told("left", "D8.3", seat=move.seat)
    return state if len(state.present) > 1 else _over(state)


def _finish(state: State, _: Finish) -> State:
    return _over(state)


def _over(state: State) -> State:
    return state.ask("over", owing=(), asked=(), rolling=(), duel=None).told("game-over", "D8.1")


def _without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(other for other in seats if other != seat)


DEEDS: dict[type, Callable[[State, Any], State]] = {
    Reveal: _reveal,
    Choose: _choose,
    Roll: _roll,
    Extra: _extra,
    Challenge: _challenge,
    Leave: _leave,
    Finish: _finish,
}
