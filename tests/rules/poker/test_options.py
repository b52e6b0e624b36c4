"""What may be agreed, and what is refused. [P3, P4, P7-P9]"""

import pytest

from games.codec import FORMAT, read_session
from games.replaying import Stopped, replay
from games.rules.contract import Refused
from games.rules.poker import POKER
from games.rules.poker.options import Options

from .play import CAST


def session(players=3, moves=(), **options):
    names = [*CAST, "Jo"][:players]
    return {"format": FORMAT, "game": "poker", "options": options, "players": names, "moves": list(moves)}


def code(written):
    with pytest.raises(Refused) as stopped:
        read_session(written)
    return stopped.value.code


@pytest.mark.clause("P8.3", "P7.3", "P7.4")
def test_the_defaults_are_those_of_the_series():
    assert POKER.read_options({}) == Options()
    assert (Options().stack, Options().ante, Options().hands, Options().betting) == (100, 1, 10, "no-limit")
    assert (Options().muck, Options().declare, Options().rebuys) == (False, False, False)


@pytest.mark.clause("P7.3", "P7.4")
def test_classic_mucks_and_declares():
    classic = POKER.read_options({"preset": "classic"})
    assert (classic.muck, classic.declare, classic.rebuys) == (True, True, False)


@pytest.mark.parametrize(
    "written",
    [
        {},
        {"first_dealer": 2, "muck": True},
        {"preset": "classic"},
        {"preset": "classic", "stack": [10, 20, 30], "hands": None, "spread": [1, 1], "wild": "low-hole"},
    ],
)
def test_options_are_written_as_they_are_read(written):
    options = POKER.read_options(written)
    assert POKER.read_options(POKER.write_options(options)) == options


CLASSIC = {"preset": "classic"}


@pytest.mark.parametrize(
    "options",
    [
        {"preset": "friendly"},
        {"preset": None},
        {"preset": ["classic"]},
        {"stack": 100},
        {"rebuys": False},
        {"jokers": 2},
        {"first_dealer": 0},
        {"first_dealer": 4},
        {"first_dealer": True},
        {"first_dealer": None},
        {"muck": 1},
        {**CLASSIC, "stack": 0},
        {**CLASSIC, "stack": 1_000_000_001},
        {**CLASSIC, "stack": 10.0},
        {**CLASSIC, "stack": "100"},
        {**CLASSIC, "stack": [100, 100]},
        {**CLASSIC, "stack": [100, 100, 0]},
        {**CLASSIC, "stack": [100, 100, True]},
        {**CLASSIC, "stack": None},
        {**CLASSIC, "ante": 0},
        {**CLASSIC, "ante": 101},
        {**CLASSIC, "ante": 20, "stack": [20, 10, 10]},
        {**CLASSIC, "hands": 0},
        {**CLASSIC, "hands": True},
        {**CLASSIC, "betting": "table-stakes"},
        {**CLASSIC, "min_bet": -2},
        {**CLASSIC, "small_bet": 5, "big_bet": 4},
        {**CLASSIC, "small_bet": 5},
        {**CLASSIC, "spread": [3, 2]},
        {**CLASSIC, "spread": [2]},
        {**CLASSIC, "spread": [1, 2, 3]},
        {**CLASSIC, "spread": 2},
        {**CLASSIC, "spread": [0, 2]},
        {**CLASSIC, "wild": "deuces"},
        {**CLASSIC, "wild": None},
        {**CLASSIC, "split": True},
        {**CLASSIC, "split_card": "first"},
        {**CLASSIC, "rebuys": "yes"},
        {**CLASSIC, "jokers": 2},
    ],
)
def test_options_that_are_refused(options):
    assert code(session(3, **options)) == "bad-option"


@pytest.mark.parametrize(
    "options",
    [
        {**CLASSIC, "hands": None},
        {**CLASSIC, "stack": [1, 20, 20], "ante": 20},
        {**CLASSIC, "stack": 1_000_000_000},
        {**CLASSIC, "spread": [3, 3]},
        {**CLASSIC, "first_dealer": 3},
        {"declare": True, "muck": True, "preset": "series"},
    ],
)
def test_options_that_are_taken(options):
    assert read_session(session(3, **options)).names == CAST[:3]


@pytest.mark.parametrize(
    ("players", "preset", "wanted"),
    [
        (1, "series", "bad-players"),
        (9, "series", "bad-players"),
        (1, "classic", "bad-players"),
        (10, "classic", "bad-players"),
        (9, "friendly", "bad-option"),
        (10, "friendly", "bad-players"),
    ],
)
def test_how_many_may_play(players, preset, wanted):
    assert code(session(players, preset=preset)) == wanted
    assert code(session(players, preset=preset, jokers=2)) == wanted


@pytest.mark.parametrize(("players", "preset"), [(2, "series"), (8, "series"), (2, "classic"), (9, "classic")])
def test_how_many_sit_down(players, preset):
    assert replay(session(players, preset=preset))[0]["phase"] == "deal"


def test_a_bad_option_is_reported_before_the_moves():
    with pytest.raises(Stopped) as stopped:
        replay(session(2, [{"move": "nonsense"}], stack=5))
    assert (stopped.value.index, stopped.value.refused.code) == (None, "bad-option")


def test_a_lobby_may_be_looked_at_while_it_fills():
    options = POKER.read_options({"preset": "classic", "stack": [50, 60, 70], "first_dealer": 3})
    for players in range(10):
        state = POKER.start(options, CAST[:players])
        assert len(POKER.published(state)["players"]) == players
        assert POKER.offers(state)
        assert POKER.view_for(state, None)


def test_before_the_first_deal():
    state = replay(session(3, stack=[100, 1, 100], ante=2, preset="classic"))[0]["state"]
    assert (state["dealer"], state["board"], state["pots"], state["last_hand"]) == (None, [], [], None)
    assert [player["status"] for player in state["players"]] == ["active", "out", "active"]
