"""From entries to where a session stands: the fold, going back, correcting."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from .codec import read_move
from .rules.contract import Game, Offer, Refused

MOVE, REWIND, CORRECTION = "move", "rewind", "correction"


@dataclass(frozen=True, slots=True)
class Written:
    """An entry as the log keeps it: a move, or "go on from after entry `target`", or "read entry `target` as this"."""

    number: int
    kind: str
    target: int | None
    move: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Step:
    """A move that stands, the number of its entry, the state after it, and the bend of the log that it came after."""

    number: int
    move: Any
    state: Any
    bend: int = 0


@dataclass(frozen=True, slots=True)
class Left:
    """A move that a correction cut off, and the stretch of the game that it was made in.

    `is_secret`: its content was not open to all when it was cut off.
    """

    move: Any
    is_secret: bool
    stretch: tuple[int, bool]


@dataclass(frozen=True, slots=True)
class Line:
    """What stands after some entry. `leftover`: what corrections cut off, to be taken over one by one.

    `bend`: the number of the last entry that was no plain move; 0: there was none.
    """

    game: Game
    first: Any  # the state before any move
    head: int = 0
    steps: tuple[Step, ...] = ()
    leftover: tuple[Left, ...] = ()
    secret: tuple[Step, ...] = ()  # steps whose content is not open to all yet
    bend: int = 0
    round_since: int = 0  # the bend after which the running round began
    beat_since: int = 0  # the bend after which that began which is asked now

    @property
    def state(self) -> Any:
        """The state as it stands."""
        return self.steps[-1].state if self.steps else self.first

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Who may do what now, told from who might do the same in what was taken back."""
        return tuple(map(self._marked, self.game.offers(self.state)))

    def _marked(self, offer: Offer) -> Offer:
        """Return an offer with the bend of the log after which its question began.

        Rounds and beats are counted anew after going back, and an old page must not answer what is asked then: the
        same hand may be dealt again with other cards. What comes after one bend is one straight run, in which nothing
        begins twice; so round, beat and bend together are one question's own. Whatever is asked of a whole round (own
        cards, which outlive every bet) hangs on how the round began, all else on how the beat did. So a tap that is
        taken back leaves the half-entered answers of others good, for what they answer began before it; after going
        on again the old answers fit again, for it is the old question.
        """
        is_of_now = (offer.phase, offer.beat) == (self.state.phase, self.state.beat)
        since = self.beat_since if is_of_now else self.round_since
        return replace(offer, since=since) if since else offer

    def then(self, number: int, move: Any) -> "Line":
        """Return the line with one more move, or raise Refused."""
        return self._with(Step(number, move, self.game.apply(self.state, move), self.bend))

    def _with(self, step: Step) -> "Line":
        number, move, state = step.number, step.move, step.state
        secret = tuple(old for old in (*self.secret, step) if self.game.keeps_secret(state, old.move))
        return replace(
            self,
            head=number,
            steps=(*self.steps, step),
            leftover=self._still_left(move, state),
            secret=secret,
            round_since=self.round_since if state.round == self.state.round else step.bend,
            beat_since=self.beat_since if state.beat == self.state.beat else step.bend,
        )

    def _still_left(self, move: Any, state: Any) -> tuple[Left, ...]:
        """Return what is left over after one more move: without what it answers, and without what is past.

        What was left over of one hand is no answer in the next: what it says of cards, it says of others. What is
        private waits for its seat's own phone, and nothing waits for it: whatever comes first after it is next too.
        """
        left = [one for one in self.leftover if one.stretch >= _stretch(self.game, state)]
        for place, one in enumerate(left):
            if is_alike(self.game, move, one.move):
                return (*left[:place], *left[place + 1 :])
            if not self.game.is_private(one.move):
                break
        return tuple(left)

    def bent(self, number: int, kind: str) -> "Line":
        """Return the line as entry `number` leaves it, which goes back to it or has corrected it.

        Going back (or on) leaves nothing over: who goes back wants to enter it anew.
        """
        return replace(self, head=number, bend=number, leftover=() if kind == REWIND else self.leftover)

    def corrected(self, target: int, move: Any) -> "Line":
        """Return the line with entry `target` read as `move`; raise Refused if that move itself does not fit.

        A later move that no longer fits ends the line; it and all after it are left over, before what was already.
        Nothing here depends on the content of what is private and still secret: it stays whatever lies open now, and
        is left out of what is left over, to be entered anew.
        """
        at = next((index for index, step in enumerate(self.steps) if step.number == target), None)
        if at is None:
            raise Refused("not-standing", None, number=target)
        line = Line(self.game, self.first)
        hidden = {secret.number for secret in self.secret}
        for step in self.steps[:at]:
            line = line._again(step, hidden)
        line = line._again(replace(self.steps[at], move=move), set())
        for index, step in enumerate(rest := self.steps[at + 1 :]):
            try:
                line = line._again(step, hidden)
            except Refused:
                cut = self._cut_off(len(self.steps) - len(rest) + index, hidden)
                return replace(line, bend=self.bend, leftover=(*cut, *self.leftover))
        return replace(line, bend=self.bend, leftover=self.leftover)

    def _cut_off(self, at: int, hidden: set[int]) -> Iterator[Left]:
        """Yield what is left over of the steps from one on, each with the stretch that it began in."""
        for before, step in zip((self.steps[at - 1], *self.steps[at:]), self.steps[at:], strict=False):
            is_secret = step.number in hidden
            if not (is_secret and self.game.is_private(step.move)):
                yield Left(step.move, is_secret, _stretch(self.game, before.state))

    def _again(self, step: Step, hidden: set[int]) -> "Line":
        """Return the line with a step that stood before; what is secret is kept, not judged."""
        deed = self.game.keep if self.game.keep and step.number in hidden else self.game.apply
        return self._with(replace(step, state=deed(self.state, step.move)))


def is_alike(game: Game, move: Any, other: Any) -> bool:
    """Tell whether two moves answer the same: the same deed of the same seat, or another answer to its question."""
    kinds = {move.name, other.name}
    if len(kinds) > 1 and not any(kinds <= group for group in game.alike):
        return False
    return bool(getattr(move, "seat", None) == getattr(other, "seat", None))


def _stretch(game: Game, state: Any) -> tuple[int, bool]:
    """Return which stretch of the game this is: a round or hand, or the pause after it. Later ones are greater."""
    return state.round - (state.phase in game.resting), state.phase in game.pauses


@dataclass(slots=True)
class History:
    """A session's log, folded: the line after each entry, each entry's own step, and what is open to all."""

    line: Line
    lines: dict[int, Line] = field(default_factory=dict)
    steps: dict[int, Step] = field(default_factory=dict)
    open: set[tuple[int, Any]] = field(default_factory=set)  # entries, with the content that was open to all once

    def add(self, entry: Written) -> None:
        """Fold one more entry."""
        before, line = self.line, self._after(entry)
        self.line = self.lines[entry.number] = replace(line, head=entry.number)
        # A plain move opens itself, or what was secret before it; going back opens nothing that was not open then.
        fresh = line.steps if entry.kind == CORRECTION else (*before.secret, *line.steps[-1:])
        hidden = {step.number for step in line.secret}
        self.open.update(
            (step.number, step.move) for step in fresh if step.number not in hidden and entry.kind != REWIND
        )

    def _after(self, entry: Written) -> Line:
        if entry.kind == REWIND:
            assert entry.target is not None  # a rewind names its entry
            return self.lines[entry.target].bent(entry.number, REWIND)
        move = read_move(self.line.game, entry.move)
        if entry.kind == CORRECTION:
            assert entry.target is not None  # a correction names its entry
            line = self.line.corrected(entry.target, move)
            self.steps[entry.number] = next(step for step in line.steps if step.number == entry.target)
            return line.bent(entry.number, CORRECTION)
        line = self.line.then(entry.number, move)
        self.steps[entry.number] = line.steps[-1]
        return line


def fold(game: Game, first: Any, entries: Iterable[Written]) -> History:
    """Fold a whole log, from the state before any move."""
    empty = Line(game, first)
    history = History(empty, {0: empty})
    for entry in entries:
        history.add(entry)
    return history
