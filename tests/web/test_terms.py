"""The terms changed in the lobby: by the host, in the form of a new session, refused at once where they do not fit."""

import pytest

from games import screen
from games.models import Session
from tests.cast import forms_of, read

CLASSIC = {"preset": "classic", "classic_muck": "1", "classic_declare": "1"}


def terms_form(phone):
    return next(form for form in forms_of(phone.get("terms")) if "Play on these terms" in form.buttons)


@pytest.fixture
def lobby_of_poker(seat_poker):
    return seat_poker(start=False, ante=3, stack=[50, 60, 70, 80], wild="last-card", first_dealer=2)


def test_the_host_finds_the_way_from_the_lobby(lobby):
    assert f"/s/{lobby.code}/terms" in lobby.ann.get().content.decode()
    assert f"/s/{lobby.code}/terms" not in lobby.ben.get().content.decode()


def test_the_dice_game_may_change_to_the_apps_deck_and_back(lobby):
    form = terms_form(lobby.ann)
    assert form.fields["deck"] == "physical"
    version = lobby.session.version
    assert lobby.ann.post("terms", deck="app").status_code == 302
    assert lobby.session.options == {"deck": "app"}
    assert lobby.session.version == version + 1  # the others see it
    assert terms_form(lobby.ann).fields["deck"] == "app"
    lobby.ann.post("start")
    assert lobby.session.stack


EVERY = [
    {"preset": "series"},
    {"preset": "series", "muck": True, "declare": True, "first_dealer": 3},
    {"preset": "classic"},
    {"preset": "classic", "hands": None, "rebuys": True, "muck": False, "declare": False},
    {"preset": "classic", "stack": [5, 6, 7, 8], "ante": 2, "hands": 3, "first_dealer": 4},
    {"preset": "classic", "betting": "fixed-limit", "small_bet": 3, "big_bet": 9, "split": "suit-high-or-low"},
    {"preset": "classic", "betting": "spread-limit", "spread": [3, 8], "wild": "low-hole", "split_card": "third"},
]


@pytest.mark.parametrize("options", EVERY, ids=str)
def test_the_form_is_filled_with_what_was_agreed(seat_poker, options):
    """Sent back as it stands it changes nothing."""
    table = seat_poker(start=False, **{"first_dealer": "left out", **options})
    game = table.now.game
    before = game.read_options(table.session.options), table.session.options.get("first_dealer")
    assert table.ann.post("terms", data=terms_form(table.ann).fields).status_code == 302
    assert (game.read_options(table.session.options), table.session.options.get("first_dealer")) == before


@pytest.mark.parametrize("options", EVERY, ids=str)
def test_filled_and_read_are_each_others_way_back(options):
    asks = screen.asks_of("poker")
    filled = asks.filled_terms(options)
    assert all(isinstance(value, str) for value in filled.values())
    assert asks.filled_terms(asks.read_terms(filled)) == filled


def test_poker_may_change_from_its_own_terms_to_a_series(lobby_of_poker):
    assert lobby_of_poker.ann.post("terms", preset="series").status_code == 302
    assert lobby_of_poker.session.options == {"preset": "series", "muck": False, "declare": False}
    assert "Series: ten hands, 100 chips" in lobby_of_poker.ben.text()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({**CLASSIC, "stacks": "50 60 70"}, "4 of them, one for each seat"),
        ({**CLASSIC, "stacks": "50 60 70 80 90"}, "4 of them, one for each seat"),
        ({**CLASSIC, "ante": "lots"}, "whole numbers of chips"),
        ({**CLASSIC, "first_dealer": "9"}, ""),
        ({**CLASSIC, "stack": "1", "ante": "2"}, ""),
        ({"preset": "other"}, "option “preset”"),
    ],
)
def test_what_does_not_fit_is_refused_at_the_change(lobby_of_poker, fields, words):
    with lobby_of_poker.unchanged():
        before = lobby_of_poker.session.options
        answer = lobby_of_poker.ann.post("terms", data=fields)
        assert answer.status_code == 422
        assert 'class="notice"' in answer.content.decode()
        assert words in read(answer)
        assert lobby_of_poker.session.options == before
    if "stacks" in fields:  # what was typed is kept
        assert f'value="{fields["stacks"]}"' in answer.content.decode()


def test_a_series_is_refused_where_nine_sit(seat_poker):
    names = tuple(f"P{n}" for n in range(1, 10))
    table = seat_poker(names=names, phones={"P1": (1,)}, host="P1", start=False, cast=False)
    assert table.host.post("terms", preset="series").status_code == 422
    assert table.session.options["preset"] == "classic"


def test_in_a_lobby_that_fills_yet_a_list_of_stacks_may_be_agreed_on(seat_poker):
    table = seat_poker(names=("Ann",), phones={"Ann": (1,)}, start=False, cast=False)
    assert table.ann.post("terms", data={**CLASSIC, "stacks": "50 60 70"}).status_code == 302
    assert table.session.options["stack"] == [50, 60, 70]


def test_nobody_but_the_host_changes_them(lobby):
    for phone in (lobby.ben, lobby.watcher, lobby.newcomer, lobby.olga, lobby.stranger):
        with lobby.unchanged():
            assert phone.post("terms", deck="app").status_code in (302, 403)
            assert phone.get("terms").status_code in (302, 403)
    assert lobby.session.options == {"deck": "physical"}


def test_not_after_the_start(table):
    with table.unchanged():
        for answer in (table.ann.get("terms"), table.ann.post("terms", deck="app")):
            assert answer.status_code == 409
    assert table.session.options == {"deck": "physical"}


def test_not_where_moves_stand_on_them(lobby):
    Session.objects.filter(pk=lobby.pk).update(head=0)
    session = lobby.session
    session.entries.create(number=1, group=1, kind="move", move={"move": "reveal", "cards": ["15000"] * 3})
    Session.objects.filter(pk=lobby.pk).update(head=1, size=4)
    for answer in (lobby.ann.get("terms"), lobby.ann.post("terms", deck="app")):
        assert answer.status_code == 422
        assert "its terms stand" in read(answer)
    assert lobby.session.options == {"deck": "physical"}


def test_a_new_game_is_asked_for_in_the_order_game_terms_names(db):
    from django.test import Client

    said = read(Client().get("/new"))
    places = [said.index(words) for words in ("What is played?", "The cards", "The terms", "Who plays?")]
    assert places == sorted(places)
