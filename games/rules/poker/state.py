"""Where a poker game stands: small frozen values, replaced only where they change."""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from ..contract import News
from .betting import IDLE, LEFT, NO_BETTING, Betting, Player, Players, put
from .options import Options
from .pots import Pot
from .ranking import Hand
from .splits import PaidPot

_made = tuple.__new__  # what a named tuple's own call comes to

Five = tuple[str, ...]
Told = tuple[str, str, dict[str, Any]]  # news before anybody reads it: kind, clause, values
BySeat = tuple[tuple[int, Five], ...]  # five cards of some seats


class Table(NamedTuple):
    """The hand being played, or the last one: what lies open, what does not, and who has given up."""

    dealer: int | None = None
    board: tuple[str | None, ...] = ()  # None: turned, but not entered [P7.4]
    returned: tuple[int, ...] = ()  # chips that went back in this hand, by seat [P5.1]
    pots: tuple[Pot, ...] = ()  # as they were when the showdown began
    order: tuple[int, ...] = ()  # in which they show [P7.1]
    shown: BySeat = ()
    mucked: tuple[int, ...] = ()
    holes: BySeat = ()  # secret, until shown [P7.2]

    @property
    def is_entered(self) -> bool:
        """Whether every turned table card has been entered. [P7.4]"""
        return None not in self.board

    @property
    def lies_open(self) -> set[str]:
        """The cards that lie open: of the row and of shown hands. [P7.2]"""
        cards = {card for card in self.board if card}
        for _, five in self.shown:
            cards.update(five)
        return cards

    def shown_by(self, seat: int) -> Five | None:
        """Return the five a seat has shown."""
        return next((five for shower, five in self.shown if shower == seat), None)

    def hole_of(self, seat: int) -> Five | None:
        """Return the five a seat has entered in secret. For that seat's eyes only. [P7.2]"""
        return next((five for holder, five in self.holes if holder == seat), None)

    @property
    def to_show(self) -> tuple[int, ...]:
        """The seats that have neither shown nor mucked, in their order. [P7.1]"""
        done = [*self.mucked, *(seat for seat, _ in self.shown)]
        return tuple(seat for seat in self.order if seat not in done)


@dataclass(frozen=True, slots=True)
class Named:
    """The table card that names the suit of a split, and whether its highest or its lowest is asked. [P9.4, P9.5]"""

    card: str
    highest: bool


@dataclass(frozen=True, slots=True)
class LastHand:
    """How the last hand ended."""

    returned: tuple[int, ...]  # chips by seat [P5.1]
    pots: tuple[PaidPot, ...]
    hands: tuple[tuple[int, Hand], ...] = ()  # of those who showed
    named: Named | None = None
    declared: bool = False  # [P7.4]


class State(NamedTuple):
    """A poker game at one moment. Tuples by seat start with seat 1. `round` is the number of the hand last dealt."""

    names: tuple[str, ...]
    options: Options
    players: Players
    betting: Betting = NO_BETTING
    table: Table = Table()
    last_hand: LastHand | None = None
    round: int = 0
    phase: str = "deal"
    beat: int = 0  # grows whenever what is asked changes, not with answers given at once
    told: tuple[Told, ...] = ()

    @property
    def news(self) -> tuple[News, ...]:
        """What the last move brought about."""
        return tuple(News(*told) for told in self.told)

    @property
    def seats(self) -> range:
        """All seats, 1 to n."""
        return range(1, len(self.names) + 1)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats whose players have not left. [P8.4]"""
        return tuple(seat for seat, player in enumerate(self.players, 1) if player.standing != LEFT)

    @property
    def payers(self) -> tuple[int, ...]:
        """The seats that can pay the ante in full. [P1.3]"""
        ante = self.options.ante
        return tuple(
            [s for s, player in enumerate(self.players, 1) if player.chips >= ante and player.standing != LEFT]
        )

    @property
    def is_running(self) -> bool:
        """Whether a hand is being played."""
        return self.phase in DURING_A_HAND

    def player(self, seat: int) -> Player:
        """Return what a seat has in front of it."""
        return self.players[seat - 1]

    def with_player(self, seat: int, **changes: Any) -> "State":
        """Return the state with one player's things changed."""
        player = self.players[seat - 1]._replace(**changes)
        return self._replace(players=put(self.players, seat, player))

    def then(self, *news: Told, **changes: Any) -> "State":
        """Return the state with these changes and this news alone: every move begins with it."""
        return self._replace(told=news, **changes)

    def tell(self, kind: str, clause: str, **values: object) -> "State":
        """Return the state with one more piece of news."""
        return self._replace(told=(*self.told, (kind, clause, values)))

    def ask(self, phase: str, **changes: Any) -> "State":
        """Return the state in a new phase or at a new turn: what was asked before is stale."""
        return self._replace(phase=phase, beat=self.beat + 1, **changes)

    def bet_on(self, players: Players, betting: Betting, news: Told) -> "State":
        """Return the state after one bet, call, check or fold. Spelled out, for these are nearly all the moves."""
        names, options, _, _, table, last_hand, round_, _, beat, _ = self
        return _made(State, (names, options, players, betting, table, last_hand, round_, "bet", beat + 1, (news,)))


DURING_A_HAND: Final = ("board", "bet", "showdown")


def start(options: Options, names: tuple[str, ...]) -> State:
    """Return the table before the first hand. [P1.1]"""
    return State(names, options, tuple(Player(chips, standing=IDLE) for chips in options.stacks(len(names))))
