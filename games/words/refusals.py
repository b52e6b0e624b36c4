"""What is wrong and what to do about it, for every code of the session file and of the house."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.contract import Refused

from .archives import bad_archive
from .clubs import CLUB_REFUSALS
from .poker.refusals import POKER_REFUSALS


def refusal(refused: Refused) -> str:
    """Return what is wrong and what to do about it, in one or two sentences."""
    # Both games know some of the codes; the law that is cited says which game speaks.
    if (refused.clause or "").startswith("P") and (say := POKER_REFUSALS.get(refused.code)):
        return say(refused)
    write = _REFUSALS.get(refused.code)
    return write(refused.values) if write else _("That is not possible now. Nothing was recorded.")


def _bad_players(values: dict[str, Any]) -> str:
    if values["why"] == "number":
        return _("%(least)d to %(most)d players are needed.") % values
    if values["why"] == "twice":
        return _("The name “%(name)s” is there already. Choose another, so that nobody is mixed up.") % values
    if values["why"] == "length":
        return _("A name has 1 to 24 characters.")
    return _("A name must be text.")


def _bad_file(values: dict[str, Any]) -> str:
    sentences = {
        "unreadable": _("The file cannot be read, or it is no JSON."),
        "shape": _("A session file is one JSON object."),
        "key": _("The entry “%(key)s” is missing or unknown."),
        "type": _("The entry “%(key)s” has the wrong type."),
        "format": _("The format is not cincinnati-session/1."),
        "game": _("This game is not known here, or not yet."),
        "unwritten": _("There are signs in it that nobody can write or read."),
        "long": _("It holds more than %(most)d moves, and Cincy takes no more."),
        "missing": _("Choose a file first."),
    }
    return sentences[values["why"]] % values


def _bad_move(values: dict[str, Any]) -> str:
    field = values.get("field")
    if field == "dice":
        return _("Enter five dice, each from 1 to 6. Nothing was recorded.")
    if field == "cards" and "wanted" in values:
        wanted = values["wanted"]
        sentence = ngettext(
            "Enter %(wanted)d card. Nothing was recorded.",
            "Enter %(wanted)d cards, one for each table. Nothing was recorded.",
            wanted,
        )
        return sentence % {"wanted": wanted}
    if field == "cards":
        return _("Choose one of the cards that are in the box. Nothing was recorded.")
    if field == "table":
        return _("Pick one of the tables A, B or C. Nothing was recorded.")
    if field in ("to", "chips"):
        return _("Enter a whole number of chips in figures, such as 10. Nothing was recorded.")
    if field in ("pots", "high"):
        return _("Say for each pot who wins it. Nothing was recorded.")
    if field == "suit":
        return _("Name one player who holds the suit, or leave it empty. Nothing was recorded.")
    if field == "twice":
        return _("One field was sent twice. Enter it once. Nothing was recorded.")
    return _("That entry is not complete, or says something unknown. Nothing was recorded.")


def _bad_option(values: dict[str, Any]) -> str:
    option = values["option"]
    if option == "stack" and "wanted" in values:
        wanted = values["wanted"]
        return _("Enter one stack for everybody, or %(wanted)d of them, one for each seat.") % {"wanted": wanted}
    if option in ("stack", "ante", "min_bet", "small_bet", "big_bet"):
        return _("“%(option)s” takes whole numbers of chips, from 1 to 1,000,000,000, in classic games only.") % values
    if option == "hands":
        return _("The number of hands is a whole number from 1 on, or left open, in classic games only.")
    if option == "spread":
        return _("The spread is two whole numbers, the lower one first, in classic games only.")
    return _("The option “%(option)s” is unknown, or has a value it cannot have.") % values


def _wrong_phase(values: dict[str, Any]) -> str:
    return _("That is not what is being played now. Nothing was recorded.")


def _not_in_play(values: dict[str, Any]) -> str:
    if "table" in values:
        return _("Table %(table)s is not in play: three players use only A and C. Nothing was recorded.") % values
    return _("That seat cannot be meant here: it is not in the game, has left, or is your own. Nothing was recorded.")


_REFUSALS: dict[str, Callable[[dict[str, Any]], str]] = {
    "bad-players": _bad_players,
    "bad-file": _bad_file,
    "unseen": lambda values: _("There is something in that name that nobody can see. Please type it anew."),
    "bad-move": _bad_move,
    "bad-option": _bad_option,
    "wrong-phase": _wrong_phase,
    "not-in-play": _not_in_play,
    "not-your-turn": lambda values: _("It is another player's turn. Nothing was recorded."),
    "card-unavailable": lambda values: _("No such card is left in the box: look again. Nothing was recorded."),
    "duel-in-first-round": lambda values: _(
        "That is the first round: shuffle the Duel card back and turn another. Nothing was recorded."
    ),
    "key-used": lambda values: _("This form was already sent with something else in it. Please enter it again."),
    "not-standing": lambda values: _("That entry no longer counts, so there is nothing to correct."),
    "seat-taken": lambda values: (
        _("%(name)s has a phone already. If that is you, and your phone is another one now, say so there.") % values
    ),
    "no-phone": lambda values: _("%(name)s has no phone here, so the role cannot go there.") % values,
    **CLUB_REFUSALS,
    "phone-away": lambda values: (
        _("%(name)s’s phone is away too, so the role cannot go there. Nothing was changed.") % values
    ),
    "goes-on": lambda values: _(
        "This game goes on from a file: its names, their order and its terms stand. Nothing was changed."
    ),
    "host-there": lambda values: _("The host’s phone is there, or was a minute ago: the role stays where it is."),
    "own-proposal": lambda values: _("One more phone has to agree: this one has proposed it. Nothing was changed."),
    "bad-archive": lambda values: bad_archive(values, refusal),
    "not-your-club": lambda values: _(
        "This club is here already. Only its keepers can add to it: ask one of them. Nothing was added."
    ),
    "pass-spent": lambda values: _("This link has been used or has run out. Ask for a new one where you got it."),
}
