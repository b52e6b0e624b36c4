"""What the dice game tells of a round: who picked which table, rolled and cleared what, duelled whom, and has what."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.history import Line, Step
from games.rules.contract import News
from games.rules.dice.moves import Roll
from games.rules.dice.ranking import Dice, Throw, read
from games.rules.dice.sight import DiceView, TableView, view_for
from games.rules.dice.state import State
from games.words.dice import news

Throws = dict[int, tuple[Dice, ...]]  # by seat: the third attempt, then a result for every extra roll bought


@dataclass(frozen=True)
class Row:
    """A seat's round: its pick, its results in their order, what it cleared, and what it has afterwards."""

    seat: int
    name: str
    table: str | None
    throws: tuple[Dice, ...]
    throw: Throw | None
    cleared: bool
    money: int
    chips: int
    score: int
    left: bool

    @property
    def bought(self) -> int:
        """How many extra rolls there were. [D4.2]"""
        return max(len(self.throws) - 1, 0)


@dataclass(frozen=True)
class Bout:
    """A duel: whose results were what, in the order of turns, and how it ended (empty: it is still going on)."""

    cause: str
    rolls: tuple[tuple[str, tuple[Dice, ...]], ...]
    text: str


@dataclass(frozen=True)
class Tale:
    """A round as everybody saw it. `tables` with the cards played for; `said`: what became of them."""

    tables: tuple[TableView, ...]
    rows: tuple[Row, ...]
    said: tuple[str, ...]
    bouts: tuple[Bout, ...]


def tale(before: State, steps: Sequence[Step]) -> Tale:
    """Return what happened in the moves of one round, as far as it is open to all. [D2-D6]"""
    view = view_for(steps[-1].state, None)
    told = [item for step in steps for item in step.state.news]
    revealed = [step.state for step in steps if step.move.name == "reveal"]
    results = _results(before, steps)
    return Tale(
        tables=view_for(revealed[0], None).tables if revealed else (),
        rows=_rows(view, results.get(0, {}), told) if revealed else (),
        said=_sentences(view, told, ("table-cleared", "table-stays")),
        bouts=_bouts(view, results, told),
    )


def _results(before: State, steps: Iterable[Step]) -> dict[int, Throws]:
    """Return the results at the tables (0) and in each duel (from 1); what was entered again counts once. [D3.7]"""
    rolled: dict[tuple[int, int, int], Dice] = {}  # by duel, seat and what was asked: the last one counts
    duel = 0
    for step in steps:
        if isinstance(step.move, Roll):
            rolled[duel if before.duel else 0, step.move.seat, before.beat] = tuple(sorted(step.move.dice))
        duel += sum(item.kind == "duel-begun" for item in step.state.news)
        before = step.state
    results: dict[int, Throws] = {}
    for (where, seat, _), dice in rolled.items():
        throws = results.setdefault(where, {})
        throws[seat] = (*throws.get(seat, ()), dice)
    return results


def _rows(view: DiceView, throws: Throws, told: Sequence[News]) -> tuple[Row, ...]:
    cleared = {item.values["seat"] for item in told if item.kind == "table-cleared"}
    return tuple(
        Row(
            seat=player.seat,
            name=player.name,
            table=player.table,
            throws=throws.get(player.seat, ()),
            throw=read(throws[player.seat][-1]) if player.seat in throws else None,
            cleared=player.seat in cleared,
            money=player.worth,
            chips=player.chips,
            score=player.score,
            left=player.left,
        )
        for player in view.players
    )


def _bouts(view: DiceView, results: dict[int, Throws], told: Sequence[News]) -> tuple[Bout, ...]:
    begun = [item.values for item in told if item.kind == "duel-begun"]
    ended = _sentences(view, told, ("duel-won", "duel-tied"))
    return tuple(
        Bout(
            values["cause"],
            tuple((view.name(seat), results.get(number, {}).get(seat, ())) for seat in values["seats"]),
            ended[number - 1] if number <= len(ended) else "",
        )
        for number, values in enumerate(begun, 1)
    )


def _sentences(view: DiceView, told: Iterable[News], kinds: tuple[str, ...]) -> tuple[str, ...]:
    said = (news(view.names, item) for item in told if item.kind in kinds)
    return tuple(filter(None, said))


def first_asked(line: Line) -> int | None:
    """Return the seat that began: the first to be asked for an extra roll, as all dice are rolled at once. [D4.1]"""
    return next((step.state.asked[0] for step in line.steps if step.state.phase == "extra"), None)
