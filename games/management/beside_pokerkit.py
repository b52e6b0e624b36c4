"""How fast the poker rules are beside pokerkit, both in one run.

Both sides are timed in turns, so that a busy machine slows them alike; what counts is the ratio.
"""

import random
import warnings
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec
from time import process_time
from types import ModuleType
from typing import Any

from games.codec import read_move, spell
from games.rules.poker import POKER
from games.rules.poker.cards import DECK, RANKS
from games.rules.poker.moves import Bet, Board, Call, Check, Deal, Show
from games.rules.poker.ranking import best_hand

Figures = Iterator[tuple[str, str]]  # what was measured, and the figure
Moves = list[Any]

SEED = 20
PLAYERS = 6
HANDS, THEIR_HANDS = 500, 4  # hands ranked in one turn; pokerkit tries all 252 fives of each
PLAYED, THEIR_PLAYED = 20, 2  # hands played in one turn
CALLS = 25  # times four calls in one turn
DEALT_BY_HAND = ("HOLE_DEALING", "BOARD_DEALING", "CARD_BURNING")


def pokerkit() -> ModuleType | None:
    """Return pokerkit, if it is installed."""
    return import_module("pokerkit") if find_spec("pokerkit") else None


def figures(turns: int, kit: ModuleType | None) -> Figures:
    """Measure so many turns each; without pokerkit, what can be told without it."""
    chance = random.Random(SEED)  # the same cards every time  # nosec B311
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pokerkit advises against cards that its own deck would not deal next
        yield from _ranking(turns, kit, chance)
        yield from _playing(turns, kit, chance)
        if kit:
            yield from _moving(turns, kit, chance)


def _timed(jobs: Iterable[Callable[[], object]]) -> float:
    """Return the seconds of processor time the jobs take, one by one, each job's own time only."""
    total = 0.0
    for job in jobs:
        began = process_time()
        job()
        total += process_time() - began
    return total


def _ranking(turns: int, kit: ModuleType | None, chance: random.Random) -> Figures:
    """The best five of ten cards, without wild cards and with one to four. [P6, P9]"""
    hands = {wild: [_ten(wild, chance) for _ in range(HANDS)] for wild in range(5)}
    theirs = [("".join(cards[:5]), "".join(cards[5:])) for cards, _ in hands[0][:THEIR_HANDS]]
    ours, their_time = dict.fromkeys(hands, 0.0), 0.0
    for _ in range(turns):
        for wild, ten in hands.items():
            ours[wild] += _timed([lambda ten=ten: [best_hand(*hand) for hand in ten]]) / HANDS  # type: ignore[misc]
        if kit:
            high = kit.StandardHighHand
            their_time += _timed([lambda: [high.from_game(*pair) for pair in theirs]]) / THEIR_HANDS  # noqa: B023
    yield "best hand of five and five cards", f"{turns / ours[0]:,.0f} a second"
    if kit:
        yield "  pokerkit", f"{turns / their_time:,.0f} a second"
        yield "  ratio (wanted: at least 1,000)", f"{their_time / ours[0]:,.0f}"
    for wild in range(1, 5):
        yield f"  with {wild} wild (wanted: at most 1.6 times as long)", f"{ours[wild] / ours[0]:.2f}"


def _ten(wild: int, chance: random.Random) -> tuple[list[str], str | None]:
    """Return ten cards, so many of them of the rank that is wild."""
    rank = chance.choice(RANKS)
    own = chance.sample([card for card in DECK if card.rank == rank], wild)
    rest = chance.sample([card for card in DECK if card.rank != rank or not wild], 10 - wild)
    return list(map(str, own + rest)), rank if wild else None


def _playing(turns: int, kit: ModuleType | None, chance: random.Random) -> Figures:
    """A whole hand of six to the showdown, beside one of no-limit hold'em."""
    start = _table()
    hands = [_hand(chance) for _ in range(PLAYED)]
    written = [[spell(move) for move in moves] for moves in hands]
    theirs = [list(map(str, chance.sample(DECK, 17))) for _ in range(THEIR_PLAYED)]
    ours = from_file = their_time = 0.0
    for _ in range(turns):
        if kit:
            their_time += _timed([lambda: [_play_theirs(kit, cards) for cards in theirs]]) / THEIR_PLAYED
        ours += _timed([lambda: [_play(start, moves) for moves in hands]]) / PLAYED
        from_file += _timed([lambda: [_play_written(start, moves) for moves in written]]) / PLAYED
    yield f"a hand of six to the showdown, {len(hands[0])} moves", f"{turns / ours:,.0f} a second"
    if kit:
        yield "  pokerkit, no-limit hold'em", f"{turns / their_time:,.0f} a second"
        yield "  ratio (wanted: at least 30)", f"{their_time / ours:.0f}"
        yield "  ratio with every move read from a session file", f"{their_time / from_file:.0f}"


def _table() -> Any:
    return POKER.start(POKER.read_options({"preset": "classic"}), tuple("ABCDEF"))


def _hand(chance: random.Random) -> Moves:
    """Return a hand of six: a bet and a raise that are called, then checks, and everybody shows."""
    cards = list(map(str, chance.sample(DECK, 5 + 5 * PLAYERS)))
    row, seats = cards[:5], [*range(2, PLAYERS + 1), 1]
    moves: Moves = [Deal(), Board(row[0]), Bet(2, 2), Bet(3, 4)]
    moves += [Call(seat) for seat in (*seats[2:], 2)]
    for card in row[1:]:
        moves += [Board(card), *(Check(seat) for seat in seats)]
    return moves + [Show(seat, tuple(cards[5 * seat : 5 * seat + 5])) for seat in seats]


def _play(state: Any, moves: Moves) -> Any:
    for move in moves:
        state = POKER.apply(state, move)
    return state


def _play_written(state: Any, written: list[dict[str, Any]]) -> Any:
    for move in written:
        state = POKER.apply(state, read_move(POKER, move))
    return state


def _their_table(kit: ModuleType) -> Any:
    automated = tuple(step for step in kit.Automation if step.name not in DEALT_BY_HAND)
    return kit.NoLimitTexasHoldem.create_state(automated, True, 0, (1, 2), 2, (200,) * PLAYERS, PLAYERS)


def _play_theirs(kit: ModuleType, cards: list[str]) -> Any:
    """Play a hand of six no-limit hold'em: a raise that is called, then checks to the showdown."""
    state, deck = _their_table(kit), iter(cards)
    while state.can_deal_hole():
        state.deal_hole(next(deck))
    state.complete_bet_or_raise_to(4)
    while state.status:
        if state.can_burn_card():
            state.burn_card("??")
        if state.can_deal_board():
            state.deal_board("".join(next(deck) for _ in range(1 if state.board_cards else 3)))
        else:
            state.check_or_call()
    return state


def _moving(turns: int, kit: ModuleType, chance: random.Random) -> Figures:
    """Four calls in a row in the middle of a round: ours validated, theirs the bare transition."""
    moves = _hand(chance)
    state, calls = _play(_table(), moves[:4]), moves[4:8]
    ours = their_time = 0.0
    for _ in range(turns):
        theirs = _their_table(kit)
        for card in chance.sample(DECK, 2 * PLAYERS):
            theirs.deal_hole(str(card))
        their_time += _timed([theirs.check_or_call] * 4) / 4
        ours += _timed([lambda: [_play(state, calls) for _ in range(CALLS)]]) / (4 * CALLS)
    yield "a validated move", f"{ours / turns * 1e6:,.1f} µs"
    yield "  pokerkit, a bare transition", f"{their_time / turns * 1e6:,.1f} µs"
    yield "  ratio (wanted: at least 1)", f"{their_time / ours:.1f}"
