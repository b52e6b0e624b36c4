"""D5: who clears a table, and what the cards bring."""

from itertools import product

import pytest

from games.rules.dice import DICE
from games.rules.dice.clearing import best_claims
from games.rules.dice.ranking import claim, meets

from .play import after, chips, cleared, money, refused, table, told, waiting
from .test_ranking import MULTISETS

NONE = "66542"  # a pair of sixes, 23 in all: clears nothing


def round_of(picks, dice, players=4, **laid):
    """One round in which nobody buys: who cleared what."""
    turned = "15/20" if players == 3 else "15/20/25"
    return after(table(players, **laid), f"{turned} {picks} {dice} .")


@pytest.mark.clause("D5.1")
def test_tables_are_cleared_in_the_order_a_b_c():
    state = round_of("CBAA", f"11112 23456 66661 {NONE}")
    assert [clear.table for clear in state.clears] == ["A", "B", "C"]
    assert [news["table"] for news in told(state, "table-cleared")] == ["A", "B", "C"]
    assert cleared(state) == "A3 B2 C1"


@pytest.mark.clause("D5.1")
def test_the_order_tells_who_gets_the_last_chips_of_the_supply():
    state = round_of("CACA", f"11112 66661 {NONE} {NONE}", on={"A": "c", "C": "c"}, chips={1: 5, 2: 5, 3: 5, 4: 2})
    assert [chips(state, seat) for seat in (1, 2)] == [6, 7]


@pytest.mark.clause("D5.1")
def test_only_who_picked_a_table_can_clear_it():
    assert cleared(round_of("BBCC", "66666 66665 66666 66665")) == "A- B- C-"
    assert cleared(round_of("ABCC", f"{NONE} 11111 23456 12345")) == "A- B- C-"


@pytest.mark.clause("D5.1")
def test_one_player_clears_one_table_only():
    assert cleared(round_of("ABCB", f"11122 {NONE} {NONE} {NONE}")) == "A1 B- C-"


@pytest.mark.clause("D5.2")
@pytest.mark.parametrize("dice", ["66621", "11122", "11112", "11111"])
def test_a_needs_at_least_three_of_a_kind(dice):
    assert cleared(round_of("ABBB", f"{dice} {NONE} {NONE} {NONE}")) == "A1 B- C-"


@pytest.mark.clause("D5.2")
@pytest.mark.parametrize("dice", ["66554", "66542", "23456", "34566", "12456"])
def test_less_than_three_of_a_kind_does_not_clear_a(dice):
    assert cleared(round_of("ABBB", f"{dice} {NONE} {NONE} {NONE}")) == "A- B- C-"


@pytest.mark.clause("D5.2")
def test_the_best_by_the_ladder_clears_a():
    assert cleared(round_of("AAAA", "66654 11122 55564 23456")) == "A2 B- C-"
    assert cleared(round_of("AAAA", "11111 66665 66655 66654")) == "A1 B- C-"


@pytest.mark.clause("D5.3")
@pytest.mark.parametrize("dice", ["12341", "34561", "12345", "65432"])
def test_b_needs_a_straight(dice):
    assert cleared(round_of("BCCC", f"{dice} {NONE} {NONE} {NONE}")) == "A- B1 C-"


@pytest.mark.clause("D5.3")
@pytest.mark.parametrize("dice", ["12356", "12456", "66666", "66655"])
def test_anything_else_does_not_clear_b_however_good(dice):
    assert cleared(round_of("BCCC", f"{dice} {NONE} {NONE} {NONE}")) == "A- B- C-"


@pytest.mark.clause("D5.3")
def test_the_best_straight_clears_b():
    assert cleared(round_of("BBBB", "34566 12345 23455 12344")) == "A- B2 C-"
    assert cleared(round_of("BBBB", "34561 12346 23455 66666")) == "A- B1 C-"


@pytest.mark.clause("D5.3", "D7.6")
def test_equal_small_straights_go_to_the_higher_fifth_die():
    """E4: 1,2,3,4,4 beats 1,2,3,4,2."""
    assert cleared(round_of("BBAA", f"12342 12344 {NONE} {NONE}")) == "A- B2 C-"


@pytest.mark.clause("D5.4")
def test_c_needs_a_total_of_11_or_less():
    assert cleared(round_of("CAAA", f"11162 {NONE} {NONE} {NONE}")) == "A- B- C1"
    assert cleared(round_of("CAAA", f"11163 {NONE} {NONE} {NONE}")) == "A- B- C-"


@pytest.mark.clause("D5.4")
def test_the_lowest_total_clears_c_whatever_its_name():
    assert cleared(round_of("CCCC", "22222 11125 11123 11133")) == "A- B- C3"


@pytest.mark.clause("D5.4")
@pytest.mark.parametrize(
    ("better", "worse"),
    [("11134", "12223"), ("11116", "11224"), ("11224", "11233"), ("12224", "12233"), ("11333", "22223")],
)
def test_equal_totals_go_by_more_ones_then_more_twos_and_so_on(better, worse):
    """E4: 1,1,1,3,4 beats 1,2,2,2,3."""
    assert sum(map(int, better)) == sum(map(int, worse))
    assert cleared(round_of("CCAA", f"{worse} {better} {NONE} {NONE}")) == "A- B- C2"


@pytest.mark.clause("D5.4")
def test_every_pair_of_low_totals_is_ordered_as_the_law_says():
    low = [throw for throw in MULTISETS if meets("C", throw)]
    assert low == [throw for throw in MULTISETS if sum(throw) <= 11]
    for one, other in product(low, repeat=2):
        # At equal totals: at the first number of which one has more, it is ahead.
        ahead = [one.count(number) - other.count(number) for number in range(1, 7)]
        wins = sum(one) < sum(other) or (sum(one) == sum(other) and next(filter(None, ahead), 0) > 0)
        assert (claim("C", one) > claim("C", other)) == wins


@pytest.mark.clause("D5.5")
@pytest.mark.parametrize(("letter", "dice"), [("A", "66655"), ("B", "12344"), ("C", "11134")])
def test_equal_claims_are_settled_by_a_duel(letter, dice):
    state = round_of(letter * 4, f"{dice} {NONE} {dice} {NONE}")
    assert waiting(state) == "duel 1 3"
    assert (state.duel.cause, state.duel.seats) == (letter, (1, 3))


@pytest.mark.clause("D5.5")
def test_the_winner_of_the_duel_clears_the_table():
    state = after(round_of("AAAA", f"66655 {NONE} 66655 {NONE}"), "66542 66543 .")
    assert cleared(state) == "A3* B- C-"
    assert money(state, 3) == "15"


@pytest.mark.clause("D5.5")
def test_equal_results_that_do_not_meet_the_condition_do_not_duel():
    assert cleared(round_of("AAAA", f"{NONE} {NONE} {NONE} {NONE}")) == "A- B- C-"


@pytest.mark.clause("D5.5")
def test_equal_results_behind_a_better_one_do_not_duel():
    assert cleared(round_of("AAAA", "55544 66655 55544 55544")) == "A2 B- C-"


@pytest.mark.clause("D5.5")
def test_the_duel_comes_before_the_next_table_is_cleared():
    state = round_of("AABC", "66655 66655 12345 11111")
    assert cleared(state) == ""
    assert waiting(state) == "duel 1 2"
    state = after(state, "66542 66541 .")
    assert cleared(state) == "A1* B3 C4"


@pytest.mark.clause("D5.5")
def test_two_tables_may_need_a_duel_in_one_round():
    state = round_of("AACC", "66655 66655 11111 11111")
    state = after(state, "66542 66541 .")
    assert (cleared(state), state.duel.cause, state.duel.seats) == ("A1* B-", "C", (3, 4))
    assert cleared(after(state, "66542 66541 .")) == "A1* B- C3*"


@pytest.mark.clause("D5.5")
def test_with_three_or_more_all_of_them_duel_at_once():
    state = round_of("AAAA", f"66655 66655 {NONE} 66655")
    assert waiting(state) == "duel 1 2 4"


@pytest.mark.clause("D5.6")
def test_whoever_clears_a_table_takes_all_its_cards():
    state = round_of("ABBB", f"66661 {NONE} {NONE} {NONE}", on={"A": "35 20 30"}, money={1: "25"})
    assert money(state, 1) == "35 30 25 20 15"
    assert state.laid == ((), ("20000",), ("25000",))


@pytest.mark.clause("D5.6")
@pytest.mark.parametrize(("cards", "brought"), [("c", 2), ("c c", 4), ("c c c", 6)])
def test_each_chips_card_brings_two_chips_from_the_supply(cards, brought):
    state = round_of("ABBB", f"66661 {NONE} {NONE} {NONE}", on={"A": cards})
    assert (chips(state, 1), state.supply) == (3 + brought, 8 - brought)


@pytest.mark.clause("D5.6")
@pytest.mark.parametrize(("supply", "cards", "brought"), [(1, "c", 1), (0, "c", 0), (3, "c c", 3), (2, "c c", 2)])
def test_it_brings_fewer_if_the_supply_holds_fewer(supply, cards, brought):
    held = {1: 5, 2: 5, 3: 5, 4: 5 - supply}
    state = round_of("ABBB", f"66661 {NONE} {NONE} {NONE}", on={"A": cards}, chips=held)
    assert (chips(state, 1), state.supply) == (5 + brought, supply - brought)


@pytest.mark.clause("D5.6")
def test_a_chips_card_is_out_of_the_game_at_once():
    state = round_of("ABBB", f"66661 {NONE} {NONE} {NONE}", on={"A": "c"})
    assert money(state, 1) == "15"
    assert (state.laid[0], state.unseen["chips"]) == ((), 5)


@pytest.mark.clause("D5.6", "D6.4")
def test_its_chips_can_be_spent_in_a_duel_of_the_same_round():
    dice = f"66661 66655 {NONE} 66655"
    state = after(table(4, on={"A": "c d"}, chips={1: 0}), f"15/20/25 AAAA {dice} .")
    state = after(state, f"1>2 {NONE} {NONE}")
    assert waiting(state) == "duel-extra 1"
    assert chips(state, 1) == 2


@pytest.mark.clause("D5.6")
def test_a_duel_card_is_kept_for_phase_four():
    state = round_of("ABBB", f"66661 {NONE} {NONE} {NONE}", on={"A": "d d"})
    assert DICE.published(state)["players"][0]["duels"] == 2
    assert waiting(state) == "challenge 1"


@pytest.mark.clause("D5.7")
def test_a_table_that_nobody_clears_keeps_its_cards():
    state = round_of("ABBB", f"{NONE} {NONE} {NONE} {NONE}", on={"A": "35 c d"})
    assert state.laid[0] == ("35000", "chips", "duel", "15000")
    assert (cleared(state), state.supply) == ("A- B- C-", 8)


@pytest.mark.clause("D5.7", "D8.1")
def test_cards_still_there_after_round_12_belong_to_nobody():
    state = round_of("ABBB", f"{NONE} {NONE} {NONE} {NONE}", round=12, on={"A": "35 35"})
    assert state.phase == "over"
    assert DICE.scores(state) == (15_000,) * 4


@pytest.mark.clause("D5.2", "D5.3", "D5.4")
def test_the_printed_example_of_clearing():
    """E1: at A four against three of a kind, at B 3-6 against 1-4, at C a lone 12."""
    assert cleared(round_of("AABBC", "66621 22221 12346 34561 11163", players=5)) == "A2 B4 C-"


@pytest.mark.clause("D5.1", "D5.3", "D5.4")
def test_the_printed_example_of_a_low_total():
    """E2: at B one straight, one none; at C 11, 8, 9; at A nobody."""
    assert cleared(round_of("BBCCC", "66655 12344 11162 11123 11124", players=5)) == "A- B2 C4"


@pytest.mark.clause("D5.2", "D5.3", "D5.4")
def test_who_meets_which_condition_over_all_throws():
    assert sum(meets("A", throw) for throw in MULTISETS) == 6 + 30 + 30 + 60
    assert sum(meets("B", throw) for throw in MULTISETS) == 2 + 5 + 4 + 5  # large; small to 6, to 5, to 4
    assert {sum(throw) for throw in MULTISETS if meets("C", throw)} == set(range(5, 12))


@pytest.mark.clause("D5.1")
def test_nobody_claims_a_table_before_the_results_are_in():
    state = after(table(4), "15/20/25 AAAA 66666")
    assert best_claims(state, "B") == ()
    assert refused(state, "1-") == ("wrong-phase", "D4.1")
    assert state.clears == ()


@pytest.mark.clause("D5.1")
def test_the_last_clearing_is_published_until_the_next():
    state = round_of("AABC", "66655 66655 12345 11111")
    assert DICE.published(state)["last_clear"] == []
    state = after(state, "66542 66541 .")
    rows = [
        {"table": "A", "seat": 1, "cards": ["15000"], "duel": True},
        {"table": "B", "seat": 3, "cards": ["20000"], "duel": False},
        {"table": "C", "seat": 4, "cards": ["25000"], "duel": False},
    ]
    assert DICE.published(state)["last_clear"] == rows
    state = after(state, f"15/20/25 ABBB {NONE} {NONE} {NONE} {NONE}")
    assert DICE.published(state)["last_clear"] == rows
    last = DICE.published(after(state, "."))["last_clear"]
    assert last[0] == {"table": "A", "seat": None, "cards": [], "duel": False}


@pytest.mark.clause("D5.1")
def test_a_table_shows_what_became_of_it_until_the_next_cards_are_turned():
    def shown(state):
        return [at.clear and at.clear.seat for at in DICE.view_for(state, None).tables]

    state = round_of("ABCC", f"66661 12345 {NONE} 11111")
    assert shown(state) == [1, 2, 4]
    for words in ("15/20/25", "ABBB", f"{NONE} {NONE} {NONE} {NONE}", "4+ 1- 2- 3-"):
        state = after(state, words)
        assert shown(state) == [None, None, None], words
