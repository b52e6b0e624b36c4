"""Every address, as every role: no answer, no error, no line of the log depends on what is hidden. [D3.2, D2.6, P7.2]

What others may send, and what they are answered, is in test_picks and test_poker_secrets.
"""

import re

import pytest

from games.models import Session
from tests.cast import Phone, Table, read, text_of
from tests.poker_cast import ANN, BEN, BEN_TOO, CLEO, DOV, SHOWDOWN, PokerTable
from tests.web.hidden import assert_same, everything, seen_after

OTHERS = ("ann", "cleo", "watcher", "olga", "nobody")  # all but Ben, who has the secret
ROLLED = "66543 66541 66532 66531"
ROUND_TWO = f"15/20/25 ABAC {ROLLED} . 20/25/30"
HAND = re.compile(r"K\W{0,4}(s|♠|spades)\W{0,12}K\W{0,4}(d|♦|diamonds)|king of spades\W+king of diamonds", re.I)


def phone_of(table, who):
    return Phone(table, known=False) if who == "nobody" else getattr(table, who)


def sweep(table, caplog, whose=OTHERS):
    """Everything that every role can read now, and what the log said of it."""
    caplog.clear()
    seen = {}
    for who in whose:
        phone = phone_of(table, who)
        phone.get()
        seen |= {(who, *request): answer for request, answer in everything(table, phone).items()}
    seen["the log"] = (0, [], "\n".join(record.getMessage() for record in caplog.records))
    return seen


def assert_hidden(table, caplog, *deeds, whose=OTHERS, seats=(1, 3, 4, None)):
    """After either deed all others see the same, as values and as HTML."""
    caplog.set_level("INFO")

    def look():
        views = [table.now.game.view_for(table.state, seat) for seat in seats]
        return sweep(table, caplog, whose), views

    (one, views), (other, other_views) = seen_after(table, look, *deeds)
    assert len(one) > 100
    assert_same(one, other)
    assert views == other_views
    return one


def undo(table, phone):
    head = table.session.head
    assert phone.post("log/back", to=head - 1, head=head).status_code == 302


def correct(at, phone, **fields):
    """Read the last entry anew."""
    head = at.session.head
    assert phone.post(f"log/{head}/correct", data={**fields, "keep": 1, "head": head}).status_code == 302


def picked(table, letter, then):
    table.play(f"2{letter}")
    if then == "undone":
        undo(table, table.ben)
    elif then == "corrected":
        correct(table, table.ann, move="choose", seat=2, table="B")
    elif then == "locked":
        table.play("1A 3B")


@pytest.mark.clause("D3.2")
@pytest.mark.parametrize(
    ("before", "then"),
    [("15/20/25", ""), ("15/20/25", "locked"), (ROUND_TWO, "undone"), (ROUND_TWO, "corrected")],
)
def test_a_pick_is_nowhere_before_it_is_turned(table, caplog, before, then):
    table.play(before)
    assert_hidden(table, caplog, lambda: picked(table, "A", then), lambda: picked(table, "C", then))


def test_a_pick_that_was_undone_stays_hidden_when_all_are_turned(table, caplog):
    table.play("15/20/25")

    def changed(letter):
        picked(table, letter, "undone")
        table.play(f"2B 1A 3C 4A {ROLLED} .")

    seen = assert_hidden(table, caplog, lambda: changed("A"), lambda: changed("C"))
    assert any("Ben picks Ballroom." in text for _, _, text in seen.values())  # the one that counted is told


def deck_of(lay, words):
    """A table whose cards the app turns, and a deed that lays what is left of its stack the other way round."""
    table = lay(deck="app", phones={"Ann": (1,), "Ben": (2,), "Cleo": (3,)})
    table.play(words)
    turned = sum(len(row[4].get("cards", ())) for row in table.log if row[4] and row[4]["move"] == "reveal")
    stack = table.session.stack
    rest = stack[turned:]
    assert rest != rest[::-1]

    def reversed_rest():
        Session.objects.filter(pk=table.pk).update(stack=stack[:turned] + rest[::-1])

    return table, reversed_rest


@pytest.mark.clause("D2.6")
@pytest.mark.parametrize("words", ["", f"15/20/25 ABAC {ROLLED} ."])
def test_the_order_of_the_apps_deck_is_nowhere(lay, caplog, words):
    table, reversed_rest = deck_of(lay, words)
    whose = (*OTHERS, "ben")
    assert_hidden(table, caplog, lambda: None, reversed_rest, whose=whose, seats=(1, 2, 3, 4, None))


STAGES = {
    "dealt": "deal 2={}",
    "entered anew": f"deal 2={{}} 2={DOV}",
    "showdown": f"{SHOWDOWN} 2={{}}",
    "mucked": f"{SHOWDOWN} 2={{}} 1!{ANN} 2m",
    "next hand": f"{SHOWDOWN} 2={{}} 1!{ANN} 2m 3!{CLEO} 4!{DOV} deal 3h",
    "over": f"{SHOWDOWN} 2={{}} 1!{ANN} 2m 3!{CLEO} 4!{DOV} end",
}


@pytest.mark.clause("P7.2")
@pytest.mark.parametrize("stage", STAGES)
def test_cards_in_secret_are_nowhere(poker, caplog, stage):
    one, other = (lambda five=five: poker.play(STAGES[stage].format(five)) for five in (BEN, BEN_TOO))
    seen = assert_hidden(poker, caplog, one, other)
    assert not [request for request, answer in seen.items() if HAND.search(answer[2])]


@pytest.mark.parametrize("then", ["undone", "read anew", "hand dropped"])
def test_nor_after_undo_and_correction(poker, caplog, then):
    def done(five):
        poker.play(f"deal 2c 2={five}")
        if then == "undone":
            undo(poker, poker.ben)
        elif then == "read anew":
            poker.play("3d") if poker.state.phase == "board" else poker.play("1:x")
            correct(poker, poker.ann, move="fold", seat=1)
        else:
            assert poker.ann.post("log/round", head=poker.session.head).status_code == 302

    assert_hidden(poker, caplog, lambda: done(BEN), lambda: done(BEN_TOO))


def test_what_is_shown_is_found_by_these_means(poker):
    """The search finds what it looks for where that is allowed: on the own phone, and for all once it is shown."""
    poker.play(f"{SHOWDOWN} 2={BEN}")
    assert HAND.search(read(poker.ben.get()))
    poker.play(f"1!{ANN} 2!")
    for phone in (poker.ann, poker.watcher):
        assert HAND.search(read(phone.get("log")))
    undo(poker, poker.ann)
    for phone in (poker.ann, poker.cleo, poker.watcher):
        for request, answer in everything(poker, phone).items():
            # The log tells for ever what all have seen, and that it was undone; no other page does.
            assert "/log" in request[0] or not HAND.search(answer[2]), request


@pytest.mark.parametrize("game", [Table, PokerTable])
def test_an_error_tells_nothing(db, caplog, monkeypatch, game):
    table = game()
    words = "15/20/25 2{}" if game is Table else "deal 2={}"

    def broken(*_, **__):
        raise ZeroDivisionError

    def look():
        caplog.clear()
        seen = {}
        with monkeypatch.context() as patched:
            patched.setattr("games.regions.render_to_string", broken)
            for who in ("ann", "watcher", "ben"):
                phone = phone_of(table, who)
                phone.client.raise_request_exception = False
                for path in ("", "fragments", "screen"):
                    answer = phone.get(path, watch=1)
                    seen[who, path] = (answer.status_code, [], text_of(answer))
        seen["the log"] = (0, [], caplog.text)
        return seen

    secrets_ = ("A", "C") if game is Table else (BEN, BEN_TOO)
    one, other = seen_after(table, look, *(lambda word=word: table.play(words.format(word)) for word in secrets_))
    assert {status for status, _, _ in list(one.values())[:-1]} == {500}
    assert "ZeroDivisionError" in one["the log"][2]
    plain = re.compile(r"0x\w+|csrf\w+\" value=\"\w+|(?m:^.*\.py:\d+ .*$)")
    assert_same(
        {k: (v[0], [], plain.sub("", v[2])) for k, v in one.items()},
        {k: (v[0], [], plain.sub("", v[2])) for k, v in other.items()},
    )
