"""What holds in every state of every game, tried on random ones."""

import json
import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.codec import read_move, spell
from games.replaying import replay
from games.rules.contract import Refused, awaiting
from games.rules.dice import DICE
from games.rules.dice.cards import BOX
from games.rules.dice.moves import Challenge, Choose, Reveal

from .playouts import STYLES, Style, anything, beginning, games, is_covered, states

LAW = Path(__file__).parents[3] / "seeds" / "dice.md"
CLAUSES = set(re.findall(r"^- (D\d+\.\d+)", LAW.read_text(encoding="utf-8"), re.MULTILINE))


def refusal(state, move):
    """How the rules refuse the move, or None."""
    try:
        DICE.apply(state, move)
    except Refused as refused:
        return refused
    return None


def viewers(state):
    return [None, *state.seats]


@pytest.mark.clause("D1.2", "D4.2", "D5.6", "D6.4")
@settings(max_examples=25)
@given(STYLES)
def test_there_are_always_20_chips(style):
    for state in states(style):
        held = [player.chips for player in state.players]
        assert sum(held) + state.supply == 20
        assert min(*held, state.supply) >= 0


@pytest.mark.clause("D1.3", "D5.6", "D6.6")
@settings(max_examples=25)
@given(STYLES)
def test_there_are_always_36_cards(style):
    """Unseen, on a table, in front of somebody, or used: a Chips card when cleared, a Duel card when played."""
    used = Counter()
    for before, move, state in games(style):
        if state.clears is not before.clears:
            so_far = len(before.clears) if before.duel else 0  # a duel for a table interrupts the clearing
            used["chips"] += sum(clear.cards.count("chips") for clear in state.clears[so_far:])
        used["duel"] += isinstance(move, Challenge)
        somewhere = Counter(state.unseen) + used
        for cards in (*state.laid, *(player.money for player in state.players)):
            somewhere.update(cards)
        somewhere["duel"] += sum(player.duels for player in state.players)
        assert somewhere == BOX


@pytest.mark.clause("D2.1")
@settings(max_examples=25)
@given(STYLES)
def test_a_game_ends_at_round_12_at_the_latest(style):
    steps = list(games(style))
    reveals, state = sum(isinstance(move, Reveal) for _, move, _ in steps), steps[-1][2]
    assert state.phase == "over"
    assert reveals <= 12
    assert reveals == 12 or style.leaves
    assert max(step[2].round for step in steps) == state.round <= 12


@settings(max_examples=8)
@given(STYLES)
def test_a_move_leaves_the_state_before_it_as_it_was(style):
    for state in states(style):
        was, copy = repr(state), replace(state, unseen=dict(state.unseen))
        for move in anything(state, random.Random(style.seed)):
            refusal(state, move)
        assert repr(state) == was
        assert state == copy


@settings(max_examples=10)
@given(STYLES)
def test_what_is_offered_is_accepted_and_nothing_else(style):
    dealer = random.Random(style.seed)
    for state in states(style):
        offers = DICE.offers(state)
        for move in anything(state, dealer):
            refused = refusal(state, move)
            assert is_covered(state, offers, move) == (refused is None), (move, refused)
            assert refused is None or refused.clause in CLAUSES


@settings(max_examples=15)
@given(STYLES)
def test_offers_have_fingerprints_of_their_own_and_news_have_clauses(style):
    for state in states(style):
        offers = DICE.offers(state)
        assert len({offer.fingerprint for offer in offers}) == len(offers)
        assert {news.clause for news in state.news} <= CLAUSES


@settings(max_examples=12)
@given(STYLES)
def test_an_answer_leaves_what_others_are_asked_as_it_was(style):
    """Players who act at once never make each other's forms stale; a new phase or round makes all of them stale."""
    for before, move, state in games(style):
        asked_before, asked = ({offer.fingerprint: offer.seat for offer in DICE.offers(at)} for at in (before, state))
        if (before.phase, before.round, before.duel and before.duel.seats) != (
            state.phase,
            state.round,
            state.duel and state.duel.seats,
        ):
            assert state.beat > before.beat
            assert not set(asked_before) & set(asked)
        elif state.beat == before.beat:
            others = {form for form, seat in asked_before.items() if seat != move.seat}
            assert others <= set(asked)


@pytest.mark.clause("D4.1", "D6.4")
@settings(max_examples=15)
@given(STYLES)
def test_what_may_be_said_early_is_accepted_when_its_turn_comes_only(style):
    for state in states(style):
        for offer in DICE.offers(state):
            if offer.early:
                move = DICE.moves[offer.move](offer.seat, True)
                with pytest.raises(Refused, match="not-your-turn"):
                    DICE.apply(state, move)


@settings(max_examples=20)
@given(STYLES)
def test_the_game_always_waits_for_somebody(style):
    """Or for cards to be turned, or it is over."""
    for state in states(style):
        waits = awaiting(DICE.offers(state))
        assert bool(waits) == (state.phase not in ("reveal", "over"))
        assert set(waits) <= set(state.present)
        assert DICE.view_for(state, None).awaited == waits
        assert [player.seat for player in DICE.view_for(state, None).players if player.owes] == sorted(waits)
        if state.phase in ("choose", "dice", "reroll", "duel"):
            assert list(waits) == sorted(waits)
        elif waits:
            assert len(waits) == 1


@settings(max_examples=10)
@given(STYLES)
def test_a_game_written_down_and_read_again_is_the_same_game(style):
    steps = list(games(style))
    written = [json.loads(json.dumps(spell(move))) for _, move, _ in steps]
    state = beginning(style)
    for spelled, (_, move, expected) in zip(written, steps, strict=True):
        assert read_move(DICE, spelled) == move
        state = DICE.apply(state, read_move(DICE, spelled))
        assert state == expected


@settings(max_examples=15)
@given(STYLES, st.floats(0, 1))
def test_replay_stands_where_the_game_stood(style, part):
    steps = list(games(style))
    upto = round(part * len(steps))
    state = steps[upto - 1][2] if upto else beginning(style)
    file = {
        "format": "cincinnati-session/1",
        "game": "dice",
        "players": list(state.names),
        "moves": [spell(move) for _, move, _ in steps],
    }
    answer, moves = replay(json.loads(json.dumps(file)), upto)
    assert moves == upto
    assert answer["state"] == json.loads(json.dumps(DICE.published(state)))
    assert (answer["phase"], answer["round"]) == (state.phase, state.round)
    assert [row["score"] for row in answer["standings"]] == sorted(DICE.scores(state), reverse=True)


@pytest.mark.clause("D3.2")
@settings(max_examples=12)
@given(STYLES)
def test_a_phone_cannot_tell_two_hidden_picks_apart(style):
    """Others may have picked anything else: all that reaches a viewer stays the same to the letter."""
    dealer = random.Random(style.seed)
    for state in states(style):
        if state.phase != "choose":
            continue
        for viewer in viewers(state):
            picks = tuple(
                pick if pick is None or seat == viewer else dealer.choice(state.tables)
                for seat, pick in enumerate(state.picks, 1)
            )
            other = replace(state, picks=picks)
            assert DICE.view_for(other, viewer) == DICE.view_for(state, viewer)
            assert DICE.published(other) == DICE.published(state)
            assert DICE.offers(other) == DICE.offers(state)
            assert DICE.standings(other) == DICE.standings(state)
            assert other.news == state.news


@pytest.mark.clause("D3.2")
@settings(max_examples=8)
@given(STYLES)
def test_nor_can_it_see_whether_a_pick_was_changed(style):
    for state in states(style):
        for seat in state.present if state.phase == "choose" else ():
            if state.picks[seat - 1] is None or len(state.owing) == 0:
                continue
            again = DICE.apply(state, Choose(seat, state.tables[0]))
            for viewer in viewers(state):
                if viewer != seat:
                    assert DICE.view_for(again, viewer) == DICE.view_for(state, viewer)
            assert DICE.offers(again) == DICE.offers(state)


@pytest.mark.clause("D3.2")
@settings(max_examples=8)
@given(STYLES)
def test_once_revealed_everybody_sees_the_same(style):
    for state in states(style):
        if state.phase != "choose":
            everybodys = DICE.view_for(state, None)
            assert all(DICE.view_for(state, seat) == everybodys for seat in state.seats)


@pytest.mark.clause("D8.1", "D8.2")
@settings(max_examples=15)
@given(STYLES)
def test_standings_are_in_order_and_places_count_those_ahead(style):
    for state in states(style):
        rows = DICE.standings(state)
        assert sorted(row.seat for row in rows) == list(state.seats)
        assert tuple(player.score for player in DICE.view_for(state, None).players) == DICE.scores(state)
        assert [row.score for row in rows] == sorted((row.score for row in rows), reverse=True)
        for row in rows:
            assert row.place == 1 + sum(other.place < row.place for other in rows)


def test_the_random_games_reach_every_corner():
    """Otherwise the tests above would prove little."""
    met = Counter()
    for seed in range(30):
        ties, buys = (0.5, 1.0)[seed % 2], (0.0, 0.3, 0.3)[seed % 3]
        style = Style(seed, 3 + seed % 4, ties, buys, leaves=0.05, crowd=0.8, again=0.1)
        for before, move, state in games(style):
            met[state.phase] += 1
            met[move.name] += 1
            met["table duel"] += bool(state.duel and state.duel.cause != "card")
            met["duel again"] += any(news.kind == "duel-tied" for news in state.news)
            met["table duel of three"] += bool(state.duel and len(state.duel.seats) > 2)
            met["taken"] += any(fought.taken for fought in state.fought)
            met["no chip left"] += any(not player.chips for player in state.players)
            met["supply gone"] += state.supply == 0
            met["two holders"] += len(state.holders) > 1
            met["put right"] += state.phase == before.phase == "choose" and state.owing == before.owing
    assert min(met.values()) > 0, met
    assert set(met) >= {"reroll", "duel-reroll", "challenge", "leave", "over"}
