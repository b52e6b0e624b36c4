"""Random sessions, played by whatever the offers allow, and all the moves one might try at any moment."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hypothesis import strategies as st

from games.rules.poker import POKER
from games.rules.poker.cards import DECK
from games.rules.poker.moves import (
    Bet,
    Board,
    Call,
    Check,
    Deal,
    Declare,
    Finish,
    Fold,
    Hole,
    Join,
    Leave,
    Muck,
    Rebuy,
    Show,
    Winners,
)
from games.rules.poker.options import CLASSIC, FIXED_LIMIT, NO_LIMIT, POT_LIMIT, SPREAD_LIMIT, Options

from .play import CAST


@dataclass(frozen=True)
class Style:
    """How a random session goes. `bets`: how often who may bets; `steps`: how many moves it has at most."""

    seed: int
    players: int
    options: Options
    bets: float
    steps: int = 120


def _options(players, seed, **agreed):
    rng = random.Random(seed)
    stacks = tuple(rng.choice((1, 4, 9, 20, 37, 100)) for _ in range(players))
    ante = rng.choice((1, 1, 2, 5))
    if sum(stack >= ante for stack in stacks) < 2:
        stacks = (20,) * players
    return Options(CLASSIC, rng.randint(1, players), stacks, ante, **agreed)


@st.composite
def styles(draw, min_players=2, max_players=9):
    players = draw(st.integers(min_players, max_players))
    options = _options(
        players,
        draw(st.integers(0, 2**16)),
        hands=draw(st.sampled_from([1, 3, None])),
        betting=draw(st.sampled_from([NO_LIMIT, POT_LIMIT, FIXED_LIMIT, SPREAD_LIMIT])),
        min_bet=draw(st.sampled_from([1, 2, 5])),
        wild=draw(st.sampled_from(["none", "last-card", "low-hole"])),
        split=draw(st.sampled_from(["none", "suit-high", "suit-high-or-low"])),
        split_card=draw(st.sampled_from(["last", "third"])),
        rebuys=draw(st.booleans()),
        muck=draw(st.booleans()),
        declare=draw(st.booleans()),
    )
    return Style(draw(st.integers(0, 2**32)), players, options, draw(st.sampled_from([0.1, 0.4, 0.8])))


STYLES = styles()


def beginning(style):
    return POKER.start(style.options, CAST[: style.players])


def steps(style) -> Iterator[tuple]:
    """Every step of one random session: state, move, next state."""
    rng, state = random.Random(style.seed), beginning(style)
    for _ in range(style.steps):
        offers = POKER.offers(state)
        if not offers:
            return
        move = answer(rng, state, _pick(rng, style, state, offers))
        before, state = state, POKER.apply(state, move)
        yield before, move, state


def states(style):
    """Every state of one random session, the first and the last included."""
    yield beginning(style)
    yield from (state for _, _, state in steps(style))


def _pick(rng, style, state, offers):
    kinds = {offer.move for offer in offers}
    if state.phase == "deal" and "deal" in kinds and rng.random() < 0.8:
        return offers[0]
    if state.phase == "deal" and "finish" in kinds and rng.random() < 0.8:
        offers = [offer for offer in offers if offer.move != "finish"]
    if state.phase == "bet":
        wanted = "bet" if rng.random() < style.bets and "bet" in kinds else "fold" if rng.random() < 0.1 else None
        if rng.random() < 0.95:
            return next((offer for offer in offers if offer.move == wanted), offers[0])
    if state.phase == "board" and rng.random() < 0.9:
        return offers[0]
    return rng.choice(offers)


def answer(rng, state, offer):
    """A move that the offer covers."""
    limits = dict(offer.limits)
    simple = {"deal": Deal, "finish": Finish, "check": Check, "call": Call, "fold": Fold, "muck": Muck, "leave": Leave}
    if make := simple.get(offer.move):
        return make(offer.seat) if offer.seat else make()
    if offer.move == "bet":
        least, most = limits["min_to"], limits["max_to"]
        return Bet(offer.seat, rng.choice((least, most, rng.randint(least, most), min(most, 2 * least))))
    if offer.move == "board":
        return Board(_closed(rng, state, 1)[0] if rng.random() < 0.95 else None)
    if offer.move in ("hole", "show"):
        return (Hole if offer.move == "hole" else Show)(offer.seat, _closed(rng, state, 5))
    if offer.move == "rebuy":
        return Rebuy(offer.seat, rng.randint(1, 50))
    if offer.move == "join":
        return Join(f"Late {limits['seat']}", rng.randint(1, 50))
    assert offer.move == "declare"
    return Declare(tuple(_winners(rng, seats, limits["split"]) for _, seats in limits["pots"]))


def _closed(rng, state, count):
    return tuple(rng.sample([card for card in DECK if card not in state.table.lies_open], count))


def _winners(rng, seats, is_split):
    high = tuple(rng.sample(seats, rng.randint(1, len(seats))))
    return Winners(high, (rng.choice(seats),) if is_split and rng.random() < 0.7 else None)


def anything(rng, state):
    """One of each kind of move, of any seat, with any content."""
    seat = rng.randint(0, len(state.names) + 1)
    five, pot = tuple(rng.sample(DECK, 5)), Winners((rng.randint(1, 9),), rng.choice([None, (rng.randint(1, 9),)]))
    limits = POKER.published(state)
    near = [limits[key] + more for key in ("min_to", "max_to") for more in (-1, 0, 1) if limits[key]]
    return [
        Deal(),
        Board(rng.choice(DECK)),
        Board(),
        *(make(seat) for make in (Check, Call, Fold, Muck, Leave)),
        *(Bet(turn, to) for to in (*near, rng.randint(-5, 120)) for turn in {seat, state.betting.turn or seat}),
        Hole(seat, five),
        Show(seat, five),
        Show(seat),
        Declare((pot,) * rng.randint(0, 3)),
        Rebuy(seat, rng.randint(1, 50)),
        Join(rng.choice([*CAST, "New"]), 50),
        Finish(),
    ]


def is_covered(state, move):
    """Tell whether an offer allows the move, as it stands there: kind, seat and limits."""
    return any(_covers(state, offer, move) for offer in POKER.offers(state))


def _covers(state, offer, move):
    if offer.move != move.name or offer.seat != getattr(move, "seat", None):
        return False
    limits = dict(offer.limits)
    if isinstance(move, Bet):
        return limits["min_to"] <= move.to <= limits["max_to"]
    if isinstance(move, Board):
        return move.card not in limits["open"]
    if isinstance(move, Hole):
        return not set(move.cards) & state.table.lies_open
    if isinstance(move, Show):
        cards = move.cards or state.table.hole_of(move.seat)
        return cards is not None and not set(cards) & set(limits["open"])
    if isinstance(move, Join):
        return move.called.casefold() not in map(str.casefold, state.names)
    if isinstance(move, Declare):
        return len(move.pots) == len(limits["pots"]) and all(
            set(won.high) <= set(seats) and (won.suit is None or (limits["split"] and set(won.suit) <= set(seats)))
            for won, (_, seats) in zip(move.pots, limits["pots"], strict=True)
        )
    return True


def turned(options: Options, by: int) -> Options:
    """The options for a table where everybody has moved up so many seats."""
    stacks = options.stack
    assert isinstance(stacks, tuple)
    players = len(stacks)
    return replace(
        options,
        stack=tuple(stacks[(seat - by) % players] for seat in range(players)),
        first_dealer=(options.first_dealer - 1 + by) % players + 1,
    )
