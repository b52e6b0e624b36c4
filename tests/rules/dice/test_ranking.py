"""D7: which five dice beat which. Checked by example, by count, and against a second, slower reading of the law."""

from collections import Counter
from functools import cmp_to_key
from itertools import combinations_with_replacement, pairwise, product

import pytest

from games.rules.dice.ranking import read

MULTISETS = list(combinations_with_replacement(range(1, 7), 5))


def dice(digits):
    return tuple(map(int, digits))


def descends(*throws):
    """Whether each of these throws beats the next."""
    return all(read(dice(better)) > read(dice(worse)) for better, worse in pairwise(throws))


@pytest.mark.clause("D7.1")
def test_five_of_a_kind_goes_by_its_number():
    assert descends("66666", "55555", "44444", "33333", "22222", "11111", "66665")


@pytest.mark.clause("D7.2")
def test_four_of_a_kind_goes_by_its_number_then_by_the_remaining_die():
    assert descends("66665", "66664", "66661", "55556", "55551", "11116", "11112", "23456")


@pytest.mark.clause("D7.3")
def test_the_large_straight_to_six_beats_the_one_to_five():
    assert descends("23456", "12345", "66655")
    assert read(dice("53142")).category == "large straight"


@pytest.mark.clause("D7.4")
def test_full_house_goes_by_its_three_then_by_its_pair():
    assert descends("66655", "66644", "66611", "55566", "55511", "11122", "66654")


@pytest.mark.clause("D7.5")
def test_three_of_a_kind_goes_by_number_then_by_the_highest_remaining_die_then_by_the_other():
    assert descends("66654", "66653", "66643", "66621", "55564", "55543", "11123", "34566")


@pytest.mark.clause("D7.6")
def test_small_straight_goes_by_its_run_then_by_the_fifth_die():
    assert descends("34566", "34565", "34564", "34563", "34561")
    assert descends("34561", "23455", "23454", "23453", "23452", "12346", "12344", "12343", "12342", "12341", "66554")


@pytest.mark.clause("D7.7")
def test_two_pairs_go_by_the_higher_pair_then_the_lower_then_the_remaining_die():
    assert descends("66554", "66553", "66443", "66115", "55446", "22113", "66542")


@pytest.mark.clause("D7.8")
def test_a_pair_goes_by_its_number_then_by_the_remaining_dice_highest_first():
    assert descends("66542", "66541", "66532", "66421", "66321", "55642", "55641", "11652", "11632", "12456")


@pytest.mark.clause("D7.9")
def test_the_two_throws_without_a_name_are_below_a_pair_and_go_by_their_highest_dice():
    assert descends("11542", "12456", "12356")
    assert [throw for throw in MULTISETS if read(throw).category == "nothing"] == [dice("12356"), dice("12456")]


@pytest.mark.clause("D7.10")
def test_a_result_has_the_best_name_it_qualifies_for():
    names = {
        "23455": "small straight",  # not a pair
        "12346": "small straight",
        "13456": "small straight",
        "12345": "large straight",  # not a small one
        "44455": "full house",  # not three, not two pairs
        "44445": "four of a kind",  # not two pairs
        "44444": "five of a kind",
    }
    assert {digits: read(dice(digits)).category for digits in names} == names


@pytest.mark.clause("D7.2", "D7.4", "D7.5", "D7.6", "D7.7", "D7.8")
def test_a_throw_tells_the_numbers_that_decide_heaviest_first():
    weights = {
        "66661": "61",
        "22255": "25",
        "44461": "461",
        "34561": "61",
        "23452": "52",
        "55226": "526",
        "44621": "4621",
    }
    for digits, weight in weights.items():
        assert read(dice(digits)).weight == dice(weight)


@pytest.mark.clause("D7.10")
def test_results_are_equal_only_if_all_five_dice_are():
    for one, other in product(MULTISETS, repeat=2):
        assert (read(one) == read(other)) == (one == other)
        assert (read(one).strength == read(other).strength) == (one == other)
    assert read(dice("31456")) == read(dice("65431"))


@pytest.mark.clause("D7.6", "D7.7", "D7.8")
def test_the_printed_examples_of_the_ladder():
    """E4."""
    assert descends("12344", "12342")
    assert descends("66331", "66115", "55443")
    assert descends("66541", "66532")


@pytest.mark.clause("D7.1", "D7.2", "D7.3", "D7.4", "D7.5", "D7.6", "D7.7", "D7.8", "D7.9", "D7.10")
def test_all_7776_throws_have_their_names():
    assert Counter(read(throw).category for throw in product(range(1, 7), repeat=5)) == {
        "five of a kind": 6,
        "four of a kind": 150,
        "large straight": 240,
        "full house": 300,
        "three of a kind": 1_200,
        "small straight": 960,
        "two pairs": 1_800,
        "pair": 2_880,
        "nothing": 240,
    }


def slow_reading(throw):
    """The law once more, clause by clause: how far down the ladder, and what decides there."""
    left = list(throw)

    def take(count):
        number = max((die for die in left if left.count(die) == count), default=0)
        for _ in range(count if number else 0):
            left.remove(number)
        return number

    def rest():
        return sorted(left, reverse=True)

    if five := take(5):
        return 1, [five]
    if four := take(4):
        return 2, [four, *rest()]
    for large in ([2, 3, 4, 5, 6], [1, 2, 3, 4, 5]):
        if sorted(left) == large:
            return 3, large
    if three := take(3):
        pair = take(2)
        return (4, [three, pair]) if pair else (5, [three, *rest()])
    for small in ([3, 4, 5, 6], [2, 3, 4, 5], [1, 2, 3, 4]):
        if all(die in left for die in small):
            for die in small:
                left.remove(die)
            return 6, [*small, *left]
    if high := take(2):
        low = take(2)
        return (7, [high, low, *rest()]) if low else (8, [high, *rest()])
    return 9, rest()


def slow_duel(reading, other):
    """1 if the first reading wins, -1 if the other does, 0 if they are equal."""
    (rung, weight), (other_rung, other_weight) = reading, other
    if rung != other_rung:
        return 1 if rung < other_rung else -1
    for mine, theirs in zip(weight, other_weight, strict=True):
        if mine != theirs:
            return 1 if mine > theirs else -1
    return 0


SLOWLY = {throw: slow_reading(throw) for throw in MULTISETS}


@pytest.mark.clause("D7.1", "D7.2", "D7.3", "D7.4", "D7.5", "D7.6", "D7.7", "D7.8", "D7.9", "D7.10")
def test_every_pair_of_throws_is_ranked_as_a_slow_reading_of_the_law_ranks_it():
    fast = {throw: read(throw) for throw in MULTISETS}
    for one, other in product(MULTISETS, repeat=2):
        mine, theirs = fast[one], fast[other]
        assert (mine > theirs) - (mine < theirs) == slow_duel(SLOWLY[one], SLOWLY[other]), (one, other)


@pytest.mark.clause("D7.10")
def test_the_ladder_has_252_rungs():
    assert len(MULTISETS) == 252
    worst_first = sorted(MULTISETS, key=lambda throw: cmp_to_key(slow_duel)(SLOWLY[throw]))
    assert [read(throw).strength for throw in worst_first] == list(range(252))
