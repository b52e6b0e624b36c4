"""Going back, going on again, reading an entry anew: writers of the log that take nothing out of it."""

from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from . import access, aftermath, history, play, sitting
from .access import Viewer
from .codec import spell
from .history import History, Line, Step
from .models import Device, Entry, Session
from .play import Forbidden, Stale
from .rules.contract import Refused
from .sitting import Sitting


@dataclass(frozen=True)
class Preview:
    """What a correction would change: the line before and after it."""

    before: Line
    after: Line


def may_go_back(viewer: Viewer, told: History, target: int) -> bool:
    """Tell whether a phone may go back to just after an entry.

    The host may always. A player may take back their own last tap, while nothing followed it and nothing was
    revealed by it, and go on again after having done so. Nobody may before a game that came from a file is on again.
    """
    if viewer.sitting.session.goes_on:
        return False
    if viewer.is_host:
        return True
    entries = list(viewer.sitting.session.entries.filter(number__gt=target).order_by("number"))
    if not entries or viewer.device is None or any(entry.device_id != viewer.device.pk for entry in entries):
        return False
    last = entries[-1]
    if last.kind != history.MOVE:
        return last.kind == history.REWIND and len(entries) == 1
    return last.group == entries[0].number and is_quiet(told, entries)


def is_quiet(told: History, entries: list[Entry]) -> bool:
    """Tell whether these last entries have revealed nothing: the game asks the same, no picks were locked. [D3.2]"""
    before = told.lines[entries[0].number - 1].state
    if any(entry.number == entry.session.sealed or _lays_open(told, entry) for entry in entries):
        return False
    return all(told.lines[entry.number].state.phase == before.phase for entry in entries)


def _lays_open(told: History, entry: Entry) -> bool:
    return entry.kind == history.MOVE and told.steps[entry.number].move.name in told.line.game.reveals


def go_back(session_id: int, device: Device | None, target: int, head: int) -> None:
    """Go on from after entry `target`, as the log stood at `head`. Raises Stale or Forbidden."""
    with play.locked(session_id) as session:
        told, viewer = _reading(session, device, head)
        if target not in told.lines:
            raise Stale
        if not may_go_back(viewer, told, target):
            raise Forbidden
        before, after = told.line.state, told.lines[target].state
        if (before.round, before.phase, before.beat) != (after.round, after.phase, after.beat):
            session.wishes.all().delete()  # what was said ahead was said of another question
        _write(viewer, told.lines[target], Entry(kind=history.REWIND, target=target))


def preview(now: Sitting, target: int, move: Any) -> Preview:
    """Return what reading entry `target` as `move` would change. Raises Refused."""
    _demand_same_deed(now.line, target, move)
    return Preview(now.line, now.line.corrected(target, move))


def correct(session_id: int, device: Device | None, target: int, move: Any, head: int) -> None:
    """Read entry `target` as `move` from now on. Raises Stale, Forbidden or Refused."""
    with play.locked(session_id) as session:
        told, viewer = _reading(session, device, head)
        if not may_correct(viewer, told, target) or not viewer.may_say(move):
            raise Forbidden
        line = preview(viewer.sitting, target, move).after
        session.wishes.all().delete()
        _write(viewer, line, Entry(kind=history.CORRECTION, target=target, move=spell(move)))


def may_correct(viewer: Viewer, told: History, target: int) -> bool:
    """Tell whether a phone may correct an entry: the host any, a player their own last as for going back.

    Cards that the app's deck brought are what they are. [D2.6]
    """
    step = standing(told.line, target)
    if viewer.sitting.session.goes_on:
        return False
    if step is None or (viewer.sitting.session.stack is not None and step.move.name == told.line.game.drawn):
        return False
    # What was entered in private is entered anew by its own phone; a move that says only whose it is tells nothing.
    if told.line.game.is_private(step.move) and len(spell(step.move)) > 2:
        return False
    return viewer.is_host or (target == told.line.head and may_go_back(viewer, told, target - 1))


def standing(line: Line, number: int) -> Step | None:
    """Return the step of an entry that stands."""
    return next((step for step in line.steps if step.number == number), None)


def demand_may_correct(viewer: Viewer, told: History, target: int) -> None:
    """Raise Forbidden unless this phone may correct the entry."""
    if not may_correct(viewer, told, target):
        raise Forbidden


def in_this_round(line: Line) -> int:
    """Return how many moves have been made since the round began."""
    return len(line.steps) - _beginning(line)


def _beginning(line: Line) -> int:
    """Return how many moves stood when the running round began: where the game could be ended. [D8.3]"""
    for count in range(len(line.steps), 0, -1):
        if _may_end(line, line.steps[count - 1].state):
            return count
    return 0


def _may_end(line: Line, state: Any) -> bool:
    return any(offer.move == "finish" for offer in line.game.offers(state))


def drop_round(session_id: int, device: Device | None, head: int, end: bool) -> None:
    """Let the running round not count; with `end`, end the game there. For the host. [D8.3]"""
    with play.locked(session_id) as session:
        told, viewer = _reading(session, device, head)
        if not viewer.is_host:
            raise Forbidden
        count = _beginning(told.line)
        is_begun = count < len(told.line.steps)
        if told.line.state.phase == "over" or not (is_begun or end):
            raise Stale
        if is_begun:
            session.wishes.all().delete()
            viewer = _back_to(viewer, told, count)
        if end:
            desk = play.Desk(viewer)
            desk.enter(viewer.sitting.game.moves["finish"](), device)
            desk.write(None)


def _back_to(viewer: Viewer, told: History, count: int) -> Viewer:
    """Go back to the first moves of the line; what was corrected in them later on is corrected once more."""
    steps = {step.number: step.move for step in told.line.steps[:count]}
    target = max(steps, default=0)
    later = viewer.sitting.session.entries.filter(kind=history.CORRECTION, number__gt=target, target__lte=target)
    corrections = [row for row in later.order_by("number") if steps.get(row.target or 0) == told.steps[row.number].move]
    viewer = _write(viewer, told.lines[target], Entry(kind=history.REWIND, target=target))
    for row in corrections:
        number = row.target or 0  # a correction names its entry
        line = viewer.sitting.line.corrected(number, steps[number])
        viewer = _write(viewer, line, Entry(kind=history.CORRECTION, target=number, move=row.move))
    return viewer


def _demand_same_deed(line: Line, target: int, move: Any) -> None:
    """A correction changes what was answered, not what was asked: the same kind of move, of the same seat."""
    step = standing(line, target)
    if step is None:
        raise Refused("not-standing", None, number=target)
    if not history.is_alike(line.game, step.move, move):
        raise Refused("bad-move", None, field="move")


def _reading(session: Session, device: Device | None, head: int) -> tuple[History, Viewer]:
    if session.head != head or session.status == Session.LOBBY:
        raise Stale
    now = sitting.load(session)
    return sitting.told(session, now.seats), access.viewer(now, device)


def _write(viewer: Viewer, line: Line, entry: Entry) -> Viewer:
    session = viewer.sitting.session
    session.head += 1
    entry.session, entry.number, entry.group = session, session.head, session.head
    entry.device, entry.by_host = viewer.device, viewer.is_host
    entry.by_seat = viewer.seats[0] if viewer.seats else None
    entry.save()
    now = Sitting(session, viewer.sitting.seats, line.bent(session.head, entry.kind))
    now = aftermath.settle(now)
    play.changed(session)
    transaction.on_commit(lambda: sitting.remember(now), robust=True)
    return replace(viewer, sitting=now)
