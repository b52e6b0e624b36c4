"""What a poker session says of each seat, counted from the moves that stand and from what was open to all.

A hand that was taken back or dropped does not count, cards that were never shown are in no number. [P7.2]
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ..contract import Facts, Step
from .cards import HAND
from .moves import Board, Deal, Fold, Join
from .ranking import Hand
from .state import LastHand, State


def _by_card() -> dict[str, int]:
    return {str(card): 0 for card in range(1, HAND + 1)}


@dataclass(slots=True)
class Counts:
    """One seat's numbers. Chips that came back unmatched (P5.1) are never won."""

    brought: int  # chips at the start, or a latecomer's on coming [P8.3]
    bought: int = 0  # chips bought again between hands [P8.3]
    left: int = 0  # chips in front of the seat at the end, what was bought again included
    hands: int = 0  # dealt in: the ante was paid [P1.3]
    seen: dict[str, int] = field(default_factory=_by_card)  # by table card: hands still in when it was turned [P2.1]
    showdowns: int = 0  # hands still in when all five cards and rounds were done, shown or mucked [P7.1, P7.3]
    won_shown: int = 0  # of these, those that brought chips of a pot, shared and declared ones too [P5.3, P7.4]
    won_unshown: int = 0  # hands won because all others had folded [P2.4]
    all_ins: int = 0  # hands in which the last chip was put in, by a bet, a call or the ante [P3.4, P1.3]
    chips_won: int = 0  # out of pots, one's own part in them included [P5.2]


@dataclass(slots=True)
class Ledger:
    """The numbers of all seats so far, and who went all-in in the running hand."""

    counts: list[Counts]
    pots: list[int]  # by seat: the most chips out of the pots of one hand
    hands: list[Hand | None]  # by seat: the best one shown
    all_in: set[int] = field(default_factory=set)

    def sit_down(self, chips: int) -> None:
        """Make room for one more seat, which brings so many chips. [P8.3]"""
        self.counts.append(Counts(chips))
        self.pots.append(0)
        self.hands.append(None)

    def enter(self, was: State, step: Step) -> None:
        """Count one move and what came of it."""
        move, state = step.move, step.state
        if isinstance(move, Join):
            self.sit_down(move.chips)
        elif isinstance(move, Deal):
            self.all_in = set()
            for seat in _in(state):
                self.counts[seat - 1].hands += 1
        elif isinstance(move, Board):
            for seat in _in(state):
                self.counts[seat - 1].seen[str(len(state.table.board))] += 1
        if state.is_running:
            self._go_all_in(state)
        if state.phase == "showdown" and was.phase != "showdown":
            for seat in state.table.order:
                self.counts[seat - 1].showdowns += 1
        if was.is_running and not state.is_running:
            self._end_hand(state.last_hand, unshown=isinstance(move, Fold))

    def _go_all_in(self, state: State) -> None:
        for seat in _in(state):
            if not state.player(seat).chips and seat not in self.all_in:
                self.all_in.add(seat)
                self.counts[seat - 1].all_ins += 1

    def _end_hand(self, last: LastHand | None, unshown: bool) -> None:
        assert last  # for the reader: a hand that ends leaves one
        won = dict.fromkeys(range(1, len(self.counts) + 1), 0)
        for pot in last.pots:
            for seat, chips in (*pot.high, *pot.suit):
                won[seat] += chips
        for seat, chips in won.items():
            if chips:
                self._win(seat, chips, unshown)
        for seat, hand in last.hands:
            best = self.hands[seat - 1]
            if best is None or hand > best:
                self.hands[seat - 1] = hand

    def _win(self, seat: int, chips: int, unshown: bool) -> None:
        counts = self.counts[seat - 1]
        counts.chips_won += chips
        counts.won_unshown += unshown
        counts.won_shown += not unshown
        self.pots[seat - 1] = max(self.pots[seat - 1], chips)


def _in(state: State) -> list[int]:
    return [seat for seat in state.seats if state.player(seat).is_in]


def facts(first: State, steps: Sequence[Step]) -> tuple[Facts, ...]:
    """Return what the session says of each seat: counts, the biggest pot, the best hand shown, the balance.

    The biggest pot is all that one hand's pots brought a seat. The balance is in chips: those at the end, a leaver's
    as they left, less those brought and bought. It sums to nothing, for chips only change hands. [P8.3, P8.4]
    """
    ledger = Ledger([], [], [])
    for player in first.players:
        ledger.sit_down(player.chips)
    state = first
    for step in steps:
        ledger.enter(state, step)
        state = step.state
    for counts, player in zip(ledger.counts, state.players, strict=True):
        counts.left, counts.bought = player.chips + player.in_hand, player.bought
    return tuple(
        {
            "balance": counts.left - counts.bought - counts.brought,
            "counts": asdict(counts),
            "bests": _bests(pot, hand),
        }
        for counts, pot, hand in zip(ledger.counts, ledger.pots, ledger.hands, strict=True)
    )


def _bests(pot: int, hand: Hand | None) -> dict[str, Any]:
    bests: dict[str, Any] = {"pot": {"key": pot}} if pot else {}
    if hand:
        bests["hand"] = {"key": hand.strength, "cards": list(hand.cards), "wild": hand.wild_rank}
    return bests
