"""The moves of the dice game, as the session file spells them. A move that breaks the spelling cannot be made."""

from dataclasses import dataclass
from typing import ClassVar

from ..contract import Refused
from .cards import KINDS, TABLES


@dataclass(frozen=True, slots=True)
class Reveal:
    """The top cards of the stack, one a table in play, A to C. [D2.2]"""

    name: ClassVar[str] = "reveal"
    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        if not all(card in KINDS for card in self.cards):
            raise Refused("bad-move", "D1.3", field="cards")


@dataclass(frozen=True, slots=True)
class Choose:
    """A seat's secret pick of a table. [D3.2]"""

    name: ClassVar[str] = "choose"
    seat: int
    table: str

    def __post_init__(self) -> None:
        if self.table not in tuple(TABLES):
            raise Refused("bad-move", "D1.4", field="table")


@dataclass(frozen=True, slots=True)
class Roll:
    """Five dice as they lie, in any order. [D3.7]"""

    name: ClassVar[str] = "roll"
    seat: int
    dice: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.dice) != 5 or not all(1 <= die <= 6 for die in self.dice):
            raise Refused("bad-move", "D3.7", field="dice")


@dataclass(frozen=True, slots=True)
class Extra:
    """A seat's answer: an extra roll for a chip, or not. [D4.1, D6.4]"""

    name: ClassVar[str] = "extra"
    seat: int
    take: bool


@dataclass(frozen=True, slots=True)
class Challenge:
    """The holder of a Duel card names an opponent. [D6.2]"""

    name: ClassVar[str] = "challenge"
    seat: int
    opponent: int


@dataclass(frozen=True, slots=True)
class Leave:
    """A player goes home between rounds. [D8.3]"""

    name: ClassVar[str] = "leave"
    seat: int


@dataclass(frozen=True, slots=True)
class Finish:
    """The host ends the game between rounds. [D8.3]"""

    name: ClassVar[str] = "finish"


MOVES = {move.name: move for move in (Reveal, Choose, Roll, Extra, Challenge, Leave, Finish)}
