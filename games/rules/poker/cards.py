"""The deck: 52 cards, as words and as bits. [P1.1]"""

from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
HAND = 5  # cards each, and cards in the row [P1.4]


class Card(str):
    """One card, printed as "Kh". It is its own text, so that a plain "Kh" serves as well."""

    __slots__ = ()

    @property
    def rank(self) -> str:
        """The card's rank, as printed."""
        return self[0]

    @property
    def suit(self) -> str:
        """The card's suit, as printed."""
        return self[1]


# Suit by suit, each from the two to the ace: the place of a card here is its bit in a 52-bit set of cards.
DECK: Final = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
BIT: Final[dict[str, int]] = {card: 1 << place for place, card in enumerate(DECK)}
OF_RANK: Final = {rank: sum(BIT[rank + suit] for suit in SUITS) for rank in RANKS}  # the four cards of a rank
HEIGHT: Final = {rank: height for height, rank in enumerate(RANKS)}  # ace high [P6.2]


def is_five(cards: tuple[str, ...]) -> bool:
    """Tell whether these are five distinct cards of the deck. [P7.2]"""
    return len(cards) == HAND == len(BIT.keys() & set(cards))


def height(card: str) -> int:
    """Return how high a card's rank is, from 0 (two) to 12 (ace). [P6.2]"""
    return HEIGHT[card[0]]
