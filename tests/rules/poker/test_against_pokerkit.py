"""The same hands played by pokerkit: it knows no wild cards and no splits, but bets, pots and hands are the same.

Where the two differ, and why:

- odd chips: pokerkit gives all of them to one winner; here they go one each [P5.3];
- short all-ins: pokerkit adds them up since the last full raise, whoever has acted in between, and does not count a
  check as acting; here the increase counts since a player's own last action, a check included [P3.6];
- folding where a check is free: pokerkit refuses it [P3.1];
- fixed-limit: pokerkit keeps the cap with two in [P4.2].
"""

import os
import random
import warnings

import pytest

from games.rules.poker import POKER
from games.rules.poker.cards import DECK
from games.rules.poker.moves import Bet, Board, Call, Check, Deal, Fold, Show
from games.rules.poker.options import CLASSIC, FIXED_LIMIT, NO_LIMIT, POT_LIMIT, Options

from .play import CAST

pokerkit = pytest.importorskip("pokerkit")

FULL = bool(os.environ.get("CINCY_FULL"))
STRUCTURES = {
    NO_LIMIT: pokerkit.BettingStructure.NO_LIMIT,
    POT_LIMIT: pokerkit.BettingStructure.POT_LIMIT,
    FIXED_LIMIT: pokerkit.BettingStructure.FIXED_LIMIT,
}
AUTOMATED = tuple(a for a in pokerkit.Automation if a.name not in {"HOLE_DEALING", "BOARD_DEALING"})


def street(number, least, most):
    """One of five: own cards before the first, one table card in each. They must be five objects, not one."""
    hole = (False,) * 5 if number == 1 else ()
    return pokerkit.Street(False, hole, 1, False, pokerkit.Opening.POSITION, least, most)


def theirs(options, players):
    fixed = options.betting == FIXED_LIMIT
    least = [options.small_bet] * 2 + [options.big_bet] * 3 if fixed else [options.min_bet] * 5
    streets = tuple(street(number, least[number - 1], 4 if fixed else None) for number in range(1, 6))
    return pokerkit.State(
        AUTOMATED,
        pokerkit.Deck.STANDARD,
        (pokerkit.StandardHighHand,),
        streets,
        STRUCTURES[options.betting],
        True,
        options.ante,
        0,
        0,
        options.stacks(players),
        players,
    )


class Hand:
    """One hand, played by both. Seat 1 is left of the dealer, as pokerkit's first player is."""

    def __init__(self, seed, betting):
        self.rng = random.Random(seed)
        players = self.rng.randint(2, 9)
        stacks = tuple(self.rng.choice((3, 8, 20, 21, 50, 100)) for _ in range(players))
        if betting == FIXED_LIMIT:
            stacks = (200,) * players  # pokerkit completes a short all-in in another way
        self.options = Options(CLASSIC, players, stacks, self.rng.choice((1, 2)), betting=betting, muck=False)
        self.cards = list(map(str, self.rng.sample(DECK, 5 + 5 * players)))
        self.own = [tuple(self.cards[5 + 5 * seat : 10 + 5 * seat]) for seat in range(players)]
        self.ours = POKER.apply(POKER.start(self.options, CAST[:players]), Deal())
        self.theirs = theirs(self.options, players)
        for number in range(5):
            for seat in range(players):
                self.theirs.deal_hole(self.own[seat][number])
        self.short = False
        self.differed = False
        self.aggression = self.rng.choice((0.1, 0.4, 0.7))

    def play(self):
        while self.ours.phase in ("board", "bet"):
            if self.ours.phase == "board":
                card = self.cards[len(self.ours.table.board)]
                self.ours, self.short = POKER.apply(self.ours, Board(card)), False
                self.theirs.deal_board(card)
            else:
                self.act()
        while self.ours.phase == "showdown":
            seat = POKER.awaited(self.ours)[0]
            self.ours = POKER.apply(self.ours, Show(seat, self.own[seat - 1]))
        assert not self.theirs.status

    def act(self):
        seat, published = self.ours.betting.turn, POKER.published(self.ours)
        assert self.theirs.actor_index == seat - 1
        assert self.theirs.checking_or_calling_amount == published["to_call"]
        may_raise = self.compare_limits(published)
        if may_raise and self.rng.random() < self.aggression:
            self.raise_to(seat, published)
        elif published["to_call"] and self.rng.random() < 0.15:
            self.ours = POKER.apply(self.ours, Fold(seat))
            self.theirs.fold()
        else:
            self.ours = POKER.apply(self.ours, (Call if published["to_call"] else Check)(seat))
            self.theirs.check_or_call()

    def compare_limits(self, published):
        least = self.theirs.min_completion_betting_or_raising_to_amount
        most = self.theirs.max_completion_betting_or_raising_to_amount
        if (least is None) != (published["min_to"] is None):
            assert self.short or self.is_capped_for_two()
            self.differed = True
            return False
        assert (least, most) == (published["min_to"], published["max_to"])
        return least is not None

    def is_capped_for_two(self):
        bets = self.theirs.completion_betting_or_raising_count
        return self.options.betting == FIXED_LIMIT and bets >= 4 and sum(self.theirs.statuses) == 2

    def raise_to(self, seat, published):
        least, most = published["min_to"], published["max_to"]
        to = self.rng.choice((least, least, most, self.rng.randint(least, most)))
        betting = self.ours.betting
        self.short |= to - betting.bet < betting.step
        self.ours = POKER.apply(self.ours, Bet(seat, to))
        self.theirs.complete_bet_or_raise_to(to)

    def has_odd_chips(self):
        """Whether some pot left more than one odd chip, which pokerkit gives to one winner alone."""
        return any(pot.amount % len(pot.high) > 1 for pot in self.ours.last_hand.pots)


@pytest.mark.clause("P2.2", "P2.3", "P2.5", "P3.3", "P3.4", "P3.5", "P3.7", "P4.1", "P4.2", "P5.1", "P5.2", "P5.3")
@pytest.mark.parametrize("betting", STRUCTURES)
def test_pokerkit_plays_the_same_hands(betting):
    odd = differed = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in range(400 if FULL else 12):
            hand = Hand(seed, betting)
            hand.play()
            differed += hand.differed
            stacks = [player.chips for player in hand.ours.players]
            if hand.has_odd_chips():
                odd += 1
                assert sum(stacks) == sum(hand.theirs.stacks)
            else:
                assert stacks == list(hand.theirs.stacks), seed
    assert odd + differed < (120 if FULL else 6)
