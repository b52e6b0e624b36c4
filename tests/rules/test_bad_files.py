"""Session files that are wrong: which code, at which move, and which of several codes comes first."""

import pytest

from games.replaying import Stopped, replay

MISSING = object()

TURN = {"move": "reveal", "cards": ["15000", "20000"]}
PICKS = [{"move": "choose", "seat": seat, "table": "A"} for seat in (1, 2, 3)]
ROLLS = [{"move": "roll", "seat": seat, "dice": [6, 6, 5, 4, seat]} for seat in (1, 2, 3)]
DECLINES = [{"move": "extra", "seat": seat, "take": False} for seat in (3, 1, 2)]
TO_DICE = [TURN, *PICKS]
TO_EXTRA = [*TO_DICE, *ROLLS]
SECOND_ROUND = [*TO_EXTRA, *DECLINES]
DUEL_TURNED = {"move": "reveal", "cards": ["duel", "20000"]}
TRIPLET = {"move": "roll", "seat": 1, "dice": [6, 6, 6, 4, 1]}
TO_CHALLENGE = [*SECOND_ROUND, DUEL_TURNED, *PICKS, TRIPLET, *ROLLS[1:], *[DECLINES[at] for at in (1, 2, 0)]]
NONSENSE = {"move": "dance"}


def session(*moves, **changes):
    written = {
        "format": "cincinnati-session/1",
        "game": "dice",
        "title": "Friday",
        "options": {},
        "players": ["Ann", "Ben", "Cleo"],
        "moves": list(moves),
        **changes,
    }
    return {key: value for key, value in written.items() if value is not MISSING}


def stopped(written):
    """Where and why the replay of this file stops."""
    with pytest.raises(Stopped) as stop:
        replay(written)
    return stop.value.index, stop.value.refused.code


def last_refused(*moves):
    """The code with which the last of these moves is refused; those before it are good."""
    index, code = stopped(session(*moves))
    assert index == len(moves) - 1
    return code


def test_what_the_others_here_are_made_of_is_good():
    for moves, phase in ((TO_DICE, "dice"), (TO_EXTRA, "extra"), (SECOND_ROUND, "reveal"), (TO_CHALLENGE, "challenge")):
        assert replay(session(*moves))[0]["phase"] == phase


# Before the moves: bad-file, then bad-players, then bad-option.


@pytest.mark.parametrize("written", [None, [], "session", 7, True, [session()]])
def test_a_session_is_an_object(written):
    assert stopped(written) == (None, "bad-file")


@pytest.mark.parametrize("key", ["format", "game", "players", "moves"])
def test_a_key_that_may_not_be_left_out(key):
    assert stopped(session(**{key: MISSING})) == (None, "bad-file")


@pytest.mark.parametrize("key", ["title", "options"])
def test_a_key_that_may_be_left_out(key):
    assert replay(session(**{key: MISSING}))[0]["phase"] == "reveal"


@pytest.mark.parametrize("key", ["Title", "comment", "at", ""])
def test_an_unknown_key(key):
    assert stopped(session(**{key: "x"})) == (None, "bad-file")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", "cincinnati-session/2"),
        ("format", 1),
        ("format", None),
        ("game", "chess"),
        ("game", "Dice"),
        ("game", ["dice"]),
        ("game", None),
        ("title", 7),
        ("title", None),
        ("options", []),
        ("options", None),
        ("players", "Ann"),
        ("players", {"1": "Ann"}),
        ("players", None),
        ("moves", {}),
        ("moves", "reveal"),
        ("moves", None),
    ],
)
def test_a_wrong_value_at_the_top(key, value):
    assert stopped(session(**{key: value})) == (None, "bad-file")


@pytest.mark.clause("D1.1")
@pytest.mark.parametrize(
    "players",
    [
        [],
        ["Ann", "Ben"],
        [f"Player {number}" for number in range(7)],
        ["Ann", "Ben", 3],
        ["Ann", "Ben", None],
        ["Ann", "Ben", True],
        ["Ann", "Ben", ["Cleo"]],
        ["Ann", "Ben", ""],
        ["Ann", "Ben", "   "],
        ["Ann", "Ben", "C" * 25],
        ["Ann", "Ben", "Ann"],
        ["Ann", "Ben", " ann "],
        ["Ann", "STRASSE", "straße"],
    ],
)
def test_bad_players(players):
    assert stopped(session(players=players)) == (None, "bad-players")


@pytest.mark.clause("D2.6")
@pytest.mark.parametrize(
    "options",
    [{"deck": "paper"}, {"deck": "App"}, {"deck": None}, {"deck": True}, {"deck": ["app"]}, {"preset": "series"}],
)
def test_bad_options(options):
    assert stopped(session(options=options)) == (None, "bad-option")


def test_what_is_wrong_at_the_top_comes_before_players_options_and_moves():
    wrong = {"players": [], "options": {"deck": "paper"}}
    assert stopped(session(NONSENSE, **wrong, title=1)) == (None, "bad-file")
    assert stopped(session(NONSENSE, **wrong, game="chess")) == (None, "bad-file")
    assert stopped(session(NONSENSE, **wrong)) == (None, "bad-players")
    assert stopped(session(NONSENSE, options={"deck": "paper"})) == (None, "bad-option")
    assert stopped(session(NONSENSE)) == (0, "bad-move")


# A move: bad-move, then wrong-phase, not-in-play, not-your-turn, then the specific one.


@pytest.mark.parametrize(
    "move",
    [
        None,
        "finish",
        ["finish"],
        {},
        {"move": None},
        {"move": ["finish"]},
        NONSENSE,
        {"move": "Finish"},
        {"move": "deal"},
        {"move": "finish", "seat": 1},
        {"move": "finish", "name": "finish"},
        {"move": "finish", "at": 20240501},
        {"move": "finish", "at": None},
        {"move": "leave"},
        {"move": "leave", "seat": "1"},
        {"move": "leave", "seat": 1.0},
        {"move": "leave", "seat": True},
        {"move": "leave", "seat": None},
        {"move": "leave", "seat": [1]},
        {"move": "reveal"},
        {"move": "reveal", "cards": "15000"},
        {"move": "reveal", "cards": {"A": "15000"}},
        {"move": "reveal", "cards": [15000, 20000]},
        {"move": "reveal", "cards": ["15000", None]},
        {"move": "reveal", "cards": ["15000", "40000"]},
        {"move": "reveal", "cards": ["15000", "Duel"]},
        {"move": "reveal", "cards": []},
        {"move": "reveal", "cards": ["15000"]},
        {"move": "reveal", "cards": ["15000", "20000", "25000"]},
    ],
)
def test_a_bad_move_between_rounds(move):
    assert last_refused(move) == "bad-move"


@pytest.mark.parametrize(
    ("before", "move"),
    [
        ([TURN], {"move": "choose", "seat": 1}),
        ([TURN], {"move": "choose", "seat": 1, "table": "D"}),
        ([TURN], {"move": "choose", "seat": 1, "table": "a"}),
        ([TURN], {"move": "choose", "seat": 1, "table": ""}),
        ([TURN], {"move": "choose", "seat": 1, "table": "AC"}),
        ([TURN], {"move": "choose", "seat": 1, "table": None}),
        (TO_DICE, {"move": "roll", "seat": 1, "dice": [1, 2, 3, 4]}),
        (TO_DICE, {"move": "roll", "seat": 1, "dice": [1, 2, 3, 4, 5, 6]}),
        (TO_DICE, {"move": "roll", "seat": 1, "dice": [0, 2, 3, 4, 5]}),
        (TO_DICE, {"move": "roll", "seat": 1, "dice": [1, 2, 3, 4, 7]}),
        (TO_DICE, {"move": "roll", "seat": 1, "dice": [1, 2, 3, 4, True]}),
        (TO_DICE, {"move": "roll", "seat": 1, "dice": [1, 2, 3, 4, 5.0]}),
        (TO_DICE, {"move": "roll", "seat": 1, "dice": [1, 2, 3, 4, "5"]}),
        (TO_DICE, {"move": "roll", "seat": 1, "dice": "12345"}),
        (TO_DICE, {"move": "roll", "seat": 1, "dice": [[1, 2, 3, 4, 5]]}),
        (TO_EXTRA, {"move": "extra", "seat": 3}),
        (TO_EXTRA, {"move": "extra", "seat": 3, "take": 1}),
        (TO_EXTRA, {"move": "extra", "seat": 3, "take": "true"}),
        (TO_EXTRA, {"move": "extra", "seat": 3, "take": None}),
        (TO_CHALLENGE, {"move": "challenge", "seat": 1}),
        (TO_CHALLENGE, {"move": "challenge", "seat": 1, "opponent": "2"}),
        (TO_CHALLENGE, {"move": "challenge", "seat": 1, "opponent": True}),
    ],
)
def test_a_bad_move_within_a_round(before, move):
    assert last_refused(*before, move) == "bad-move"


GOOD_MOVES = {
    "reveal": TURN,
    "choose": PICKS[0],
    "roll": ROLLS[0],
    "extra": DECLINES[1],
    "challenge": {"move": "challenge", "seat": 1, "opponent": 2},
    "leave": {"move": "leave", "seat": 1},
    "finish": {"move": "finish"},
}
WHEN = {
    "reveal": ([], {"reveal", "leave", "finish"}),
    "choose": ([TURN], {"choose"}),
    "dice": (TO_DICE, {"roll"}),
    "extra": (TO_EXTRA, {"extra"}),
    "reroll": ([*TO_EXTRA, {**DECLINES[0], "take": True}, *DECLINES[1:]], {"roll"}),
    "challenge": (TO_CHALLENGE, {"challenge"}),
    "duel": ([*TO_CHALLENGE, GOOD_MOVES["challenge"]], {"roll"}),
    "duel-extra": ([*TO_CHALLENGE, GOOD_MOVES["challenge"], *ROLLS[:2]], {"extra"}),
    "duel-reroll": ([*TO_CHALLENGE, GOOD_MOVES["challenge"], *ROLLS[:2], {**DECLINES[1], "take": True}], {"roll"}),
    "over": ([GOOD_MOVES["finish"]], set()),
}


@pytest.mark.parametrize("phase", WHEN)
def test_each_phase_has_its_moves(phase):
    before, right = WHEN[phase]
    assert replay(session(*before))[0]["phase"] == phase
    for name, move in GOOD_MOVES.items():
        if name not in right:
            assert last_refused(*before, move) == "wrong-phase", (phase, name)


@pytest.mark.clause("D1.4")
def test_a_table_not_in_play():
    assert last_refused(TURN, {"move": "choose", "seat": 1, "table": "B"}) == "not-in-play"


@pytest.mark.parametrize("seat", [0, -1, 4, 10**30])
@pytest.mark.parametrize("phase", ["reveal", "choose", "dice", "extra", "challenge", "duel-extra"])
def test_no_such_seat(phase, seat):
    before, right = WHEN[phase]
    name = "leave" if phase == "reveal" else min(right)
    assert last_refused(*before, {**GOOD_MOVES[name], "seat": seat}) == "not-in-play"


@pytest.mark.clause("D8.3")
def test_a_seat_that_has_left():
    leave = GOOD_MOVES["leave"]
    assert last_refused(leave, leave) == "not-in-play"
    assert last_refused(leave, TURN, PICKS[0]) == "not-in-play"


@pytest.mark.clause("D6.2")
@pytest.mark.parametrize("opponent", [0, 1, 4])
def test_an_opponent_who_is_not_there_or_is_oneself(opponent):
    assert last_refused(*TO_CHALLENGE, {"move": "challenge", "seat": 1, "opponent": opponent}) == "not-in-play"


@pytest.mark.clause("D4.1", "D6.1", "D6.3")
@pytest.mark.parametrize(
    ("phase", "move"),
    [
        ("extra", DECLINES[1]),
        ("reroll", ROLLS[0]),
        ("challenge", {"move": "challenge", "seat": 2, "opponent": 1}),
        ("duel", ROLLS[2]),
        ("duel-extra", DECLINES[2]),
        ("duel-reroll", ROLLS[1]),
    ],
)
def test_not_your_turn(phase, move):
    assert last_refused(*WHEN[phase][0], move) == "not-your-turn"


@pytest.mark.clause("D2.5")
def test_no_copy_left_unseen():
    thirty_five = {"move": "reveal", "cards": ["35000", "35000"]}
    once_more = [*PICKS, *ROLLS, *DECLINES]
    moves = [thirty_five, *once_more, thirty_five, *once_more]
    assert last_refused(*moves, {"move": "reveal", "cards": ["15000", "35000"]}) == "card-unavailable"


@pytest.mark.clause("D2.4")
def test_a_duel_card_in_round_one():
    assert last_refused(DUEL_TURNED) == "duel-in-first-round"
    assert last_refused({"move": "reveal", "cards": ["duel", "duel"]}) == "duel-in-first-round"


@pytest.mark.parametrize(
    ("code", "phase", "move"),
    [
        ("bad-move", "over", {"move": "roll", "seat": 9, "dice": [1]}),
        ("bad-move", "over", {"move": "reveal", "cards": ["duel"]}),
        ("bad-move", "dice", {"move": "choose", "seat": 9, "table": "D"}),
        ("bad-move", "reveal", {"move": "reveal", "cards": ["duel", "40000"]}),
        ("bad-move", "reveal", {"move": "reveal", "cards": ["duel", "duel", "duel"]}),
        ("wrong-phase", "reveal", {"move": "roll", "seat": 9, "dice": [1, 2, 3, 4, 5]}),
        ("wrong-phase", "dice", {"move": "choose", "seat": 1, "table": "B"}),
        ("wrong-phase", "over", DUEL_TURNED),
        ("wrong-phase", "dice", {"move": "challenge", "seat": 1, "opponent": 1}),
        ("not-in-play", "extra", {"move": "extra", "seat": 9, "take": True}),
        ("not-in-play", "duel", {"move": "roll", "seat": 9, "dice": [1, 2, 3, 4, 5]}),
        ("not-in-play", "challenge", {"move": "challenge", "seat": 2, "opponent": 9}),
        ("not-in-play", "challenge", {"move": "challenge", "seat": 2, "opponent": 2}),
    ],
)
def test_where_several_codes_fit_the_first_of_the_list_is_given(code, phase, move):
    assert last_refused(*WHEN[phase][0], move) == code


def test_moves_are_checked_one_by_one_in_their_order():
    assert stopped(session(TURN, TURN, NONSENSE)) == (1, "wrong-phase")
    assert stopped(session(NONSENSE, TURN, TURN)) == (0, "bad-move")


def test_nothing_is_skipped():
    assert stopped(session(TURN, NONSENSE, *PICKS)) == (1, "bad-move")
