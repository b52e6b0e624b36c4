"""Sentences of the dice game that no page test reads word by word."""

from games.rules.dice import DICE
from games.rules.dice.state import Options
from games.words import dice as words
from games.words.speech import Progress


def test_progress_says_which_round_of_how_many_and_marks_it():
    state = DICE.start(Options(), ("Ann", "Ben", "Cleo"))
    assert words.progress(state) == Progress("Round 1", "of 12", marks=("now", *[""] * 11))


def test_three_players_are_told_of_their_two_tables():
    points = dict(words.terms_sentences({"deck": "app"}, 3))
    assert points["Three players use only Atlantic and Caesar’s."] == "D1.4"
    assert "Three players use only Atlantic and Caesar’s." not in dict(words.terms_sentences({}, 4))
