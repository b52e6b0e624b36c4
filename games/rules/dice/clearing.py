"""Clearing: who gets the cards of a table. [D5]"""

from dataclasses import replace

from .cards import CHIPS_A_CARD, CHIPS_CARD, DUEL, MONEY
from .ranking import claim, meets
from .state import Clear, State, put


def players_at(state: State, table: str) -> tuple[int, ...]:
    """Return the seats that picked the table this round."""
    return tuple(seat for seat in state.seats if state.picks[seat - 1] == table)


def best_claims(state: State, table: str) -> tuple[int, ...]:
    """Return the seats with the best claim on the table: none, one, or several that are exactly equal. [D5.1-D5.5]"""
    claims = {
        seat: claim(table, dice)
        for seat in players_at(state, table)
        if (dice := state.dice[seat - 1]) and meets(table, dice)
    }
    return tuple(seat for seat, key in claims.items() if key == max(claims.values()))


def next_table(state: State) -> str | None:
    """Return the next table to clear this round, A before B before C. [D5.1]"""
    done = {clear.table for clear in state.clears}
    return next((table for table in state.tables if table not in done), None)


def stays(state: State, table: str) -> State:
    """Leave the cards of a table lying. [D5.7]"""
    state = replace(state, clears=(*state.clears, Clear(table, None)))
    return state.told("table-stays", "D5.7", table=table)


def take(state: State, table: str, seat: int, by_duel: bool) -> State:
    """Give the cards of a table to the seat that clears it. [D5.6]"""
    cards = state.cards_on(table)
    chips = min(CHIPS_A_CARD * cards.count(CHIPS_CARD), state.supply)
    player = state.player(seat)
    won = tuple(card for card in cards if card in MONEY)
    clear = Clear(table, seat, cards, by_duel, chips)
    state = state.with_player(
        seat,
        money=tuple(sorted((*player.money, *won), reverse=True)),
        chips=player.chips + chips,
        duels=player.duels + cards.count(DUEL),
    )
    state = replace(
        state,
        laid=put(state.laid, state.tables.index(table) + 1, ()),
        supply=state.supply - chips,
        clears=(*state.clears, clear),
    )
    return state.told("table-cleared", "D5.6", table=table, seat=seat, cards=cards, chips=chips, duel=by_duel)
