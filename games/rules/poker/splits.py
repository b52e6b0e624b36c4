"""A pot in two halves: the best hand's and the suit's. Knows chips and seats, no cards. [P9.4, P9.6]"""

from dataclasses import dataclass

from .pots import Pot, share_out

Shares = tuple[tuple[int, int], ...]  # (seat, chips), in the order in which odd chips go round


@dataclass(frozen=True, slots=True)
class PaidPot:
    """A pot and who got how many chips of it; a share of none is told too. [P5.3, P9.4]"""

    amount: int
    seats: tuple[int, ...]  # who could have won it
    high: Shares
    suit: Shares = ()

    @property
    def odd(self) -> tuple[int, ...]:
        """The seats that got an odd chip of what the best hands shared. [P5.3]"""
        least = min(chips for _, chips in self.high)
        return tuple(seat for seat, chips in self.high if chips > least)


def pay_pot(pot: Pot, best: tuple[int, ...], suited: int | None, order: tuple[int, ...]) -> PaidPot:
    """Pay a pot to the best hands and, where there is one, half to the holder of the suit. [P9.4]

    An odd chip goes to the best hand's half. [P9.6]
    """
    half = pot.amount // 2 if suited is not None else 0
    high = tuple(share_out(pot.amount - half, best, order).items())
    return PaidPot(pot.amount, pot.seats, high, ((suited, half),) if suited is not None else ())
