"""When a phone was last there, to some twenty seconds, and who may decide while the host's phone is away."""

import logging
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from .access import Viewer
from .models import Device, Session
from .sitting import Sitting

AWAY = settings.AWAY  # seconds without a sign of life after which a phone counts as away
FRESH = AWAY / 3  # seconds for which a sign of life need not be written anew
LEAP = 5.0  # seconds the clock on the wall may be set by before we distrust what it said

log = logging.getLogger(__name__)


@dataclass
class _Clock:
    """Tells since when the wall's clock can be trusted: from its last leap, or the start of this process, on.

    After a leap (it was set, or this machine slept) every sign of life seems too old or yet to come. So nobody
    counts as away until the phones have had as long again to give another.
    """

    wall: Callable[[], float] = time.time
    steady: Callable[[], float] = time.monotonic
    apart: float | None = None
    since: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def trusted_for(self) -> float:
        """Return for how many seconds the clock has gone evenly."""
        with self.lock:
            steady = self.steady()
            apart = self.wall() - steady
            if self.apart is None or abs(apart - self.apart) > LEAP:
                self.since = steady
            self.apart = apart
            return steady - self.since


clock = _Clock()
_noted: set[int] = set()  # phones that have asked for a page since the last beat
_beating = threading.Event()  # there is a pulse in this process that writes for us
due = threading.Event()  # the pulse has something to write


def begin() -> None:
    """Let the pulse write from now on."""
    clock.trusted_for()
    _beating.set()


def end() -> None:
    """Let each request write for itself again."""
    _beating.clear()


def saw(device: Device | None) -> bool:
    """Note that a phone asks for something. Returns whether that is news: it had not been seen for a while.

    Where a pulse goes, it writes: a page never waits for a lock because of this.
    """
    if device is None or abs(_age(device)) < FRESH:
        return False
    if _beating.is_set():
        _noted.add(device.pk)
        due.set()
    else:
        stamp([device.pk])
    return True


def noted() -> set[int]:
    """Return, once, the phones that have asked for something."""
    due.clear()
    seen = set(_noted)
    _noted.difference_update(seen)
    return seen


def stamp(devices: Iterable[int]) -> None:
    """Write that these phones are there now: one statement, and no session's version."""
    try:
        Device.objects.filter(pk__in=list(devices)).update(seen=timezone.now())
    except DatabaseError:
        log.exception("Which phones are there could not be written; that is tried again.")


def _age(device: Device) -> float:
    """Return how many seconds ago a phone gave a sign of life; less than 0: by a clock that was set back since."""
    return (timezone.now() - (device.seen or device.created)).total_seconds()


def is_there(device: Device | None) -> bool:
    """Tell whether a phone has given a sign of life lately. Where the clock cannot be trusted, it has."""
    if device is None:
        return False
    return clock.trusted_for() < AWAY or abs(_age(device)) < AWAY


def host_is_away(session: Session) -> bool:
    """Tell whether the host's phone has given no sign of life for so long that others may act."""
    host = Device.objects.filter(pk=session.host_id).first() if session.host_id else None
    return not is_there(host)


def nobody_is_there(now: Sitting) -> bool:
    """Tell whether no phone of the table is there: neither the host's nor any that holds a seat."""
    if clock.trusted_for() < AWAY:
        return False
    pks = {seat.device_id for seat in now.seats} | {now.session.host_id}
    return not any(map(is_there, Device.objects.filter(pk__in=[pk for pk in pks if pk])))


def may_decide(viewer: Viewer) -> bool:
    """Tell whether a phone lets others in: the host's, and any seated one while the host's is away."""
    return viewer.is_host or (bool(viewer.seats) and host_is_away(viewer.sitting.session))
