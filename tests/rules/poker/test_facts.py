"""What a session says of each seat: the right value for every number, and sums that agree with where it stands."""

import pytest
from hypothesis import given

from games.history import Step
from games.rules.poker import POKER
from games.rules.poker.ranking import Hand, best_hand
from games.words.poker import hand_name

from .play import _move, after, table
from .playouts import STYLES, beginning, steps

ROW = "Ah . Kc . 8c . 2d . Qs ."
SHOWN = "1!As,Ad,3c,4c,6d 2!Ks,Kd,5h,7h,9d"


def told(words, first=None, **agreed):
    """The facts of a session in these words; "." and "~" as in tests.rules.poker.play."""
    first = first or table(2, **agreed)
    state, made = first, []
    for word in words.split():
        if word in (".", "~"):
            ends = after(state, word)
            moves = _moves_to(state, ends, word)
        else:
            moves = [_move(state, word)]
        for move in moves:
            state = POKER.apply(state, move)
            made.append(Step(len(made) + 1, move, state))
    return POKER.facts(first, made)


def _moves_to(state, ends, word):
    """The single moves behind a word that stands for several."""
    moves = []
    while state != ends:
        if state.phase == "bet":
            owes = any(offer.move == "call" for offer in POKER.offers(state))
            moves.append(_move(state, "c" if owes else "x"))
        else:
            moves.append(_move(state, ends.table.board[len(state.table.board)]))
        state = POKER.apply(state, moves[-1])
    return moves


def counts(words, name, first=None, **agreed):
    return [facts["counts"][name] for facts in told(words, first, **agreed)]


@pytest.mark.clause("P7.1")
def test_a_hand_won_at_the_showdown():
    facts = told(f"deal Ah b4 c Kc . 8c . 2d . Qs . {SHOWN} end", hands=None)
    one, two = facts[0]["counts"], facts[1]["counts"]
    assert (one["hands"], one["showdowns"], one["won_shown"], one["won_unshown"]) == (1, 1, 1, 0)
    assert (two["hands"], two["showdowns"], two["won_shown"], two["won_unshown"]) == (1, 1, 0, 0)
    assert one["seen"] == two["seen"] == {"1": 1, "2": 1, "3": 1, "4": 1, "5": 1}
    assert (one["chips_won"], two["chips_won"]) == (10, 0)
    assert facts[0]["bests"]["pot"] == {"key": 10}
    assert "pot" not in facts[1]["bests"]
    assert [f["balance"] for f in facts] == [5, -5]


@pytest.mark.clause("P6.4")
def test_the_best_hand_is_kept_so_that_it_can_be_compared_and_named():
    facts = told(f"deal {ROW} {SHOWN} end", hands=None)
    for five, kept in zip((["As", "Ad", "3c", "4c", "6d"], ["Ks", "Kd", "5h", "7h", "9d"]), facts, strict=True):
        hand = best_hand((*five, "Ah", "Kc", "8c", "2d", "Qs"))
        best = kept["bests"]["hand"]
        assert (best["key"], best["cards"], best["wild"]) == (hand.strength, list(hand.cards), None)
        again = Hand(best["key"], tuple(best["cards"]), best["wild"])
        assert hand_name(again) == hand_name(hand)


@pytest.mark.clause("P2.4")
def test_a_hand_won_without_showdown_shows_nothing():
    facts = told("deal Ah b4 f end", hands=None)
    one, two = facts[0]["counts"], facts[1]["counts"]
    assert (one["won_unshown"], one["won_shown"], one["showdowns"], one["seen"]["2"]) == (1, 0, 0, 0)
    assert two["seen"] == {"1": 1, "2": 0, "3": 0, "4": 0, "5": 0}
    assert one["chips_won"] == 2  # the antes: its own four came back unmatched
    assert "hand" not in facts[0]["bests"]


@pytest.mark.clause("P7.2")
def test_cards_that_were_never_shown_are_in_no_fact():
    entered = "1=As,Ad,3c,4c,6d 2=Ks,Kd,5h,7h,9d"
    secret = told(f"deal {entered} {ROW} 2m end", hands=None)
    assert secret == told(f"deal 1=2c,3h,4d,5c,6c 2=Kh,Jd,5h,7h,9d {ROW} 2m end", hands=None)
    assert secret[0]["counts"]["won_shown"] == 1  # it came to the showdown, though nobody had to show
    assert all("hand" not in f["bests"] for f in secret)


@pytest.mark.clause("P5.3")
def test_a_shared_pot_is_won_by_both():
    row = "Ah . Kh . Qh . Jh . Th ."
    facts = told(f"deal {row} 1!2c,3c,4c,5c,6c 2!2d,3d,4d,5d,6d end", hands=None)
    assert [f["counts"]["won_shown"] for f in facts] == [1, 1]
    assert [f["bests"]["pot"]["key"] for f in facts] == [1, 1]


@pytest.mark.clause("P7.4")
def test_a_declared_hand_is_won_and_shows_nothing():
    facts = told(f"deal {ROW} pots:2 end", hands=None)
    assert [f["counts"]["won_shown"] for f in facts] == [0, 1]
    assert all("hand" not in f["bests"] for f in facts)


@pytest.mark.clause("P3.4")
def test_all_in_is_counted_once_a_hand_by_bet_call_or_ante():
    first = table(3, stack=[1, 10, 20], hands=None)
    words = "deal Ah 2:b9 3:c Kc 8c 2d Qs 1!As,Ad,3c,4c,6d 2!Ks,Kd,5h,7d,9d 3!2c,3d,7h,9c,Jd end"
    facts = told(words, first)
    assert [f["counts"]["all_ins"] for f in facts] == [1, 1, 0]
    assert [f["bests"].get("pot") for f in facts] == [{"key": 3}, {"key": 18}, None]
    assert [f["balance"] for f in facts] == [2, 8, -10]


@pytest.mark.clause("P8.3")
def test_re_buys_and_a_latecomer_are_chips_brought_in():
    facts = told("deal Ah b4 f 1+50 join:Zoe+30 deal 2d . 3h f f end", rebuys=True, hands=None)
    brought = [(f["counts"]["brought"], f["counts"]["bought"], f["counts"]["left"]) for f in facts]
    assert [row[:2] for row in brought] == [(100, 50), (100, 0), (30, 0)]
    assert [f["balance"] for f in facts] == [left - bought - came for came, bought, left in brought]
    assert [f["counts"]["hands"] for f in facts] == [2, 2, 1]


@pytest.mark.clause("P8.4")
def test_a_leaver_keeps_what_the_hands_before_brought():
    facts = told("deal Ah b4 f f 1out deal 2d b4 f end", table(3, hands=None))
    assert [f["counts"]["hands"] for f in facts] == [1, 2, 2]
    assert facts[0]["counts"]["left"] == 102
    assert facts[0]["balance"] == 2


@pytest.mark.clause("P1.3")
def test_who_cannot_pay_the_ante_is_in_no_further_hand():
    lost = "deal Ah b4 c Kc . 8c . 2d . Qs . 1!2c,3c,4c,5c,9d 2!As,Ad,3d,4d,6d 3!7c,7d,9h,Jc,Jd"
    facts = told(f"{lost} deal 2d b2 f end", table(3, stack=[1, 20, 20], hands=None))
    assert [f["counts"]["hands"] for f in facts] == [1, 2, 2]


@given(style=STYLES)
def test_the_sums_agree_with_where_the_session_stands(style):
    first = beginning(style)
    made = [Step(n, move, state) for n, (_, move, state) in enumerate(steps(style), 1)]
    state = made[-1].state if made else first
    facts = POKER.facts(first, made)
    numbers = [f["counts"] for f in facts]
    dealt = sum(step.move.name == "deal" for step in made)
    for n, player, score, f in zip(numbers, state.players, POKER.scores(state), facts, strict=True):
        assert n["left"] - n["bought"] == score
        assert (n["bought"], f["balance"]) == (player.bought, score - n["brought"])
        assert dealt >= n["hands"] >= n["seen"]["1"] >= n["seen"]["5"] >= n["showdowns"] >= n["won_shown"]
        assert n["won_shown"] + n["won_unshown"] <= n["hands"] >= n["all_ins"]
        assert f["bests"].get("pot", {"key": 0})["key"] <= n["chips_won"]
        assert ("pot" in f["bests"]) == bool(n["won_shown"] + n["won_unshown"])
    assert sum(f["balance"] for f in facts) == 0
    assert sum(n["brought"] + n["bought"] for n in numbers) == sum(n["left"] for n in numbers)
    ended = [s.state.last_hand for s in made if any(news.kind == "pot-won" for news in s.state.news)]
    assert sum(n["chips_won"] for n in numbers) == sum(pot.amount for hand in ended for pot in hand.pots)
    assert sum(n["won_unshown"] for n in numbers) <= len(ended)
