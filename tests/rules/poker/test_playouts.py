"""What holds in every state of every session, tried on random ones."""

import copy
import json
import random
import re
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.codec import FORMAT, read_move, spell
from games.replaying import replay
from games.rules.contract import Refused, awaiting
from games.rules.poker import POKER
from games.rules.poker.moves import Declare, Hole, Join, Rebuy, Winners

from .playouts import STYLES, answer, anything, beginning, is_covered, states, steps, styles, turned

LAW = Path(__file__).parents[3] / "seeds" / "poker.md"
CLAUSES = set(re.findall(r"^- (P\d+\.\d+)", LAW.read_text(encoding="utf-8"), re.MULTILINE))


def refusal(state, move):
    """How the rules refuse the move, or None."""
    try:
        POKER.apply(state, move)
    except Refused as refused:
        return refused
    return None


def in_play(state):
    """All chips of the session, wherever they lie."""
    return sum(player.chips + player.in_hand for player in state.players)


class Evening(RuleBasedStateMachine):
    """One session, driven by hypothesis: any offer may be answered, anything else may be tried."""

    @initialize(style=styles(), seed=st.integers(0, 2**16))
    def sit_down(self, style, seed):
        self.rng = random.Random(seed)
        self.state = beginning(style)
        self.brought = in_play(self.state)

    def play(self, move):
        frozen = copy.deepcopy(self.state)
        state = POKER.apply(self.state, move)
        assert self.state == frozen
        if isinstance(move, Rebuy | Join):
            self.brought += move.chips
        self.state = state

    @precondition(lambda self: self.state.phase != "over")
    @rule(choice=st.integers(0, 2**16))
    def take_an_offer(self, choice):
        offers = POKER.offers(self.state)
        self.play(answer(self.rng, self.state, offers[choice % len(offers)]))

    @precondition(lambda self: self.state.phase in ("board", "bet", "showdown"))
    @rule()
    def go_on(self):
        """The hand moves on, so that sessions do not consist of cards being entered and people leaving."""
        self.play(answer(self.rng, self.state, POKER.offers(self.state)[0]))

    @precondition(lambda self: self.state.phase == "deal" and len(self.state.payers) > 1)
    @rule()
    def deal(self):
        self.play(answer(self.rng, self.state, POKER.offers(self.state)[0]))

    @rule()
    def try_anything(self):
        for move in anything(self.rng, self.state):
            assert (refusal(self.state, move) is None) == is_covered(self.state, move), move

    @invariant()
    def chips_are_conserved(self):
        assert in_play(self.state) == self.brought
        assert all(player.chips >= 0 and 0 <= player.in_round <= player.in_hand for player in self.state.players)

    @invariant()
    def pots_cover_all_chips(self):
        published = POKER.published(self.state)
        in_pots = sum(pot["amount"] for pot in published["pots"])
        assert in_pots == sum(player.in_hand - player.in_round for player in self.state.players)
        assert all(pot["seats"] for pot in published["pots"])

    @invariant()
    def somebody_is_awaited_or_the_table_acts(self):
        offers = POKER.offers(self.state)
        assert bool(offers) == (self.state.phase != "over")
        if self.state.phase == "bet":
            assert awaiting(offers) == (self.state.betting.turn,) == POKER.awaited(self.state)
        elif self.state.phase == "showdown":
            assert any(offer.owed for offer in offers)
            assert POKER.awaited(self.state)
        elif self.state.phase != "over":
            assert awaiting(offers) == POKER.awaited(self.state) == ()
            assert any(offer.seat is None for offer in offers)


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=40, stateful_step_count=60, deadline=None, derandomize=True, database=None)


@settings(max_examples=25)
@given(STYLES)
def test_offers_are_honest(style):
    """What is offered is accepted at its limits, and what is not offered is refused, with code and clause."""
    rng = random.Random(style.seed)
    for state in states(style):
        for offer in POKER.offers(state):
            assert refusal(state, answer(rng, state, offer)) is None, offer
        for move in anything(rng, state):
            refused = refusal(state, move)
            assert (refused is None) == is_covered(state, move), (move, refused)
            assert refused is None or refused.clause is None or refused.clause in CLAUSES


@settings(max_examples=25)
@given(STYLES)
def test_fingerprints_are_each_their_own(style):
    """No two open offers look alike, and one that was answered is not open in the same form again."""
    for before, move, state in steps(style):
        fingerprints = [offer.fingerprint for offer in POKER.offers(before)]
        assert len(set(fingerprints)) == len(fingerprints)
        if not isinstance(move, Hole):
            answered = [
                offer.fingerprint
                for offer in POKER.offers(before)
                if offer.move == move.name and offer.seat == getattr(move, "seat", None)
            ]
            assert not set(answered) & {offer.fingerprint for offer in POKER.offers(state)}


@settings(max_examples=20)
@given(STYLES)
def test_a_session_replays_from_its_file(style):
    played = list(steps(style))
    moves = [json.loads(json.dumps(spell(move))) for _, move, _ in played]
    assert [read_move(POKER, move) for move in moves] == [move for _, move, _ in played]
    names = list(beginning(style).names)
    written = {"format": FORMAT, "game": "poker", "options": POKER.write_options(style.options), "players": names}
    replayed, count = replay(json.loads(json.dumps({**written, "moves": moves})))
    assert count == len(moves)
    assert replayed["state"] == POKER.published(played[-1][2])
    json.dumps(replayed)


@settings(max_examples=25)
@given(STYLES, st.integers(1, 8))
def test_turning_the_table_turns_the_result(style, by):
    """Everybody moves up some seats, the first dealer too: nothing else changes."""
    players = style.players
    by %= players

    def moved(seat):
        return (seat - 1 + by) % players + 1 if seat else seat

    one = beginning(style)
    other = beginning(replace(style, options=turned(style.options, by)))
    for _, move, one in steps(style):
        if isinstance(move, Join):
            return  # the new seat is the last one, wherever the others sit
        other = POKER.apply(other, _turned_move(move, moved))
        assert [other.players[moved(seat) - 1] for seat in one.seats] == list(one.players)
        assert (other.phase, moved(one.betting.turn)) == (one.phase, other.betting.turn)
        assert moved(one.table.dealer) == other.table.dealer


def _turned_move(move, moved):
    changes = {}
    if any(field.name == "seat" for field in fields(move)):
        changes["seat"] = moved(move.seat)
    if isinstance(move, Declare):
        changes["pots"] = tuple(
            Winners(tuple(map(moved, pot.high)), tuple(map(moved, pot.suit)) if pot.suit else None) for pot in move.pots
        )
    return replace(move, **changes)


@pytest.mark.clause("P7.2")
@settings(max_examples=25)
@given(STYLES)
def test_nobody_can_tell_two_hidden_hands_apart(style):
    """Whatever others have entered in secret, view, offers and answers are the same without it."""
    rng = random.Random(style.seed)
    for state in states(style):
        bare = state._replace(table=state.table._replace(holes=()))
        assert POKER.offers(state) == POKER.offers(bare)
        assert POKER.published(state) == POKER.published(bare)
        for seat in (None, *state.seats):
            mine = tuple(hole for hole in state.table.holes if hole[0] == seat)
            assert POKER.view_for(state, seat) == POKER.view_for(
                state._replace(table=state.table._replace(holes=mine)), seat
            )
        for move in anything(rng, state):
            if move.name != "show":
                one, other = refusal(state, move), refusal(bare, move)
                assert (one and (one.code, one.values)) == (other and (other.code, other.values))


@settings(max_examples=25)
@given(STYLES)
def test_scores_add_up_and_standings_are_in_order(style):
    for state in states(style):
        scores = POKER.scores(state)
        assert sum(scores) == in_play(state) - sum(player.bought for player in state.players)
        rows = POKER.standings(state)
        assert [row.score for row in rows] == sorted(scores, reverse=True)
        assert [row.place for row in rows] == [1 + sum(other > row.score for other in scores) for row in rows]


@settings(max_examples=15)
@given(STYLES)
def test_every_state_can_be_looked_at(style):
    for state in states(style):
        for seat in (None, *state.seats):
            view = POKER.view_for(state, seat)
            assert view.own is None or view.own.seat == seat
            for player in view.players:
                assert (player.hand is None) == (player.shown is None)
