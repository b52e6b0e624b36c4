"""What the group has agreed on, and what the law leaves open, in plain sentences."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.poker.options import (
    CLASSIC,
    FIXED_LIMIT,
    NONE,
    POT_LIMIT,
    SEATS,
    SPREAD_LIMIT,
    SUIT_HIGH_OR_LOW,
    THIRD,
    Options,
    read_options,
)
from games.rules.poker.wild import LAST_CARD

from ..speech import listed, number

Points = list[tuple[str, str]]  # sentences, each with its clause


def terms(options: Mapping[str, Any]) -> str:
    """Return the terms of a session in few words."""
    agreed = read_options(options)
    if agreed.preset != CLASSIC:
        return _("Series: ten hands, 100 chips")
    variants = [
        {"last-card": _("last card wild"), "low-hole": _("low hole wild")}.get(agreed.wild),
        {"suit-high": _("suit split"), "suit-high-or-low": _("high or low suit split")}.get(agreed.split),
    ]
    return _("Classic: %(terms)s") % {"terms": ", ".join(filter(None, [_structure(agreed), *variants]))}


def _structure(agreed: Options) -> str:
    """Return the betting structure with its amounts, the ante first."""
    values = {
        "ante": number(agreed.ante),
        "bet": number(agreed.min_bet),
        "small": number(agreed.small_bet),
        "big": number(agreed.big_bet),
        "low": number(agreed.spread[0]),
        "high": number(agreed.spread[1]),
    }
    sentences = {
        POT_LIMIT: _("pot-limit %(ante)s/%(bet)s"),
        FIXED_LIMIT: _("fixed-limit %(small)s/%(big)s, ante %(ante)s"),
        SPREAD_LIMIT: _("spread-limit %(low)s–%(high)s, ante %(ante)s"),
    }
    return sentences.get(agreed.betting, _("no-limit %(ante)s/%(bet)s")) % values


def terms_sentences(options: Mapping[str, Any], players: int) -> Points:
    """Return every agreed point and every point the law leaves open, as sentences with their clauses."""
    agreed = read_options(options)
    return [
        *_stakes(agreed, options, players),
        *_betting(agreed, players),
        *_all_in(agreed),
        *_pots(),
        *_wild(agreed),
        *_split(agreed),
        *_hands(),
        *_showdown(agreed),
        *_coming_and_going(agreed),
    ]


def _stakes(agreed: Options, options: Mapping[str, Any], players: int) -> Points:
    if agreed.rebuys:
        ante = _("Each hand everybody puts in an ante of %(ante)s; whoever cannot sits out until buying chips.")
    else:
        ante = _("Each hand everybody puts in an ante of %(ante)s; whoever cannot is out.")
    return [
        (_stacks(agreed, players), ""),
        (ante % {"ante": number(agreed.ante)}, "P1.3"),
        (_length(agreed), "P8.1"),
        (_first_dealer(options), "P1.2"),
    ]


def _stacks(agreed: Options, players: int) -> str:
    stacks = agreed.stacks(players)
    if isinstance(agreed.stack, int) or len(set(stacks)) == 1:
        chips = agreed.stack if isinstance(agreed.stack, int) else stacks[0]
        return _("Everybody starts with %(chips)s chips.") % {"chips": number(chips)}
    return _("The stacks, from seat 1 on: %(chips)s.") % {"chips": listed([number(chips) for chips in stacks])}


def _length(agreed: Options) -> str:
    if agreed.hands is None and agreed.rebuys:
        return _("The number of hands is open: the host ends the game.")
    if agreed.hands is None:
        return _("The number of hands is open: until the host ends the game, or fewer than two can pay the ante.")
    if agreed.rebuys:
        text = ngettext("One hand is played.", "%(hands)s hands are played.", agreed.hands)
    else:
        text = ngettext(
            "One hand is played.",
            "%(hands)s hands are played, or until fewer than two can pay the ante.",
            agreed.hands,
        )
    return text % {"hands": number(agreed.hands)}


def _first_dealer(options: Mapping[str, Any]) -> str:
    if "first_dealer" not in options:
        return _("The first dealer is drawn by lot; the deal passes left.")
    return _("Seat %(seat)d deals first; the deal passes left.") % {"seat": options["first_dealer"]}


def _betting(agreed: Options, players: int) -> Points:
    return {POT_LIMIT: _pot_limit, FIXED_LIMIT: _fixed_limit, SPREAD_LIMIT: _spread_limit}.get(
        agreed.betting, _no_limit
    )(agreed, players)


def _no_limit(agreed: Options, players: int) -> Points:
    return [
        (_("No-limit: a bet is at least %(bet)s, at most all one has.") % {"bet": number(agreed.min_bet)}, "P3.1"),
        (_("A raise adds at least as much as the last full bet or raise."), "P3.3"),
    ]


def _pot_limit(agreed: Options, players: int) -> Points:
    text = _("Pot-limit: a bet is at least %(bet)s; a bet or raise adds at most the pot, the call counted in.")
    return [
        (text % {"bet": number(agreed.min_bet)}, "P4.1"),
        (_("The smallest bet or raise is always allowed, even above the pot."), "P4.1"),
        (_("A raise adds at least as much as the last full bet or raise."), "P3.3"),
    ]


def _fixed_limit(agreed: Options, players: int) -> Points:
    text = _("Fixed-limit: a bet or raise is exactly %(small)s after the first two cards, then %(big)s.")
    cap = _("At most four full bets and raises a round; no cap once only two are in.")
    return [
        (text % {"small": number(agreed.small_bet), "big": number(agreed.big_bet)}, "P4.2"),
        (cap if players > 2 else _("With two players, a round may have any number of raises."), "P4.2"),
        (_("A short all-in does not count as a bet, and may be completed to the next full amount."), "P4.2"),
    ]


def _spread_limit(agreed: Options, players: int) -> Points:
    low, high = map(number, agreed.spread)
    text = _("Spread-limit: a bet or raise adds %(low)s to %(high)s, and no less than the last full one.")
    return [(text % {"low": low, "high": high}, "P4.3")]


def _all_in(agreed: Options) -> Points:
    return [
        (_("All-in for less is always allowed."), "P3.4"),
        *_step(agreed),
        (_("Who has acted may not raise back after a short all-in alone; a check counts as acting."), "P3.6"),
        (_("Nobody may raise where no other player could put in more."), "P3.7"),
        (_("Folding is possible even where a check is free."), "P3.1"),
    ]


def _step(agreed: Options) -> Points:
    """Say what a short all-in bet changes, on the agreed amounts. Fixed amounts are completed instead. [P3.5]"""
    if agreed.betting == FIXED_LIMIT:
        return []
    smallest = agreed.spread[0] if agreed.betting == SPREAD_LIMIT else agreed.min_bet
    if smallest == 1:
        return [(_("A short all-in leaves the smallest raise as it was."), "P3.5")]
    text = _("A short all-in leaves the smallest raise as it was: after an all-in bet of 1, raise to %(to)s.")
    return [(text % {"to": number(smallest + 1)}, "P3.5")]


def _pots() -> Points:
    return [
        (_("What nobody matched goes back to the bettor."), "P5.1"),
        (_("Chips that the same players can win are one pot."), "P5.2"),
        (_("Odd chips go one each, clockwise from the dealer’s left, the dealer last."), "P5.3"),
    ]


def _wild(agreed: Options) -> Points:
    if agreed.wild == NONE:
        return [(_("No card is wild."), "")]
    if agreed.wild == LAST_CARD:
        said = [(_("The fifth table card and every card of its rank are wild, for everybody."), "P9.1")]
    else:
        said = [
            (_("Each player’s lowest hole card and every card of its rank are wild, for that player only."), "P9.2"),
            (_("Ace is high, so 2 is the lowest hole card."), "P9.2"),
        ]
    return [
        *said,
        (_("Only in five of a kind may a wild card double a card: a flush has no two aces."), "P9.3"),
        (_("A wild card is as good as a natural one, and may stand for itself."), "P9.3"),
    ]


def _split(agreed: Options) -> Points:
    if agreed.split == NONE:
        return [(_("Pots are not split with a suit: the best hand takes all."), "")]
    if agreed.split_card == THIRD:
        text = _("Half of each pot goes to the best hand, half to the suit that the third table card names.")
    else:
        text = _("Half of each pot goes to the best hand, half to the suit that the last table card names.")
    return [
        (text, "P9.4"),
        *_suit_rule(agreed),
        (_("For the suit only hole cards count, as they are printed, wild or not."), "P9.6"),
        (_("If nobody who can win the pot holds the suit, the best hand takes the whole pot."), "P9.6"),
        (_("An odd chip goes to the best hand’s half. One player may win both halves."), "P9.6"),
    ]


def _suit_rule(agreed: Options) -> Points:
    if agreed.split != SUIT_HIGH_OR_LOW:
        return [(_("The suit goes to its highest card, ace high."), "P9.4")]
    return [
        (_("A named card of eight or higher asks for the highest of its suit, seven or lower for the lowest."), "P9.5"),
        (_("Ace is high here too: it asks for the highest, and is never the lowest."), "P9.5"),
    ]


def _hands() -> Points:
    return [
        (_("A hand is any five of the player’s ten cards."), "P6.4"),
        (_("Ace is high, and also low in A-2-3-4-5. Suits never break a tie."), "P6.2"),
    ]


def _showdown(agreed: Options) -> Points:
    if agreed.muck:
        muck = _("A player may give up instead of showing, as long as somebody can win each pot.")
    else:
        muck = _("At the end everybody still in shows: nobody may give up.")
    if agreed.declare:
        declare = _("The dealer may declare the winners instead of everybody showing.")
    else:
        declare = _("The dealer declares the winners only where a table card was not entered.")
    return [
        (_("The last to bet or raise after the fifth card shows first, else the first left of the dealer."), "P7.1"),
        (muck, "P7.3"),
        (declare, "P7.4"),
    ]


def _coming_and_going(agreed: Options) -> Points:
    if agreed.rebuys:
        rebuys = _("Chips may be bought between hands; they come off the result.")
    else:
        rebuys = _("Nobody buys chips later.")
    if agreed.preset == CLASSIC:
        late = _("Latecomers may join between hands, in the last seat, up to %(most)d players.") % {"most": SEATS[-1]}
    else:
        late = _("Nobody joins later.")
    return [
        (rebuys, "P8.3"),
        (late, "P8.3"),
        (_("Most chips win; equal chips share the place."), "P8.2"),
        (_("Who leaves, between hands, keeps those chips as the result; the host may end the game then."), "P8.4"),
    ]
