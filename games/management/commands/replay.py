"""`manage.py replay FILE …`: replay recorded sessions with the rules alone, one JSON object a line."""

import json
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games import replaying
from games.codec import read_json
from games.rules.contract import Refused
from games.words import refusal


class Command(BaseCommand):
    """Replay session files; exit status 1 if any of them is bad."""

    help = "Replay session files and print where each of them stands."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the files, and how far to go."""
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--upto", type=int, metavar="N", help="stop after N moves")
        parser.add_argument("--timing", action="store_true", help="add the time spent in the rules")

    def handle(self, *_: Any, **options: Any) -> None:
        """Print one line a file."""
        answers = [self._answer(Path(name), options["upto"], options["timing"]) for name in options["files"]]
        for answer in answers:
            self.stdout.write(json.dumps(answer, ensure_ascii=True))
        if any("error" in answer for answer in answers):
            sys.exit(1)

    def _answer(self, path: Path, upto: int | None, timing: bool) -> dict[str, Any]:
        try:
            written = read_json(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return _error(None, Refused("bad-file", None, why="unreadable"))
        began = time.perf_counter()
        try:
            answer, moves = replaying.replay(written, upto)
        except replaying.Stopped as stop:
            return _error(stop.index, stop.refused)
        if timing:
            answer["timing"] = {"moves": moves, "seconds": time.perf_counter() - began}
        return answer


def _error(index: int | None, refused: Refused) -> dict[str, Any]:
    message = refusal(refused)
    return {"error": {"index": index, "code": refused.code, "clause": refused.clause, "message": message}}
