"""Template words of the poker table: the deck, the row, who won with what; all of it from the view."""

from typing import Any

from django import template
from django.utils.translation import gettext as _

from games.rules.poker.cards import RANKS, SUITS
from games.rules.poker.ranking import Hand
from games.rules.poker.sight import OwnView, PokerView
from games.words.poker import names

register = template.Library()

ROW = 5  # cards [P1.4]


@register.simple_tag
def deck() -> list[list[str]]:
    """Return the 52 cards by suit, from the ace down. [P1.1]"""
    return [[rank + suit for rank in reversed(RANKS)] for suit in reversed(SUITS)]


@register.simple_tag
def row(view: PokerView) -> list[tuple[str | None, bool]]:
    """Return the row of five: each card, if known, and whether it is turned."""
    turned: list[tuple[str | None, bool]] = [(card, True) for card in view.board]
    return turned + [(None, False)] * (ROW - len(turned))


@register.simple_tag
def in_front(view: PokerView) -> int:
    """Return the chips that lie in front of the players and are in no pot yet."""
    return sum(player.in_round for player in view.players)


@register.simple_tag
def winning_hand(view: PokerView, place: int) -> Hand | None:
    """Return the hand that won a pot of the last hand, if it was shown."""
    if view.last_hand is None:
        return None
    hands = dict(view.last_hand.hands)
    return next((hands[seat] for seat, _chips in view.last_hand.pots[place].high if seat in hands), None)


@register.simple_tag
def five(hand: Hand) -> list[tuple[str, str, bool]]:
    """Return a hand's cards as printed, what each stands for, and whether it is wild. [P9.3]"""
    return [(card, stands, card[0] == hand.wild_rank) for card, stands in zip(hand.cards, hand.as_cards, strict=True)]


@register.simple_tag
def wild_note(view: PokerView) -> tuple[str, str]:
    """Return what is wild for everybody, and what names the suit, as a sentence with its clause."""
    notes = []
    clause = ""
    if view.wild_rank:
        notes.append(_("%(cards)s are wild.") % {"cards": names.ranks_name(view.wild_rank).capitalize()})
        clause = "P9.1"
    if view.named:
        notes.append(
            _("The highest of the suit wins half of each pot.")
            if view.named.highest
            else _("The lowest of the suit wins half of each pot.")
        )
        clause = clause or "P9.4"
    return " ".join(notes), clause


@register.simple_tag
def wild_for(own: OwnView) -> str:
    """Return what is wild for one seat. [P9.2]"""
    return _("%(cards)s are wild for you") % {"cards": names.ranks_name(own.wild_rank)} if own.wild_rank else ""


@register.simple_tag
def declared(move: Any) -> str:
    """Return a declaration as its form field spells it. [P7.4]"""
    return ";".join(f"{' '.join(map(str, pot.high))}/{' '.join(map(str, pot.suit or ()))}" for pot in move.pots)


@register.simple_tag
def answers() -> list[tuple[str, str]]:
    """Return what a seat on turn may have answered. [P3.1]"""
    return [("check", _("check")), ("call", _("call")), ("bet", _("bet or raise")), ("fold", _("fold"))]


@register.simple_tag
def seat_name(rows: list[Any], number: int) -> str:
    """Return the name of a seat in a list of seats."""
    return next(seat.name for seat, _leaving in rows if seat.number == number)


@register.simple_tag
def term_choices() -> dict[str, list[tuple[str, str]]]:
    """Return what may be agreed on, with the values of the session file. [P3, P4, P9]"""
    return {
        "betting": [
            ("no-limit", _("no-limit")),
            ("pot-limit", _("pot-limit")),
            ("fixed-limit", _("fixed-limit")),
            ("spread-limit", _("spread-limit")),
        ],
        "wild": [
            ("none", _("none")),
            ("last-card", _("the last card of the row, and its rank")),
            ("low-hole", _("each player’s lowest own card, and its rank")),
        ],
        "split": [
            ("none", _("none")),
            ("suit-high", _("half to the highest of the suit")),
            ("suit-high-or-low", _("half to the highest or the lowest, as the named card asks")),
        ],
        "split_card": [("last", _("the last one")), ("third", _("the third one"))],
    }
