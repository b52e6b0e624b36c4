"""The terms of a poker session: agreed in a form, said in sentences, and never half understood."""

import secrets
from itertools import count

import pytest
from django.test import Client

from games import chance
from games.models import Session
from tests.cast import forms_of, read
from tests.poker_cast import SHOWDOWN

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Ben", "Cleo", "Dov")
SERIES = {"preset": "series"}
CLASSIC = {"preset": "classic", "classic_muck": "1", "classic_declare": "1"}


@pytest.fixture
def phone():
    return Client()


def post(phone, terms, names=NAMES, **rest):
    sent = {"game": "poker", "name": list(names), "key": secrets.token_urlsafe(16), **terms, **rest}
    return phone.post("/new", sent)


def made(phone, terms, names=NAMES):
    answer = post(phone, terms, names)
    assert answer.status_code == 302, read(answer)
    return Session.objects.get(code=answer.url.rpartition("/")[2])


def started(phone, terms, names=NAMES):
    session = made(phone, terms, names)
    assert phone.post(f"/s/{session.code}/start").status_code == 302
    session.refresh_from_db()
    return session


def test_the_form_as_it_stands_opens_a_series(phone):
    page = phone.get("/new")
    assert "Cincinnati poker" in read(page)
    (form,) = forms_of(page)
    answer = phone.post("/new", {**form.fields, "game": "poker", "name": list(NAMES)})
    assert answer.status_code == 302
    session = Session.objects.get()
    assert session.options == {"preset": "series", "muck": False, "declare": False}
    assert "Series: ten hands, 100 chips" in read(phone.get(answer.url))


def test_the_form_as_it_stands_opens_a_classic_game_too(phone):
    (form,) = forms_of(phone.get("/new"))
    sent = {**form.fields, "game": "poker", "preset": "classic", "name": list(NAMES)}
    answer = phone.post("/new", {name: value for name, value in sent.items() if value})
    session = Session.objects.get(code=answer.url.rpartition("/")[2])
    assert session.options["muck"] is session.options["declare"] is True
    assert (session.options["stack"], session.options["ante"], session.options["hands"]) == (100, 1, 10)
    assert phone.post(f"/s/{session.code}/start").status_code == 302


@pytest.mark.parametrize("muck", [False, True])
@pytest.mark.parametrize("declare", [False, True])
@pytest.mark.parametrize("preset", ["series", "classic"])
def test_muck_and_declare_with_either_preset(phone, preset, muck, declare):
    prefix = "classic_" if preset == "classic" else ""
    terms = {
        "preset": preset,
        **({f"{prefix}muck": "1"} if muck else {}),
        **({f"{prefix}declare": "1"} if declare else {}),
    }
    options = made(phone, terms).options
    assert (options["muck"], options["declare"]) == (muck, declare)


def test_a_series_takes_nothing_else_from_the_form(phone):
    """The fields of the classic game are on the same page, hidden, with what they start with."""
    options = made(phone, {**SERIES, "stack": "50", "ante": "7", "betting": "fixed-limit", "rebuys": "1"}).options
    assert options == {"preset": "series", "muck": False, "declare": False}


@pytest.mark.parametrize(
    ("sent", "kept", "said"),
    [
        ({"stack": "2500"}, {"stack": 2500}, "Everybody starts with 2,500 chips."),
        ({"stacks": "100 80, 60 40"}, {"stack": [100, 80, 60, 40]}, "from seat 1 on: 100, 80, 60 and 40."),
        ({"ante": "5"}, {"ante": 5}, "puts in an ante of 5"),
        ({"hands": "3"}, {"hands": 3}, "3 hands are played"),
        ({"open_ended": "1", "hands": "10"}, {"hands": None}, "The number of hands is open"),
        ({"betting": "pot-limit", "min_bet": "4"}, {"betting": "pot-limit", "min_bet": 4}, "a bet is at least 4"),
        (
            {"betting": "fixed-limit", "small_bet": "3", "big_bet": "6"},
            {"small_bet": 3, "big_bet": 6},
            "exactly 3 after the first two cards, then 6",
        ),
        ({"betting": "spread-limit", "spread_low": "1", "spread_high": "5"}, {"spread": [1, 5]}, "adds 1 to 5"),
        ({"wild": "last-card"}, {"wild": "last-card"}, "The fifth table card and every card of its rank are wild"),
        ({"wild": "low-hole"}, {"wild": "low-hole"}, "Ace is high, so 2 is the lowest hole card."),
        ({"split": "suit-high"}, {"split": "suit-high"}, "the suit that the last table card names"),
        ({"split": "suit-high-or-low"}, {"split": "suit-high-or-low"}, "eight or higher asks for the highest"),
        ({"split": "suit-high", "split_card": "third"}, {"split_card": "third"}, "the third table card names"),
        ({"rebuys": "1"}, {"rebuys": True}, "Chips may be bought between hands"),
        ({"first_dealer": "3"}, {"first_dealer": 3}, "Seat 3 deals first"),
    ],
    ids=str,
)
def test_every_option_of_a_classic_game_is_kept_and_said_in_the_lobby(phone, sent, kept, said):
    session = started(phone, {**CLASSIC, **sent})
    assert kept.items() <= session.options.items()
    phone.post(f"/s/{session.code}/log/round", {"head": 0, "end": "1"})
    over = read(phone.get(f"/s/{session.code}"))  # kept with the result
    assert said in over
    lobby = made(phone, {**CLASSIC, **sent})
    assert said in read(phone.get(f"/s/{lobby.code}"))
    assert said in read(Client().get(f"/j/{lobby.link}", follow=True))  # and for whoever is about to join


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        *[({field: bad}, "whole number") for field in ("stack", "ante", "min_bet") for bad in ("0", "-5", "1.5", "x")],
        *[({"stack": bad}, "whole number") for bad in ("1e3", "NaN", "1000000001", "9" * 5000, "١٠٠", "<b>")],
        ({"hands": "0"}, "number of hands"),
        ({"hands": "many"}, "number of hands"),
        ({"stacks": "100 x"}, "whole number"),
        ({"betting": "fixed-limit", "small_bet": "4", "big_bet": "2"}, "The big bet is at least the small one: 4"),
        ({"spread_low": "9", "spread_high": "2"}, "The spread is two whole numbers, the lower one first"),
        ({"betting": "no"}, "unknown, or has a value it cannot have"),
        ({"wild": "jokers"}, "unknown, or has a value it cannot have"),
        ({"split": "colour"}, "unknown, or has a value it cannot have"),
        ({"split_card": "second"}, "unknown, or has a value it cannot have"),
        ({"first_dealer": "0"}, ""),
        ({"preset": "tournament"}, "unknown, or has a value it cannot have"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_terms_that_cannot_be_are_refused_with_a_sentence(phone, sent, said):
    answer = post(phone, {**CLASSIC, **sent})
    assert answer.status_code == 422
    assert said in read(answer)
    assert 'role="alert"' in answer.content.decode()
    assert not Session.objects.exists()


def test_what_was_typed_stays_on_the_page(phone):
    answer = post(phone, {**CLASSIC, "stack": "-5", "ante": "3", "wild": "low-hole", "betting": "pot-limit"})
    page = answer.content.decode()
    assert 'value="poker" checked' in page
    assert 'value="classic" checked' in page
    assert 'name="ante" inputmode="numeric" value="3"' in page
    assert 'value="low-hole" selected' in page
    assert 'value="pot-limit" selected' in page


@pytest.mark.parametrize(
    ("terms", "players", "fits"),
    [
        (SERIES, 1, False),
        (SERIES, 2, True),
        (SERIES, 8, True),
        (SERIES, 9, False),
        (CLASSIC, 1, False),
        (CLASSIC, 2, True),
        (CLASSIC, 9, True),
    ],
)
def test_how_many_may_play(phone, terms, players, fits):
    session = made(phone, terms, [f"P{n}" for n in range(players)])
    answer = phone.post(f"/s/{session.code}/start")
    assert answer.status_code == (302 if fits else 422)
    if not fits:
        assert ("2 to 8" if players == 9 else "2 to 9") + " players are needed." in read(answer)
    session.refresh_from_db()
    assert session.status == ("running" if fits else "lobby")


def test_ten_are_too_many(phone):
    answer = post(phone, CLASSIC, [f"P{n}" for n in range(10)])
    assert answer.status_code == 422
    assert "2 to 9 players are needed." in read(answer)


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        ({"stacks": "100 100 100"}, "or 4 of them, one for each seat"),
        ({"first_dealer": "9"}, "The first dealer is one of the seats 1 to 4."),
        ({"stack": "3", "ante": "5"}, "At least two players must be able to pay the ante"),
    ],
)
def test_terms_that_do_not_suit_the_table_are_said_at_the_start(phone, terms, said):
    session = made(phone, {**CLASSIC, **terms})
    answer = phone.post(f"/s/{session.code}/start")
    assert answer.status_code == 422
    assert said in read(answer)


def test_a_lobby_nobody_sits_in_yet_says_the_terms(phone):
    for terms in (SERIES, CLASSIC):
        session = made(phone, terms, [])
        assert "Everybody starts with 100 chips." in read(phone.get(f"/s/{session.code}"))
        assert "Everybody starts with 100 chips." in read(Client().get(f"/j/{session.link}", follow=True))
        assert phone.get(f"/s/{session.code}/screen").status_code == 200


@pytest.mark.clause("P1.2")
def test_the_first_dealer_is_drawn_by_lot_at_the_start_and_written_down(phone, monkeypatch):
    lots = count()
    monkeypatch.setattr(chance.secrets, "randbelow", lambda seats: next(lots) % seats)
    drawn = []
    for _ in range(4):
        session = made(phone, CLASSIC)
        assert "first_dealer" not in session.options
        assert "The first dealer is drawn by lot" in read(phone.get(f"/s/{session.code}"))
        phone.post(f"/s/{session.code}/start")
        session.refresh_from_db()
        drawn.append(session.options["first_dealer"])
        page = read(phone.get(f"/s/{session.code}"))
        assert f"{NAMES[drawn[-1] - 1]} deals first, as drawn or agreed." in page
    assert drawn == [1, 2, 3, 4]


def test_the_first_dealer_may_be_chosen(phone):
    for preset in ("series", "classic"):
        session = started(phone, {"preset": preset, "first_dealer": "2"})
        assert session.options["first_dealer"] == 2
        assert "Ben deals first" in read(phone.get(f"/s/{session.code}"))


def test_again_with_the_same_people_keeps_the_terms_but_not_the_lot(seat_poker):
    table = seat_poker(stack=[100, 90, 80, 70], wild="low-hole", rebuys=True).play("join:Zoe+50 end")
    answer = table.ann.tap("Again with the same people")
    following = Session.objects.get(follows=table.session)
    assert answer.url == f"/s/{following.code}"
    assert "first_dealer" not in following.options
    assert following.options["wild"] == "low-hole"
    assert [seat.name for seat in following.seats.all()] == [*NAMES, "Zoe"]
    assert table.ben.client.get(answer.url).status_code == 200
    # Whoever came late has a stack, too: the next evening can begin.
    assert table.ann.client.post(f"{answer.url}/start").status_code == 302


def test_the_terms_stand_with_the_result(poker):
    poker.play(f"{SHOWDOWN} pots:1 end")
    for phone in (poker.ann, poker.watcher):
        assert "What was agreed" in phone.text(watch=1)
        assert "A player may give up instead of showing" in phone.text(watch=1)
