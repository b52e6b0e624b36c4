"""Deleting a session, forgetting a name, moving a session: by keepers alone, not while it is played, all or nothing."""

import json

import pytest
from django.utils import timezone

from games import access, recorded, sitting
from games.club import clubs, people
from games.models import Club, Entry, Notice, Person, Result, Seat, Session
from games.views import at_session
from tests.cast import Phone, forget, read
from tests.club_cast import lobby_in
from tests.poker_cast import PokerTable


def forgets(circle, name, phone=None):
    person = circle.person(name)
    return (phone or circle.keeper).post(f"people/{person.pk}/forget", was=person.name)


class TestDeleting:
    """A session with its log."""

    def test_it_is_gone_with_all_that_was_its_own_and_the_others_stay(self, circle):
        stays, goes = circle.table(), circle.table()
        before = (stays.session, stays.log, list(Result.objects.filter(seat__session=stays.pk).values()))
        assert "gone then" in circle.keeper.text(f"/s/{goes.code}/delete")
        assert circle.keeper.tap("Delete it for good", f"/s/{goes.code}/delete").url == f"/clubs/{circle.pk}"
        assert circle.keeper.get(f"/s/{goes.code}").status_code == 404
        assert not Entry.objects.filter(session=goes.pk).exists()
        assert not Seat.objects.filter(session=goes.pk).exists()
        assert (stays.session, stays.log, list(Result.objects.filter(seat__session=stays.pk).values())) == before
        assert stays.code in circle.keeper.get().content.decode()
        assert goes.code not in circle.keeper.get().content.decode()

    def test_the_same_tap_twice_ends_on_the_clubs_page(self, circle):
        table = circle.table()
        for _ in range(2):
            answer = circle.keeper.post(f"/s/{table.code}/delete", club=circle.pk)
            assert answer.url == f"/clubs/{circle.pk}"

    @pytest.mark.parametrize("club", ["", "x", "999999", "9" * 30])
    def test_of_what_is_not_there_a_stranger_learns_nothing(self, circle, club):
        assert circle.stranger.post("/s/ABCDEF/delete", club=club).status_code == 404
        assert circle.stranger.post("/s/ABCDEF/delete", club=circle.pk).status_code == 404
        assert circle.keeper.get("/s/ABCDEF/delete").status_code == 404

    def test_one_that_is_played_is_not_deleted(self, circle):
        table = circle.table(over=False)
        before = circle.kept()
        answer = circle.keeper.post(f"/s/{table.code}/delete")
        assert answer.status_code == 422
        assert "“Friday” is still being played." in read(answer)
        assert circle.kept() == before
        assert "Delete this session" not in circle.keeper.text(f"/s/{table.code}/club")

    def test_a_lobby_may_go(self, circle):
        session = lobby_in(circle, circle.keeper.device, ["Ann", "Ben", "Cleo"])
        assert circle.keeper.post(f"/s/{session.code}/delete").status_code == 302
        assert not Session.objects.filter(pk=session.pk).exists()

    @pytest.mark.parametrize(
        ("role", "status"), [("member", 403), ("reader", 403), ("stranger", 404), ("neighbour", 404)]
    )
    def test_only_keepers_delete(self, circle, role, status):
        table = circle.table()
        before = circle.kept()
        phone = getattr(circle, role)
        for answer in (phone.get(f"/s/{table.code}/delete"), phone.post(f"/s/{table.code}/delete")):
            assert answer.status_code == status
        assert circle.kept() == before

    def test_the_host_of_a_session_of_no_club_deletes_it(self, circle):
        table = circle.table()
        Session.objects.filter(pk=table.pk).update(club=None)
        assert circle.member.post(f"/s/{table.code}/delete").status_code == 403
        assert circle.keeper.post(f"/s/{table.code}/delete").url == "/"

    def test_whom_no_seat_remembers_is_dropped_with_it(self, circle):
        circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
        goes = circle.played(("Ann", 50), ("Zoe", 30), ("Yan", 20), days=1)
        clubs.merge(circle.pk, circle.keeper.device, circle.person("Yan").pk, circle.person("Ben").pk)
        circle.keeper.post(f"/s/{goes.code}/delete")
        assert set(circle.names) == {"Ann", "Ben", "Cleo", "Yan"}  # Yan's name still leads to Ben

    def test_the_club_is_told(self, circle):
        goes = circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
        before = circle.club.version
        circle.keeper.post(f"/s/{goes.code}/delete")
        assert circle.club.version > before


class TestForgetting:
    """A name becomes a number, everywhere."""

    def test_the_name_is_nowhere_and_the_numbers_are_as_before(self, circle):
        table = circle.table()
        results = list(Result.objects.values_list("seat__number", "place", "score"))
        assert "There is no way back." in circle.keeper.text(f"people/{circle.person('Cleo').pk}/forget")
        path = f"people/{circle.person('Cleo').pk}/forget"
        assert circle.keeper.tap("Forget the name for good", path).status_code == 302
        assert list(Result.objects.values_list("seat__number", "place", "score")) == results
        assert table.session.seats.get(number=3).name == "Player 1"
        for page in ("", "people", "members", f"/s/{table.code}?watch=1", f"/s/{table.code}/log"):
            assert "Cleo" not in circle.reader.get(page).content.decode()
        assert "Player 1" in circle.reader.text()

    def test_neither_memory_nor_file_know_the_name_any_more(self, circle):
        table = circle.table()
        assert "Cleo" in json.dumps(recorded.written(table.now))
        forgets(circle, "Cleo")
        file = recorded.written(sitting.load(table.session))
        assert file["players"] == ["Ann", "Ben", "Player 1", "Dov"]
        forget()
        assert recorded.written(sitting.load(table.session)) == file

    def test_a_latecomers_name_goes_from_the_log_too(self, circle):
        table = self.late(circle, "Zeo")
        table.correct(table.entry("join"), move="join", name="Zoe", chips=80)
        self.end(table)
        assert "Zoe" in str(table.log)
        assert "Zeo" in str(table.log)
        before = [step.state for step in table.now.line.steps][-1]
        assert forgets(circle, "Zoe").status_code == 302
        assert "Zoe" not in str(table.log)
        assert "Zeo" not in str(table.log)
        now = table.now
        assert now.state.names == ("Ann", "Ben", "Cleo", "Dov", "Player 1")
        assert [player.chips for player in now.state.players] == [player.chips for player in before.players]
        assert "Zoe" not in json.dumps(recorded.written(now))

    def test_a_join_that_was_taken_back_is_forgotten_with_the_one_that_stands(self, circle):
        table = self.late(circle, "Zoe")
        table.ann.post("log/back", to=table.session.head - 1, head=table.session.head)
        table.play("join:Zoe+90")
        self.end(table)
        forgets(circle, "Zoe")
        assert "Zoe" not in str(table.log)
        assert str(table.log).count("Player 1") == 2

    def late(self, circle, name):
        table = PokerTable(cast=False)
        Session.objects.filter(pk=table.pk).update(club=circle.pk)
        Seat.objects.update(person=None)
        people.introduce(table.session)
        return table.play(f"deal 2c b10 f f f join:{name}+80")

    def end(self, table):
        table.ann.post("log/round", head=table.session.head, end=1)
        assert table.session.status == Session.FINISHED

    def test_all_names_merged_with_it_go_with_it(self, circle):
        circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
        circle.played(("Cleopatra", 50), ("Ben", 30), ("Ann", 20), days=1)
        clubs.merge(circle.pk, circle.keeper.device, circle.person("Cleopatra").pk, circle.person("Cleo").pk)
        forgets(circle, "Cleo")
        assert circle.names == {"Ann": "Ann", "Ben": "Ben", "Player 1": "Player 1"}
        assert circle.person("Player 1").seats.count() == 2
        assert set(circle.person("Player 1").seats.values_list("name", flat=True)) == {"Player 1"}

    def test_forgetting_by_a_merged_name_forgets_the_person(self, circle):
        circle.played(("Ann", 50), ("Cleopatra", 30), ("Cleo", 20))
        merged, person = circle.person("Cleopatra").pk, circle.person("Cleo").pk
        clubs.merge(circle.pk, circle.keeper.device, merged, person)
        circle.keeper.post(f"people/{merged}/forget", was="Cleo")
        assert set(circle.names) == {"Ann", "Player 1"}
        # At one table names differ: whoever sat there twice has two.
        assert sorted(Seat.objects.values_list("name", flat=True)) == ["Ann", "Player 1", "Player 2"]

    def test_the_first_number_that_is_free(self, circle):
        circle.played(("Ann", 50), ("player 1", 30), ("Cleo", 20))
        circle.played(("Ann", 50), ("Player 2", 30), ("Cleo", 20), days=1)
        forgets(circle, "Cleo")
        assert set(circle.names) == {"Ann", "player 1", "Player 2", "Player 3"}

    def test_the_same_tap_twice_forgets_once(self, circle):
        circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
        path = f"people/{circle.person('Cleo').pk}/forget"
        for _ in range(2):
            assert circle.keeper.post(path, was="Cleo").status_code == 302
        assert set(circle.names) == {"Ann", "Ben", "Player 1"}

    @pytest.mark.parametrize("status", [Session.RUNNING, Session.LOBBY])
    def test_not_while_they_play(self, circle, status):
        circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
        circle.played(("Ann", 50), ("Ben", 30), ("cleo", 20), days=1, status=status, title="Still on")
        before = circle.kept()
        answer = forgets(circle, "Cleo")
        assert answer.status_code == 422
        assert "Cleo is in a session that is not over: “Still on”." in read(answer)
        assert circle.kept() == before

    def test_what_was_told_at_the_table_is_told_of_a_number(self, circle):
        session = circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
        Notice.objects.create(
            session=session, kind="let-in", values={"name": "Cleo", "seat": 3, "by": ["Ann", "Cleo"]}, head=0
        )
        session.claims.create(device=Phone(None).device, name="Cleo")
        forgets(circle, "Cleo")
        assert session.notices.get().values == {"name": "Player 1", "seat": 3, "by": ["Ann", "Player 1"]}
        assert not session.claims.exists()

    def test_titles_are_not_touched_and_other_clubs_neither(self, circle):
        circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20), title="Cleo's birthday")
        circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20), club=circle.other)
        forgets(circle, "Cleo")
        assert Session.objects.filter(title="Cleo's birthday").exists()
        assert circle.other.people.filter(name="Cleo").exists()
        assert Seat.objects.filter(name="Cleo", session__club=circle.other).exists()


class TestMoving:
    """From one club to another, and back."""

    @pytest.fixture
    def second(self, circle):
        return clubs.found(circle.keeper.device)

    def move(self, circle, session, to):
        return circle.keeper.post(f"/s/{session.code}/club/move", to=to.pk)

    def test_there_and_back_nothing_is_lost(self, circle, second):
        circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
        session = circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20), days=1)
        clubs.rename_person(circle.pk, circle.keeper.device, circle.person("Cleo").pk, "Clea")
        before = circle.kept()[2:]
        assert self.move(circle, session, second).status_code == 302
        assert sorted(second.people.values_list("name", flat=True)) == ["Ann", "Ben", "Clea"]
        assert circle.club.sessions.count() == 1
        self.move(circle, session, circle.club)
        assert second.people.count() == 0
        seats, results = circle.kept()[4:]
        assert (circle.kept()[2], seats, results) == (before[0], before[2], before[3])

    def test_who_sat_at_it_reads_there(self, circle, second):
        session = circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
        assert circle.member.get(f"/clubs/{second.pk}").status_code == 404
        circle.keeper.tap("Move it there", f"/s/{session.code}/club", to=second.pk)
        assert circle.member.get(f"/clubs/{second.pk}").status_code == 200

    def test_a_lobby_moves_and_a_running_game_does(self, circle, second):
        lobby = lobby_in(circle, circle.keeper.device, ["Ann", "Ben", "Cleo"])
        table = circle.table(over=False)
        for session in (lobby, table.session):
            assert self.move(circle, session, second).status_code == 302
        assert second.sessions.count() == 2
        assert second.people.count() == 4  # those of the game that has begun
        table.play("15/20/25")
        assert table.session.club == second

    def test_the_same_tap_twice(self, circle, second):
        session = circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
        for _ in range(2):
            assert self.move(circle, session, second).status_code == 302
        assert Person.objects.filter(club=second).count() == 3

    def test_not_to_a_club_of_others_nor_by_others(self, circle, second):
        session = circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
        before = circle.kept()
        assert self.move(circle, session, circle.other).status_code == 403
        assert circle.keeper.post(f"/s/{session.code}/club/move", to="999999").status_code == 403
        assert circle.keeper.post(f"/s/{session.code}/club/move", to="x").status_code == 422
        for role, status in (("member", 403), ("reader", 403), ("neighbour", 404), ("stranger", 404)):
            answer = getattr(circle, role).post(f"/s/{session.code}/club/move", to=second.pk)
            assert answer.status_code in (status, 403)
        assert circle.kept() == before

    def test_a_club_that_has_the_session_already_does_not_take_it_twice(self, circle, second):
        session = circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
        circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20), club=second, uid=session.uid)
        before = circle.kept()
        answer = self.move(circle, session, second)
        assert answer.status_code == 422
        assert "has this session already" in read(answer)
        assert circle.kept() == before


def test_a_clubs_version_grows_with_what_changes_in_it(circle):
    def versions():
        return Club.objects.get(pk=circle.pk).version

    seen = [versions()]
    table = circle.table()
    seen.append(versions())
    table.host.post("log/back", to=table.session.head - 1, head=table.session.head)
    assert table.session.status == Session.RUNNING
    seen.append(versions())
    table.host.post("log/round", head=table.session.head, end=1)
    seen.append(versions())
    clubs.merge(circle.pk, circle.keeper.device, circle.person("Dov").pk, circle.person("Cleo").pk)
    seen.append(versions())
    forgets(circle, "Cleo")
    seen.append(versions())
    assert seen == sorted(set(seen))
    assert timezone.now() > table.session.finished


@pytest.mark.parametrize("path", ["claim", "invite", "start", "names", "terms", "release", "pass", "host", "move"])
def test_whoever_taps_while_a_lobby_is_deleted_finds_nothing(lobby, monkeypatch, path):
    """The tap has found the session, and waits for its row while it goes."""
    gone = lobby.session
    sent = {"seat": 2, "name": "Eve", "was": "2", "offer": "0" * 12, "key": "a-key-of-it", "move": "finish"}
    monkeypatch.setattr(at_session.presence, "saw", lambda device: gone.delete() and False)
    lobby.ann.client.raise_request_exception = False
    assert lobby.ann.post(path, data=sent).status_code == 404
    assert not Session.objects.filter(code=lobby.code).exists()


def test_so_does_whoever_scans_its_qr(lobby, monkeypatch):
    link, ensured = lobby.session.link, access.ensure_device

    def slow(request):
        lobby.session.delete()
        return ensured(request)

    monkeypatch.setattr(access, "ensure_device", slow)
    assert lobby.newcomer.client.get(f"/j/{link}").status_code == 404
