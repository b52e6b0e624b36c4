"""The host's role and the seats: one-use links, handing over, freeing, leaving, the next game, several on one phone."""

import secrets
from datetime import timedelta

import pytest
from django.utils import timezone

from games import lobby
from games.models import Pass, Session
from games.rules.dice import DICE
from tests.cast import Phone, Table, read

ROUND = "15/20/25 ABAC 66543 66541 66532 66531 ."


def link(phone, **fields):
    answer = phone.post("pass", **fields)
    assert answer.status_code == 200
    return answer.context["link"].removeprefix("http://testserver")


def device_of(table, number):
    return table.session.seats.get(number=number).device


def test_a_seat_moves_to_another_phone_once(table):
    table.play("15/20/25")
    new = Phone(table, known=False)
    passed = link(table.ben, seat=2)
    for _ in range(2):  # looking does not spend it
        assert "Play Ben on this phone?" in new.text(passed)
        assert device_of(table, 2) == table.ben.device
    assert new.tap("Yes, on this phone", passed).url == f"/s/{table.code}"
    assert "pick your table" in new.text()
    assert "Whose seat is yours?" in table.ben.text()
    with table.unchanged():
        assert table.ben.move("choose", 2, table="A").status_code == 403
    other = Phone(table)
    for answer in (other.get(passed), other.post(passed)):
        assert answer.status_code == 404
        assert "This link is spent." in read(answer)


def test_nothing_is_moved_by_looking_at_it(table):
    passed = link(table.ben, seat=2)
    with table.unchanged():
        table.watcher.get(passed)
        table.watcher.client.head(passed)
    assert Pass.objects.exists()


def test_the_hosts_recovery_link(table):
    passed = link(table.ann)
    new = Phone(table, known=False)
    assert "Be the host on this phone?" in new.text(passed)
    new.tap("Yes, on this phone", passed)
    assert "For the host" in new.text("seats")
    assert "For the host" not in table.ann.text("seats")  # Ann plays on as a player
    assert table.ann.post("log/round", head=0, end=1).status_code == 403
    assert new.post(passed).status_code == 404


def test_the_last_link_asked_for_is_the_one_that_works(table):
    first, second = link(table.ben, seat=2), link(table.ben, seat=2)
    assert table.watcher.get(first).status_code == 404
    assert table.watcher.get(second).status_code == 200


def test_a_link_runs_out(table):
    passed = link(table.ben, seat=2)
    Pass.objects.update(created=timezone.now() - timedelta(days=3))
    assert table.watcher.get(passed).status_code == 404
    assert table.watcher.post(passed).status_code == 404
    assert device_of(table, 2) == table.ben.device


def test_a_seat_that_was_freed_has_no_open_link(table):
    passed = link(table.ben, seat=2)
    table.ann.post("release", seat=2)
    assert table.watcher.get(passed).status_code == 404


def test_the_host_may_show_the_link_of_any_seat(table):
    table.watcher.tap("Yes, on this phone", link(table.ann, seat=4))
    assert device_of(table, 4) == table.watcher.device


@pytest.mark.parametrize("who", ["ben", "watcher", "newcomer", "olga"])
def test_nobody_else_has_links_of_others(table, who):
    for fields in ({"seat": 3}, {"seat": 1}, {}, {"seat": 99}):
        answer = getattr(table, who).post("pass", **fields)
        assert answer.status_code == 403
        assert "/p/" not in answer.content.decode()
    assert not Pass.objects.exists()


@pytest.mark.parametrize("seat", ["0", "5", "99", "x", ""])
def test_there_is_no_link_for_a_seat_that_is_not_there(table, seat):
    assert table.ann.post("pass", seat=seat).status_code in (404, 422)
    assert not Pass.objects.exists()


def test_what_is_kept_of_a_link_does_not_open_it(table):
    link(table.ben, seat=2)
    assert table.watcher.get(f"/p/{Pass.objects.get().token_hash}").status_code == 404


def test_the_role_is_handed_to_another_seated_phone(table):
    assert table.ann.post("host", seat=2).status_code == 302
    assert table.session.host == table.ben.device
    assert "For the host" in table.ben.text("seats")
    with table.unchanged():
        assert table.ann.post("host", seat=1).status_code == 403


def test_a_seat_without_a_phone_cannot_be_host(table):
    with table.unchanged():
        answer = table.ann.post("host", seat=4)
    assert answer.status_code == 422
    assert "Dov has no phone here" in read(answer)
    with table.unchanged():
        assert table.ann.post("host", seat=9).status_code == 422
        assert table.ann.post("host").status_code == 422


@pytest.mark.parametrize("who", ["ben", "watcher", "newcomer", "olga"])
def test_only_the_host_hands_over(table, who):
    with table.unchanged():
        assert getattr(table, who).post("host", seat=2).status_code == 403


def test_the_menu_is_for_those_who_play(table):
    for phone in (table.watcher, table.newcomer, table.olga):
        assert phone.get("seats").url == f"/s/{table.code}"


def test_a_player_leaves_between_rounds(table):
    table.play(ROUND)
    assert table.ben.tap("Ben leaves the game", "seats").status_code == 302
    assert table.state.player(2).left
    assert "left" in table.ann.text()
    table.play("20/25/30")
    assert "Ben leaves" not in table.ann.text("seats")


def test_nobody_leaves_in_the_middle_of_a_round(table):
    table.play("15/20/25")
    assert "leaves the game" not in table.ben.text("seats")
    with table.unchanged():
        sent = {"move": "leave", "seat": 2, "key": "a-key-of-it"}
        assert table.ben.post("move", data=sent).status_code == 422


def test_when_fewer_than_two_are_left_it_is_over(table):
    table.play(f"{ROUND} 1x 2x")
    assert table.session.status == "running"
    table.play("3x")
    assert table.session.status == "finished"


def test_again_with_the_same_people(table):
    table.play(f"{ROUND} end")
    answer = table.ben.tap("Again with the same people")
    following = Session.objects.get(follows=table.pk)
    assert answer.url == f"/s/{following.code}"
    assert [(seat.name, seat.device) for seat in following.seats.all()] == [
        ("Ann", table.ann.device), ("Ben", table.ben.device), ("Cleo", table.cleo.device), ("Dov", None),
    ]  # fmt: skip
    assert (following.status, following.options, following.title) == ("lobby", {"deck": "physical"}, "Friday")
    assert "To the next game" in table.ann.text()
    assert table.ann.post("again", key=secrets.token_urlsafe(16)).url == answer.url  # there is one
    assert Session.objects.filter(follows=table.pk).count() == 1


@pytest.mark.parametrize("is_of_form", [False, True])
def test_a_key_that_has_made_another_session_makes_none_and_touches_none(table, is_of_form):
    """A key belongs to what it made: to the next game of another session, or to one from the form for new ones."""
    table.play(f"{ROUND} end")
    if is_of_form:
        made = lobby.create(DICE, "Saturday", {}, ("Xa", "Xb", "Xc"), table.ann.device, "again-a-key-of-it")
    else:
        first = Table().play(f"{ROUND} end")
        Session.objects.filter(pk=first.pk).update(host=table.ann.device)
        made = lobby.again(first.pk, table.ann.device, "again-a-key-of-it")
    kept = [made.version, made.follows_id, *made.seats.values_list("number", "name", "device")]
    for htmx in (False, True):
        with table.unchanged():
            answer = table.ann.post("again", htmx, key="a-key-of-it", page="over")
        assert answer.status_code == 422
        assert "This form was already sent with something else in it." in read(answer)
    made.refresh_from_db()
    assert [made.version, made.follows_id, *made.seats.values_list("number", "name", "device")] == kept
    assert table.ann.tap("Again with the same people").status_code == 302


def test_the_next_game_of_an_app_deck_shuffles_anew(lay):
    table = lay(deck="app").play("15/15/15 ABCA 66543 66541 66532 66531 . end")
    table.ann.tap("Again with the same people")
    following = Session.objects.get(follows=table.pk)
    assert following.stack is None
    table.ann.client.post(f"/s/{following.code}/start")
    following.refresh_from_db()
    assert following.stack != table.session.stack


@pytest.mark.parametrize(("who", "status"), [("watcher", 403), ("newcomer", 403), ("olga", 404), ("stranger", 404)])
def test_only_who_played_starts_the_next(table, who, status):
    table.play(f"{ROUND} end")
    assert getattr(table, who).post("again", key=secrets.token_urlsafe(16)).status_code == status
    assert not Session.objects.filter(follows=table.pk).exists()


@pytest.fixture
def couple(lay):
    """Ann's phone, and one that Ben and Cleo share."""
    return lay(phones={"Ann": (1,), "Ben": (2, 3)})


def test_a_couple_is_asked_who_looks_before_anything_secret(couple):
    couple.play("15/20/25")
    page = couple.ben.text()
    assert "Who is looking? Ben Cleo" in page
    assert "Atlantic" not in page.split("Who is looking?")[1]
    assert not [form for form in couple.ben.forms() if "move" in str(form.fields)]
    couple.play("2B")
    for query in ({}, {"as": 1}, {"as": 3}, {"as": 4}, {"as": "x"}):
        assert 'aria-pressed="true"' not in couple.ben.get(**query).content.decode()
    assert 'aria-pressed="true"' in couple.ben.get(**{"as": 2}).content.decode()


def test_after_a_pick_it_is_covered_again(couple):
    couple.play("15/20/25")
    answer = couple.ben.move("choose", 2, htmx=True, table="B")
    assert 'aria-pressed="true"' not in answer.content.decode()
    assert "Who is looking?" in read(answer)


def test_one_looks_and_picks_for_oneself(couple):
    couple.play("15/20/25 1A")
    assert "Cleo" in couple.ben.text(**{"as": 3})
    assert couple.ben.tap("C Caesar’s", query={"as": 3}).status_code == 302
    assert couple.state.picks[2] == "C"


def test_what_is_open_needs_no_cover(couple):
    couple.play("15/20/25 ABAC")
    assert "Who is looking?" not in couple.ben.text()
    form = next(form for form in couple.ben.forms() if "Enter the dice" in form.buttons)
    assert {"2-dice", "3-dice"} <= form.fields.keys()


def test_a_couple_on_one_phone_answers_one_after_the_other(couple):
    couple.play("15/20/25 ABAC 66543 66541 66532 66531 1-")
    assert couple.ben.tap("Nobody buys a roll").status_code == 302
    assert (couple.state.phase, couple.state.round) == ("reveal", 2)  # Dov without a phone included


def test_a_second_seat_on_the_hosts_phone(table):
    assert table.ann.tap("Play it on this phone too", "seats").status_code == 302
    table.play("15/20/25")
    assert "Who is looking? Ann Dov" in table.ann.text()


def test_a_former_hosts_recovery_link_is_a_link_to_the_role_no_more(table):
    table.play("15/20/25")
    kept = link(table.ann)
    table.ann.post("host", seat=2)
    assert table.session.host == table.ben.device
    assert Phone(table).post(kept).status_code == 404
    assert table.session.host == table.ben.device


def test_the_stream_of_an_unknown_session_is_not_found(table):
    assert table.ann.get("/s/ZZZZZZ/stream").status_code == 404
    assert table.ann.get(f"/s/{table.code}/stream").status_code == 204
