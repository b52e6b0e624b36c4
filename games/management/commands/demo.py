"""`manage.py demo`: something to look at at once: the recorded sessions, or a made-up club with its evenings."""

import json
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from games import recorded
from games.management import evenings
from games.management.progress import shown
from games.models import Club, Session


class Command(BaseCommand):
    """Load recorded sessions that come out right, or make up a club; what is recorded as refused is passed over."""

    help = "Load the recorded sessions of seeds/sessions, or with --evenings make up a club that has played so often."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take files other than the shipped ones, or how many evenings to make up."""
        parser.add_argument("files", nargs="*", metavar="FILE")
        parser.add_argument("--evenings", type=int, metavar="N", help="make up a club that has met N times")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed, the same evenings")
        people = f"how many people it has, {evenings.LEAST} to {evenings.MOST} (8)"
        parser.add_argument("--people", type=int, default=8, metavar="K", help=people)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Load the sessions, or make up the club, and print where to look."""
        if options["evenings"] is None:
            self._load(options)
        else:
            self._make_up(options["evenings"], options["seed"], options["people"])

    def _make_up(self, many: int, seed: int, people: int) -> None:
        if many < 1 or people not in range(evenings.LEAST, evenings.MOST + 1):
            raise CommandError(_("It takes one evening or more, and so many people as --help says."))
        rng = Random(seed)  # nosec B311
        club = evenings.found_club(rng, _("Club %(seed)d") % {"seed": seed}, people, timezone.now())
        circle = sorted(club.people.values_list("name", flat=True))
        planned = evenings.calendar(rng, many, circle, timezone.now())
        for evening in shown(planned, many, self.stderr, _("%(done)s of %(total)s evenings")):
            evenings.play_evening(rng, club, evening)
        self.stdout.write(_club_line(club))

    def _load(self, options: dict[str, Any]) -> None:
        files = [Path(name) for name in options["files"]] or sorted(
            (settings.BASE_DIR / "seeds" / "sessions").glob("*.json")
        )
        for path in files:
            if not path.name.endswith(".expected.json") and self._is_whole(path):
                session = recorded.bring({"title": path.stem, **json.loads(path.read_text(encoding="utf-8"))})
                self.stdout.write(_line(session))

    def _is_whole(self, path: Path) -> bool:
        expected = path.with_name(path.stem + ".expected.json")
        return not expected.exists() or "error" not in json.loads(expected.read_text(encoding="utf-8"))


def _club_line(club: Club) -> str:
    return f"/c/{club.link}  {club.name}  ({club.sessions.count()})"


def _line(session: Session) -> str:
    state = _("finished") if session.status == Session.FINISHED else _("going on")
    return f"/j/{session.link}  {session.title}  ({session.game}, {state})"
