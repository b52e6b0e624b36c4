"""Made-up players at the poker table: they bet, fold, show and buy much as people do, and only as the offers allow."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from games.rules.contract import Offer
from games.rules.poker import POKER
from games.rules.poker.cards import DECK, HAND
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
from games.rules.poker.ranking import best_hand
from games.rules.poker.state import State

# What a hand is usually worth by the number of table cards, as a place on the ladder from 0 (high card).
USUAL = (0.6, 0.9, 1.3, 1.8, 2.3, 2.8)
LEAVES, JOINS = 0.01, 0.06  # how often somebody goes home, and somebody comes, between two hands
BUYS = 0.7  # how often whoever is out of chips buys again, if that was agreed
ENTERS = 0.12  # how often, at a table card, somebody enters their own five in secret
UNENTERED, DECLARES = 0.004, 0.04  # how often a table card is not entered, and winners are declared by agreement
BETTINGS = ("no-limit", "no-limit", "pot-limit", "fixed-limit", "spread-limit")


class PokerTable:
    """A poker session among made-up people. What they were dealt is known here alone."""

    game = POKER
    stack = None
    pace = 11.0  # seconds a move takes on the average

    def __init__(self, rng: Random, names: Sequence[str], latecomers: Iterable[str] = ()) -> None:
        self.rng, self.names, self.latecomers = rng, tuple(names), list(latecomers)
        self.terms = _series(rng, len(names)) if rng.random() < 0.5 and len(names) < 9 else _classic(rng, len(names))
        self.last = rng.randint(4, 10)  # the hand after which they have had enough, where nothing was agreed
        self.nerve = [rng.gauss(0, 0.4) for _ in range(9)]  # by seat: who likes to stay in
        self.row: tuple[str, ...] = ()
        self.holes: dict[int, tuple[str, ...]] = {}
        self.asked: set[tuple[int, int]] = set()  # (hand, seat) that has said whether it buys

    def next(self, state: State) -> Any:
        """Return the next move, or None: the session is over."""
        offers = POKER.offers(state)
        return self._phases[state.phase](self, state, offers) if offers else None

    def _between_hands(self, state: State, offers: Sequence[Offer]) -> Any:
        by_move: dict[str, list[Offer]] = {}
        for offer in offers:
            by_move.setdefault(offer.move, []).append(offer)
        if move := self._coming_and_going(state, by_move):
            return move
        is_enough = state.options.hands is None and state.round >= self.last
        if "deal" not in by_move or is_enough:
            return Finish()
        cards = self.rng.sample(DECK, HAND * (len(state.names) + 1))
        self.row = tuple(cards[:HAND])
        self.holes = {seat: tuple(cards[HAND * seat : HAND * (seat + 1)]) for seat in state.seats}
        return Deal()

    def _coming_and_going(self, state: State, by_move: dict[str, list[Offer]]) -> Any:
        for offer in by_move.get("rebuy", ()):
            seat = offer.seat or 0
            if state.player(seat).chips < state.options.ante and (state.round, seat) not in self.asked:
                self.asked.add((state.round, seat))
                if self.rng.random() < BUYS:
                    return Rebuy(seat, state.options.stacks(len(self.names))[0])
        if self.latecomers and state.round and "join" in by_move and self.rng.random() < JOINS:
            return Join(self.latecomers.pop(), state.options.stacks(len(self.names))[0])
        if len(leaving := by_move.get("leave", [])) > 2 and state.round and self.rng.random() < LEAVES:
            return Leave(self.rng.choice(leaving).seat or 0)
        return None

    def _next_card(self, state: State, offers: Sequence[Offer]) -> Any:
        entering = [o.seat for o in offers if o.move == "hole" and o.seat and not state.table.hole_of(o.seat)]
        if entering and self.rng.random() < ENTERS:
            seat = self.rng.choice(entering)
            return Hole(seat, self.holes[seat])
        if state.options.declare and self.rng.random() < UNENTERED:
            return Board()
        return Board(self.row[len(state.table.board)])

    def _bet(self, state: State, offers: Sequence[Offer]) -> Any:
        by_move = {offer.move: offer for offer in offers if offer.seat == state.betting.turn and not offer.secret}
        seat = state.betting.turn or 0
        to_call = by_move["fold"].limit("to_call")
        feeling = self._feeling(state, seat)
        may_bet = by_move.get("bet")
        if may_bet and (feeling > 1.3 or self.rng.random() < 0.04) and self.rng.random() < 0.55:
            return Bet(seat, self._amount(state, may_bet, feeling))
        if not to_call:
            return Check(seat)
        pressure = to_call / max(state.player(seat).chips, 1)
        return Call(seat) if feeling > 1.8 * pressure - 0.8 else Fold(seat)

    def _feeling(self, state: State, seat: int) -> float:
        """Return how good a hand seems beside what is usual by now, in steps of the ladder."""
        board = tuple(card for card in state.table.board if card)
        place = best_hand((*self.holes[seat], *board)).strength >> 26
        return place - USUAL[len(board)] + self.nerve[seat - 1] + self.rng.gauss(0, 0.7)

    def _amount(self, state: State, offer: Offer, feeling: float) -> int:
        least, most = offer.limit("min_to"), offer.limit("max_to")
        if feeling > 3.2 and self.rng.random() < 0.3:
            return most
        pot = sum(player.in_hand for player in state.players)
        wanted = state.betting.bet + int(pot * self.rng.choice((0, 0.3, 0.5, 1)))
        return max(least, min(wanted, most))

    def _showdown(self, state: State, offers: Sequence[Offer]) -> Any:
        declaring = next((offer for offer in offers if offer.move == "declare"), None)
        if declaring and (declaring.owed or self.rng.random() < DECLARES):
            return Declare(tuple(self._winners(state, seats) for _, seats in declaring.limit("pots")))
        seat = state.table.to_show[0]
        mucks = any(offer.move == "muck" and offer.seat == seat for offer in offers)
        if mucks and self._is_beaten(state, seat) and self.rng.random() < 0.6:
            return Muck(seat)
        return Show(seat, None if state.table.hole_of(seat) else self.holes[seat])

    def _winners(self, state: State, seats: Sequence[int]) -> Winners:
        """Return who wins a pot by their cards; the suit's half, where there is one, goes to one of them."""
        hands = {seat: best_hand((*self.holes[seat], *self.row)) for seat in seats}
        best = max(hands.values())
        suited = (self.rng.choice(seats),) if state.options.split != "none" else None
        return Winners(tuple(seat for seat in seats if hands[seat] == best), suited)

    def _is_beaten(self, state: State, seat: int) -> bool:
        mine = best_hand((*self.holes[seat], *self.row))
        return any(best_hand((*five, *self.row)) > mine for _, five in state.table.shown)

    _phases: dict[str, Callable[["PokerTable", State, Sequence[Offer]], Any]] = {
        "deal": _between_hands,
        "board": _next_card,
        "bet": _bet,
        "showdown": _showdown,
    }


def _series(rng: Random, players: int) -> dict[str, Any]:
    return {"preset": "series", "first_dealer": rng.randint(1, players)}


def _classic(rng: Random, players: int) -> dict[str, Any]:
    """Return terms as a group might agree on them."""
    return {
        "preset": "classic",
        "first_dealer": rng.randint(1, players),
        "stack": rng.choice((60, 100, 200)),
        "ante": rng.choice((1, 2)),
        "hands": rng.choice((6, 8, 10, None)),
        "betting": rng.choice(BETTINGS),
        "wild": rng.choices(("none", "last-card", "low-hole"), (3, 1, 1))[0],
        "split": rng.choices(("none", "suit-high", "suit-high-or-low"), (3, 1, 1))[0],
        "split_card": rng.choice(("last", "third")),
        "rebuys": rng.random() < 0.5,
    }
