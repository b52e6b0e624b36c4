"""What a club refuses, and what to do about it."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

CLUB_REFUSALS: dict[str, Callable[[dict[str, Any]], str]] = {
    "bad-club-name": lambda values: _("The name of a club has 1 to 60 characters. Nothing was changed."),
    "last-keeper": lambda values: _(
        "A club needs a keeper, and this is the only one. Make somebody else a keeper first. Nothing was changed."
    ),
    "name-of-another": lambda values: (
        _("There is a %(person)s here already. If that is the same person, merge the two. Nothing was changed.")
        % values
    ),
    "name-of-merged": lambda values: (
        _(
            "“%(name)s” is another name of %(person)s. Take that merge back, then merge the other way round. "
            "Nothing was changed."
        )
        % values
    ),
    "merge-with-oneself": lambda values: (
        _("%(name)s is that person already, so there is nothing to merge. Nothing was changed.") % values
    ),
    "still-running": lambda values: (
        _("“%(title)s” is still being played. Its host can end it from the menu; then it can be deleted.") % values
    ),
    "still-playing": lambda values: (
        _(
            "%(name)s is in a session that is not over: “%(title)s”. Once it is, or its lobby is deleted, the name "
            "can be forgotten. Nothing was changed."
        )
        % values
    ),
    "session-there": lambda values: _("%(club)s has this session already. Nothing was changed.") % values,
}
