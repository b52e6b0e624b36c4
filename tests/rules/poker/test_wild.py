"""Which cards are wild, and what they may stand for. [P9.1-P9.3]"""

import pytest

from games.rules.poker import POKER
from games.rules.poker.ranking import best_hand
from games.rules.poker.wild import wild_rank

from .play import after, table


@pytest.mark.clause("P9.1")
def test_the_fifth_table_card_makes_its_rank_wild():
    assert wild_rank("last-card", ("As",) * 5, ("2c", "3c", "4c", "5c", "7s")) == "7"
    assert wild_rank("last-card", ("As",) * 5, ("2c", "3c", "4c", "5c")) is None


@pytest.mark.clause("P9.1")
def test_the_last_card_is_wild_for_everybody():
    row = "Ah . Kc . 8c . 2d . 7s ."
    state = after(table(2, wild="last-card"), f"deal {row} 1!Ks,Kd,3h,9s,2s 2!As,Ad,3c,4c,6d")
    assert [(seat, hand.category) for seat, hand in state.last_hand.hands] == [
        (1, "four of a kind"),
        (2, "four of a kind"),
    ]
    assert [hand.wild_rank for _, hand in state.last_hand.hands] == ["7", "7"]


@pytest.mark.clause("P9.2")
def test_the_lowest_hole_card_makes_its_rank_wild():
    assert wild_rank("low-hole", ("Ah", "4d", "9c", "Jd", "Qs"), ()) == "4"


@pytest.mark.clause("P9.2")
def test_the_ace_is_high_so_two_is_lowest():
    assert wild_rank("low-hole", ("Ah", "2d", "9c", "Jd", "Qs"), ()) == "2"
    assert wild_rank("low-hole", ("Ah", "Ad", "Kc", "Kd", "Ks"), ()) == "K"


@pytest.mark.clause("P9.2")
def test_the_low_hole_is_wild_for_that_player_only_in_hand_and_row():
    row = "Ah . 4c . 8c . Qd . Js ."
    state = after(table(2, wild="low-hole"), f"deal {row} 1!4s,4d,Kh,Kd,9s 2!5s,6d,7h,Qc,As")
    hands = dict(state.last_hand.hands)
    assert (hands[1].wild_rank, hands[1].category) == ("4", "five of a kind")  # two kings, and three fours wild
    assert (hands[2].wild_rank, hands[2].category) == ("5", "full house")


@pytest.mark.clause("P9.1", "P9.2")
def test_without_a_variant_nothing_is_wild():
    assert wild_rank("none", ("2s",) * 5, ("2c", "3c", "4c", "5c", "7s")) is None
    assert POKER.view_for(after(table(2), "deal Ah"), 1).wild_rank is None


@pytest.mark.clause("P9.3")
@pytest.mark.parametrize(
    ("words", "category"),
    [
        ("Ah Kh Qh 2c 9h", "flush"),
        ("Ah Ad 2c 2d 2s", "five of a kind"),
        ("Ah 2d 2c 2h 2s", "five of a kind"),
        ("Ah Kd 2c 2h 2s", "four of a kind"),
        ("Ah Kh 2c 2d 2s", "straight flush"),
        ("9h 9d 4c 4d 2s", "full house"),
        ("9h 9d 9c 4d 2s", "four of a kind"),
        ("9h 8d 4c 3d 2s", "pair"),
        ("9h 8d 4c 2d 2s", "three of a kind"),
    ],
)
def test_a_wild_card_makes_the_hand_best(words, category):
    assert best_hand(words.split(), "2").category == category


@pytest.mark.clause("P9.3")
def test_a_flush_has_no_two_aces():
    hand = best_hand(["Ah", "Kh", "9h", "4h", "2c"], "2")
    assert hand.as_cards == ("Ah", "Kh", "Qh", "9h", "4h")


@pytest.mark.clause("P9.3")
def test_natural_and_wild_are_equal():
    assert best_hand(["9h", "9d", "9c", "4d", "7s"]) == best_hand(["9h", "9d", "2c", "4d", "7s"], "2")


@pytest.mark.clause("P9.3")
def test_a_wild_card_may_stand_for_itself():
    hand = best_hand(["6h", "5h", "4h", "3h", "2h", "Kd"], "2")
    assert hand.as_cards == ("7h", "6h", "5h", "4h", "3h")
    hand = best_hand(["Ah", "5h", "4h", "3h", "2h"], "2")
    assert (hand.category, hand.as_cards[3]) == ("straight flush", "2h")


@pytest.mark.clause("P9.3")
def test_a_wild_card_may_stand_for_a_card_that_lies_elsewhere():
    """The ace of hearts is among the ten, but not in the five spades; a wild card is the ace of spades."""
    assert best_hand(["Ks", "Qs", "9s", "4s", "2d", "Ah"], "2").as_cards[0] == "As"
