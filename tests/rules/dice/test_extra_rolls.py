"""D4: who is asked for an extra roll, what it costs, and when it ends."""

import pytest

from games.rules.dice import DICE

from .play import after, asked, chips, refused, table, waiting

FALLING = "66665 66664 66663 66662"  # seat 1 rolled best


def first_asking(dice=FALLING, **laid):
    return after(table(4, **laid), f"15/20/25 AAAA {dice}")


@pytest.mark.clause("D4.1")
def test_most_money_of_all_first_then_clockwise():
    assert asked(first_asking(money={3: "35", 1: "30", 4: "15"})) == "3412"


@pytest.mark.clause("D4.1")
def test_first_is_the_richest_of_all_whatever_table_they_picked():
    state = after(table(4, money={4: "15"}), f"15/20/25 AAAC {FALLING}")
    assert asked(state) == "4123"


@pytest.mark.clause("D4.1")
def test_equal_money_goes_by_the_higher_current_roll():
    assert asked(first_asking("12345 11111 66654 66666")) == "4123"
    assert asked(first_asking("12345 11111 66654 66666", money={2: "20", 3: "20"})) == "2341"


@pytest.mark.clause("D4.1")
def test_equal_money_and_equal_rolls_go_to_the_lower_seat():
    assert asked(first_asking("11256 66654 66654 11256")) == "2341"


@pytest.mark.clause("D4.1")
def test_whoever_has_no_chip_is_passed_over():
    assert asked(first_asking(chips={2: 0, 3: 0})) == "14"


@pytest.mark.clause("D4.1")
def test_the_first_too_is_passed_over_and_it_goes_on_clockwise_from_there():
    state = first_asking(money={3: "35", 2: "30"}, chips={3: 0})
    assert asked(state) == "412"


@pytest.mark.clause("D4.1")
def test_everybody_is_asked_in_turn():
    state = first_asking()
    assert waiting(state) == "extra 1"
    assert refused(state, "2-") == ("not-your-turn", "D4.1")
    assert waiting(after(state, "1-")) == "extra 2"
    assert refused(state, "1- 1+") == ("not-your-turn", "D4.1")


@pytest.mark.clause("D4.1")
def test_those_whose_turn_comes_later_may_say_early_what_they_will_answer():
    now, *later = DICE.offers(first_asking())
    assert (now.seat, now.owed, now.early) == (1, True, False)
    assert [(offer.seat, offer.owed, offer.early) for offer in later] == [(s, False, True) for s in (2, 3, 4)]


@pytest.mark.clause("D4.2")
def test_a_buyer_pays_one_chip_to_the_supply_at_once():
    state = first_asking()
    bought = after(state, "1+")
    assert (chips(state, 1), state.supply) == (3, 8)
    assert (chips(bought, 1), bought.supply) == (2, 9)
    assert bought.phase == "extra"


@pytest.mark.clause("D4.2")
def test_declining_costs_nothing():
    state = after(first_asking(), "1-")
    assert (chips(state, 1), state.supply) == (3, 8)


@pytest.mark.clause("D4.2")
def test_buyers_roll_together_when_all_have_been_asked():
    state = after(first_asking(), "1- 2+ 3-")
    assert refused(state, "2:66666") == ("wrong-phase", "D3.7")
    state = after(state, "4+")
    assert waiting(state) == "reroll 2 4"
    assert waiting(after(state, "4:11111")) == "reroll 2"


@pytest.mark.clause("D4.2")
def test_only_buyers_roll_again():
    assert refused(first_asking(), "1- 2+ 3- 4+ 1:66666") == ("not-your-turn", "D4.2")


@pytest.mark.clause("D4.2")
def test_the_new_results_are_recorded_and_may_be_put_right_until_the_last_is_in():
    state = after(first_asking(), "1- 2+ 3- 4+ 2:65432 2:11111 4:22222")
    assert [row["dice"] for row in DICE.published(state)["players"][1::2]] == [[1] * 5, [2] * 5]


@pytest.mark.clause("D4.3")
def test_then_everybody_with_a_chip_is_asked_again():
    state = after(first_asking(chips={2: 1, 3: 1}), "1- 2+ 3- 4- 66661")
    assert asked(state) == "134"


@pytest.mark.clause("D4.3", "D4.1")
def test_in_an_order_worked_out_afresh():
    state = first_asking()
    assert asked(state) == "1234"
    assert asked(after(state, "1- 2- 3+ 4- 66666")) == "3412"


@pytest.mark.clause("D4.3")
def test_it_ends_when_all_who_are_asked_decline():
    assert waiting(after(first_asking(), "1+ 2- 3- 4- 11256 2- 3- 4-")) == "extra 1"
    assert after(first_asking(), "1+ 2- 3- 4- 11256 2- 3- 4- 1-").round == 2


@pytest.mark.clause("D4.3")
def test_it_ends_when_nobody_has_a_chip():
    nobody = first_asking(chips=dict.fromkeys((1, 2, 3, 4), 0))
    assert nobody.round == 2
    assert [clear.table for clear in after(nobody, f"15/20/25 AAAA {FALLING}").clears] == ["A", "B", "C"]
    last_chip = first_asking(chips={1: 0, 2: 0, 3: 0, 4: 1})
    assert asked(last_chip) == "4"
    assert after(last_chip, "4+ 11256").round == 2


@pytest.mark.clause("D4.2", "D4.3")
def test_a_player_may_buy_as_long_as_the_chips_last():
    state = after(first_asking(chips={1: 0, 2: 0, 3: 0, 4: 2}), "4+ 66661 4+ 66666")
    assert (chips(state, 4), state.dice[3]) == (0, (6,) * 5)
    assert state.round == 2


@pytest.mark.clause("D4.2", "D5.2", "D7.4")
def test_the_printed_example_of_an_extra_roll():
    """E3: 6,6,4,4,2 and one chip; the 2 becomes a 4."""
    state = after(table(4, chips={1: 1}), "15/20/25 ABBB 66442 11256 11256 11256 1+ 2- 3- 4- 66444 .")
    assert state.clears[0].seat == 1
    assert chips(state, 1) == 0
