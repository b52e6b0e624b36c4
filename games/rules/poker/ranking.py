"""The best hand among five to ten cards, read from rank and suit counts. [P6, P9.3]"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from .cards import BIT, OF_RANK, Card
from .ladder import (
    CATEGORIES,
    FIVE,
    FOUR,
    FULL_HOUSE,
    HIGH,
    MAIN,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    STRAIGHTS,
    SUITED,
    THREE,
    TOP1,
    TOP2,
    TOP3,
    TOP5,
    TWO_PAIRS,
)
from .spelling import spell

_bit = BIT.__getitem__
_made = tuple.__new__  # what a named tuple's own call comes to


class Hand(NamedTuple):
    """The best five of some cards. Orders by strength alone: equal strength is a tie. [P6.3]"""

    # A tuple, as a frozen dataclass takes three times as long to make: a fifth of the whole reading.
    strength: int
    among: tuple[str, ...]  # all the cards it was chosen from
    wild_rank: str | None = None

    @property
    def category(self) -> str:
        """The hand's name. [P6.1]"""
        return CATEGORIES[self.strength >> 26]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The five as printed, heaviest first."""
        return tuple(card for card, _ in spell(self.strength, self.among, self.wild_rank))

    @property
    def as_cards(self) -> tuple[Card, ...]:
        """What each of the five stands for. [P9.3]"""
        return tuple(stands_for for _, stands_for in spell(self.strength, self.among, self.wild_rank))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.strength == other.strength

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.strength)

    def __lt__(self, other: tuple[Any, ...]) -> bool:
        return self.strength < other[0]

    def __le__(self, other: tuple[Any, ...]) -> bool:
        return self.strength <= other[0]

    def __gt__(self, other: tuple[Any, ...]) -> bool:
        return self.strength > other[0]

    def __ge__(self, other: tuple[Any, ...]) -> bool:
        return self.strength >= other[0]


def best_hand(cards: Iterable[str], wild_rank: str | None = None) -> Hand:
    """Return the best hand of five to ten distinct cards; those of `wild_rank` are wild. [P6.4, P9.3]"""
    among = tuple(cards)
    held = sum(map(_bit, among))
    if held.bit_count() != len(among):
        raise ValueError("a card is there twice")
    if wild_rank is not None and (wild := held & OF_RANK[wild_rank]):
        return _made(Hand, (_with_wild(held ^ wild, wild.bit_count()), among, wild_rank))
    return _made(Hand, (_natural(held), among, wild_rank))


def _natural(held: int) -> int:
    """Return the strength of the best five without wild cards. [P6]"""
    c, d, h, s = held & 0x1FFF, held >> 13 & 0x1FFF, held >> 26 & 0x1FFF, held >> 39
    suited = SUITED[0]
    # Two suits may both be long enough, but mostly none is.
    flush = (suited[c] or suited[d] or suited[h] or suited[s]) and max(suited[c], suited[d], suited[h], suited[s])
    if flush >= STRAIGHT_FLUSH:
        return flush
    cd, hs, c_d, h_s = c & d, h & s, c | d, h | s
    ranks, twos, threes = c_d | h_s, cd | hs | c_d & h_s, cd & h_s | hs & c_d
    if threes and (many := _many_alike(cd & hs, threes, twos, ranks)):
        return many
    if flush:
        return flush
    if top := STRAIGHTS[0][ranks]:
        return STRAIGHT | top << MAIN
    if threes:
        return THREE | threes << MAIN | TOP2[ranks ^ threes]
    main = TOP2[twos]
    if main & (main - 1):
        return TWO_PAIRS | main << MAIN | TOP1[ranks ^ main]
    return PAIR | main << MAIN | TOP3[ranks ^ main] if main else HIGH | TOP5[ranks]


def _many_alike(fours: int, threes: int, twos: int, ranks: int) -> int:
    """Return the strength of four of a kind or a full house among these sets of ranks, or 0. [P6.1]"""
    if fours:
        main = TOP1[fours]
        return FOUR | main << MAIN | TOP1[ranks ^ main]
    main = TOP1[threes]
    rest = twos ^ main
    return FULL_HOUSE | main << MAIN | TOP1[rest] if rest else 0


def _with_wild(held: int, wild: int) -> int:
    """Return the strength of the best five from natural cards and one to four wild ones. [P9.3]

    A wild card adds one to the largest group, so what is never best is never asked: high card, two pairs.
    """
    c, d, h, s = held & 0x1FFF, held >> 13 & 0x1FFF, held >> 26 & 0x1FFF, held >> 39
    cd, hs, c_d, h_s = c & d, h & s, c | d, h | s
    ranks, twos = c_d | h_s, cd | hs | c_d & h_s
    # Sets of ranks by how many natural cards are there: four, three, two, at least one.
    groups = (cd & hs, cd & h_s | hs & c_d, twos, ranks)
    if fives := groups[wild - 1]:
        return FIVE | TOP1[fives] << MAIN
    suited = SUITED[wild]
    flush = (suited[c] or suited[d] or suited[h] or suited[s]) and max(suited[c], suited[d], suited[h], suited[s])
    if flush >= STRAIGHT_FLUSH:
        return flush
    # Two pairs: then one card is wild, for with two of them a pair were four of a kind.
    if (fours := groups[wild]) or twos & (twos - 1):
        return _many_alike(fours, twos, twos, ranks)
    if flush:
        return flush
    if top := STRAIGHTS[wild][ranks]:
        return STRAIGHT | top << MAIN
    if wild == 1 and not twos:
        main = TOP1[ranks]
        return PAIR | main << MAIN | TOP3[ranks ^ main]
    main = TOP1[groups[wild + 1]]
    return THREE | main << MAIN | TOP2[ranks ^ main]
