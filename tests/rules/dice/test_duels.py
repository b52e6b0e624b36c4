"""D6: duels for a Duel card and for a table."""

import pytest

from games.rules.dice import DICE

from .play import after, chips, cleared, kinds, money, refused, table, told, waiting

NONE = "66542"


def with_duel_cards(seat_one="d", others="", **laid):
    """Phase 4 of a round: seat 1 has cleared A with `seat_one` on it, seat 2 B with `others`."""
    on = {"A": seat_one, "B": others}
    # Seat 4's throw stays out of it; 15 lies on C for nobody.
    return after(table(4, on=on, **laid), f"c/c/15 ABCC 66661 12345 {NONE} {NONE} .")


def duel(words, **laid):
    """Seat 1 plays its Duel card against seat 2: the words of the duel."""
    return after(with_duel_cards(**laid), f"1>2 {words}")


def tied_for_a(dice="66655", picks="AAAA", **laid):
    """Seats 1, 2 and 4 are equal at table A; 15 lies there."""
    return after(table(4, **laid), f"15/20/25 {picks} {dice} {dice} {NONE} {dice} .")


@pytest.mark.clause("D6.1")
def test_every_duel_card_won_this_round_must_be_used_now():
    state = with_duel_cards("d d")
    assert waiting(state) == "challenge 1"
    assert refused(state, "15/20/25") == ("wrong-phase", "D2.2")
    assert waiting(after(state, f"1>2 {NONE} {NONE} .")) == "challenge 1"
    assert waiting(after(state, f"1>2 {NONE} {NONE} . 1>3 {NONE} {NONE} .")) == "reveal"


@pytest.mark.clause("D6.1")
def test_holders_go_in_the_order_of_money():
    assert with_duel_cards("d", "d", money={2: "15"}).holders == (2, 1)
    assert with_duel_cards("d", "d", money={1: "20", 2: "15"}).holders == (1, 2)


@pytest.mark.clause("D6.1")
def test_the_money_just_cleared_counts():
    state = after(table(4, money={1: "15"}, on={"A": "d", "B": "d"}), f"c/20/15 ABCC 66661 12345 {NONE} {NONE} .")
    assert state.holders == (2, 1)


@pytest.mark.clause("D6.1")
def test_equal_money_goes_by_the_higher_result_at_the_tables():
    state = after(table(4, on={"A": "d", "B": "d"}), f"c/c/15 ABCC 11132 12345 {NONE} {NONE} .")
    assert state.holders == (2, 1)
    assert with_duel_cards("d", "d").holders == (1, 2)  # four of a kind is above a straight


@pytest.mark.clause("D6.1")
def test_equal_money_and_equal_results_go_to_the_lower_seat():
    # At C and B the same dice can clear: 1,1,2,3,4 is a small straight, and 11 in all.
    state = after(table(4, on={"B": "d", "C": "d"}), f"15/c/c AACB {NONE} {NONE} 11234 11234 .")
    assert cleared(state) == "A- B4 C3"
    assert state.holders == (3, 4)


@pytest.mark.clause("D6.1")
def test_the_order_is_fixed_when_phase_four_begins():
    """Seats 1, 2 and 3 hold a card each. Seat 1 robs seat 2, who is then poorer than seat 3, and still goes before."""
    laid = table(4, money={1: "35", 2: "30", 3: "20", 4: "15"}, on={"A": "d", "B": "d", "C": "d"})
    state = after(laid, f"c/c/c ABCA 66661 12345 11112 {NONE} .")
    assert state.holders == (1, 2, 3)
    state = after(state, "1>2 66666 55555 .")
    assert [state.money(seat) for seat in (2, 3)] == [0, 20_000]
    assert waiting(state) == "challenge 2"


@pytest.mark.clause("D6.1")
def test_one_holders_cards_are_all_played_before_the_next_holders():
    state = with_duel_cards("d d", "d", money={1: "20", 2: "15", 3: "35"})
    state = after(state, f"1>2 {NONE} {NONE} .")
    assert waiting(state) == "challenge 1"
    assert refused(state, "2>1") == ("not-your-turn", "D6.1")
    assert waiting(after(state, f"1>3 {NONE} {NONE} .")) == "challenge 2"


@pytest.mark.clause("D6.2")
def test_the_holder_names_any_other_player():
    (offer,) = DICE.offers(with_duel_cards())
    assert (offer.seat, offer.limit("opponents")) == (1, (2, 3, 4))
    assert after(with_duel_cards(), "1>4").duel.seats == (1, 4)
    assert refused(with_duel_cards(), "1>1") == ("not-in-play", "D6.2")
    assert refused(with_duel_cards(), "1>5") == ("not-in-play", "D1.1")


@pytest.mark.clause("D6.2")
def test_an_opponent_is_named_afresh_for_each_card():
    state = after(with_duel_cards("d d"), f"1>2 {NONE} {NONE} .")
    assert after(state, "1>2").duel.seats == (1, 2)
    assert after(state, "1>4").duel.seats == (1, 4)


@pytest.mark.clause("D6.2")
def test_only_the_holder_names_one():
    assert refused(with_duel_cards(), "2>1") == ("not-your-turn", "D6.1")


@pytest.mark.clause("D6.3")
def test_the_holder_goes_first_and_both_results_are_recorded():
    state = after(with_duel_cards("", "d"), "2>1")
    assert state.duel.seats == (2, 1)
    assert waiting(state) == "duel 1 2"
    assert refused(state, "3:66666") == ("not-your-turn", "D6.3")
    state = after(state, "2:66666 1:12345")
    assert DICE.published(state)["duel"] == {
        "for": "card",
        "seats": [2, 1],
        "dice": {"1": [1, 2, 3, 4, 5], "2": [6] * 5},
    }


@pytest.mark.clause("D6.3", "D3.3")
def test_a_result_in_a_duel_may_be_put_right_until_both_are_in():
    state = duel("1:66666 1:11111 2:22222")
    assert dict(state.duel.dice) == {1: (1,) * 5, 2: (2,) * 5}
    assert refused(state, "1:66666") == ("wrong-phase", "D3.7")


@pytest.mark.clause("D6.3")
def test_results_at_the_tables_are_left_as_they_were():
    assert duel("66666 55555").dice == with_duel_cards().dice


@pytest.mark.clause("D6.4")
def test_extra_rolls_are_bought_in_turn_holder_first_and_rolled_at_once():
    state = duel("66666 55555")
    assert waiting(state) == "duel-extra 1"
    assert refused(state, "2+") == ("not-your-turn", "D6.4")
    state = after(state, "1+")
    assert waiting(state) == "duel-reroll 1"
    assert refused(state, "2:11111") == ("not-your-turn", "D6.3")
    state = after(state, "44444")
    assert dict(state.duel.dice)[1] == (4,) * 5
    assert waiting(state) == "duel-extra 2"


@pytest.mark.clause("D6.4", "D4.2")
def test_an_extra_roll_in_a_duel_costs_a_chip_to_the_supply():
    before, state = duel("66666 55555"), duel("66666 55555 1+")
    assert chips(before, 1) - chips(state, 1) == 1
    assert state.supply - before.supply == 1


@pytest.mark.clause("D6.4")
def test_it_ends_when_all_have_declined_one_after_the_other():
    assert waiting(duel("66666 55555 1-")) == "duel-extra 2"
    assert waiting(duel("66666 55555 1- 2+ 11111")) == "duel-extra 1"
    assert waiting(duel("66666 55555 1- 2+ 11111 1-")) == "duel-extra 2"
    assert waiting(duel("66666 55555 1- 2+ 11111 1- 2-")) == "reveal"
    assert waiting(duel("66666 55555 1+ 66666 2- 1-")) == "reveal"


@pytest.mark.clause("D6.4")
def test_a_player_without_a_chip_counts_as_declining():
    poor = {1: 0, 2: 3, 3: 2, 4: 2}
    state = after(table(4, on={"A": "d"}, chips=poor), f"15/20/25 ACCC 66661 {NONE} {NONE} {NONE} .")
    state = after(state, "1>2 11111 22222")
    assert waiting(state) == "duel-extra 2"
    assert waiting(after(state, "2-")) == "reveal"
    # After each of seat 2's rolls seat 1 has nothing to say, so seat 2 is asked again.
    assert waiting(after(state, "2+ 33333")) == "duel-extra 2"
    assert waiting(after(state, "2+ 33333 2+ 44444 2+ 55555")) == "reveal"


@pytest.mark.clause("D6.4")
def test_with_no_chips_at_all_the_dice_decide_at_once():
    state = after(
        table(4, on={"A": "d"}, chips=dict.fromkeys((1, 2, 3, 4), 0)), f"15/20/25 ACCC 66661 {NONE} {NONE} {NONE}"
    )
    assert waiting(after(state, "1>2 11111 22222")) == "reveal"


@pytest.mark.clause("D6.5")
def test_the_better_result_by_the_ladder_wins():
    state = duel("23456 66654 .", money={2: "35"})
    assert (money(state, 1), money(state, 2)) == ("35", "")
    assert told(state, "duel-won")[0]["fought"].winner == 1


@pytest.mark.clause("D6.5")
def test_with_exactly_equal_dice_the_holder_loses():
    state = duel("66665 56666 .", money={2: "35"})
    assert (money(state, 1), money(state, 2)) == ("", "35")
    fought = told(state, "duel-won")[0]["fought"]
    assert (fought.winner, fought.tied) == (2, (1, 2))


@pytest.mark.clause("D6.5", "D6.4")
def test_the_last_roll_counts_not_the_best():
    state = duel("66666 22222 1+ 11111 2- 1-", money={2: "35"})
    assert money(state, 2) == "35"


@pytest.mark.clause("D6.6")
def test_a_holder_who_wins_takes_the_opponents_single_highest_money_card():
    state = duel("66666 55555 .", money={1: "25", 2: "30 35 35", 3: "20"})
    assert [money(state, seat) for seat in (1, 2, 3)] == ["35 25", "35 30", "20"]


@pytest.mark.clause("D6.6")
def test_there_may_be_none_to_take():
    state = duel("66666 55555 .", money={1: "25"})
    assert [money(state, seat) for seat in (1, 2)] == ["25", ""]
    assert told(state, "duel-won")[0]["fought"].taken is None


@pytest.mark.clause("D6.6")
def test_a_holder_who_loses_loses_nothing():
    state = duel("55555 66666 .", money={1: "25", 2: "20"})
    assert [money(state, seat) for seat in (1, 2)] == ["25", "20"]


@pytest.mark.clause("D6.6")
@pytest.mark.parametrize("dice", ["66666 55555", "55555 66666"])
def test_the_duel_card_is_out_of_the_game_either_way(dice):
    state = duel(f"{dice} .")
    assert state.player(1).duels == 0
    assert (state.unseen["duel"], state.laid[0]) == (5, ())


@pytest.mark.clause("D6.6")
def test_the_duel_card_being_played_waits_no_more():
    assert with_duel_cards("d d").player(1).duels == 2
    assert after(with_duel_cards("d d"), "1>2").player(1).duels == 1


@pytest.mark.clause("D6.7")
def test_in_a_duel_for_a_table_the_richest_begins_and_the_others_follow_clockwise():
    assert tied_for_a(money={2: "20", 3: "35", 1: "15"}).duel.seats == (2, 4, 1)


@pytest.mark.clause("D6.7")
def test_equal_money_goes_to_the_lower_seat():
    assert tied_for_a().duel.seats == (1, 2, 4)
    assert tied_for_a(money={2: "20", 4: "20", 1: "15"}).duel.seats == (2, 4, 1)


@pytest.mark.clause("D6.7", "D6.4")
def test_extra_rolls_in_a_duel_for_a_table_go_in_the_same_turns():
    state = after(tied_for_a(money={4: "20"}), "11111 22222 33333")
    assert waiting(state) == "duel-extra 4"
    assert waiting(after(state, "4-")) == "duel-extra 1"
    assert waiting(after(state, "4- 1+ 66666")) == "duel-extra 2"
    assert cleared(after(state, "4- 1+ 66666 2- 4- 1-")) == "A1* B- C-"


@pytest.mark.clause("D6.7")
def test_no_card_changes_hands_but_the_tables():
    state = after(tied_for_a(money={1: "20", 2: "35", 4: "30"}), "1:66666 2:55555 4:44444 .")
    assert [money(state, seat) for seat in (1, 2, 4)] == ["20 15", "35", "30"]


@pytest.mark.clause("D6.7")
def test_those_who_share_the_best_result_duel_again():
    state = after(tied_for_a(), "66666 11111 66666 .")
    assert (state.duel.cause, state.duel.seats, state.duel.dice) == ("A", (1, 4), ())
    assert waiting(state) == "duel 1 4"
    assert kinds(state) == ["duel-tied", "duel-begun"]
    assert refused(state, "2:66666") == ("not-your-turn", "D6.3")


@pytest.mark.clause("D6.7")
def test_they_duel_again_from_the_start_in_an_order_worked_out_afresh():
    state = after(tied_for_a(money={2: "20"}), "11111 66666 66666 .")
    assert state.duel.seats == (1, 4)  # seat 2, who began, is out
    state = after(state, "22222 33333")
    assert waiting(state) == "duel-extra 1"
    assert cleared(after(state, ".")) == "A4* B- C-"


@pytest.mark.clause("D6.7")
def test_equal_results_behind_the_best_do_not_matter():
    assert cleared(after(tied_for_a(), "11111 66666 11111 .")) == "A2* B- C-"


@pytest.mark.clause("D6.7")
def test_a_duel_is_judged_by_the_ladder_at_table_c_too():
    state = after(table(4), f"15/20/25 CCAA 11122 11122 {NONE} {NONE} .")
    assert state.duel.cause == "C"
    assert cleared(after(state, "11111 66666 .")) == "A- B- C2*"


@pytest.mark.clause("D6.7", "D5.5")
def test_at_table_b_the_duel_needs_no_straight():
    state = after(table(4), f"15/20/25 BBAA 12344 12344 {NONE} {NONE} .")
    assert cleared(after(state, "12345 11112 .")) == "A- B2* C-"


@pytest.mark.clause("D6.4", "D6.7")
def test_chips_spent_in_a_tied_duel_are_gone():
    state = after(tied_for_a(), "66666 11111 11111 1- 2- 4+ 66666 1- 2- 4-")
    assert state.duel.seats == (1, 4)
    assert chips(state, 4) == 2
    assert waiting(after(state, "22222 33333 1+ 44444 4+ 55555 1-")) == "duel-extra 4"


@pytest.mark.clause("D6.6")
def test_a_card_taken_in_a_duel_can_be_lost_in_the_next():
    state = with_duel_cards("d", "d", money={1: "20", 2: "15", 3: "35"})
    state = after(state, f"1>3 66666 {NONE} . 2>1 66666 {NONE} .")
    assert [money(state, seat) for seat in (1, 2, 3)] == ["20", "35 15", ""]
