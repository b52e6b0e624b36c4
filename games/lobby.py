"""The writer of everything around the log: making a session, seats and who holds them, the host's role."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from . import chance, clubs, people, play, sitting
from .access import Viewer, let_in, viewer
from .catalog import GAMES
from .codec import check_names, read_names, read_terms
from .models import Claim, Club, Device, Guest, Pass, Seat, Session, digest
from .play import Forbidden, Stale, changed, locked
from .rules.contract import Game, Refused

PASS_AGE = timedelta(days=2)  # a recovery link from the start of an evening is good for the whole of it


def create(
    game: Game,
    title: str,
    terms: Mapping[str, Any],
    names: Sequence[str],
    host: Device,
    key: str,
    club: Callable[[Device], Club] = clubs.for_new_session,
) -> Session:
    """Make a session with its seats, on terms as a session file writes them. Raises Refused, Forbidden.

    The same key again returns the same session. `club`: which one it is to belong to.
    """
    game.read_options(terms)
    if made := Session.objects.filter(made_with=key, host=host).first():
        return made
    checked = check_names(game, names)
    while True:
        try:
            with transaction.atomic():
                session = Session.objects.create(
                    code=chance.code(),
                    link=chance.link(),
                    game=game.key,
                    title=title,
                    club=club(host),
                    options=dict(terms),
                    host=host,
                    made_with=key,
                )
                _seat_all(session, checked)
                let_in(session, host)
            return session
        except IntegrityError:
            # A double tap whose twin was quicker, or (once in millions) a code that is taken: draw another.
            if made := Session.objects.filter(made_with=key).first():
                if made.host_id == host.pk:
                    return made
                raise Refused("key-used", None) from None


def is_open_to(code: str, device: Device | None) -> bool:
    """Tell whether a short code leads anywhere: to a session that is not over, or to one this phone was let in at."""
    found = Session.objects.filter(code=code)
    inside = found.filter(guests__device=device) if device else found.none()
    return found.exclude(status=Session.FINISHED).exists() or inside.exists()


def again(old_id: int, device: Device, key: str, title: str = "") -> Session:
    """Make the next session with the same people, terms and phones; there is one, whoever asks for it first.

    `title`: what it is called, if not what the last one was.
    """
    with locked(old_id) as old:
        if made := Session.objects.filter(follows=old).first():
            return made
        if old.status != Session.FINISHED:
            raise Stale
        game = GAMES[old.game]
        seats = list(old.seats.all())
        names = [seat.name for seat in seats]
        terms = chance.undrawn(old.game, old.options)
        terms = game.again(terms, len(names)) if game.again else terms
        club = partial(clubs.of_next_session, old)
        session = create(game, title or old.title, terms, names, device, key, club)
        for seat in seats:
            session.seats.filter(number=seat.number).update(device=seat.device)
        visits = [Guest(session=session, device_id=pk) for pk in old.guests.values_list("device", flat=True)]
        Guest.objects.bulk_create(visits, ignore_conflicts=True)
        session.follows = old
        session.save()
        changed(old)
        return session


def _seat_all(session: Session, names: Sequence[str]) -> None:
    Seat.objects.bulk_create(Seat(session=session, number=n, name=name) for n, name in enumerate(names, 1))


def _demand(viewer: Viewer, *, host: bool = True, lobby: bool | None = None) -> Session:
    session = viewer.sitting.session
    if host and not viewer.is_host:
        raise Forbidden
    if lobby is not None and lobby != (session.status == Session.LOBBY):
        raise Stale
    return session


def reseat(session_id: int, device: Device | None, order: Sequence[tuple[str, int | None]]) -> None:
    """Set names and order of the seats before the start: (name, its seat until now or None for a new one)."""
    with locked(session_id) as session:
        _demand(viewer(sitting.load(session), device), lobby=True)
        names = check_names(GAMES[session.game], [name for name, _ in order])
        phones = {seat.number: seat.device for seat in session.seats.all()}
        session.seats.all().delete()
        Seat.objects.bulk_create(
            Seat(session=session, number=number, name=name, device=phones.get(was) if was else None)
            for number, (name, (_, was)) in enumerate(zip(names, order, strict=True), 1)
        )
        changed(session)


def start(session_id: int, device: Device | None) -> None:
    """Begin to play; what the app draws by lot or shuffles is drawn now, once. [D2.6]"""
    with locked(session_id) as session:
        _demand(viewer(sitting.load(session), device), lobby=True)
        game = GAMES[session.game]
        names = read_names(game, list(session.seats.values_list("name", flat=True)))
        session.options, session.stack = chance.drawn(session.game, session.options, len(names))
        read_terms(game, session.options, len(names))
        session.status, session.started, session.size = Session.RUNNING, timezone.now(), len(names)
        people.introduce(session)
        changed(session)


def claim(session_id: int, device: Device, number: int) -> bool:
    """Take a free seat in the lobby at once; after the start ask for it. Returns whether it is taken already."""
    with locked(session_id) as session:
        seat = _seat(session, number)
        if seat.device_id == device.pk:
            return True
        if seat.device_id is not None:
            raise Refused("seat-taken", None, name=seat.name)
        if session.status == Session.LOBBY or session.host_id == device.pk:
            _give(session, seat, device)
            return True
        _ask(session, device, seat.name, seat)
        return False


def ask(session_id: int, device: Device, name: str) -> None:
    """Ask to come in, under a name: for a phone that knows no more than the short code. Raises Refused."""
    with locked(session_id) as session:
        if session.status == Session.FINISHED:
            raise Stale
        game = GAMES[session.game]
        _ask(session, device, check_names(game, [name])[0], None)


def _ask(session: Session, device: Device, name: str, seat: Seat | None) -> None:
    Claim.objects.update_or_create(session=session, device=device, defaults={"seat": seat, "name": name})
    changed(session)


def add_self(session_id: int, device: Device, name: str) -> None:
    """Add a name at the end of the lobby's list, and take its seat."""
    with locked(session_id) as session:
        if session.status != Session.LOBBY:
            raise Stale
        game = GAMES[session.game]
        names = [*session.seats.values_list("name", flat=True), name]
        checked = check_names(game, names)
        Seat.objects.create(session=session, number=len(names), name=checked[-1], device=device)
        clubs.join(session.club_id, device)
        changed(session)


def invite(session_id: int, device: Device | None, name: str) -> None:
    """Add a name to the lobby's list, as the host; whoever that is takes the seat with their own phone, or has none."""
    with locked(session_id) as session:
        _demand(viewer(sitting.load(session), device), lobby=True)
        names = [*session.seats.values_list("name", flat=True)]
        if name.strip().casefold() in map(str.casefold, names):
            return  # the same tap again
        checked = check_names(GAMES[session.game], [*names, name])
        Seat.objects.create(session=session, number=len(checked), name=checked[-1])
        changed(session)


def decide(session_id: int, device: Device | None, claim_id: int, yes: bool) -> None:
    """Let a waiting phone in, or send it away."""
    with locked(session_id) as session:
        _demand(viewer(sitting.load(session), device))
        claim = session.claims.filter(pk=claim_id).select_related("seat", "device").first()
        if claim is None or (yes and claim.seat and claim.seat.device_id is not None):
            raise Stale
        if yes:
            _bring_in(session, claim)
        claim.delete()
        changed(session)


def _bring_in(session: Session, claim: Claim) -> None:
    """Let a phone in: at the seat it asked for, else at the free one of its name, else (in the lobby) at a new one."""
    let_in(session, claim.device)
    seat = claim.seat or next((one for one in session.seats.all() if _is_called(one, claim.name)), None)
    if seat and seat.device_id is None:
        _give(session, seat, claim.device)
    elif seat is None and session.status == Session.LOBBY:
        names = list(session.seats.values_list("name", flat=True))
        if len(names) < GAMES[session.game].seats[-1]:
            session.seats.create(number=len(names) + 1, name=claim.name, device=claim.device)
            clubs.join(session.club_id, claim.device)


def _is_called(seat: Seat, name: str) -> bool:
    return seat.name.casefold() == name.casefold()


def release(session_id: int, device: Device | None, number: int) -> None:
    """Give a seat back ("that's not me"), or, as the host, free it from a phone."""
    with locked(session_id) as session:
        who = viewer(sitting.load(session), device)
        seat = _seat(session, number)
        if number not in who.seats and not who.is_host:
            raise Forbidden
        _forget(session, seat)
        seat.device = None
        seat.save()
        play.seal(sitting.load(session))
        changed(session)


def pass_host(session_id: int, device: Device | None, number: int) -> None:
    """Hand the host's role to the phone of another seat."""
    with locked(session_id) as session:
        _demand(viewer(sitting.load(session), device))
        seat = _seat(session, number)
        if seat.device_id is None:
            raise Refused("no-phone", None, name=seat.name)
        session.host = seat.device
        # Links that the former host has made are links no more.
        Pass.objects.filter(session=session).delete()
        changed(session)


def issue_pass(session: Session, seat: Seat | None) -> str:
    """Return the secret of a new one-use link that moves a seat (None: the host's role) to another phone.

    A seat has one such link at a time; the last one asked for is the one that works.
    """
    secret = chance.token()
    with transaction.atomic():
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
            _give(session, found.seat, device)
        else:
            clubs.succeed(session.club_id, session.host, device)
            session.host = device
            let_in(session, device)
            Pass.objects.filter(session=session).delete()
            changed(session)
    return session


def _give(session: Session, seat: Seat, device: Device) -> None:
    _forget(session, seat)
    let_in(session, device)
    clubs.join(session.club_id, device)
    seat.device = device
    seat.save()
    play.seal(sitting.load(session))
    changed(session)


def _forget(session: Session, seat: Seat) -> None:
    """Drop what belonged to the seat's former phone: what it said ahead, who else asked, its open link."""
    session.wishes.filter(seat=seat.number).delete()
    Claim.objects.filter(seat=seat).delete()
    Pass.objects.filter(seat=seat).delete()


def _seat(session: Session, number: int) -> Seat:
    seat = session.seats.filter(number=number).first()
    if seat is None:
        raise Refused("not-in-play", "D1.1", seat=number)
    return seat
