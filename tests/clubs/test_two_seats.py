"""Somebody who sat at two seats of one table, as shows when two people are merged: one session, one place."""

import pytest

from games.club import clubs, evenings, people, tallies
from games.club.numbers import Numbers
from games.models import Person, Result, Session

FOUR = (("Ann", 40), ("Ben", 50), ("Cleo", 50), ("Dov", 10))


@pytest.fixture
def merged(circle):
    """A club with two sessions of Ann, Ben, Cleo and Dov, and one without Ann; Ann turns out to be Ben."""
    for day in (0, 7):
        circle.played(*FOUR, days=day)
    circle.played(("Ben", 10), ("Cleo", 20), days=14)
    for result in Result.objects.select_related("seat"):
        result.balance = {"Ann": -7, "Ben": 12, "Cleo": -4, "Dov": -1}[result.seat.name]
        result.facts = {"counts": {"rounds": 3, "clears": {"A": result.seat.number}}}
        result.save()
    people.changed(circle.pk)
    return circle


def merge(circle, one="Ann", into="Ben"):
    clubs.merge(circle.pk, circle.keeper.device, circle.person(one).pk, circle.person(into).pk)


def numbers_of(circle, name):
    return tallies.of_person(circle.club, people.roots(circle.pk), circle.person(name)).get("dice", Numbers())


def counted(of):
    return (of.sessions, of.seats, of.wins, of.places, of.points, of.balance)


@pytest.mark.parametrize("counted_before", [True, False])
def test_a_session_counts_once_by_the_better_place_and_deeds_add_up(merged, counted_before):
    if counted_before:
        assert counted(numbers_of(merged, "Ben")) == (3, 3, 2, 4, 110, 36)
    merge(merged)
    ben = numbers_of(merged, "Ben")
    assert counted(ben) == (3, 5, 2, 4, 110, 22)
    assert ben.counts == {"rounds": 15, "clears": {"A": 2 * (1 + 2) + 1}}
    assert [(mark.score, mark.balance) for mark in ben.course] == [(50, 5), (50, 5), (10, 12)]
    assert ben.running()[-1] == ben.balance


def test_a_merge_that_is_taken_back_leaves_both_as_they_were(merged):
    before = [numbers_of(merged, name) for name in ("Ann", "Ben")]
    merge(merged)
    numbers_of(merged, "Ben")
    clubs.unmerge(merged.pk, merged.keeper.device, merged.person("Ann").pk)
    assert [numbers_of(merged, name) for name in ("Ann", "Ben")] == before


def test_a_second_seat_that_comes_later_joins_the_session_that_was_counted(merged):
    numbers_of(merged, "Ben")
    session = Session.objects.order_by("created")[0]
    session.seats.filter(name="Dov").update(person=merged.person("Ben"))
    people.changed(merged.pk)
    assert counted(numbers_of(merged, "Ben")) == (3, 4, 2, 4, 110, 35)


def test_numbers_kept_before_seats_were_counted_are_counted_anew(merged):
    right = numbers_of(merged, "Ben")
    for tally in merged.person("Ben").tallies.all():
        del tally.numbers["seats"]
        tally.save()
    assert numbers_of(merged, "Ben").sessions == right.sessions
    people.changed(merged.pk)
    assert numbers_of(merged, "Ben") == right


@pytest.mark.parametrize("turned", [False, True])
def test_head_to_head_counts_each_session_once(merged, turned):
    merge(merged)
    known, names = people.roots(merged.pk), ("Cleo", "Ben") if turned else ("Ben", "Cleo")
    one, other = (merged.person(name) for name in names)
    met = tallies.meetings(known, one, other)["dice"]
    ahead, behind = (1, 0) if turned else (0, 1)
    assert (met.sessions, met.ahead, met.behind, met.level) == (3, ahead, behind, 2)
    assert round(met.difference * 3) == 10 * (ahead - behind)
    latest = tallies.latest_meetings(known, one, other, 10)
    assert [(row.score, row.other_score) for row in latest] == [(20, 10) if turned else (10, 20), (50, 50), (50, 50)]


def test_both_may_have_held_two_seats_and_of_equal_ones_it_is_the_first(circle):
    circle.played(("Ann", 40), ("Ben", 40), ("Cleo", 10), ("Dov", 60))
    merge(circle)
    merge(circle, "Cleo", "Dov")
    known = people.roots(circle.pk)
    met = tallies.meetings(known, circle.person("Ben"), circle.person("Dov"))["dice"]
    assert (met.sessions, met.ahead, met.behind, met.difference) == (1, 0, 1, -20)
    row = tallies.latest_meetings(known, circle.person("Ben"), circle.person("Dov"), 10)[0]
    assert row.seat.number == 1


def test_the_evening_s_tally_knows_one_player_who_does_not_beat_themselves(merged):
    merge(merged)
    session = Session.objects.order_by("created")[0]
    rows = {row.name: row for row in evenings.tally([session], people.roots(merged.pk))}
    assert {name: (row.sessions, row.wins, row.places, row.beaten) for name, row in rows.items()} == {
        "Ben": (1, 1, [1], 1),
        "Cleo": (1, 1, [1], 1),
        "Dov": (1, 0, [4], 0),
    }


def test_settling_up_still_comes_to_nothing(merged):
    merge(merged)
    Result.objects.filter(seat__session__size=2).delete()
    first = evenings.evening_of(Session.objects.order_by("created")[0].created)
    reckoned = tallies.reckonings(merged.club, people.roots(merged.pk), first, first)["dice"]
    assert {debtor.name: balance for debtor, balance in reckoned.balances.items()} == {"Ben": 5, "Cleo": -4, "Dov": -1}


def test_pages_say_how_it_is_counted(merged):
    Result.objects.update(facts={})
    merge(merged)
    ben, cleo = merged.person("Ben").pk, merged.person("Cleo").pk
    said = merged.keeper.text(f"people/{ben}")
    assert "Sessions 3 Finished sessions in which this person held a seat. A session in which they held two" in said
    assert "Won 2 of 3" in said
    assert "Sessions together 3" in merged.keeper.text(f"against/{ben}/{cleo}")
    assert Person.objects.filter(into=ben).exists()
