"""Starting a game: names, terms, and one session for one form."""

import secrets

import pytest
from django.test import Client

from games.models import Device, Session
from tests.cast import forms_of, read

pytestmark = pytest.mark.django_db


def form(names=("Ann", "Ben", "Cleo"), **rest):
    return {"game": "dice", "deck": "physical", "name": list(names), "key": secrets.token_urlsafe(16), **rest}


@pytest.fixture
def phone():
    return Client()


def names_of(session):
    return list(session.seats.values_list("name", flat=True))


def test_the_form_as_it_stands_on_the_page_opens_a_lobby(phone):
    page = phone.get("/new")
    assert "Who plays?" in read(page)
    (sent,) = forms_of(page)
    assert phone.post("/new", {**sent.fields, "name": ["Ann", "Ben", "Cleo"]}).status_code == 302
    session = Session.objects.get()
    assert names_of(session) == ["Ann", "Ben", "Cleo"]
    assert (session.status, session.options, session.game) == ("lobby", {"deck": "physical"}, "dice")


def test_whoever_makes_it_is_the_host_with_or_without_a_seat(phone):
    answer = phone.post("/new", form())
    session = Session.objects.get()
    assert session.host == Device.objects.get()
    assert answer.url == f"/s/{session.code}"
    lobby = read(phone.get(answer.url))
    assert session.code in lobby
    assert "Start with 3 players" in lobby


def test_rows_left_empty_are_no_seats(phone):
    phone.post("/new", form(["", "  ", "Ann", "", "Ben", " Cleo "]))
    assert names_of(Session.objects.get()) == ["Ann", "Ben", "Cleo"]


def test_all_names_may_be_left_to_those_who_scan(phone):
    answer = phone.post("/new", form([]), follow=True)
    assert "At least 3 players" in read(answer)
    assert names_of(Session.objects.get()) == []


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Ann", "Ben", "ann "], "is there already"),
        (["Ann", "Ben", "x" * 1000], "1 to 24 characters"),
        (["Ann", "Ben", "x" * 25], "1 to 24 characters"),
        (["A", "B", "C", "D", "E", "F", "G"], "3 to 6 players"),
    ],
    ids=["doubled", "1,000 characters", "25 characters", "seven"],
)
def test_names_that_cannot_sit_at_one_table(phone, names, said):
    answer = phone.post("/new", form(names))
    assert answer.status_code == 422
    assert said in read(answer)
    assert not Session.objects.exists()


def test_what_was_typed_stays_on_the_page(phone):
    answer = phone.post("/new", form(["Ann", "Ben", "Ann"], deck="app", title="Our night"))
    page = answer.content.decode()
    assert all(f'value="{word}"' in page for word in ("Ann", "Ben", "Our night"))
    assert 'value="app" checked' in page


def test_a_name_full_of_markup_is_shown_as_it_is(phone):
    name = "<b onclick=x>&\"'</b>"
    answer = phone.post("/new", form(["Ann", "Ben", name]), follow=True)
    assert name in read(answer)
    assert name not in answer.content.decode()
    assert "&lt;b onclick=x&gt;&amp;" in answer.content.decode()


@pytest.mark.parametrize("name", ["A\x00nn", "A\nnn", "\u202eAnn"], ids=["nul", "line break", "right to left"])
def test_an_odd_name_is_never_an_error_here(phone, name):
    assert phone.post("/new", form(["Ben", "Cleo", name])).status_code in (302, 400, 422)


def test_a_double_tap_makes_one_session(phone):
    sent = form()
    assert phone.post("/new", sent).url == phone.post("/new", sent).url
    assert Session.objects.count() == 1


def test_two_forms_make_two_games(phone):
    assert phone.post("/new", form()).url != phone.post("/new", form()).url
    assert Session.objects.count() == 2


@pytest.mark.parametrize(
    "wrong",
    [{"game": "bridge"}, {"game": ""}, {"deck": "marked"}, {"key": ""}, {"key": "short"}, {"key": "k" * 41}],
    ids=str,
)
def test_a_form_that_says_something_unknown(phone, wrong):
    answer = phone.post("/new", form(**wrong))
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Session.objects.exists()


def test_the_app_deck_is_chosen_with_the_names(phone):
    phone.post("/new", form(deck="app"))
    session = Session.objects.get()
    assert session.options == {"deck": "app"}
    assert session.stack is None  # it is shuffled when the game starts


def test_a_title_is_cut_and_may_be_left_out(phone):
    phone.post("/new", form(title="x" * 500))
    phone.post("/new", form())
    titles = {session.title for session in Session.objects.all()}
    assert "x" * 60 in titles
    assert len(titles) == 2
    assert all(titles)


def test_the_cookie_lasts_a_year_and_is_for_this_site_alone(phone):
    cookie = next(morsel for name, morsel in phone.get("/new").cookies.items() if name != "cincy_csrf")
    assert cookie["max-age"] == 365 * 24 * 3600
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def reseat(table, names, was, **rest):
    """Send the page "Names and order" with this in its rows."""
    (page,) = table.ann.forms("names")
    return table.ann.post("names", data={**page.fields, "name": names, "was": was, **rest})


def test_the_host_adds_renames_reorders_and_removes_names(lobby):
    (form,) = lobby.ann.forms("names")
    assert form.method == "post"
    assert reseat(lobby, ["Cleo", "Annabel", "Eve", "", "Dov"], ["3", "1", "", "2", "4"]).status_code == 302
    assert names_of(lobby.session) == ["Cleo", "Annabel", "Eve", "Dov"]
    devices = [seat.device for seat in lobby.session.seats.all()]
    assert devices == [lobby.cleo.device, lobby.ann.device, None, None]  # phones move with their names


@pytest.mark.parametrize("names", [["Ann", "ANN", "Ben"], ["Ann", "Ben", "x" * 1000], list("ABCDEFG")])
def test_names_and_order_that_cannot_be(lobby, names):
    with lobby.unchanged():
        assert reseat(lobby, names, [""] * len(names)).status_code == 422


@pytest.mark.parametrize("was", [["2", "2", ""], ["1", "2", "5"], ["1", "2", "x"], ["1", "2"], ["1", "2", "\u0663"]])
def test_no_seat_becomes_two_and_none_comes_from_nowhere(lobby, was):
    with lobby.unchanged():
        assert reseat(lobby, ["Ann", "Ben", "Cleo"], was).status_code == 422


def test_whoever_has_sat_down_since_the_page_was_opened_keeps_the_seat(lobby):
    (page,) = lobby.ann.forms("names")
    lobby.watcher.post("claim", name="Eve")
    with lobby.unchanged():
        sent = {**page.fields, "name": ["Ann", "Benjamin", "Cleo", "Dov"], "was": ["1", "2", "3", "4"]}
        answer = lobby.ann.post("names", data=sent)
    assert answer.status_code == 409
    assert "Somebody has sat down" in read(answer)
    (fresh,) = forms_of(answer)
    assert 'value="Eve"' in answer.content.decode()
    assert lobby.ann.post("names", data={**sent, "seats": fresh.fields["seats"]}).status_code == 302


def test_who_waits_for_a_seat_and_its_qr_go_with_it(lobby):
    lobby.watcher.post("claim", seat=2, moved=1)
    link = lobby.ann.post("pass", seat=3).context["link"]
    assert reseat(lobby, ["Cleo", "Benjamin", "Ann"], ["3", "2", "1"]).status_code == 302
    claim = lobby.session.claims.get()
    assert (claim.seat.number, claim.seat.name, claim.name) == (2, "Benjamin", "Benjamin")
    lobby.newcomer.client.post(link)
    moved = lobby.session.seats.get(name="Cleo")
    assert (moved.number, moved.device) == (1, Device.objects.latest("pk"))


@pytest.mark.parametrize(("who", "status"), [("ben", 403), ("watcher", 403), ("newcomer", 403), ("olga", 302)])
def test_only_the_host_changes_names(lobby, who, status):
    with lobby.unchanged():
        phone = getattr(lobby, who)
        assert phone.get("names").status_code == status
        assert phone.post("names", data={"name": ["X", "Y", "Z"], "was": ["", "", ""]}).status_code == 403
        assert phone.post("start").status_code == 403


def test_names_stay_once_the_game_is_on(table):
    with table.unchanged():
        sent = {"name": ["X", "Y", "Z"], "was": ["", "", ""]}
        assert table.ann.post("names", data=sent).status_code == 409
        assert table.ann.post("start").status_code == 409


def test_two_players_cannot_start(lay):
    table = lay(names=("Ann", "Ben"), phones={"Ann": (1,), "Ben": (2,)}, start=False)
    with table.unchanged():
        answer = table.ann.post("start")
    assert answer.status_code == 422
    assert "3 to 6 players" in read(answer)


def test_starting_twice_is_starting_once(lobby):
    assert lobby.ann.tap("Start with 4 players").status_code == 302
    with lobby.unchanged():
        assert lobby.ann.post("start").status_code == 409
    assert lobby.session.status == "running"
