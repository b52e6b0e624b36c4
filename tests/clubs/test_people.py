"""Who is who: introduced at the start, renamed, merged, and merged no more; nothing is lost on the way."""

import threading

import pytest
from django.db import connection

from games import lobby, play
from games.club import clubs, people
from games.models import Person, Seat
from games.rules.contract import Refused
from tests.cast import Phone, read
from tests.club_cast import lobby_in
from tests.poker_cast import PokerTable


def merge(circle, name, into):
    return circle.keeper.post(f"people/{circle.person(name).pk}/merge", into=circle.person(into).pk)


def unmerge(circle, name):
    return circle.keeper.post(f"people/{circle.person(name).pk}/unmerge")


@pytest.fixture
def three(circle):
    """A club of Ann, Ben and Cleo, who is also there as Cleopatra and as Queen."""
    circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
    circle.played(("Cleopatra", 50), ("Ben", 30), ("Ann", 20), days=1)
    circle.played(("Queen", 50), ("Ben", 30), ("Ann", 20), days=2)
    return circle


def test_a_session_that_starts_knows_its_people(circle):
    table = circle.table()
    assert set(circle.names) == {"Ann", "Ben", "Cleo", "Dov"}
    assert all(seat.person.name == seat.name for seat in table.session.seats.all())


def test_before_the_start_nobody_is_anybody(circle):
    lobby_in(circle, circle.keeper.device, ["Ann", "Ben", "Cleo"])
    assert not circle.club.people.exists()


def test_the_same_name_is_the_same_person_whatever_its_case(circle):
    circle.played(("Ann", 50), ("ÖZLEM", 30), ("Cleo", 20))
    circle.played(("ann", 50), ("özlem", 30), ("Dov", 20), days=1)
    assert set(circle.names) == {"Ann", "ÖZLEM", "Cleo", "Dov"}
    assert circle.person("ÖZLEM").seats.count() == 2


def test_the_same_name_in_another_club_is_somebody_else(circle):
    circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
    circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20), club=circle.other)
    assert Person.objects.filter(name="Ann").count() == 2


def test_a_latecomer_is_introduced_too_and_again_when_the_name_is_corrected(circle):
    table = PokerTable(cast=False)
    club = table.session.club
    table.play("deal 2c b10 f f f join:Zeo+80")
    assert table.session.seats.get(number=5).person.name == "Zeo"
    assert table.correct(table.entry("join"), move="join", name="Zoe", chips=80).status_code == 302
    assert table.session.seats.get(number=5).person.name == "Zoe"
    assert sorted(club.people.values_list("name", flat=True)) == ["Ann", "Ben", "Cleo", "Dov", "Zoe"]


def test_a_merge_counts_two_as_one_and_takes_nothing_away(three):
    before = list(Seat.objects.order_by("pk").values("pk", "name", "person"))
    assert merge(three, "Cleopatra", "Cleo").status_code == 302
    assert three.names == {"Ann": "Ann", "Ben": "Ben", "Cleo": "Cleo", "Cleopatra": "Cleo", "Queen": "Queen"}
    assert list(Seat.objects.order_by("pk").values("pk", "name", "person")) == before
    assert "Cleo 2 sessions · also Cleopatra" in three.reader.text("people")
    assert "1. Cleo 50" in three.reader.text()


def test_a_chain_of_merges_ends_with_the_last(three):
    merge(three, "Queen", "Cleopatra")
    merge(three, "Cleopatra", "Cleo")
    assert [three.names[name] for name in ("Queen", "Cleopatra", "Cleo")] == ["Cleo"] * 3
    unmerge(three, "Cleopatra")
    assert [three.names[name] for name in ("Queen", "Cleopatra", "Cleo")] == ["Cleopatra", "Cleopatra", "Cleo"]


def test_merging_with_one_who_was_merged_is_merging_with_who_that_is(three):
    merge(three, "Cleopatra", "Cleo")
    merge(three, "Queen", "Cleopatra")
    assert three.person("Queen").into == three.person("Cleo")


@pytest.mark.parametrize(("name", "into"), [("Cleo", "Cleo"), ("Cleo", "Cleopatra"), ("Cleo", "Queen")])
def test_nobody_is_merged_with_themselves_nor_in_a_ring(three, name, into):
    merge(three, "Queen", "Cleopatra")
    merge(three, "Cleopatra", "Cleo")
    before = three.kept()
    answer = merge(three, name, into)
    assert answer.status_code == 422
    assert "Cleo is that person already" in read(answer)
    assert three.kept() == before


def test_who_is_merged_already_is_not_merged_elsewhere(three):
    merge(three, "Queen", "Cleo")
    before = three.kept()
    assert merge(three, "Queen", "Ben").status_code == 409
    assert merge(three, "Queen", "Cleo").status_code == 302  # the same tap again
    assert three.kept() == before


def test_a_merge_taken_back_leaves_all_as_it_was(three):
    before = three.kept()[2:]
    merge(three, "Cleopatra", "Cleo")
    for _ in range(2):
        assert unmerge(three, "Cleopatra").status_code == 302
    assert three.kept()[2:] == before


def test_what_was_played_since_under_the_other_name_is_theirs_when_the_merge_is_taken_back(three):
    merge(three, "Cleopatra", "Cleo")
    three.played(("Cleopatra", 5), ("Ann", 4), ("Ben", 3), days=3)
    assert three.reader.text("people").count("Cleo 3 sessions") == 1
    unmerge(three, "Cleopatra")
    assert "Cleopatra 2 sessions" in three.reader.text("people")


@pytest.mark.django_db(transaction=True)
def test_of_two_keepers_who_merge_crosswise_at_once_one_is_refused(circle):
    circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
    one, other = circle.person("Ann").pk, circle.person("Cleo").pk
    ready, refused = threading.Barrier(2), []

    def go(person, into):
        ready.wait()
        try:
            clubs.merge(circle.pk, circle.keeper.device, person, into)
        except Refused as problem:
            refused.append(problem.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=go, args=pair) for pair in ((one, other), (other, one))]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert refused == ["merge-with-oneself"]
    assert Person.objects.filter(into=None).count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_tables_that_start_at_once_make_nobody_twice(circle):
    sessions = [lobby_in(circle, circle.keeper.device, ["Ann", "Ben", "Cleo"]) for _ in range(2)]
    ready = threading.Barrier(2)

    def go(session):
        ready.wait()
        try:
            lobby.start(session.pk, circle.keeper.device)
        finally:
            connection.close()

    threads = [threading.Thread(target=go, args=(session,)) for session in sessions]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert sorted(Person.objects.values_list("name", flat=True)) == ["Ann", "Ben", "Cleo"]


def test_a_person_is_renamed_in_the_club_and_stays_what_they_were_called_at_the_table(three):
    ann = three.person("Ann")
    assert three.keeper.post(f"people/{ann.pk}/rename", name=" Anna ").status_code == 302
    assert "1. Anna 50" in three.reader.text()
    assert Seat.objects.filter(person=ann, name="Ann").count() == 3
    assert "Anna 3 sessions" in three.reader.text("people")


def test_a_name_may_change_its_case(three):
    ann = three.person("Ann")
    assert three.keeper.post(f"people/{ann.pk}/rename", name="ANN").status_code == 302
    assert set(three.names) >= {"ANN"}


@pytest.mark.parametrize(
    ("name", "said"),
    [("", "1 to 24"), ("  ", "1 to 24"), ("x" * 25, "1 to 24"), ("BEN", "There is a Ben here already")],
)
def test_names_a_person_cannot_have(three, name, said):
    before = three.kept()
    answer = three.keeper.post(f"people/{three.person('Ann').pk}/rename", name=name)
    assert answer.status_code == 422
    assert said in read(answer)
    assert three.kept() == before


def test_the_name_of_one_merged_with_them_says_how_to_get_it(three):
    merge(three, "Cleopatra", "Cleo")
    answer = three.keeper.post(f"people/{three.person('Cleo').pk}/rename", name="cleopatra")
    assert answer.status_code == 422
    assert "“Cleopatra” is another name of Cleo." in read(answer)


@pytest.mark.parametrize("name", ["<i>Ann</i>", "=HYPERLINK(1)", "'; DROP--", "@a"])
def test_names_are_shown_as_they_are_written(three, name):
    ann = three.person("Ann").pk
    three.keeper.post(f"people/{ann}/rename", name=name)
    pages = ["", "people", "members", f"people/{ann}/rename", f"people/{ann}/forget", "evenings/2026-03-06"]
    for path in pages:
        assert name in three.keeper.text(path)
        assert "<i>Ann" not in three.keeper.get(path).content.decode()


def test_who_comes_often_comes_first(circle):
    circle.played(("Zoe", 50), ("Yan", 30), ("Ann", 20))
    circle.played(("Zoe", 50), ("Yan", 30), ("Ben", 20), days=1)
    circle.played(("Yan", 50), ("Xue", 30), ("Ben", 20), days=2)
    assert [one.name for one in people.regulars(circle.pk)] == ["Yan", "Ben", "Zoe", "Xue", "Ann"]


def test_a_session_file_goes_by_what_was_said_at_the_table(three):
    table = three.table()
    three.keeper.post(f"people/{three.person('Dov').pk}/rename", name="David")
    assert table.session.seats.get(number=4).name == "Dov"
    assert "David" in three.reader.text()


def test_a_stale_page_cannot_merge_into_who_is_gone(three):
    queen = three.person("Queen").pk
    Seat.objects.filter(name="Queen").update(person=None)
    people.dismiss(three.pk)
    with pytest.raises(play.Stale):
        clubs.merge(three.pk, three.keeper.device, three.person("Cleo").pk, queen)


def test_a_phone_without_a_seat_here_has_no_name(circle):
    assert people.last_sat_as(circle.pk, [Phone(None).device.pk]) == {}
