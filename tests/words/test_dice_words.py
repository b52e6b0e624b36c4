"""Sentences of the dice game that no page test reads word by word."""

from games.club import numbers
from games.history import Step
from games.rules.dice import DICE
from games.rules.dice.state import Options
from games.words import dice as words
from games.words.dice import numbers as told
from games.words.speech import Progress
from tests.rules.dice.play import _moves, table


def test_progress_says_which_round_of_how_many_and_marks_it():
    state = DICE.start(Options(), ("Ann", "Ben", "Cleo"))
    assert words.progress(state) == Progress("Round 1", "of 12", marks=("now", *[""] * 11))


def test_three_players_are_told_of_their_two_tables():
    points = dict(words.terms_sentences({"deck": "app"}, 3))
    assert points["Three players use only Atlantic and Caesar’s."] == "D1.4"
    assert "Three players use only Atlantic and Caesar’s." not in dict(words.terms_sentences({}, 4))


def test_what_extra_rolls_earned_is_said_as_it_is_counted():
    line = words_of_a_table_nobody_would_have_cleared()["Extra rolls earned"]
    assert line.value == "15,000"
    assert "that the player would not have had with the dice before it" in line.how
    assert "to somebody else or to nobody" in line.how


def words_of_a_table_nobody_would_have_cleared():
    """What is told of Ann, who alone could meet Atlantic, and did so by an extra roll."""
    state = first = table(chips={2: 0, 3: 0, 4: 0})
    steps = []
    for word in ["15/20/25", "ABCA", "66542", "12346", "11123", "65432", "1+", "66632", ".", "end"]:
        for move in _moves(state, word):
            state = DICE.apply(state, move)
            steps.append(Step(len(steps) + 1, move, state))
    numbers_of = numbers.Numbers(counts=DICE.facts(first, steps)[0]["counts"])
    return {line.label: line for line in told.lines(numbers_of)}
