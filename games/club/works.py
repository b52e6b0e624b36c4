"""Long work, done piece by piece: making a club's archive, bringing one, working its numbers out anew.

Each look at a piece of work carries it on for a moment; who looks away only pauses it. Every step can be done twice
with nothing doubled, and counts once: of two phones that look at the same work, the later finds it counted already.
"""

import shutil
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from ..models import Club, Device, Session, Work
from ..rules.contract import Refused
from ..words import refusal
from . import rebuilding
from .archive import manifest, merging, packing
from .archive.unpacking import Archive
from .clubs import keeps
from .folders import folder, throw_away

ARCHIVE, BRING, REBUILD = Work.ARCHIVE, Work.BRING, Work.REBUILD
PIECE = 0.3  # seconds that one look carries the work on
AGE = timedelta(days=2)  # after that what is still lying about is thrown away
COUNT = Callable[[Work], None]  # what a step changes when it is counted


def archive(club: Club, device: Device | None) -> Work:
    """Begin to make a club's archive. Whoever asks again meanwhile gets the same work."""
    numbers = packing.sessions(club)
    return _begin(ARCHIVE, club, device, len(numbers) + 1, sessions=numbers)


def rebuild(club: Club, device: Device | None) -> Work:
    """Begin to work a club's results and numbers out anew, from the log of each session."""
    numbers = list(club.sessions.filter(status=Session.FINISHED).order_by("pk").values_list("pk", flat=True))
    return _begin(REBUILD, club, device, len(numbers), sessions=numbers)


def bring(parts: Iterable[bytes], device: Device, club: Club | None = None) -> Work:
    """Begin to bring an archive that this phone has sent: into the club, or the one it is of. Raises Refused."""
    clear()
    work = Work.objects.create(kind=BRING, club=club, device=device)
    place = folder(work)
    place.mkdir(mode=0o700, parents=True)
    try:
        with (place / "brought.zip").open("wb") as out:
            out.writelines(parts)
        with (place / "brought.zip").open("rb") as file:
            brought = Archive(file).manifest
        work.club = club or merging.here(brought.club, device)
    except (Refused, OSError):
        throw_away(work)
        work.delete()
        raise
    work.total = 2 * len(brought.sessions) + 1
    work.save()
    return work


def _begin(kind: str, club: Club, device: Device | None, total: int, **kept: Any) -> Work:
    clear()
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)  # of two taps the second finds the work of the first
        if going := club.works.filter(kind=kind, ended=None).first():
            return going
        ended = None if total else timezone.now()
        return Work.objects.create(kind=kind, club=club, device=device, total=total, kept=kept, ended=ended)


def may_see(work: Work, device: Device | None) -> bool:
    """Tell whether a phone may look at a piece of work, and so carry it on or stop it.

    What belongs to a club is its keepers', whoever began it; what has no club yet is that phone's own.
    """
    if device is None:
        return False
    return work.device_id == device.pk if work.club_id is None else keeps(work.club_id, device)


def go_on(work: Work) -> Work:
    """Carry the work on for a moment; return it as it stands then."""
    if work.ended:
        return work
    until = time.monotonic() + PIECE
    try:
        with DOERS[work.kind](work) as doer:
            while not work.ended:
                work = _counted(work, doer.step(work))
                if time.monotonic() > until:
                    break
    except Refused as refused:
        return stop(work, refusal=refusal(refused))
    except FileNotFoundError:  # another phone has stopped or ended it, or its files were too old
        return stop(Work.objects.get(pk=work.pk), lost=True)
    if work.ended and (work.kind == BRING or not is_whole(work)):
        throw_away(work)
    return work


def _counted(work: Work, count: COUNT) -> Work:
    """Count the step that was done, unless another phone has counted it."""
    with transaction.atomic():
        held = Work.objects.select_for_update().get(pk=work.pk)
        if held.done == work.done and not held.ended:
            count(held)
            held.done += 1
            held.ended = timezone.now() if held.done == held.total else None
            held.save()
    return held


def stop(work: Work, **why: Any) -> Work:
    """End the work where it is. What it has brought or worked out so far stays; a half-made archive goes."""
    with transaction.atomic():
        work = Work.objects.select_for_update().get(pk=work.pk)
        if not work.ended:
            work.ended, work.kept = timezone.now(), {**work.kept, **(why or {"stopped": True})}
            work.save()
            throw_away(work)
    return work


def is_whole(work: Work) -> bool:
    """Tell whether the work was done to its end."""
    return work.ended is not None and work.done == work.total


def clear() -> None:
    """Throw away what is older than some days, files and all; nothing of a club hangs on it."""
    before = timezone.now() - AGE
    Work.objects.filter(created__lt=before).delete()
    for place in (settings.DATA_DIR / "work").glob("*"):
        if place.stat().st_mtime < before.timestamp():
            shutil.rmtree(place)


class Doer(Protocol):
    """What one kind of work is done by, while it is looked at."""

    def __enter__(self) -> "Doer": ...
    def __exit__(self, *_: Any) -> None: ...
    def step(self, work: Work) -> COUNT:
        """Do the next step; return what is left to do when it is counted."""


class _Making:
    """Makes an archive: session by session into files of its own, and in the end all of them into one."""

    def __init__(self, work: Work) -> None:
        self.place = folder(work)

    def __enter__(self) -> "_Making":
        self.place.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self

    def __exit__(self, *_: Any) -> None:
        """Nothing is held."""

    def step(self, work: Work) -> COUNT:
        numbers = work.kept["sessions"]
        if work.done < len(numbers):
            self._leaf(work, numbers[work.done])
            return _nothing
        return partial(self._put_there, self._bound(work))

    def _leaf(self, work: Work, number: int) -> None:
        session = Session.objects.filter(pk=number, club=work.club_id).first()
        if session:  # it may have been deleted meanwhile
            one = packing.leaf(session)
            text = manifest.as_json(asdict(one.row)) + one.text
            new = self.place / f"{work.done:06}.{time.monotonic_ns()}"
            new.write_bytes(text)
            new.replace(new.with_suffix(".leaf"))  # whoever finds it finds all of it

    def _bound(self, work: Work) -> Path:
        leaves = map(_read_leaf, sorted(self.place.glob("*.leaf")))
        assert work.club  # for the reader: an archive is a club's
        whole = self.place / f"club.{time.monotonic_ns()}"
        with whole.open("wb") as out:
            packing.bind(work.club, leaves, out)
        return whole

    def _put_there(self, whole: Path, _: Work) -> None:
        """Give the archive its name; what it was made of goes once that is certain."""
        whole.replace(self.place / "club.zip")
        for leaf in self.place.glob("*.leaf"):
            transaction.on_commit(partial(leaf.unlink, missing_ok=True))


def _read_leaf(path: Path) -> packing.Leaf:
    row, _, text = path.read_bytes().partition(b"\n")
    return packing.Leaf(manifest.read_row(row), text)


class _Bringing:
    """Brings an archive: looks at every session first, then adds what is new."""

    def __init__(self, work: Work) -> None:
        self.path = folder(work) / "brought.zip"

    def __enter__(self) -> "_Bringing":
        self.file = self.path.open("rb")
        self.archive = Archive(self.file)
        self.rows = self.archive.manifest.sessions
        return self

    def __exit__(self, *_: Any) -> None:
        self.file.close()

    def step(self, work: Work) -> COUNT:
        looked_at = work.done - len(self.rows)
        if looked_at < 0:
            self.archive.look_at(self.rows[work.done])
            return _nothing
        return self._find if looked_at == 0 else partial(self._add, self.rows[looked_at - 1])

    def _find(self, work: Work) -> None:
        work.club = work.club or merging.found(self.archive.manifest.club, work.device)
        merging.meet(work.club.pk, self.archive.manifest)

    def _add(self, row: manifest.SessionRow, work: Work) -> None:
        assert work.club_id  # for the reader: the step before has found it
        is_new = merging.bring(work.club_id, self.archive.manifest, row, self.archive.session(row), work.device)
        work.kept["new"] = work.kept.get("new", 0) + is_new


class _Rebuilding:
    """Works the results of a club's sessions out anew, one after the other."""

    def __init__(self, work: Work) -> None:
        self.club = work.club_id

    def __enter__(self) -> "_Rebuilding":
        return self

    def __exit__(self, *_: Any) -> None:
        """Nothing is held."""

    def step(self, work: Work) -> COUNT:
        return self._rebuild

    def _rebuild(self, work: Work) -> None:
        number = work.kept["sessions"][work.done]
        if Session.objects.filter(pk=number, club=self.club).exists():
            outcome = rebuilding.rebuild(number)
            if outcome is rebuilding.Outcome.UNREADABLE:
                work.kept["unreadable"] = work.kept.get("unreadable", 0) + 1
            elif outcome is not rebuilding.Outcome.SAME:
                work.kept["different"] = work.kept.get("different", 0) + 1


def _nothing(_: Work) -> None:
    """Counting the step is all."""


DOERS: dict[str, Callable[[Work], Doer]] = {ARCHIVE: _Making, BRING: _Bringing, REBUILD: _Rebuilding}
