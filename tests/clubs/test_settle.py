"""Settling up: everybody is even afterwards, with as few transfers as there can be."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.club.settle import EXACT, Transfer, Uneven, is_exact, transfers

DETERMINED = settings(deadline=None, derandomize=True, database=None)


def evened(most, least=0):
    """Balances of some people that sum to nothing; small numbers, so that groups are even by themselves."""
    some = st.lists(st.integers(-6, 6), min_size=least, max_size=most - 1)
    return some.map(lambda amounts: dict(enumerate([*amounts, -sum(amounts)])))


def fewest(balances):
    """The fewest transfers, found by trying: whoever comes first settles with each of the others in turn."""
    amounts = [amount for amount in balances if amount]
    if not amounts:
        return 0
    first, rest = amounts[0], amounts[1:]
    tries = [
        fewest([*rest[:place], other + first, *rest[place + 1 :]])
        for place, other in enumerate(rest)
        if (other < 0) != (first < 0)
    ]
    return 1 + min(tries)


def test_nobody_owes_anybody_anything():
    assert transfers({}) == []
    assert transfers({"Ann": 0, "Ben": 0}) == []


def test_one_gives_to_the_other():
    assert transfers({"Ann": 5, "Ben": -5}) == [Transfer("Ben", "Ann", 5)]


def test_two_pairs_settle_among_themselves():
    made = transfers({"Ann": 5, "Ben": -3, "Cleo": -5, "Dov": 3})
    assert set(made) == {Transfer("Cleo", "Ann", 5), Transfer("Ben", "Dov", 3)}


def test_a_group_that_a_greedy_way_would_miss_is_found():
    # The largest to the largest would take five: 6 of the 8 first, and nothing fits any more.
    balances = {"a": 6, "b": 5, "c": 3, "d": -8, "e": -4, "f": -2}
    assert len(transfers(balances)) == 4


@pytest.mark.parametrize("balances", [{"Ann": 1}, {"Ann": 5, "Ben": -4}])
def test_balances_that_do_not_sum_to_nothing_are_refused(balances):
    with pytest.raises(Uneven):
        transfers(balances)


@given(evened(most=30))
@DETERMINED
def test_afterwards_everybody_is_even(balances):
    left = dict(balances)
    for transfer in transfers(balances):
        assert transfer.amount > 0
        assert balances[transfer.giver] < 0 < balances[transfer.taker]
        left[transfer.giver] += transfer.amount
        left[transfer.taker] -= transfer.amount
    assert not any(left.values())
    assert len(transfers(balances)) <= max(sum(map(bool, balances.values())) - 1, 0)


@given(evened(most=8))
@DETERMINED
def test_there_is_no_way_with_fewer_transfers(balances):
    assert is_exact(balances)
    assert len(transfers(balances)) == fewest(list(balances.values()))


@pytest.mark.parametrize("sign", [1, -1])
def test_fifteen_are_exact_and_sixteen_settle_in_pairs_first(sign):
    pairs = {n: sign * (n // 2 + 1) * (-1) ** n for n in range(14)}
    assert len(transfers({**pairs, 14: 0})) == 7
    many = {**pairs, 14: 40, 15: -40}
    assert len(many) > EXACT
    assert not is_exact(many)
    assert len(transfers(many)) == 8
