"""A session as it stands now: its row, its seats, its line of moves. Remembered in the process, folded once."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any

from . import history
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
        return self.game.offers(self.state) if self.session.status != Session.LOBBY else ()

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
    """The lines and seats of the sessions last played here, by session.

    A line is good for one head and one set of names, seats for one version. Of finished sessions few are kept, or a
    long night would fill the memory with evenings that nobody looks at any more.
    """

    def __init__(self) -> None:
        self._lines: OrderedDict[int, tuple[Any, Line]] = OrderedDict()
        self._seats: OrderedDict[int, tuple[int, tuple[Seat, ...]]] = OrderedDict()
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
        for kept in (self._lines, self._seats, self._over):
            kept.pop(session, None)

    def seats_at(self, session: int, version: int) -> tuple[Seat, ...] | None:
        with self._lock:
            known = self._seats.get(session)
            return known[1] if known and known[0] == version else None

    def keep_seats(self, session: int, version: int, seats: tuple[Seat, ...]) -> None:
        with self._lock:
            self._seats[session] = (version, seats)
            self._seats.move_to_end(session)
            while len(self._seats) > REMEMBERED:
                self._seats.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._lines.clear()
            self._seats.clear()
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
    seats = _memory.seats_at(session.pk, session.version)
    if seats is None:
        seats = tuple(session.seats.all())
        _memory.keep_seats(session.pk, session.version, seats)
    return _standing(session, seats)


def remember(sitting: Sitting) -> None:
    """Keep a line that has just been written, for the next reader."""
    session = sitting.session
    _memory.keep(session.pk, _key(session, sitting.seats), sitting.line)


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
