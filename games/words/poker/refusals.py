"""What poker refuses, and what would be legal instead. No sentence here knows where a secret card lies. [P7.2]"""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.contract import Refused

from ..speech import listed, number
from .names import card_label


def _bad_move(refused: Refused) -> str:
    field = refused.values.get("field")
    if field == "card":
        return _("Choose one of the 52 cards. Nothing was recorded.")
    if field == "cards":
        return _("Choose five different cards. Nothing was recorded.")
    if field == "name":
        return _("A name has 1 to 24 characters. Nothing was recorded.")
    return _("Enter a whole number of chips, from 1 to 1,000,000,000. Nothing was recorded.")


def _bad_option(refused: Refused) -> str:
    values = refused.values
    if values["option"] == "first_dealer":
        return _("The first dealer is one of the seats 1 to %(most)d.") % values
    if values["option"] == "big_bet":
        return _("The big bet is at least the small one: %(least)s or more.") % {"least": number(values["least"])}
    return _("At least two players must be able to pay the ante: lower it, or raise the stacks.")


def _wrong_phase(refused: Refused) -> str:
    move, phase = refused.values["move"], refused.values["phase"]
    if phase == "over":
        return _("The game is over. Nothing was recorded.")
    if move in ("deal", "leave", "rebuy", "join", "finish"):
        return _("That is for between hands: play this one to its end first. Nothing was recorded.")
    if move == "declare" and phase == "showdown":
        return _("Somebody has shown already, so the cards decide. Nothing was recorded.")
    return {
        "deal": _("No hand is being played: deal first. Nothing was recorded."),
        "board": _("The next table card is to be turned first. Nothing was recorded."),
        "bet": _("The round of betting is to be ended first. Nothing was recorded."),
        "showdown": _("The betting is over: now the hands are shown. Nothing was recorded."),
    }[phase]


def _not_in_play(refused: Refused) -> str:
    if refused.clause == "P3.1":
        return _("That player has folded and waits for the next hand. Nothing was recorded.")
    if refused.clause == "P8.4":
        return _("That player has left the game. Nothing was recorded.")
    return _("That player is not in this hand. Nothing was recorded.")


def _not_your_turn(refused: Refused) -> str:
    if refused.clause == "P7.2":
        return _("That player has shown or given up already. Nothing was recorded.")
    return _("It is another player’s turn. Nothing was recorded.")


def _card_unavailable(refused: Refused) -> str:
    card = refused.values.get("card")
    if card is None:
        return _("One of these cards already lies open: pick the five anew. Nothing was recorded.")
    return _("The %(card)s lies open already: choose another. Nothing was recorded.") % {"card": card_label(card)}


def _cannot_check(refused: Refused) -> str:
    chips = {"chips": number(refused.values["to_call"])}
    return _("You cannot check: %(chips)s to call. Call, fold, or raise if you may. Nothing was recorded.") % chips


def _amounts(refused: Refused) -> dict[str, Any]:
    """Return the limits of a bet that was refused, as they are read."""
    values = refused.values
    return {
        "least": number(values["min_to"]),
        "most": number(values["max_to"]),
    }


def _below_minimum(refused: Refused) -> str:
    values = refused.values
    if values["min_to"] == values["max_to"]:
        text = _("Exactly %(most)s: only all-in may be less than a full bet or raise. Nothing was recorded.")
    elif values["to_call"]:
        text = _("At least %(least)s: a raise adds at least the last full bet or raise. Nothing was recorded.")
    else:
        text = _("At least %(least)s: that is the smallest bet. Nothing was recorded.")
    return text % _amounts(refused)


def _above_maximum(refused: Refused) -> str:
    values = refused.values
    if values["min_to"] == values["max_to"]:
        return _("Exactly %(most)s: more is not possible. Nothing was recorded.") % _amounts(refused)
    text = {
        "P3.2": _("Between %(least)s and %(most)s: nobody puts in more than they have. Nothing was recorded."),
        "P4.1": _("Between %(least)s and %(most)s: the pot is the limit. Nothing was recorded."),
        "P4.3": _("Between %(least)s and %(most)s: the spread is the limit. Nothing was recorded."),
    }[refused.clause or "P3.2"]
    return text % _amounts(refused)


def _wrong_amount(refused: Refused) -> str:
    return _("Exactly %(least)s. Nothing was recorded.") % _amounts(refused)


def _raise_not_open(refused: Refused) -> str:
    text = {
        "P3.2": _("There are no chips beyond a call: call %(chips)s or fold. Nothing was recorded."),
        "P3.6": _("After a short all-in, who has acted may not raise: call %(chips)s or fold. Nothing was recorded."),
        "P3.7": _("Nobody else could put in more: call %(chips)s or fold. Nothing was recorded."),
        "P4.2": _("Four bets are in, and no more may be: call %(chips)s or fold. Nothing was recorded."),
    }[refused.clause or "P3.7"]
    return text % {"chips": number(refused.values["to_call"])}


def _bad_declaration(refused: Refused) -> str:
    values = refused.values
    if values["why"] == "pots":
        wanted = values["wanted"]
        text = ngettext(
            "There is %(wanted)d pot: say who wins it. Nothing was recorded.",
            "There are %(wanted)d pots: say for each who wins it. Nothing was recorded.",
            wanted,
        )
        return text % {"wanted": wanted}
    if values["why"] == "no-split":
        return _("The suit wins nothing in this game: name the best hands alone. Nothing was recorded.")
    said = {"pot": values["pot"], "seats": listed([str(seat) for seat in values["seats"]])}
    if values["why"] == "one-suit":
        return _("One player alone wins the suit: one of the seats %(seats)s, or nobody. Nothing was recorded.") % said
    if len(values["seats"]) == 1:
        return _("Only seat %(seats)s can win pot %(pot)d. Nothing was recorded.") % said
    return _("Pot %(pot)d can go to the seats %(seats)s: name one or more, each once. Nothing was recorded.") % said


def _not_allowed(refused: Refused) -> str:
    values = refused.values
    if values["option"] == "join":
        return _may_not_join(values)
    if values["option"] == "deal":
        text = _("Fewer than two can pay the ante of %(ante)s: buy chips, or end the game. Nothing was recorded.")
        return text % {"ante": number(values["ante"])}
    return {
        "rebuys": _("Buying chips was not agreed for this game. Nothing was recorded."),
        "muck": _("Giving up at the showdown was not agreed: show the five. Nothing was recorded."),
        "declare": _("Declaring was not agreed: everybody still in shows. Nothing was recorded."),
    }[values["option"]]


def _may_not_join(values: dict[str, Any]) -> str:
    return {
        "series": _("Nobody joins a series that has begun. Nothing was recorded."),
        "full": _("All %(most)d seats are taken. Nothing was recorded."),
        "taken": _("The name “%(name)s” is there already: choose another. Nothing was recorded."),
    }[values["why"]] % values


def _no_cards(refused: Refused) -> str:
    if refused.values["why"] == "board":
        return _("A table card was not entered, so the dealer declares who wins. Nothing was recorded.")
    return _("No five were entered before: choose them now. Nothing was recorded.")


POKER_REFUSALS: dict[str, Callable[[Refused], str]] = {
    "bad-move": _bad_move,
    "bad-option": _bad_option,
    "wrong-phase": _wrong_phase,
    "not-in-play": _not_in_play,
    "not-your-turn": _not_your_turn,
    "card-unavailable": _card_unavailable,
    "cannot-check": _cannot_check,
    "nothing-to-call": lambda refused: _("There is nothing to call: check or bet. Nothing was recorded."),
    "below-minimum": _below_minimum,
    "above-maximum": _above_maximum,
    "wrong-amount": _wrong_amount,
    "raise-not-open": _raise_not_open,
    "cannot-muck": lambda refused: _("Somebody has to win each pot: show the five. Nothing was recorded."),
    "bad-declaration": _bad_declaration,
    "not-allowed": _not_allowed,
    "no-cards": _no_cards,
}
