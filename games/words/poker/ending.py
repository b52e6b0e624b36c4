"""How far a poker game is, how it ends, and what an evening is remembered for."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.contract import Standing
from games.rules.poker.standings import standings
from games.rules.poker.state import LastHand, State

from ..speech import Progress, listed, number
from .names import hand_name, seats_listed, street
from .pots import winnings

Ended = list[tuple[int, LastHand]]  # the hands played to their end, by number


LEAVING = "P8.4"  # the clause for leaving and ending early


def not_counting() -> str:
    """Return what it is called to take the running round or hand back."""
    return _("Misdeal: this hand does not count")


def game_name() -> str:
    """Return what the game is called."""
    return _("Cincinnati poker")


def round_name(number: int) -> str:
    """Return what a hand is called in log and chart."""
    return _("Hand %(hand)d") % {"hand": number} if number else _("Before the first hand")


def progress(state: State) -> Progress:
    """Return how far the game is: which hand of how many, and which card. [P2.1, P8.1]"""
    hands, stage = state.options.hands, _stage(state)
    hand = max(state.round, 1)
    if hands is None:
        return Progress(round_name(hand), stage=stage)
    return Progress(round_name(hand), _("of %(hands)s") % {"hands": number(hands)}, stage=stage)


def _stage(state: State) -> str:
    if state.phase in ("board", "bet"):
        return street(len(state.table.board) + (state.phase == "board"))
    between = _("played") if state.round else _("not dealt yet")
    return {"showdown": _("showdown"), "deal": between, "over": _("the end")}[state.phase]


def verdict(state: State) -> tuple[str, str]:
    """Return who won and by how much, and what else counted. [P8.2, P8.3]"""
    order = standings(state)
    first = [standing for standing in order if standing.place == 1]
    detail = _("Chips that were bought are taken off.") if any(player.bought for player in state.players) else ""
    if len(first) > 1:
        names = listed([one.name for one in first])
        equal = _("Equal chips share the place.")
        return _("%(names)s share the first place.") % {"names": names}, f"{equal} {detail}".strip()
    lead = first[0].score - order[1].score
    text = ngettext("%(name)s wins by %(lead)s chip.", "%(name)s wins by %(lead)s chips.", lead)
    return text % {"name": first[0].name, "lead": number(lead)}, detail


def tie_break(standing: Standing) -> str:
    """Return what decided between equal scores: in poker nothing does. [P8.2]"""
    return ""


def highlights(line: Any) -> list[tuple[str, str]]:
    """Return what an evening is remembered for: biggest pot, best hand, most hands won, each with who."""
    states: list[State] = [step.state for step in line.steps]
    ended = [
        (state.round, state.last_hand)
        for state in states
        if state.last_hand and any(item.kind == "pot-won" for item in state.news)
    ]
    names = states[-1].names if states else ()
    rows = [_biggest_pot(names, ended), _best_shown(names, ended), _most_won(names, ended)] if ended else []
    return [row for row in rows if row]


def _biggest_pot(names: tuple[str, ...], ended: Ended) -> tuple[str, str]:
    """The most chips that the pots of one hand brought somebody: counted as in a club's numbers."""
    hand, won = max(((which, winnings(last)) for which, last in ended), key=lambda one: one[1][0][1])
    most = won[0][1]
    values = {
        "names": _listed(names, [seat for seat, chips in won if chips == most]),
        "chips": number(most),
        "hand": hand,
    }
    return _("Biggest pot"), _("%(names)s: %(chips)s in hand %(hand)d") % values


def _best_shown(names: tuple[str, ...], ended: Ended) -> tuple[str, str] | None:
    shown = [(hand, seat) for _number, last in ended for seat, hand in last.hands]
    if not shown:
        return None
    best = max(hand for hand, _seat in shown)
    seats = [seat for hand, seat in shown if hand == best]
    return _("Best hand"), _("%(names)s: %(hand)s") % {"names": _listed(names, seats), "hand": hand_name(best)}


def _most_won(names: tuple[str, ...], ended: Ended) -> tuple[str, str]:
    won = [seat for _number, last in ended for seat, _chips in winnings(last)]
    count = max(map(won.count, won))
    seats = [seat for seat in won if won.count(seat) == count]
    values = {"names": _listed(names, seats), "n": count, "all": len(ended)}
    return _("Most hands won"), _("%(names)s: %(n)d of %(all)d") % values


def _listed(names: tuple[str, ...], seats: Iterable[int]) -> str:
    return seats_listed(names, sorted(set(seats)))
