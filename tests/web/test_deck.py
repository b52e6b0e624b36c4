"""The app deck: shuffled once, kept to itself, the same cards again after going back. [D2.6]"""

import json

import pytest

from games import chance
from games.rules.dice.cards import BOX
from tests.cast import alike


@pytest.fixture
def deck(lay):
    return lay(deck="app")


def turned(table):
    return [tuple(row[4]["cards"]) for row in table.log if row[4] and row[4]["move"] == "reveal"]


def test_any_player_turns_the_cards_with_one_tap(deck):
    stack = deck.session.stack
    assert deck.ben.tap("Turn the cards of round 1").status_code == 302
    assert turned(deck) == [tuple(stack[:3])]


def test_the_same_cards_come_after_going_back(deck):
    deck.play("15/15/15 AAAA")
    first = turned(deck)[0]
    deck.ann.post("log/back", to=0, head=deck.session.head)
    deck.ben.tap("Turn the cards of round 1")
    assert turned(deck) == [first, first]


def test_and_after_a_round_that_does_not_count(deck):
    deck.play("15/15/15 ABCA 66543 66541 66532 66531 .")
    deck.play("15/15/15 ABCA")
    deck.ann.post("log/round", head=deck.session.head)
    deck.play("15/15/15")
    assert turned(deck)[1] == turned(deck)[2] == tuple(deck.session.stack[3:6])


def test_typed_cards_are_ignored(deck):
    for cards in ("35000 35000 35000", "nonsense", "", "duel duel duel"):
        with deck.undone():
            assert deck.ben.move("reveal", cards=cards).status_code == 302
            assert turned(deck) == [tuple(deck.session.stack[:3])]


def test_a_tap_at_the_wrong_moment_tells_nothing(deck):
    deck.play("15/15/15 AAAA")
    for htmx in (False, True):
        with deck.unchanged():
            for offer in ("", "0" * 12):
                sent = {"move": "reveal", "key": "a-key-of-it", "offer": offer, "cards": "15000 15000 15000"}
                assert deck.ben.post("move", htmx=htmx, data=sent).status_code in (409, 422)


def test_the_stack_is_in_no_response(deck):
    """Two sessions whose stacks differ below the cards that are turned answer alike, whatever is asked."""
    deck.play("15/15/15")
    stack = deck.session.stack
    seen = []
    for below in (stack[3:], stack[:2:-1]):
        with deck.undone():
            session = deck.session
            session.stack = stack[:3] + below
            session.save()
            looks = [
                (phone, path, htmx)
                for phone in (deck.ann, deck.ben, deck.watcher)
                for path in ("", "fragments", "screen", "log", "log/1", "seats", "/", "names")
                for htmx in (False, True)
            ]
            seen.append([alike(phone.get(path, htmx)) for phone, path, htmx in looks])
            for path, data in (
                ("move", {"move": "reveal", "key": "a-key-of-it"}),
                ("move", {"move": "reveal", "key": "a-key-of-it", "offer": "0" * 12}),
                ("log/1/correct", {"move": "reveal", "cards": "35000 35000 35000"}),
                ("log/1/correct", {"move": "reveal"}),
                ("log/back", {"to": 0, "head": 99}),
            ):
                seen[-1].append(alike(deck.ann.post(path, data=data)))
    assert seen[0] == seen[1]


def test_the_log_and_the_file_hold_the_cards_as_if_read_off_the_table(deck):
    deck.play("15/15/15")
    assert deck.log[0][4] == {"move": "reveal", "cards": deck.session.stack[:3]}


def test_a_stack_is_the_whole_box_without_a_duel_in_round_one():
    for players in (3, 4, 6):
        for _ in range(50):
            stack = chance.dice_stack(players)
            assert len(stack) == (24 if players == 3 else 36)
            assert "duel" not in stack[: 2 if players == 3 else 3]
            assert all(stack.count(card) <= count for card, count in BOX.items())


def test_stacks_differ():
    assert len({json.dumps(chance.dice_stack(4)) for _ in range(20)}) == 20


def test_it_is_shuffled_when_the_game_starts_and_never_again(lay):
    table = lay(deck="app", start=False)
    assert table.session.stack is None
    table.ann.post("start")
    stack = table.session.stack
    table.play("15/15/15 ABCA 66543 66541 66532 66531 .")
    table.ann.post("log/back", to=0, head=table.session.head)
    assert table.session.stack == stack


def test_a_whole_evening_comes_from_one_stack(deck):
    for _ in range(12):
        deck.play("15/15/15 ABCA 66543 66541 66532 66531 .")
    assert [card for cards in turned(deck) for card in cards] == deck.session.stack
    assert deck.state.phase == "over"
