"""What the rest of the house may know of a game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, ClassVar, Protocol


class Refused(Exception):
    """A move or file that the rules do not allow.

    `code` is one of the codes of the session file, `clause` the clause of the law that says so (or None),
    `values` what a sentence about it needs.
    """

    def __init__(self, code: str, clause: str | None = None, **values: Any) -> None:
        super().__init__(code, clause, values)
        self.code = code
        self.clause = clause
        self.values = values


class Move(Protocol):
    """One fact of a session, as an immutable value: what somebody did at the table."""

    name: ClassVar[str]
    __dataclass_fields__: ClassVar[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened because of a move: a kind, and the values a sentence about it needs."""

    kind: str
    clause: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that may be done now: a kind of move, for one seat, within limits.

    `seat` is None where the table as a whole acts (turning cards). `owed`: the game waits for it.
    `early`: not yet its turn, but it may be said ahead, with the values that `ahead` gives to fields.
    `secret`: its content is shown to nobody else until it is revealed; `together`: that is when all have answered.
    `host`: only whoever runs the session may do it. `by`: where no seat answers, the seat whose task it is, such as
    the dealer's. `since`: what tells it from the same question of a round that was taken back; the rules, which know
    no log, leave it 0.
    """

    move: str
    seat: int | None
    round: int
    phase: str
    beat: int
    ordinal: int = 0
    limits: tuple[tuple[str, Any], ...] = ()
    owed: bool = True
    early: bool = False
    ahead: tuple[tuple[str, Any], ...] = ()
    secret: bool = False
    together: bool = False
    host: bool = False
    by: int | None = None
    since: int = 0

    @property
    def fingerprint(self) -> str:
        """Twelve letters that change when what is asked changes; a form carries them back."""
        asked = (self.move, self.seat, self.round, self.phase, self.beat, self.ordinal, self.limits, self.since)
        return sha256(repr(asked).encode()).hexdigest()[:12]

    def limit(self, name: str) -> Any:
        """Return the limit called `name`, or None."""
        return dict(self.limits).get(name)


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat's place if the game ended now. `decided_by`: what put it before or behind an equal score."""

    seat: int
    name: str
    place: int
    score: int
    decided_by: str | None = None


class State(Protocol):
    """Where a game stands. Everything else in it is the game's own affair."""

    names: tuple[str, ...]
    round: int
    phase: str
    beat: int
    news: tuple[News, ...]


class Step(Protocol):
    """A move that stands, and the state after it."""

    @property
    def move(self) -> Any:
        """The move."""

    @property
    def state(self) -> Any:
        """The state after it."""


# What a session says of one seat, as JSON: "counts", numbers (or numbers by table, by card) that add up over sessions;
# "bests", of which the one with the highest "key" is kept; "balance", what the seat is ahead of all others together.
Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Game:
    """All that the rest of the house may know about a game."""

    key: str
    seats: range
    moves: Mapping[str, type]
    read_options: Callable[[Mapping[str, Any]], Any]  # session file -> options, or raises Refused
    write_options: Callable[[Any], dict[str, Any]]  # options -> session file
    start: Callable[[Any, tuple[str, ...]], Any]  # (options, names) -> state
    offers: Callable[[Any], tuple[Offer, ...]]
    apply: Callable[[Any, Any], Any]  # (state, move) -> state, or raises Refused
    view_for: Callable[[Any, int | None], Any]  # (state, seat that looks) -> view
    published: Callable[[Any], dict[str, Any]]  # state -> replay's "state"
    standings: Callable[[Any], tuple[Standing, ...]]
    keeps_secret: Callable[[Any, Any], bool]  # (state now, a move that stands) -> is it still secret
    scores: Callable[[Any], tuple[int, ...]]  # state -> score by seat
    facts: Callable[[Any, Sequence[Step]], tuple[Facts, ...]]  # (state before any move, steps) -> facts by seat
    is_private: Callable[[Any], bool] = lambda move: False  # move -> only its seat's own phone may make it
    asks_once: Callable[[Any, Any], bool] = lambda state, move: False  # (state, move) -> to be confirmed first
    reveals: frozenset[str] = frozenset()  # moves that lay something open for all to see
    alike: tuple[frozenset[str], ...] = ()  # moves that answer the same question: one may be corrected into another
    resting: tuple[str, ...] = ()  # phases between two rounds or hands, where the next is already counted
    pauses: tuple[str, ...] = ()  # phases between two rounds or hands, whether or not the next is counted
    drawn: str | None = None  # the move whose cards the app may draw itself
    draw: Callable[[Any, tuple[str, ...]], Any] | None = None  # (state, shuffled stack) -> that move
    # For a game whose options decide how many may play, or hold something for each seat:
    seats_for: Callable[[Mapping[str, Any]], range] | None = None  # options as written, unchecked -> numbers of players
    check_seats: Callable[[Any, int], None] | None = None  # (options, players): Refused where they do not fit together
    again: Callable[[Mapping[str, Any], int], dict[str, Any]] | None = None  # options, players -> those of the next
    # For a game with secrets that may contradict what lies open once that is read anew:
    keep: Callable[[Any, Any], Any] | None = None  # (state, a secret move) -> state, whatever the move's content
    # For a game where a seat still owes what it has no offer for:
    awaited: Callable[[Any], tuple[int, ...]] | None = None  # state -> the seats replay calls awaited


def awaiting(offers: tuple[Offer, ...]) -> tuple[int, ...]:
    """Return the seats the game waits for, in the order of the offers."""
    seats = [offer.seat for offer in offers if offer.owed and offer.seat is not None]
    return tuple(dict.fromkeys(seats))
