"""What poker tells of a hand: the row, who did what in which round, who won which pot with what, and has what."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.history import Line, Step
from games.rules.poker.betting import circle
from games.rules.poker.sight import PlayerView, PokerView, view_for
from games.rules.poker.state import State
from games.words.poker import deed, news, street

ENDED = "pot-won"  # the news that a hand is over


@dataclass(frozen=True)
class Street:
    """A table card (None: not entered) and what was done after it, in order; what then lay in the middle, in chips."""

    name: str
    card: str | None
    deeds: tuple[str, ...]
    pot: int


@dataclass(frozen=True)
class Row:
    """A seat after the hand: its chips, by how many they changed in it, and its five if it showed them."""

    player: PlayerView
    change: int
    was_in: bool


@dataclass(frozen=True)
class Tale:
    """A hand as everybody saw it. `ended`: the view at its end; None while it is played, or where none was dealt."""

    opening: tuple[str, ...]
    streets: tuple[Street, ...]
    returned: tuple[str, ...]
    declared: tuple[str, ...]
    ended: PokerView | None
    rows: tuple[Row, ...]


def tale(before: State, steps: Sequence[Step]) -> Tale:
    """Return what happened in the moves of one hand, as far as it is open to all. [P1-P9]"""
    end = next((step.state for step in steps if any(item.kind == ENDED for item in step.state.news)), None)
    stands = end or steps[-1].state
    dealt = _told(steps, ("dealt",))
    return Tale(
        opening=dealt,
        streets=_streets(steps),
        returned=_told(steps, ("returned",)),
        declared=_told(steps, ("declared",)),
        ended=view_for(end, None) if end else None,
        rows=_rows(before, view_for(stands, None), _seats_dealt(steps)) if dealt else (),
    )


def _streets(steps: Sequence[Step]) -> tuple[Street, ...]:
    streets: list[Street] = []
    for step in steps:
        if step.move.name == "board":
            streets.append(Street(street(len(streets) + 1), step.move.card, (), _in_the_middle(step.state)))
        elif streets and (did := _deeds(step)):
            last = streets[-1]
            pot = _in_the_middle(step.state) or _paid(step.state)  # a hand that ends with a fold pays at once
            streets[-1] = Street(last.name, last.card, (*last.deeds, *did), pot)
    return tuple(streets)


def _deeds(step: Step) -> tuple[str, ...]:
    return tuple(filter(None, (deed(step.state.names, item) for item in step.state.news)))


def _in_the_middle(state: State) -> int:
    """Return all chips put in during the hand so far."""
    return sum(player.in_hand for player in state.players)


def _paid(state: State) -> int:
    """Return what was won in the hand that has just ended, in chips. [P5.3]"""
    return sum(pot.amount for pot in state.last_hand.pots) if state.last_hand else 0


def _rows(before: State, view: PokerView, dealt: Sequence[int]) -> tuple[Row, ...]:
    """Return the seats with what the hand brought them: their chips at its end against those before the ante."""
    had = [player.chips for player in before.players]
    return tuple(Row(player, player.chips - had[player.seat - 1], player.seat in dealt) for player in view.players)


def _seats_dealt(steps: Iterable[Step]) -> tuple[int, ...]:
    told = (item for step in steps for item in step.state.news)
    return next((item.values["seats"] for item in told if item.kind == "dealt"), ())


def _told(steps: Iterable[Step], kinds: tuple[str, ...]) -> tuple[str, ...]:
    said = (news(step.state.names, item) for step in steps for item in step.state.news if item.kind in kinds)
    return tuple(filter(None, said))


def first_asked(line: Line) -> int | None:
    """Return the seat that began: the first one left of the first dealer that was dealt in. [P1.2, P2.2]"""
    told = (item.values for step in line.steps for item in step.state.news if item.kind == "dealt")
    values = next(told, None)
    if values is None:
        return None
    return next(seat for seat in circle(max(values["seats"]), values["dealer"]) if seat in values["seats"])
