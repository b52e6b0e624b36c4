"""The end of a dice game, and its terms, in sentences."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.contract import Standing
from games.rules.dice.cards import ROUNDS
from games.rules.dice.ranking import read
from games.rules.dice.score import standings
from games.rules.dice.state import Fought, State

from .. import Progress, listed, marks, number
from .names import reading

LEAVING = "D8.3"  # the clause for leaving and ending early


def not_counting() -> str:
    """Return what it is called to take the running round or hand back."""
    return _("This round does not count")


def game_name() -> str:
    """Return what the game is called."""
    return _("Cincinnati with dice")


def terms(options: Mapping[str, Any]) -> str:
    """Return the terms of a session in few words."""
    return _("dice, app deck") if options.get("deck") == "app" else _("dice, own box")


def terms_sentences(options: Mapping[str, Any], players: int) -> list[tuple[str, str]]:
    """Return what was agreed on, and what follows from the number of players, each with its clause."""
    points = [(_("Twelve rounds; money cards and 5,000 a chip count in the end."), "D8.1")]
    if options.get("deck") == "app":
        points.append((_("The app shuffles, keeps the order to itself and turns the cards."), "D2.6"))
    else:
        points.append((_("Your own box of cards: whoever turns them taps what they are."), "D2.6"))
    if players == 3:
        points.append((_("Three players use only Atlantic and Caesar’s."), "D1.4"))
        points.append((_("Twelve cards are set aside unseen before the game."), "D1.5"))
    return points


def progress(state: State) -> Progress:
    """Return how far the game is. [D2.1]"""
    return Progress(round_name(state.round), _("of %(rounds)d") % {"rounds": ROUNDS}, marks=marks(state.round, ROUNDS))


def round_name(number: int) -> str:
    """Return what a round is called in log and chart."""
    return _("Round %(round)d") % {"round": number}


def verdict(state: State) -> tuple[str, str]:
    """Return who won and by how much, and the tie-break that decided, if one did. [D8.1, D8.2]"""
    order = standings(state)
    first = [standing for standing in order if standing.place == 1]
    if len(first) > 1:
        return _("%(names)s share the first place.") % {"names": listed([one.name for one in first])}, _(
            "Even the cards are equal."
        )
    lead = first[0].score - order[1].score
    if lead:
        return _("%(name)s wins by %(lead)s.") % {"name": first[0].name, "lead": number(lead)}, ""
    return _("%(name)s wins, with equal scores.") % {"name": first[0].name}, tie_break(first[0])


def tie_break(standing: Standing) -> str:
    """Return which card value decided an equal score. [D8.2]"""
    if standing.decided_by is None:
        return ""
    return _("Decided by the number of %(card)s cards.") % {"card": number(int(standing.decided_by))}


def highlights(line: Any) -> list[tuple[str, str]]:
    """Return what an evening is remembered for: best throw, duels, clears, each with who."""
    states = [step.state for step in line.steps]
    rows = [_best_throw(states), _most_duels(states), _most_clears(states)]
    return [row for row in rows if row]


def _best_throw(states: list[State]) -> tuple[str, str] | None:
    throws = [(read(dice), -seat) for state in states for seat, dice in enumerate(state.dice, 1) if dice]
    if not throws:
        return None
    best, seat = max(throws)
    return _("Best throw"), _("%(name)s: %(reading)s") % {
        "name": states[0].names[-seat - 1],
        "reading": reading(best),
    }


def _most_duels(states: list[State]) -> tuple[str, str] | None:
    fought: list[Fought] = [item.values["fought"] for state in states for item in state.news if item.kind == "duel-won"]
    won = _most([duel.winner for duel in fought if duel.winner])
    if not won:
        return None
    seats, count = won
    names = listed([states[0].names[seat - 1] for seat in seats])
    text = ngettext("%(names)s: %(n)d of %(all)d", "%(names)s: %(n)d of %(all)d", count)
    return _("Most duels won"), text % {"names": names, "n": count, "all": len(fought)}


def _most_clears(states: list[State]) -> tuple[str, str] | None:
    most = _most([item.values["seat"] for state in states for item in state.news if item.kind == "table-cleared"])
    if not most:
        return None
    seats, count = most
    names = listed([states[0].names[seat - 1] for seat in seats])
    text = ngettext("%(names)s: %(n)d table", "%(names)s: %(n)d tables", count)
    return _("Most tables cleared"), text % {"names": names, "n": count}


def _most(seats: list[int]) -> tuple[list[int], int] | None:
    """Return the seats that appear most often, and how often."""
    if not seats:
        return None
    count = max(map(seats.count, seats))
    return sorted({seat for seat in seats if seats.count(seat) == count}), count
