"""Cincinnati with dice: the Game that the catalog lists."""

from collections.abc import Mapping
from typing import Any

from ..contract import Game, Refused
from .cards import SEATS
from .facts import facts
from .game import apply
from .moves import MOVES, Choose, Reveal
from .offers import offers
from .score import scores, standings
from .sight import picks_are_open, published, view_for
from .state import Options, State, start

DECKS = ("physical", "app")


def read_options(written: Mapping[str, Any]) -> Options:
    """Return the options of a session file, or raise Refused. [D2.6]"""
    if unknown := set(written) - {"deck"}:
        raise Refused("bad-option", None, option=min(unknown))
    deck = written.get("deck", "physical")
    if deck not in DECKS:
        raise Refused("bad-option", "D2.6", option="deck")
    return Options(deck)


def write_options(options: Options) -> dict[str, Any]:
    """Return the options as a session file holds them."""
    return {"deck": options.deck}


def keeps_secret(state: State, move: Any) -> bool:
    """Tell whether a move that stands in this state is still for its own seat only. [D3.2]"""
    return isinstance(move, Choose) and not picks_are_open(state)


def draw(state: State, stack: tuple[str, ...]) -> Reveal:
    """Return the reveal of the next cards of an app deck: the same ones again after going back. [D2.6]"""
    begin = state.cards_turned
    return Reveal(tuple(stack[begin : begin + len(state.tables)]))


DICE = Game(
    key="dice",
    seats=SEATS,
    moves=MOVES,
    read_options=read_options,
    write_options=write_options,
    start=start,
    offers=offers,
    apply=apply,
    view_for=view_for,
    published=published,
    standings=standings,
    keeps_secret=keeps_secret,
    scores=scores,
    facts=facts,
    reveals=frozenset({"reveal"}),
    resting=("reveal",),
    pauses=("reveal",),
    drawn="reveal",
    draw=draw,
)
