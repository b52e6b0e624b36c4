"""The phones of a club: what they are called, who is made a keeper, who is sent away."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import passes, seating
from games.models import Member, Session
from tests.cast import Phone, leave, read


def member(circle, phone):
    return Member.objects.get(club=circle.pk, device=phone.device).pk


def test_phones_are_called_by_whom_they_last_sat_as(circle):
    circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
    later = circle.played(("Zoe", 50), ("Anna", 30), ("Cleo", 20), days=1)
    later.seats.filter(name="Anna").update(device=circle.keeper.device)
    said = circle.member.text("members")
    assert "Anna this phone" not in said
    assert "Ben this phone" in said
    assert "Anna keeper" in said
    assert "A phone that has not played here reads" in said


def test_a_person_merged_or_renamed_gives_the_phone_the_name_they_go_by(circle):
    circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
    ben, cleo = circle.person("Ben").pk, circle.person("Cleo").pk
    circle.keeper.post(f"people/{ben}/merge", into=cleo)
    circle.keeper.post(f"people/{cleo}/rename", name="Clea")
    assert "Clea this phone" in circle.member.text("members")


def test_a_member_is_made_a_keeper_and_a_reader_again(circle):
    path = f"members/{member(circle, circle.member)}"
    for wanted, keeps in (("keeper", True), ("keeper", True), ("reader", False), ("reader", False)):
        assert circle.keeper.post(path, data={"as": wanted}).status_code == 302
        assert circle.keeps(circle.member) is keeps


def test_a_new_keeper_keeps(circle):
    circle.keeper.post(f"members/{member(circle, circle.member)}", data={"as": "keeper"})
    assert circle.member.post("name", name="Mondays").status_code == 302
    assert circle.club.name == "Mondays"


@pytest.mark.parametrize("wanted", ["reader", "nobody"])
def test_one_keeper_there_is_always(circle, wanted):
    before = circle.kept()
    answer = circle.keeper.post(f"members/{member(circle, circle.keeper)}", data={"as": wanted})
    assert answer.status_code == 422
    assert "A club needs a keeper" in read(answer)
    assert circle.kept() == before


def test_with_another_keeper_one_may_step_down(circle):
    circle.keeper.post(f"members/{member(circle, circle.member)}", data={"as": "keeper"})
    circle.keeper.post(f"members/{member(circle, circle.keeper)}", data={"as": "reader"})
    assert circle.keeps(circle.keeper) is False
    assert circle.keeper.post("name", name="X").status_code == 403


def test_a_keeper_whose_phone_is_lost_keeps_on_with_another(circle):
    table = circle.table()
    new, by_member = Phone(circle), Phone(circle)
    new.post(f"/p/{passes.issue_pass(table.session, None)}")
    assert circle.keeps(new) is True
    Session.objects.filter(pk=table.pk).update(host=circle.member.device)  # who only reads
    by_member.post(f"/p/{passes.issue_pass(table.session, None)}")
    assert circle.keeps(by_member) is None


def test_a_keeper_whose_seat_moves_to_another_phone_keeps_on_with_that_and_the_lost_one_is_out(circle):
    table = circle.table(over=False)
    new = Phone(table)
    new.get(f"/j/{table.session.link}")
    assert new.post("claim", seat=2, moved=1).status_code == 302  # the member's seat
    claim = table.session.claims.get()
    assert circle.keeper.post(f"/s/{table.code}/claims/{claim.pk}", let="in").status_code == 302
    assert circle.keeps(new) is False
    assert circle.keeps(circle.member) is None
    newer = Phone(table)
    leave(circle.keeper)
    moved_by_link(table, 1, newer)
    assert circle.keeps(newer) is True
    assert circle.keeps(circle.keeper) is None


def moved_by_link(table, seat, phone):
    secret = passes.issue_pass(table.session, table.session.seats.get(number=seat))
    assert phone.post(f"/p/{secret}").status_code == 302


def test_who_gets_a_seat_that_was_played_beside_ones_own_is_somebody_else(circle):
    """A keeper who played for a latecomer, too, and hands that seat on, stays what they are; so when it is theirs."""
    table = circle.table(over=False)
    seating.claim(table.pk, circle.keeper.device, 3)
    latecomer, new = Phone(table), Phone(table)
    moved_by_link(table, 3, latecomer)
    assert circle.keeps(latecomer) is False
    assert circle.keeps(circle.keeper) is True
    table.session.notices.update(at=timezone.now() - timedelta(minutes=10))
    leave(circle.keeper)  # it was there after that; now it is lost
    moved_by_link(table, 1, new)
    assert circle.keeps(new) is True
    assert circle.keeps(circle.keeper) is None


def test_of_two_seats_of_a_lost_phone_neither_brings_the_club_along(circle):
    table = circle.table(over=False)
    seating.claim(table.pk, circle.keeper.device, 3)
    leave(circle.keeper)
    own, other = Phone(table), Phone(table)
    moved_by_link(table, 1, own)
    moved_by_link(table, 3, other)
    assert (circle.keeps(own), circle.keeps(other), circle.keeps(circle.keeper)) == (False, False, True)


def test_who_hands_on_the_only_seat_of_a_phone_that_is_there_keeps_the_club(circle):
    table = circle.table(over=False)
    seating.claim(table.pk, circle.keeper.device, 3)
    seating.release(table.pk, circle.keeper.device, 1)
    by_link = Phone(table)
    moved_by_link(table, 3, by_link)
    assert (circle.keeps(by_link), circle.keeps(circle.keeper)) == (False, True)


def test_nor_is_it_lost_by_letting_somebody_in_at_it(circle):
    table = circle.table(over=False)
    asks = Phone(table)
    asks.get(f"/j/{table.session.link}")
    asks.post("claim", seat=1, moved=1)
    claim = table.session.claims.get()
    assert circle.keeper.post(f"/s/{table.code}/claims/{claim.pk}", let="in").status_code == 302
    assert table.session.seats.get(number=1).device == asks.device
    assert (circle.keeps(asks), circle.keeps(circle.keeper)) == (False, True)


def test_who_takes_a_seat_that_was_freed_is_nobody_else_in_the_club(circle):
    table = circle.table(over=False)
    new = Phone(table)
    new.get(f"/j/{table.session.link}")
    assert circle.keeper.post(f"/s/{table.code}/release", seat=1).status_code == 302
    assert new.post("claim", seat=1).status_code == 302
    claim = table.session.claims.get()
    assert circle.keeper.post(f"/s/{table.code}/claims/{claim.pk}", let="in").status_code == 302
    assert circle.keeps(new) is False
    assert circle.keeps(circle.keeper) is True


def test_the_hosts_role_handed_on_at_the_table_makes_no_keeper(circle):
    table = circle.table(over=False)
    assert circle.keeper.post(f"/s/{table.code}/host", seat=2).status_code == 302
    assert table.session.host == circle.member.device
    assert circle.keeps(circle.member) is False


def test_who_is_sent_away_reads_no_more(circle):
    path = f"members/{member(circle, circle.reader)}"
    assert circle.keeper.post(path, data={"as": "nobody"}).status_code == 302
    assert circle.reader.get().status_code == 404
    assert circle.keeper.post(path, data={"as": "nobody"}).status_code == 302  # the same tap again


def test_the_club_is_renamed(circle):
    assert circle.keeper.tap("Keep", "members", name=" Mondays ").status_code == 302
    assert circle.club.name == "Mondays"
    assert "Mondays" in circle.reader.text()


@pytest.mark.parametrize("name", ["", "   ", "x" * 61])
def test_names_a_club_cannot_have(circle, name):
    before = circle.kept()
    answer = circle.keeper.post("name", name=name)
    assert answer.status_code == 422
    assert "1 to 60 characters" in read(answer)
    assert circle.kept() == before


@pytest.mark.parametrize("name", ["<b>Fridays</b>", '"><script>alert(1)</script>', "=1+1", "x" * 60, "🎲" * 60])
def test_any_other_name_is_shown_as_it_is_written(circle, name):
    circle.keeper.post("name", name=name)
    for path in ("", "members", "people", "/"):
        page = circle.keeper.get(path).content.decode()
        assert "<script>alert" not in page
        assert "<b>Fridays" not in page
        assert name in circle.keeper.text(path)
