"""Main pot and side pots, and how a pot is shared. Knows chips and seats, no cards. [P5]"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .betting import Players, seats_in


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips that the same seats can win, ascending. [P5.2]"""

    amount: int
    seats: tuple[int, ...]


def pots(players: Players) -> tuple[Pot, ...]:
    """Return the pots from what was put in before the running round, main pot first. [P5.2]"""
    put_in = [player.in_hand - player.in_round for player in players]
    found: list[Pot] = []
    below = 0
    for level in sorted({chips for chips in put_in if chips}):
        amount = sum([min(chips, level) - below for chips in put_in if chips > below])
        seats = tuple([seat for seat in seats_in(players) if put_in[seat - 1] >= level])
        below = level
        # Chips that only folded seats have reached belong to those who can win what lies below.
        if found and seats in ((), found[-1].seats):
            found[-1] = replace(found[-1], amount=found[-1].amount + amount)
        else:
            found.append(Pot(amount, seats))
    return tuple(found)


def without(pots: Iterable[Pot], seats: tuple[int, ...]) -> tuple[Pot, ...]:
    """Return the pots as they can be won when these seats have given up. [P7.3]"""
    if not seats:
        return tuple(pots)
    return tuple(Pot(pot.amount, tuple(seat for seat in pot.seats if seat not in seats)) for pot in pots)


def share_out(chips: int, winners: tuple[int, ...], order: Iterable[int]) -> dict[int, int]:
    """Split chips evenly, odd ones one each to the winners in `order`. [P5.3]"""
    ordered = [seat for seat in order if seat in winners]
    share, odd = divmod(chips, len(ordered))
    return {seat: share + (place < odd) for place, seat in enumerate(ordered)}
