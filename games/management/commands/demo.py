"""`manage.py demo`: load the recorded sessions, so that running and finished evenings can be looked at at once."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from games import recorded
from games.models import Session


class Command(BaseCommand):
    """Load recorded sessions that come out right; those recorded to show a refusal are passed over."""

    help = "Load the recorded sessions of seeds/sessions into this installation."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take files other than the shipped ones, if any."""
        parser.add_argument("files", nargs="*", metavar="FILE")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Load the sessions and print where each can be seen."""
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


def _line(session: Session) -> str:
    state = _("finished") if session.status == Session.FINISHED else _("going on")
    return f"/j/{session.link}  {session.title}  ({session.game}, {state})"
