"""Which five cards make a strength, heaviest first, and what the wild ones stand for. [P6.3, P9.3]"""

from .cards import BIT, DECK, RANKS, SUITS, Card
from .ladder import (
    BITS,
    FIVE,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    MAIN,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIRS,
    run,
)

Five = tuple[tuple[Card, Card], ...]  # the card as printed, and what it stands for

MAIN_GROUP = {
    PAIR: 2,
    TWO_PAIRS: 2,
    THREE: 3,
    FULL_HOUSE: 3,
    FOUR: 4,
    FIVE: 5,
}  # cards of each rank in the main group
SECOND_GROUP = {FULL_HOUSE: 2}


def spell(strength: int, among: tuple[str, ...], wild_rank: str | None) -> Five:
    """Return five of the cards that have this strength, in order of weight. [P6.3]"""
    category = strength >> 26 << 26
    main, others = strength >> MAIN & 0x1FFF, strength & 0x1FFF
    hand = _Cards(among, wild_rank)
    if category in (STRAIGHT, STRAIGHT_FLUSH):
        ranks = _run(main)
        return hand.suited(ranks) if category == STRAIGHT_FLUSH else hand.kinds(ranks, 1)
    if category == FLUSH:
        return hand.suited(_ranks(others))
    return (
        *hand.kinds(_ranks(main), MAIN_GROUP.get(category, 1)),
        *hand.kinds(_ranks(others), SECOND_GROUP.get(category, 1)),
    )


def _ranks(ranks: int) -> str:
    """Return a set of ranks from the top."""
    return "".join(rank for rank, bit in zip(reversed(RANKS), reversed(BITS), strict=True) if ranks & bit)


def _run(top: int) -> str:
    """Return the ranks of a straight from its top card, the five before the ace in the lowest. [P6.2]"""
    ranks = _ranks(run(top))
    return ranks if ranks[0] == RANKS[top.bit_length() - 1] else ranks[1:] + ranks[0]


class _Cards:
    """The cards still to be taken: natural ones by rank, and wild ones."""

    def __init__(self, among: tuple[str, ...], wild_rank: str | None) -> None:
        deck = [DECK[BIT[card].bit_length() - 1] for card in among]
        self.wild = [card for card in deck if card.rank == wild_rank]
        self.natural = [card for card in deck if card.rank != wild_rank]

    def suited(self, ranks: str) -> Five:
        """Take these ranks in the suit that needs the fewest wild cards."""
        suit = max(SUITS, key=lambda suit: sum(rank + suit in self.natural for rank in ranks))
        return tuple(self._one(Card(rank + suit)) for rank in ranks)

    def kinds(self, ranks: str, count: int) -> Five:
        """Take so many of each rank: natural cards first, then wild ones for the suits that are missing."""
        return tuple(pair for rank in ranks for pair in self._kind(rank, count))

    def _kind(self, rank: str, count: int) -> list[tuple[Card, Card]]:
        natural = [card for card in self.natural if card.rank == rank][:count]
        # A wild card that is of this rank itself stands for itself before another card does.
        missing = [*(card for card in self.wild if card.rank == rank), *(Card(rank + suit) for suit in SUITS)]
        wanted = [*dict.fromkeys(card for card in missing if card not in natural), Card(rank + SUITS[0])]
        return [(card, card) for card in natural] + [self._wild_for(card) for card in wanted[: count - len(natural)]]

    def _one(self, wanted: Card) -> tuple[Card, Card]:
        """Take the card itself, or a wild one for it."""
        return (wanted, wanted) if wanted in self.natural else self._wild_for(wanted)

    def _wild_for(self, wanted: Card) -> tuple[Card, Card]:
        card = wanted if wanted in self.wild else self.wild[0]
        self.wild.remove(card)
        return card, wanted
