"""How much may be bet: no-limit, pot-limit, fixed-limit, spread-limit. Knows no cards. [P3, P4]"""

from dataclasses import dataclass

from .betting import Betting, Players, to_call
from .options import FIXED_LIMIT, POT_LIMIT, SPREAD_LIMIT, Options

FULL_BETS = 4  # a round, with more than two in [P4.2]


@dataclass(frozen=True, slots=True)
class Limits:
    """What the seat on turn may do, in chips; `min_to` and `max_to` are totals in this round.

    Both are None where a bet or raise is not open; `closed_by` is the clause that says so.
    """

    to_call: int
    min_to: int | None = None
    max_to: int | None = None
    closed_by: str | None = None


def smallest_bet(options: Options, round_: int) -> int:
    """Return the smallest bet of a betting round (1 to 5), in chips; the step before anybody has bet. [P3.3, P4]"""
    if options.betting == FIXED_LIMIT:
        return options.small_bet if round_ <= 2 else options.big_bet
    return options.spread[0] if options.betting == SPREAD_LIMIT else options.min_bet


def limits(options: Options, players: Players, betting: Betting, seat: int) -> Limits:
    """Return what a seat on turn may put in. [P3, P4]"""
    player = players[seat - 1]
    lacks = to_call(player, betting.bet)
    if clause := _closed_by(options, players, betting, seat):
        return Limits(lacks, closed_by=clause)
    all_in = player.in_round + player.chips
    least, most = _full(options, players, betting, lacks)
    if least > all_in:
        return Limits(lacks, all_in, all_in)  # all-in for less is always allowed [P3.4]
    return Limits(lacks, least, all_in if most is None else min(most, all_in))


def _closed_by(options: Options, players: Players, betting: Betting, seat: int) -> str | None:
    """Return the clause that keeps a seat from betting or raising, or None."""
    player, bet = players[seat - 1], betting.bet
    if player.in_round + player.chips <= bet:
        return "P3.2"
    # An active seat that has acted had matched the bet, so what it has in is the bet as it lay then.
    if seat in betting.acted and bet - player.in_round < betting.step:
        return "P3.6"
    rivals = [other for at, other in enumerate(players, 1) if at != seat and other.is_in]
    if all(other.in_round + other.chips <= bet for other in rivals):
        return "P3.7"
    if options.betting == FIXED_LIMIT and bet // betting.step >= FULL_BETS and len(rivals) > 1:
        return "P4.2"
    return None


def _full(options: Options, players: Players, betting: Betting, lacks: int) -> tuple[int, int | None]:
    """Return the least and most a full bet or raise may come to, whatever the seat has; None: no limit. [P3.3, P4]"""
    bet, step = betting.bet, betting.step
    if options.betting == FIXED_LIMIT:
        # Full amounts are multiples: a short all-in is completed to the next of them.
        full = (bet // step + 1) * step
        return full, full
    least = bet + step
    if options.betting == POT_LIMIT:
        return least, max(least, bet + lacks + sum(player.in_hand for player in players))
    if options.betting == SPREAD_LIMIT:
        return least, bet + options.spread[1]
    return least, None
