"""Names as people type them: nothing in them that nobody sees, and no two at a table that look the same."""

import pytest

from games import naming, recorded, seating
from games.models import Session
from games.rules.contract import Refused
from tests.cast import Phone, read
from tests.web.test_create import form, reseat

UNSEEN = {
    "zero width space": "Ann\u200b",
    "nothing but it": "\u200b",
    "right to left": "\u202eZoe",
    "isolate": "\u2066Zoe\u2069",
    "Hangul filler": "\u3164",
    "half a Hangul filler": "Zoe\uffa0",
    "joiner between letters": "Z\u200doe",
    "joiner at the end": "🦊\u200d",
    "variant of a letter": "Zo\ufe0fe",
    "soft hyphen": "Zo\u00ade",
    "byte order mark": "\ufeffZoe",
    "line separator": "Zo\u2028e",
    "private": "Zo\ue000e",
    "unassigned": "Zo\u0378e",
    "half a character": "Zo\ud800e",
    "grapheme joiner": "Zo\u034fe",
    "blank pattern": "\u2800",
    "tag": "Zoe\U000e0041",
    "control": "Zo\x07e",
}
SEEN = [
    "Zoë",
    "O’Neill",
    "Anna-Lena",
    "李小龍",
    "Αθηνά",
    "أحمد",
    "अनु",
    "D2",
    "👩🏽\u200d🚀",
    "❤\ufe0f\u200d🔥",
    "1\ufe0f\u20e3",
]
unseen = pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN)
SOME = ("zero width space", "right to left", "Hangul filler")
typable = pytest.mark.parametrize("name", [UNSEEN[one] for one in SOME], ids=SOME)


@unseen
def test_what_nobody_sees_is_refused(name):
    with pytest.raises(Refused) as refused:
        naming.written(name)
    assert refused.value.code == "unseen"


@pytest.mark.parametrize("name", SEEN)
def test_names_of_all_kinds_are_names(name):
    assert naming.written(f" {name} ") == name


def test_a_letter_has_one_spelling_and_a_gap_is_one_space():
    assert naming.written("A\u0308nne  \u00a0 Marie ") == "Änne Marie"


@pytest.mark.parametrize(("one", "other"), [("Ann", "ANN"), ("Ann", "Ａｎｎ"), ("Straße", "STRASSE"), ("ﬁn", "Fin")])
def test_what_looks_the_same_is_the_same(one, other):
    assert naming.likeness(one) == naming.likeness(other)


@typable
def test_no_form_takes_such_a_name(lobby, name):
    lobby.stranger.get()
    with lobby.unchanged():
        answers = [
            lobby.watcher.post("claim", name=name),
            lobby.stranger.post("claim", name=name),
            lobby.ann.post("invite", name=name),
            reseat(lobby, ["Ann", "Ben", name], ["1", "2", "3"]),
            lobby.ann.client.post("/new", form(["Ann", "Ben", name])),
            lobby.ann.client.post("/new", form(title=name)),
            lobby.ann.client.post(f"/clubs/{lobby.session.club_id}/name", {"name": name}),
        ]
    assert [answer.status_code for answer in answers] == [422] * len(answers)
    assert all("nobody can see" in read(answer) for answer in answers)
    assert not lobby.session.claims.exists()


@typable
def test_nor_does_a_latecomer_have_one_or_somebody_of_a_club(seat_poker, name):
    table = seat_poker(preset="classic")
    assert table.ann.move("join", name=name, chips="100").status_code == 422
    table.ann.move("join", name="Eve", chips="100")
    person = table.now.seats[-1].person_id
    answer = table.ann.client.post(f"/clubs/{table.session.club_id}/people/{person}/rename", {"name": name})
    assert answer.status_code == 422
    assert "nobody can see" in read(answer)


def test_nor_is_a_latecomer_called_like_somebody_else(seat_poker):
    table = seat_poker(preset="classic")
    with table.unchanged():
        answer = table.ann.move("join", name="Ｂｅｎ", chips="100")
    assert answer.status_code == 422
    assert "is there already" in read(answer)


def test_two_names_that_look_the_same_are_told_apart_nowhere(lobby):
    with lobby.unchanged():
        assert lobby.watcher.post("claim", name="Ｂｅｎ").status_code == 422
        assert reseat(lobby, ["Ann", "Ａｎｎ", "Cleo"], ["1", "2", "3"]).status_code == 422


def test_a_recorded_session_keeps_the_names_it_has(db):
    """The rules of the file allow them; whoever sits down beside them is let sit."""
    names = ["Ann", "Ann\u200b", "\u3164"]
    file = {"format": "cincinnati-session/1", "game": "dice", "players": names, "moves": []}
    phone = Phone(None)
    session = recorded.bring(file, phone.device, "a-key-of-it", lobby=True)
    seating.add_self(session.pk, phone.device, "Zoe")
    assert list(Session.objects.get().seats.values_list("name", flat=True)) == [*names, "Zoe"]
