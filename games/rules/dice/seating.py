"""Who goes before whom: money, rolls, seats, and round the table. [D3.5, D4.1, D6.1, D6.7]"""

from collections.abc import Iterable

from .ranking import read
from .state import State


def clockwise(seats: Iterable[int], first: int) -> tuple[int, ...]:
    """Return the seats round the table, beginning with `first`."""
    return tuple(sorted(seats, key=lambda seat: (seat < first, seat)))


def by_money(state: State, seats: Iterable[int]) -> tuple[int, ...]:
    """Return the seats, most money first; then the higher result at the tables, then the lower seat. [D4.1, D6.1]"""

    def rank(seat: int) -> tuple[int, int, int]:
        dice = state.dice[seat - 1]
        return (-state.money(seat), -read(dice).strength if dice else 0, seat)

    return tuple(sorted(seats, key=rank))


def asking_order(state: State) -> tuple[int, ...]:
    """Return who is asked for an extra roll, in turn; whoever has no chip is passed over. [D4.1]"""
    first = by_money(state, state.present)[0]
    return tuple(seat for seat in clockwise(state.present, first) if state.player(seat).chips)


def duel_order(state: State, seats: Iterable[int]) -> tuple[int, ...]:
    """Return the order of turns in a duel for a table: most money begins, then clockwise. [D6.7]"""
    duellists = tuple(seats)
    first = min(duellists, key=lambda seat: (-state.money(seat), seat))
    return clockwise(duellists, first)


def first_back(state: State, seats: Iterable[int]) -> tuple[int, ...]:
    """Return who of a table puts dice back first if nobody wants to; several where the roll decides. [D3.5]"""
    players = tuple(seats)
    most = max(state.money(seat) for seat in players)
    return tuple(seat for seat in players if state.money(seat) == most)
