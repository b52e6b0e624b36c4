"""Bets without limit. [P3]"""

import pytest

from games.rules.contract import Refused
from games.rules.poker import POKER

from .play import after, asked, chips, refused, statuses, table


def opened(players=3, **options):
    return after(table(players, **options), "deal Ah")


@pytest.mark.clause("P3.1")
def test_with_no_bet_one_checks_or_bets():
    assert asked(opened()) == (0, 2, 99)
    assert [offer.move for offer in POKER.offers(opened())][:3] == ["check", "bet", "fold"]
    assert refused(opened(), "c") == ("nothing-to-call", "P3.1")
    assert refused(opened(), "b1") == ("below-minimum", "P3.3")


@pytest.mark.clause("P3.1")
def test_with_a_bet_one_folds_calls_or_raises():
    state = after(opened(), "b2")
    assert [offer.move for offer in POKER.offers(state)][:3] == ["call", "bet", "fold"]
    assert refused(state, "x") == ("cannot-check", "P3.1")


@pytest.mark.clause("P3.1")
def test_folding_is_possible_where_a_check_is_free():
    assert statuses(after(opened(), "f")) == ["folded", "active", "active"]
    assert refused(opened(), "f 1:x") == ("not-in-play", "P3.1")


@pytest.mark.clause("P3.2")
def test_nobody_bets_more_than_they_have():
    assert after(opened(), "b99").phase == "bet"
    assert refused(opened(), "b100") == ("above-maximum", "P3.2")


@pytest.mark.clause("P3.3")
def test_a_full_raise_adds_at_least_the_last_one():
    """E2: bet 2, raise to 6: the next raise is to 10 or more."""
    state = after(opened(), "b2 b6")
    assert asked(state) == (6, 10, 99)
    assert refused(state, "b9") == ("below-minimum", "P3.3")
    assert asked(after(state, "b10")) == (8, 14, 99)


@pytest.mark.clause("P3.3")
def test_each_round_starts_again_from_the_smallest_bet():
    assert asked(after(opened(), "b20 c c Kc")) == (0, 2, 79)


@pytest.mark.clause("P3.3")
def test_a_refusal_says_what_would_be_legal():
    with pytest.raises(Refused) as stopped:
        after(opened(), "b2 b6 b9")
    assert stopped.value.values == {"seat": 3, "to": 9, "min_to": 10, "max_to": 99, "to_call": 6}


@pytest.mark.clause("P3.4")
def test_all_in_for_less_is_always_allowed():
    bet = opened(stack=[2, 100, 100])
    assert asked(bet) == (0, 1, 1)
    assert statuses(after(bet, "b1"))[0] == "all-in"
    call = after(opened(stack=[100, 6, 100]), "b10")
    assert asked(call) == (5, None, None)
    assert chips(after(call, "c"))[1] == 0
    short = after(opened(stack=[100, 16, 100]), "b10")
    assert asked(short) == (10, 15, 15)
    assert refused(short, "b14") == ("below-minimum", "P3.3")


@pytest.mark.clause("P3.5")
def test_a_short_all_in_leaves_the_step_as_it_was():
    assert asked(after(opened(stack=[100, 16, 100]), "b10 b15")) == (15, 25, 99)


@pytest.mark.clause("P3.5")
def test_after_a_short_all_in_bet_the_next_full_raise_adds_the_smallest_bet():
    assert asked(after(opened(stack=[2, 100, 100]), "b1")) == (1, 3, 99)


@pytest.mark.clause("P3.6")
def test_a_short_all_in_does_not_let_who_has_acted_raise_back():
    state = after(opened(4, stack=[100, 100, 16, 100]), "b10 c b15")
    assert asked(state) == (15, 25, 99)  # seat 4 has not yet acted
    state = after(state, "c")
    assert asked(state) == (5, None, None)
    assert refused(state, "b40") == ("raise-not-open", "P3.6")


@pytest.mark.clause("P3.6")
def test_short_all_ins_that_add_up_to_a_full_step_open_the_raise():
    state = after(opened(4, stack=[100, 15, 100, 21]), "b10 b14 c b20")
    assert asked(state) == (10, 30, 99)  # seat 1: from 10 to 20
    assert asked(after(state, "c")) == (6, None, None)  # seat 3: from 14 to 20


@pytest.mark.clause("P3.6")
def test_a_check_counts_as_acting():
    assert asked(after(opened(stack=[33, 20, 2]), "x x b1")) == (1, None, None)
    assert asked(after(opened(stack=[33, 20, 3]), "x x b2")) == (2, 4, 32)


@pytest.mark.clause("P3.6")
def test_a_new_round_forgets_who_has_acted():
    state = after(opened(4, stack=[100, 100, 16, 100]), "b10 c b15 c c c Kc")
    assert asked(state) == (0, 2, 84)


@pytest.mark.clause("P3.7")
def test_a_raise_is_not_open_where_all_of_it_would_come_back():
    state = after(opened(2, stack=[100, 150]), "b99")
    assert asked(state) == (99, None, None)
    assert refused(state, "b149") == ("raise-not-open", "P3.7")


@pytest.mark.clause("P3.7")
def test_one_other_who_can_put_in_more_keeps_it_open():
    assert asked(after(opened(3, stack=[50, 150, 150]), "b49"))[1:] == (98, 149)
    assert asked(after(opened(3, stack=[50, 150, 50]), "b49"))[1:] == (None, None)


@pytest.mark.clause("P3.2")
def test_no_chips_beyond_a_call_no_raise():
    assert refused(after(opened(3, stack=[100, 50, 100]), "b60"), "b49") == ("raise-not-open", "P3.2")
