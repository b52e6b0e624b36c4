"""Extra rolls: "not me" said ahead in private, and what several answer alike in one tap. [D4]"""

import pytest

from tests.cast import alike, read

ROLLED = "15/20/25 ABAC 66543 66541 66532 66531"  # asked: Ann, Ben, Cleo, Dov


@pytest.fixture
def rolled(table):
    return table.play(ROLLED)


def test_not_me_may_be_said_ahead_and_shows_nowhere(rolled):
    before = rolled._kept()[0], rolled.session.version
    phones = [rolled.ann, rolled.cleo, rolled.watcher]
    seen = [[alike(phone.get(path, watch=1)) for path in ("", "log", "screen", "seats")] for phone in phones]
    assert rolled.ben.tap("Not me said ahead, in private").status_code == 302
    assert (rolled.log, rolled.session.version) == before  # no entry, and no phone is nudged
    assert [[alike(p.get(path, watch=1)) for path in ("", "log", "screen", "seats")] for p in phones] == seen
    assert "Ask me after all" in rolled.ben.text()
    assert rolled.state.asked == (1, 2, 3, 4)


def test_it_counts_when_the_turn_comes(rolled):
    rolled.ben.move("extra", 2, take="false")
    rolled.cleo.move("extra", 3, take="false")
    rolled.ann.move("extra", 1, take="false")
    assert rolled.state.asked == (4,)
    said = [(row[4]["seat"], row[4]["take"], row[5]) for row in rolled.log[-3:]]
    assert said == [(1, False, 1), (2, False, 2), (3, False, 3)]  # each entered by its own seat
    assert [row[1] for row in rolled.log[-3:]] == [row[0] for row in rolled.log[-3:]]  # each its own tap
    assert not rolled.session.wishes.exists()


def test_only_so_far_as_the_turn_has_come(rolled):
    rolled.cleo.move("extra", 3, take="false")
    rolled.ann.move("extra", 1, take="false")
    assert rolled.state.asked[0] == 2
    assert rolled.session.wishes.count() == 1


def test_it_can_be_unsaid(rolled):
    rolled.ben.move("extra", 2, take="false")
    assert rolled.ben.tap("Ask me after all").status_code == 302
    assert not rolled.session.wishes.exists()
    rolled.ann.move("extra", 1, take="false")
    assert rolled.state.asked[0] == 2
    assert "Ask me after all" not in rolled.ben.text()


def test_nobody_unsays_for_another(rolled):
    rolled.ben.move("extra", 2, take="false")
    for phone in (rolled.ann, rolled.cleo, rolled.watcher, rolled.newcomer, rolled.olga):
        phone.post("unsay")
    assert rolled.session.wishes.count() == 1


@pytest.mark.parametrize("who", ["cleo", "watcher", "newcomer", "olga"])
def test_nobody_says_ahead_for_another(rolled, who):
    with rolled.unchanged():
        assert getattr(rolled, who).move("extra", 2, take="false").status_code == 403


@pytest.mark.parametrize("said", [(), ("false",)])
def test_a_roll_is_not_bought_ahead(rolled, said):
    """[D4.1] Only "not me" is offered before the turn."""
    for take in said:
        rolled.ben.move("extra", 2, take=take)
    for htmx in (False, True):
        with rolled.unchanged():
            answer = rolled.ben.move("extra", 2, htmx, take="true")
        assert answer.status_code == 422
        assert "It is another player's turn." in read(answer)
    rolled.ann.move("extra", 1, take="false")
    assert rolled.state.asked[0] == (3 if said else 2)


def test_it_is_for_this_asking_alone(rolled):
    rolled.ben.move("extra", 2, take="false")
    rolled.ann.move("extra", 1, take="true")
    rolled.cleo.move("extra", 3, take="false")
    rolled.ann.move("extra", 4, take="false")
    rolled.play("66666")
    assert rolled.state.phase == "extra"
    assert rolled.state.asked[0] == 1
    rolled.ann.move("extra", 1, take="false")
    assert rolled.state.asked[0] == 2  # Ben is asked again


def test_a_seat_that_changes_phones_says_nothing_ahead(rolled):
    rolled.ben.move("extra", 2, take="false")
    rolled.ann.post("release", seat=2)
    assert not rolled.session.wishes.exists()


def test_a_wish_that_was_said_twice_is_the_last_one(rolled):
    for _ in range(2):
        assert rolled.ben.move("extra", 2, take="false").status_code == 302
    assert rolled.session.wishes.count() == 1


@pytest.fixture
def alone(lay):
    """One phone for four."""
    return lay(phones={"Ann": (1,)}).play(ROLLED)


def test_nobody_buys_a_roll_is_one_tap_and_one_group(alone):
    head = alone.session.head
    assert alone.ann.tap("Nobody buys a roll").status_code == 302
    assert (alone.state.phase, alone.state.round) == ("reveal", 2)
    assert [row[1] for row in alone.log[head:]] == [head + 1] * 4
    assert alone.ann.tap("Undo this last tap", "log").status_code == 302
    assert alone.state.asked == (1, 2, 3, 4)


def test_a_buyer_in_the_middle_answers_for_those_before(alone):
    assert alone.ann.tap("Cleo buys").status_code == 302
    assert alone.state.asked == (4,)
    assert alone.state.rolling == (3,)


def test_a_group_stands_or_falls_together(alone):
    sent = {"key": "a-key-of-it"}
    for seat in (1, 2, 3):
        offer = alone.offer("extra", seat).fingerprint if seat < 3 else "0" * 12
        sent |= {f"{seat}-move": "extra", f"{seat}-seat": seat, f"{seat}-take": "false", f"{seat}-offer": offer}
    for htmx in (False, True):
        with alone.unchanged():
            assert alone.ann.post("move", htmx=htmx, data=sent).status_code == 409
    sent |= {"3-offer": alone.offer("extra", 3).fingerprint, "3-take": "perhaps"}
    with alone.unchanged():
        assert alone.ann.post("move", data=sent).status_code == 422


def test_a_group_with_a_seat_that_is_not_ones_own_falls(rolled):
    """Ben may answer for Dov, but not for Cleo before him."""
    rolled.play("1-")
    sent = {"key": "a-key-of-it"}
    for seat in (2, 3):
        offer = rolled.offer("extra", seat).fingerprint
        sent |= {f"{seat}-move": "extra", f"{seat}-seat": seat, f"{seat}-take": "false", f"{seat}-offer": offer}
    with rolled.unchanged():
        assert rolled.ben.post("move", data=sent).status_code == 403


def test_the_dice_of_all_without_phones_go_into_one_form(lay):
    table = lay(phones={"Ann": (1,)}).play("15/20/25 ABAC")
    dice = {f"{seat}-dice": throw for seat, throw in enumerate(("66543", "66541", "66532", "66531"), 1)}
    assert table.ann.tap("Enter the dice", **dice).status_code == 302
    assert table.state.phase == "extra"
    assert len({row[1] for row in table.log[-4:]}) == 1


def test_a_row_left_empty_is_passed_over_and_a_wrong_one_stops_all(lay):
    table = lay(phones={"Ann": (1,)}).play("15/20/25 ABAC")
    with table.unchanged():
        assert table.ann.tap("Enter the dice", **{"1-dice": "66543", "2-dice": "66547"}).status_code == 422
        assert table.ann.tap("Enter the dice").status_code == 422  # all of it empty
    assert table.ann.tap("Enter the dice", **{"2-dice": "66541"}).status_code == 302
    assert [bool(dice) for dice in table.state.dice] == [False, True, False, False]


def test_re_rolls_come_pre_filled(rolled):
    rolled.play("1+ 2- 3- 4-")
    (form,) = [form for form in rolled.ann.forms() if "Enter five dice" in form.buttons]
    assert form.fields["1-dice"] == "34566"


def test_after_a_phone_answers_the_next_is_asked(rolled):
    assert rolled.ann.tap("Not me").status_code == 302
    assert "Roll again for a chip?" in rolled.ben.text()
    assert "Ben: an extra roll for a chip?" in rolled.watcher.text(watch=1)
    assert rolled.ben.tap("Roll again for a chip").status_code == 302
    assert rolled.state.player(2).chips == 2


def test_the_dice_at_ones_table_are_seen_where_the_roll_is_bought(rolled):
    """All have rolled; Ann and Cleo play for A, Ben for B, Dov for C."""
    buying = rolled.ann.get().content.decode().partition('id="offers"')[2]
    assert buying.count('<ul class="claims rivals"') == 1
    rivals = buying.partition('<ul class="claims rivals"')[2].partition("</ul>")[0]
    assert "<b>Ann</b>" in rivals
    assert "<b>Cleo</b>" in rivals
    assert "<b>Ben</b>" not in rivals
    assert 'aria-label="2 3 5 6 6 "' in rivals
    ahead = rolled.cleo.get().content.decode().partition('id="offers"')[2]
    assert "<b>Ann</b>" in ahead
    assert "rivals" not in rolled.watcher.get(watch=1).content.decode()
