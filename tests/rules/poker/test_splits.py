"""Half of the pot for a suit. [P9.4-P9.6]"""

import pytest

from games.rules.poker.options import read_options
from games.rules.poker.pots import Pot
from games.rules.poker.showdown import named_card
from games.rules.poker.splits import pay_pot

from .play import after, table, won

ROW = "Kd . Tc . 5c . 3d . 6s ."


def played(words, players=2, row=ROW, **options):
    options = {"split": "suit-high", **options}
    first, rest = row.split(" ", 1)
    return after(table(players, **options), f"deal {first} b10 {rest} {words}")


@pytest.mark.clause("P9.4")
def test_half_goes_to_the_highest_of_the_named_suit_among_the_own_five():
    state = played("1!9h,9d,9c,2h,3h 2!As,8d,Qh,Jd,4h 3!Ks,7c,6c,2d,5d", players=3)
    assert won(state) == [({1: 17}, {2: 16})]
    assert (state.last_hand.named.card, state.last_hand.named.highest) == ("6s", True)


@pytest.mark.clause("P9.4")
@pytest.mark.parametrize(("split_card", "card"), [("last", "6s"), ("third", "5c")])
def test_the_named_card_is_the_last_or_the_third(split_card, card):
    state = played("1!9h,9d,9c,2h,3h 2!As,8d,Qh,Jd,4h", split_card=split_card)
    assert state.last_hand.named.card == card
    assert won(state)[0][1] == ({2: 11} if card == "6s" else {1: 11})


@pytest.mark.clause("P9.4")
def test_the_suit_half_of_a_pot_is_for_its_claimants_only():
    """Seat 1 has the ace of spades, but is all-in for the main pot only."""
    words = "deal Kd b4 b19 c Tc . 5c . 3d . 6s . 1!As,8d,Qh,Jd,4h 2!9h,9d,9c,2h,3h 3!Ks,7c,7s,2d,5d"
    state = after(table(3, stack=[5, 50, 50], split="suit-high"), words)
    assert won(state) == [({2: 8}, {1: 7}), ({2: 15}, {3: 15})]


@pytest.mark.clause("P9.5")
@pytest.mark.parametrize(("card", "highest"), [("8c", True), ("9c", True), ("Ac", True), ("7c", False), ("2c", False)])
def test_an_eight_asks_for_the_highest_and_a_seven_for_the_lowest(card, highest):
    options = read_options({"preset": "classic", "split": "suit-high-or-low"})
    assert named_card(options, ("Kd", "Td", "5d", "3d", card)).highest is highest
    options = read_options({"preset": "classic", "split": "suit-high"})
    assert named_card(options, ("Kd", "Td", "5d", "3d", card)).highest


@pytest.mark.clause("P9.5")
def test_the_lowest_of_the_suit_wins_with_the_ace_high():
    state = played("1!9h,9d,9c,2h,As 2!Ks,8d,Qh,Jd,4h", split="suit-high-or-low")
    assert won(state)[0][1] == {2: 11}
    state = played("1!9h,9d,9c,2h,As 2!2s,8d,Qh,Jd,4h", split="suit-high-or-low", row=ROW.replace("6s", "8s"))
    assert won(state)[0][1] == {1: 11}


@pytest.mark.clause("P9.6")
def test_only_hole_cards_count_for_the_suit():
    """The row holds the ace of spades; of the own cards the nine is the highest spade."""
    state = played("1!9s,9d,9c,2h,3h 2!4s,8d,Qh,Jd,4h", row="As . Tc . 5c . 3d . 6s .")
    assert won(state)[0][1] == {1: 11}


@pytest.mark.clause("P9.6")
def test_a_wild_card_counts_with_its_printed_rank_and_suit():
    state = played("1!6h,9d,9c,2s,3h 2!4s,8d,Qh,Jd,4h", wild="low-hole")
    assert won(state)[0][1] == {2: 11}  # seat 1's two of spades is wild, and still a two


@pytest.mark.clause("P9.6")
def test_if_no_claimant_holds_the_suit_the_best_hand_takes_all():
    state = played("1!9h,9d,9c,2h,3h 2!8h,8d,Qh,Jd,4h")
    assert won(state) == [({1: 22}, {})]


@pytest.mark.clause("P9.6", "P9.4")
def test_an_odd_chip_goes_to_the_best_hands_half():
    paid = pay_pot(Pot(7, (1, 2)), (1,), 2, (2, 1))
    assert (paid.high, paid.suit) == (((1, 4),), ((2, 3),))
    paid = pay_pot(Pot(1, (1, 2)), (1,), 2, (2, 1))
    assert (paid.high, paid.suit) == (((1, 1),), ((2, 0),))


@pytest.mark.clause("P9.6")
def test_one_player_may_win_both_halves():
    state = played("1!9h,9d,9c,As,3h 2!8h,8d,Qh,Jd,4h")
    assert won(state) == [({1: 11}, {1: 11})]


@pytest.mark.clause("P9.4", "P7.3")
def test_who_has_given_up_claims_no_suit():
    state = played("2m 1!9h,9d,9c,4s,3h 3!8h,8d,Qh,Jd,4h", players=3)
    assert won(state) == [({1: 17}, {1: 16})]


@pytest.mark.clause("P9.4")
def test_a_wild_and_a_split_rule_may_be_combined():
    state = played("1!6h,9d,9c,2h,3h 2!Qs,8d,Qh,Jd,4h", wild="last-card")
    assert won(state) == [({1: 11}, {2: 11})]  # four nines: two, and two sixes wild
