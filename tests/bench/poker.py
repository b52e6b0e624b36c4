"""How fast the poker rules are beside pokerkit, both in one run: `python tests/bench/poker.py`.

Both sides are timed in turns, so that a busy machine slows them alike; what counts is the ratio.
"""

import random
import sys
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from time import process_time

import pokerkit

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from games.codec import read_move, spell
from games.rules.poker import POKER
from games.rules.poker.cards import DECK, RANKS
from games.rules.poker.moves import Bet, Board, Call, Check, Deal, Show
from games.rules.poker.ranking import best_hand

RNG = random.Random(20)
PLAYERS = 6
TURNS = 12  # how often each side is timed, one after the other


def timed(jobs: Iterable[Callable[[], object]]) -> float:
    """Return the seconds the jobs take, one by one, each job's own time only."""
    total = 0.0
    for job in jobs:
        began = process_time()
        job()
        total += process_time() - began
    return total


def ten_cards() -> list[str]:
    return list(map(str, RNG.sample(DECK, 10)))


def ten_with_wild(wild: int) -> tuple[list[str], str]:
    rank = RNG.choice(RANKS)
    own = RNG.sample([card for card in DECK if card.rank == rank], wild)
    rest = RNG.sample([card for card in DECK if card.rank != rank], 10 - wild)
    return list(map(str, own + rest)), rank


def bench_hands() -> None:
    natural = [ten_cards() for _ in range(1500)]
    theirs = [("".join(cards[:5]), "".join(cards[5:])) for cards in natural[:12]]
    wild = {count: [ten_with_wild(count) for _ in range(1500)] for count in range(1, 5)}
    times = dict.fromkeys(("pokerkit", 0, 1, 2, 3, 4), 0.0)
    for _ in range(TURNS):
        times["pokerkit"] += timed([lambda: [pokerkit.StandardHighHand.from_game(*pair) for pair in theirs]]) / 12
        times[0] += timed([lambda: [best_hand(cards) for cards in natural]]) / 1500
        for count, hands in wild.items():
            times[count] += timed([lambda hands=hands: [best_hand(*hand) for hand in hands]]) / 1500
    print(
        f"best hand of ten: {times[0] / TURNS * 1e6:.2f} µs, pokerkit {times['pokerkit'] / TURNS * 1e3:.2f} ms", end=""
    )
    print(f": {times['pokerkit'] / times[0]:,.0f} times as fast (wanted: 1,000)")
    for count in range(1, 5):
        print(f"  with {count} wild: {times[count] / times[0]:.2f} times as long (wanted: at most 1.6)")


def our_hand() -> list[object]:
    """Return a hand of six: a bet and a raise that are called, then checks, and everybody shows."""
    cards = list(map(str, RNG.sample(DECK, 5 + 5 * PLAYERS)))
    row, seats = cards[:5], [*range(2, PLAYERS + 1), 1]
    moves: list[object] = [Deal(), Board(row[0]), Bet(2, 2), Bet(3, 4)]
    moves += [Call(seat) for seat in (*seats[2:], 2)]
    for card in row[1:]:
        moves += [Board(card), *(Check(seat) for seat in seats)]
    return moves + [Show(seat, tuple(cards[5 * seat : 5 * seat + 5])) for seat in seats]


def play_ours(start: object, moves: list[object]) -> object:
    state = start
    for move in moves:
        state = POKER.apply(state, move)
    assert state.phase == "deal"
    return state


def play_ours_from_file(start: object, written: list[dict[str, object]]) -> None:
    state = start
    for move in written:
        state = POKER.apply(state, read_move(POKER, move))


AUTOMATED = tuple(a for a in pokerkit.Automation if a.name not in {"HOLE_DEALING", "BOARD_DEALING", "CARD_BURNING"})


def play_theirs(cards: list[str]) -> None:
    """Play a hand of six no-limit hold'em: a raise that is called, then checks to the showdown."""
    state = pokerkit.NoLimitTexasHoldem.create_state(AUTOMATED, True, 0, (1, 2), 2, (200,) * PLAYERS, PLAYERS)
    at = 0
    while state.can_deal_hole():
        state.deal_hole(cards[at])
        at += 1
    state.complete_bet_or_raise_to(4)
    while state.status:
        if state.can_burn_card():
            state.burn_card("??")
        if state.can_deal_board():
            count = 3 if not state.board_cards else 1
            state.deal_board("".join(cards[at : at + count]))
            at += count
        else:
            state.check_or_call()


def bench_play() -> None:
    start = POKER.start(POKER.read_options({"preset": "classic"}), tuple("ABCDEF"))
    ours = [our_hand() for _ in range(60)]
    written = [[spell(move) for move in moves] for moves in ours]
    theirs = [list(map(str, RNG.sample(DECK, 17))) for _ in range(6)]
    apart = dict.fromkeys(("ours", "file", "theirs"), 0.0)
    for _ in range(TURNS):
        apart["theirs"] += timed([lambda: [play_theirs(cards) for cards in theirs]]) / 6
        apart["ours"] += timed([lambda: [play_ours(start, moves) for moves in ours]]) / 60
        apart["file"] += timed([lambda: [play_ours_from_file(start, moves) for moves in written]]) / 60
    print(f"a hand of six to the showdown: {apart['ours'] / TURNS * 1e6:.0f} µs for {len(ours[0])} moves", end="")
    print(f", pokerkit {apart['theirs'] / TURNS * 1e3:.1f} ms", end="")
    print(f": {apart['theirs'] / apart['ours']:.0f} times as often (wanted: 30)")
    print(f"  read from a session file: {apart['theirs'] / apart['file']:.0f} times")


def their_round() -> pokerkit.State:
    """Return a hand of six before the flop, where four in a row can call and nothing else hangs on it."""
    state = pokerkit.NoLimitTexasHoldem.create_state(AUTOMATED, True, 0, (1, 2), 2, (200,) * PLAYERS, PLAYERS)
    for card in RNG.sample(DECK, 2 * PLAYERS):
        state.deal_hole(str(card))
    return state


def bench_move() -> None:
    """Four calls in a row in the middle of a round, which both sides validate."""
    moves = our_hand()
    state = POKER.start(POKER.read_options({"preset": "classic"}), tuple("ABCDEF"))
    for move in moves[:4]:
        state = POKER.apply(state, move)
    calls = moves[4:8]
    ours = theirs = 0.0
    for _ in range(60):
        one = their_round()
        theirs += timed([one.check_or_call] * 4) / 4
        ours += timed([lambda: [_calls(state, calls) for _ in range(25)]]) / 100
    print(f"a validated move: {ours / 60 * 1e6:.1f} µs, pokerkit {theirs / 60 * 1e6:.1f} µs", end="")
    print(f": {theirs / ours:.1f} times as fast (wanted: 1)")


def _calls(state: object, calls: list[object]) -> None:
    for call in calls:
        state = POKER.apply(state, call)


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # pokerkit advises against cards that its own deck would not deal next
    bench_hands()
    bench_play()
    bench_move()
