"""`manage.py export_club NAME FILE.zip`: a club as one archive, to be kept or taken elsewhere."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.club.archive import packing
from games.management.progress import shown
from games.models import Club, Session


class Command(BaseCommand):
    """Write the archive beside its place, and put it there once it is whole."""

    help = "Write a club, with all its sessions and people, into one ZIP file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the club's name (or the last part of its link) and the file."""
        parser.add_argument("name", metavar="NAME")
        parser.add_argument("file", metavar="FILE.zip", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write the archive, session by session."""
        club, file = self._club(options["name"]), Path(options["file"])
        numbers = packing.sessions(club)
        said = _("%(done)s of %(total)s sessions")
        leaves = (packing.leaf(Session.objects.get(pk=pk)) for pk in shown(numbers, len(numbers), self.stderr, said))
        partial = file.with_name(f".{file.name}.part")
        try:
            with partial.open("wb") as out:
                packing.bind(club, leaves, out)
            partial.replace(file)
        except OSError as error:
            raise CommandError(_("The archive cannot be written: %(why)s") % {"why": error}) from error
        finally:
            partial.unlink(missing_ok=True)
        self.stdout.write(str(file))

    def _club(self, name: str) -> Club:
        found = list(Club.objects.filter(name=name)) or list(Club.objects.filter(link=name))
        if not found:
            raise CommandError(_("There is no club called “%(name)s”.") % {"name": name})
        if len(found) > 1:
            links = ", ".join(club.link for club in found)
            raise CommandError(
                _("Several clubs have that name. Say which by the end of its link: %(links)s") % {"links": links}
            )
        return found[0]
