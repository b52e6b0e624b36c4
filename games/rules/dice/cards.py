"""The box of the dice game: tables, cards, chips. [D1]"""

from collections import Counter

TABLES = "ABC"
TABLES_FOR_THREE = "AC"  # [D1.4]
SEATS = range(3, 7)  # [D1.1]
ROUNDS = 12  # [D2.1]
CHIPS = 20  # [D1.2]
CHIPS_EACH = 3  # [D1.1]
CHIP_VALUE = 5_000  # [D1.6]
CHIPS_A_CARD = 2  # [D5.6]
SET_ASIDE_FOR_THREE = 12  # [D1.5]

DUEL = "duel"
CHIPS_CARD = "chips"
MONEY = ("15000", "20000", "25000", "30000", "35000")
BOX: dict[str, int] = {
    "15000": 6,
    "20000": 5,
    "25000": 5,
    "30000": 4,
    "35000": 4,
    DUEL: 6,
    CHIPS_CARD: 6,
}  # [D1.3]
KINDS = tuple(BOX)


def tables_in_play(players: int) -> str:
    """Return the letters of the tables for a session that starts with so many players. [D1.4]"""
    return TABLES_FOR_THREE if players == 3 else TABLES


def worth(cards: tuple[str, ...]) -> int:
    """Return the money of money cards. [D1.7]"""
    return sum(map(int, cards))


def without(unseen: dict[str, int], cards: tuple[str, ...]) -> dict[str, int]:
    """Return what is left unseen after these cards; a negative count says there was none. [D2.5]"""
    turned = Counter(cards)
    return {kind: count - turned[kind] for kind, count in unseen.items()}
