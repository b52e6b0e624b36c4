"""The writer of a lobby: making a session, its seats and terms, until it starts."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from . import chance, limits, naming, roster, sitting
from .access import Viewer, let_in, viewer
from .catalog import GAMES
from .club import clubs, people
from .codec import check_names, read_names, read_terms, type_names
from .models import Club, Device, Guest, Seat, Session
from .play import Forbidden, Stale, changed, locked
from .rules.contract import Game, Refused

A_DAY = timedelta(days=1)
ASIDE = 100  # no seat has such a number: two may not have the same one, not even while they change places


def create(
    game: Game,
    title: str,
    terms: Mapping[str, Any],
    names: Sequence[str],
    host: Device,
    key: str,
    club: Callable[[Device], Club] = clubs.for_new_session,
) -> Session:
    """Make a session with its seats, on terms as a session file writes them. Raises Refused, Forbidden, limits.TooMany.

    The same key again returns the same session. `club`: which one it is to belong to.
    """
    game.read_options(terms)
    if made := Session.objects.filter(made_with=key, host=host).first():
        return made
    try:
        return _make(game, title, terms, names, host, key, club)
    except Refused as refused:
        # A double tap whose twin was quicker.
        if refused.code == "key-used" and (made := Session.objects.filter(made_with=key, host=host).first()):
            return made
        raise


def _make(
    game: Game,
    title: str,
    terms: Mapping[str, Any],
    names: Sequence[str],
    host: Device,
    key: str,
    club: Callable[[Device], Club],
) -> Session:
    """Make a session that was not there before. Raises Refused, also where the key has made another."""
    limits.SESSIONS.check(Session.objects.filter(host=host, created__gt=timezone.now() - A_DAY).count())
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
            if Session.objects.filter(made_with=key).exists():
                raise Refused("key-used", None) from None
            # Once in millions a code is taken: draw another.


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
        names = _called_now(old, seats)
        terms = chance.undrawn(old.game, old.options)
        terms = game.again(terms, len(names)) if game.again else terms
        club = partial(clubs.of_next_session, old)
        # Made here and now, or not at all: what another form has made is not to be seated anew.
        session = _make(game, title or old.title, terms, names, device, key, club)
        for seat in seats:
            session.seats.filter(number=seat.number).update(device=seat.device)
        visits = [Guest(session=session, device_id=pk) for pk in old.guests.values_list("device", flat=True)]
        Guest.objects.bulk_create(visits, ignore_conflicts=True)
        session.follows = old
        session.save()
        changed(old)
        return session


def _called_now(session: Session, seats: Sequence[Seat]) -> list[str]:
    """Return what the club calls by now whoever sat here, so that nobody is there twice under an old name.

    Where two of them have turned out to be one, the seats' own names tell them apart.
    """
    known = people.roots(session.club_id)
    names = [people.called(known, seat) for seat in seats]
    return names if len({name.casefold() for name in names}) == len(names) else [seat.name for seat in seats]


def _seat_all(session: Session, names: Sequence[str]) -> None:
    Seat.objects.bulk_create(Seat(session=session, number=n, name=name) for n, name in enumerate(names, 1))


def _demand_before_start(viewer: Viewer) -> None:
    if not viewer.is_host:
        raise Forbidden
    if viewer.sitting.session.status != Session.LOBBY:
        raise Stale


def demand_unsettled(session: Session) -> None:
    """Raise Refused where moves stand that were made by these people in this order on these terms."""
    if session.goes_on:
        raise Refused("goes-on", None)


def reseat(session_id: int, device: Device | None, order: Sequence[tuple[str, int | None]], made_from: str) -> None:
    """Set names and order of the seats before the start: (name, its seat until now or None for a new one).

    `made_from`: the print of the seats on the page. Raises Forbidden, Refused; Stale where others sit there by now.
    """
    with locked(session_id) as session:
        _demand_before_start(viewer(sitting.load(session), device))
        demand_unsettled(session)
        roster.demand_unmoved(session, made_from)
        names = type_names(GAMES[session.game], [name for name, _ in order])
        _reorder(session, names, [was for _, was in order])
        changed(session)


def _reorder(session: Session, names: Sequence[str], order: Sequence[int | None]) -> None:
    """Give the seats their new names and numbers. They stay the same seats: who waits for one goes on waiting."""
    seats = {seat.number: seat for seat in session.seats.all()}
    kept = [was for was in order if was is not None]
    if len(set(kept)) < len(kept) or not seats.keys() >= set(kept):
        raise Refused("bad-move", None, field="was")
    session.seats.exclude(number__in=kept).delete()
    session.seats.update(number=F("number") + ASIDE)
    for number, (name, was) in enumerate(zip(names, order, strict=True), 1):
        if was is None:
            Seat.objects.create(session=session, number=number, name=name)
        else:
            Seat.objects.filter(pk=seats[was].pk).update(number=number, name=name)
            session.claims.filter(seat=seats[was]).update(name=name)


def agree(session_id: int, device: Device | None, terms: Mapping[str, Any]) -> None:
    """Change the terms before the start. Raises Refused, also where they do not suit those who sit there already."""
    with locked(session_id) as session:
        _demand_before_start(viewer(sitting.load(session), device))
        demand_unsettled(session)
        game = GAMES[session.game]
        seats = session.seats.count()
        if seats < game.seats[0]:
            game.read_options(terms)
        else:
            read_terms(game, terms, seats)
        session.options = dict(terms)
        changed(session)


def start(session_id: int, device: Device | None) -> None:
    """Begin to play; what the app draws by lot or shuffles is drawn now, once. [D2.6]"""
    with locked(session_id) as session:
        _demand_before_start(viewer(sitting.load(session), device))
        if not session.goes_on:
            _draw(session)
        session.status, session.started = Session.RUNNING, timezone.now()
        people.introduce(session)
        changed(session)


def _draw(session: Session) -> None:
    game = GAMES[session.game]
    names = read_names(game, list(session.seats.values_list("name", flat=True)))
    session.options, session.stack = chance.drawn(session.game, session.options, len(names))
    read_terms(game, session.options, len(names))
    session.size = len(names)


def invite(session_id: int, device: Device | None, name: str) -> None:
    """Add a name to the lobby's list, as the host; whoever that is takes the seat with their own phone, or has none."""
    with locked(session_id) as session:
        _demand_before_start(viewer(sitting.load(session), device))
        demand_unsettled(session)
        there = [*session.seats.values_list("name", flat=True)]
        name = naming.written(name)
        if naming.likeness(name) in map(naming.likeness, there):
            return  # the same tap again
        type_names(GAMES[session.game], [name], there)
        Seat.objects.create(session=session, number=len(there) + 1, name=name)
        changed(session)
