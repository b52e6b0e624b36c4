"""What cards, hands, table cards and pots are called in poker."""

from collections.abc import Iterable, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.rules.poker.ranking import Hand

from ..speech import listed

SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
AS_TEXT = "\ufe0e"  # a suit as a character, never as a coloured picture


def rank_name(rank: str) -> str:
    """Return the name of a rank: "queen"."""
    return {
        "2": pgettext("card", "two"),
        "3": pgettext("card", "three"),
        "4": pgettext("card", "four"),
        "5": pgettext("card", "five"),
        "6": pgettext("card", "six"),
        "7": pgettext("card", "seven"),
        "8": pgettext("card", "eight"),
        "9": pgettext("card", "nine"),
        "T": pgettext("card", "ten"),
        "J": pgettext("card", "jack"),
        "Q": pgettext("card", "queen"),
        "K": pgettext("card", "king"),
        "A": pgettext("card", "ace"),
    }[rank]


def ranks_name(rank: str) -> str:
    """Return the name of several cards of a rank: "queens"."""
    return {
        "2": pgettext("cards", "twos"),
        "3": pgettext("cards", "threes"),
        "4": pgettext("cards", "fours"),
        "5": pgettext("cards", "fives"),
        "6": pgettext("cards", "sixes"),
        "7": pgettext("cards", "sevens"),
        "8": pgettext("cards", "eights"),
        "9": pgettext("cards", "nines"),
        "T": pgettext("cards", "tens"),
        "J": pgettext("cards", "jacks"),
        "Q": pgettext("cards", "queens"),
        "K": pgettext("cards", "kings"),
        "A": pgettext("cards", "aces"),
    }[rank]


def suit_name(suit: str) -> str:
    """Return the name of a suit: "hearts"."""
    return {
        "c": pgettext("suit", "clubs"),
        "d": pgettext("suit", "diamonds"),
        "h": pgettext("suit", "hearts"),
        "s": pgettext("suit", "spades"),
    }[suit]


def one_of_suit(suit: str) -> str:
    """Return what a card of a suit is called: "heart"."""
    return {
        "c": pgettext("card of a suit", "club"),
        "d": pgettext("card of a suit", "diamond"),
        "h": pgettext("card of a suit", "heart"),
        "s": pgettext("card of a suit", "spade"),
    }[suit]


def card_label(card: str | None) -> str:
    """Return a card as it is read aloud: "queen of hearts"; one that was not entered is told, too."""
    if not card:
        return _("not entered")
    return _("%(rank)s of %(suit)s") % {"rank": rank_name(card[0]), "suit": suit_name(card[1])}


def card_rank(card: str | None) -> str:
    """Return a card's rank as it is printed: "10", "A"."""
    return {"T": "10"}.get(card[0], card[0]) if card else ""


def card_suit(card: str | None) -> str:
    """Return the symbol of a card's suit."""
    return SYMBOLS[card[1]] + AS_TEXT if card else ""


def card_colour(card: str | None) -> str:
    """Return the letter a style knows a suit by: "c", "d", "h" or "s"."""
    return card[1] if card else ""


def card_text(card: str) -> str:
    """Return a card as it stands in a line of text: "10♥"."""
    return card_rank(card) + card_suit(card)


def cards_text(cards: tuple[str, ...]) -> str:
    """Return cards as they stand in a line of text."""
    return " ".join(map(card_text, cards))


def hand_name(hand: Hand) -> str:
    """Return what a hand is, standing by itself: "Full house, kings over sevens". [P6.1]"""
    return capfirst(hand_within(hand))


def hand_within(hand: Hand) -> str:
    """Return what a hand is, within a sentence: "full house, kings over sevens". [P6.1]"""
    as_cards = hand.as_cards
    if hand.category == "straight flush" and as_cards[0].rank == "A":
        return _("royal flush")
    second = {"full house": 3, "two pairs": 2}.get(hand.category, 0)
    values = {
        "rank": rank_name(as_cards[0].rank),
        "ranks": ranks_name(as_cards[0].rank),
        "second": ranks_name(as_cards[second].rank),
    }
    return {
        "five of a kind": _("five %(ranks)s"),
        "straight flush": _("straight flush to the %(rank)s"),
        "four of a kind": _("four %(ranks)s"),
        "full house": _("full house, %(ranks)s over %(second)s"),
        "flush": _("%(rank)s-high flush"),
        "straight": _("straight to the %(rank)s"),
        "three of a kind": _("three %(ranks)s"),
        "two pairs": _("two pairs, %(ranks)s and %(second)s"),
        "pair": _("pair of %(ranks)s"),
        "high card": _("%(rank)s high"),
    }[hand.category] % values


def street(number: int) -> str:
    """Return what a table card and its round are called: 1 is the first card. [P2.1]"""
    return [_("first card"), _("second card"), _("third card"), _("fourth card"), _("fifth card")][number - 1]


def pot_name(number: int, pots: int) -> str:
    """Return what a pot is called, by its number (from 1) and how many there are. [P5.2]"""
    if number == 1:
        return _("The pot") if pots == 1 else _("Main pot")
    if pots == 2:
        return _("Side pot")
    return _("Side pot %(number)d") % {"number": number - 1}


def seat_name(names: Sequence[str], seat: int) -> str:
    """Return the name of a seat; its number where nobody sits there (any more), as in an entry that was undone."""
    return names[seat - 1] if 0 < seat <= len(names) else _("Seat %(seat)d") % {"seat": seat}


def seats_listed(names: Sequence[str], seats: Iterable[int]) -> str:
    """Return the names of seats as they are read aloud."""
    return listed([seat_name(names, seat) for seat in seats])
