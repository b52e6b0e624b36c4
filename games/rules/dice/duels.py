"""Duels, for a Duel card or for a table. [D6]"""

from dataclasses import replace

from .ranking import read
from .seating import by_money, duel_order
from .state import Duel, Fought, State


def begin_for_table(state: State, table: str, seats: tuple[int, ...]) -> State:
    """Let those with equal claims fight for a table. [D5.5, D6.7]"""
    return _begin(state, Duel(table, duel_order(state, seats)))


def begin_for_card(state: State, holder: int, opponent: int) -> State:
    """Play one Duel card against an opponent. [D6.2]"""
    state = state.with_player(holder, duels=state.player(holder).duels - 1)
    return _begin(state, Duel("card", (holder, opponent)))


def _begin(state: State, duel: Duel) -> State:
    state = state.told("duel-begun", "D6.3", cause=duel.cause, seats=duel.seats)
    seats = tuple(sorted(duel.seats))
    return state.ask("duel", duel=duel, owing=seats, rolling=seats)


def holders(state: State) -> tuple[int, ...]:
    """Return who has Duel cards to play, in their order, fixed as phase 4 begins. [D6.1]"""
    return by_money(state, (seat for seat in state.present if state.player(seat).duels))


def ask_next(state: State, duel: Duel) -> State:
    """Ask the next duellist with a chip for an extra roll; judge the duel when all have declined. [D6.4]"""
    while duel.declined < len(duel.seats):
        seat = duel.seats[duel.turn]
        if state.player(seat).chips:
            return state.ask("duel-extra", duel=duel, owing=(), rolling=(), asked=(seat,))
        duel = passed(duel)
    return replace(state, duel=duel, owing=(), rolling=(), asked=())


def passed(duel: Duel) -> Duel:
    """Return the duel after the one on turn has declined. [D6.4]"""
    return replace(duel, turn=(duel.turn + 1) % len(duel.seats), declined=duel.declined + 1)


def rolled_again(duel: Duel) -> Duel:
    """Return the duel after the one on turn has bought and rolled: everybody may answer that. [D6.4]"""
    return replace(duel, turn=(duel.turn + 1) % len(duel.seats), declined=0)


def is_decided(duel: Duel) -> bool:
    """Tell whether nobody wants another roll."""
    return duel.declined >= len(duel.seats)


def winners(duel: Duel) -> tuple[int, ...]:
    """Return who has the best result; several if exactly equal. Always by D7, at table C too. [D6.5, D6.7]"""
    results = {seat: read(dice) for seat, dice in duel.dice}
    best = max(results.values())
    return tuple(seat for seat in duel.seats if results[seat] == best)


def settle_card(state: State, duel: Duel) -> State:
    """End a duel for a card: a holder who wins takes the opponent's highest money card. [D6.5, D6.6]"""
    holder, opponent = duel.seats
    best = winners(duel)
    won = best == (holder,)
    state, taken = _take_highest(state, holder, opponent) if won else (state, None)
    winner = holder if won else opponent
    fought = Fought("card", duel.seats, duel.dice, winner, taken, best if len(best) > 1 else ())
    state = replace(state, duel=None, fought=(*state.fought, fought))
    return state.told("duel-won", "D6.6", fought=fought)


def _take_highest(state: State, holder: int, opponent: int) -> tuple[State, str | None]:
    money = state.player(opponent).money
    if not money:
        return state, None
    state = state.with_player(opponent, money=money[1:])
    gained = tuple(sorted((*state.player(holder).money, money[0]), reverse=True))
    return state.with_player(holder, money=gained), money[0]


def settle_table(state: State, duel: Duel) -> tuple[State, int | None]:
    """End a duel for a table. Returns its winner, or None where the best are equal and fight again. [D6.7]"""
    best = winners(duel)
    winner = best[0] if len(best) == 1 else None
    fought = Fought(duel.cause, duel.seats, duel.dice, winner, tied=() if winner else best)
    state = replace(state, duel=None, fought=(*state.fought, fought))
    state = state.told("duel-won" if winner else "duel-tied", "D6.7", fought=fought)
    return (state, winner) if winner else (begin_for_table(state, duel.cause, best), None)
