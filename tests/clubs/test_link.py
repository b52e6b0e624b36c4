"""Coming in by a club's link, and who else gets in: whoever takes a seat."""

import pytest

from games import seating
from games.club import clubs
from games.models import Member
from tests.cast import Phone, read
from tests.club_cast import lobby_in


def test_who_has_the_link_reads(circle):
    answer = circle.stranger.get(f"/c/{circle.club.link}")
    assert answer.status_code == 302
    assert answer.url == f"/clubs/{circle.pk}"
    assert "You read here." in circle.stranger.text()
    assert not Member.objects.latest("pk").keeps


def test_coming_twice_is_coming_once(circle):
    before = Member.objects.count()
    for _ in range(2):
        circle.reader.get(f"/c/{circle.club.link}")
    assert Member.objects.count() == before


def test_the_link_does_not_make_a_keeper_a_reader(circle):
    circle.keeper.get(f"/c/{circle.club.link}")
    assert circle.keeps(circle.keeper)


@pytest.mark.parametrize("link", ["x", "no-such-link-here", "%00", "a" * 200])
def test_a_wrong_link_leads_nowhere(circle, link):
    before = circle.kept()
    assert circle.reader.get(f"/c/{link}").status_code in (400, 404)
    assert circle.kept() == before


def test_looking_by_head_is_as_harmless_as_looking(circle):
    assert circle.reader.client.head(f"/c/{circle.club.link}").status_code == 302
    assert circle.reader.client.post(f"/c/{circle.club.link}").status_code == 405


def test_a_new_link_is_drawn_and_the_old_one_is_dead(circle):
    old = circle.club.link
    assert circle.keeper.tap("Draw it", "members").status_code == 302
    assert circle.club.link != old
    assert circle.stranger.get(f"/c/{old}").status_code == 404
    assert circle.stranger.get(f"/c/{circle.club.link}").status_code == 302
    assert circle.reader.get().status_code == 200  # who is in stays in


def test_the_same_tap_twice_draws_one(circle):
    old = circle.club.link
    circle.keeper.post("link", old=old)
    drawn = circle.club.link
    circle.keeper.post("link", old=old)
    assert circle.club.link == drawn


def test_only_keepers_see_the_link(circle):
    assert circle.club.link in circle.keeper.get("members").content.decode()
    assert circle.club.link not in circle.member.get("members").content.decode()
    assert circle.club.link not in circle.reader.get().content.decode()


def test_who_takes_a_seat_reads(circle):
    session = lobby_in(circle, circle.keeper.device, ["Ann", "Ben", "Cleo"])
    sits, adds, asks = Phone(circle), Phone(circle), Phone(circle)
    seating.claim(session.pk, sits.device, 2)
    seating.add_self(session.pk, adds.device, "Dov")
    seating.ask(session.pk, asks.device, "Eve")
    assert circle.keeps(asks) is None
    seating.decide(session.pk, circle.keeper.device, session.claims.get().pk, True)
    assert [circle.keeps(phone) for phone in (sits, adds, asks)] == [False, False, False]


def test_who_only_watches_does_not(circle):
    session = lobby_in(circle, circle.keeper.device, ["Ann", "Ben", "Cleo"])
    watches = Phone(circle)
    watches.get(f"/j/{session.link}")
    assert circle.keeps(watches) is None
    assert watches.get(f"/clubs/{circle.pk}").status_code == 404


def test_who_reads_may_look_on_at_every_session(circle):
    table = circle.table()
    page = circle.reader.get(f"/s/{table.code}")
    assert page.context["page"] == "over"
    assert "Again with the same people" not in read(page)
    assert circle.neighbour.get(f"/s/{table.code}").status_code == 404


def test_a_first_club_is_made_without_asking(db):
    host = Phone(None)
    first = lobby_in(None, host.device, wanted="new")
    assert first.club.name.startswith("The ")
    assert clubs.keeps(first.club_id, host.device)
    assert lobby_in(first.club, host.device).club == first.club


def test_a_session_without_a_word_about_it_goes_to_the_club_that_met_last(circle):
    second = clubs.found(circle.keeper.device)
    circle.played(("Ann", 3), ("Ben", 2), ("Cleo", 1), days=1, club=second)
    circle.played(("Ann", 3), ("Ben", 2), ("Cleo", 1))
    assert clubs.for_new_session(circle.keeper.device) == second
    assert clubs.kept_by(circle.keeper.device) == [second, circle.club]


def test_a_reader_who_starts_a_game_gets_a_club_of_their_own(circle):
    assert clubs.for_new_session(circle.reader.device) != circle.club


def form(circle, **fields):
    names = {"name": ["Ann", "Ben", "Cleo"]}
    return {**names, "game": "dice", "deck": "physical", "key": "a-key-of-it", **fields}


def test_the_new_game_goes_into_the_club_that_is_named(circle):
    second = clubs.found(circle.keeper.device)
    for number, club in enumerate((circle.club, second)):
        answer = circle.keeper.post("/new", data=form(circle, club=club.pk, key=f"key-of-club-{number}"))
        assert answer.status_code == 302
        assert club.sessions.count() == 1


@pytest.mark.parametrize("role", ["member", "reader", "stranger", "neighbour"])
def test_nobody_opens_a_game_in_a_club_they_do_not_keep(circle, role):
    answer = getattr(circle, role).post("/new", data=form(circle, club=circle.pk))
    assert answer.status_code == 403
    assert "You do not keep that club." in read(answer)
    assert not circle.club.sessions.exists()


@pytest.mark.parametrize("club", ["0", "x", "999999", "-1", "9" * 30])
def test_nonsense_is_no_club(circle, club):
    assert circle.keeper.post("/new", data=form(circle, club=club)).status_code == 403
    assert circle.keeper.get("/new", club=club).status_code == 200


def test_a_new_club_by_the_form(circle):
    circle.keeper.post("/new", data=form(circle, club="new"))
    assert len(clubs.kept_by(circle.keeper.device)) == 2
