"""The one-use links that bring a seat, or the host's role, to another phone."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from . import chance
from .access import let_in
from .club import clubs
from .models import Device, Pass, Seat, Session, digest
from .notices import announce
from .play import locked
from .rules.contract import Refused
from .seating import give, inherits
from .succession import make_host

PASS_AGE = timedelta(days=2)  # a recovery link from the start of an evening is good for the whole of it


def issue_pass(session: Session, seat: Seat | None) -> str:
    """Return the secret of a new one-use link that moves a seat (None: the host's role) to another phone.

    A seat has one such link at a time; the last one asked for is the one that works. Raises Gone.
    """
    secret = chance.token()
    with locked(session.pk):  # of several asked for at once, one is left
        Pass.objects.filter(session=session, seat=seat).delete()
        Pass.objects.create(session=session, seat=seat, token_hash=digest(secret))
    return secret


def find_pass(secret: str) -> Pass | None:
    """Return the unused pass behind a secret."""
    fresh = Q(token_hash=digest(secret), created__gt=timezone.now() - PASS_AGE)
    return Pass.objects.filter(fresh).select_related("session", "seat").first()


def use_pass(secret: str, device: Device) -> Session:
    """Move the seat, or the host's role, to this phone; the link is spent. Raises Refused."""
    found = find_pass(secret)
    if found is None:
        raise Refused("pass-spent", None)
    with locked(found.session_id) as session:
        if not Pass.objects.filter(pk=found.pk).delete()[0]:
            raise Refused("pass-spent", None)
        if found.seat:
            give(session, found.seat, device, "link", inherits=inherits(session, found.seat))
        else:
            let_in(session, device)
            announce(session, "host-linked")
            clubs.succeed(session.club_id, session.host, device)
            make_host(session, device)
    return session
