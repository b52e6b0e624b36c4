"""Reports of one who tried to break the table: each became a test."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.urls import reverse

from games.models import Seat, Session
from tests.cast import Phone, read

PLAYED = "15/20/25 ABAC 66643 66541 66532 66531 ."


def test_a_pick_taken_over_by_the_host_is_not_the_hosts_to_see(table):
    table.play(f"{PLAYED} 15/20/25")
    assert table.ben.move("choose", 2, table="C").status_code == 302
    last = table.session.entries.filter(move__move="extra").order_by("number").last()
    fields = {"move": "extra", "seat": last.move["seat"], "take": "true", "keep": "1", "head": table.session.head}
    assert table.ann.post(f"log/{last.number}/correct", **fields).status_code == 302
    table.ann.post("release", seat=2)
    table.ann.post("claim", seat=2)
    for glance in ("", "?as=2", "?as=2&again=1"):
        assert "aria-pressed" not in read(table.ann.get(f"/s/{table.code}{glance}"))


def test_the_picks_lock_when_the_last_phone_that_owes_one_goes_away(table):
    """Then the picks of those without a phone can be entered, as after a last pick. [D3.2]"""
    table.play("15/20/25")
    table.ann.move("choose", 1, table="A")
    table.cleo.move("choose", 3, table="B")
    assert table.session.sealed is None
    table.ben.post("release", seat=2)
    assert table.session.sealed == table.session.head
    assert 'name="4-table"' in table.cleo.get(f"/s/{table.code}").content.decode()


@pytest.mark.parametrize("played", ["", "15/20/25"])
def test_the_next_game_waits_for_the_end_of_this_one(table, played):
    if played:
        table.play(played)
    with table.unchanged():
        assert table.ben.post("again", key="once-and-again").status_code == 409
    assert not Session.objects.filter(follows=table.session).exists()


def test_a_former_hosts_links_to_seats_are_links_no_more(table):
    table.play("15/20/25")
    link = table.ann.post("pass", seat=3).context["link"].removeprefix("http://testserver")
    table.ann.post("host", seat=2)
    assert Phone(table).post(link).status_code == 404
    assert Seat.objects.get(session=table.session, number=3).device == table.cleo.device


def test_only_a_seats_own_phone_says_ahead_what_it_will_answer(table):
    table.play("15/20/25 ABAC 66643 66541 66532 66531")
    later = [offer for offer in table.now.offers if offer.early]
    for offer in later:
        if offer.seat not in (1,):
            assert table.ann.move("extra", offer.seat, take="false").status_code == 409
    assert not table.session.wishes.exists()


def test_a_host_name_of_thousands_of_letters_is_no_error_of_ours(table):
    answer = table.ann.client.get(reverse("screen", args=[table.code]), headers={"host": "a" * 3500})
    assert answer.status_code == 400


@pytest.mark.django_db(transaction=True)
def test_a_one_use_link_tapped_by_many_at_once_is_used_once(table):
    table.play("15/20/25")
    link = table.ann.post("pass", seat=3).context["link"].removeprefix("http://testserver")
    phones = [Phone(table) for _ in range(6)]

    def tap(phone):
        try:
            return phone.post(link).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(tap, phones)) == [302] + [404] * 5
