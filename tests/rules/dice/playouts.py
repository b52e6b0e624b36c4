"""Random games, played by whatever the offers allow, and all the moves one might try at any moment."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import strategies as st

from games.rules.dice import DICE
from games.rules.dice.cards import CHIPS_CARD, DUEL, KINDS
from games.rules.dice.moves import Challenge, Choose, Extra, Finish, Leave, Reveal, Roll
from games.rules.dice.state import Options

from .play import CAST

THROWS = [(1, 1, 1, 2, 2), (1, 1, 2, 3, 4), (1, 2, 3, 4, 5), (6, 6, 6, 6, 5), (6, 6, 5, 4, 2)]


@dataclass(frozen=True)
class Style:
    """How a random game goes. `ties`: how often dice come from a few throws, so that claims are equal."""

    seed: int
    players: int
    ties: float
    buys: float
    leaves: float
    crowd: float  # how often a pick is table A or C
    again: float  # how often an answer that may be repeated is


STYLES = st.builds(
    Style,
    seed=st.integers(0, 2**32),
    players=st.integers(3, 6),
    ties=st.sampled_from([0.0, 0.5, 0.9]),
    buys=st.sampled_from([0.0, 0.3, 0.6]),
    leaves=st.sampled_from([0.0, 0.0, 0.03]),
    crowd=st.sampled_from([0.0, 0.8]),
    again=st.sampled_from([0.0, 0.2]),
)


def beginning(style):
    return DICE.start(Options(), CAST[: style.players])


def moves_of(style) -> Iterator:
    """The moves of one random game; send the state before each, as a generator does."""
    dealer = random.Random(style.seed)
    state = yield
    while offers := [offer for offer in DICE.offers(state) if not offer.early]:
        state = yield _pick(dealer, style, state, offers)


def games(style) -> Iterator[tuple]:
    """Every step of one random game: state, move, next state."""
    moves, state = moves_of(style), beginning(style)
    next(moves)
    while True:
        try:
            move = moves.send(state)
        except StopIteration:
            return
        state, before = DICE.apply(state, move), state
        yield before, move, state


def states(style):
    """Every state of one random game, the first and the last included."""
    yield beginning(style)
    yield from (state for _, _, state in games(style))


def _pick(dealer, style, state, offers):
    if state.phase == "reveal" and dealer.random() >= style.leaves:
        offer = offers[0]
    elif dealer.random() < style.again or state.phase == "reveal":
        offer = dealer.choice(offers)
    else:
        offer = dealer.choice([offer for offer in offers if offer.owed])
    return within(dealer, style, state, offer)


def within(dealer, style, state, offer):
    """A random move within the limits of the offer."""
    match offer.move:
        case "reveal":
            return Reveal(draw(dealer, state, offer))
        case "choose":
            tables = offer.limit("tables")
            return Choose(offer.seat, dealer.choice("AC" if dealer.random() < style.crowd else tables))
        case "roll":
            return Roll(offer.seat, throw(dealer, style))
        case "extra":
            return Extra(offer.seat, dealer.random() < style.buys)
        case "challenge":
            return Challenge(offer.seat, dealer.choice(offer.limit("opponents")))
        case "leave":
            return Leave(offer.seat)
    return Finish()


def draw(dealer, state, offer):
    unseen = Counter(dict(offer.limit("unseen")))
    if state.round == 1:
        del unseen[DUEL]  # [D2.4]
    return tuple(dealer.sample(sorted(unseen.elements()), len(offer.limit("tables"))))


def throw(dealer, style):
    dice = list(dealer.choice(THROWS)) if dealer.random() < style.ties else [dealer.randint(1, 6) for _ in range(5)]
    dealer.shuffle(dice)
    return tuple(dice)


def is_covered(state, offers, move):
    """Whether one of these offers covers the move: the same deed, the same seat, within the limits."""
    return any(
        offer.move == move.name
        and offer.seat == getattr(move, "seat", None)
        and not offer.early
        and _is_within(state, offer, move)
        for offer in offers
    )


def _is_within(state, offer, move):
    match move:
        case Reveal(cards):
            unseen = dict(offer.limit("unseen"))
            enough = all(count <= unseen[kind] for kind, count in Counter(cards).items())
            return enough and len(cards) == len(offer.limit("tables")) and not (state.round == 1 and DUEL in cards)
        case Choose(_, letter):
            return letter in offer.limit("tables")
        case Challenge(_, opponent):
            return opponent in offer.limit("opponents")
    return True


def anything(state, dealer):
    """Whatever one might try: every kind of move for every seat and then some, whether it makes sense or not."""
    seats = range(len(state.names) + 2)
    dice = tuple(dealer.randint(1, 6) for _ in range(5))
    yield Finish()
    for seat in seats:
        yield Leave(seat)
        yield Roll(seat, dice)
        yield from (Choose(seat, letter) for letter in "ABC")
        yield from (Extra(seat, take) for take in (True, False))
        yield from (Challenge(seat, opponent) for opponent in seats)
    rare = sorted(state.unseen, key=state.unseen.get)[:3]
    for length in range(1, 5):
        for kinds in (KINDS, rare, [DUEL, CHIPS_CARD, "15000"]):
            yield Reveal(tuple(dealer.choices(kinds, k=length)))
