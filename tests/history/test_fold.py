"""The log as the only truth: folding, going back, correcting, over random games."""

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from games import history
from games.codec import spell
from games.history import CORRECTION, MOVE, REWIND, Written
from games.rules.contract import Refused
from games.rules.dice import DICE
from games.rules.dice.moves import Choose, Extra, Reveal, Roll
from tests.rules.dice.playouts import STYLES, Style, beginning, games, within

QUICK = settings(
    max_examples=25, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)


def log_of(style, upto=None):
    """The entries of a random game, and the state after each."""
    entries, states = [], [beginning(style)]
    for number, (_, move, state) in enumerate(games(style), 1):
        entries.append(Written(number, MOVE, None, spell(move)))
        states.append(state)
        if number == upto:
            break
    return entries, states


def folded(style, entries):
    return history.fold(DICE, beginning(style), entries)


@QUICK
@given(STYLES)
def test_folding_the_log_gives_the_state(style):
    entries, states = log_of(style)
    told = folded(style, entries)
    assert told.line.state == states[-1]
    assert [told.lines[number].state for number in range(len(states))] == states


@QUICK
@given(STYLES, st.data())
def test_a_line_carried_on_is_the_line_folded(style, data):
    entries, _ = log_of(style, upto=60)
    at = data.draw(st.integers(0, len(entries)))
    line = folded(style, entries[:at]).line
    for entry in entries[at:]:
        line = line.then(entry.number, history.read_move(DICE, entry.move))
    assert line == folded(style, entries).line


@QUICK
@given(STYLES, st.data())
def test_back_and_on_again_is_as_before(style, data):
    entries, states = log_of(style, upto=80)
    head = len(entries)
    to = data.draw(st.integers(0, head))
    told = folded(style, [*entries, Written(head + 1, REWIND, to, None)])
    assert told.line.state == states[to]
    told.add(Written(head + 2, REWIND, head, None))
    assert told.line.state == states[-1]
    assert [step.number for step in told.line.steps] == list(range(1, head + 1))
    told.add(Written(head + 3, REWIND, head + 1, None))  # and back once more, to after having gone back
    assert told.line.state == states[to]


@QUICK
@given(STYLES, st.data())
def test_what_is_played_after_going_back_is_played_from_there(style, data):
    entries, states = log_of(style, upto=60)
    head = len(entries)
    to = data.draw(st.integers(0, head - 1))
    told = folded(style, [*entries, Written(head + 1, REWIND, to, None)])
    told.add(Written(head + 2, MOVE, None, entries[to].move))
    assert told.line.state == states[to + 1]


def other(dealer, style, step, before):
    """The same deed of the same seat with something else in it, where it can have that."""
    offer = next(
        offer
        for offer in DICE.offers(before)
        if offer.move == step.move.name and offer.seat == getattr(step.move, "seat", None)
    )
    return within(dealer, style, before, offer)


@QUICK
@given(STYLES, st.data())
def test_a_correction_equals_a_session_played_that_way_from_the_start(style, data):
    entries, states = log_of(style, upto=90)
    line = folded(style, entries).line
    at = data.draw(st.integers(0, len(entries) - 1))
    step = line.steps[at]
    move = other(random.Random(style.seed + at), style, step, states[at])
    corrected = line.corrected(step.number, move)

    played = beginning(style)
    moves = [entry.move if entry.number != step.number else spell(move) for entry in entries]
    fits = 0
    for spelled in moves:
        try:
            played = DICE.apply(played, history.read_move(DICE, spelled))
        except Refused:
            break
        fits += 1
    assert corrected.state == played
    assert [step.number for step in corrected.steps] == list(range(1, fits + 1))
    assert [spell(left.move) for left in corrected.leftover] == moves[fits:]

    told = folded(style, [*entries, Written(len(entries) + 1, CORRECTION, step.number, spell(move))])
    assert told.line == replace(corrected, head=len(entries) + 1, bend=len(entries) + 1)
    assert told.lines[len(entries)].state == states[-1]  # the log before it is as it was


@QUICK
@given(STYLES, st.data())
def test_what_is_left_over_can_be_taken_over_one_by_one(style, data):
    """Taking everything over that fits at once brings back the same moves in the same order."""
    entries, states = log_of(style, upto=60)
    at = data.draw(st.integers(0, len(entries) - 1))
    line = folded(style, entries).line
    cut = line.corrected(at + 1, other(random.Random(style.seed), style, line.steps[at], states[at]))
    assume(cut.leftover)
    first = cut.leftover[0].move
    with pytest.raises(Refused):  # it was cut off because it does not fit
        cut.then(99, first)
    line = cut.then(99, _something(cut.state))
    pauses = line.state.phase == "reveal"
    due = tuple(left for left in cut.leftover if left.stretch >= (line.state.round - pauses, pauses))
    assert line.leftover in (due, due[1:])  # what is left over of a round that is done is past


def _something(state):
    style = Style(1, 4, ties=0.0, buys=0.5, leaves=0.0, crowd=0.0, again=0.0)
    return within(random.Random(1), style, state, next(offer for offer in DICE.offers(state) if not offer.early))


@QUICK
@given(STYLES)
def test_what_is_secret_is_just_the_picks_of_the_running_round(style):
    entries, states = log_of(style, upto=60)
    told = folded(style, entries)
    for number, state in enumerate(states):
        secret = [step.move for step in told.lines[number].secret]
        assert all(isinstance(move, Choose) for move in secret)
        assert bool(secret) == (state.phase == "choose" and any(state.picks))
        assert {move.seat for move in secret} == {seat for seat in state.seats if state.picks[seat - 1]} or not secret


def test_entries_do_not_change_when_more_are_added():
    line = history.Line(DICE, DICE.start(DICE.read_options({}), ("Ann", "Ben", "Cleo")))
    one = line.then(1, Reveal(("15000", "20000")))
    two = one.then(2, Choose(1, "A"))
    assert (line.steps, len(one.steps), len(two.steps)) == ((), 1, 2)


def test_a_correction_of_what_does_not_stand():
    line = history.Line(DICE, DICE.start(DICE.read_options({}), ("Ann", "Ben", "Cleo")))
    with pytest.raises(Refused):
        line.corrected(1, Roll(1, (1, 2, 3, 4, 5)))
    with pytest.raises(Refused):
        line.then(1, Extra(1, True))
