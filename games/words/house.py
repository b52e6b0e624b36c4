"""What everybody is told about seats, phones and the host's role, one sentence a notice."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from .speech import listed

Values = Mapping[str, Any]


def notice(kind: str, values: Values) -> str:
    """Return the sentence of a notice; nothing for a kind that an older Cincy knew."""
    say = _NOTICES.get(kind)
    return say(values) if say else ""


def _who(values: Values) -> dict[str, str]:
    """Return the names as a sentence has them; a host without a seat has no name."""
    return {"name": values.get("name", ""), "by": listed(values.get("by", ())) or _("The host")}


def _came(values: Values) -> str:
    if values.get("seat"):
        return _("%(by)s let %(name)s in.") % _who(values)
    return _("%(by)s let %(name)s in to look on.") % _who(values)


def _moved(values: Values) -> str:
    how = {
        "let-in": _("%(name)s plays on another phone now: %(by)s let it in."),
        "host": _("%(name)s is played on the host’s phone now."),
        "link": _("%(name)s plays on another phone now, by the seat’s one-use link."),
        "nobody": _("%(name)s plays on another phone now. No phone of the table was there to be asked."),
    }
    return how[values["how"]] % _who(values)


def _taken(values: Values) -> str:
    how = {
        "nobody": _("%(name)s’s seat has a phone now. No phone of the table was there to be asked."),
        "link": _("%(name)s’s seat has a phone now, by its one-use link."),
        "host": _("%(name)s is played on the host’s phone now."),
    }
    return how[values["how"]] % _who(values)


def _voided(values: Values) -> str:
    words = _("The host’s phone is here again. That %(by)s wanted to make %(name)s the host counts no more.")
    return words % _who(values)


_NOTICES: dict[str, Callable[[Values], str]] = {
    "came": _came,
    "moved": _moved,
    "taken": _taken,
    "freed": lambda values: _("%(by)s freed %(name)s’s seat.") % _who(values),
    "given-back": lambda values: _("%(name)s’s phone gave the seat back.") % _who(values),
    "host-passed": lambda values: _("%(by)s made %(name)s the host.") % _who(values),
    "host-agreed": lambda values: _("%(by)s made %(name)s the host, as the host’s phone had been away.") % _who(values),
    "host-linked": lambda values: _("The host’s role is on another phone now, by its one-use link."),
    "host-moved": lambda values: (
        _("The host’s role has come with %(name)s’s seat, as no other phone had one.") % _who(values)
    ),
    "proposal-void": _voided,
}


def proposal(by: str, name: str) -> str:
    """Return what those at the table are asked when one of them proposes another host."""
    words = _("%(by)s proposes %(name)s as the host, for the host’s phone has been away.")
    return words % {"by": by, "name": name}


def lost(kind: str, values: Values) -> str:
    """Return what a phone is told whose seat is not on it any more."""
    if kind == "freed":
        return _("%(by)s freed your seat.") % _who(values)
    return _("Your seat is on another phone now.")
