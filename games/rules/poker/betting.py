"""One round of betting: whose turn it is, and what a bet does. Knows chips and seats, no cards. [P2, P3]"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

IN, FOLDED, IDLE, LEFT = "in", "folded", "idle", "left"  # idle: not dealt in


@dataclass(frozen=True, slots=True)
class Player:
    """What a seat has in front of it, in chips, and how it stands in the running hand."""

    chips: int
    in_round: int = 0
    in_hand: int = 0  # this round's chips and the ante included
    standing: str = IDLE
    faced: int | None = None  # the bet as it lay when the seat last acted in this round; None: it has not
    bought: int = 0

    @property
    def is_in(self) -> bool:
        """Not folded, out or gone."""
        return self.standing == IN

    @property
    def is_active(self) -> bool:
        """In, and not all-in."""
        return self.standing == IN and self.chips > 0


@dataclass(frozen=True, slots=True)
class Betting:
    """A round of betting. Amounts are chips in this round."""

    bet: int = 0  # what everybody has to match
    step: int = 0  # the last full bet or raise, at first the smallest bet [P3.3]
    turn: int | None = None
    raiser: int | None = None  # the last to bet or raise [P7.1]


Players = tuple[Player, ...]
NO_BETTING: Final = Betting()


def clockwise(seats: Iterable[int], after: int) -> tuple[int, ...]:
    """Return the seats round the table, beginning left of `after` and ending with it. [P2.2]"""
    return tuple(sorted(seats, key=lambda seat: (seat <= after, seat)))


def seats_in(players: Players) -> tuple[int, ...]:
    """Return the seats that have not folded, are not out and not gone."""
    return tuple(seat for seat, player in enumerate(players, 1) if player.standing == IN)


def next_turn(players: Players, after: int, bet: int) -> int | None:
    """Return the first active seat left of `after` that still has to act, or None: the round is over. [P2.3, P2.5]"""
    turn, active = None, 0
    for seat in (*range(after + 1, len(players) + 1), *range(1, after + 1)):
        player = players[seat - 1]
        if player.standing == IN and player.chips:
            active += 1
            if turn is None and (player.faced is None or player.in_round < bet):
                turn = seat
    if active == 1 and turn and players[turn - 1].in_round >= bet:
        return None
    return turn


def put(players: Players, seat: int, player: Player) -> Players:
    """Return the players with one of them changed."""
    return (*players[: seat - 1], player, *players[seat:])


def pay(players: Players, seat: int, to: int, bet: int) -> Players:
    """Return the players after a seat has brought what it has in this round to `to` chips; `bet` lies then."""
    was = players[seat - 1]
    more = to - was.in_round
    paid = Player(was.chips - more, to, was.in_hand + more, IN, bet, was.bought)
    return (*players[: seat - 1], paid, *players[seat:])


def fold(players: Players, seat: int) -> Players:
    """Return the players after a seat has given up its hand; its chips stay. [P3.1]"""
    return put(players, seat, replace(players[seat - 1], standing=FOLDED))


def to_call(player: Player, bet: int) -> int:
    """Return the chips a seat lacks to the bet, at most what it has. [P3.2, P3.4]"""
    return min(bet - player.in_round, player.chips)


def raised(betting: Betting, seat: int, to: int) -> Betting:
    """Return the betting after a bet or raise to `to`; a short all-in leaves the step as it was. [P3.3, P3.5]"""
    return Betting(to, max(betting.step, to - betting.bet), betting.turn, seat)


def collect(players: Players) -> tuple[Players, tuple[int, int] | None]:
    """End a round: what nobody matched goes back (seat, chips), the rest lies in the middle. [P5.1]"""
    first, second = 0, 0
    for player in players:
        if player.in_round > first:
            first, second = player.in_round, first
        elif player.in_round > second:
            second = player.in_round
    back = first - second
    if not back:
        return tuple(_collected(player, 0) for player in players), None
    bettor = next(seat for seat, player in enumerate(players, 1) if player.in_round == first)
    collected = tuple(_collected(player, back * (seat == bettor)) for seat, player in enumerate(players, 1))
    return collected, (bettor, back)


def _collected(player: Player, back: int) -> Player:
    if player.faced is None and not player.in_round:
        return player
    return Player(player.chips + back, 0, player.in_hand - back, player.standing, None, player.bought)
