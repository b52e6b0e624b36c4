"""The door: who knows no more than the code asks by name, waits, and is let in or sent away by the host."""

import pytest

from games.models import Claim, Guest
from tests.cast import Phone, alike, forget, read

OUTSIDE = ("ask", "wait")
CAST = ("Ann", "Ben", "Cleo", "Dov")
# What a stranger must not learn of a session: its title, its people, its game, its QR.
TOLD = ("Friday", *CAST, "dice", "poker", "readings", "duel", "rules/")


def names(table):
    return list(table.session.seats.values_list("name", flat=True))


def holder(table, name):
    return table.session.seats.get(name=name).device


def knock(table, name, phone=None):
    """Somebody comes by the code and asks to come in."""
    phone = phone or Phone(table, known=False)
    assert phone.get("/join", code=table.code).url == f"/s/{table.code}"
    assert phone.tap("Ask to come in", name=name).status_code == 302
    return phone


def visitor():
    """The phone that came last."""
    return Claim.objects.get().device


def decide(table, let, htmx=False):
    return table.ann.post(f"claims/{Claim.objects.get().pk}", htmx=htmx, let=let)


def test_who_comes_by_the_code_asks_by_name_and_waits(lobby):
    assert "Who are you?" in lobby.stranger.text()
    assert "You came by the short code" in lobby.stranger.text()
    phone = knock(lobby, " Eve ")
    assert "Waiting to be let in as Eve." in phone.text()
    assert "Eve asks to come in." in lobby.ann.text()
    for other in (lobby.ben, lobby.watcher, lobby.newcomer):
        assert "asks to come in" not in other.text()


@pytest.mark.parametrize("htmx", [False, True])
def test_the_host_lets_in_to_the_free_seat_of_that_name(lobby, htmx):
    phone = knock(lobby, "dov")
    device = visitor()
    assert decide(lobby, "in", htmx).status_code == (200 if htmx else 302)
    assert names(lobby) == list(CAST)
    assert holder(lobby, "Dov") == device
    assert "this phone" in phone.text()
    assert not Claim.objects.exists()


def test_the_host_lets_in_to_a_seat_of_its_own_in_the_lobby(lobby):
    phone = knock(lobby, "Eve")
    device = visitor()
    assert lobby.ann.tap("Let in").status_code == 302
    assert names(lobby) == [*CAST, "Eve"]
    assert holder(lobby, "Eve") == device
    assert "this phone" in phone.text()


def test_a_name_whose_seat_is_taken_gets_in_but_not_that_seat(lobby):
    phone = knock(lobby, "Ben")
    decide(lobby, "in")
    assert holder(lobby, "Ben") == lobby.ben.device
    assert names(lobby) == list(CAST)
    assert "Who are you?" in phone.text()
    assert "Dov" in phone.text()  # the free seats


def test_a_full_table_is_looked_at(lobby):
    for name in ("Eve", "Finn"):
        Phone(lobby).scan().post("claim", name=name)
    phone = knock(lobby, "Gus")
    decide(lobby, "in")
    assert len(names(lobby)) == 6
    assert "Gus" not in names(lobby)
    assert "Eve" in phone.text()


def test_after_the_start_a_new_name_only_looks_on(table):
    phone = knock(table, "Eve")
    decide(table, "in")
    assert names(table) == list(CAST)
    assert "Whose seat is yours?" in phone.text()
    assert "You are watching." in phone.text(watch=1)
    with table.unchanged():
        assert phone.move("reveal", cards="15000 20000 25000").status_code == 403


def test_after_the_start_the_free_seat_of_that_name_is_given(table):
    phone = knock(table, "Dov")
    device = visitor()
    decide(table, "in")
    assert holder(table, "Dov") == device
    assert "Whose seat" not in phone.text()


def test_who_is_sent_away_is_outside_and_may_ask_again(table):
    phone = knock(table, "Eve")
    decide(table, "out")
    assert "Ask to come in" in phone.text()
    assert not Guest.objects.filter(device__claims__isnull=False).exists()
    knock(table, "Dov", phone)
    assert "Waiting to be let in as Dov." in phone.text()


def test_asking_twice_is_asking_once_under_the_last_name(table):
    phone = knock(table, "Eve")
    for name in ("Eve", "Dov"):
        assert phone.post("claim", name=name).status_code == 302
    assert [claim.name for claim in Claim.objects.all()] == ["Dov"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "x" * 5000])
@pytest.mark.parametrize("htmx", [False, True])
def test_a_name_that_is_none_is_refused_at_the_door(table, name, htmx):
    with table.unchanged():
        answer = table.stranger.post("claim", htmx=htmx, name=name)
    assert answer.status_code == 422
    assert "A name has" in read(answer)
    assert not Claim.objects.exists()
    assert htmx or "Ask to come in" in read(answer)


def test_two_may_ask_under_one_name_and_one_gets_the_seat(table):
    first, second = knock(table, "Dov"), knock(table, "Dov")
    devices = [claim.device for claim in Claim.objects.all()]
    for claim in Claim.objects.all():
        assert table.ann.post(f"claims/{claim.pk}", let="in").status_code == 302
    assert holder(table, "Dov") == devices[0]
    assert "Whose seat" not in first.text()
    assert "Whose seat is yours?" in second.text()


def test_an_address_beyond_the_door_leads_back_to_it(table):
    for path in ("screen", "log", "seats", "names", "log/1"):
        assert table.stranger.get(path).url == f"/s/{table.code}"
    for path in ("move", "start", "release", "host", "pass", "log/back", "claims/1"):
        with table.unchanged():
            answer = table.stranger.post(path, seat=2, let="in")
        assert answer.status_code == 403
        assert "Ask to come in" in read(answer)


def test_a_finished_session_is_to_a_stranger_like_a_wrong_code(table):
    asked = knock(table, "Eve")
    table.play("15/20/25 ABAC 66543 66541 66532 66531 . end")
    for phone in (table.stranger, table.olga, asked):
        for path in ("", "/fragments", "/screen", "/log", "/seats", "/stream", "/log/1"):
            over, wrong = phone.get(f"/s/{table.code}{path}"), phone.get(f"/s/WRNG{path}")
            assert (over.status_code, read(over)) == (wrong.status_code, read(wrong)) == (404, read(wrong))
            forget()
        over, wrong = phone.get("/join", code=table.code), phone.get("/join", code="WRNG")
        assert (over.status_code, read(over)) == (wrong.status_code, read(wrong)) == (404, read(wrong))
        for path in ("claim", "move", "again"):
            over, wrong = (phone.post(f"/s/{code}/{path}", name="Eve") for code in (table.code, "WRNG"))
            assert (over.status_code, read(over)) == (wrong.status_code, read(wrong)) == (404, read(wrong))
            forget()


def test_a_finished_session_is_there_for_who_was_in_it(table):
    table.play("15/20/25 ABAC 66543 66541 66532 66531 . end")
    for phone in (table.ann, table.ben, table.watcher, table.newcomer):
        assert phone.get("/join", code=table.code).url == f"/s/{table.code}"
        assert phone.get(watch=1).status_code == 200


@pytest.mark.parametrize("game", ["table", "poker"])
@pytest.mark.parametrize("stage", ["outside", "asked"])
def test_outside_nothing_of_the_session_is_told(request, game, stage):
    at = request.getfixturevalue(game)
    phone = knock(at, "Eve") if stage == "asked" else at.stranger
    pages = ["", "?watch=1", "stream", *(f"fragments{query}" for query in ("", "?page=wait", "?page=screen"))]
    for path in pages:
        answer = phone.client.get(f"/s/{at.code}{'' if path[:1] in ('', '?') else '/'}{path}")
        shown = repr(alike(answer))  # a token may spell anything
        assert not [word for word in (*TOLD, at.session.link) if word in shown], path
    refused = repr(alike(phone.post("move", move="bet")))
    assert not [word for word in (*TOLD, at.session.link) if word in refused]


def test_the_page_where_one_waits_goes_on_by_itself(table):
    phone = knock(table, "Eve")
    assert 'data-stream="' in phone.get().content.decode()
    assert phone.get("fragments", htmx=True, page="wait").status_code == 204
    assert "HX-Refresh" not in phone.get("fragments", htmx=True, page="wait").headers
    decide(table, "in")
    assert phone.get("fragments", htmx=True, page="wait").headers["HX-Refresh"] == "true"
