"""The moves of the poker game, as the session file spells them. A move that breaks the spelling cannot be made."""

from dataclasses import dataclass, field
from typing import ClassVar

from ..contract import Refused
from .cards import BIT, is_five
from .options import is_amount

NAME_LENGTH = range(1, 25)  # characters


@dataclass(frozen=True, slots=True)
class Deal:
    """The antes go in, the cards are dealt. [P1.3, P1.4]"""

    name: ClassVar[str] = "deal"


@dataclass(frozen=True, slots=True)
class Board:
    """The next table card is turned; without a card, it is not entered. [P2.1, P7.4]"""

    name: ClassVar[str] = "board"
    card: str | None = None

    def __post_init__(self) -> None:
        if self.card is not None and self.card not in BIT:
            raise Refused("bad-move", "P1.1", field="card")


@dataclass(frozen=True, slots=True)
class Check:
    """A seat stays in without a bet. [P2.3]"""

    name: ClassVar[str] = "check"
    seat: int


@dataclass(frozen=True, slots=True)
class Call:
    """A seat puts in what it lacks to the bet, or all it has. [P3.1, P3.4]"""

    name: ClassVar[str] = "call"
    seat: int


@dataclass(frozen=True, slots=True)
class Fold:
    """A seat gives up its hand. [P3.1]"""

    name: ClassVar[str] = "fold"
    seat: int


@dataclass(frozen=True, slots=True)
class Bet:
    """A bet or raise: `to` is the seat's total in this round after it, in chips. [P3.1]"""

    name: ClassVar[str] = "bet"
    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Hole:
    """A seat's own five, entered in secret. [P7.2]"""

    name: ClassVar[str] = "hole"
    seat: int
    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        if not is_five(self.cards):
            raise Refused("bad-move", "P7.2", field="cards")


@dataclass(frozen=True, slots=True)
class Show:
    """A seat shows its five; without cards, those it entered before. [P7.2]"""

    name: ClassVar[str] = "show"
    seat: int
    cards: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        if self.cards is not None and not is_five(self.cards):
            raise Refused("bad-move", "P7.2", field="cards")


@dataclass(frozen=True, slots=True)
class Muck:
    """A seat gives up instead of showing. [P7.3]"""

    name: ClassVar[str] = "muck"
    seat: int


@dataclass(frozen=True, slots=True)
class Winners:
    """Who wins a pot: the best hands, and in a split game who holds the suit. [P7.4, P9.4]"""

    high: tuple[int, ...]
    suit: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Declare:
    """The dealer says who wins each pot, in the order of the pots. [P7.4]"""

    name: ClassVar[str] = "declare"
    pots: tuple[Winners, ...]


@dataclass(frozen=True, slots=True)
class Leave:
    """A player goes home between hands. [P8.4]"""

    name: ClassVar[str] = "leave"
    seat: int


@dataclass(frozen=True, slots=True)
class Rebuy:
    """A seat buys chips between hands. [P8.3]"""

    name: ClassVar[str] = "rebuy"
    seat: int
    chips: int

    def __post_init__(self) -> None:
        if not is_amount(self.chips):
            raise Refused("bad-move", "P8.3", field="chips")


@dataclass(frozen=True, slots=True)
class Join:
    """A latecomer takes the last seat, with a stack of their own. [P8.3]"""

    name: ClassVar[str] = "join"
    called: str = field(metadata={"key": "name"})  # the file's "name" is the player's, ours is the move's
    chips: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "called", self.called.strip())
        if len(self.called) not in NAME_LENGTH:
            raise Refused("bad-move", "P8.3", field="name")
        if not is_amount(self.chips):
            raise Refused("bad-move", "P8.3", field="chips")


@dataclass(frozen=True, slots=True)
class Finish:
    """The host ends the session between hands. [P8.4]"""

    name: ClassVar[str] = "finish"


MOVES = {
    move.name: move
    for move in (Deal, Board, Check, Call, Fold, Bet, Hole, Show, Muck, Declare, Leave, Rebuy, Join, Finish)
}
