"""Small tables over thirteen-bit sets of ranks: the top ones, straights and flushes, with wild cards to fill up. [P6]

Bit 0 is the two, bit 12 the ace. A set of ranks read as a number orders as the law does, from the top card down; so
strengths are plain integers: the category, then the main group, then the other cards. [P6.3]
"""

from typing import Final

CATEGORIES: Final = (  # worst first [P6.1]
    "high card",
    "pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "five of a kind",
)
HIGH, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, FIVE = (
    place << 26 for place in range(len(CATEGORIES))
)
MAIN = 13  # the main group stands above the thirteen bits of the other cards
SETS: Final = range(1 << 13)
BITS: Final = tuple(1 << height for height in range(13))
ACE: Final = BITS[-1]
WHEEL: Final = ACE | 0b1111  # A-2-3-4-5 [P6.2]
# With four wild cards any fifth card makes five of a kind, so three are the most that straights and flushes see.
MOST_WILD = 3


def run(top: int) -> int:
    """Return the ranks of the straight with this top card (as a bit). [P6.2]"""
    return WHEEL if top == BITS[3] else top | top >> 1 | top >> 2 | top >> 3 | top >> 4


def _without_lowest(ranks: int) -> int:
    return ranks & (ranks - 1)


def _top(count: int) -> tuple[int, ...]:
    """Return, for every set of ranks, its `count` highest; all of them where there are no more."""
    top = [0] * len(SETS)
    for ranks in SETS:
        # A set that is too large has the same highest ones as without its lowest, and that one is done already.
        top[ranks] = ranks if ranks.bit_count() <= count else top[_without_lowest(ranks)]
    return tuple(top)


TOP1, TOP2, TOP3, TOP5 = _top(1), _top(2), _top(3), _top(5)


def _natural_straight(ranks: int) -> int:
    """Return the top card of the highest straight among these ranks, as a bit, or 0. [P6.2]"""
    low = ranks << 1 | ranks >> 12  # the ace also below the two
    tops = low & low << 1 & low << 2 & low << 3 & low << 4
    return TOP1[tops >> 1]


def _straights() -> tuple[tuple[int, ...], ...]:
    """Return, by number of wild cards, each set's highest straight: one wild card is one rank more. [P9.3]"""
    tables = [tuple(_natural_straight(ranks) for ranks in SETS)]
    for _ in range(MOST_WILD):
        fewer = tables[-1]
        tables.append(tuple(max([fewer[ranks | bit] for bit in BITS]) for ranks in SETS))
    return tuple(tables)


def _flush(ranks: int, wild: int) -> int:
    """Return the five highest ranks of a flush, each wild card standing for the highest one missing. [P9.3]"""
    for _ in range(wild):
        ranks |= TOP1[~ranks & 0x1FFF]
    return TOP5[ranks]


def _suited(wild: int) -> tuple[int, ...]:
    """Return the strength of the best five in one suit, by its natural ranks; 0 where they are too few."""
    return tuple(
        0 if ranks.bit_count() + wild < 5 else STRAIGHT_FLUSH | top << MAIN if top else FLUSH | _flush(ranks, wild)
        for ranks, top in enumerate(STRAIGHTS[wild])
    )


STRAIGHTS: Final = _straights()
SUITED: Final = tuple(map(_suited, range(MOST_WILD + 1)))
