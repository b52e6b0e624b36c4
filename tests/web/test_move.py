"""One tap: what is entered, and everything that is not, at its status and with nothing recorded."""

import secrets

import pytest
from django.http import HttpResponse, QueryDict
from django.test import RequestFactory

from cincy_site.security import PlainText
from games import limits
from tests.cast import HTMX, Phone, Table, read

BOTH = pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
ROLLED = "15/20/25 ABAC 66543 66541 66532 66531"
DUEL = f"{ROLLED} . d/20/25 ABAC 66655 66541 66532 66531 ."  # Ann clears Atlantic with a Duel card


def test_the_table_of_the_duel_is_as_these_tests_want_it(table):
    assert table.play(DUEL).state.phase == "challenge"


@BOTH
@pytest.mark.parametrize(
    ("words", "who", "move", "seat", "fields"),
    [
        ("", "ben", "reveal", None, {"cards": "15000 20000 chips"}),
        ("15/20/25", "ben", "choose", 2, {"table": "B"}),
        ("15/20/25 ABAC", "ben", "roll", 2, {"dice": "1 2 3 4 5"}),
        ("15/20/25 ABAC", "ben", "roll", 4, {"dice": "12345"}),  # Dov has no phone: anybody may
        ("15/20/25 ABAC", "ann", "roll", 2, {"dice": "12345"}),  # the host may for everyone
        (ROLLED, "ann", "extra", 1, {"take": "true"}),
        (ROLLED + " 1+ 2- 3- 4-", "ann", "roll", 1, {"dice": "66666"}),
        (DUEL, "ann", "challenge", 1, {"opponent": "3"}),
        (DUEL + " 1>3", "cleo", "roll", 3, {"dice": "11111"}),
        (DUEL + " 1>3 11111 22222", "ann", "extra", 1, {"take": "false"}),
        ("", "ben", "leave", 2, {}),
        ("", "ann", "finish", None, {}),
    ],
)
def test_each_kind_of_move_is_entered(table, words, who, move, seat, fields, htmx):
    table.play(words)
    before = len(table.log)
    answer = getattr(table, who).move(move, seat, htmx=htmx, **fields)
    # Where the page itself is another one now, the phone is told to load it.
    assert answer.status_code == ((204 if move == "finish" else 200) if htmx else 302)
    assert len(table.log) == before + 1
    kept = table.log[-1][4]
    assert kept["move"] == move
    assert kept.get("seat") == seat


def test_the_log_marks_what_was_done_for_another(table):
    table.play("15/20/25 ABAC")
    table.ben.move("roll", 4, dice="66666")
    table.ann.move("roll", 3, dice="55555")
    table.ben.move("roll", 2, dice="44444")
    log = table.cleo.text("log")
    assert "Dov: 6 6 6 6 6. Five sixes. entered by Ben" in log
    assert "Cleo: 5 5 5 5 5. Five fives. entered by Ann" in log
    assert "Ben: 4 4 4 4 4. Five fours. entered" not in log


def refused(table, who, words, sent, status, said=None):
    """The same sent as a plain form and by htmx: the same status, a sentence, and nothing recorded."""
    table.play(words)
    for htmx in (False, True):
        fields = {"key": secrets.token_urlsafe(16), **(sent(table) if callable(sent) else sent)}
        with table.unchanged():
            answer = getattr(table, who).post("move", htmx=htmx, data=fields)
        assert answer.status_code == status
        assert len(read(answer)) > 20
        if said:
            assert said in read(answer)


def offered(move, seat=None, **fields):
    def sent(table):
        seated = {"seat": seat} if seat else {}
        return {"move": move, "offer": table.offer(move, seat).fingerprint, **seated, **fields}

    return sent


WRONG_SEAT = [
    ("15/20/25 ABAC", offered("roll", 2, dice="12345")),
    ("15/20/25", offered("choose", 2, table="A")),
    ("15/20/25", offered("choose", 4, table="A")),  # before the picks are locked
    (ROLLED, offered("extra", 1, take="false")),
    (DUEL, offered("challenge", 1, opponent="2")),
    ("", offered("leave", 2)),
    ("", offered("finish")),
]


@pytest.mark.parametrize(("words", "sent"), WRONG_SEAT)
def test_a_wrong_seat_is_forbidden(table, words, sent):
    refused(table, "cleo", words, sent, 403, "Only that player’s own phone or the host may do this.")


@pytest.mark.parametrize("who", ["watcher", "newcomer", "olga"])
@pytest.mark.parametrize(
    ("words", "sent"), [("", offered("reveal", cards="15000 20000 25000")), ("", offered("leave", 4)), *WRONG_SEAT]
)
def test_who_has_no_seat_enters_nothing(table, who, words, sent):
    refused(table, who, words, sent, 403, "Only that player’s own phone or the host may do this.")


def test_the_host_of_another_session_is_no_host_here(table):
    refused(table, "olga", "15/20/25 ABAC", offered("roll", 4, dice="12345"), 403)


@pytest.mark.parametrize(
    ("words", "move", "said"),
    [
        (ROLLED, {"move": "extra", "seat": "2", "take": "true"}, "another player's turn"),
        (DUEL, {"move": "challenge", "seat": "2", "opponent": "1"}, "another player's turn"),
        (DUEL + " 1>3", {"move": "roll", "seat": "2", "dice": "12345"}, "another player's turn"),
        ("15/20/25 ABAC", {"move": "reveal", "cards": "15000 20000 25000"}, "not what is being played now"),
        ("15/20/25 ABAC", {"move": "choose", "seat": "2", "table": "C"}, "not what is being played now"),
        ("15/20/25", {"move": "roll", "seat": "2", "dice": "12345"}, "not what is being played now"),
        (ROLLED, {"move": "finish"}, "not what is being played now"),
        ("", {"move": "leave", "seat": "7"}, "That seat cannot be meant here"),
        (DUEL, {"move": "challenge", "seat": "1", "opponent": "1"}, "That seat cannot be meant here"),
        ("", {"move": "reveal", "cards": "15000 duel 25000"}, "That is the first round"),
        ("", {"move": "reveal", "cards": "15000"}, "Enter 3 cards, one for each table."),
    ],
)
def test_out_of_turn_or_out_of_place_is_refused_with_its_clause(table, words, move, said):
    refused(table, "ben", words, move, 422, said)


def test_a_refusal_opens_its_clause(table):
    answer = table.ben.post("move", data={"move": "reveal", "cards": "15000 duel 25000", "key": "a-key-of-it"})
    assert '/rules/dice#D2.4"' in answer.content.decode()


@pytest.mark.parametrize(
    "fields",
    [
        {"dice": "12347"},
        {"dice": "12340"},
        {"dice": "1234"},
        {"dice": "123456"},
        {"dice": ""},
        {"dice": "1;2;3;4;5"},
        {"dice": "abcde"},
        {"dice": "١٢٣٤٥"},
        {"dice": "9" * 1000},
        {"dice": "<script>"},
        {"dice": "12345", "seat": "two"},
        {"dice": "12345", "seat": ""},
        {"dice": "12345", "seat": "-2"},
        {"dice": "12345", "seat": "9" * 20},
        {"dice": ["12345", "66666"]},  # fields twice
        {"dice": "12345", "move": ["roll", "roll"]},
        {"dice": "12345", "move": "nonsense"},
        {"dice": "12345", "move": ""},
        {"dice": "12345", "key": ""},
        {"dice": "12345", "key": "short"},
        {"dice": "12345", "key": "with space"},
        {"dice": "12345", "key": "k" * 1000},
    ],
    ids=str,
)
def test_bad_input_is_a_sentence(table, fields):
    refused(table, "ben", "15/20/25 ABAC", lambda t: {**offered("roll", 2)(t), **fields}, 422, "")


def test_a_form_without_anything_is_a_sentence(table):
    refused(table, "ben", "15/20/25 ABAC", {"offer": ""}, 422)


@pytest.mark.parametrize(
    ("words", "sent"),
    [
        ("15/20/25", offered("choose", 2, table="D")),
        ("15/20/25", offered("choose", 2, table="")),
        (ROLLED, lambda t: {**offered("extra", 1, take="perhaps")(t)}),
        ("", offered("reveal", cards="15000 20000 99999")),
    ],
)
def test_other_fields_that_cannot_be(table, words, sent):
    refused(table, "ann", words, sent, 422)


def test_table_b_is_not_in_play_with_three(lay):
    table = lay(names=("Ann", "Ben", "Cleo"))
    refused(table, "ben", "15/20", offered("choose", 2, table="B"), 422, "three players use only A and C")


@pytest.mark.parametrize("offer", ["0" * 12, "x", "é", "<b>", "0" * 1000])
def test_a_page_that_is_old_is_told_how_it_stands_now(table, offer):
    sent = {"move": "roll", "seat": "2", "dice": "12345", "offer": offer}
    refused(table, "ben", "15/20/25 ABAC", sent, 409, "The table has moved on meanwhile.")


def test_an_offer_of_an_earlier_moment_is_stale(table):
    table.play("15/20/25 ABAC")
    old = table.ben.fields("roll", 2, dice="12345")
    table.play("66543 66541 66532 66531 . 20/25/30 ABAC")
    with table.unchanged():
        assert table.ben.post("move", data=old).status_code == 409


def test_a_stale_answer_brings_the_fresh_question(table):
    table.play("15/20/25 ABAC")
    answer = table.ben.post("move", htmx=True, data={**table.ben.fields("roll", 2, dice="12345"), "offer": "0" * 12})
    page = answer.content.decode()
    assert 'id="notice"' in page
    assert 'id="offers"' in page
    assert table.offer("roll", 2).fingerprint in page


@BOTH
def test_the_same_form_twice_is_one_entry(table, htmx):
    table.play("15/20/25 ABAC")
    sent = table.ben.fields("roll", 2, dice="12345")
    first = table.ben.post("move", htmx=htmx, data=sent)
    with table.unchanged():
        second = table.ben.post("move", htmx=htmx, data=sent)
    assert first.status_code == second.status_code == (200 if htmx else 302)
    table.play("1:66543 3:66532 4:66531 .")
    with table.unchanged():  # much later, too
        assert table.ben.post("move", htmx=htmx, data=sent).status_code == first.status_code


def test_the_same_turning_of_an_app_deck_twice_is_one_entry(lay):
    table = lay(deck="app")
    sent = table.ben.fields("reveal")
    assert table.ben.post("move", data=sent).status_code == 302
    with table.unchanged():
        assert table.ben.post("move", data=sent).status_code == 302


@pytest.mark.parametrize("other", [{"dice": "66666"}, {"seat": "4"}])
def test_the_same_key_with_something_else_in_it_is_refused(table, other):
    table.play("15/20/25 ABAC")
    sent = table.ben.fields("roll", 2, dice="12345")
    table.ben.post("move", data=sent)
    with table.unchanged():
        answer = table.ben.post("move", data={**sent, **other})
    assert answer.status_code == 422
    assert "already sent with something else in it" in read(answer)


def test_a_key_is_its_phones_own(table):
    table.play("15/20/25 ABAC")
    sent = table.ben.fields("roll", 4, dice="12345")
    table.ben.post("move", data=sent)
    with table.unchanged():
        assert table.cleo.post("move", data=sent).status_code == 422


@BOTH
def test_a_form_without_its_token_is_a_sentence(db, htmx):
    table = Table()
    table.play("15/20/25 ABAC")
    phone = Phone(table, known=False, enforce_csrf_checks=True)
    phone.client.cookies = table.ben.client.cookies
    with table.unchanged():
        answer = phone.post("move", htmx=htmx, data=table.ben.fields("roll", 2, dice="12345"))
    assert answer.status_code == 403
    assert "Reload the page and try again." in read(answer)


def test_the_forms_of_the_page_carry_their_token(db):
    table = Table()
    table.play("15/20/25 ABAC")
    phone = Phone(table, known=False, enforce_csrf_checks=True)
    phone.client.cookies = table.ben.client.cookies
    assert phone.tap("Enter five dice", **{"2-dice": "12345"}).status_code == 302
    assert table.log[-1][4] == {"move": "roll", "seat": 2, "dice": [1, 2, 3, 4, 5]}


POST_ONLY = [
    "move", "unsay", "take-over", "claim", "claims/1", "start", "again", "release", "host", "pass", "log/back",
    "log/round", "log/1/correct",
]  # fmt: skip
UNKNOWN = [
    "/nothing", "/s", "/s/", "/s/{0}/nothing", "/s/{0}/log/0", "/s/{0}/log/99", "/s/{0}/log/x",
    "/s/{0}/log/999999999999999999999999999999",
    "/rules/nothing", "/readings/nothing", "/p/nothing", "/s/<b>", "/s/ÄÖÜß", "/admin", "/.env",
]  # fmt: skip


def test_what_changes_something_cannot_be_looked_at(table):
    with table.unchanged():
        for path in POST_ONLY:
            for htmx in (False, True):
                answer = table.ann.get(path, htmx=htmx)
                assert (path, answer.status_code, answer.headers["Allow"]) == (path, 405, "POST")
                assert len(read(answer)) > 20
            assert table.ann.client.put(table.ann.url(path)).status_code == 405


def test_what_is_to_be_looked_at_takes_no_form(table):
    table.play("15/20/25")
    with table.unchanged():
        for path in ("", "fragments", "screen", "log", "seats", "log/1"):
            answer = table.ann.post(path)
            assert (path, answer.status_code) == (path, 405)
            assert len(read(answer)) > 20


def test_an_unknown_code_is_not_found(table, monkeypatch):
    monkeypatch.setattr(limits.WRONG_CODES, "most", 100)
    for path in (*POST_ONLY, "", "fragments", "screen", "log", "log/1", "seats", "names"):
        for htmx in (False, True):
            url = f"/s/NOSUCH{'/' if path else ''}{path}"
            answer = (table.ann.post if path in POST_ONLY else table.ann.get)(url, htmx=htmx)
            assert (path, answer.status_code) == (path, 404)
            assert "Check the address, or scan the QR again." in read(answer)


def test_an_unknown_address_is_not_found(table):
    for url in UNKNOWN:
        for htmx in (False, True):
            answer = table.ann.get(url.format(table.code), htmx=htmx)
            assert (url, answer.status_code) == (url, 404)
            assert len(read(answer)) > 20


@pytest.mark.parametrize("url", ["/%00", "/j/%00", "/p/%00", "/join?code=%00", "/s/{0}?as=%00"])
def test_a_zero_byte_makes_no_sense(table, url):
    for htmx in (False, True):
        answer = table.ann.get(url.format(table.code), htmx=htmx)
        assert answer.status_code == 400
        assert "Reload the page and try again." in read(answer)


def test_nothing_can_be_played_in_the_lobby(lobby):
    for htmx in (False, True):
        with lobby.unchanged():
            sent = {"move": "reveal", "cards": "15000 20000 25000", "key": "a-key-of-it", "offer": ""}
            answer = lobby.ann.post("move", htmx=htmx, data=sent)
        assert answer.status_code == 409


def test_a_form_that_is_far_too_large_is_a_sentence(table):
    table.play("15/20/25 ABAC")
    with table.unchanged():
        large = table.ben.move("roll", 2, dice="1" * 100_000)
        many = table.ben.post("move", data={f"x{n}": "1" for n in range(300)})
    assert (large.status_code, many.status_code) == (413, 413)
    assert "more than a form can hold" in read(large)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"\xff\xfe\x00", "application/x-www-form-urlencoded"),
        (b"move=%ff%fe&seat=%00", "application/x-www-form-urlencoded"),
        (b'{"move": "roll"}', "application/json"),
        (b"nonsense", "multipart/form-data; boundary=x"),
        (b"nonsense", "multipart/form-data"),
    ],
)
def test_bytes_that_are_no_form_are_a_sentence(table, content, kind):
    table.play("15/20/25 ABAC")
    with table.unchanged():
        answer = table.ben.client.generic("POST", table.ben.url("move"), content, kind, **HTMX)
    assert answer.status_code in (400, 422)
    assert len(read(answer)) > 20


FIELD = b'--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nZo\\ud800e\r\n--b--\r\n'


@pytest.mark.parametrize("charset", ["rot13", "hex", "zlib", "idna", "undefined", "unicode_escape", "utf-16", "cp037"])
def test_a_form_in_another_charset_is_a_sentence(lobby, charset):
    for said in (f"charset={charset}", f"charset*=utf-8''{charset}"):
        kind = f"multipart/form-data; boundary=b; {said}"
        for path in ("claim", "invite", "move", "/new", "/bring"):
            with lobby.unchanged():
                answer = lobby.ann.client.generic("POST", lobby.ann.url(path), FIELD, kind)
            assert answer.status_code == 400, path
            assert "That was not understood." in read(answer)
        assert lobby.ann.client.get(lobby.ann.url(""), CONTENT_TYPE=kind).status_code == 400


@pytest.mark.parametrize("charset", ["utf-8", "UTF8", "no-such-charset"])
def test_a_form_in_ours_is_taken(lobby, charset):
    kind = f"multipart/form-data; boundary=b; charset={charset}"
    content = FIELD.replace(b"\\ud800", "ë".encode())
    assert lobby.ann.client.generic("POST", lobby.ann.url("invite"), content, kind).status_code == 302
    assert lobby.session.seats.get(number=5).name == "Zoëe"


def test_half_a_character_is_a_sentence(lobby):
    """No form in UTF-8 can say one; what a middleware or a browser might make of it is turned away all the same."""
    request = RequestFactory().post("/", {})
    request.POST = QueryDict(mutable=True)
    request.POST["name"] = "Zo\ud800e"
    assert PlainText(lambda _: HttpResponse())(request).status_code == 400


def test_twelve_answers_at_once_are_the_most(table):
    table.play("15/20/25 ABAC")
    sent = {f"{n}-move": "roll" for n in range(1, 14)} | {"key": "a-key-of-it"}
    refused(table, "ann", "", sent, 422)


def test_the_prompt_and_the_offers_come_back_with_a_tap(table):
    table.play("15/20/25 ABAC")
    answer = table.ben.move("roll", 2, htmx=True, dice="12345")
    page = answer.content.decode()
    assert all(f'id="{name}"' in page for name in ("prompt", "board", "offers", "notice"))
    assert "Waiting for the dice of Ann, Cleo and Dov." in read(answer)


def test_a_change_of_ones_dice_is_one_more_entry(table):
    table.play("15/20/25 ABAC 2:12345")
    assert table.ben.tap("Enter five dice", query={"again": 1}, **{"2-dice": "66666"}).status_code == 302
    assert table.state.dice[1] == (6, 6, 6, 6, 6)
    assert [line[4]["dice"] for line in table.log[-2:]] == [[1, 2, 3, 4, 5], [6] * 5]
