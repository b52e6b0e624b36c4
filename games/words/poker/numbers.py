"""The numbers of poker in words: what each is called, and how it is counted."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.club.numbers import Best, Numbers
from games.rules.poker.ranking import Hand

from ..numbers import Told, share
from ..speech import number
from .names import cards_text, hand_name

RECORDS = ("score", "pot", "hand")


def amount(value: int) -> str:
    """Return what is settled up: chips."""
    return ngettext("%(n)s chip", "%(n)s chips", value) % {"n": number(value)}


def balance() -> str:
    """Return how a balance is counted. [P8.3]"""
    return _(
        "Chips at the end, or on leaving, less the chips brought at the start and those bought again. All balances of "
        "a session add up to nothing."
    )


def lines(numbers: Numbers) -> list[Told]:
    """Return what the game's own facts add up to."""
    counts = numbers.counts
    if not counts:
        return []
    return [
        Told(
            _("Hands"),
            number(counts["hands"]),
            _("Hands dealt in: the ante was paid. A hand taken back does not count."),
        ),
        *_won(counts),
        _in_at_each_card(counts),
        *_chips(counts),
        *(record(name, numbers.bests[name]) for name in RECORDS if name in numbers.bests),
    ]


def _won(counts: dict[str, Any]) -> list[Told]:
    return [
        Told(
            _("Won at a showdown"),
            share(counts["won_shown"], counts["showdowns"]),
            _(
                "Hands that brought chips of a pot after all five rounds, shared pots included, of all hands in which "
                "the player was still in then, shown, mucked or declared."
            ),
        ),
        Told(
            _("Won without a showdown"),
            number(counts["won_unshown"]),
            _("Hands won because all others had folded. Nothing is shown then."),
        ),
        Told(
            _("All-ins"),
            number(counts["all_ins"]),
            _("Hands in which the last chip was put in, by a bet, a call or the ante."),
        ),
    ]


def _in_at_each_card(counts: dict[str, Any]) -> Told:
    seen = [counts["seen"][card] for card in sorted(counts["seen"])]
    whole = counts["hands"]
    return Told(
        _("Still in at each card"),
        " · ".join(f"{round(100 * hands / whole)}%" if whole else "–" for hands in seen),
        _(
            "From the first table card to the fifth: the part of all hands in which the player had not folded when "
            "that card was turned. In hands: %(hands)s of %(whole)s."
        )
        % {"hands": ", ".join(map(number, seen)), "whole": number(whole)},
    )


def _chips(counts: dict[str, Any]) -> list[Told]:
    return [
        Told(
            _("Chips out of pots"),
            number(counts["chips_won"]),
            _("All chips won, the player’s own part of the pots included. What came back unmatched is not in it."),
        ),
        Told(
            _("Chips bought again"), number(counts["bought"]), _("Chips bought between hands, after the first stack.")
        ),
    ]


def record(name: str, best: Best) -> Told:
    """Return a best as it is told, of a person or of the whole club."""
    if name == "score":
        how = _("The most chips at the end of one session, less what was bought again.")
        return Told(_("Highest score"), number(best["key"]), how, name)
    if name == "pot":
        how = _("The most chips won in one hand, main pot and side pots together, the winner’s own chips included.")
        return Told(_("Biggest pot"), number(best["key"]), how, name)
    cards = tuple(best["cards"])
    hand = Hand(best["key"], cards, best["wild"])
    how = _("The best five cards that were shown, whether they won or not. Cards never shown are in no number.")
    shown = _("%(hand)s (%(cards)s)") % {"hand": hand_name(hand), "cards": cards_text(cards)}
    return Told(_("Best hand shown"), shown, how, name)
