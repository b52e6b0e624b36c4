"""Session files in the app: taken along, brought back, carried on; and what is refused, with nothing changed."""

import json
import secrets

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games import recorded, sitting
from games.club.evenings import evening_of
from games.codec import read_session
from games.models import Entry, Session
from games.replaying import Stopped, replay
from games.views import files
from tests.cast import Phone, read
from tests.rules.test_golden import BAD, GOOD, load, named

SECRET = ("hole", "choose")  # the only moves whose content may not be open to all


class Anywhere:
    """A place at no table: for phones that bring a file."""

    code = None


def phone():
    return Phone(Anywhere())


def upload(who, content, key=None, name="evening.json"):
    if not isinstance(content, bytes):
        content = (content if isinstance(content, str) else json.dumps(content)).encode()
    file = SimpleUploadedFile(name, content, "application/json")
    return who.client.post("/bring", {"file": file, "key": key or secrets.token_urlsafe(16)})


def brought(who, content):
    answer = upload(who, content)
    assert answer.status_code == 302, read(answer)
    session = Session.objects.order_by("-pk").first()
    assert answer["Location"] == f"/s/{session.code}"
    who.table = type("Table", (), {"code": session.code})
    return session


def taken(who):
    answer = who.get("file")
    assert answer.status_code == 200
    return answer.content.decode()


def upto(file, moves):
    return {**file, "moves": file["moves"][:moves]}


def plain(moves):
    return [{key: value for key, value in move.items() if key != "at"} for move in moves]


@pytest.mark.parametrize("path", named(GOOD))
def test_a_recorded_session_comes_out_as_it_went_in(path, db):
    """All that is open to all: of cards and picks that nobody has shown, nothing; and then the same bytes for good."""
    file, who = load(path), phone()
    session = brought(who, file)
    text = taken(who)
    out = json.loads(text)
    was, now = read_session(file), read_session(out)
    assert (now.game, now.names, now.options) == (was.game, was.names, was.options)
    assert now.title == (was.title or was.game.key)
    hidden = {step.number for step in sitting.load(session).line.secret}
    assert out["moves"] == [move for n, move in enumerate(plain(file["moves"]), 1) if n not in hidden]
    assert all(file["moves"][n - 1]["move"] in SECRET for n in hidden)
    before, after = replay(file)[0], replay(out)[0]
    assert after["standings"] == before["standings"]
    assert (after["phase"], after["round"], after["finished"]) == (before["phase"], before["round"], before["finished"])
    again = phone()
    brought(again, text)
    assert taken(again) == text


def test_it_is_handed_over_as_a_file_with_a_safe_name(db):
    who = phone()
    file = {**load(GOOD[0]), "title": '../"Fri<b>day</b>\u2028 & Söhne;'}
    session = brought(who, file)
    answer = who.get("file")
    assert answer["Content-Type"] == "application/json"
    day = evening_of(session.created).isoformat()
    assert answer["Content-Disposition"].startswith("attachment; filename")
    assert day in answer["Content-Disposition"]
    assert not set(answer["Content-Disposition"].partition("filename")[2]) & set("/<>&\u2028")
    assert answer["Cache-Control"] == "no-store" or "no-store" in answer["Cache-Control"]


def test_whoever_may_look_may_take_it_and_nobody_else(table):
    table.play("15/20/25 ABCA 66543")
    for who in (table.ann, table.ben, table.watcher, table.newcomer):
        assert who.get("file").status_code == 200
    for who in (table.stranger, table.olga):
        answer = who.get("file")
        assert answer.status_code == 302
        assert answer["Location"] == f"/s/{table.code}"


def test_before_the_start_there_is_none(lobby):
    assert lobby.ann.get("file").status_code == 404
    assert "Take it with you" not in lobby.ann.text("seats")


def test_a_pick_is_in_it_once_it_is_open(table):
    table.play("15/20/25")
    table.ann.move("choose", 1, table="C")
    for who in (table.ann, table.ben):
        assert "choose" not in taken(who)
    table.play("2A 3B 4A")
    assert taken(table.ben).count("choose") == 4


def test_the_apps_deck_is_not_in_it(lay):
    table = lay(deck="app").play("15/15/15 AAAA")
    file = json.loads(taken(table.ann))
    assert [len(move["cards"]) for move in file["moves"] if move["move"] == "reveal"] == [3]
    assert set(file) == {"format", "game", "title", "options", "players", "moves"}


def test_cards_that_were_never_shown_are_not_in_it(poker):
    host = poker.host
    for move in ("deal",):
        host.move(move)
    poker.ann.move("hole", 1, cards="Ah Kh Qh Jh Th")
    assert poker.log[-1][4]["move"] == "hole"
    assert "hole" not in taken(poker.ann)
    assert "Qh" not in taken(poker.ben)


def test_what_was_undone_or_corrected_is_in_it_as_it_stands(table):
    table.play("15/20/25 ABCA 66543 66541")
    head = table.session.head
    table.ann.post("log/back", to=head - 1, head=head)
    table.ann.post(f"log/{head - 1}/correct", move="roll", seat=1, dice="66555", keep="1", head=head + 1)
    rolls = [move for move in json.loads(taken(table.ann))["moves"] if move["move"] == "roll"]
    assert rolls == [{"move": "roll", "seat": 1, "dice": [6, 6, 5, 5, 5]}]


def test_a_link_to_it_is_in_the_menu_and_on_the_podium(table):
    table.play("15/20/25 ABCA")
    assert "Take it with you" in table.ben.text("seats")
    who = phone()
    brought(who, load(next(path for path in GOOD if replay(load(path))[0]["finished"])))
    assert f'href="/s/{who.table.code}/file"' in who.get().content.decode()


@pytest.fixture
def evening():
    """A recorded evening of dice, cut off in its third round."""
    path = next(path for path in GOOD if path.stem == "mixed-01-dice")
    file = load(path)
    cut = next(n for n in range(len(file["moves"])) if replay(upto(file, n))[0]["round"] == 3)
    return upto(file, cut + 3)


def test_an_unfinished_one_opens_its_lobby(db, evening):
    host, guest = phone(), Phone(Anywhere(), known=False)
    session = brought(host, evening)
    assert (session.status, session.host_id, session.head) == ("lobby", host.device.pk, len(evening["moves"]))
    assert [seat.device_id for seat in session.seats.all()] == [None] * len(evening["players"])
    said = host.text()
    assert "Round 3 of 12 stands; take your seats." in said
    assert "Go on from here" in said
    assert "Names and order" not in said
    guest.table = host.table
    guest.client.get(f"/j/{session.link}")
    assert "Not on the list" not in guest.text()
    guest.post("claim", seat=2)
    host.post("claim", seat=1)
    for path in ("", "seats", "log", "log/1", "screen", "file", "fragments"):
        for who in (host, guest):
            assert who.get(path).status_code in (200, 204), path
    before = replay(evening)[0]
    host.tap("Go on from here")
    session.refresh_from_db()
    assert (session.status, session.head, session.size) == ("running", len(evening["moves"]), len(evening["players"]))
    now = sitting.load(session)
    assert (now.state.round, now.state.phase) == (before["round"], before["phase"])
    assert now.offers
    offer = next(offer for offer in now.offers if offer.owed)
    assert now.game.offers(now.state) == now.offers
    assert offer.round == 3


def test_until_it_is_on_nothing_is_played_gone_back_or_renamed(db, evening):
    host = phone()
    session = brought(host, evening)
    head = session.head
    host.post("claim", seat=1)
    offer = sitting.load(session)
    owed = next(o for o in offer.game.offers(offer.state) if o.owed)
    kept = Session.objects.values().get(pk=session.pk), list(session.seats.values()), Entry.objects.count()
    fields = {"key": secrets.token_urlsafe(16), "offer": owed.fingerprint, "move": owed.move, "seat": owed.seat or 1}
    tries = [
        ("move", {**fields, "cards": "15000 15000 15000", "dice": "66655", "table": "A"}, 409),
        ("log/back", {"to": head - 1, "head": head}, 409),
        ("log/round", {"head": head}, 409),
        ("take-over", {"key": secrets.token_urlsafe(16)}, 409),
        ("names", {"name": ["X", "Y", "Z"], "was": ["1", "2", "3"]}, 422),
        ("claim", {"name": "Zoe"}, 422),
    ]
    for path, data, status in tries:
        answer = host.post(path, data=data)
        assert answer.status_code == status, path
        assert "Nothing was" in read(answer)
    assert host.get("names").status_code == 422
    number = Entry.objects.filter(session=session, move__move="roll").last().number
    for page in ({}, {"keep": "1", "head": head}):
        fields = {"move": "roll", "seat": 1, "dice": "11111", **page}
        assert host.post(f"log/{number}/correct", data=fields).status_code in (403, 409)
    assert "Correct it" not in host.text(f"log/{number}")
    assert "Undo this last tap" not in host.text("log")
    now = Session.objects.values().get(pk=session.pk), list(session.seats.values()), Entry.objects.count()
    assert now == kept


def test_a_stranger_who_is_let_in_gets_no_seat_of_their_own(db, evening):
    host, stranger = phone(), Phone(Anywhere())
    session = brought(host, evening)
    stranger.table = host.table
    stranger.post("claim", name="Zoe")
    claim = session.claims.get()
    host.post(f"claims/{claim.pk}", let="in")
    assert session.seats.count() == len(evening["players"])
    assert session.guests.filter(device=stranger.device).exists()


def test_the_apps_deck_goes_on_with_what_nobody_has_seen(db, evening):
    """What was turned stays where it was; the rest is what the box still holds. [D2.6]"""
    host = phone()
    session = brought(host, {**evening, "options": {"deck": "app"}})
    stack, now = session.stack, sitting.load(session)
    turned = [card for move in evening["moves"] if move["move"] == "reveal" for card in move["cards"]]
    assert stack[: len(turned)] == turned
    rest = sorted(card for card, count in now.state.unseen.items() for _ in range(count))
    assert sorted(stack[len(turned) :]) == rest
    host.tap("Go on from here")
    session.refresh_from_db()
    assert session.stack == stack


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo"])
@pytest.mark.parametrize(
    "at",
    ["0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59.999999+00:00", "1969-12-31T23:59:59Z", "0001-01-01T00:00+14:00"],
)
def test_a_time_at_the_end_of_all_times_is_none(db, settings, evening, at, zone):
    settings.TIME_ZONE = zone
    host = phone()
    session = brought(host, {**evening, "moves": [{**move, "at": at} for move in evening["moves"]]})
    host.post("start")
    assert all(entry.at.year >= 2026 for entry in session.entries.all())
    for page in ("log", "log/1", "record", "record/1", "moves.csv"):
        assert host.get(page).status_code == 200, page


def test_the_key_of_somebody_elses_form_is_refused(db, evening):
    one, other, key = phone(), phone(), secrets.token_urlsafe(16)
    assert upload(one, evening, key).status_code == 302
    assert upload(other, evening, key).status_code == 422
    assert Session.objects.count() == 1


def test_a_file_without_moves_is_a_lobby_like_any_other(db, evening):
    host = phone()
    session = brought(host, {**evening, "moves": [], "options": {"deck": "app"}})
    assert (session.status, session.size, session.goes_on) == ("lobby", None, False)
    (page,) = host.forms("names")
    host.post("names", data={**page.fields, "name": ["X", "Y", "Z"], "was": ["1", "2", "3"]})
    assert [seat.name for seat in session.seats.all()] == ["X", "Y", "Z"]
    host.tap("Start with 3 players")
    session.refresh_from_db()
    assert session.status == "running"
    assert len(session.stack) > 20


def test_a_finished_one_opens_as_it_ended(db):
    file = load(next(path for path in GOOD if replay(load(path))[0]["finished"]))
    who = phone()
    session = brought(who, file)
    assert session.status == "finished"
    assert session.seats.filter(result__place=1).exists()
    assert "Again with the same people" in who.text()


def test_the_same_form_twice_is_one_session(db, evening):
    who, key = phone(), secrets.token_urlsafe(16)
    first, second = upload(who, evening, key), upload(who, evening, key)
    assert first["Location"] == second["Location"]
    assert Session.objects.count() == 1


def refused(content, words, status=422, **rest):
    answer = upload(phone(), content, **rest)
    assert answer.status_code == status, read(answer)
    said = read(answer)
    assert words in said, said
    assert not Session.objects.exists()
    assert not Entry.objects.exists()
    return answer


@pytest.mark.parametrize("path", named(BAD))
def test_a_move_that_the_rules_refuse_is_named_with_its_clause(path, db):
    expected = load(path.with_name(f"{path.stem}.expected.json"))["error"]
    where = "cannot be carried on" if expected["index"] is None else f"Move {expected['index'] + 1} of the file"
    answer = refused(load(path), where)
    with pytest.raises(Stopped) as stopped:
        replay(load(path))
    assert stopped.value.refused.clause
    assert f"#{stopped.value.refused.clause}" in answer.content.decode()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "cincinnati-session/2"}, "The format is not cincinnati-session/1."),
        ({"game": "chess"}, "This game is not known here"),
        ({"extra": 1}, "“extra” is missing or unknown"),
        ({"moves": {}}, "“moves” has the wrong type"),
        ({"players": ["Ann"]}, "players are needed"),
        ({"players": ["Ann", "ann", "Cleo"]}, "is there already"),
        ({"players": ["Ann\x00", "Ben", "Cleo"]}, "nobody can write or read"),
        ({"title": "Fri\ud800day"}, "nobody can write or read"),
        ({"options": {"deck": "paper"}}, "option “deck”"),
        ({"moves": [{"move": "fly"}]}, "Move 1 of the file"),
        ({"moves": [{"move": "finish"}] * 5000}, "Move 2 of the file"),
    ],
)
def test_what_is_no_session_file_is_refused_in_a_sentence(db, evening, change, words):
    refused({**evening, **change}, words)


@pytest.mark.parametrize(
    "content",
    [b"", b"no json", b"\xff\xfe", b'{"a": NaN}', b'{"a": 1, "a": 1}', b"[" * 100_000, b"1" * 100_000, b"null"],
    ids=["empty", "words", "bytes", "nan", "twice", "deep", "long", "null"],
)
def test_what_is_no_json_is_refused(db, content):
    refused(content, "cannot be carried on")


def test_a_form_without_a_file_is_refused(db):
    answer = phone().client.post("/bring", {"key": secrets.token_urlsafe(16)})
    assert answer.status_code == 422
    assert "Choose a file first." in read(answer)


def test_too_large_a_file_is_refused_as_that(db, evening):
    refused(json.dumps(evening) + " " * files.LARGEST, "larger than 512 KB", status=413)


def test_too_many_moves_are_refused(db, evening, monkeypatch):
    monkeypatch.setattr(recorded, "MOST_MOVES", 10)
    refused(evening, "more than 10 moves")


def test_as_many_as_are_taken_fit_into_a_file(db):
    """The longest moves there are, by the thousand."""
    dearest = max((move for path in GOOD for move in load(path)["moves"]), key=lambda move: len(json.dumps(move)))
    assert dearest
    usual = [len(json.dumps(move)) + 2 for path in GOOD for move in load(path)["moves"]]
    assert recorded.MOST_MOVES * sum(usual) / len(usual) < files.LARGEST


def test_the_page_asks_for_a_file(db):
    who = phone()
    answer = who.client.get("/bring")
    assert answer.status_code == 200
    assert 'enctype="multipart/form-data"' in answer.content.decode()
    assert "Carry on from a file" in read(who.client.get("/"))
