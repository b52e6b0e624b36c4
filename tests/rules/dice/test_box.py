"""D1: what is on the table before the first card is turned, and what money and chips are worth."""

from collections import Counter

import pytest

from games.codec import read_names, read_session
from games.rules.contract import Refused
from games.rules.dice import DICE

from .play import CAST, after, asked, chips, money, refused, table

TWELVE_ROUNDS = [*["15/20"] * 5, "15/25", *["25/30"] * 4, *["35/35"] * 2]


@pytest.mark.clause("D1.1")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_three_to_six_sit_clockwise_with_three_chips_each(players):
    state = table(players)
    assert list(state.seats) == list(range(1, players + 1))
    assert state.names == CAST[:players]
    assert [chips(state, seat) for seat in state.seats] == [3] * players


@pytest.mark.clause("D1.1")
@pytest.mark.parametrize("players", [2, 7])
def test_two_or_seven_are_not_a_table(players):
    with pytest.raises(Refused) as stopped:
        read_names(DICE, [f"Player {number}" for number in range(players)])
    assert stopped.value.code == "bad-players"


@pytest.mark.clause("D1.1")
@pytest.mark.parametrize("dice", ["1:1234", "1:123456"])
def test_each_has_five_dice(dice):
    assert refused(table(3), f"15/20 AAA {dice}")[0] == "bad-move"


@pytest.mark.clause("D1.2")
@pytest.mark.parametrize(("players", "supply"), [(3, 11), (4, 8), (5, 5), (6, 2)])
def test_what_is_not_handed_out_of_20_chips_is_the_supply(players, supply):
    assert DICE.start(DICE.read_options({}), CAST[:players]).supply == supply


@pytest.mark.clause("D1.3")
def test_the_36_cards_of_the_box():
    unseen = DICE.published(table(4))["unseen"]
    assert unseen == {"15000": 6, "20000": 5, "25000": 5, "30000": 4, "35000": 4, "duel": 6, "chips": 6}
    assert sum(unseen.values()) == 36


@pytest.mark.clause("D1.4")
@pytest.mark.parametrize(("players", "tables"), [(3, "AC"), (4, "ABC"), (5, "ABC"), (6, "ABC")])
def test_tables_in_play(players, tables):
    assert "".join(DICE.published(table(players))["tables"]) == tables


@pytest.mark.clause("D1.4")
def test_with_three_players_nobody_holds_the_card_of_table_b():
    assert refused(table(3), "15/20 1B") == ("not-in-play", "D1.4")


@pytest.mark.clause("D1.4")
def test_the_number_of_players_at_the_start_says_which_tables_are_in_play_to_the_end():
    assert after(table(4), "1x 15/20/25 BBB").tables == "ABC"
    assert refused(table(3), "1x 15/20 2B") == ("not-in-play", "D1.4")


@pytest.mark.clause("D1.5")
def test_with_three_players_twelve_cards_are_never_seen():
    state = table(3)
    for turned in TWELVE_ROUNDS:
        state = after(state, f"{turned} AAA 66542 66542 66542 .")
    assert state.phase == "over"
    assert sum(state.unseen.values()) == 12


@pytest.mark.clause("D1.5")
def test_with_four_players_every_card_is_turned():
    state, stack = table(4), list(Counter({"15": 6, "20": 5, "25": 5, "30": 4, "35": 4, "c": 6, "d": 6}).elements())
    for at in range(0, 36, 3):
        state = after(state, "/".join(stack[at : at + 3]) + " AAAA 66542 66542 66542 66542 .")
    assert state.phase == "over"
    assert sum(state.unseen.values()) == 0


@pytest.mark.clause("D1.6", "D8.1")
def test_a_chip_is_worth_5000_at_the_end():
    state = table(3, chips={1: 0, 2: 1, 3: 4})
    assert DICE.scores(after(state, "end")) == (0, 5_000, 20_000)


@pytest.mark.clause("D1.6", "D4.2")
def test_a_chip_buys_one_extra_roll():
    state = after(table(3), "15/20 AAA 66542 66541 66531 1+ 2- 3- 66665")
    assert [chips(state, seat) for seat in (1, 2, 3)] == [2, 3, 3]
    assert refused(state, "1:66666") == ("wrong-phase", "D3.7")


@pytest.mark.clause("D1.7", "D4.1")
def test_chips_are_no_money_while_the_game_runs():
    state = table(3, money={2: "15"}, chips={1: 9, 2: 1})
    assert DICE.scores(state) == (45_000, 20_000, 15_000)
    assert asked(after(state, "15/20 AAA 66666 11256 66665")) == "231"


@pytest.mark.clause("D1.7", "D6.7")
def test_money_is_the_sum_of_the_money_cards_not_their_number():
    state = table(3, money={1: "15", 2: "20 20", 3: "35"})
    assert [state.money(seat) for seat in state.seats] == [15_000, 40_000, 35_000]
    assert money(state, 2) == "20 20"
    assert after(state, "15/20 AAA 66665 66665 66665 .").duel.seats == (2, 3, 1)


@pytest.mark.clause("D1.1")
def test_a_session_file_seats_its_players_clockwise():
    file = {"format": "cincinnati-session/1", "game": "dice", "players": ["Ann", "Ben", "Cleo"], "moves": []}
    assert read_session(file).names == ("Ann", "Ben", "Cleo")
