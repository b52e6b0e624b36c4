"""`manage.py host CODE`: give the host's role back from the laptop, by a link that works once."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _

from cincy_site import signpost
from cincy_site.installation import HERE
from games import passes
from games.models import Session


class Command(BaseCommand):
    """Print a one-use link, at every address of this machine, that makes a phone the host of a session."""

    help = "Give the host's role of a session to whoever opens the link printed here. It works once."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the session's code, and the port that Cincy is served on."""
        parser.add_argument("code", metavar="CODE", help="the session's short code, as on its QR page")
        parser.add_argument("--port", type=int, default=8000, help="the port of `serve` (default: 8000)")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Find the session, make the link, show it."""
        session = _find(options["code"])
        path = f"p/{passes.issue_pass(session, None)}"
        bases = signpost.urls(options["port"]) or [signpost.url("localhost", options["port"])]
        words = _("Open this on the phone that is to run “%(title)s” (%(code)s). It works once, within two days.")
        self.stdout.write(words % {"title": session.title, "code": session.code})
        for base in bases:
            self.stdout.write(f"  {base}{path}")
        signpost.draw(self.stdout, bases[0] + path)


def _find(typed: str) -> Session:
    """Return the session with a code, in whatever case and with whatever gaps it was typed."""
    code = "".join(typed.split()).upper()
    try:
        session = Session.objects.filter(code=code).first()
    except DatabaseError as problem:
        words = _("No game has been played here yet: there is no book in %(folder)s. (CINCY_DATA names the folder.)")
        raise CommandError(words % {"folder": HERE.data}) from problem
    if session is None:
        raise CommandError(_("There is no session %(code)s. Its code stands on its QR page.") % {"code": code})
    return session
