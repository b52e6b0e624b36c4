"""`manage.py tidy`: clear away what `serve` clears away once a day, and say how much it was."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from games import tidying


class Command(BaseCommand):
    """Clear away lobbies that never became a game, and what nothing hangs on."""

    help = "Clear away lobbies of more than a week ago that never started, and phones and links without a use."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Tidy, and print the counts."""
        cleared = tidying.tidy()
        words = _(
            "Cleared away: %(lobbies)d lobbies never started, %(clubs)d clubs and %(devices)d phones never used, "
            "%(passes)d links that had run out."
        )
        self.stdout.write(words % vars(cleared))
