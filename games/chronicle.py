"""The log as people read it: what was entered for whom by whom, what came of it, what no longer counts."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from . import history, notices, screen, sitting
from .access import Viewer
from .correcting import Preview, may_go_back
from .history import History, Left, Line
from .models import Entry, Notice
from .words import house


@dataclass(frozen=True)
class LogLine:
    """One entry in words. `stands`: it still counts."""

    number: int
    kind: str
    text: str
    news: tuple[str, ...]
    by: str
    stands: bool
    round: int
    group: int
    at: Any


def entries(who: Viewer) -> list[LogLine]:
    """Return the whole log in its order."""
    session = who.sitting.session
    rows = list(session.entries.order_by("number"))
    told = sitting.told(session, who.sitting.seats, rows)
    counting = _counting(told, rows)
    return [_line(who, told, row, row.number in counting) for row in rows]


def rounds(who: Viewer) -> list[tuple[str, list[LogLine]]]:
    """Return the log by rounds, the newest first, each with its name."""
    called = screen.words_of(who.sitting.session.game).round_name
    lines = _with_notices(who, entries(who))
    grouped = [(number, list(some)) for number, some in groupby(lines, key=lambda line: line.round)]
    return [(called(number), lines[::-1]) for number, lines in reversed(grouped)]


def _with_notices(who: Viewer, lines: Sequence[LogLine]) -> list[LogLine]:
    """Return the log with what was told about seats and roles meanwhile, each after the entry it came after."""
    now = who.sitting
    told = defaultdict(list)
    for notice in notices.around(now.session).notices:
        told[notice.head].append(notice)
    first = lines[0].round if lines else now.state.round
    whole = [_notice_line(notice, first) for notice in told[0]]
    for line in lines:
        whole += [line, *(_notice_line(notice, line.round) for notice in told[line.number])]
    return whole


def _notice_line(notice: Notice, round_: int) -> LogLine:
    text = house.notice(notice.kind, notice.values)
    return LogLine(notice.head, "notice", text, (), "", stands=True, round=round_, group=notice.head, at=notice.at)


def entry(who: Viewer, number: int) -> LogLine | None:
    """Return one entry in words."""
    return next((line for line in entries(who) if line.number == number), None)


def undone_by(who: Viewer, number: int) -> list[LogLine]:
    """Return what going back to before an entry would undo, corrections made since included, in order."""
    return [line for line in entries(who) if line.number >= number and line.stands and line.kind != history.REWIND]


def _counting(told: History, rows: Sequence[Entry]) -> set[int]:
    """Return the numbers of the entries that still count: moves that stand, and corrections by which they are read."""
    standing = {step.number for step in told.line.steps}
    corrections = {number for about, number in read_by(rows).items() if about in standing}
    return standing | corrections | {row.number for row in rows if row.kind == history.REWIND}


def read_by(rows: Iterable[Entry]) -> dict[int, int]:
    """Return the corrections that count: of every entry that is read anew, the number of the one that says how."""
    now: dict[int, int] = {}
    then = {0: now}  # the same, as it was after each entry
    for row in rows:
        if row.kind == history.REWIND:
            now = then[row.target or 0]
        elif row.kind == history.CORRECTION:
            now = {**now, row.target or 0: row.number}
        then[row.number] = now
    return now


def last_tap(who: Viewer) -> list[LogLine]:
    """Return the entries of the last tap, if this phone may take them back; in order."""
    session = who.sitting.session
    told = sitting.told(session, who.sitting.seats)
    last = entries(who)[-1:] if session.head else []
    if not last or last[0].kind != history.MOVE or not may_go_back(who, told, last[0].group - 1):
        return []
    return [line for line in entries(who) if line.group == last[0].group]


def _line(who: Viewer, told: History, row: Entry, stands: bool) -> LogLine:
    now = who.sitting
    before = told.lines[row.number - 1] if row.number > 1 else told.lines[0]
    text, news = _said(who, told, row)
    return LogLine(
        number=row.number,
        kind=row.kind,
        text=text,
        news=news,
        by=_by(now, row),
        stands=stands,
        round=before.state.round,
        group=row.group,
        at=row.at,
    )


def _said(who: Viewer, told: History, row: Entry) -> tuple[str, tuple[str, ...]]:
    if row.kind == history.REWIND:
        return _("Back to after entry %(number)d.") % {"number": row.target or 0}, ()
    words = screen.words_of(who.sitting.session.game)
    names = who.sitting.state.names
    step = told.steps[row.number]
    number = row.target if row.kind == history.CORRECTION else row.number
    # What was secret when it was undone stays without content.
    tell = words.told if (number, step.move) in told.open else words.told_in_secret
    text = tell(names, step.move)
    if row.kind == history.CORRECTION:
        return _("Entry %(number)d corrected: %(text)s") % {"number": number, "text": text}, ()
    return text, tuple(filter(None, (words.news(names, item) for item in step.state.news)))


def _by(now: sitting.Sitting, row: Entry) -> str:
    """Return who entered it, where that was not the player it is about."""
    own = (row.move or {}).get("seat")
    if row.by_seat and row.by_seat == own:
        return ""
    return _("entered by %(name)s") % {"name": entered_by(now, row)}


def entered_by(now: sitting.Sitting, row: Entry) -> str:
    """Return who entered something: the player whose phone it was, or the host."""
    return _name(now, row.by_seat) if row.by_seat else _("the host")


def _name(now: sitting.Sitting, number: int) -> str:
    """Return the name of a seat, which may be gone since: a latecomer's, when the coming was undone."""
    return now.seat(number).name if number <= len(now.seats) else _("seat %(seat)d") % {"seat": number}


def sentences(who: Viewer, left_over: Sequence[Left]) -> list[str]:
    """Return what a correction cuts off as sentences, without what is still secret."""
    words = screen.words_of(who.sitting.session.game)
    names = who.sitting.state.names
    return [(words.told_in_secret if left.is_secret else words.told)(names, left.move) for left in left_over]


def as_corrected(who: Viewer, preview: Preview, number: int) -> str:
    """Return an entry as it would read, without what is still secret."""
    words = screen.words_of(who.sitting.session.game)
    step = next(step for step in preview.after.steps if step.number == number)
    hidden = any(secret.number == number for secret in preview.after.secret)
    return str((words.told_in_secret if hidden else words.told)(who.sitting.state.names, step.move))


def changes(who: Viewer, preview: Preview) -> list[tuple[str, str]]:
    """Return what a correction changes, as pairs of before and after: what happened, and who has what."""
    words = screen.words_of(who.sitting.session.game)
    before, after = preview.before, preview.after
    happened_before, happened_after = _happened(words, before), _happened(words, after)
    pairs = [
        (" ".join(said), " ".join(happened_after.get(number, ())))
        for number, said in happened_before.items()
        if number in happened_after and said != happened_after[number]
    ]
    if after.leftover:
        pairs.append((_("all entries fit"), _("%(n)d entries no longer fit") % {"n": len(after.leftover)}))
    return pairs + words.having_changed(before.state, after.state)


def _happened(words: Any, line: Line) -> dict[int, list[str]]:
    return {
        step.number: [said for item in step.state.news if (said := words.news(step.state.names, item))]
        for step in line.steps
    }
