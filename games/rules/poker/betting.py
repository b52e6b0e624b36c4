"""One round of betting: whose turn it is, and what a bet does. Knows chips and seats, no cards. [P2, P3]

Named tuples here and in the state: a move makes three of them, and frozen dataclasses take three times as long.
"""

from typing import Final, NamedTuple, TypeVar

T = TypeVar("T")

IN, FOLDED, IDLE, LEFT = "in", "folded", "idle", "left"  # idle: not dealt in


class Player(NamedTuple):
    """What a seat has in front of it, in chips, and how it stands in the running hand."""

    chips: int
    in_round: int = 0
    in_hand: int = 0  # this round's chips and the ante included
    standing: str = IDLE
    bought: int = 0

    @property
    def is_in(self) -> bool:
        """Not folded, out or gone."""
        return self.standing == IN


class Betting(NamedTuple):
    """A round of betting. Amounts are chips in this round."""

    bet: int = 0  # what everybody has to match
    step: int = 0  # the last full bet or raise, at first the smallest bet [P3.3]
    turn: int | None = None
    raiser: int | None = None  # the last to bet or raise [P7.1]
    acted: tuple[int, ...] = ()  # the seats that have acted in this round


Players = tuple[Player, ...]
NO_BETTING: Final = Betting()
_made = tuple.__new__  # what a named tuple's own call comes to, for the moves there are most of

# The way round the table by number of seats and the seat it begins after; walked at every move.
CIRCLES: Final = tuple(
    tuple((*range(after + 1, seats + 1), *range(1, after + 1)) for after in range(seats + 1)) for seats in range(10)
)


def circle(seats: int, after: int) -> tuple[int, ...]:
    """Return all seats clockwise, beginning left of `after` and ending with it; after 0, from seat 1 on. [P2.2]"""
    return CIRCLES[seats][after]


def seats_in(players: Players) -> tuple[int, ...]:
    """Return the seats that have not folded, are not out and not gone."""
    return tuple([seat for seat, player in enumerate(players, 1) if player.standing == IN])


def next_turn(players: Players, after: int, bet: int, acted: tuple[int, ...]) -> int | None:
    """Return the first active seat left of `after` that still has to act, or None: the round is over. [P2.3, P2.5]

    One who is the only active one and owes nothing does not act.
    """
    turn, active = None, 0
    for seat in CIRCLES[len(players)][after]:
        player = players[seat - 1]
        if player.chips and player.standing == IN:
            active += 1
            if turn is None:
                if player.in_round < bet:
                    return seat
                if seat not in acted:
                    turn = seat
            if turn and active > 1:
                return turn
    return None


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Return the values by seat with one of them changed."""
    return (*values[: seat - 1], value, *values[seat:])


def pay(players: Players, seat: int, chips: int) -> Players:
    """Return the players after a seat has put in so many chips more. [P3.2]"""
    was = players[seat - 1]
    now = _made(Player, (was.chips - chips, was.in_round + chips, was.in_hand + chips, IN, was.bought))
    return (*players[: seat - 1], now, *players[seat:])


def fold(players: Players, seat: int) -> Players:
    """Return the players after a seat has given up its hand; its chips stay. [P3.1]"""
    was = players[seat - 1]
    return put(players, seat, Player(was.chips, was.in_round, was.in_hand, FOLDED, was.bought))


def to_call(player: Player, bet: int) -> int:
    """Return the chips a seat lacks to the bet, at most what it has. [P3.2, P3.4]"""
    lacks = bet - player.in_round
    return lacks if lacks < player.chips else player.chips


def answered(betting: Betting, seat: int, players: Players) -> Betting:
    """Return the betting after a seat has checked, called or folded. [P2.3]"""
    bet, step, _, raiser, before = betting
    after = (*before, seat)
    return _made(Betting, (bet, step, next_turn(players, seat, bet, after), raiser, after))


def raised(betting: Betting, seat: int, to: int, players: Players) -> Betting:
    """Return the betting after a bet or raise to `to`; a short all-in leaves the step as it was. [P3.3, P3.5]"""
    after = (*betting.acted, seat)
    step = max(betting.step, to - betting.bet)
    return Betting(to, step, next_turn(players, seat, to, after), seat, after)


def collect(players: Players) -> tuple[Players, tuple[int, int] | None]:
    """End a round: what nobody matched goes back (seat, chips), the rest lies in the middle. [P5.1]"""
    first, second = 0, 0
    for player in players:
        if player.in_round > first:
            first, second = player.in_round, first
        elif player.in_round > second:
            second = player.in_round
    if not first:
        return players, None
    back = first - second
    bettor = next(seat for seat, player in enumerate(players, 1) if player.in_round == first)
    collected = tuple(
        _collected(player, back if seat == bettor else 0) if player.in_round else player
        for seat, player in enumerate(players, 1)
    )
    return collected, (bettor, back) if back else None


def _collected(player: Player, back: int) -> Player:
    return Player(player.chips + back, 0, player.in_hand - back, player.standing, player.bought)
