"""`manage.py backup [FILE]`: one file with all that is Cincy's, made while it runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from cincy_site import backup


class Command(BaseCommand):
    """Make a backup."""

    help = "Write database, key and names to one file, also while Cincy runs. Keep it to yourself: the key is in it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take where the backup is to be written."""
        parser.add_argument("file", nargs="?", metavar="FILE", help="default: a new one in the data folder’s backups/")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write it, and say where it is."""
        named = options["file"]
        target = Path(named).resolve() if named else backup.folder() / f"by-hand-{backup.stamp()}.zip"
        try:
            backup.write(target)
        except backup.Unfit as unfit:
            raise CommandError(str(unfit)) from unfit
        size = target.stat().st_size / 1024
        self.stdout.write(_("%(file)s holds all there is now (%(size).0f KB).") % {"file": target, "size": size})
