"""A session as it stands now: its row, its seats, its line of moves. Remembered in the process, folded once."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any

from . import history, lookups
from .catalog import GAMES
from .history import History, Line, Written
from .models import Entry, Seat, Session
from .rules.contract import Game, Offer

REMEMBERED = 500  # sessions whose line this process keeps: about 0.6 to 0.9 KB a move, 150 to 200 KB an evening
OVER = 20  # of those: finished ones, which are looked at for a while and then seldom


@dataclass(frozen=True)
class Sitting:
    """A session as it stands after its last entry."""

    session: Session
    seats: tuple[Seat, ...]
    line: Line

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.line.game

    @property
    def state(self) -> Any:
        """Where the game stands."""
        return self.line.state

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """Who may do what now."""
        return self.line.offers if self.session.status != Session.LOBBY else ()

    @cached_property
    def open_view(self) -> Any:
        """What everybody may see of the game."""
        return self.game.view_for(self.state, None)

    @cached_property
    def held(self) -> frozenset[int]:
        """The numbers of the seats that have a phone."""
        return frozenset(seat.number for seat in self.seats if seat.device_id)

    @cached_property
    def phones(self) -> int:
        """How many phones hold seats."""
        return len({seat.device_id for seat in self.seats if seat.device_id})

    @cached_property
    def is_sealed(self) -> bool:
        """Tell whether the phones' secret picks are locked, so that the others' cards may be turned over. [D3.2]

        With one phone or none at the table there is nothing to lock: everybody lays a card.
        """
        return self.phones <= 1 or any(step.number == self.session.sealed for step in self.line.secret)

    def seat(self, number: int) -> Seat:
        """Return a seat by its number."""
        return self.seats[number - 1]


class _Memory:
    """The sessions last played here: their lines, and how they stood when they were last looked at.

    A line is good for one head and one set of names, how a session stands for one version. Of finished sessions few
    are kept, or a long night would fill the memory with evenings that nobody looks at any more.
    """

    def __init__(self) -> None:
        self._lines: OrderedDict[int, tuple[Any, Line]] = OrderedDict()
        self._standing: OrderedDict[int, Sitting] = OrderedDict()
        self._over: OrderedDict[int, None] = OrderedDict()  # which of the lines are of finished sessions
        self._lock = Lock()

    def recall(self, session: int, key: Any) -> Line | None:
        with self._lock:
            known = self._lines.get(session)
            if known is None or known[0] != key:
                return None
            self._touch(session)
            return known[1]

    def keep(self, session: int, key: Any, line: Line) -> None:
        with self._lock:
            self._lines[session] = (key, line)
            self._over.pop(session, None)  # a finished session may go on
            if line.state.phase == "over":
                self._over[session] = None
            self._touch(session)
            while len(self._over) > OVER:
                self._drop(next(iter(self._over)))
            while len(self._lines) > REMEMBERED:
                self._drop(next(iter(self._lines)))

    def _touch(self, session: int) -> None:
        self._lines.move_to_end(session)
        if session in self._over:
            self._over.move_to_end(session)

    def _drop(self, session: int) -> None:
        for kept in (self._lines, self._standing, self._over):
            kept.pop(session, None)

    def standing(self, session: int, version: int) -> Sitting | None:
        with self._lock:
            known = self._standing.get(session)
            if known is None or known.session.version != version:
                return None
            self._standing.move_to_end(session)
            if session in self._lines:
                self._touch(session)
            return known

    def keep_standing(self, sitting: Sitting) -> None:
        with self._lock:
            self._standing[sitting.session.pk] = sitting
            self._standing.move_to_end(sitting.session.pk)
            while len(self._standing) > REMEMBERED:
                self._standing.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._lines.clear()
            self._standing.clear()
            self._over.clear()


_memory = _Memory()


def load(session: Session) -> Sitting:
    """Return the session as it stands. Reads seats, and only those entries this process has not folded yet."""
    return _standing(session, tuple(session.seats.all()))


def _standing(session: Session, seats: tuple[Seat, ...]) -> Sitting:
    key = _key(session, seats)
    line = _memory.recall(session.pk, key)
    if line is None or line.head != session.head:
        line = _caught_up(session, line) or told(session, seats).line
        _memory.keep(session.pk, key, line)
    return Sitting(session, seats, line)


def glimpse(session: Session) -> Sitting:
    """Return the session as it stands for somebody who only looks: its seats are read once a version."""
    if known := _memory.standing(session.pk, session.version):
        return _standing(session, known.seats)
    now = _standing(session, tuple(session.seats.all()))
    _memory.keep_standing(now)
    return now


def recalled(code: str) -> Sitting | None:
    """Return the session of a code as it stands, all of it read once a version; None: there is none.

    Its row is others' too: it is only to be read, and nothing beside it is to be looked up through it, such as its
    club, for that may change without the session.
    """
    found = lookups.version(code)
    if found is None or (known := _memory.standing(*found)):
        return known if found else None
    session = next(iter(Session.objects.filter(pk=found[0]).order_by()), None)
    return glimpse(session) if session else None


def remember(sitting: Sitting) -> None:
    """Keep a session that has just been written to as it stands now, for the next reader."""
    session = sitting.session
    _memory.keep(session.pk, _key(session, sitting.seats), sitting.line)
    if sitting.line.head == session.head:  # of several entries written together, the last
        # Afresh: what the writer worked out on the way may not hold any more.
        _memory.keep_standing(Sitting(session, sitting.seats, sitting.line))


def _key(session: Session, seats: tuple[Seat, ...]) -> Any:
    """Return what a remembered line hangs on besides the moves."""
    # All names, latecomers' too: a name that was forgotten must not be remembered here.
    return (session.game, tuple(seat.name for seat in seats), session.size, repr(session.options))


def first_names(session: Session, seats: Iterable[Seat]) -> tuple[str, ...]:
    """Return the names at the start; seats that came later came by a move."""
    return tuple(seat.name for seat in seats)[: session.size]


def _caught_up(session: Session, line: Line | None) -> Line | None:
    """Return the remembered line with the entries added since, if they are plain moves."""
    if line is None or line.head > session.head:
        return None
    later = list(session.entries.filter(number__gt=line.head))
    if any(entry.kind != history.MOVE for entry in later):
        return None
    for entry in later:
        line = line.then(entry.number, history.read_move(line.game, entry.move))
    return line


def told(session: Session, seats: Iterable[Seat], entries: Iterable[Entry] | None = None) -> History:
    """Return the whole history of a session, folded from its log."""
    game = GAMES[session.game]
    first = game.start(game.read_options(session.options), first_names(session, seats))
    log = session.entries.all() if entries is None else entries
    return history.fold(game, first, (Written(e.number, e.kind, e.target, e.move) for e in log))
