"""Who deals, who pays, who is dealt in. [P1]"""

import pytest

from games.rules.poker import POKER
from games.rules.poker.cards import DECK
from games.rules.poker.moves import Board

from .play import after, chips, refused, series, statuses, table


@pytest.mark.clause("P1.1")
def test_there_are_52_cards():
    assert len(set(DECK)) == 52
    assert {card.rank for card in DECK} == set("23456789TJQKA")
    assert {card.suit for card in DECK} == set("cdhs")


@pytest.mark.clause("P1.1")
@pytest.mark.parametrize("word", ["10h", "ah", "AH", "Ax", "", "Joker", " Ah"])
def test_there_are_no_other_cards(word):
    with pytest.raises(Exception, match="bad-move"):
        Board(word)


@pytest.mark.clause("P1.2")
def test_the_drawn_seat_deals_first_and_then_the_next_to_the_left():
    state = after(table(3, first_dealer=2), "deal")
    assert state.table.dealer == 2
    state = after(state, "Ah f f deal")
    assert state.table.dealer == 3
    assert after(state, "Ah f f deal").table.dealer == 1


@pytest.mark.clause("P1.2")
def test_the_deal_passes_over_whoever_cannot_pay_the_ante():
    state = after(table(4, stack=[9, 1, 50, 50], ante=2, first_dealer=1), "deal Ah f f")
    assert statuses(state) == ["active", "out", "active", "active"]
    assert after(state, "deal").table.dealer == 3


@pytest.mark.clause("P1.2")
@pytest.mark.parametrize("words", ["1out", ""])
def test_a_first_dealer_who_is_gone_or_cannot_pay_is_passed_over(words):
    state = table(4, stack=[9 if words else 1, 50, 50, 50], ante=2, first_dealer=1)
    assert after(state, f"{words} deal").table.dealer == 2


@pytest.mark.clause("P1.3")
def test_everybody_puts_in_the_ante():
    state = after(table(3, ante=5), "deal")
    assert chips(state) == (95, 95, 95)
    assert [player.in_hand for player in state.players] == [5, 5, 5]
    assert [player.in_round for player in state.players] == [0, 0, 0]


@pytest.mark.clause("P1.3")
def test_whoever_cannot_pay_the_ante_in_full_is_out_and_keeps_what_is_left():
    state = after(table(3, stack=[4, 100, 100], ante=5), "deal")
    assert statuses(state) == ["out", "active", "active"]
    assert chips(state) == (4, 95, 95)
    assert refused(state, "1=As,Ad,3c,4c,6d") == ("not-in-play", "P1.3")
    assert POKER.scores(after(state, "Ah f"))[0] == 4


@pytest.mark.clause("P1.3")
def test_the_ante_may_be_all_that_somebody_has():
    state = after(table(3, stack=[5, 100, 100], ante=5), "deal")
    assert statuses(state) == ["all-in", "active", "active"]
    assert after(state, "Ah").betting.turn == 2


@pytest.mark.clause("P1.3")
def test_an_ante_is_no_bet():
    assert refused(after(table(3), "deal Ah"), "c") == ("nothing-to-call", "P3.1")


@pytest.mark.clause("P1.4")
def test_the_deal_tells_who_has_cards():
    state = after(series(3), "deal")
    assert state.phase == "board"
    assert [news.kind for news in state.news] == ["dealt"]
    assert state.news[0].values == {"dealer": 3, "ante": 1, "seats": (1, 2, 3)}


@pytest.mark.clause("P1.4")
def test_the_dealer_plays_like_anyone_else():
    assert refused(after(series(2), "deal Ah"), "2:x") == ("not-your-turn", "P2.2")
    assert after(series(2), "deal Ah x").betting.turn == 2
