"""Who is host when the host's phone is away: one phone proposes, another agrees; and handing the role over."""

from . import sitting
from .access import Viewer, viewer
from .models import Device, Handover, Pass, Seat, Session
from .notices import announce, names_of
from .play import Forbidden, Stale, changed, locked
from .presence import host_is_away, is_there
from .roster import seat_called
from .rules.contract import Refused


def make_host(session: Session, device: Device | None) -> None:
    """Give the host's role to a phone: links that the former host has made are links no more."""
    session.host = device
    Pass.objects.filter(session=session).delete()
    Handover.objects.filter(session=session).delete()
    changed(session)


def pass_host(session_id: int, device: Device | None, number: int, called: str = "") -> None:
    """Hand the host's role to the phone of another seat, of that name on the page. Raises Forbidden, Refused, Stale."""
    with locked(session_id) as session:
        who = viewer(sitting.load(session), device)
        if not who.is_host:
            raise Forbidden
        seat = _seat_with_phone(session, number, called)
        announce(session, "host-passed", name=seat.name, by=names_of(session, device))
        make_host(session, seat.device)


def candidates(who: Viewer) -> list[Seat]:
    """Return the seats that this phone may propose for the host's role: those whose phone is there."""
    if who.is_host or not who.seats or not host_is_away(who.sitting.session):
        return []
    seats = who.sitting.session.seats.exclude(device=None).select_related("device")
    return [seat for seat in seats if is_there(seat.device)]


def propose(session_id: int, device: Device | None, number: int, called: str = "") -> bool:
    """Propose a seat for the host's role; what another phone has proposed already is agreed to by that.

    `called`: the seat's name on the page. Returns whether the role has passed. Raises Forbidden, Refused, Stale.
    """
    with locked(session_id) as session:
        mine = _successor(session, device)
        seat = _seat_with_phone(session, number, called)
        if not is_there(seat.device):
            raise Refused("phone-away", None, name=seat.name)
        made = Handover.objects.filter(session=session).select_related("seat").first()
        if made and made.seat_id == seat.pk:
            if made.device == mine:
                return False
            _pass(session, made, mine)
            return True
        Handover.objects.filter(session=session).delete()
        Handover.objects.create(session=session, seat=seat, device=mine)
        changed(session)
        return False


def agree(session_id: int, device: Device | None, proposal: int) -> None:
    """Agree to another phone's proposal: it is done. Raises Stale, Forbidden or Refused."""
    with locked(session_id) as session:
        if not viewer(sitting.load(session), device).plays:
            raise Forbidden
        made = Handover.objects.filter(session=session, pk=proposal).select_related("seat").first()
        if made is None:
            raise Stale
        mine = _successor(session, device)
        if made.device == mine:
            raise Refused("own-proposal", None)
        if not is_there(made.seat.device):
            raise Refused("phone-away", None, name=made.seat.name)
        _pass(session, made, mine)


def host_is_back(session_id: int) -> None:
    """Take back what was proposed while the host's phone was away, and say so."""
    if not Handover.objects.filter(session=session_id).exists():
        return
    with locked(session_id) as session:
        made = Handover.objects.filter(session=session).select_related("seat", "device").first()
        if made:
            announce(session, "proposal-void", name=made.seat.name, by=names_of(session, made.device))
            made.delete()
            changed(session)


def _successor(session: Session, device: Device | None) -> Device:
    """Return the phone, if it may help to pass the role: one with a seat, while the host's is away."""
    who = viewer(sitting.load(session), device)
    if device is None or not who.plays:
        raise Forbidden
    if who.is_host or not host_is_away(session):
        raise Refused("host-there", None)
    return device


def _seat_with_phone(session: Session, number: int, called: str) -> Seat:
    seat = seat_called(session, number, called)
    if seat.device_id is None:
        raise Refused("no-phone", None, name=seat.name)
    return seat


def _pass(session: Session, made: Handover, other: Device) -> None:
    by = [*names_of(session, made.device), *names_of(session, other)]
    announce(session, "host-agreed", name=made.seat.name, by=by)
    make_host(session, made.seat.device)
