"""`manage.py restore FILE`: put a backup back, and keep what was there."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from cincy_site import backup
from games.models import Session


class Command(BaseCommand):
    """Restore a backup."""

    help = "Put a backup in the place of what is there, which is kept aside. Cincy must not be running."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the backup."""
        parser.add_argument("file", metavar="FILE")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Put it back, and say what was done and how to undo it."""
        file = Path(options["file"]).resolve()
        try:
            done = backup.restore(file)
        except backup.Unfit as unfit:
            raise CommandError(_("%(why)s Nothing was changed.") % {"why": unfit}) from unfit
        names = {"made": done.made[:16].replace("T", " "), "count": Session.objects.count(), "aside": done.aside}
        self.stdout.write(_("Restored as it was on %(made)s (UTC): %(count)s sessions.") % names)
        if done.aside and done.aside.suffix:
            self.stdout.write(_("What was here before is kept: manage.py restore %(aside)s") % names)
        elif done.aside:
            self.stdout.write(_("What was here before is broken; its files are kept in %(aside)s.") % names)
