"""Who stands where. [D8]"""

from ..contract import Standing
from .cards import CHIP_VALUE, MONEY
from .state import State


def score(state: State, seat: int) -> int:
    """Return a seat's score in money: money cards plus 5,000 a chip. [D8.1]"""
    return state.money(seat) + CHIP_VALUE * state.player(seat).chips


def scores(state: State) -> tuple[int, ...]:
    """Return every seat's score, in money."""
    return tuple(score(state, seat) for seat in state.seats)


def _weight(state: State, seat: int) -> tuple[int, ...]:
    """Return what orders the seats: the score, then how many cards of each value, 35,000 first. [D8.2]"""
    money = state.player(seat).money
    return (score(state, seat), *(money.count(value) for value in reversed(MONEY)))


def standings(state: State) -> tuple[Standing, ...]:
    """Return the seats, best first; equal ones share the place, in the order of seats. [D8.1, D8.2]"""
    weights = {seat: _weight(state, seat) for seat in state.seats}
    order = sorted(state.seats, key=lambda seat: (tuple(-part for part in weights[seat]), seat))
    return tuple(
        Standing(
            seat,
            state.names[seat - 1],
            1 + sum(other > weights[seat] for other in weights.values()),
            weights[seat][0],
            _decided_by(weights, seat),
        )
        for seat in order
    )


def _decided_by(weights: dict[int, tuple[int, ...]], seat: int) -> str | None:
    """Return the card value whose number put a seat before or behind the nearest equal score, or None. [D8.2]"""
    mine = weights[seat]
    rivals = [other for who, other in weights.items() if who != seat and other[0] == mine[0] and other != mine]
    if not rivals:
        return None
    # The rival that agrees longest is the one the tie-break had to work hardest against.
    agreed = max(_agreement(mine, other) for other in rivals)
    return MONEY[len(MONEY) - agreed]


def _agreement(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return next(index for index, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1])
