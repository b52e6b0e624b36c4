"""What a dice game says of each seat, counted from the moves that stand. Every number says how it is counted."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from ..contract import Facts, Step
from .cards import CHIP_VALUE, MONEY, worth
from .clearing import best_claims
from .moves import Extra, Reveal, Roll
from .ranking import Dice, read
from .score import scores
from .state import Fought, State, put


@dataclass(slots=True)
class Counts:
    """One seat's numbers. `by table`: a number for each table in play."""

    tries: dict[str, int]  # by table: the rounds in which the pick that was shown was this table [D3.2]
    clears: dict[str, int]  # by table: how often its cards were taken, by the best dice or a duel for it [D5.6]
    rounds: int = 0  # rounds whose cards were turned while the player was there [D2.2, D8.3]
    money_cleared: int = 0  # sum of the money cards from tables [D5.6]
    duels: int = 0  # for a card, named or naming, and for a table; fought again for equal dice, it is still one [D6.7]
    duels_won: int = 0  # with equal dice the holder's opponent wins a duel for a card [D6.5]
    cards_taken: int = 0  # money cards taken by winning with a Duel card [D6.6]
    money_taken: int = 0  # their sum
    cards_lost: int = 0  # money cards that holders of a Duel card took away [D6.6]
    money_lost: int = 0  # their sum
    chips_got: int = 0  # that Chips cards brought from the supply [D5.6]
    chips_spent: int = 0  # paid for extra rolls, at the tables and in duels [D4.2, D6.4]
    chips_earned: int = 0  # in money: what would have gone otherwise with the dice before the extra rolls, see Ledger


@dataclass(slots=True)
class Ledger:
    """The numbers of all seats so far, and what is to be known of the running round to go on counting.

    An extra roll earned a table, or a money card taken or kept, if with the dice before it (all others' being what
    they came to) its buyer would not have had a best claim, or would have lost the duel. A table is worth its money
    cards and 5,000 for each chip it brought; a Duel card is worth nothing by itself.
    """

    counts: tuple[Counts, ...]
    throws: list[Dice | None]  # the best so far
    pending: dict[int, Dice] = field(default_factory=dict)  # results that may still be put right
    before: dict[int, Dice] = field(default_factory=dict)  # at the tables, after attempt 3
    bought: set[int] = field(default_factory=set)  # who bought at the tables this round
    duel_before: dict[int, Dice] = field(default_factory=dict)  # in the running duel, after attempt 3
    duel_bought: set[int] = field(default_factory=set)
    saved: set[int] = field(default_factory=set)  # whom an extra roll kept in the running duel for a table

    def of(self, seat: int) -> Counts:
        """Return a seat's numbers."""
        return self.counts[seat - 1]

    def enter(self, was: State, step: Step) -> None:
        """Count one move and what came of it."""
        move, state = step.move, step.state
        if isinstance(move, Reveal):
            self._begin_round(state)
        elif isinstance(move, Roll):
            self._roll(was, move)
        elif isinstance(move, Extra) and move.take:
            self.of(move.seat).chips_spent += 1
            (self.duel_bought if was.duel else self.bought).add(move.seat)
        if state.beat != was.beat:
            self._let_results_stand()
        for news in state.news:
            if news.kind in WHAT_HAPPENED:
                WHAT_HAPPENED[news.kind](self, state, news.values)

    def _begin_round(self, state: State) -> None:
        self.before, self.bought = {}, set()
        for seat in state.present:
            self.of(seat).rounds += 1

    def _roll(self, was: State, move: Roll) -> None:
        dice = tuple(sorted(move.dice))
        self.pending[move.seat] = dice
        if was.phase == "dice":
            self.before[move.seat] = dice
        elif was.phase == "duel":
            self.duel_before[move.seat] = dice

    def _let_results_stand(self) -> None:
        for seat, dice in self.pending.items():
            best = self.throws[seat - 1]
            if best is None or read(dice) > read(best):
                self.throws[seat - 1] = dice
        self.pending = {}

    def picks_shown(self, _: State, values: Any) -> None:
        """Count who plays for which table. [D3.2]"""
        for seat, table in enumerate(values["picks"], 1):
            if table:
                self.of(seat).tries[table] += 1

    def cleared(self, state: State, values: Any) -> None:
        """Count what a table brought. [D5.6]"""
        seat, table, chips = values["seat"], values["table"], values["chips"]
        counts = self.of(seat)
        money = worth(tuple(card for card in values["cards"] if card in MONEY))
        counts.clears[table] += 1
        counts.money_cleared += money
        counts.chips_got += chips
        if seat in self.saved or (seat in self.bought and not self._had_a_claim(state, table, seat)):
            counts.chips_earned += money + CHIP_VALUE * chips
        self.saved = set()

    def _had_a_claim(self, state: State, table: str, seat: int) -> bool:
        """Tell whether a seat would have had a best claim with its dice before extra rolls. [D5.1-D5.5]"""
        dice = put(state.dice, seat, self.before[seat])
        return seat in best_claims(replace(state, dice=dice), table)

    def fought(self, state: State, values: Any) -> None:
        """Count a duel that is over, or the part of it that those with equal dice fight again. [D6.5-D6.7]"""
        fought: Fought = values["fought"]
        for seat in fought.seats:
            if fought.winner or seat not in fought.tied:
                self.of(seat).duels += 1
        if fought.winner:
            self.of(fought.winner).duels_won += 1
        if fought.cause == "card":
            self._card_fought_for(state, fought)
        else:
            stayed = (fought.winner,) if fought.winner else fought.tied
            self.saved |= {seat for seat in stayed if self._was_saved(fought, seat)}
        self.duel_before, self.duel_bought = {}, set()

    def _card_fought_for(self, state: State, fought: Fought) -> None:
        holder, opponent = fought.seats
        stake = fought.taken
        if fought.winner == opponent:  # kept, for no Duel card takes anything in this very move
            stake = next(iter(state.player(opponent).money), None)
        elif stake:
            taker, loser = self.of(holder), self.of(opponent)
            taker.cards_taken, taker.money_taken = taker.cards_taken + 1, taker.money_taken + int(stake)
            loser.cards_lost, loser.money_lost = loser.cards_lost + 1, loser.money_lost + int(stake)
        if stake and fought.winner and self._was_saved(fought, fought.winner):
            self.of(fought.winner).chips_earned += int(stake)

    def _was_saved(self, fought: Fought, seat: int) -> bool:
        """Tell whether a seat bought an extra roll without which it would have lost this duel. [D6.4, D6.5]"""
        if seat not in self.duel_bought:
            return False
        results = {other: read(dice) for other, dice in fought.dice}
        mine, others = read(self.duel_before[seat]), [results[other] for other in results if other != seat]
        holder_has_to_win = fought.cause == "card" and seat == fought.seats[0]
        return mine <= max(others) if holder_has_to_win else mine < max(others)


WHAT_HAPPENED: dict[str, Callable[[Ledger, State, Any], None]] = {
    "picks-shown": Ledger.picks_shown,
    "table-cleared": Ledger.cleared,
    "duel-won": Ledger.fought,
    "duel-tied": Ledger.fought,
}


def facts(first: State, steps: Sequence[Step]) -> tuple[Facts, ...]:
    """Return what the game says of each seat: counts, the best throw, the most tables cleared, the balance.

    The best throw (by D7) is of all results that stood, at the tables and in duels, extra rolls included. The balance
    is in money: everybody settles the difference in score with everybody else, whoever left too. [D8.1, D8.3]
    """
    counts = tuple(Counts(dict.fromkeys(first.tables, 0), dict.fromkeys(first.tables, 0)) for _ in first.names)
    ledger = Ledger(counts, [None] * len(first.names))
    state = first
    for step in steps:
        ledger.enter(state, step)
        state = step.state
    points = scores(state)
    return tuple(
        {
            "balance": len(points) * score - sum(points),
            "counts": asdict(counts),
            "bests": _bests(counts, throw),
        }
        for score, counts, throw in zip(points, ledger.counts, ledger.throws, strict=True)
    )


def _bests(counts: Counts, throw: Dice | None) -> dict[str, Any]:
    bests: dict[str, Any] = {"clears": {"key": sum(counts.clears.values())}, "duels": {"key": counts.duels_won}}
    if throw:
        bests["throw"] = {"key": read(throw).strength, "dice": list(throw)}
    return {name: best for name, best in bests.items() if best["key"] or "dice" in best}
