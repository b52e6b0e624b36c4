"""`manage.py rebuild`: work results out anew from the logs, after a rule has been mended."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.club import rebuilding
from games.management.progress import shown
from games.models import Club, Session


class Command(BaseCommand):
    """Go through finished sessions one by one; each is done for itself, so that stopping half way does no harm."""

    help = "Work the results of finished sessions out anew from their logs, and say which came out different."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take one club, or all there is."""
        parser.add_argument("--club", type=int, metavar="N", help="the number in the club's address; without it, all")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Rebuild, show how far it is, and print each session that came out different."""
        sessions = Session.objects.filter(status=Session.FINISHED).order_by("pk")
        if options["club"] is not None:
            if not Club.objects.filter(pk=options["club"]).exists():
                raise CommandError(_("There is no club %(number)d.") % {"number": options["club"]})
            sessions = sessions.filter(club=options["club"])
        numbers = list(sessions.values_list("pk", flat=True))
        different = self._rebuilt(numbers)
        for session, outcome in shown(different, len(numbers), self.stderr, _("%(done)s of %(total)s sessions")):
            if outcome is not rebuilding.Outcome.SAME:
                self.stdout.write(f"{session}  {_said(outcome)}")

    def _rebuilt(self, numbers: list[int]) -> Iterator[tuple[str, rebuilding.Outcome]]:
        for number in numbers:
            session = Session.objects.filter(pk=number).first()
            if session is None:  # deleted meanwhile
                yield str(number), rebuilding.Outcome.SAME
            else:
                yield f"/s/{session.code}  {session.title}", rebuilding.rebuild(number)


def _said(outcome: rebuilding.Outcome) -> str:
    return {
        rebuilding.Outcome.PLACES: _("Places or scores came out different."),
        rebuilding.Outcome.FACTS: _("What is counted came out different."),
        rebuilding.Outcome.UNREADABLE: _("The log does not fit the rules any more. The results were left as they are."),
    }[outcome]
