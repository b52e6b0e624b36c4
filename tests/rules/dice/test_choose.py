"""D3: secret picks, dice, and what is recorded."""

import pytest

from games.rules.contract import awaiting
from games.rules.dice import DICE
from games.rules.dice.moves import Choose

from .play import after, refused, table, told, waiting

TURNED = after(table(4), "15/20/25")


def picks_seen(state, viewer):
    return [player.table for player in DICE.view_for(state, viewer).players]


@pytest.mark.clause("D3.1", "D3.2")
def test_nobody_enters_dice_before_all_have_picked():
    assert refused(TURNED, "1A 2A 3A 1:12345") == ("wrong-phase", "D3.7")


@pytest.mark.clause("D3.2")
def test_everybody_picks_one_table_in_any_order():
    assert awaiting(DICE.offers(TURNED)) == (1, 2, 3, 4)
    assert waiting(after(TURNED, "3C 1A")) == "choose 2 4"
    assert after(TURNED, "3C 1A 4B 2A").picks == ("A", "A", "C", "B")


@pytest.mark.clause("D3.2")
def test_a_pick_may_be_changed_until_the_last_player_has_picked():
    state = after(TURNED, "1A 2A 1C 1B 3A")
    assert state.picks == ("B", "A", "A", None)
    assert refused(state, "4A 1A") == ("wrong-phase", "D3.2")


@pytest.mark.clause("D3.2")
@pytest.mark.parametrize("viewer", [1, 2, 3, 4, None])
def test_before_that_nobody_is_shown_another_players_pick(viewer):
    state = after(TURNED, "1A 2B 3C")
    own = dict(enumerate("ABC", 1))
    assert picks_seen(state, viewer) == [own.get(seat) if seat == viewer else None for seat in (1, 2, 3, 4)]
    assert all(at.seats == () and at.claims == () for at in DICE.view_for(state, viewer).tables)


@pytest.mark.clause("D3.2")
def test_who_has_picked_may_be_shown():
    state = after(TURNED, "1A 3C")
    assert [player.picked for player in DICE.view_for(state, None).players] == [True, False, True, False]
    assert [row["picked"] for row in DICE.published(state)["players"]] == [True, False, True, False]
    assert [row["table"] for row in DICE.published(state)["players"]] == [None] * 4


@pytest.mark.clause("D3.2")
def test_then_all_picks_are_revealed_together():
    state = after(TURNED, "1A 2B 3C 4A")
    for viewer in (1, 2, 3, 4, None):
        assert picks_seen(state, viewer) == ["A", "B", "C", "A"]
    assert [at.seats for at in DICE.view_for(state, None).tables] == [(1, 4), (2,), (3,)]
    assert told(state, "picks-shown") == [{"picks": ("A", "B", "C", "A")}]


@pytest.mark.clause("D3.2")
def test_a_secret_pick_makes_no_news():
    assert after(TURNED, "1A 2B 3C").news == ()


@pytest.mark.clause("D3.2")
def test_offers_do_not_tell_what_was_picked():
    one, other = after(TURNED, "1A 2B"), after(TURNED, "1C 2C")
    assert DICE.offers(one) == DICE.offers(other)
    assert all(offer.secret for offer in DICE.offers(one))


@pytest.mark.clause("D3.2")
def test_a_logged_pick_stays_secret_until_all_are_shown():
    pick = Choose(1, "A")
    assert DICE.keeps_secret(after(TURNED, "1A 2A 3A"), pick)
    assert not DICE.keeps_secret(after(TURNED, "1A 2A 3A 4A"), pick)


@pytest.mark.clause("D3.2")
def test_each_round_is_picked_afresh():
    state = after(TURNED, "AAAA 66542 66541 66532 66531 . 15/20/25")
    assert state.picks == (None,) * 4
    assert state.dice == (None,) * 4
    assert waiting(state) == "choose 1 2 3 4"


@pytest.mark.clause("D3.2")
def test_who_has_picked_is_still_asked_but_not_waited_for():
    offers = DICE.offers(after(TURNED, "1A 3C"))
    assert [(offer.seat, offer.owed) for offer in offers] == [(1, False), (2, True), (3, False), (4, True)]


@pytest.mark.clause("D3.3", "D3.7")
def test_all_roll_at_once_so_results_come_in_any_order():
    state = after(TURNED, "AAAA 3:12345")
    assert waiting(state) == "dice 1 2 4"
    assert waiting(after(state, "1:66666 4:22222 2:33333")) == "extra 1"


@pytest.mark.clause("D3.3", "D4.2")
@pytest.mark.parametrize("dice", ["66542", "66666", "11333"], ids=["all kept", "some kept", "all five rolled again"])
def test_a_player_is_free_to_keep_any_dice_or_none(dice):
    state = after(TURNED, f"AAAA 66542 66541 66532 66531 1+ 2- 3- 4- {dice}")
    assert state.dice[0] == tuple(sorted(map(int, dice)))


@pytest.mark.clause("D3.5", "D1.7")
def test_the_one_with_most_money_at_a_table_puts_dice_back_first():
    state = after(table(4, money={1: "15", 2: "35", 4: "20"}, chips={1: 9, 2: 0}), "15/20/25 ABAA")
    first_back = [at.first_back for at in DICE.view_for(state, None).tables]
    assert first_back == [(4,), (), ()]  # seat 2 is richer, but alone elsewhere


@pytest.mark.clause("D3.5")
def test_with_equal_money_the_current_roll_decides_who_puts_dice_back():
    state = after(table(4, money={1: "15", 2: "35", 4: "35"}), "15/20/25 AAAA")
    assert DICE.view_for(state, None).tables[0].first_back == (2, 4)


@pytest.mark.clause("D3.7")
@pytest.mark.parametrize("dice", ["1:12340", "1:12347"])
def test_a_die_shows_one_to_six(dice):
    assert refused(TURNED, f"AAAA {dice}") == ("bad-move", "D3.7")


@pytest.mark.clause("D3.7")
def test_a_result_is_recorded_whatever_the_order_of_the_dice():
    state = after(TURNED, "AAAA 1:52346")
    assert DICE.published(state)["players"][0]["dice"] == [2, 3, 4, 5, 6]


@pytest.mark.clause("D3.7")
def test_every_result_is_recorded_before_extra_rolls_are_offered():
    state = after(TURNED, "AAAA 66542 66541 66532")
    assert waiting(state) == "dice 4"
    assert refused(state, "1+") == ("wrong-phase", "D4.1")
    assert after(state, "66531").phase == "extra"


@pytest.mark.clause("D3.7")
def test_a_result_may_be_put_right_until_the_last_is_in():
    state = after(TURNED, "AAAA 1:66542 1:11111 2:22222 3:33333")
    assert state.dice[0] == (1, 1, 1, 1, 1)
    assert [offer.seat for offer in DICE.offers(state)] == [1, 2, 3, 4]
    assert refused(state, "4:44444 1:66666") == ("wrong-phase", "D3.7")
