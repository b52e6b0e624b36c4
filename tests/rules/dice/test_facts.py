"""What a game says of each seat: the right value for every number, and sums that agree with where the game stands."""

import pytest
from hypothesis import given

from games.history import Step
from games.rules.dice import DICE
from games.rules.dice.cards import CHIPS_EACH
from games.rules.dice.ranking import read

from .play import _moves, table
from .playouts import STYLES, beginning, games


def told(words, state=None, **laid):
    """The facts of a game that begins at a laid table and goes on in these words."""
    state = first = state or table(**laid)
    steps = []
    for word in words.split():
        for move in _moves(state, word):
            state = DICE.apply(state, move)
            steps.append(Step(len(steps) + 1, move, state))
    return DICE.facts(first, steps)


def counts(words, name, **laid):
    """One number of every seat."""
    return [facts["counts"][name] for facts in told(words, **laid)]


ALONE = {2: 0, 3: 0, 4: 0}  # seat 1 alone has chips
ROUND = "15/20/25 ABCA 66612 12346 11123 65432 ."


@pytest.mark.clause("D5.6")
def test_tries_clears_and_what_the_tables_brought():
    facts = told(ROUND + " end")
    assert [f["counts"]["tries"] for f in facts] == [
        {"A": 1, "B": 0, "C": 0},
        {"A": 0, "B": 1, "C": 0},
        {"A": 0, "B": 0, "C": 1},
        {"A": 1, "B": 0, "C": 0},
    ]
    assert [f["counts"]["clears"] for f in facts] == [
        {"A": 1, "B": 0, "C": 0},
        {"A": 0, "B": 1, "C": 0},
        {"A": 0, "B": 0, "C": 1},
        {"A": 0, "B": 0, "C": 0},
    ]
    assert [f["counts"]["money_cleared"] for f in facts] == [15_000, 20_000, 25_000, 0]
    assert [f["counts"]["rounds"] for f in facts] == [1, 1, 1, 1]
    assert [f["counts"]["chips_spent"] for f in facts] == [0, 0, 0, 0]


@pytest.mark.clause("D1.4")
def test_three_players_try_two_tables():
    assert told("15/20 AAC 66612 65432 11123 . end", players=3)[0]["counts"]["tries"] == {"A": 1, "C": 0}


@pytest.mark.clause("D5.6")
def test_chips_of_a_chips_card_are_counted_as_the_supply_gave_them():
    assert counts("c/20/25 AABC 66612 65432 11223 66543 . end", "chips_got", chips={1: 1})[0] == 2
    short = table(6, chips={1: 4})
    assert short.supply == 1
    assert told("c/20/25 AABCAB 66612 65432 11223 66543 66543 66543 . end", short)[0]["counts"]["chips_got"] == 1


@pytest.mark.clause("D3.2")
def test_a_changed_pick_is_one_try():
    assert told("15/20/25 1A 1B 2A 3A 4A 66612 65432 11123 66543 . end")[0]["counts"]["tries"] == {
        "A": 0,
        "B": 1,
        "C": 0,
    }


@pytest.mark.clause("D7.1")
def test_the_best_throw_is_of_results_that_stood_extra_rolls_and_duels_included():
    facts = told("15/20/25 ABCA 1:66666 1:65432 2:12346 3:11123 4:65431 . end")
    assert facts[0]["bests"]["throw"] == {"key": read((2, 3, 4, 5, 6)).strength, "dice": [2, 3, 4, 5, 6]}
    extra = told("15/20/25 ABCA 66612 12346 11123 65432 1+ 66661 . end", chips=ALONE)
    assert extra[0]["bests"]["throw"]["dice"] == [1, 6, 6, 6, 6]
    duel = told("15/d/25 BBCC 65432 65543 66666 66654 . 1>2 55555 66612 . end", round=2)
    assert [f["bests"]["throw"]["dice"] for f in duel][:2] == [[5, 5, 5, 5, 5], [1, 2, 6, 6, 6]]


@pytest.mark.clause("D6.6")
def test_a_duel_for_a_card_won_by_the_holder():
    facts = told("15/d/25 BBCC 65432 65543 66666 66654 . 1>2 55555 66612 . end", round=2, money={2: "35 20"})
    one, two = facts[0]["counts"], facts[1]["counts"]
    assert (one["duels"], one["duels_won"], one["cards_taken"], one["money_taken"]) == (1, 1, 1, 35_000)
    assert (two["duels"], two["duels_won"], two["cards_lost"], two["money_lost"]) == (1, 0, 1, 35_000)
    assert one["cards_lost"] == two["cards_taken"] == facts[2]["counts"]["duels"] == 0


@pytest.mark.clause("D6.5")
def test_with_equal_dice_the_opponent_wins_a_duel_for_a_card():
    facts = told("15/d/25 BBCC 65432 65543 66666 66654 . 1>2 55555 55555 . end", round=2, money={2: "35"})
    assert [f["counts"]["duels_won"] for f in facts] == [0, 1, 0, 0]
    assert [f["counts"]["cards_lost"] for f in facts] == [0, 0, 0, 0]


@pytest.mark.clause("D6.7")
def test_a_duel_for_a_table_that_is_fought_again_is_one_duel():
    words = "15/20/25 AAAC 66612 66612 66612 65432 . 66612 66612 55512 . 66612 55512 . end"
    assert counts(words, "duels") == [1, 1, 1, 0]
    assert counts(words, "duels_won") == [1, 0, 0, 0]
    assert counts(words, "clears")[0] == {"A": 1, "B": 0, "C": 0}


@pytest.mark.clause("D4.2")
def test_an_extra_roll_earns_the_table_it_brought():
    words = "15/20/25 ABCA 66542 12346 11123 55512 1+ 66632 . end"
    assert counts(words, "chips_spent", chips=ALONE) == [1, 0, 0, 0]
    assert counts(words, "chips_earned", chips=ALONE) == [15_000, 0, 0, 0]


@pytest.mark.clause("D4.2")
def test_an_extra_roll_earns_a_table_that_nobody_would_have_cleared_without_it():
    words = "15/20/25 ABCA 66542 12346 11123 65432 1+ 66632 . end"
    assert counts(words, "chips_earned", chips=ALONE) == [15_000, 0, 0, 0]


@pytest.mark.clause("D4.2")
def test_an_extra_roll_earns_nothing_where_the_dice_before_it_would_have_done():
    better = counts("15/20/25 ABCA 66632 12346 11123 55512 1+ 66666 . end", "chips_earned", chips=ALONE)
    in_vain = counts("15/20/25 ABCA 66542 12346 11123 55512 1+ 66541 . end", "chips_earned", chips=ALONE)
    assert better == in_vain == [0, 0, 0, 0]


@pytest.mark.clause("D6.4")
def test_an_extra_roll_in_a_duel_earns_the_card_taken_or_kept():
    begun = "15/d/25 BBCC 65432 65543 66666 66654 . 1>2 "
    laid = {"round": 2, "money": {2: "35 20"}}
    taken = told(begun + "44432 66612 1+ 66666 2- 1- end", **laid)
    assert [f["counts"]["chips_earned"] for f in taken] == [35_000, 0, 0, 0]
    kept = told(begun + "55555 66612 1- 2+ 66666 1- 2- end", **laid)
    assert [f["counts"]["chips_earned"] for f in kept] == [0, 35_000, 0, 0]
    spent = told(begun + "55555 66612 1+ 66666 2- 1- end", **laid)
    assert [f["counts"]["chips_earned"] for f in spent] == [0, 0, 0, 0]
    assert [f["counts"]["chips_spent"] for f in spent] == [1, 0, 0, 0]


@pytest.mark.clause("D6.7")
def test_an_extra_roll_in_a_duel_for_a_table_earns_the_table():
    words = "c/20/25 AACC 66612 66612 65432 66543 . 11123 44432 1+ 55512 2- 1- end"
    assert counts(words, "chips_earned", chips={3: 0, 4: 0}) == [2 * 5_000, 0, 0, 0]
    again = "15/20/25 AACC 66612 66612 65432 66543 . 11123 44432 1+ 44432 2- 1- 55512 44432 1- 2- end"
    assert counts(again, "chips_earned", chips={3: 0, 4: 0}) == [15_000, 0, 0, 0]


@pytest.mark.clause("D8.3")
def test_who_leaves_has_no_more_rounds_and_settles_all_the_same():
    facts = told(ROUND + " 1x 15/20/25 ABA 12345 65432 66654 . end")
    assert [f["counts"]["rounds"] for f in facts] == [1, 2, 2, 2]
    assert facts[0]["counts"]["tries"] == {"A": 1, "B": 0, "C": 0}
    assert facts[0]["balance"] == 4 * 30_000 - (30_000 + 35_000 + 60_000 + 30_000)


@pytest.mark.clause("D8.1")
def test_everybody_settles_the_difference_with_everybody():
    facts = told(ROUND + " end")
    assert [f["balance"] for f in facts] == [4 * s - 120_000 for s in (30_000, 35_000, 40_000, 15_000)]


def test_most_of_one_game_is_kept_to_be_compared():
    facts = told(ROUND + " end")
    assert facts[0]["bests"]["clears"] == {"key": 1}
    assert "clears" not in facts[3]["bests"]
    assert "duels" not in facts[0]["bests"]


def test_a_game_without_a_move_has_nothing_to_say():
    facts = told("")
    assert all(f["bests"] == {} and f["balance"] == 0 and not f["counts"]["rounds"] for f in facts)


@given(style=STYLES)
def test_the_sums_agree_with_where_the_game_stands(style):
    first = beginning(style)
    steps = [Step(n, move, state) for n, (_, move, state) in enumerate(games(style), 1)]
    state = steps[-1].state
    facts = DICE.facts(first, steps)
    numbers = [f["counts"] for f in facts]
    for seat, n in zip(state.seats, numbers, strict=True):
        assert state.money(seat) == n["money_cleared"] + n["money_taken"] - n["money_lost"]
        assert state.player(seat).chips == CHIPS_EACH + n["chips_got"] - n["chips_spent"]
        assert len(state.player(seat).money) >= n["cards_taken"] - n["cards_lost"]
        assert sum(n["tries"].values()) == n["rounds"]
        assert n["duels"] >= n["duels_won"] >= n["cards_taken"]
        assert n["chips_earned"] == 0 or n["chips_spent"]
        assert n["chips_earned"] <= n["money_cleared"] + n["money_taken"] + 5_000 * n["chips_got"] + 35_000 * n["duels"]
    assert sum(n["cards_taken"] for n in numbers) == sum(n["cards_lost"] for n in numbers)
    assert sum(n["money_taken"] for n in numbers) == sum(n["money_lost"] for n in numbers)
    duels = [i.values["fought"] for s in steps for i in s.state.news if i.kind == "duel-won"]
    assert sum(n["duels_won"] for n in numbers) == len(duels)
    cleared = [i.values for s in steps for i in s.state.news if i.kind == "table-cleared"]
    for table_ in first.tables:
        assert sum(n["clears"][table_] for n in numbers) == sum(c["table"] == table_ for c in cleared)
        assert all(n["clears"][table_] <= n["tries"][table_] for n in numbers)
    assert sum(f["balance"] for f in facts) == 0
