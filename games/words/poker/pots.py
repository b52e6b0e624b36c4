"""Why a pot went where it went: the hands, the suit, odd chips, who was all-in for less."""

from collections.abc import Iterable, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.poker.cards import HAND, height
from games.rules.poker.ranking import Hand
from games.rules.poker.sight import PokerView
from games.rules.poker.splits import PaidPot
from games.rules.poker.state import LastHand, Named
from games.rules.poker.wild import LAST_CARD

from ..speech import listed, number
from .names import (
    card_label,
    card_text,
    hand_within,
    one_of_suit,
    pot_name,
    rank_name,
    ranks_name,
    seat_name,
    seats_listed,
)

Story = list[tuple[str, str]]  # sentences, each with its clause


def shares(names: Sequence[str], won: Iterable[tuple[int, int]]) -> str:
    """Return who gets how many chips: "Ann 39 and Ben 38"."""
    said = [{"name": seat_name(names, seat), "chips": number(chips)} for seat, chips in won]
    return listed([_("%(name)s %(chips)s") % values for values in said])


def pot_won(names: Sequence[str], place: int, pots: int, pot: PaidPot) -> str:
    """Return who wins a pot and how many chips of it, in one sentence. [P5.3, P9.4]"""
    values = {
        "pot": pot_name(place, pots),
        "amount": number(pot.amount),
        "shares": shares(names, pot.high),
        "suit": shares(names, pot.suit),
    }
    if pot.suit:
        return _("%(pot)s, %(amount)s: %(shares)s for the best hand, %(suit)s for the suit.") % values
    if len(pot.high) > 1:
        return _("%(pot)s, %(amount)s: %(shares)s.") % values
    return _("%(pot)s: %(name)s takes %(amount)s.") % {**values, "name": seat_name(names, pot.high[0][0])}


def odd_chips(names: Sequence[str], pot: PaidPot) -> Story:
    """Return where odd chips go, and why. [P5.3, P9.6]"""
    story = []
    both = (*pot.high, *pot.suit)
    if pot.suit and pot.amount % 2 and len({seat for seat, _chips in both}) > 1:
        story.append((_("The odd chip goes to the best hand’s half."), "P9.6"))
    if pot.odd:
        values = {"names": seats_listed(names, pot.odd)}
        text = ngettext(
            "The odd chip goes to %(names)s, the first winner clockwise from the dealer’s left.",
            "The odd chips go one each to %(names)s, clockwise from the dealer’s left.",
            len(pot.odd),
        )
        story.append((text % values, "P5.3"))
    return story


def hand_won(view: PokerView) -> str:
    """Return how the last hand ended, in few words; empty before the first."""
    last = view.last_hand
    if last is None:
        return ""
    order = winnings(last)
    if len(order) == 1:
        return _won_alone(view, last, *order[0])
    first = last.pots[0]
    if len(last.pots) == 1 and len(first.high) == 1 and first.suit:
        (one, chips), (two, half) = first.high[0], first.suit[0]
        values = {"one": view.name(one), "chips": number(chips), "two": view.name(two), "half": number(half)}
        return _("%(one)s wins the hand half, %(chips)s; %(two)s the suit half, %(half)s.") % values
    return _("Won: %(shares)s.") % {"shares": shares(view.names, order)}


def winnings(last: LastHand) -> list[tuple[int, int]]:
    """Return who won how many chips in a hand, most first. [P5.3]"""
    won: dict[int, int] = {}
    for pot in last.pots:
        for seat, chips in (*pot.high, *pot.suit):
            won[seat] = won.get(seat, 0) + chips
    return sorted([item for item in won.items() if item[1]], key=lambda item: (-item[1], item[0]))


def _won_alone(view: PokerView, last: LastHand, seat: int, chips: int) -> str:
    hand = dict(last.hands).get(seat)
    values = {"name": view.name(seat), "chips": number(chips)}
    if hand:
        return _("%(name)s wins %(chips)s: %(hand)s.") % {**values, "hand": hand_within(hand)}
    if last.declared:
        return _("%(name)s wins %(chips)s.") % values
    return _("%(name)s wins %(chips)s: nobody else stayed in.") % values


def pot_story(view: PokerView, index: int) -> Story:
    """Return what explains one paid pot of the last hand, each sentence with its clause; `index` counts from 0."""
    last = view.last_hand
    if last is None or not 0 <= index < len(last.pots):
        return []
    pot = last.pots[index]
    if last.declared:
        story = _declared(view, pot)
    elif not last.hands:
        story = _unseen(view, pot)
    elif len(pot.seats) == 1:
        story = _uncontested(view, pot)
    else:
        story = _contested(view, pot, dict(last.hands), last.named)
    return [*story, *odd_chips(view.names, pot), *_all_in_for_less(view, last, pot)]


def _unseen(view: PokerView, pot: PaidPot) -> Story:
    seat, chips = pot.high[0]
    values = {"name": view.name(seat), "chips": number(chips)}
    return [(_("Nobody else stayed in: %(name)s takes %(chips)s and shows nothing.") % values, "P2.4")]


def _declared(view: PokerView, pot: PaidPot) -> Story:
    story = [(_("Declared by the dealer: %(shares)s.") % {"shares": shares(view.names, pot.high)}, "P7.4")]
    if pot.suit:
        story.append((_("Declared for the suit: %(shares)s.") % {"shares": shares(view.names, pot.suit)}, "P9.4"))
    return story


def _uncontested(view: PokerView, pot: PaidPot) -> Story:
    values = {"name": view.name(pot.seats[0]), "chips": number(pot.amount)}
    return [(_("Only %(name)s can win this pot, and takes %(chips)s.") % values, "P5.2")]


def _contested(view: PokerView, pot: PaidPot, hands: dict[int, Hand], named: Named | None) -> Story:
    best, beaten = [seat for seat, _chips in pot.high], set(pot.seats).difference(dict(pot.high))
    return [
        _best(view, pot, hands[best[0]]),
        *_wild(view, best, hands),
        *([_next_best(view, sorted(beaten), hands, hands[best[0]])] if beaten else []),
        *(_suit(view, named, pot, hands) if named else []),
    ]


def _best(view: PokerView, pot: PaidPot, hand: Hand) -> tuple[str, str]:
    """Say who has the best hand. [P5.3, P6]"""
    values = {
        "names": seats_listed(view.names, [seat for seat, _chips in pot.high]),
        "chips": number(pot.high[0][1]),
        "hand": hand_within(hand),
        "shares": shares(view.names, pot.high),
    }
    if len(pot.high) > 1:
        return _("%(names)s have equal hands: %(hand)s. They share: %(shares)s.") % values, "P5.3"
    return _("%(names)s wins %(chips)s with the best hand: %(hand)s.") % values, "P6.1"


def _next_best(view: PokerView, beaten: list[int], hands: dict[int, Hand], best: Hand) -> tuple[str, str]:
    hand = max(hands[seat] for seat in beaten)
    values = {
        "names": seats_listed(view.names, [seat for seat in beaten if hands[seat] == hand]),
        "hand": hand_within(hand),
    }
    if hand_within(best) == values["hand"]:
        return _("%(names)s: the same, but with lower other cards.") % values, "P6.3"
    return _("Next best is %(hand)s: %(names)s.") % values, "P6.1"


def _wild(view: PokerView, best: list[int], hands: dict[int, Hand]) -> Story:
    """Say what was wild, where it is among a winner's five. [P9.1, P9.2]"""
    holders = [seat for seat in best if any(card.rank == hands[seat].wild_rank for card in hands[seat].cards)]
    if not holders:
        return []
    if view.options.wild == LAST_CARD:
        card = hands[holders[0]].among[-1]  # the row comes after a player's own, in its order
        values = {"ranks": capfirst(ranks_name(card[0])), "card": card_label(card)}
        return [(_("%(ranks)s are wild: the last card is the %(card)s.") % values, "P9.1")]
    return [
        (
            _("%(name)s: %(ranks)s are wild, the rank of the lowest hole card.")
            % {"name": view.name(seat), "ranks": ranks_name(hands[seat].wild_rank or "")},
            "P9.2",
        )
        for seat in holders
    ]


def _suit(view: PokerView, named: Named, pot: PaidPot, hands: dict[int, Hand]) -> Story:
    """Say who has the suit's half, with which card, or that nobody does. [P9.4-P9.6]"""
    values = {"card": card_text(named.card), "suit": one_of_suit(named.card[1])}
    if not pot.suit:
        if named.highest:
            text = _("%(card)s asks for the highest %(suit)s, but nobody in this pot has one: the best hand takes all.")
        else:
            text = _("%(card)s asks for the lowest %(suit)s, but nobody in this pot has one: the best hand takes all.")
        return [(text % values, "P9.6")]
    seat, chips = pot.suit[0]
    own = [card for card in hands[seat].among[:HAND] if card[1] == named.card[1]]
    card = max(own, key=height) if named.highest else min(own, key=height)
    values |= {"name": view.name(seat), "rank": rank_name(card[0]), "chips": number(chips)}
    if named.highest:
        text = _("%(card)s asks for the highest %(suit)s: %(name)s has the %(rank)s and wins %(chips)s.")
    else:
        text = _("%(card)s asks for the lowest %(suit)s: %(name)s has the %(rank)s and wins %(chips)s.")
    story = [(text % values, "P9.4" if named.highest else "P9.5")]
    if [winner for winner, _chips in pot.high] == [seat]:
        story.append((_("%(name)s wins both halves.") % values, "P9.6"))
    return story


def _all_in_for_less(view: PokerView, last: LastHand, pot: PaidPot) -> Story:
    """Say who could not win a side pot. [P5.2]"""
    short = [seat for seat in last.pots[0].seats if seat not in pot.seats]
    if not short:
        return []
    text = ngettext("%(names)s was all-in for less.", "%(names)s were all-in for less.", len(short))
    return [(text % {"names": seats_listed(view.names, short)}, "P5.2")]
