"""Numbers as people read them: what each is called, how much it is, and how it is counted."""

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

from django.utils.translation import gettext as _

from ..club.numbers import Numbers
from .speech import number


@dataclass(frozen=True)
class Told:
    """One number: what it is called, how much it is, and how it is counted. `best`: its key, where it is a best."""

    label: str
    value: str
    how: str
    best: str = ""


def of_game(game: str) -> ModuleType:
    """Return the words for a game's own numbers: `lines`, `record` and RECORDS, `balance`, `amount`."""
    return import_module(f"games.words.{game}.numbers")


def share(part: int, whole: int) -> str:
    """Return a part of a whole: "5 of 9 (56%)"."""
    if not whole:
        return "–"
    values = {"part": number(part), "whole": number(whole), "percent": round(100 * part / whole)}
    return _("%(part)s of %(whole)s (%(percent)d%%)") % values


def decimal(value: float | None) -> str:
    """Return a mean to one decimal: "2.3"; a dash where there is none."""
    return "–" if value is None else f"{value:.1f}"


def every_game(numbers: Numbers) -> list[Told]:
    """Return what is counted alike in every game; what a game says of its balance, it says itself."""
    return [
        Told(
            _("Sessions"),
            number(numbers.sessions),
            _(
                "Finished sessions in which this person held a seat. A session in which they held two counts once, by "
                "the better place; what they did at both seats is added up."
            ),
        ),
        Told(
            _("Won"),
            share(numbers.wins, numbers.sessions),
            _("Sessions ended in first place. A shared first place counts for everybody who shares it."),
        ),
        Told(
            _("Mean place"),
            decimal(numbers.mean_place),
            _("All final places added up, divided by the sessions. Shared places count as 1, 2, 2, 4."),
        ),
    ]
