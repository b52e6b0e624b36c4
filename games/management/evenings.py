"""A made-up club and its evenings: the same seed brings the same evenings, played by legal moves alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta
from random import Random
from typing import Any

from django.db import transaction

from games import aftermath, chance, history
from games.club import people
from games.codec import spell
from games.history import Line
from games.models import Club, Entry, Person, Seat, Session
from games.sitting import Sitting

from .at_dice import DiceTable
from .at_poker import PokerTable

NAMES = (
    *("Ann", "Ben", "Cleo", "Dov", "Eve", "Finn", "Greta", "Hana", "Ivo", "Jürgen", "Kim", "Lou"),
    *("Mei", "Nils", "Olga", "Pia", "Quirin", "Rosa", "Søren", "Thea", "Uma", "Vito", "Wanda", "Zoë"),
)
LEAST, MOST = 6, len(NAMES)  # people of a club
YEARS = 3  # the evenings of a big club lie closer together, not further back
SLIPS = 0.004  # how often an answer is taken back and given anew
UNFINISHED = 0.06  # how often a session is left before its end
OPEN = time(19, 0)  # UTC; when the first of them may begin


@dataclass
class Played:
    """A session as it was played: its table, the log, and what stands."""

    table: DiceTable | PokerTable
    line: Line
    log: list[Entry] = field(default_factory=list)


@dataclass(frozen=True)
class Evening:
    """One evening: when it begins, who is there, which games are played."""

    begins: datetime
    names: tuple[str, ...]
    latecomers: tuple[str, ...]
    games: tuple[type[DiceTable] | type[PokerTable], ...]


@transaction.atomic
def found_club(rng: Random, name: str, size: int, founded: datetime) -> Club:
    """Make a club of so many people."""
    club = Club.objects.create(name=name, link=chance.link(), created=founded)
    names = rng.sample(NAMES, size)
    Person.objects.bulk_create(Person(club=club, name=each, uid=_uid(rng), created=founded) for each in names)
    return club


def calendar(rng: Random, evenings: int, circle: Sequence[str], last: datetime) -> Iterator[Evening]:
    """Yield so many evenings, the earliest first; some people come more often than others."""
    days_apart = min(7.0, YEARS * 365 / max(evenings, 1))
    keen = [rng.uniform(0.3, 1.0) for _ in circle]
    for back in range(evenings, 0, -1):
        day = last - timedelta(days=back * days_apart - 1)
        begins = datetime.combine(day.date(), OPEN, UTC) + timedelta(minutes=5 * rng.randint(0, 18))
        ranked = sorted(zip(circle, keen, strict=True), key=lambda one: rng.random() ** (1 / one[1]), reverse=True)
        names = [name for name, _ in ranked]
        there = rng.randint(3, 6)
        games = rng.choices((DiceTable, PokerTable), k=rng.choice((1, 1, 2)))
        yield Evening(begins, tuple(names[:there]), tuple(names[there : there + 2]), tuple(games))


def play_evening(rng: Random, club: Club, evening: Evening) -> list[Session]:
    """Play an evening's sessions one after the other, and write them down."""
    made, begins = [], evening.begins
    for kind in evening.games:
        seated = tuple(rng.sample(evening.names, len(evening.names)))
        table = PokerTable(rng, seated, evening.latecomers) if kind is PokerTable else DiceTable(rng, seated)
        upto = rng.randint(10, 120) if rng.random() < UNFINISHED else None
        played = play_out(rng, table, begins, upto)
        made.append(write(rng, club, played, begins))
        begins = played.log[-1].at + timedelta(minutes=rng.randint(5, 20))
    return made


def play_out(rng: Random, table: DiceTable | PokerTable, begins: datetime, upto: int | None = None) -> Played:
    """Play a session to its end, or to its `upto`-th move; now and then somebody goes back and answers anew."""
    game = table.game
    first = game.start(game.read_options(table.terms), table.names)
    played, at = Played(table, Line(game, first)), begins
    while upto is None or len(played.line.steps) < upto:
        move = table.next(played.line.state)
        if move is None:
            break
        before = played.line
        at += timedelta(seconds=round(rng.uniform(0.4, 1.6) * table.pace, 3))
        _enter(played, before.then(len(played.log) + 1, move), at, move)
        if getattr(move, "seat", None) and rng.random() < SLIPS:
            at += timedelta(seconds=20)
            _go_back(played, before, at)
            at += timedelta(seconds=10)
            _enter(played, before.then(len(played.log) + 1, move), at, move)
    return played


def _enter(played: Played, line: Line, at: datetime, move: Any) -> None:
    number, seat = len(played.log) + 1, getattr(move, "seat", None)
    entry = Entry(number=number, group=number, kind=history.MOVE, move=spell(move), by_seat=seat, at=at)
    entry.by_host = seat is None
    played.line = line
    played.log.append(entry)


def _go_back(played: Played, before: Line, at: datetime) -> None:
    number = len(played.log) + 1
    entry = Entry(number=number, group=number, kind=history.REWIND, target=number - 2, by_host=True, at=at)
    played.line = replace(before, head=number)
    played.log.append(entry)


@transaction.atomic
def write(rng: Random, club: Club, played: Played, begins: datetime) -> Session:
    """Write a session down as if it had been played here: seats, log, and the results that follow from it."""
    table, ends = played.table, played.log[-1].at
    session = Session.objects.create(
        code=chance.code(),
        link=chance.link(),
        made_with=chance.link(),
        uid=_uid(rng),
        club=club,
        game=table.game.key,
        title=f"{begins:%A} night",
        options=table.terms,
        stack=table.stack if table.terms.get("deck") == "app" else None,
        status=Session.RUNNING,
        size=len(table.names),
        head=len(played.log),
        created=begins - timedelta(minutes=4),
        started=begins,
        finished=ends if played.line.state.phase == "over" else None,
    )
    Seat.objects.bulk_create(Seat(session=session, number=n, name=name) for n, name in enumerate(table.names, 1))
    for entry in played.log:
        entry.session = session
    Entry.objects.bulk_create(played.log)
    seats = tuple(session.seats.all())
    aftermath.settle(Sitting(session, seats, played.line))
    people.introduce(session)
    people.changed(club.pk)
    session.save()
    return session


def _uid(rng: Random) -> str:
    return f"{rng.getrandbits(128):032x}"
