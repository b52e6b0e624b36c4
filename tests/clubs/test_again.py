"""The next lobby in two taps: the same people again, and the club's people one tap each."""

import pytest

from games.models import Person, Session
from tests.cast import Phone, forms_of, read
from tests.club_cast import lobby_in

AGAIN = "Again with the same people"


def test_from_the_clubs_page_the_next_game_starts_with_two_taps(circle):
    last = circle.table()
    opened = circle.keeper.tap(AGAIN)
    code = opened.url.split("/")[2]
    made = Session.objects.get(code=code)
    assert made.club == circle.club
    assert made.follows == last.session
    assert list(made.seats.values_list("name", "device")) == list(last.session.seats.values_list("name", "device"))
    assert circle.keeper.tap("Start with 4 players", opened.url).status_code == 302
    made.refresh_from_db()
    assert made.status == Session.RUNNING
    assert [seat.person for seat in made.seats.all()] == [seat.person for seat in last.session.seats.all()]


def test_the_same_tap_twice_opens_one_lobby(circle):
    circle.table()
    form = next(form for form in forms_of(circle.keeper.get()) if AGAIN in form.buttons)
    assert circle.keeper.send(form).url == circle.keeper.send(form).url
    assert Session.objects.count() == 2


def test_who_was_renamed_or_merged_sits_down_under_the_name_of_now_and_is_nobody_new(circle):
    last = circle.table()
    first, second = (seat.person for seat in last.session.seats.all()[:2])
    circle.keeper.post(f"people/{first.pk}/rename", name="Annabel")
    other = circle.club.people.create(name="Benjamin")
    circle.keeper.post(f"people/{second.pk}/merge", into=other.pk)
    before = circle.club.people.count()
    opened = circle.keeper.tap(AGAIN)
    made = Session.objects.get(code=opened.url.split("/")[2])
    assert [seat.name for seat in made.seats.all()][:2] == ["Annabel", "Benjamin"]
    circle.keeper.tap("Start with 4 players", opened.url)
    assert circle.club.people.count() == before
    assert made.seats.get(number=1).person == first


def test_two_who_turned_out_to_be_one_are_told_apart_by_their_seats(circle):
    last = circle.table()
    first, second = (seat.person for seat in last.session.seats.all()[:2])
    Person.objects.filter(pk=second.pk).update(into=first)
    opened = circle.keeper.tap(AGAIN)
    made = Session.objects.get(code=opened.url.split("/")[2])
    names = list(made.seats.values_list("name", flat=True))
    assert names == list(last.session.seats.values_list("name", flat=True))


def test_with_nothing_played_there_is_no_again(circle):
    assert AGAIN not in circle.keeper.text()
    assert circle.keeper.post("again", key="a-key-of-it").status_code == 409
    assert circle.keeper.post("again", key="?").status_code == 409


def test_without_a_key_nothing_is_made(circle):
    circle.table()
    before = circle.kept()
    assert circle.keeper.post("again", key="").status_code == 422
    assert circle.kept() == before


def test_from_the_podium_it_stays_in_the_club_whoever_taps(circle):
    table = circle.table()
    circle.member.post(f"/s/{table.code}/again", key="a-key-of-it")
    made = Session.objects.latest("pk")
    assert made.club == circle.club
    assert circle.keeps(circle.member) is False


def test_the_new_games_form_offers_the_people_of_the_club(circle):
    circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
    page = circle.keeper.get("/new", club=circle.pk)
    assert [one.name for one in page.context["regulars"]] == ["Ann", "Ben", "Cleo"]
    assert 'type="checkbox" name="name" value="Ben"' in page.content.decode()
    sent = {"name": ["Ann", "Cleo", "Dov", "", ""], "game": "dice", "deck": "physical", "key": "a-key-of-it"}
    circle.keeper.post("/new", data={**sent, "club": circle.pk})
    assert list(Session.objects.latest("pk").seats.values_list("name", flat=True)) == ["Ann", "Cleo", "Dov"]


def test_readers_and_strangers_are_not_told_who_plays_in_a_club(circle):
    circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
    for phone in (circle.reader, circle.neighbour, circle.stranger):
        page = phone.get("/new", club=circle.pk)
        assert page.context["regulars"] == []
        assert "Cleo" not in page.content.decode()


class TestInTheLobby:
    """The roster knows the club."""

    @pytest.fixture
    def session(self, circle):
        circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
        return lobby_in(circle, circle.keeper.device, ["Ann", "Dov"])

    def test_the_host_adds_somebody_with_one_tap(self, circle, session):
        page = f"/s/{session.code}"
        assert "Who else plays? Ben Cleo" in self.as_host(circle, session).text(page)
        assert circle.keeper.tap("Cleo", page).status_code == 302
        seat = session.seats.get(name="Cleo")
        assert (seat.number, seat.device) == (3, None)
        assert "Who else plays? Ben" in circle.keeper.text(page)

    def as_host(self, circle, session):
        circle.keeper.post(f"/s/{session.code}/claim", seat=1)
        return circle.keeper

    def test_the_same_tap_twice_adds_one(self, circle, session):
        for _ in range(2):
            assert circle.keeper.post(f"/s/{session.code}/invite", name="Cleo").status_code == 302
        assert session.seats.count() == 3

    @pytest.mark.parametrize("name", ["", "  ", "x" * 25])
    def test_names_that_are_none(self, circle, session, name):
        assert circle.keeper.post(f"/s/{session.code}/invite", name=name).status_code == 422
        assert session.seats.count() == 2

    def test_no_more_than_there_are_seats(self, circle, session):
        for name in "WXYZ":
            circle.keeper.post(f"/s/{session.code}/invite", name=name)
        assert circle.keeper.post(f"/s/{session.code}/invite", name="V").status_code == 422
        assert session.seats.count() == 6

    @pytest.mark.parametrize("role", ["member", "reader", "stranger", "neighbour"])
    def test_only_the_host_adds_others(self, circle, session, role):
        assert getattr(circle, role).post(f"/s/{session.code}/invite", name="Zoe").status_code == 403
        assert session.seats.count() == 2

    def test_not_once_it_has_begun(self, circle):
        table = circle.table(over=False)
        with table.unchanged():
            assert circle.keeper.post(f"/s/{table.code}/invite", name="Zoe").status_code == 409

    def test_who_joins_sees_their_own_name_first(self, circle, session):
        page = circle.member.get(f"/s/{session.code}")
        assert page.context["page"] == "join"
        assert "Or are you one of these? Ben Cleo" in read(page)
        assert circle.member.tap("Ben", f"/s/{session.code}").status_code == 302
        assert session.seats.get(name="Ben").device == circle.member.device

    def test_a_free_seat_of_that_name_comes_first(self, circle, session):
        for name in ("Cleo", "Ben"):
            circle.keeper.post(f"/s/{session.code}/invite", name=name)
        said = circle.member.text(f"/s/{session.code}")
        assert said.index("4 Ben") < said.index("1 Ann") < said.index("2 Dov")
        assert circle.member.tap("That’s me", f"/s/{session.code}").status_code == 302  # the first of them
        assert session.seats.get(name="Ben").device == circle.member.device

    def test_a_seat_that_is_taken_is_not_offered(self, circle, session):
        other = Phone(circle)
        circle.keeper.post(f"/s/{session.code}/invite", name="Ben")
        other.get(f"/j/{session.link}")
        other.post(f"/s/{session.code}/claim", seat=3)
        said = circle.member.text(f"/s/{session.code}")
        assert said.index("1 Ann") < said.index("3 Ben joined")

    def test_who_comes_by_the_qr_sees_names_to_tap_but_none_of_their_own(self, circle, session):
        new = Phone(circle)
        new.get(f"/j/{session.link}")
        assert "Or are you one of these? Ben Cleo" in new.text(f"/s/{session.code}")
