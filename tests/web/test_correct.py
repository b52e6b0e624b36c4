"""Reading an entry anew, however old: seen first, then kept; what no longer fits is offered one tap at a time."""

import pytest

from tests.cast import Table, forms_of, read

ROUND = "15/20/25 ABAC 66543 66541 66532 66531 ."  # nobody clears anything
THIRD = f"{ROUND} 20/25/30 ABAC 66543 66541 66532 66531 . 25/30/35 ABAC"
ANNS_DICE = 6  # the number of the entry with Ann's first result


def form(table, dice="66643", seat=1, **rest):
    return {"move": "roll", "seat": seat, "dice": dice, **rest}


def keep(table, number, head=None, **fields):
    head = table.session.head if head is None else head
    return table.ann.post(f"log/{number}/correct", data={**fields, "keep": 1, "head": head})


def test_a_die_two_rounds_ago(table):
    table.play(THIRD)
    with table.unchanged():
        preview = table.ann.tap("Show what changes", f"log/{ANNS_DICE}", dice="66643")
    page = read(preview)
    assert preview.status_code == 200
    assert "Ann: 3 4 6 6 6. Three sixes. Until now: Ann: 3 4 5 6 6." in page
    assert "Atlantic is not cleared: its cards stay." in page
    assert "Ann clears Atlantic: +15,000." in page
    assert "Ann: 0 in cards, 3 chips Ann: 15,000 in cards, 3 chips" in page
    (sent,) = [one for one in forms_of(preview) if "Correct it" in one.buttons]
    assert table.ann.send(sent).status_code == 302
    assert table.state.player(1).money == ("15000",)
    assert table.state.phase == "dice"
    assert table.state.picks == ("A", "B", "A", "C")
    assert "Entry 6 corrected: Ann: 3 4 6 6 6. Three sixes." in table.watcher.text("log")


def test_a_correction_equals_a_session_played_that_way(table):
    table.play(THIRD)
    keep(table, ANNS_DICE, **form(table))
    played = Table(cast=False).play(THIRD.replace("66543", "66643", 1))
    assert table.state == played.state


def test_a_correction_that_changes_nothing_else_says_so(table):
    table.play(ROUND)
    page = table.ann.post(f"log/{ANNS_DICE}/correct", data=form(table, "66542"))
    assert "Nothing that was cleared, won or paid changes." in read(page)


def test_letting_it_stand_records_nothing(table):
    table.play(THIRD)
    with table.unchanged():
        page = table.ann.post(f"log/{ANNS_DICE}/correct", data=form(table))
        assert f'href="/s/{table.code}/log"' in page.content.decode()
        assert "Let it stand as it is" in read(page)


LATE = f"{ROUND} 20/25/30 ABAC 66543 66541 66532 66531 1- 2-"  # Ann is asked first


@pytest.fixture
def cut(table):
    """Round 2 asked Ann first; with Dov's dice of round 1 corrected, Dov is the richest and asked first."""
    table.play(LATE)
    dov = next(row[0] for row in table.log if row[4].get("seat") == 4 and row[4]["move"] == "roll")
    preview = table.ann.post(f"log/{dov}/correct", data=form(table, "11234", seat=4))
    assert "From here on the entries no longer fit." in read(preview)
    assert "2 entries no longer fit" in read(preview)
    assert "Ann buys no roll. Ben buys no roll." in read(preview)
    assert keep(table, dov, **form(table, "11234", seat=4)).status_code == 302
    return table


def test_what_no_longer_fits_is_left_over(cut):
    assert cut.state.player(4).money == ("25000",)
    assert (cut.state.phase, cut.state.asked[0]) == ("extra", 4)
    assert "As before: Ann buys no roll." in cut.ann.text()
    assert "Leave out the 2 entries that no longer fit" in cut.ann.text()
    for phone in (cut.ben, cut.watcher):
        assert "As before" not in phone.text(watch=1)


def test_it_is_taken_over_one_tap_at_a_time(cut):
    with cut.unchanged():  # it is not Ann's turn yet
        assert cut.ann.tap("As before: Ann buys no roll.").status_code == 422
    cut.ann.move("extra", 4, take="false")
    assert cut.ann.tap("As before: Ann buys no roll.").status_code == 302
    assert "Leave out the 1 entry" in cut.ann.text()
    assert cut.ann.tap("As before: Ben buys no roll.").status_code == 302
    assert cut.state.asked == (3,)
    assert "As before" not in cut.ann.text()
    assert [row[4]["move"] for row in cut.log[-3:]] == ["extra"] * 3


def test_an_answer_of_the_player_takes_its_place(cut):
    cut.ann.move("extra", 4, take="false")
    cut.ann.move("extra", 1, take="true")
    assert "As before: Ben buys no roll." in cut.ann.text()


def test_taking_over_twice_with_one_key_is_once(cut):
    cut.ann.move("extra", 4, take="false")
    for _ in range(2):
        assert cut.ann.post("take-over", key="a-key-of-it").status_code == 302
    assert cut.state.asked[0] == 2


def test_taking_over_what_was_taken_back_again_is_said(cut):
    cut.ann.move("extra", 4, take="false")
    cut.ann.post("take-over", key="a-key-of-it")
    head = cut.session.head
    cut.ann.post("log/back", to=head - 1, head=head)
    with cut.unchanged():
        answer = cut.ann.post("take-over", key="a-key-of-it")
    assert answer.status_code == 409
    assert "This was entered, and taken back meanwhile." in read(answer)


def test_the_rest_may_be_left_out(cut):
    assert cut.ann.tap("Leave out the 2 entries that no longer fit").status_code == 302
    assert "As before" not in cut.ann.text()
    assert cut.state.player(4).money == ("25000",)


@pytest.mark.parametrize("who", ["ben", "watcher", "newcomer", "olga"])
def test_only_the_host_takes_over(cut, who):
    with cut.unchanged():
        assert getattr(cut, who).post("take-over", key="a-key-of-it").status_code == 403


def test_with_nothing_left_over_there_is_nothing_to_take(table):
    table.play(ROUND)
    for htmx in (False, True):
        with table.unchanged():
            assert table.ann.post("take-over", htmx=htmx, key="a-key-of-it").status_code == 409


def test_a_second_correction_keeps_what_the_first_left_over(cut):
    number = next(row[0] for row in cut.log if row[4] == {"move": "roll", "seat": 1, "dice": [6, 6, 5, 4, 3]})
    keep(cut, number, **form(cut, "66542"))
    assert "As before: Ann buys no roll." in cut.ann.text()


def test_undoing_a_correction(table):
    table.play(THIRD)
    before, head = table.state, table.session.head
    keep(table, ANNS_DICE, **form(table))
    assert "This takes back 1 entry: Entry 6 corrected" in table.ann.text(f"log/{head + 1}")
    assert table.ann.tap("Go back", f"log/{head + 1}").status_code == 302
    assert table.state == before
    assert table.ann.tap("Redo up to here", f"log/{head + 1}").status_code == 302
    assert table.state.player(1).money == ("15000",)
    assert len(table.log) == head + 3


@pytest.mark.parametrize(
    ("words", "number", "fields"),
    [
        ("15/20/25 ABAC", 1, {"cards-1": "35000", "cards-2": "30000", "cards-3": "chips"}),
        ("15/20/25 ABAC", 3, {"table": "C"}),
        (ROUND, 10, {"take": "true"}),
        (f"{ROUND} d/20/25 ABAC 66655 66541 66532 66531 . 1>3", None, {"opponent": "2"}),
    ],
)
def test_each_kind_of_entry_has_its_form(table, words, number, fields):
    table.play(words)
    number = number or table.session.head
    page = table.ann.tap("Show what changes", f"log/{number}", **fields)
    assert page.status_code == 200
    assert table.ann.send(next(one for one in forms_of(page) if "Correct it" in one.buttons)).status_code == 302
    kept = table.log[-1]
    assert (kept[2], kept[3]) == ("correction", number)
    expected = {"cards": ["35000", "30000", "chips"]} if "cards-1" in fields else fields
    told = {name: str(kept[4][name]).lower() if name != "cards" else kept[4][name] for name in expected}
    assert told == {name: value.lower() if name != "cards" else value for name, value in expected.items()}


@pytest.mark.parametrize(
    "fields",
    [
        {"dice": "12347"},
        {"dice": "1234"},
        {"dice": ""},
        {"dice": "12345", "seat": "2"},  # another's
        {"move": "choose", "table": "A"},  # another deed
        {"move": "nonsense"},
        {},
    ],
    ids=str,
)
def test_a_correction_that_cannot_be(table, fields):
    table.play(ROUND)
    for kept in ({}, {"keep": 1, "head": table.session.head}):
        for htmx in (False, True):
            with table.unchanged():
                sent = {"move": "roll", "seat": "1", **fields, **kept}
                answer = table.ann.post(f"log/{ANNS_DICE}/correct", htmx=htmx, data=sent)
            assert answer.status_code == 422
            assert len(read(answer)) > 20


def test_a_correction_that_does_not_fit_where_it_stands(table):
    table.play(f"{ROUND} 20/25/30")
    with table.unchanged():
        sent = {"move": "reveal", "cards": "15000 duel 25000"}  # no Duel card in round 1
        answer = table.ann.post("log/1/correct", data=sent)
    assert answer.status_code == 422
    assert "D2.4" in answer.content.decode()


def test_what_no_longer_counts_is_not_corrected(table):
    table.play(ROUND)
    table.ann.post("log/back", to=1, head=table.session.head)
    with table.unchanged():
        assert table.ann.post(f"log/{ANNS_DICE}/correct", data=form(table)).status_code == 409
        assert table.ann.post("log/99/correct", data=form(table)).status_code == 409
        assert table.ann.post("log/0/correct", data=form(table)).status_code == 409
    assert "Correct it" not in table.ann.text(f"log/{ANNS_DICE}")


def test_a_page_from_before_the_last_entry_keeps_nothing(table):
    table.play(ROUND)
    head = table.session.head
    table.play("20/25/30")
    with table.unchanged():
        assert keep(table, ANNS_DICE, head, **form(table)).status_code == 409


@pytest.mark.parametrize("who", ["ben", "watcher", "newcomer", "olga"])
def test_others_correct_nothing(table, who):
    table.play(ROUND)
    phone = getattr(table, who)
    assert "Correct it" not in phone.text(f"log/{ANNS_DICE}")
    for kept in ({}, {"keep": 1, "head": table.session.head}):
        with table.unchanged():
            assert phone.post(f"log/{ANNS_DICE}/correct", data=form(table, **kept)).status_code == 403


def test_a_player_corrects_their_own_last_entry_while_nothing_followed(table):
    table.play("15/20/25 ABAC 2:66541")
    page = table.ben.tap("Show what changes", "log/6", dice="66641")
    assert table.ben.send(next(one for one in forms_of(page) if "Correct it" in one.buttons)).status_code == 302
    assert table.state.dice[1] == (1, 4, 6, 6, 6)


def test_but_not_once_somebody_entered_something_else(table):
    table.play("15/20/25 ABAC 2:66541 3:66532")
    with table.unchanged():
        sent = form(table, "66641", seat=2)
        assert table.ben.post("log/6/correct", data=sent).status_code == 403


def test_the_cards_of_an_app_deck_are_what_they_are(lay):
    table = lay(deck="app").play("15/15/15 AAAA")
    assert "Correct it" not in table.ann.text("log/1")
    with table.unchanged():
        for kept in ({}, {"keep": 1, "head": table.session.head}):
            sent = {"move": "reveal", "cards": "35000 35000 35000", **kept}
            assert table.ann.post("log/1/correct", data=sent).status_code in (403, 422)


def test_a_correction_after_the_end_changes_the_results(table):
    table.play(f"{ROUND} end")
    keep(table, ANNS_DICE, **form(table))
    places = {seat.name: (seat.result.place, seat.result.score) for seat in table.session.seats.all()}
    assert places["Ann"] == (1, 30_000)
    assert places["Ben"][0] == 2
    assert table.session.status == "finished"


def test_a_correction_that_cuts_off_the_end_takes_the_results_back(table):
    table.play(f"{ROUND} end")
    keep(table, 10, move="extra", seat=1, take="true")
    assert table.session.status == "running"
    assert not any(hasattr(seat, "result") for seat in table.session.seats.all())
    assert table.state.phase == "reroll"
