"""D8: scores, ties, ending early, leaving."""

import pytest

from games.rules.contract import awaiting
from games.rules.dice import DICE

from .play import after, asked, refused, table, waiting

NONE = "66542"


def places(state):
    """Seats and places, best first: "2:1 1:2 3:2"."""
    return " ".join(f"{standing.seat}:{standing.place}" for standing in DICE.standings(state))


@pytest.mark.clause("D8.1")
def test_the_score_is_money_cards_plus_5000_a_chip():
    state = table(4, money={1: "35 20", 2: "15"}, chips={1: 0, 2: 4, 3: 1, 4: 0})
    assert DICE.scores(state) == (55_000, 35_000, 5_000, 0)
    assert [standing.score for standing in DICE.standings(state)] == [55_000, 35_000, 5_000, 0]


@pytest.mark.clause("D8.1")
def test_the_highest_score_wins():
    assert places(table(4, money={3: "35", 2: "20", 1: "15"})) == "3:1 2:2 1:3 4:4"


@pytest.mark.clause("D8.1", "D5.6")
def test_duel_and_chips_cards_are_worth_nothing_themselves():
    state = after(table(4, on={"A": "c"}), f"15/20/25 ACCC 66661 {NONE} {NONE} {NONE} . end")
    assert DICE.scores(state) == (15_000 + 5 * 5_000, 15_000, 15_000, 15_000)


@pytest.mark.clause("D8.2")
@pytest.mark.parametrize(
    ("ahead", "behind", "decided_by"),
    [
        ("35 15", "25 25", "35000"),
        ("30 15 15", "20 20 20", "30000"),
        ("35 30 15", "35 25 20", "30000"),
        ("25 15", "20 20", "25000"),
        ("35 35 30 20", "35 35 25 25", "30000"),
    ],
)
def test_equal_scores_go_by_more_high_cards(ahead, behind, decided_by):
    state = table(3, money={1: behind, 2: ahead})
    first, second = DICE.standings(state)[:2]
    assert (first.seat, first.place, second.seat, second.place) == (2, 1, 1, 2)
    assert first.score == second.score
    assert first.decided_by == second.decided_by == decided_by


@pytest.mark.clause("D8.2")
def test_more_20000_cards_then_more_15000_cards_decide():
    twenties = table(3, money={1: "15 15", 2: "20"}, chips={1: 1, 2: 3, 3: 0})
    assert [standing.decided_by for standing in DICE.standings(twenties)] == ["20000", "20000", None]
    assert places(twenties) == "2:1 1:2 3:3"
    fifteens = table(3, money={1: "20", 2: "20 15"}, chips={1: 4, 2: 1, 3: 0})
    assert places(fifteens) == "2:1 1:2 3:3"
    assert DICE.standings(fifteens)[0].decided_by == "15000"


@pytest.mark.clause("D8.2")
def test_of_three_equal_scores_the_nearest_rival_tells_what_decided():
    state = table(4, money={1: "35 15", 2: "25 25", 3: "30 20"}, chips={4: 0})
    assert places(state) == "1:1 3:2 2:3 4:4"
    assert [standing.decided_by for standing in DICE.standings(state)] == ["35000", "30000", "30000", None]


@pytest.mark.clause("D8.2")
def test_still_tied_the_place_is_shared():
    state = table(4, money={1: "35", 2: "20", 3: "20", 4: "15"})
    assert places(state) == "1:1 2:2 3:2 4:4"
    assert [standing.decided_by for standing in DICE.standings(state)] == [None] * 4


@pytest.mark.clause("D8.2")
def test_all_may_share_the_first_place():
    assert places(table(5)) == "1:1 2:1 3:1 4:1 5:1"


@pytest.mark.clause("D8.3")
def test_the_host_may_end_early_between_rounds():
    finish = DICE.offers(table(4))[-1]
    assert (finish.move, finish.host, finish.owed) == ("finish", True, False)
    state = after(table(4, round=7), "end")
    assert (state.phase, state.round) == ("over", 7)


@pytest.mark.clause("D8.3")
@pytest.mark.parametrize("words", ["15/20/25", "15/20/25 AAAA", f"15/20/25 AAAA {NONE} {NONE} {NONE} {NONE}"])
def test_within_a_round_nobody_ends_the_game_or_leaves(words):
    assert refused(table(4), f"{words} end") == ("wrong-phase", "D8.3")
    assert refused(table(4), f"{words} 1x") == ("wrong-phase", "D8.3")


@pytest.mark.clause("D8.3")
@pytest.mark.parametrize("words", ["1>2", f"1>2 {NONE} {NONE}", f"1>2 {NONE} {NONE} 1+"])
def test_nor_while_duels_are_fought(words):
    state = after(table(4, on={"A": "d"}), f"15/20/25 ACCC 66661 {NONE} {NONE} {NONE} . {words}")
    assert refused(state, "end") == ("wrong-phase", "D8.3")
    assert refused(state, "2x") == ("wrong-phase", "D8.3")


@pytest.mark.clause("D8.3")
def test_a_leavers_score_stands():
    state = after(table(4, money={2: "35"}), "2x")
    assert DICE.scores(state) == (15_000, 50_000, 15_000, 15_000)
    assert places(state) == "2:1 1:2 3:2 4:2"
    assert DICE.published(state)["players"][1]["left"] is True


@pytest.mark.clause("D8.3")
def test_a_leaver_is_asked_for_nothing_more():
    state = after(table(4, money={2: "35"}), "2x 15/20/25")
    assert awaiting(DICE.offers(state)) == (1, 3, 4)
    state = after(state, "1A 3A 4A")
    assert waiting(state) == "dice 1 3 4"
    assert asked(after(state, f"{NONE} 66541 66532")) == "134"
    assert all(offer.seat != 2 for offer in DICE.offers(state))


@pytest.mark.clause("D8.3")
@pytest.mark.parametrize("word", ["2A", "2:66666", "2+", "2>1", "2x"])
def test_a_leaver_moves_no_more(word):
    phase = {"2A": "15/20/25", "2:66666": "15/20/25 AAA", "2+": f"15/20/25 AAA {NONE} {NONE} {NONE}"}
    phase["2>1"] = f"15/20/25 ACC 66661 {NONE} {NONE} ."
    state = after(table(4, on={"A": "d"}), f"2x {phase.get(word, '')}")
    assert refused(state, word) == ("not-in-play", "D8.3")


@pytest.mark.clause("D8.3")
def test_a_leaver_cannot_be_challenged():
    state = after(table(4, on={"A": "d"}), f"2x 15/20/25 ACC 66661 {NONE} {NONE} .")
    assert refused(state, "1>2") == ("not-in-play", "D8.3")
    assert DICE.offers(state)[0].limit("opponents") == (3, 4)


@pytest.mark.clause("D8.3")
def test_the_game_goes_on_with_two_and_ends_with_one():
    two = after(table(4), "1x 3x")
    assert (two.phase, two.present) == ("reveal", (2, 4))
    assert after(two, f"15/20/25 AB {NONE} {NONE} .").round == 2
    assert after(two, "4x").phase == "over"


@pytest.mark.clause("D8.3", "D2.1")
@pytest.mark.parametrize("word", ["15/20/25", "1A", "1:66666", "1+", "1>2", "1x", "end"])
def test_nothing_moves_when_the_game_is_over(word):
    assert refused(after(table(4), "end"), word)[0] == "wrong-phase"


@pytest.mark.clause("D8.3")
def test_what_lies_in_front_of_a_leaver_stays_there():
    state = after(table(4, money={2: "35"}, chips={2: 5}), "2x")
    assert (state.player(2).money, state.player(2).chips, state.supply) == (("35000",), 5, 6)
