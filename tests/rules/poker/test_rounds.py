"""Five table cards, five rounds. [P2]"""

import pytest

from .play import after, asked, chips, pots, refused, statuses, table, won


@pytest.mark.clause("P2.1")
def test_every_table_card_is_followed_by_a_betting_round():
    state = after(table(3), "deal")
    for number, card in enumerate(("Ah", "Kc", "8c", "2d", "Qs"), 1):
        assert state.phase == "board"
        state = after(state, card)
        assert (state.phase, len(state.table.board)) == ("bet", number)
        state = after(state, ".")
    assert state.phase == "showdown"


@pytest.mark.clause("P2.1")
def test_there_is_no_betting_before_the_first_table_card():
    assert refused(table(3), "deal 1:x") == ("wrong-phase", "P2.2")
    assert refused(table(3), "deal Ah Kc") == ("wrong-phase", "P2.1")


@pytest.mark.clause("P2.2")
@pytest.mark.parametrize(("players", "dealer", "first"), [(4, 2, 3), (4, 4, 1), (2, 1, 2), (2, 2, 1), (9, 9, 1)])
def test_the_first_active_player_left_of_the_dealer_begins(players, dealer, first):
    assert after(table(players, first_dealer=dealer), "deal Ah").betting.turn == first


@pytest.mark.clause("P2.2")
def test_whoever_folded_or_is_all_in_is_passed_over():
    state = after(table(4, stack=[10, 100, 100, 100]), "deal Ah b9 f c c Kc")
    assert state.betting.turn == 3


@pytest.mark.clause("P2.2")
def test_it_goes_clockwise():
    state = after(table(4), "deal Ah")
    turns = []
    while state.phase == "bet":
        turns.append(state.betting.turn)
        state = after(state, "x")
    assert turns == [1, 2, 3, 4]


@pytest.mark.clause("P2.3")
def test_a_check_keeps_a_player_in_who_answers_a_later_bet():
    state = after(table(3), "deal Ah x b4")
    assert (state.betting.turn, asked(state)[0]) == (3, 4)
    state = after(state, "c")
    assert (state.phase, state.betting.turn) == ("bet", 1)
    assert after(state, "c").phase == "board"


@pytest.mark.clause("P2.3")
def test_a_round_ends_when_all_have_checked():
    assert after(table(3), "deal Ah x x").phase == "bet"
    assert after(table(3), "deal Ah x x x").phase == "board"


@pytest.mark.clause("P2.3", "P3.1")
def test_a_raise_is_to_be_answered_by_those_who_called():
    state = after(table(3), "deal Ah b4 c b10 c")
    assert (state.betting.turn, asked(state)[0]) == (2, 6)


@pytest.mark.clause("P2.4")
def test_the_last_one_in_takes_the_pot_unseen():
    state = after(table(3), "deal Ah b4 c f Kc b6 f")
    assert state.phase == "deal"
    assert chips(state) == (106, 95, 99)
    assert won(state) == [({1: 11}, {})]
    assert state.last_hand.returned == (6, 0, 0)
    assert state.last_hand.hands == ()


@pytest.mark.clause("P2.4")
def test_the_last_one_in_takes_what_folded_side_pots_held():
    state = after(table(4, stack=[20, 50, 100, 100]), "deal Ah b19 b49 c f Kc")
    assert pots(state) == [(61, [1, 2, 3]), (60, [2, 3])]


@pytest.mark.clause("P2.5")
def test_with_one_active_player_the_row_is_turned_without_betting():
    state = after(table(2, stack=[50, 100]), "deal Ah b49 c")
    for card in ("Kc", "8c", "2d", "Qs"):
        assert state.phase == "board"
        state = after(state, card)
    assert state.phase == "showdown"


@pytest.mark.clause("P2.5")
def test_the_last_active_player_still_answers_a_bet():
    state = after(table(3, stack=[50, 100, 20]), "deal Ah x x b19 b49")
    assert (state.phase, state.betting.turn, asked(state)) == ("bet", 2, (49, None, None))


@pytest.mark.clause("P2.5")
def test_the_last_active_player_who_owes_nothing_does_not_act():
    """Seat 1 is all-in by its ante, seat 2 folds, seat 3 has not acted."""
    state = after(table(3, stack=[1, 100, 100]), "deal Ah f")
    assert state.phase == "board"
    assert after(state, "Kc 8c 2d Qs").phase == "showdown"


@pytest.mark.clause("P2.5")
def test_with_everybody_all_in_by_the_ante_there_is_no_betting_at_all():
    state = after(table(3, stack=[5, 5, 5], ante=5), "deal")
    assert statuses(state) == ["all-in"] * 3
    assert after(state, "Ah Kc 8c 2d Qs").phase == "showdown"
