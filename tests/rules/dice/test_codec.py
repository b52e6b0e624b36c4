"""The one spelling of a dice session: log, form and file."""

import json

import pytest

from games.codec import from_form, read_move, read_session, spell
from games.rules.contract import Refused
from games.rules.dice import DICE
from games.rules.dice.moves import MOVES, Challenge, Choose, Extra, Finish, Leave, Reveal, Roll

SPELLINGS = [
    (Reveal(("15000", "duel", "chips")), {"move": "reveal", "cards": ["15000", "duel", "chips"]}),
    (Choose(1, "C"), {"move": "choose", "seat": 1, "table": "C"}),
    (Roll(2, (5, 5, 1, 2, 6)), {"move": "roll", "seat": 2, "dice": [5, 5, 1, 2, 6]}),
    (Extra(3, True), {"move": "extra", "seat": 3, "take": True}),
    (Challenge(4, 2), {"move": "challenge", "seat": 4, "opponent": 2}),
    (Leave(1), {"move": "leave", "seat": 1}),
    (Finish(), {"move": "finish"}),
]


def test_every_move_has_a_spelling_here():
    assert {spelled["move"] for _, spelled in SPELLINGS} == set(MOVES)


@pytest.mark.parametrize(("move", "spelled"), SPELLINGS)
def test_a_move_is_spelled_as_in_the_session_file_and_read_back(move, spelled):
    assert spell(move) == spelled
    assert read_move(DICE, json.loads(json.dumps(spelled))) == move


@pytest.mark.parametrize(("move", "spelled"), SPELLINGS)
def test_a_move_may_say_when_it_was_made(move, spelled):
    assert read_move(DICE, {**spelled, "at": "2024-05-01T20:15:00Z"}) == move


@pytest.mark.parametrize("at", [None, 5, True, ["2024"]])
def test_when_it_was_made_is_a_text(at):
    with pytest.raises(Refused, match="bad-move"):
        read_move(DICE, {"move": "finish", "at": at})


@pytest.mark.clause("D3.7")
@pytest.mark.parametrize("text", ["55126", "5 5 1 2 6", " 55 126 "])
def test_a_form_may_write_dice_with_or_without_gaps(text):
    assert from_form(DICE, {"move": "roll", "seat": "2", "dice": text}) == Roll(2, (5, 5, 1, 2, 6))


@pytest.mark.parametrize("text", ["15000 duel chips", "15000,duel,chips", "15000, duel  chips"])
def test_a_form_separates_cards(text):
    assert from_form(DICE, {"move": "reveal", "cards": text}) == Reveal(("15000", "duel", "chips"))


def test_a_form_is_read_for_the_fields_of_its_move_only():
    form = {"move": "extra", "seat": "3", "take": "true", "offer": "abc", "key": "k", "table": "A"}
    assert from_form(DICE, form) == Extra(3, True)
    assert from_form(DICE, {**form, "take": "false"}) == Extra(3, False)


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"move": "dance"},
        {"move": "roll", "seat": "2"},
        {"move": "roll", "seat": "2", "dice": "5512"},
        {"move": "roll", "seat": "2", "dice": "551267"},
        {"move": "roll", "seat": "2", "dice": "55120"},
        {"move": "roll", "seat": "2", "dice": "5512²"},
        {"move": "roll", "seat": "2", "dice": "5512x"},
        {"move": "roll", "seat": "", "dice": "55126"},
        {"move": "roll", "seat": "-1", "dice": "55126"},
        {"move": "roll", "seat": "1.0", "dice": "55126"},
        {"move": "roll", "seat": "9" * 5_000, "dice": "55126"},
        {"move": "extra", "seat": "1", "take": "yes"},
        {"move": "extra", "seat": "1", "take": ""},
        {"move": "choose", "seat": "1", "table": ""},
        {"move": "choose", "seat": "1", "table": "AB"},
        {"move": "reveal", "cards": "15000 ace"},
    ],
)
def test_nonsense_in_a_form_is_a_bad_move(form):
    with pytest.raises(Refused, match="bad-move"):
        from_form(DICE, form)


def session(**changes):
    return {"format": "cincinnati-session/1", "game": "dice", "players": ["Ann", "Ben", "Cleo"], "moves": [], **changes}


def test_title_and_options_may_be_left_out():
    read = read_session(session())
    assert (read.title, DICE.write_options(read.options), read.moves) == ("", {"deck": "physical"}, ())


@pytest.mark.clause("D2.6")
@pytest.mark.parametrize("deck", ["physical", "app"])
def test_options_are_read_and_written(deck):
    read = read_session(session(title="Friday", options={"deck": deck}))
    assert (read.title, DICE.write_options(read.options)) == ("Friday", {"deck": deck})


def test_names_are_trimmed_and_may_have_1_to_24_letters():
    assert read_session(session(players=["  Ann ", "B", "C" * 24 + " "])).names == ("Ann", "B", "C" * 24)
