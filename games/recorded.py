"""A session to and from a session file: what is exported, and how a recorded evening is carried on here."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from . import aftermath, chance, history, limits, replaying, sitting
from .access import let_in
from .club import people
from .codec import FORMAT, YEARS, SessionFile, read_json, read_move, read_session, spell
from .models import Club, Device, Entry, Person, Seat, Session
from .replaying import Stopped
from .rules.contract import Refused
from .sitting import Sitting

# What every entry is folded with grows with its number: a log ten times the longest evening is worked out in a second.
MOST_MOVES = 4000
TITLE = 60  # characters
UNWRITTEN = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")  # what no keyboard writes, and databases choke on


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


def text(now: Sitting) -> str:
    """Return a session's file as text, a line a move; the same session is the same text."""
    file = written(now)
    moves = ",\n".join(json.dumps(move, ensure_ascii=False) for move in file.pop("moves"))
    return f'{json.dumps(file, ensure_ascii=False)[:-1]},\n"moves": [\n{moves}\n]}}\n'


def read(content: bytes) -> Any:
    """Return what the bytes of a file say, still unchecked. Raises Stopped."""
    try:
        file = read_json(content.decode("utf-8-sig"))
        is_plain = all(not UNWRITTEN.search(said) for said in _texts(file))
    except (ValueError, RecursionError) as problem:
        raise Stopped(None, Refused("bad-file", None, why="unreadable")) from problem
    if not is_plain:
        raise Stopped(None, Refused("bad-file", None, why="unwritten"))
    return file


def _texts(value: Any) -> list[str]:
    """Return every text in a JSON value, keys too."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [*value, *(said for item in value.values() for said in _texts(item))]
    return [said for item in value for said in _texts(item)] if isinstance(value, list) else []


def bring(
    file: Any,
    host: Device | None = None,
    key: str = "",
    sat: Sequence[Person | None] = (),
    *,
    lobby: bool = False,
    club_for: Callable[[Device], Club] | None = None,
    **known: Any,
) -> Session:
    """Make a session from a session file. Raises Stopped, Refused, limits.TooMany; then nothing is made.

    A file that is over makes a finished session. Any other goes on at once, or (`lobby`) opens its lobby, so that the
    seats can be taken. What the app draws is shuffled anew from what no move has shown yet. The same key again is the
    same session. [D2.6] `sat`: who sat where, by seat; `known`: what else is known of the session, by the name of
    the column: its club, its id, its hours. `club_for`: finds or makes the club of a host's session.
    """
    if host and (made := Session.objects.filter(made_with=key, host=host).first()):
        return made
    state, _ = replaying.replay(file)
    read = read_session(file)
    if len(read.moves) > MOST_MOVES:
        raise Stopped(None, Refused("bad-file", None, why="long", most=MOST_MOVES))
    if host and lobby:
        today = Session.objects.filter(host=host, created__gt=timezone.now() - timedelta(days=1))
        limits.SESSIONS.check(today.count())
    is_lobby = lobby and not state["finished"]
    try:
        return _bring(read, host, is_lobby, sat, club_for, {"made_with": key or chance.link(), **known})
    except IntegrityError:
        # A double tap whose twin was quicker, or a key that was somebody else's.
        made = Session.objects.filter(made_with=key).first() if key else None
        if made is None:
            raise
        if host is None or made.host_id != host.pk:
            raise Refused("key-used", None) from None
        return made


def _bring(
    read: SessionFile,
    host: Device | None,
    is_lobby: bool,
    sat: Sequence[Person | None],
    club_for: Callable[[Device], Club] | None,
    known: dict[str, Any],
) -> Session:
    with transaction.atomic():
        if host and club_for:
            known["club"] = club_for(host)
        session = _make(read, host, is_lobby, sat, known)
        if read.moves or not is_lobby:
            _shuffle_the_rest(aftermath.settle(sitting.load(session)))
        if session.status != Session.FINISHED:
            session.finished = None
        session.save()
        if not sat and not is_lobby:
            people.introduce(session)
        if host:
            let_in(session, host)
    return session


def _make(
    read: SessionFile, host: Device | None, is_lobby: bool, sat: Sequence[Person | None], known: Mapping[str, Any]
) -> Session:
    moves = [read_move(read.game, move) for move in read.moves]
    session = Session.objects.create(
        code=chance.code(),
        link=chance.link(),
        game=read.game.key,
        title=read.title.strip()[:TITLE] or read.game.key,
        options=read.game.write_options(read.options),
        host=host,
        status=Session.LOBBY if is_lobby else Session.RUNNING,
        # Without a move nothing is settled yet: it is a lobby like any other.
        size=len(read.names) if moves or not is_lobby else None,
        head=len(moves),
        **{"started": None if is_lobby else timezone.now(), **known},
    )
    persons = [*sat, *[None] * len(read.names)]
    Seat.objects.bulk_create(
        Seat(session=session, number=n, name=name, person=persons[n - 1]) for n, name in enumerate(read.names, 1)
    )
    Entry.objects.bulk_create(_entries(session, moves, read.moves))
    return session


def _shuffle_the_rest(now: Sitting) -> None:
    session = now.session
    turned = [card for step in now.line.steps if step.move.name == now.game.drawn for card in step.move.cards]
    session.stack = chance.carried_on(now.game.key, session.options, now.state, turned)


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
        at = at.astimezone(UTC) if at and at.tzinfo else None
        return at if at and at.year in YEARS else None
    except (ValueError, OverflowError):
        return None
