"""A session to and from a session file: what is exported, and how a recorded evening is carried on here."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from . import chance, history, play, replaying, sitting
from .codec import FORMAT, read_move, read_session, spell
from .models import Device, Entry, Person, Seat, Session
from .sitting import Sitting


def written(now: Sitting, times: Mapping[int, datetime] | None = None) -> dict[str, Any]:
    """Return a session as a session file: what stands and is open to all; what is still secret is left out.

    `times`: when each entry was made, by its number, if the file is to say so.
    """
    hidden = {step.number for step in now.line.secret}
    return {
        "format": FORMAT,
        "game": now.game.key,
        "title": now.session.title,
        "options": now.game.write_options(now.game.read_options(now.session.options)),
        "players": list(sitting.first_names(now.session, now.seats)),
        "moves": [
            {**spell(step.move), **({"at": times[step.number].astimezone(UTC).isoformat()} if times else {})}
            for step in now.line.steps
            if step.number not in hidden
        ],
    }


def bring(file: Any, host: Device | None = None, people: Sequence[Person | None] = (), **known: Any) -> Session:
    """Make a session from a session file, to be looked at or carried on. Raises replaying.Stopped.

    What the app draws is shuffled anew from what no move has shown yet. [D2.6] `people`: who sat where, by seat;
    `known`: what else is known of the session, by the name of the column: its club, its id, its hours.
    """
    replaying.replay(file)
    read = read_session(file)
    moves = [read_move(read.game, move) for move in read.moves]
    with transaction.atomic():
        session = Session.objects.create(
            code=chance.code(),
            link=chance.link(),
            game=read.game.key,
            title=read.title[:60] or read.game.key,
            options=read.game.write_options(read.options),
            host=host,
            made_with=chance.link(),
            status=Session.RUNNING,
            size=len(read.names),
            head=len(moves),
            **{"started": timezone.now(), **known},
        )
        sat = [*people, *[None] * len(read.names)]
        Seat.objects.bulk_create(
            Seat(session=session, number=n, name=name, person=sat[n - 1]) for n, name in enumerate(read.names, 1)
        )
        Entry.objects.bulk_create(_entries(session, moves, read.moves))
        now = play.settle(sitting.load(session))
        turned = [card for step in now.line.steps if step.move.name == read.game.drawn for card in step.move.cards]
        session.stack = chance.carried_on(read.game.key, session.options, now.state, turned)
        if session.status != Session.FINISHED:
            session.finished = None
        session.save()
    return session


def _entries(session: Session, moves: Sequence[Any], written: Sequence[Any]) -> list[Entry]:
    """Return the log of a recorded session: by whom a move was entered no file says, so it was whoever made it."""
    now = timezone.now()
    return [
        Entry(
            session=session,
            number=number,
            group=number,
            kind=history.MOVE,
            move=spell(move),
            by_seat=getattr(move, "seat", None),
            at=_when(said.get("at")) or now,
        )
        for number, (move, said) in enumerate(zip(moves, written, strict=True), 1)
    ]


def _when(said: str | None) -> datetime | None:
    """Return the time a move carries, if it is one: the rules ignore it, and so may be its spelling."""
    try:
        at = parse_datetime(said) if said else None
        return at.astimezone(UTC) if at and at.tzinfo else None
    except (ValueError, OverflowError):
        return None
