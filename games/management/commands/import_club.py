"""`manage.py import_club FILE.zip`: bring a club's archive in; what is here already is not doubled."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.club.archive import merging
from games.club.archive.unpacking import Archive
from games.management.progress import shown
from games.rules.contract import Refused
from games.words import number, refusal


class Command(BaseCommand):
    """Look at all of the archive first; then bring session by session, so that it can be broken off and run again."""

    help = "Add the sessions and people of a club's archive. What is there already is kept as it is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file."""
        parser.add_argument("file", metavar="FILE.zip", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Check everything, then add it."""
        try:
            with Path(options["file"]).open("rb") as file:
                self._bring(file)
        except OSError as error:
            raise CommandError(_("The archive cannot be read: %(why)s") % {"why": error}) from error
        except Refused as refused:
            raise CommandError(refusal(refused)) from refused

    def _bring(self, file: BinaryIO) -> None:
        archive = Archive(file)
        rows, manifest = archive.manifest.sessions, archive.manifest
        for row in shown(rows, len(rows), self.stderr, _("looked at %(done)s of %(total)s sessions")):
            archive.look_at(row)
        club = merging.found(manifest.club, None)
        merging.meet(club.pk, manifest)
        new = 0
        for row in shown(rows, len(rows), self.stderr, _("brought %(done)s of %(total)s sessions")):
            new += merging.bring(club.pk, manifest, row, archive.session(row))
        said = _("/c/%(link)s  %(name)s: %(new)s sessions added, %(there)s were here already")
        told = {"link": club.link, "name": club.name, "new": number(new), "there": number(len(rows) - new)}
        self.stdout.write(said % told)
