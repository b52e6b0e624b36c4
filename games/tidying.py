"""What is cleared away by itself: lobbies in which no game ever began, phones that never did anything, spent links."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from .club import forgetting
from .models import Claim, Club, Device, Entry, Guest, Handover, Member, Pass, Seat, Session, Wish, Work
from .passes import PASS_AGE

WAIT = timedelta(days=7)  # a lobby may stand open for a week before the evening it is for
TRACES = (Seat, Guest, Member, Claim, Handover, Entry, Wish, Work)


@dataclass(frozen=True)
class Cleared:
    """How much was cleared away, of each kind."""

    lobbies: int
    clubs: int
    devices: int
    passes: int


def tidy(now: datetime | None = None) -> Cleared:
    """Clear away what nobody will come back to; everything younger than a week stays, and so does all with a log."""
    before = (now or timezone.now()) - WAIT
    lobbies = Session.objects.filter(status=Session.LOBBY, head=0, created__lt=before)
    cleared = sum(map(_clear, lobbies.values_list("pk", flat=True)))
    return Cleared(cleared, _clear_clubs(before), _clear_devices(before), _clear_passes(now or timezone.now()))


def _clear(pk: int) -> bool:
    """Clear a lobby away, unless its game has begun in this very moment."""
    with transaction.atomic():
        session = Session.objects.select_for_update().filter(pk=pk, status=Session.LOBBY).first()
        if session:
            forgetting.drop(session)
    return session is not None


def _clear_clubs(before: datetime) -> int:
    """Clear clubs away that were made without asking, for a lobby that came to nothing, and never looked after."""
    bare = Club.objects.filter(created__lt=before, sessions=None, people=None, works=None, version=1)
    bare = bare.exclude(members__keeps=False)  # somebody has been given its link
    return bare.delete()[1].get("games.Club", 0)


def _clear_devices(before: datetime) -> int:
    """Clear phones away that are in no session and no club, and in nobody's log."""
    idle = Device.objects.filter(created__lt=before, hosted=None).exclude(seen__gte=before)
    for model in TRACES:
        idle = idle.exclude(Exists(model.objects.filter(device=OuterRef("pk"))))
    return idle.delete()[1].get("games.Device", 0)


def _clear_passes(now: datetime) -> int:
    return Pass.objects.filter(created__lt=now - PASS_AGE).delete()[0]
