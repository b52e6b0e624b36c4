"""Pot-limit, fixed-limit and spread-limit. [P4]"""

import pytest

from .play import after, asked, refused, table


def opened(betting, players=3, **options):
    return after(table(players, betting=betting, **options), "deal Ah")


@pytest.mark.clause("P4.1")
def test_pot_limit_goes_up_to_the_pot_as_it_would_be_after_calling():
    state = opened("pot-limit")
    assert asked(state) == (0, 2, 3)
    state = after(state, "b3")
    assert asked(state) == (3, 6, 12)
    assert refused(state, "b13") == ("above-maximum", "P4.1")
    assert asked(after(state, "b12")) == (12, 21, 42)


@pytest.mark.clause("P4.1")
def test_the_smallest_legal_bet_is_allowed_whatever_the_pot():
    assert asked(opened("pot-limit", min_bet=10)) == (0, 10, 10)
    assert refused(opened("pot-limit", min_bet=10), "b11") == ("above-maximum", "P4.1")


@pytest.mark.clause("P4.1", "P3.4")
def test_pot_limit_all_in_for_less():
    assert asked(opened("pot-limit", min_bet=10, stack=[6, 100, 100])) == (0, 5, 5)


@pytest.mark.clause("P4.2")
def test_fixed_limit_bets_and_raises_are_exact():
    state = opened("fixed-limit")
    assert asked(state) == (0, 2, 2)
    assert refused(state, "b3") == ("wrong-amount", "P4.2")
    assert refused(state, "b1") == ("wrong-amount", "P4.2")
    assert asked(after(state, "b2")) == (2, 4, 4)


@pytest.mark.clause("P4.2")
@pytest.mark.parametrize(("round_", "bet"), [(1, 2), (2, 2), (3, 4), (4, 4), (5, 4)])
def test_the_big_bet_is_from_round_three_on(round_, bet):
    words = " . ".join(["Ah", "Kc", "8c", "2d", "Qs"][:round_])
    assert asked(after(table(3, betting="fixed-limit"), f"deal {words}")) == (0, bet, bet)


@pytest.mark.clause("P4.2")
def test_four_full_bets_and_raises_a_round():
    state = after(opened("fixed-limit"), "b2 b4 b6 b8")
    assert asked(state) == (4, None, None)
    assert refused(state, "b10") == ("raise-not-open", "P4.2")
    assert asked(after(state, "c c Kc")) == (0, 2, 2)


@pytest.mark.clause("P4.2")
def test_no_cap_once_only_two_are_in():
    assert asked(after(opened("fixed-limit"), "b2 b4 f b6 b8")) == (2, 10, 10)
    assert asked(after(opened("fixed-limit", 2), "b2 b4 b6 b8 b10 b12")) == (2, 14, 14)


@pytest.mark.clause("P4.2")
def test_a_short_all_in_is_completed_to_the_next_full_amount_and_does_not_count():
    state = after(opened("fixed-limit", 5, stack=[100, 4, 100, 100, 100]), "b2 b3")
    assert asked(state) == (3, 4, 4)
    state = after(state, "b4 b6 b8")
    assert asked(state) == (6, None, None)


@pytest.mark.clause("P4.2", "P3.6")
def test_a_short_all_in_does_not_open_a_fixed_limit_raise_for_who_has_acted():
    state = after(opened("fixed-limit", 3, stack=[100, 4, 100]), "b2 b3 c")
    assert asked(state) == (1, None, None)


@pytest.mark.clause("P4.2", "P3.4")
def test_a_short_bet_is_completed():
    state = after(opened("fixed-limit", 3, stack=[2, 100, 100]), "b1")
    assert asked(state) == (1, 2, 2)


@pytest.mark.clause("P4.3")
def test_spread_limit_adds_any_amount_of_the_spread():
    state = opened("spread-limit", spread=[2, 10])
    assert asked(state) == (0, 2, 10)
    assert refused(state, "b11") == ("above-maximum", "P4.3")
    assert refused(state, "b1") == ("below-minimum", "P3.3")


@pytest.mark.clause("P4.3", "P3.3")
def test_a_spread_raise_is_at_least_the_last_full_one():
    state = after(opened("spread-limit", spread=[2, 10]), "b3 b6")
    assert asked(state) == (6, 9, 16)
    assert asked(after(state, "b11")) == (8, 16, 21)


@pytest.mark.clause("P4.3", "P3.5")
def test_a_short_all_in_in_a_spread():
    assert asked(after(opened("spread-limit", 3, stack=[2, 100, 100], spread=[2, 10]), "b1")) == (1, 3, 11)
