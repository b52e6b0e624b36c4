"""The ladder of hands once more, in the plainest way: five natural cards, and every card a wild one may stand for."""

from collections import Counter
from functools import cache
from itertools import combinations

from games.rules.poker.cards import DECK, HEIGHT
from games.rules.poker.ladder import CATEGORIES


@cache
def _worth(heights: tuple[int, ...], is_flush: bool) -> tuple:
    """What five cards are worth: the place of the category, then the ranks that decide, heaviest first."""
    groups = sorted(Counter(heights).items(), key=lambda group: (group[1], group[0]), reverse=True)
    shape, ranks = tuple(count for _, count in groups), tuple(height for height, _ in groups)
    if shape == (1, 1, 1, 1, 1):
        if ranks == (12, 3, 2, 1, 0):
            ranks = (3, 2, 1, 0, -1)
        is_straight = ranks[0] - ranks[4] == 4
        name = {(True, True): "straight flush", (False, True): "flush", (True, False): "straight"}.get(
            (is_straight, is_flush), "high card"
        )
    else:
        name = {
            (5,): "five of a kind",
            (4, 1): "four of a kind",
            (3, 2): "full house",
            (3, 1, 1): "three of a kind",
            (2, 2, 1): "two pairs",
            (2, 1, 1, 1): "pair",
        }[shape]
    return (CATEGORIES.index(name), *ranks)


def worth(five) -> tuple:
    heights = tuple(sorted(HEIGHT[card[0]] for card in five))
    return _worth(heights, len({card[1] for card in five}) == 1)


def best(cards, wild_rank=None) -> tuple:
    """The best worth of any five, each wild card tried as every card that is not in the five yet. [P9.3]"""
    natural = [card for card in cards if card[0] != wild_rank]
    wild = len(cards) - len(natural)
    found = []
    for count in range(min(wild, 5) + 1):
        for kept in combinations(natural, 5 - count):
            found += [worth((*kept, *stand)) for stand in combinations([c for c in DECK if c not in kept], count)]
            if count and len({card[0] for card in kept}) <= 1:
                # All of one rank: then it may also be five of a kind, where a card may stand twice.
                rank = kept[0][0] if kept else "A"
                found.append((CATEGORIES.index("five of a kind"), HEIGHT[rank]))
    return max(found)
