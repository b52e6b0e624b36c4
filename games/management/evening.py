"""A long made-up evening of dice, the same every time: more than 400 moves, each with the offer it answers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count, product
from typing import Any

from games.codec import spell
from games.rules.contract import Offer
from games.rules.dice import DICE
from games.rules.dice.cards import DUEL
from games.rules.dice.moves import Challenge, Choose, Extra, Reveal, Roll
from games.rules.dice.state import State

NAMES = ("Ann", "Ben", "Cleo", "Dov", "Eve", "Finn")
SECOND_THOUGHTS = 20  # picks changed in a round, so that twelve rounds have more than 400 moves
THROWS = list(product(range(1, 7), repeat=5))


@dataclass(frozen=True)
class Turn:
    """A move of the evening: its number from 1, the round, the fingerprint of the offer it answers."""

    number: int
    round: int
    move: Any
    offer: str

    @property
    def fields(self) -> dict[str, Any]:
        """The move as a phone's form sends it."""
        return {name: _as_text(value) for name, value in spell(self.move).items()} | {"offer": self.offer}


def _as_text(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(map(str, value)) if isinstance(value, list) else value


def turns() -> Iterator[Turn]:
    """Play the evening to its end."""
    state = DICE.start(DICE.read_options({}), NAMES)
    changed = 0
    for number in count(1):
        offer = _next(state, changed)
        if offer is None:
            return
        changed = changed + 1 if offer.move == "choose" and not offer.owed else changed * (state.phase == "choose")
        move = _ANSWERS[offer.move](state, offer, number)
        yield Turn(number, state.round, move, offer.fingerprint)
        state = DICE.apply(state, move)


def _next(state: State, changed: int) -> Offer | None:
    """Return what is owed next; before the last pick of a round the others change their minds, one after the other."""
    offers = DICE.offers(state)
    owed = [offer for offer in offers if offer.owed]
    if state.phase == "choose" and len(owed) == 1 and changed < SECOND_THOUGHTS:
        done = [offer for offer in offers if not offer.owed]
        return done[changed % len(done)]
    return owed[0] if owed else None


def _reveal(state: State, offer: Offer, number: int) -> Reveal:
    """Turn the kinds of which most are left; no Duel card in round 1. [D2.4]"""
    left: Mapping[str, int] = dict(offer.limit("unseen"))
    kinds = [kind for kind in left if state.round > 1 or kind != DUEL]
    return Reveal(tuple(sorted(kinds, key=lambda kind: (-left[kind], kind))[: len(state.tables)]))


def _choose(state: State, offer: Offer, number: int) -> Choose:
    return Choose(offer.seat or 0, state.tables[number % len(state.tables)])


def _roll(state: State, offer: Offer, number: int) -> Roll:
    return Roll(offer.seat or 0, THROWS[number * 2657 % len(THROWS)])


def _extra(state: State, offer: Offer, number: int) -> Extra:
    return Extra(offer.seat or 0, number % 9 == 0 and offer.limit("chips") > 0)


def _challenge(state: State, offer: Offer, number: int) -> Challenge:
    return Challenge(offer.seat or 0, offer.limit("opponents")[0])


_ANSWERS = {"reveal": _reveal, "choose": _choose, "roll": _roll, "extra": _extra, "challenge": _challenge}
