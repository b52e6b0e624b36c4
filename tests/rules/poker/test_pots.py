"""Returned bets, side pots, odd chips. [P5]"""

import pytest

from games.rules.poker.betting import FOLDED, IN, Player
from games.rules.poker.pots import pots as pots_of
from games.rules.poker.pots import share_out

from .play import after, chips, pots, statuses, table, won

ROYAL_ROW = "As . Ks . Qs . Js . Ts ."


@pytest.mark.clause("P5.1")
def test_what_nobody_matched_goes_back():
    state = after(table(2, stack=[100, 40]), "deal Qh b60 c")
    assert chips(state) == (60, 0)
    assert state.table.returned == (21, 0)
    assert statuses(state) == ["active", "all-in"]
    assert [news.kind for news in state.news] == ["called", "returned"]


@pytest.mark.clause("P5.1")
def test_folded_chips_match_too():
    state = after(table(4, stack=[100, 100, 31, 100]), "deal Qh b20 b60 c f f")
    assert state.table.returned == (0, 30, 0, 0)
    state = after(table(4, stack=[100, 100, 31, 100]), "deal Qh b40 b80 c f f")
    assert state.table.returned == (0, 40, 0, 0)


@pytest.mark.clause("P5.1")
def test_a_bet_that_comes_back_makes_an_all_in_player_active_again():
    state = after(table(2, stack=[100, 40]), "deal Qh b99 c")
    assert statuses(state) == ["active", "all-in"]


@pytest.mark.clause("P5.1", "P2.4")
def test_a_bet_comes_back_when_all_fold():
    state = after(table(3), "deal Qh b50 f f")
    assert chips(state) == (102, 99, 99)
    assert state.last_hand.returned == (50, 0, 0)


@pytest.mark.clause("P5.2")
def test_one_pot_for_each_level():
    state = after(table(4, stack=[20, 50, 100, 100]), "deal Qh b19 b49 b99 c")
    assert pots(state) == [(80, [1, 2, 3, 4]), (90, [2, 3, 4]), (100, [3, 4])]


@pytest.mark.clause("P5.2")
def test_folded_chips_stay_in_the_pots_they_reached():
    state = after(table(4, stack=[20, 100, 100, 100]), "deal Qh b19 b49 c c Jc b20 f c")
    assert pots(state) == [(80, [1, 2, 4]), (130, [2, 4])]


@pytest.mark.clause("P5.2")
def test_levels_that_the_same_players_can_win_are_one_pot():
    players = (Player(0, 0, 10, IN), Player(0, 0, 10, IN), Player(9, 0, 4, FOLDED), Player(9, 0, 7, FOLDED))
    assert [(pot.amount, pot.seats) for pot in pots_of(players)] == [(31, (1, 2))]


@pytest.mark.clause("P5.2")
def test_a_side_pot_goes_to_the_best_of_those_who_reached_it():
    words = (
        "deal Qh b19 b49 c c Jc . 5d . 4s . 5h . 1!9h,9d,9c,9s,2c 2!8h,8d,8c,3s,2d 3!7h,7d,6c,3d,2h 4!4h,4c,Ts,Ah,Kh"
    )
    state = after(table(4, stack=[20, 50, 100, 100]), words)
    assert won(state) == [({1: 80}, {}), ({2: 90}, {})]
    assert sum(chips(state)) == 270


@pytest.mark.clause("P5.3")
def test_odd_chips_go_one_each_from_the_dealers_left():
    assert share_out(11, (1, 2, 3), (2, 3, 1)) == {2: 4, 3: 4, 1: 3}
    assert share_out(2, (1, 2, 3), (3, 1, 2)) == {3: 1, 1: 1, 2: 0}


@pytest.mark.clause("P5.3")
def test_the_dealer_is_the_last_to_get_an_odd_chip():
    words = "deal As f b10 c c Ks . Qs . Js . Ts . 2!2d,3h,5c,7d,8h 3!2h,3c,5d,7h,8c 4!4c,6d,9h,9c,4d"
    state = after(table(4), words)
    assert won(state) == [({2: 12, 3: 11, 4: 11}, {})]
    assert state.last_hand.pots[0].odd == (2,)


@pytest.mark.clause("P5.3")
def test_odd_chips_are_shared_pot_by_pot():
    words = "deal As b4 b9 c c Ks b2 c f Qs . Js . Ts . 2!2d,3h,5c,7d,8h 3!2h,3c,5d,7h,8c 1!2c,3d,5h,7c,8d"
    state = after(table(4, stack=[5, 100, 100, 100]), words)
    assert won(state) == [({1: 7, 2: 7, 3: 6}, {}), ({2: 10, 3: 9}, {})]
