"""Made-up players at the dice table: they pick, roll, buy and duel much as people do, and only as the offers allow."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from games import chance
from games.rules.contract import Offer
from games.rules.dice import DICE
from games.rules.dice.cards import worth
from games.rules.dice.moves import Challenge, Choose, Extra, Finish, Leave, Roll
from games.rules.dice.ranking import Dice, meets, read
from games.rules.dice.state import State

DUEL_AIM = "A"  # in a duel as many alike as can be are as good an aim as any
WINDOWS = (range(1, 6), range(2, 7))  # the numbers of the two large straights
LEAVES, ENDS = 0.003, 0.006  # how often somebody goes home, and the host ends it, between two rounds
BUYS, BUYS_BEHIND = 0.35, 0.6  # how often who has not got there yet buys an extra roll; and who is behind in a duel


class DiceTable:
    """A dice game among made-up people. What they roll in secret is known here alone."""

    game = DICE
    pace = 14.0  # seconds a move takes on the average

    def __init__(self, rng: Random, names: Sequence[str]) -> None:
        self.rng, self.names = rng, tuple(names)
        self.terms = {"deck": rng.choice(("physical", "physical", "app"))}
        self.stack = chance.dice_stack(len(names), rng.shuffle)
        self.cups: dict[int, Dice] = {}  # what each seat has rolled so far this round

    def next(self, state: State) -> Any:
        """Return the next move, or None: the game is over."""
        offers = [offer for offer in DICE.offers(state) if not offer.early]
        if not offers:
            return None
        if state.phase == "reveal":
            return self._between_rounds(state, offers)
        offer = self.rng.choice([offer for offer in offers if offer.owed])
        return self._answers[offer.move](self, state, offer)

    def _between_rounds(self, state: State, offers: Sequence[Offer]) -> Any:
        self.cups = {seat: self._throw(()) for seat in state.present}
        if state.round > 1 and self.rng.random() < ENDS:
            return Finish()
        leaving = [offer for offer in offers if offer.move == "leave"]
        if len(leaving) > 3 and self.rng.random() < LEAVES:
            return Leave(self.rng.choice(leaving).seat or 0)
        return DICE.draw(state, tuple(self.stack)) if DICE.draw else None

    def _choose(self, state: State, offer: Offer) -> Choose:
        """Pick where the first attempt fits best, and where more money lies."""
        seat = offer.seat or 0
        tables = offer.limit("tables")
        weights = [
            len(_kept(table, self.cups[seat])) ** 3 * (10_000 + worth(_money(state.cards_on(table))))
            for table in tables
        ]
        return Choose(seat, self.rng.choices(tables, [weight + 1 for weight in weights])[0])

    def _roll(self, state: State, offer: Offer) -> Roll:
        seat, was = offer.seat or 0, offer.limit("was")
        aim = self._aim(state, seat)
        if state.phase == "dice":
            dice, attempts = self.cups[seat], 2
        else:
            dice, attempts = was or self._throw(()), 1 if was else 2
        for _ in range(attempts):
            dice = self._throw(_kept(aim, dice))
        return Roll(seat, dice)

    def _extra(self, state: State, offer: Offer) -> Extra:
        seat = offer.seat or 0
        if state.duel:
            rivals = [read(dice) for other, dice in state.duel.dice if other != seat]
            mine = state.duel.rolled(seat)
            wants = mine is not None and read(mine) < max(rivals) and self.rng.random() < BUYS_BEHIND
        else:
            dice = state.dice[seat - 1]
            wants = dice is not None and not meets(self._aim(state, seat), dice) and self.rng.random() < BUYS
        return Extra(seat, wants and offer.limit("chips") > 0)

    def _challenge(self, state: State, offer: Offer) -> Challenge:
        """Mostly against whoever has the dearest card."""
        opponents = offer.limit("opponents")
        rich = max(opponents, key=lambda seat: state.player(seat).money[:1])
        return Challenge(offer.seat or 0, rich if self.rng.random() < 0.7 else self.rng.choice(opponents))

    def _aim(self, state: State, seat: int) -> str:
        return DUEL_AIM if state.duel else state.picks[seat - 1] or DUEL_AIM

    def _throw(self, kept: Dice) -> Dice:
        return tuple(sorted((*kept, *(self.rng.randint(1, 6) for _ in range(5 - len(kept))))))

    _answers: dict[str, Callable[["DiceTable", State, Offer], Any]] = {
        "choose": _choose,
        "roll": _roll,
        "extra": _extra,
        "challenge": _challenge,
    }


def _money(cards: Sequence[str]) -> tuple[str, ...]:
    return tuple(card for card in cards if card.isdigit())


def _kept(table: str, dice: Dice) -> Dice:
    """Return the dice that whoever wants to clear this table keeps."""
    if table == "A":
        return _alike(dice)
    if table == "B":
        return max((tuple(sorted(set(dice) & set(window))) for window in WINDOWS), key=len)
    return tuple(die for die in dice if die <= (3 if meets("C", dice) else 2))


def _alike(dice: Dice) -> Dice:
    number, count = max(Counter(dice).items(), key=lambda found: (found[1], found[0]))
    return (number,) * count
