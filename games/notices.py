"""What is told to everybody about seats and roles, from the moment it happens; and who waits at the door."""

from dataclasses import dataclass
from functools import lru_cache

from . import lookups
from .models import Claim, Device, Handover, Notice, Session
from .sitting import Sitting

ENTRIES = 2  # entries after which a notice has been seen by everybody; it stays in the log
MOST = 3  # notices that are shown at once
KEPT = 2000  # sessions whose notices this process remembers


@dataclass(frozen=True)
class Around:
    """What there is around a game at one version of its session: notices, claims, a proposal of another host."""

    notices: tuple[Notice, ...]
    claims: tuple[Claim, ...]
    handover: Handover | None


def announce(session: Session, kind: str, **values: object) -> None:
    """Tell everybody something, with the change that is being made. `lost`: the phone that lost its seat by it."""
    Notice.objects.create(session=session, kind=kind, values=values, head=session.head)


def names_of(session: Session, device: Device | None) -> list[str]:
    """Return the names of the seats that a phone holds."""
    return list(session.seats.filter(device=device).values_list("name", flat=True)) if device else []


def around(session: Session) -> Around:
    """Return what there is around a session, read once a version: all of it comes and goes with a new one."""
    return _around(session.pk, session.version)


@lru_cache(KEPT)
def _around(session_id: int, version: int) -> Around:
    notices, claims, handover = lookups.around(session_id)  # most often there is nothing
    made = Handover.objects.filter(session=session_id).select_related("seat", "device")
    return Around(
        notices=tuple(Notice.objects.filter(session=session_id)) if notices else (),
        claims=tuple(Claim.objects.filter(session=session_id).select_related("seat")) if claims else (),
        handover=made.first() if handover else None,
    )


def forget() -> None:
    """Forget what was read: the database is another one now."""
    _around.cache_clear()


def recent(now: Sitting) -> list[Notice]:
    """Return the notices that are still news, the oldest first: until the game has gone on by two entries."""
    session = now.session
    if session.status == Session.FINISHED:
        return []
    return [one for one in around(session).notices if session.head - one.head < ENTRIES][-MOST:]


def loss(session: Session, device: Device | None) -> Notice | None:
    """Return the notice by which a phone lost its seat, if that is the last that happened to it here."""
    if device is None:
        return None
    return next((one for one in reversed(around(session).notices) if one.values.get("lost") == device.pk), None)
