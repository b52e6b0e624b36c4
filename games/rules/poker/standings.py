"""Who stands where. [P8]"""

from ..contract import Standing
from .state import State


def scores(state: State) -> tuple[int, ...]:
    """Return every seat's chips as they stood when the running hand was dealt, less what was bought. [P8.2, P8.3]"""
    return tuple(player.chips + player.in_hand - player.bought for player in state.players)


def standings(state: State) -> tuple[Standing, ...]:
    """Return the seats, best first; equal ones share the place, in the order of seats. [P8.2]"""
    by_seat = scores(state)
    order = sorted(state.seats, key=lambda seat: (-by_seat[seat - 1], seat))
    return tuple(
        Standing(
            seat,
            state.names[seat - 1],
            1 + sum(other > by_seat[seat - 1] for other in by_seat),
            by_seat[seat - 1],
        )
        for seat in order
    )
