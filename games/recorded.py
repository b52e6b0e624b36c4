"""A session to and from a session file: what is exported, and how a recorded evening is carried on here."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from . import chance, history, play, replaying, sitting
from .codec import FORMAT, read_move, read_session, spell
from .models import Device, Entry, Seat, Session
from .sitting import Sitting


def written(now: Sitting) -> dict[str, Any]:
    """Return a session as a session file: what stands and is open to all; what is still secret is left out."""
    hidden = {step.number for step in now.line.secret}
    return {
        "format": FORMAT,
        "game": now.game.key,
        "title": now.session.title,
        "options": now.game.write_options(now.game.read_options(now.session.options)),
        "players": list(sitting.first_names(now.session, now.seats)),
        "moves": [spell(step.move) for step in now.line.steps if step.number not in hidden],
    }


def bring(file: Any, host: Device | None = None) -> Session:
    """Make a session from a session file, to be looked at or carried on. Raises replaying.Stopped.

    What the app draws is shuffled anew from what no move has shown yet. [D2.6]
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
            started=timezone.now(),
            size=len(read.names),
            head=len(moves),
        )
        Seat.objects.bulk_create(Seat(session=session, number=n, name=name) for n, name in enumerate(read.names, 1))
        Entry.objects.bulk_create(
            Entry(session=session, number=n, group=n, kind=history.MOVE, move=spell(move))
            for n, move in enumerate(moves, 1)
        )
        now = play.settle(sitting.load(session))
        turned = [card for step in now.line.steps if step.move.name == read.game.drawn for card in step.move.cards]
        session.stack = chance.carried_on(read.game.key, session.options, now.state, turned)
        session.save()
    return session
