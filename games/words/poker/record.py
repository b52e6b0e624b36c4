"""Poker's log in sentences: moves, what came of them, what a correction changes."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.contract import News
from games.rules.poker.moves import (
    Bet,
    Board,
    Call,
    Check,
    Deal,
    Declare,
    Fold,
    Hole,
    Join,
    Leave,
    Muck,
    Rebuy,
    Show,
    Winners,
)
from games.rules.poker.state import State

from ..speech import number
from .names import card_label, cards_text, pot_name, seat_name, seats_listed
from .pots import odd_chips, pot_won

Names = tuple[str, ...]


def told(names: Names, move: object) -> str:
    """Return a move as a sentence of the log."""
    seat = getattr(move, "seat", 0)
    values = {"name": seat_name(names, seat)}
    if isinstance(move, Bet):
        return _("%(name)s makes it %(to)s.") % {**values, "to": number(move.to)}
    if isinstance(move, (Check, Call, Fold)):
        sentence = {"check": _("%(name)s checks."), "call": _("%(name)s calls."), "fold": _("%(name)s folds.")}
        return sentence[move.name] % values
    if isinstance(move, (Hole, Show, Muck)):
        return _told_of_cards(move, values)
    if isinstance(move, Board):
        if move.card is None:
            return _("A card is turned, but not entered.")
        return _("Turned: %(card)s.") % {"card": card_label(move.card)}
    if isinstance(move, Declare):
        return _told_declared(names, move)
    return _told_between(move, values)


def _told_of_cards(move: Hole | Show | Muck, values: dict[str, str]) -> str:
    if isinstance(move, Muck):
        return _("%(name)s gives up without showing.") % values
    if move.cards is None:
        return _("%(name)s shows the five entered before.") % values
    sentence = _("%(name)s enters %(cards)s.") if isinstance(move, Hole) else _("%(name)s shows %(cards)s.")
    return sentence % {**values, "cards": cards_text(move.cards)}


def _told_declared(names: Names, move: Declare) -> str:
    pots = len(move.pots)
    return " ".join(_told_winners(names, place, pots, winners) for place, winners in enumerate(move.pots, 1))


def _told_winners(names: Names, place: int, pots: int, winners: Winners) -> str:
    values = {"pot": pot_name(place, pots), "names": seats_listed(names, winners.high)}
    if winners.suit:
        values["suit"] = seats_listed(names, winners.suit)
        return _("%(pot)s declared: best hand %(names)s, suit %(suit)s.") % values
    return _("%(pot)s declared: %(names)s.") % values


def _told_between(move: object, values: dict[str, str]) -> str:
    if isinstance(move, Deal):
        return _("The cards are dealt.")
    if isinstance(move, Join):
        return _("%(name)s joins with %(chips)s.") % {"name": move.called, "chips": number(move.chips)}
    if isinstance(move, Rebuy):
        return _("%(name)s buys %(chips)s.") % {**values, "chips": number(move.chips)}
    if isinstance(move, Leave):
        return _("%(name)s goes home.") % values
    return _("The host ends the game.")


def told_in_secret(names: Names, move: object) -> str:
    """Return a move as a sentence that does not say what it was. [P7.2]"""
    return _("%(name)s has entered five cards.") % {"name": seat_name(names, getattr(move, "seat", 0))}


def news(names: Names, item: News) -> str:
    """Return what happened because of a move, as a sentence of the log; empty where the move says it all."""
    say = _NEWS.get(item.kind)
    return say(names, item.values) if say else ""


def deed(names: Names, item: News) -> str:
    """Return what a seat did in a round of betting, in few words: "Ann raises to 15, all-in"; empty for other news."""
    if item.kind not in _DEEDS:
        return ""
    values = item.values
    some, all_ = _DEEDS[item.kind]()
    said = {"name": seat_name(names, values["seat"]), "chips": number(values.get("chips", 0))}
    return (all_ if values.get("all_in") else some) % {**said, "to": number(values.get("to", 0))}


_DEEDS: dict[str, Callable[[], tuple[str, str]]] = {
    "checked": lambda: (_("%(name)s checks"), ""),
    "folded": lambda: (_("%(name)s folds"), ""),
    "called": lambda: (_("%(name)s calls %(chips)s"), _("%(name)s calls %(chips)s, all-in")),
    "bet": lambda: (_("%(name)s bets %(to)s"), _("%(name)s bets %(to)s, all-in")),
    "raised": lambda: (_("%(name)s raises to %(to)s"), _("%(name)s raises to %(to)s, all-in")),
}


def _dealt(names: Names, values: Mapping[str, Any]) -> str:
    said = {
        "dealer": seat_name(names, values["dealer"]),
        "ante": number(values["ante"]),
        "names": seats_listed(names, values["seats"]),
    }
    return _("%(dealer)s deals. An ante of %(ante)s each from %(names)s.") % said


def _turned(names: Names, values: Mapping[str, Any]) -> str:
    return [
        _("It is the first of five."),
        _("It is the second of five."),
        _("It is the third of five."),
        _("It is the fourth of five."),
        _("It is the fifth and last."),
    ][values["number"] - 1]


def _put_in(values: Mapping[str, Any], names: Names, some: str, all_: str) -> str:
    said = {"name": seat_name(names, values["seat"]), "chips": number(values["chips"])}
    return (all_ if values["all_in"] else some) % {**said, "to": number(values.get("to", 0))}


def _paid_in(names: Names, values: Mapping[str, Any]) -> str:
    return _put_in(
        values,
        names,
        _("%(name)s pushes %(chips)s in."),
        _("%(name)s pushes the last %(chips)s in: all-in."),
    )


def _bet(names: Names, values: Mapping[str, Any]) -> str:
    return _put_in(
        values,
        names,
        _("A bet: %(name)s pushes %(chips)s in."),
        _("A bet: %(name)s pushes the last %(chips)s in, all-in."),
    )


def _raised(names: Names, values: Mapping[str, Any]) -> str:
    return _put_in(
        values,
        names,
        _("A raise to %(to)s: %(name)s pushes %(chips)s in."),
        _("A raise to %(to)s: %(name)s pushes the last %(chips)s in, all-in."),
    )


def _returned(names: Names, values: Mapping[str, Any]) -> str:
    said = {"name": seat_name(names, values["seat"]), "chips": number(values["chips"])}
    return _("%(name)s pulls %(chips)s back: nobody matched it.") % said


def _showdown(names: Names, values: Mapping[str, Any]) -> str:
    first, *later = values["order"]
    said = {"name": seat_name(names, first), "names": seats_listed(names, tuple(later))}
    return _("Showdown: %(name)s shows first, then %(names)s.") % said


def _pot_won(names: Names, values: Mapping[str, Any]) -> str:
    pot = values["pot"]
    sentence = pot_won(names, values["number"], values["pots"], pot)
    return " ".join([sentence, *(text for text, _clause in odd_chips(names, pot))])


_NEWS: dict[str, Callable[[Names, Mapping[str, Any]], str]] = {
    "dealt": _dealt,
    "card-turned": _turned,
    "called": _paid_in,
    "bet": _bet,
    "raised": _raised,
    "returned": _returned,
    "showdown": _showdown,
    "declared": lambda names, values: _("The winners were declared: no hands are kept."),
    "pot-won": _pot_won,
    "left": lambda names, values: (
        _("What %(name)s has stands as the result.") % {"name": seat_name(names, values["seat"])}
    ),
    "bought": lambda names, values: _("These chips come off the result."),
    "joined": lambda names, values: _("That is seat %(seat)d, the last one.") % {"seat": values["seat"]},
    "game-over": lambda names, values: _("The game is over."),
}


def fixed(move: Any) -> dict[str, Any]:
    """Return what is settled about a move that is to be confirmed."""
    return {"to": move.to} if isinstance(move, Bet) else {}


def confirm(move: Any) -> str:
    """Return the label of the button that confirms an all-in."""
    return _("All-in: %(to)s") % {"to": number(move.to)} if isinstance(move, Bet) else _("Call all-in")


def ask_once(move: Any) -> str:
    """Return the sentence above that button. It may be another player's hand that taps it, so it says no "you"."""
    return _("That is the whole stack.")


def having_changed(before: State, after: State) -> list[tuple[str, str]]:
    """Return who has how many chips before and after, where it differs."""
    seats = range(1, max(len(before.names), len(after.names)) + 1)
    pairs = [(_having(before, seat), _having(after, seat)) for seat in seats]
    return [pair for pair in pairs if pair[0] != pair[1]]


def _having(state: State, seat: int) -> str:
    if seat > len(state.names):
        return _("seat %(seat)d is empty") % {"seat": seat}
    chips = state.player(seat).chips
    text = ngettext("%(name)s: %(chips)s chip", "%(name)s: %(chips)s chips", chips)
    return text % {"name": state.names[seat - 1], "chips": number(chips)}
