"""The one spelling of a poker session: log, form and file."""

import json

import pytest

from games.codec import from_form, read_move, spell
from games.rules.contract import Refused
from games.rules.poker import POKER
from games.rules.poker.moves import (
    MOVES,
    Bet,
    Board,
    Call,
    Check,
    Deal,
    Declare,
    Finish,
    Fold,
    Hole,
    Join,
    Leave,
    Muck,
    Rebuy,
    Show,
    Winners,
)

FIVE = ("As", "Ad", "3c", "4c", "6d")
SPELLINGS = [
    (Deal(), {"move": "deal"}),
    (Board("Ah"), {"move": "board", "card": "Ah"}),
    (Board(), {"move": "board"}),
    (Check(2), {"move": "check", "seat": 2}),
    (Call(2), {"move": "call", "seat": 2}),
    (Fold(2), {"move": "fold", "seat": 2}),
    (Bet(2, 10), {"move": "bet", "seat": 2, "to": 10}),
    (Hole(1, FIVE), {"move": "hole", "seat": 1, "cards": list(FIVE)}),
    (Show(1, FIVE), {"move": "show", "seat": 1, "cards": list(FIVE)}),
    (Show(1), {"move": "show", "seat": 1}),
    (Muck(1), {"move": "muck", "seat": 1}),
    (
        Declare((Winners((1, 2), (3,)), Winners((1,)))),
        {"move": "declare", "pots": [{"high": [1, 2], "suit": [3]}, {"high": [1]}]},
    ),
    (Leave(1), {"move": "leave", "seat": 1}),
    (Rebuy(1, 50), {"move": "rebuy", "seat": 1, "chips": 50}),
    (Join("Zoe", 50), {"move": "join", "name": "Zoe", "chips": 50}),
    (Finish(), {"move": "finish"}),
]


def test_every_move_has_a_spelling_here():
    assert {spelled["move"] for _, spelled in SPELLINGS} == set(MOVES)


@pytest.mark.parametrize(("move", "spelled"), SPELLINGS)
def test_a_move_is_spelled_as_in_the_session_file_and_read_back(move, spelled):
    assert spell(move) == spelled
    assert read_move(POKER, json.loads(json.dumps(spelled))) == move
    assert read_move(POKER, {**spelled, "at": "2024-05-01T20:15:00Z"}) == move


@pytest.mark.parametrize(
    ("form", "move"),
    [
        ({"move": "board", "card": "Ah"}, Board("Ah")),
        ({"move": "board", "card": ""}, Board()),
        ({"move": "board"}, Board()),
        ({"move": "bet", "seat": "2", "to": "10"}, Bet(2, 10)),
        ({"move": "hole", "seat": "1", "cards": "As Ad,3c  4c, 6d"}, Hole(1, FIVE)),
        ({"move": "show", "seat": "1"}, Show(1)),
        ({"move": "show", "seat": "1", "cards": "As Ad 3c 4c 6d"}, Show(1, FIVE)),
        ({"move": "declare", "pots": "1 2/3;1"}, Declare((Winners((1, 2), (3,)), Winners((1,))))),
        ({"move": "declare", "pots": "12"}, Declare((Winners((1, 2)),))),
        ({"move": "join", "name": "Zoe", "chips": "50"}, Join("Zoe", 50)),
    ],
)
def test_a_form_spells_the_same_moves(form, move):
    assert from_form(POKER, form) == move


def test_a_latecomers_name_is_trimmed():
    assert read_move(POKER, {"move": "join", "name": "  Zoe ", "chips": 5}) == Join("Zoe", 5)


BAD = [
    None,
    [],
    "deal",
    {},
    {"move": "nonsense"},
    {"move": ["deal"]},
    {"move": "deal", "seat": 1},
    {"move": "board", "card": None},
    {"move": "board", "card": "10h"},
    {"move": "board", "card": ["Ah"]},
    {"move": "check"},
    {"move": "check", "seat": "2"},
    {"move": "check", "seat": True},
    {"move": "check", "seat": 2.0},
    {"move": "bet", "seat": 2},
    {"move": "bet", "seat": 2, "to": "10"},
    {"move": "bet", "seat": 2, "to": 10.5},
    {"move": "bet", "seat": 2, "to": None},
    {"move": "bet", "seat": 2, "to": 4, "by": 2},
    {"move": "hole", "seat": 1},
    {"move": "hole", "seat": 1, "cards": "As Ad 3c 4c 6d"},
    {"move": "hole", "seat": 1, "cards": ["As", "Ad", "3c", "4c"]},
    {"move": "hole", "seat": 1, "cards": ["As", "As", "3c", "4c", "6d"]},
    {"move": "hole", "seat": 1, "cards": ["As", "Ad", "3c", "4c", 6]},
    {"move": "hole", "seat": 1, "cards": [["As"], "Ad", "3c", "4c", "6d"]},
    {"move": "show", "seat": 1, "cards": None},
    {"move": "show", "seat": 1, "cards": []},
    {"move": "declare"},
    {"move": "declare", "pots": {"high": [1]}},
    {"move": "declare", "pots": [[1]]},
    {"move": "declare", "pots": [{"suit": [1]}]},
    {"move": "declare", "pots": [{"high": [1], "low": [2]}]},
    {"move": "declare", "pots": [{"high": [1], "suit": None}]},
    {"move": "declare", "pots": [{"high": ["1"]}]},
    {"move": "declare", "pots": [{"high": [True]}]},
    {"move": "declare", "pots": [{"high": 1}]},
    {"move": "rebuy", "seat": 1, "chips": 0},
    {"move": "rebuy", "seat": 1, "chips": 1_000_000_001},
    {"move": "join", "name": "", "chips": 5},
    {"move": "join", "name": "x" * 25, "chips": 5},
    {"move": "join", "name": 5, "chips": 5},
    {"move": "join", "name": "Zoe", "chips": -5},
    {"move": "join", "called": "Zoe", "chips": 5},
    {"move": "finish", "at": 5},
]


@pytest.mark.parametrize("written", BAD)
def test_nonsense_is_a_bad_move(written):
    with pytest.raises(Refused, match="bad-move"):
        read_move(POKER, written)


@pytest.mark.parametrize("to", ["", "-5", "10.5", "1e3", "NaN", "9" * 16, "²", "10 "])
def test_a_form_takes_whole_numbers_only(to):
    with pytest.raises(Refused, match="bad-move"):
        from_form(POKER, {"move": "bet", "seat": "2", "to": to})


@pytest.mark.parametrize("pots", ["1/2/3", "1/2/", "x", "1/x", "1;-2"])
def test_a_form_may_not_spell_pots_in_another_way(pots):
    with pytest.raises(Refused, match="bad-move"):
        from_form(POKER, {"move": "declare", "pots": pots})


@pytest.mark.parametrize("pots", ["", "1;;2", "/2"])
def test_a_pot_without_a_winner_is_for_the_rules_to_refuse(pots):
    assert any(not pot.high for pot in from_form(POKER, {"move": "declare", "pots": pots}).pots)
