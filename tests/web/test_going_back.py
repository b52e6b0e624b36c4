"""Going back and on again: to any entry for the host, one's own last tap for a player; nothing is deleted."""

import re

import pytest

from games.models import Result, Session
from tests.cast import forms_of, read
from tests.poker_cast import BEN, spaced

ROUND = "15/20/25 ABAC 66543 66541 66532 66531 ."
ENDED = f"{ROUND} end"


def print_of(region):
    return re.search(r'data-print="(\w+)"', region)[1]


def back(phone, to, head=None, **fields):
    head = phone.table.session.head if head is None else head
    return phone.post("log/back", to=to, head=head, **fields)


def test_the_host_goes_back_to_any_entry(table):
    table.play("15/20/25 ABAC 66543 66541")
    assert back(table.ann, 3).status_code == 302
    assert table.state.phase == "choose"
    assert table.state.picks == ("A", "B", None, None)
    assert table.log[-1][2:4] == ("rewind", 3)
    assert len(table.log) == 8  # nothing is gone


def test_the_page_of_an_entry_shows_what_going_back_undoes(table):
    table.play("15/20/25 ABAC 66543 66541")
    page = table.ann.text("log/6")
    assert "This takes back 2 entries: Ann: 3 4 5 6 6. Small straight 3–6. Ben: 1 4 5 6 6." in page
    assert table.ann.tap("Go back", "log/6").status_code == 302
    assert table.state.phase == "dice"
    assert table.state.dice == (None,) * 4


def test_going_on_again_brings_it_all_back(table):
    table.play("15/20/25 ABAC 66543 66541")
    before = table.state
    back(table.ann, 3)
    assert "no longer counts" in table.ann.text("log")
    assert table.ann.tap("Redo up to here", "log/7").status_code == 302
    assert table.state == before
    assert len(table.log) == 9


def test_after_going_back_the_game_is_played_from_there(table):
    table.play("15/20/25 ABAC")
    back(table.ann, 1)
    table.play("CCCC 11111 22222 33333 44444")
    assert table.state.picks == ("C",) * 4
    assert table.state.phase == "extra"


@pytest.mark.parametrize("who", ["ben", "watcher", "newcomer", "olga"])
def test_others_do_not_go_back_over_what_is_not_theirs(table, who):
    table.play("15/20/25 ABAC 66543 66541 66532")
    with table.unchanged():
        for to in (0, 1, 6, 7):
            assert back(getattr(table, who), to).status_code == 403
    assert "Go back" not in {label for form in table.ben.forms("log/3") for label in form.buttons}


def test_a_player_takes_back_their_own_last_tap(table):
    table.play("15/20/25 ABAC 2:66543")
    assert table.ben.tap("Undo this last tap", "log").status_code == 302
    assert table.state.dice[1] is None
    assert table.ben.tap("Redo up to here", "log/6").status_code == 302
    assert table.state.dice[1] == (3, 4, 5, 6, 6)


def test_but_not_once_something_followed(table):
    table.play("15/20/25 ABAC 2:66543 3:66541")
    with table.unchanged():
        assert back(table.ben, 5).status_code == 403
    assert "Undo this last tap" not in table.ben.text("log")


@pytest.mark.parametrize(
    ("words", "who", "entries"),
    [
        ("15/20/25 1A 2B 3C 4A", "ben", 1),  # Dov's card, entered by Ben: all picks are open now
        ("15/20/25 ABAC 66543 66541 4:66532 3:66531", "cleo", 1),  # the last result
    ],
)
def test_nor_once_it_revealed_something(table, words, who, entries):
    *before, last = words.split()
    table.play(" ".join(before))
    seat, content = int(last[0]), last.lstrip("0123456789:") or last[2:]
    fields = {"table": content} if content in "ABC" else {"dice": content}
    phone = getattr(table, who)
    assert phone.move("choose" if "table" in fields else "roll", seat, **fields).status_code == 302
    with table.unchanged():
        assert back(phone, table.session.head - entries).status_code == 403


def test_an_old_page_goes_nowhere(table):
    table.play("15/20/25 ABAC")
    head = table.session.head
    table.play("66543")
    with table.unchanged():
        assert back(table.ann, 1, head).status_code == 409


@pytest.mark.parametrize("to", ["99", "x", "", "-1", "9" * 30])
def test_there_is_no_such_entry(table, to):
    table.play("15/20/25")
    with table.unchanged():
        assert back(table.ann, to).status_code in (409, 422)


def test_wishes_vanish(table):
    table.play("15/20/25 ABAC 66543 66541 66532 66531")
    assert table.cleo.move("extra", 3, take="false").status_code == 302
    assert table.session.wishes.count() == 1
    back(table.ann, table.session.head - 1)
    assert not table.session.wishes.exists()


def test_what_was_secret_when_it_was_undone_stays_without_content(table):
    table.play("15/20/25 2B")
    back(table.ann, 1)
    table.play("AAAA")
    log = table.ann.text("log")
    assert "2 Ben has picked. no longer counts" in log
    assert "Ballroom" not in log.split("Round 1")[1].replace("Ben picks Atlantic", "")
    assert "Ben has picked." in table.ann.text("log/2")
    assert "Ballroom" not in table.ann.text("log/2")


def test_what_lay_open_stays_open(table):
    table.play("15/20/25 ABAC")
    back(table.ann, 1)
    assert "Ben picks Ballroom. no longer counts" in table.ann.text("log")


def test_results_are_written_at_the_end_and_taken_back(table):
    table.play(ENDED)
    assert Result.objects.filter(seat__session=table.pk).count() == 4
    assert table.session.status == Session.FINISHED
    back(table.ann, table.session.head - 1)
    assert not Result.objects.exists()
    session = table.session
    assert (session.status, session.finished) == (Session.RUNNING, None)
    back(table.ann, session.head - 1)  # and on again
    assert Result.objects.count() == 4
    assert table.session.status == Session.FINISHED


def test_this_round_does_not_count(table):
    table.play(f"{ROUND} 20/25/30 ABAC 66543")
    assert "takes back 6 entries" in table.ann.text("seats")
    assert "This takes back 6 entries" in table.ann.text("seats")
    assert table.ann.tap("Take it back", "seats").status_code == 302
    assert (table.state.phase, table.state.round) == ("reveal", 2)
    assert table.state.laid == (("15000",), ("20000",), ("25000",))


def test_in_the_first_round_too(table):
    table.play("15/20/25 ABAC")
    assert table.ann.post("log/round", head=table.session.head).status_code == 302
    assert (table.state.phase, table.state.round) == ("reveal", 1)
    assert table.state.unseen["15000"] == 6


def test_between_rounds_there_is_no_round_to_drop(table):
    table.play(ROUND)
    with table.unchanged():
        assert table.ann.post("log/round", head=table.session.head).status_code == 409


def test_a_dropped_round_keeps_what_was_corrected_before_it(table):
    """A die of round 1, corrected during round 2, stays corrected when round 2 does not count."""
    table.play(f"{ROUND} 20/25/30 ABAC")
    head = table.session.head
    fields = {"move": "roll", "seat": 1, "dice": "66643", "keep": 1, "head": head}
    table.ann.post("log/6/correct", data=fields)
    assert table.state.player(1).money == ("15000",)
    assert table.ann.post("log/round", head=table.session.head).status_code == 302
    assert (table.state.phase, table.state.round) == ("reveal", 2)
    assert table.state.player(1).money == ("15000",)
    assert table.state.dice[0] == (3, 4, 6, 6, 6)


def test_going_back_says_that_a_correction_goes_too(table):
    table.play(f"{ROUND} 20/25/30")
    table.ann.post("log/6/correct", data={"move": "roll", "seat": 1, "dice": "66643", "keep": 1, "head": 14})
    assert "Entry 6 corrected: Ann: 3 4 6 6 6." in table.ann.text("log/14").split("This takes back")[1]


def test_end_now_takes_the_running_round_back_first(table):
    table.play(f"{ROUND} 20/25/30 ABAC 66543")
    label = "End it"
    assert table.ann.tap(label, "seats").status_code == 302
    assert table.state.phase == "over"
    assert table.session.status == Session.FINISHED
    assert [row[2] for row in table.log[-2:]] == ["rewind", "move"]
    assert table.state.laid == (("15000",), ("20000",), ("25000",))


def test_end_now_between_rounds(table):
    table.play(ROUND)
    assert table.ann.tap("End it", "seats").status_code == 302
    assert table.log[-1][4] == {"move": "finish"}
    with table.unchanged():
        assert table.ann.post("log/round", head=table.session.head, end=1).status_code == 409


@pytest.mark.parametrize("who", ["ben", "watcher", "newcomer", "olga"])
def test_only_the_host_drops_a_round_or_ends(table, who):
    table.play("15/20/25 ABAC")
    with table.unchanged():
        for end in ("", "1"):
            answer = getattr(table, who).post("log/round", head=table.session.head, end=end)
            assert answer.status_code == 403
            assert len(read(answer)) > 20


def test_an_old_page_ends_nothing(table):
    table.play("15/20/25 ABAC")
    with table.unchanged():
        assert table.ann.post("log/round", head=1, end=1).status_code == 409
        assert table.ann.post("log/round").status_code == 422


@pytest.mark.parametrize("htmx", [False, True])
def test_the_same_offer_is_open_again_after_going_back_and_its_old_key_is_no_second_entry(table, htmx):
    table.play("15/20/25 ABAC")
    sent = table.ben.fields("roll", 2, dice="12345")
    table.ben.post("move", data=sent)
    assert table.ben.post("move", htmx, data=sent).status_code in (200, 302)  # while it stands: the same answer
    back(table.ann, 5)
    with table.unchanged():  # the same tap again is the answer of then
        answer = table.ben.post("move", htmx, data=sent)
    assert answer.status_code == 409
    assert "This was entered, and taken back meanwhile." in read(answer)
    asked = next(form for form in forms_of(answer) if form.fields.get("move") == "roll" or "2-move" in form.fields)
    assert asked.fields["key"] not in ("", sent["key"])  # the next tap counts
    with table.undone():
        back(table.ann, 6)  # and where it counts again, it is the same answer again
        assert table.ben.post("move", htmx, data=sent).status_code in (200, 302)
    assert table.ben.move("roll", 2, dice="12345").status_code == 302
    assert table.state.dice[1] == (1, 2, 3, 4, 5)


def test_everybody_who_is_in_may_read_the_log(table):
    table.play(ROUND)
    back(table.ann, 5)
    for phone in (table.ben, table.watcher, table.newcomer, table.olga.scan()):
        log = phone.text("log")
        assert "Cards turned: 15,000, 20,000, 25,000." in log
        assert "Back to after entry 5." in log
        assert "Dov: 1 3 5 6 6." in log
        assert phone.get("log/3").status_code == 200


@pytest.mark.parametrize("drop", ["round", "back"])
@pytest.mark.parametrize("again", ["deal 9h 1:b10", "deal 2c 1:b10"])
def test_a_page_of_a_hand_that_was_dropped_answers_nothing_in_the_one_dealt_anew(poker, drop, again):
    poker.play("deal 2c 1:b10")
    page = next(form for form in poker.ben.forms() if "Fold" in form.buttons)
    own = poker.ben.fields("hole", 2, cards=spaced(BEN))
    poker.ann.post("log/round", head=poker.session.head) if drop == "round" else back(poker.ann, 0)
    poker.play(again)
    with poker.unchanged():
        assert poker.ben.send(page, **page.buttons["Fold"]).status_code == 409
        assert poker.ben.post("move", data=own).status_code == 409
    assert poker.ben.tap("Fold").status_code == 302
    assert poker.ben.move("hole", 2, cards=spaced(BEN)).status_code == 409  # who folded has no cards


def test_nor_does_one_of_an_earlier_card_of_the_same_hand(poker):
    """The table card is turned anew: whoever bet at the first one has not seen the second."""
    poker.play("deal 2c 1:b10")
    late, own = poker.ben.fields("fold", 2), poker.ben.fields("hole", 2, cards=spaced(BEN))
    back(poker.ann, 1)
    poker.play("9h 1:b10")
    with poker.unchanged():
        assert poker.ben.post("move", data=late).status_code == 409
    assert poker.ben.post("move", data=own).status_code == 302  # it is the same hand, and these are its cards


def test_dice_of_a_round_that_was_dropped_count_in_no_other(table):
    table.play("15/20/25 ABAC")
    late = table.ben.fields("roll", 2, dice="66543")
    table.ann.post("log/round", head=table.session.head)
    table.play("20/20/25 ABAC")
    with table.unchanged():
        assert table.ben.post("move", data=late).status_code == 409


def test_nor_do_those_of_a_round_that_a_correction_cut_off(table):
    table.play(f"{ROUND} 20/25/30 ABAC")
    late, head = table.ben.fields("roll", 2, dice="66543"), table.session.head
    fields = {"move": "roll", "seat": 4, "dice": "66666", "keep": 1, "head": head}  # so Dov was to be asked first
    assert table.ann.post("log/9/correct", data=fields).status_code == 302
    assert table.state.round == 1
    table.play(". 20/25/30 ABAC")
    with table.unchanged():
        assert table.ben.post("move", data=late).status_code == 409


def test_what_others_have_half_entered_outlives_a_tap_that_is_taken_back(table):
    table.play("15/20/25 ABAC")
    ben, cleo = table.ben.fields("roll", 2, dice="66543"), table.cleo.fields("roll", 3, dice="66541")
    seen = table.cleo.get().context["shown"]["offers"]
    table.ann.move("roll", 1, dice="12345")
    assert back(table.ann, table.session.head - 1).status_code == 302
    assert print_of(table.cleo.get().context["shown"]["offers"]) == print_of(seen)
    assert table.ben.post("move", data=ben).status_code == 302
    back(table.ann, table.session.head - 1)
    assert table.cleo.post("move", data=cleo).status_code == 302


def test_what_is_brought_back_by_going_on_again_is_the_old_question(table):
    table.play("15/20/25 ABAC")
    ben, head = table.ben.fields("roll", 2, dice="66543"), table.session.head
    back(table.ann, 0)
    back(table.ann, head)
    assert table.ben.post("move", data=ben).status_code == 302


def test_after_going_back_what_several_check_alike_is_still_one_tap(seat_poker):
    alone = seat_poker(phones={"Ann": (1,)}, cast=False).play("deal 2c")
    back(alone.ann, 0)
    alone.play("deal 9h")
    assert alone.ann.tap("All check Ann, Ben, Cleo and Dov").status_code == 302
    assert alone.state.phase == "board"
