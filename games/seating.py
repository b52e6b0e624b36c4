"""The writer of who sits where: phones that take a seat, ask for one, are let in, and give it back."""

from collections.abc import Sequence

from django.db.models import Q

from . import limits, naming, play, sitting
from .access import let_in, viewer
from .catalog import GAMES
from .club import clubs
from .codec import type_names
from .lobby import demand_unsettled
from .models import Claim, Device, Handover, Pass, Seat, Session
from .notices import announce, names_of
from .play import Forbidden, Stale, changed, locked
from .presence import is_there, may_decide, nobody_is_there
from .roster import seat_called
from .rules.contract import Refused
from .sitting import Sitting
from .succession import make_host


def claim(session_id: int, device: Device, number: int, moved: bool = False, called: str = "") -> bool:
    """Take a free seat in the lobby at once; after the start ask for it. Returns whether it is this phone's now.

    `moved`: it is the seat of somebody whose phone is another one now; it is asked for though it has a phone. Where
    no phone of the table is there that could be asked, the seat is had at once. `called`: the seat's name on the
    page. Raises Refused; Stale where the seat has another name by now.
    """
    with locked(session_id) as session:
        seat = seat_called(session, number, called)
        if seat.device_id == device.pk:
            return True
        if seat.device_id is not None and not moved:
            raise Refused("seat-taken", None, name=seat.name)
        if session.host_id == device.pk:
            give(session, seat, device, "host")
        elif session.status == Session.LOBBY and seat.device_id is None:
            give(session, seat, device, "")
        elif nobody_is_there(now := sitting.load(session)):
            _take(now, seat, device)
        else:
            _ask(session, device, seat.name, seat)
            return False
        return True


def _take(now: Sitting, seat: Seat, device: Device) -> None:
    """Give a seat to whoever asks for it; if its phone was the host's, and the only one, the role comes with it."""
    session, was = now.session, seat.device_id
    give(session, seat, device, "nobody")
    if was is not None and was == session.host_id and now.phones == 1:
        announce(session, "host-moved", name=seat.name)
        make_host(session, device)


def ask(session_id: int, device: Device, name: str, address: str = "") -> None:
    """Ask to come in, under a name, from an address: for a phone that knows no more than the short code.

    Raises Refused, Stale, limits.TooMany.
    """
    with locked(session_id) as session:
        if session.status == Session.FINISHED:
            raise Stale
        others = session.claims.filter(seat=None).exclude(device=device).values_list("pk", flat=True)
        limits.ASKS_FROM_ONE.check(limits.ASKED_FROM.count(others, network := limits.network(address)))
        limits.OPEN_ASKS.check(len(others))
        made = _ask(session, device, type_names(GAMES[session.game], [name])[0], None)
        limits.ASKED_FROM.note(made.pk, network)


def _ask(session: Session, device: Device, name: str, seat: Seat | None) -> Claim:
    limits.SENT_AWAY.check(_at(session, device))
    before = session.claims.filter(device=device).first()
    if before and (before.seat, before.name) == (seat, name):
        return before  # the same tap again
    # Another one, under another number: whoever lets it in lets in what their page says.
    session.claims.filter(device=device).delete()
    made = session.claims.create(device=device, seat=seat, name=name)
    changed(session)
    return made


def _at(session: Session, device: Device) -> str:
    return f"device {device.pk} at {session.pk}"


def add_self(session_id: int, device: Device, name: str) -> None:
    """Add a name at the end of the lobby's list, and take its seat."""
    with locked(session_id) as session:
        if session.status != Session.LOBBY:
            raise Stale
        demand_unsettled(session)
        there = list(session.seats.values_list("name", flat=True))
        (name,) = type_names(GAMES[session.game], [name], there)
        Seat.objects.create(session=session, number=len(there) + 1, name=name, device=device)
        clubs.join(session.club_id, device)
        changed(session)


def decide(session_id: int, device: Device | None, claim_id: int, yes: bool) -> None:
    """Let a waiting phone in, or send it away. While the host's phone is away any other with a seat may."""
    with locked(session_id) as session:
        who = viewer(sitting.load(session), device)
        if not may_decide(who):
            raise Forbidden
        claim = session.claims.filter(pk=claim_id).select_related("seat", "device").first()
        if claim is None:
            raise Stale
        if claim.device == device and not who.is_host:
            raise Forbidden
        if yes:
            _bring_in(session, claim, device, names_of(session, device))
        else:
            limits.SENT_AWAY.count(_at(session, claim.device))
        claim.delete()
        changed(session)


def _bring_in(session: Session, claim: Claim, decider: Device | None, by: list[str]) -> None:
    """Let a phone in: at the seat it asked for, else at the free one of its name, else (in the lobby) at a new one."""
    let_in(session, claim.device)
    called = next((one for one in session.seats.all() if _is_called(one, claim.name)), None)
    number = None
    if claim.seat:
        # Who decides is there: a seat of their own phone is handed on, and any other's phone is said to be lost.
        is_lost = claim.seat.device != decider
        give(session, claim.seat, claim.device, "let-in", by, inherits=inherits(session, claim.seat, is_lost))
        return
    if called is None and session.status == Session.LOBBY and not session.goes_on:
        number = _seat_anew(session, claim)
    elif called and called.device_id is None:
        give(session, called, claim.device, "let-in", by)
        return
    announce(session, "came", name=claim.name, seat=number, by=by)


def _seat_anew(session: Session, claim: Claim) -> int | None:
    """Seat a phone at the end of the lobby's list, if there is room. Returns the seat's number."""
    number = session.seats.count() + 1
    if number > GAMES[session.game].seats[-1]:
        return None
    session.seats.create(number=number, name=claim.name, device=claim.device)
    clubs.join(session.club_id, claim.device)
    return number


def _is_called(seat: Seat, name: str) -> bool:
    return naming.likeness(seat.name) == naming.likeness(name)


def release(session_id: int, device: Device | None, number: int, called: str = "") -> None:
    """Give a seat back ("that's not me"), or, as the host, free it from a phone. Who waits for it goes on waiting.

    `called`: the seat's name on the page. Raises Forbidden, Refused, Stale.
    """
    with locked(session_id) as session:
        who = viewer(sitting.load(session), device)
        seat = seat_called(session, number, called)
        if number not in who.seats and not who.is_host:
            raise Forbidden
        if seat.device_id is None:
            raise Stale
        if number in who.seats:
            announce(session, "given-back", name=seat.name)
        else:
            announce(session, "freed", name=seat.name, by=names_of(session, device), lost=seat.device_id)
        _forget(session, seat)
        seat.device = None
        seat.save()
        play.seal(sitting.load(session))
        changed(session)


def give(
    session: Session, seat: Seat, device: Device, how: str, by: Sequence[str] = (), *, inherits: bool = False
) -> None:
    """Seat a phone, and tell everybody how it came (see `words.house`); nothing: that needs no word.

    `inherits`: it is in the club, too, what the seat's phone was until now.
    """
    was = seat.device_id
    if how and was is not None:
        announce(session, "moved", name=seat.name, how=how, by=list(by), lost=was)
    elif how == "let-in":
        announce(session, "came", name=seat.name, seat=seat.number, by=list(by))
    elif how and session.status != Session.LOBBY:
        announce(session, "taken", name=seat.name, how=how)
    _forget(session, seat)
    Claim.objects.filter(Q(seat=seat) | Q(session=session, device=device)).delete()
    let_in(session, device)
    if was is not None and inherits:
        clubs.move_in(session.club_id, was, device)
    clubs.join(session.club_id, device)
    seat.device = device
    seat.save()
    play.seal(sitting.load(session))
    changed(session)


def inherits(session: Session, seat: Seat, is_said_lost: bool = False) -> bool:
    """Tell whether who gets a seat is the person whose phone had it, and is in the club in its place.

    Not where that phone is there still and is not said to be lost; nor where it has another seat, or has lost one
    since it was last there: whose it was nobody can tell then, and a club goes to nobody by chance.
    """
    was = seat.device
    if was is None or (is_there(was) and not is_said_lost):
        return False
    if session.seats.filter(device=was).exclude(pk=seat.pk).exists():
        return False
    return not session.notices.filter(values__lost=was.pk, at__gt=was.seen or was.created).exists()


def _forget(session: Session, seat: Seat) -> None:
    """Drop what belonged to the seat's phone: what it said ahead, its open link, what it proposed or was proposed."""
    session.wishes.filter(seat=seat.number).delete()
    Pass.objects.filter(seat=seat).delete()
    Handover.objects.filter(Q(seat=seat) | Q(session=session, device=seat.device_id)).delete()
