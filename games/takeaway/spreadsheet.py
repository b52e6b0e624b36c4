"""Results and moves as CSV, for spreadsheets: RFC 4180 in UTF-8 with a byte order mark; text is never a formula."""

import csv
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any
from unicodedata import category, normalize

from django.utils.translation import gettext as _

from .. import chronicle, record, screen
from ..access import Viewer
from ..club import people
from ..models import Club, Result, Session

BOM = "\ufeff"
# What spreadsheets take for the beginning of a formula, in full width too, and after whatever nobody sees.
FORMULA = frozenset("=+-@")
BREAKS = ("\t", "\r", "\n")  # at the beginning they are left out, or begin another cell
UNSEEN = ("Zs", "Zl", "Zp", "Cc", "Cf", "Mn")  # categories of blanks, marks of direction, byte order marks, …
AT_ONCE = 500  # rows read from the database at a time
TOGETHER = 100  # lines sent at a time

Row = Iterable[Any]


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """Yield a CSV file line by line, the mark first."""
    writer = csv.writer(_Echo(), lineterminator="\r\n")
    yield BOM
    for row in rows:
        yield writer.writerow(map(cell, row))


def pieces(rows: Iterable[Row]) -> Iterator[str]:
    """Yield a long CSV file some lines at a time: each piece that is sent has its price."""
    line = lines(rows)
    while piece := "".join(islice(line, TOGETHER)):
        yield piece


class _Echo:
    """A file that hands back what is written into it."""

    def write(self, line: str) -> str:
        return line


def cell(value: Any) -> Any:
    """Return a value as it stands in a cell: numbers as they are, moments in UTC, text kept from being a formula."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "seconds")
    if isinstance(value, str) and _may_be_formula(value):
        return f"'{value}"
    return value


def _may_be_formula(text: str) -> bool:
    first = next((letter for letter in text if category(letter) not in UNSEEN), "")
    return text.startswith(BREAKS) or normalize("NFKC", first) in FORMULA


def results(session: Session) -> Iterator[Row]:
    """Yield a finished session's results, best first, below the names of the columns."""
    yield from _results(Result.objects.filter(seat__session=session), session.club_id)


def results_of_club(club: Club) -> Iterator[Row]:
    """Yield the results of all finished sessions of a club, the newest first."""
    finished = Result.objects.filter(seat__session__club=club, seat__session__status=Session.FINISHED)
    order = ("-seat__session__created", "-seat__session__pk", "place", "seat__number")
    yield from _results(finished.order_by(*order), club.pk)


def _results(found: Any, club: int | None) -> Iterator[Row]:
    yield (
        _("Evening"),
        _("Game"),
        _("Started (UTC)"),
        _("Finished (UTC)"),
        _("Place"),
        _("Name"),
        _("Person"),
        _("Score"),
        _("Seat"),
    )
    known = people.roots(club) if club else {}
    for result in found.select_related("seat__session").iterator(chunk_size=AT_ONCE):
        seat, session = result.seat, result.seat.session
        person = people.called(known, seat) if seat.person_id else None
        times = (session.started, session.finished)
        game = screen.words_of(session.game).game_name()
        yield (session.title, game, *times, result.place, seat.name, person, result.score, seat.number)


def moves(who: Viewer) -> Iterator[Row]:
    """Yield the moves that stand, one a row, below the names of the columns; without what nobody else ever saw."""
    now = who.sitting
    line, called = now.line, screen.words_of(now.game.key).round_name
    yield (
        _("Entry"),
        _("Round"),
        _("Seat"),
        _("Name"),
        _("What"),
        _("What came of it"),
        _("Entered by"),
        _("Entered (UTC)"),
        _("Corrected by entry"),
    )
    rows = {entry.number: entry for entry in now.session.entries.all()}
    hidden, corrections = record.unseen(line), chronicle.read_by(rows.values())
    for step, number in zip(line.steps, record.rounds(line), strict=True):
        seat = getattr(step.move, "seat", None)
        said = record.said(line, step, is_open=step.number not in hidden)
        came = " ".join(record.news_of(line, step))
        entry, name = rows[step.number], step.state.names[seat - 1] if seat else None
        by = chronicle.entered_by(now, entry)
        yield (step.number, called(number), seat, name, said, came, by, entry.at, corrections.get(step.number))
