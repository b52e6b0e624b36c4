"""Where a dice game stands: small frozen values, replaced only where they change."""

from dataclasses import dataclass, field, replace
from typing import TypeVar

from ..contract import News
from .cards import BOX, CHIPS, CHIPS_EACH, tables_in_play, worth
from .ranking import Dice

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Options:
    """What the group agrees on. `deck`: their own box ("physical") or the app's shuffle ("app"). [D2.6]"""

    deck: str = "physical"


@dataclass(frozen=True, slots=True)
class Player:
    """What lies in front of a seat."""

    money: tuple[str, ...] = ()  # cards, highest first
    chips: int = CHIPS_EACH
    duels: int = 0  # Duel cards still to be played this round
    left: bool = False


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel being fought. `cause` is "card" or the table it is for; `seats` the order of turns. [D6]"""

    cause: str
    seats: tuple[int, ...]
    dice: tuple[tuple[int, Dice], ...] = ()
    turn: int = 0  # index in `seats` of the one asked for an extra roll
    declined: int = 0  # how many have declined one after the other

    def rolled(self, seat: int) -> Dice | None:
        """Return the seat's latest result in this duel."""
        return dict(self.dice).get(seat)

    def roll(self, seat: int, dice: Dice) -> "Duel":
        """Return the duel with this result in it."""
        return replace(self, dice=tuple(sorted({**dict(self.dice), seat: dice}.items())))


@dataclass(frozen=True, slots=True)
class Fought:
    """A duel that is over. `tied`: equal best dice, so that it is fought again (or the holder lost). [D6.5, D6.7]"""

    cause: str
    seats: tuple[int, ...]
    dice: tuple[tuple[int, Dice], ...]
    winner: int | None
    taken: str | None = None
    tied: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Clear:
    """What became of a table this round: `seat` None if nobody cleared it. [D5]"""

    table: str
    seat: int | None
    cards: tuple[str, ...] = ()
    duel: bool = False
    chips: int = 0  # chips the cards brought


@dataclass(frozen=True, slots=True)
class State:
    """A dice game at one moment. Tuples by seat start with seat 1."""

    names: tuple[str, ...]
    options: Options
    tables: str
    players: tuple[Player, ...]
    laid: tuple[tuple[str, ...], ...]  # cards on each table in play
    picks: tuple[str | None, ...]
    dice: tuple[Dice | None, ...]  # latest result at the tables, ascending
    supply: int
    unseen: dict[str, int] = field(default_factory=lambda: dict(BOX))
    round: int = 1
    phase: str = "reveal"
    beat: int = 0  # grows whenever what is asked changes, not with answers given at once
    owing: tuple[int, ...] = ()  # who still owes an answer in a phase where all act at once
    asked: tuple[int, ...] = ()  # who is to be asked for an extra roll, the one on turn first
    rolling: tuple[int, ...] = ()  # who bought an extra roll in this asking
    duel: Duel | None = None
    holders: tuple[int, ...] = ()  # who plays Duel cards, the present one first
    clears: tuple[Clear, ...] = ()
    fought: tuple[Fought, ...] = ()  # this round's duels
    news: tuple[News, ...] = ()

    @property
    def seats(self) -> range:
        """All seats, 1 to n."""
        return range(1, len(self.names) + 1)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats whose players have not left. [D8.3]"""
        return tuple(seat for seat in self.seats if not self.players[seat - 1].left)

    @property
    def cards_turned(self) -> int:
        """How many cards have been revealed so far."""
        return sum(BOX.values()) - sum(self.unseen.values())

    def player(self, seat: int) -> Player:
        """Return what lies in front of a seat."""
        return self.players[seat - 1]

    def money(self, seat: int) -> int:
        """Return the sum of the seat's money cards, in money. [D1.7]"""
        return worth(self.players[seat - 1].money)

    def cards_on(self, table: str) -> tuple[str, ...]:
        """Return the cards lying on a table in play."""
        return self.laid[self.tables.index(table)]

    def with_player(self, seat: int, **changes: object) -> "State":
        """Return the state with one player's things changed."""
        players = list(self.players)
        players[seat - 1] = replace(players[seat - 1], **changes)  # type: ignore[arg-type]
        return replace(self, players=tuple(players))

    def told(self, kind: str, clause: str, **values: object) -> "State":
        """Return the state with one more piece of news."""
        return replace(self, news=(*self.news, News(kind, clause, values)))

    def ask(self, phase: str, **changes: object) -> "State":
        """Return the state in a new phase or at a new turn: what was asked before is stale."""
        return replace(self, phase=phase, beat=self.beat + 1, **changes)  # type: ignore[arg-type]


def start(options: Options, names: tuple[str, ...]) -> State:
    """Return the table as it is laid before the first round. [D1]"""
    tables = tables_in_play(len(names))
    return State(
        names=names,
        options=options,
        tables=tables,
        players=(Player(),) * len(names),
        laid=((),) * len(tables),
        picks=(None,) * len(names),
        dice=(None,) * len(names),
        supply=CHIPS - CHIPS_EACH * len(names),
    )


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Return the values by seat with one of them changed."""
    return (*values[: seat - 1], value, *values[seat:])
