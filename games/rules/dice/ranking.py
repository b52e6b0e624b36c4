"""The ladder of five dice, and what each table asks for. [D5, D7]"""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations_with_replacement

Dice = tuple[int, ...]

CATEGORIES = (  # worst first
    "nothing",
    "pair",
    "two pairs",
    "small straight",
    "three of a kind",
    "full house",
    "large straight",
    "four of a kind",
    "five of a kind",
)
AT_LEAST_THREE = {"three of a kind", "full house", "four of a kind", "five of a kind"}
STRAIGHTS = {"small straight", "large straight"}
CAESARS_LIMIT = 11

BY_COUNTS = {
    (5,): "five of a kind",
    (4, 1): "four of a kind",
    (3, 2): "full house",
    (3, 1, 1): "three of a kind",
    (2, 2, 1): "two pairs",
    (2, 1, 1, 1): "pair",
    (1, 1, 1, 1, 1): "nothing",
}


@dataclass(frozen=True, slots=True, order=True)
class Throw:
    """Five dice read as the best name they qualify for. Orders by D7; equal only if all dice are. [D7.10]"""

    strength: int
    category: str
    weight: Dice  # the numbers that decide, heaviest first
    dice: Dice  # ascending


def _run(dice: Dice, length: int) -> Dice:
    """Return the highest run of so many numbers in a row, top first, or ()."""
    for top in range(6, length - 1, -1):
        run = tuple(range(top, top - length, -1))
        if set(run) <= set(dice):
            return run
    return ()


def _name(dice: Dice) -> tuple[str, Dice]:
    """Return the category and the deciding numbers, heaviest first. [D7.1-D7.9]"""
    if run := _run(dice, 5):
        return "large straight", run
    groups = sorted(Counter(dice).items(), key=lambda group: (-group[1], -group[0]))
    category = BY_COUNTS[tuple(count for _, count in groups)]
    if category in {"two pairs", "pair", "nothing"} and (run := _run(dice, 4)):
        return "small straight", (run[0], sum(dice) - sum(run))
    return category, tuple(number for number, _ in groups)


def _ladder() -> dict[Dice, Throw]:
    every = combinations_with_replacement(range(1, 7), 5)
    named = sorted((CATEGORIES.index(_name(dice)[0]), _name(dice)[1], dice) for dice in every)
    return {
        dice: Throw(strength, CATEGORIES[category], weight, dice)
        for strength, (category, weight, dice) in enumerate(named)
    }


LADDER = _ladder()


def read(dice: Dice) -> Throw:
    """Return what these five dice are, in whatever order they lie. [D7]"""
    return LADDER[tuple(sorted(dice))]


def meets(table: str, dice: Dice) -> bool:
    """Tell whether these dice fulfil the table's condition. [D5.2, D5.3, D5.4]"""
    if table == "C":
        return sum(dice) <= CAESARS_LIMIT
    return read(dice).category in (AT_LEAST_THREE if table == "A" else STRAIGHTS)


def claim(table: str, dice: Dice) -> tuple[int, ...]:
    """Return a key that orders claims on a table, best highest; equal only if all dice are. [D5.2-D5.4]"""
    if table == "C":
        return (-sum(dice), *(dice.count(number) for number in range(1, 7)))
    return (read(dice).strength,)
