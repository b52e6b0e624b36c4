"""The full record of a session, all of it public: each round as a whole, and how the table stood after each move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import groupby
from types import ModuleType
from typing import Any

from games import screen
from games.history import Line, Step
from games.sitting import Sitting


@dataclass(frozen=True)
class Part:
    """A round or hand: its number and name, the place of its first move (from 1), and what the game tells of it.

    `asides`: who came, went or bought chips afterwards, and the end of the game.
    """

    number: int
    name: str
    begins: int
    tale: Any
    asides: tuple[str, ...]


@dataclass(frozen=True)
class Moment:
    """How the table stood after a move, as everybody saw it then, and which moments lie around it.

    `place` counts the moves that stand; 0 is the table before the first. `next_part`: where the next round begins,
    `next_name`: what that is called (without one: the present round).
    """

    place: int
    last: int
    name: str
    text: str
    news: tuple[str, ...]
    step: Step | None
    board: dict[str, Any]
    next_part: int | None
    next_name: str

    @property
    def before(self) -> int | None:
        """The moment before, if there is one."""
        return self.place - 1 if self.place else None

    @property
    def after(self) -> int | None:
        """The moment after, if there is one."""
        return self.place + 1 if self.place < self.last else None


def record_of(game: str) -> ModuleType:
    """Return what a game tells of its rounds."""
    return import_module(f"games.record.{game}")


def parts(now: Sitting) -> list[Part]:
    """Return the rounds or hands in their order, a running one as far as it has come."""
    grouped = groupby(_placed(now.line), key=lambda placed: placed[0])
    return [_part(now.line, number, [place for _, place in placed]) for number, placed in grouped]


def _part(line: Line, number: int, places: list[int]) -> Part:
    key, steps = line.game.key, line.steps[places[0] - 1 : places[-1]]
    tale = record_of(key).tale(_before(line, places[0]), steps)
    return Part(number, screen.words_of(key).round_name(number), places[0], tale, _asides(line, steps))


def _asides(line: Line, steps: Sequence[Step]) -> tuple[str, ...]:
    between = [step for step in steps if step.move.name in screen.BETWEEN_ROUNDS]
    told = [text for step in between for text in (said_then(line, step), *news_of(line, step))]
    over = [item for item in steps[-1].state.news if item.kind == "game-over" and steps[-1] not in between]
    words = screen.words_of(line.game.key)
    return (*told, *(words.news(steps[-1].state.names, item) for item in over))


def rounds(line: Line) -> list[int]:
    """Return of every move that stands the number of the round or hand it belongs to."""
    return [number for number, _ in _placed(line)]


def _placed(line: Line) -> Iterator[tuple[int, int]]:
    """Yield of every move that stands its round and its place; whoever comes or goes after a round does so in it."""
    number = line.first.round
    for place, step in enumerate(line.steps, 1):
        if step.move.name not in screen.BETWEEN_ROUNDS:
            number = step.state.round - (step.state.phase in line.game.resting)
        yield number, place


def _before(line: Line, place: int) -> Any:
    """Return the state before the move at a place."""
    return line.steps[place - 2].state if place > 1 else line.first


def moment(now: Sitting, place: int) -> Moment | None:
    """Return how everybody saw the table after the move at a place, or None where there is no such move."""
    line = now.line
    if not 0 <= place <= len(line.steps):
        return None
    step = line.steps[place - 1] if place else None
    state = step.state if step else line.first
    called = screen.words_of(now.game.key).round_name
    of = {at: number for number, at in _placed(line)}
    number = of.get(place, line.first.round)
    # Before the first move the first round is the next, though it has a number already.
    following = next((at for at, other in of.items() if at > place and (other != number or not place)), None)
    return Moment(
        place=place,
        last=len(line.steps),
        name=called(number),
        text=said_then(line, step) if step else "",
        news=news_of(line, step) if step else (),
        step=step,
        board=_board(now, state),
        next_part=following,
        next_name=called(of[following] if following else number),
    )


def _board(now: Sitting, state: Any) -> dict[str, Any]:
    """Return what a board shows of a state that is over: nobody looks for missing phones, nothing is to be tapped."""
    return {
        "view": now.game.view_for(state, None),
        "state": state,
        "standings": now.game.standings(state),
        "session": now.session,
        "held": range(1, len(state.names) + 1),
        "is_past": True,
    }


def said_then(line: Line, step: Step) -> str:
    """Return a move as everybody heard it when it was made: without what was still secret."""
    return said(line, step, is_open=not line.game.keeps_secret(step.state, step.move))


def said(line: Line, step: Step, is_open: bool) -> str:
    """Return a move as a sentence, with or without its content."""
    words = screen.words_of(line.game.key)
    return str((words.told if is_open else words.told_in_secret)(step.state.names, step.move))


def news_of(line: Line, step: Step) -> tuple[str, ...]:
    """Return what came of a move, in sentences."""
    words = screen.words_of(line.game.key)
    return tuple(said for item in step.state.news if (said := words.news(step.state.names, item)))


def unseen(line: Line) -> frozenset[int]:
    """Return the entries whose content nobody else ever saw: still secret, or changed before it was laid open."""
    hidden = {step.number for step in line.secret}
    waiting: dict[Any, Step] = {}
    for step in line.steps:
        if line.game.keeps_secret(step.state, step.move):
            asked = (step.move.name, step.move.seat)
            if asked in waiting:
                hidden.add(waiting[asked].number)
            waiting[asked] = step
        waiting = {key: kept for key, kept in waiting.items() if line.game.keeps_secret(step.state, kept.move)}
    return frozenset(hidden)
