"""The end, and what happens between hands. [P8]"""

import pytest

from games.rules.poker import POKER

from .play import after, asked, chips, refused, series, statuses, table

FOLDED = "deal Ah f f"  # a hand of three that is over at once


def places(state):
    return [(standing.seat, standing.place, standing.score) for standing in POKER.standings(state)]


@pytest.mark.clause("P8.1")
def test_a_series_ends_after_ten_hands():
    state = after(series(3), " ".join([FOLDED] * 9))
    assert state.phase == "deal"
    state = after(state, FOLDED)
    assert (state.phase, state.round) == ("over", 10)
    assert refused(state, "deal") == ("wrong-phase", "P1.4")


@pytest.mark.clause("P8.1")
def test_an_open_ended_session_goes_on():
    assert after(table(3, hands=None), " ".join([FOLDED] * 12)).phase == "deal"
    assert after(table(3, hands=2), " ".join([FOLDED] * 2)).phase == "over"


@pytest.mark.clause("P8.1")
def test_it_ends_as_soon_as_fewer_than_two_can_pay_the_ante():
    row = "Ah b9 c Kc 8c 2d Qs"
    state = after(table(2, stack=10), f"deal {row} 1!As,Ad,3c,4c,6d 2!Ks,Kd,5h,7h,9d")
    assert (state.phase, chips(state)) == ("over", (20, 0))
    assert statuses(state) == ["active", "out"]


@pytest.mark.clause("P8.1", "P8.3")
def test_with_rebuys_the_host_ends_it():
    row = "Ah b9 c Kc 8c 2d Qs"
    state = after(table(2, stack=10, rebuys=True), f"deal {row} 1!As,Ad,3c,4c,6d 2!Ks,Kd,5h,7h,9d")
    assert state.phase == "deal"
    assert refused(state, "deal") == ("not-allowed", "P8.1")
    assert "deal" not in {offer.move for offer in POKER.offers(state)}
    assert after(state, "2+10 deal").phase == "board"
    assert after(state, "end").phase == "over"


@pytest.mark.clause("P8.2")
def test_most_chips_win_and_equal_chips_share_the_place():
    assert places(table(4, stack=[50, 70, 50, 20])) == [(2, 1, 70), (1, 2, 50), (3, 2, 50), (4, 4, 20)]


@pytest.mark.clause("P8.2")
def test_during_a_hand_the_chips_count_as_they_stood_when_it_was_dealt():
    assert places(after(table(3), "deal Ah b20 b50")) == [(1, 1, 100), (2, 1, 100), (3, 1, 100)]


@pytest.mark.clause("P8.3")
def test_there_are_no_rebuys_in_a_series():
    assert refused(series(3), "1+50") == ("not-allowed", "P8.3")
    assert refused(table(3), "1+50") == ("not-allowed", "P8.3")


@pytest.mark.clause("P8.3")
def test_what_was_bought_comes_off_the_result():
    state = after(table(3, rebuys=True), "1+50")
    assert (chips(state)[0], POKER.scores(state)[0]) == (150, 100)
    assert POKER.published(state)["players"][0]["bought"] == 50
    assert refused(state, "deal 1+50") == ("wrong-phase", "P8.3")


@pytest.mark.clause("P8.3")
def test_a_latecomer_takes_the_last_seat():
    state = after(table(3), "deal Ah f f join:Zoe+70")
    assert (state.names[3], chips(state)[3]) == ("Zoe", 70)
    state = after(state, "deal")
    assert [player.in_hand for player in state.players] == [1, 1, 1, 1]
    assert state.table.dealer == 4


@pytest.mark.clause("P8.3")
@pytest.mark.parametrize("word", ["join:Ann+70", "join:aNN+70"])
def test_a_latecomer_has_a_name_of_their_own(word):
    assert refused(table(3), word) == ("not-allowed", "P8.3")


@pytest.mark.clause("P8.3")
def test_nobody_joins_a_series_or_a_full_table():
    assert refused(series(3), "join:Zoe+70") == ("not-allowed", "P8.3")
    assert refused(table(9), "join:Zoe+70") == ("not-allowed", "P8.3")
    assert refused(table(3), "deal join:Zoe+70") == ("wrong-phase", "P8.3")


@pytest.mark.clause("P8.4")
def test_the_host_may_end_early_between_hands_only():
    state = after(series(3), f"{FOLDED} end")
    assert (state.phase, state.round) == ("over", 1)
    assert refused(series(3), "deal end") == ("wrong-phase", "P8.4")


@pytest.mark.clause("P8.4")
def test_a_leavers_chips_stand_as_the_result():
    state = after(series(3), f"{FOLDED} 1out deal")
    assert statuses(state) == ["left", "active", "active"]
    assert POKER.scores(state)[0] == 99
    assert refused(series(3), "1out 1out") == ("not-in-play", "P8.4")
    assert refused(series(3), "deal 1out") == ("wrong-phase", "P8.4")


@pytest.mark.clause("P8.4", "P8.1")
def test_it_ends_when_too_few_are_left():
    assert after(series(3), "1out 2out").phase == "over"
    assert after(table(3, stack=[100, 100, 1], ante=2, hands=5), "1out").phase == "over"
    assert after(table(3, stack=[100, 100, 1], ante=2, rebuys=True), "1out").phase == "deal"
    assert after(table(3, rebuys=True), "1out 2out").phase == "over"


@pytest.mark.clause("P8.4")
def test_a_seat_is_left_alone_once_its_player_has_gone():
    state = after(table(3, rebuys=True), "1out")
    assert refused(state, "1+50") == ("not-in-play", "P8.4")
    assert refused(after(state, "deal Ah"), "1:x") == ("not-in-play", "P8.4")
    assert asked(after(state, "deal Ah")) == (0, 2, 99)
