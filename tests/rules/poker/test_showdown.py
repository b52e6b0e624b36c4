"""Who shows when, mucking, declaring, and cards that stay secret. [P7]"""

import pytest

from games.rules.contract import Refused
from games.rules.poker import POKER
from games.rules.poker.moves import Hole, Show

from .play import after, chips, pots, refused, series, table, won

ROW = "Ah . Kc . 8c . 2d . Qs ."


def shown_down(players=3, row=ROW, **options):
    return after(table(players, **options), f"deal {row}")


def order(state):
    return list(POKER.awaited(state))


@pytest.mark.clause("P7.1")
def test_without_a_bet_in_round_five_the_first_left_of_the_dealer_shows_first():
    assert order(after(table(4), "deal Ah b2 c c c Kc . 8c . 2d . Qs .")) == [1, 2, 3, 4]
    assert order(after(table(4), "deal Ah f . Kc . 8c . 2d . Qs .")) == [2, 3, 4]


@pytest.mark.clause("P7.1")
def test_the_last_to_bet_or_raise_in_round_five_shows_first():
    state = after(table(4), "deal Ah . Kc . 8c . 2d . Qs x b2 b4 c c c")
    assert order(state) == [3, 4, 1, 2]


@pytest.mark.clause("P7.1")
def test_a_bet_of_an_earlier_round_does_not_matter():
    state = after(table(3, stack=[50, 50, 50]), "deal Ah x b49 c c Kc 8c 2d Qs")
    assert order(state) == [1, 2, 3]


@pytest.mark.clause("P7.1")
def test_they_may_show_in_any_order():
    state = after(shown_down(), "3!As,Ad,3c,4c,6d")
    assert order(state) == [1, 2]


@pytest.mark.clause("P7.2")
@pytest.mark.parametrize("cards", ["As,Ad,3c,4c", "As,Ad,3c,4c,4c", "As,Ad,3c,4c,6d,7d", "As,Ad,3c,4c,1d"])
@pytest.mark.parametrize("make", [Hole, Show])
def test_a_hand_is_five_distinct_cards(make, cards):
    with pytest.raises(Refused, match="bad-move"):
        make(1, tuple(cards.split(",")))


@pytest.mark.clause("P7.2")
def test_none_of_the_five_lies_open_elsewhere():
    assert refused(shown_down(), "1!Ah,Ad,3c,4c,6d") == ("card-unavailable", "P7.2")
    assert refused(shown_down(), "1!As,Ad,3c,4c,6d 2!As,5d,5c,5h,7d") == ("card-unavailable", "P7.2")
    assert refused(shown_down(), "1=Ah,Ad,3c,4c,6d") == ("card-unavailable", "P7.2")


@pytest.mark.clause("P7.2")
def test_cards_entered_before_are_shown_with_one_tap():
    state = after(table(2), f"deal 1=As,Ad,3c,4c,6d {ROW} 1!")
    assert state.table.shown_by(1) == ("As", "Ad", "3c", "4c", "6d")
    assert refused(state, "2!") == ("no-cards", "P7.2")


@pytest.mark.clause("P7.2")
def test_cards_may_be_entered_again_until_they_are_shown():
    state = after(table(2), f"deal 1=As,Ad,3c,4c,6d {ROW} 1=As,Ad,3c,4c,7d 1!")
    assert state.table.shown_by(1) == ("As", "Ad", "3c", "4c", "7d")
    assert refused(state, "1=As,Ad,3c,4c,6d") == ("not-your-turn", "P7.2")
    assert refused(state, "1!") == ("not-your-turn", "P7.2")


@pytest.mark.clause("P7.2")
def test_no_answer_depends_on_cards_that_are_still_secret():
    """Both may enter the same card, and it may even be turned; the clash comes out when it is shown."""
    state = after(table(2), "deal 1=As,Ad,3c,4c,6d 2=As,Ad,3c,4c,6d As . Kc . 8c . 2d . Qs .")
    assert refused(state, "1!") == ("card-unavailable", "P7.2")
    state = after(state, "1!Ah,5d,3c,4c,6d")
    assert refused(state, "2!") == ("card-unavailable", "P7.2")
    assert after(state, "2!Jh,5h,3h,4h,6h").phase == "deal"


@pytest.mark.clause("P7.2")
def test_a_refusal_does_not_tell_a_secret_card():
    state = after(table(2), "deal 1=As,Ad,3c,4c,6d As . Kc . 8c . 2d . Qs .")
    with pytest.raises(Refused) as stopped:
        after(state, "1!")
    assert stopped.value.values == {"card": None}


@pytest.mark.clause("P7.2")
def test_only_the_own_view_has_secret_cards():
    plain = after(table(3), "deal Ah")
    entered = after(plain, "1=As,Ad,3c,4c,6d")
    assert POKER.view_for(entered, None) == POKER.view_for(plain, None)
    assert POKER.view_for(entered, 2) == POKER.view_for(plain, 2)
    assert POKER.offers(entered) == POKER.offers(plain)
    assert POKER.published(entered) == POKER.published(plain)
    own = POKER.view_for(entered, 1).own
    assert (own.cards, own.hand.category) == (("As", "Ad", "3c", "4c", "6d"), "three of a kind")


@pytest.mark.clause("P7.2")
def test_the_own_view_tells_which_card_lies_open_elsewhere():
    state = after(table(2), "deal 1=As,Ad,3c,4c,6d As")
    assert (POKER.view_for(state, 1).own.taken, POKER.view_for(state, 1).own.hand) == (("As",), None)
    state = after(table(2), f"deal 1=As,Ad,3c,4c,6d {ROW} 1!")
    assert (POKER.view_for(state, 1).own.taken, POKER.view_for(state, 1).own.hand.category) == ((), "three of a kind")


@pytest.mark.clause("P7.2")
def test_cards_that_are_not_shown_stay_secret_for_good():
    state = after(table(2), f"deal 1=As,Ad,3c,4c,6d {ROW} 1m")
    assert state.phase == "deal"
    assert "3c" not in repr(POKER.view_for(state, None)) + repr(POKER.published(state)) + repr(state.news)
    assert POKER.view_for(state, 1).own is None
    assert POKER.keeps_secret(state, Hole(1, ("As", "Ad", "3c", "4c", "6d")))


@pytest.mark.clause("P7.2")
def test_cards_are_open_once_shown():
    entered, other = Hole(1, ("As", "Ad", "3c", "4c", "6d")), Hole(1, ("As", "Ad", "3c", "4c", "7d"))
    state = after(table(2), f"deal 1=As,Ad,3c,4c,6d {ROW} 1!")
    assert not POKER.keeps_secret(state, entered)
    assert POKER.keeps_secret(state, other)
    assert not POKER.keeps_secret(state, Show(1))


@pytest.mark.clause("P7.2")
def test_secret_cards_are_entered_and_shown_by_the_own_phone_alone():
    five = ("As", "Ad", "3c", "4c", "6d")
    assert POKER.is_private(Hole(1, five))
    assert POKER.is_private(Show(1))
    assert not POKER.is_private(Show(1, five))  # whoever shows for another picks the cards


@pytest.mark.clause("P7.2")
def test_who_folded_has_no_cards_to_enter():
    assert refused(table(3), "deal Ah f 1=As,Ad,3c,4c,6d") == ("not-in-play", "P3.1")


@pytest.mark.clause("P7.3")
def test_a_player_may_muck():
    state = after(shown_down(), "1m 2!As,Ad,3c,4c,6d 3m")
    assert (state.phase, chips(state)) == ("deal", (99, 102, 99))
    assert [seat for seat, _ in state.last_hand.hands] == [2]


@pytest.mark.clause("P7.3")
def test_a_lone_last_player_need_not_show():
    state = after(shown_down(split="suit-high"), "1m 3m")
    assert state.phase == "deal"
    assert won(state) == [({2: 3}, {})]
    assert state.last_hand.hands == ()


@pytest.mark.clause("P7.3")
def test_mucking_is_an_option_off_in_the_series():
    assert refused(after(series(3), f"deal {ROW}"), "1m") == ("not-allowed", "P7.3")
    assert after(after(series(3, muck=True), f"deal {ROW}"), "1m").phase == "showdown"
    assert refused(shown_down(muck=False), "1m") == ("not-allowed", "P7.3")


@pytest.mark.clause("P7.3")
def test_nobody_mucks_who_alone_can_win_a_pot():
    words = "deal Ah b4 b19 c Kc b5 f 8c . 2d . Qs ."
    state = after(table(3, stack=[5, 50, 50]), words)
    assert pots(state) == [(15, [1, 2]), (30, [2])]
    assert refused(state, "2m") == ("cannot-muck", "P7.3")
    state = after(state, "1m")
    assert won(state) == [({2: 15}, {}), ({2: 30}, {})]


@pytest.mark.clause("P7.3")
def test_a_mucked_seat_is_taken_out_of_the_pots():
    assert pots(after(shown_down(), "1m")) == [(3, [2, 3])]


@pytest.mark.clause("P7.4")
def test_the_dealer_may_declare_the_winners():
    state = after(shown_down(), "pots:13")
    assert won(state) == [({1: 2, 3: 1}, {})]
    assert (state.last_hand.declared, state.last_hand.hands) == (True, ())


@pytest.mark.clause("P7.4")
def test_declaring_is_an_option_off_in_the_series():
    assert refused(after(series(3), f"deal {ROW}"), "pots:1") == ("not-allowed", "P7.4")
    assert after(series(3, declare=True), f"deal {ROW} pots:1").phase == "deal"


@pytest.mark.clause("P7.4")
def test_after_a_show_nothing_is_declared():
    assert refused(shown_down(), "1!As,Ad,3c,4c,6d pots:1") == ("wrong-phase", "P7.4")


@pytest.mark.clause("P7.4")
@pytest.mark.parametrize("words", ["pots:", "pots:1;2", "pots:4", "pots:11", "pots:1/2", "1m pots:1"])
def test_a_declaration_must_fit_the_pots(words):
    assert refused(shown_down(), words)[0] == "bad-declaration"


@pytest.mark.clause("P7.4", "P9.4")
@pytest.mark.parametrize("words", ["pots:1/23", "pots:1/4", "1m pots:2/1"])
def test_a_declared_suit_has_one_holder(words):
    assert refused(shown_down(split="suit-high"), words)[0] == "bad-declaration"


@pytest.mark.clause("P7.4", "P9.6")
def test_a_declared_suit_may_be_nobodys():
    assert won(after(shown_down(split="suit-high"), "pots:1")) == [({1: 3}, {})]
    assert won(after(shown_down(split="suit-high"), "pots:1/2")) == [({1: 2}, {2: 1})]


@pytest.mark.clause("P7.4")
def test_every_pot_is_declared_for_itself():
    state = after(table(3, stack=[5, 50, 50]), "deal Ah b4 b19 c Kc . 8c . 2d . Qs .")
    assert won(after(state, "pots:12;3")) == [({1: 8, 2: 7}, {}), ({3: 30}, {})]
    assert refused(state, "pots:1;1") == ("bad-declaration", "P5.2")


@pytest.mark.clause("P7.4")
def test_a_hand_with_a_card_that_was_not_entered_can_only_be_declared():
    state = after(series(3), "deal Ah . Kc . ? . 2d . Qs .")
    assert state.table.board == ("Ah", "Kc", None, "2d", "Qs")
    assert refused(state, "1!As,Ad,3c,4c,6d") == ("no-cards", "P7.4")
    assert POKER.offers(state)[0].move == "declare"
    assert after(state, "pots:1").last_hand.declared
