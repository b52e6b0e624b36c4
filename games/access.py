"""Who is this phone, what may it do, what may it see."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from cincy_site.installation import HERE

from . import chance, limits, lookups
from .history import Left
from .models import Club, Device, Guest, Member, Session, digest
from .rules.contract import Offer
from .sitting import Sitting

COOKIE_AGE = 365 * 24 * 3600  # seconds


def cookie_name() -> str:
    """Return the name of this installation's cookie: ports share cookies, installations must not."""
    return f"cincy_{HERE.name}"


class Request(HttpRequest):
    """A request as our views get it: with the phone that asks, and what htmx says about it."""

    device: Device | None
    new_token: str | None  # for the cookie of a phone that has just become known
    htmx: HtmxDetails


class DeviceMiddleware:
    """Know the phone by its cookie as `request.device`; give it one where a view has asked for that."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        request.device = known_device(request.COOKIES.get(cookie_name(), ""))
        request.new_token = None
        response = self.get_response(request)
        if request.new_token:
            response.set_cookie(
                cookie_name(),
                request.new_token,
                max_age=COOKIE_AGE,
                httponly=True,
                samesite="Lax",
                secure=settings.CSRF_COOKIE_SECURE,
            )
        return response


def known_device(token: str) -> Device | None:
    """Return the device a cookie belongs to."""
    # Asked with every request, and so in SQL: making the same by the ORM takes longer than all the rest.
    found = Device.objects.raw("SELECT * FROM games_device WHERE token_hash = %s", [digest(token)]) if token else ()
    return next(iter(found), None)


def ensure_device(request: Request) -> Device:
    """Return the phone that asks, made known if it was not. Raises limits.TooMany."""
    if request.device is None:
        limits.PHONES.take(limits.network(request.META.get("REMOTE_ADDR", "")))
        request.new_token = chance.token()
        request.device = Device.objects.create(token_hash=digest(request.new_token))
    return request.device


@dataclass(frozen=True)
class Viewer:
    """A phone at a session: the seats it holds, whether it runs the session, whether it has been let in at all."""

    sitting: Sitting
    device: Device | None
    seats: tuple[int, ...]
    is_host: bool
    is_guest: bool

    @property
    def role(self) -> str:
        """host, player, watcher, or stranger: one who knows no more than the short code."""
        if self.is_host:
            return "host"
        if self.seats:
            return "player"
        return "watcher" if self.is_guest else "stranger"

    @property
    def device_id(self) -> int | None:
        """The number of the phone; None: it is not known."""
        return self.device.pk if self.device else None

    @property
    def sees(self) -> bool:
        """Tell whether this phone may look at the session."""
        return self.plays or self.is_guest

    @property
    def plays(self) -> bool:
        """Tell whether this phone may enter anything at all."""
        return self.is_host or bool(self.seats)

    def may(self, offer: Offer) -> bool:
        """Tell whether this phone may take an offer: for itself, for seats without a phone, or as the host."""
        if not self.plays or (offer.host and not self.is_host):
            return False
        if offer.seat is None:
            return offer.by is None or self.is_host or offer.by in self.seats or offer.by not in self.sitting.held
        if offer.secret:
            return self._may_secretly(offer)
        return offer.seat in self.seats or self.is_host or offer.seat not in self.sitting.held

    def _may_secretly(self, offer: Offer) -> bool:
        """Phones answer for themselves until all have; then the cards of those without a phone are turned. [D3.2]"""
        if not offer.together:
            return offer.seat in self.seats
        sealed = self.sitting.is_sealed
        if offer.seat not in self.sitting.held:
            return sealed
        if self.sitting.phones <= 1:
            return True
        # A seat that got its phone after the lock still owes its pick, and lays its card like those without.
        if sealed and not offer.owed:
            return False
        return offer.seat in self.seats or (self.is_host and offer.owed)

    def may_look_as(self, seat: int) -> bool:
        """Tell whether this phone may see a seat's secret: one it entered itself, not one that came with the seat."""
        hidden = [step.number for step in self.sitting.line.secret if getattr(step.move, "seat", None) == seat]
        if seat not in self.seats or not hidden:
            return seat in self.seats
        return self.device is not None and lookups.has_entered(self.sitting.session.pk, hidden[-1], self.device.pk)

    def may_say(self, move: Any) -> bool:
        """Tell whether a move's content may come from this phone.

        What is private comes from the seat's own phone alone; what lays a secret open, from the phone that entered it.
        """
        game = self.sitting.game
        if not game.is_private(move):
            return True
        if move.seat not in self.seats:
            return False
        return game.keeps_secret(self.sitting.state, move) or self.may_look_as(move.seat)

    @property
    def next_left(self) -> Left | None:
        """The first of the moves that a correction cut off whose content may come from this phone."""
        return next((left for left in self.sitting.line.leftover if self.may_say(left.move)), None)

    def is_for_another(self, seat: int | None) -> bool:
        """Tell whether entering for this seat is entering for somebody else."""
        return seat is not None and seat not in self.seats


def viewer(sitting: Sitting, device: Device | None) -> Viewer:
    """Return what a phone is at a session."""
    if device is None:
        return Viewer(sitting, None, (), is_host=False, is_guest=False)
    session = sitting.session
    mine = tuple(seat.number for seat in sitting.seats if seat.device_id == device.pk)
    is_host = session.host_id == device.pk
    return Viewer(sitting, device, mine, is_host, bool(mine) or is_host or is_guest(session, device))


def is_guest(session: Session, device: Device) -> bool:
    """Tell whether a phone has been let in at a session, or may read in its club."""
    if lookups.is_guest(session.pk, device.pk):
        return True
    return session.club_id is not None and device.memberships.filter(club=session.club_id).exists()


def waits(session: Session, device: Device | None) -> bool:
    """Tell whether a phone has asked to come in, and has no answer yet."""
    return device is not None and session.claims.filter(device=device).exists()


def hears(session: Session, device: Device | None) -> bool:
    """Tell whether a phone is told when a session moves on: one that has been let in, or waits to be."""
    if device is None:
        return False
    is_in = session.host_id == device.pk or session.seats.filter(device=device).exists()
    return is_in or is_guest(session, device) or waits(session, device)


def doer(device: Device | None, address: str) -> str:
    """Return whom a deed is put down to: the phone, or its address if it is not known."""
    return f"device {device.pk}" if device else f"address {limits.network(address)}"


def knocker(device: Device | None, address: str) -> str:
    """Return whom a wrong code is put down to: the address, so that a phone without a cookie is nobody new.

    A phone that has been let in anywhere counts for itself: a stranger at its address does not lock it out.
    """
    return doer(device if device and device.visits.exists() else None, address)


def let_in(session: Session, device: Device) -> None:
    """Let a phone look on at a session, from now on."""
    Guest.objects.get_or_create(session=session, device=device)


@dataclass(frozen=True)
class Reader:
    """A phone that has come by a club's link, at the club: it reads; where it keeps the club, it writes."""

    club: Club
    device: Device
    keeps: bool


def reader(club_id: int, device: Device | None) -> Reader | None:
    """Return what a phone is at a club: nothing, for those without its link and for clubs that are not there."""
    if device is None:
        return None
    found = Member.objects.filter(club=club_id, device=device).select_related("club").first()
    return Reader(found.club, device, found.keeps) if found else None
