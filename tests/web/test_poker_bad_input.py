"""Bad input at the poker table, word by word: 422, what would be legal, and nothing recorded."""

import secrets

import pytest

from tests.cast import read
from tests.poker_cast import ANN, BEN, DEALT, SHOWDOWN, spaced


def refused(table, phone, sent, status=422, said=""):
    """The same sent as a plain form and by htmx: the same status, a sentence, and nothing recorded."""
    answers = []
    for htmx in (False, True):
        with table.unchanged():
            answer = phone.post("move", htmx=htmx, data={**sent, "key": secrets.token_urlsafe(16)})
        answers.append(answer)
        assert (answer.status_code, htmx) == (status, htmx)
        assert said in read(answer)
        assert "Nothing was recorded" in read(answer)
    return read(answers[0])


def on_offer(table, move, seat, **fields):
    return {"move": move, "seat": seat, "offer": table.offer(move, seat).fingerprint, **fields}


FIGURES = "Enter a whole number of chips in figures"


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        ("-5", FIGURES),
        ("10.5", FIGURES),
        ("1e3", FIGURES),
        ("", FIGURES),
        (" ", FIGURES),
        ("NaN", FIGURES),
        ("ten", FIGURES),
        ("0x10", FIGURES),
        ("٣", FIGURES),
        ("1,000", FIGURES),
        ("<b>", FIGURES),
        ("9" * 5000, FIGURES),
        ("0", "At least 2: that is the smallest bet."),
        ("1", "At least 2: that is the smallest bet."),
        ("100", "Between 2 and 99: nobody puts in more than they have."),
        ("2147483648", "Between 2 and 99: nobody puts in more than they have."),
        ("999999999999999", "Between 2 and 99: nobody puts in more than they have."),
    ],
    ids=lambda value: str(value)[:12],
)
def test_a_bet_that_cannot_be(poker, amount, said):
    poker.play(DEALT)
    refused(poker, poker.ann, on_offer(poker, "bet", 1, to=amount), said=said)
    # and in the form as it stands on the page, whose fields say whose they are
    with poker.unchanged():
        answer = poker.ann.tap("Bet or raise, to 2 at least", **{"1-to": amount})
    assert answer.status_code == 422
    assert said in read(answer)


def test_all_in_above_what_the_structure_allows_is_refused_at_once(seat_poker):
    """It is not asked once more first: that would say it can be done."""
    table = seat_poker(betting="pot-limit").play(DEALT)
    refused(table, table.ann, on_offer(table, "bet", 1, to="99"), said="Between 2 and 4: the pot is the limit.")


def test_one_field_twice_in_one_form(poker):
    poker.play(DEALT)
    sent = {**poker.ann.fields("bet", 1), "to": ["5", "7"]}
    for htmx in (False, True):
        with poker.unchanged():
            answer = poker.ann.post("move", htmx=htmx, data=sent)
        assert answer.status_code == 422
        assert "One field was sent twice. Enter it once." in read(answer)


@pytest.mark.parametrize(
    ("terms", "words", "amount", "said"),
    [
        ({}, "b10", "15", "At least 20: a raise adds at least the last full bet or raise."),
        ({}, "b10", "11", "At least 20"),
        ({}, "b10 b30", "49", "At least 50"),
        ({"betting": "pot-limit"}, "", "5", "Between 2 and 4: the pot is the limit."),
        ({"betting": "pot-limit"}, "b4", "17", "Between 8 and 16: the pot is the limit."),
        ({"betting": "spread-limit"}, "", "11", "Between 2 and 10: the spread is the limit."),
        ({"betting": "spread-limit"}, "", "1", "At least 2"),
        ({"betting": "fixed-limit"}, "", "3", "Exactly 2."),
        ({"betting": "fixed-limit"}, "b2", "6", "Exactly 4."),
    ],
)
def test_an_amount_that_the_structure_does_not_allow(seat_poker, terms, words, amount, said):
    table = seat_poker(**terms).play(f"{DEALT} {words}")
    seat = table.state.betting.turn
    phone = {1: table.ann, 2: table.ben, 3: table.cleo}[seat]
    refused(table, phone, on_offer(table, "bet", seat, to=amount), said=said)


NOT_OPEN = [
    # Ann bets, Ben is all-in for a little more: Ann has acted and may not raise back
    ({"stack": [100, 16, 100, 100]}, "b10 b15 c c", 1, "call 5 or fold"),
    # nobody else could put in more
    ({"stack": [100, 20, 20, 20]}, "b19 c c", 4, ""),
    ({"betting": "fixed-limit"}, "b2 b4 b6 b8", 1, "Four bets are in, and no more may be: call 6 or fold."),
    ({"stack": [100, 11, 100, 100]}, "b50", 2, "There are no chips beyond a call: call 10 or fold."),
]


@pytest.mark.parametrize(("terms", "words", "seat", "said"), NOT_OPEN)
def test_a_raise_that_is_not_open(seat_poker, terms, words, seat, said):
    table = seat_poker(**terms).play(f"{DEALT} {words}")
    assert table.state.betting.turn == seat
    assert table.offer("bet", seat) is None
    phone = {1: table.ann, 2: table.ben, 3: table.cleo, 4: table.ann}[seat]
    for offer in ("", "0" * 12):
        sent = {"move": "bet", "seat": seat, "to": "60", "offer": offer}
        refused(table, phone, sent, 409 if offer else 422, "" if offer else said)
    assert "Bet or raise" not in phone.text()


@pytest.mark.parametrize("move", ["check", "call", "fold", "bet"])
def test_out_of_turn(poker, move):
    poker.play(f"{DEALT} b10")
    fields = {"to": "20"} if move == "bet" else {}
    sent = {"move": move, "seat": 3, "offer": "", **fields}
    refused(poker, poker.cleo, sent, said="It is another player’s turn.")
    sent["offer"] = poker.offer("fold", 2).fingerprint
    refused(poker, poker.cleo, sent, 409)


@pytest.mark.parametrize("move", ["check", "call", "fold", "bet"])
def test_after_folding(poker, move):
    poker.play(f"{DEALT} b10 f")
    fields = {"to": "20"} if move == "bet" else {}
    sent = {"move": move, "seat": 2, "offer": "", **fields}
    refused(poker, poker.ben, sent, said="That player has folded and waits for the next hand.")


def test_a_check_where_there_is_something_to_call_and_a_call_where_there_is_nothing(poker):
    poker.play(DEALT)
    sent = {"move": "call", "seat": 1, "offer": ""}
    refused(poker, poker.ann, sent, said="There is nothing to call: check or bet.")
    poker.play("b10")
    sent = {"move": "check", "seat": 2, "offer": ""}
    refused(poker, poker.ben, sent, said="You cannot check: 10 to call.")


@pytest.mark.parametrize("card", ["Ahh", "1h", "ah", "10h", "Xx", "*", "?", "Ah Kd", "9" * 3000, "<b>", "🂡"])
def test_a_table_card_that_is_none(poker, card):
    poker.play("deal")
    sent = {"move": "board", "card": card, "offer": poker.offer("board").fingerprint}
    refused(poker, poker.ann, sent, said="Choose one of the 52 cards.")


def test_a_card_twice_and_a_sixth_card(poker):
    poker.play("deal 2c")
    for cards in ("As As 3c 4c 6d", "As Ad 3c 4c 6d 9h"):
        refused(poker, poker.ann, on_offer(poker, "hole", 1, cards=cards), said="Choose five different cards.")
    poker.play(". 3d . 7h . 8s . Jc .")
    sent = {"move": "board", "card": "Kd", "offer": ""}
    refused(poker, poker.ann, sent, said="The betting is over: now the hands are shown.")


@pytest.mark.parametrize(
    ("words", "sent", "said"),
    [
        ("", {"move": "check", "seat": 1}, "No hand is being played: deal first."),
        ("", {"move": "board", "card": "Ah"}, "No hand is being played: deal first."),
        ("", {"move": "show", "seat": 1, "cards": spaced(ANN)}, "No hand is being played: deal first."),
        ("deal", {"move": "check", "seat": 1}, "The next table card is to be turned first."),
        ("deal", {"move": "deal"}, "That is for between hands: play this one to its end first."),
        ("deal", {"move": "rebuy", "seat": 1, "chips": "50"}, "That is for between hands"),
        ("deal", {"move": "join", "name": "Zoe", "chips": "50"}, "That is for between hands"),
        ("deal", {"move": "leave", "seat": 1}, "That is for between hands"),
        ("deal", {"move": "finish"}, "That is for between hands"),
        (DEALT, {"move": "board", "card": "Ah"}, "The round of betting is to be ended first."),
        (DEALT, {"move": "show", "seat": 1, "cards": spaced(ANN)}, "The round of betting is to be ended first."),
        (SHOWDOWN, {"move": "bet", "seat": 1, "to": "5"}, "The betting is over: now the hands are shown."),
        (DEALT, {"move": "check", "seat": 7}, "That seat cannot be meant here"),
        ("", {"move": "rebuy", "seat": 1, "chips": "50"}, "Buying chips was not agreed for this game."),
    ],
)
def test_out_of_place(poker, words, sent, said):
    poker.play(words)
    refused(poker, poker.ann, {**sent, "offer": ""}, said=said)


def test_a_game_that_is_over(poker):
    poker.play("end")
    for htmx in (False, True):
        with poker.unchanged():
            sent = {"move": "deal", "offer": "", "key": secrets.token_urlsafe(16)}
            assert poker.ann.post("move", htmx=htmx, data=sent).status_code == (204 if htmx else 422)
    assert "The game is over." in read(poker.ann.post("move", data=sent))


@pytest.mark.parametrize(
    "fields",
    [
        {"seat": "two"},
        {"seat": ""},
        {"seat": "-2"},
        {"seat": "9" * 20},
        {"move": "nonsense"},
        {"move": ""},
        {"move": ["check", "check"]},
        {"key": ""},
        {"key": "short"},
        {"key": "with space in it"},
        {"key": "k" * 1000},
    ],
    ids=str,
)
def test_a_form_that_says_something_unknown(poker, fields):
    poker.play(DEALT)
    for htmx in (False, True):
        with poker.unchanged():
            answer = poker.ann.post("move", htmx=htmx, data={**poker.ann.fields("check", 1), **fields})
        assert answer.status_code == 422
        assert len(read(answer)) > 20


@pytest.mark.parametrize("offer", ["0" * 12, "x", "é", "<b>", "0" * 1000])
def test_an_old_page_is_told_how_it_stands_now(poker, offer):
    poker.play(DEALT)
    sent = {"move": "check", "seat": 1, "offer": offer}
    refused(poker, poker.ann, sent, 409, "The table has moved on meanwhile.")


def test_two_people_cannot_both_turn_a_card(poker):
    poker.play("deal")
    sent = poker.ben.fields("board", card="Ah")
    assert poker.ann.move("board", card="Kd").status_code == 302
    with poker.unchanged():
        assert poker.ben.post("move", data=sent).status_code == 409


def test_the_same_form_twice_is_one_entry_and_with_something_else_it_is_refused(poker):
    poker.play(DEALT)
    sent = poker.ann.fields("bet", 1, to="10")
    assert poker.ann.post("move", data=sent).status_code == 302
    with poker.unchanged():
        assert poker.ann.post("move", data=sent).status_code == 302
        answer = poker.ann.post("move", data={**sent, "to": "20"})
    assert answer.status_code == 422
    assert "already sent with something else in it" in read(answer)


def test_no_message_tells_who_holds_a_card(poker):
    """Whatever is refused to others while Ben has his five in secret names none of them but those sent."""
    poker.play(f"deal 2={BEN} 2c")
    tries = [
        {"move": "hole", "seat": 2, "cards": spaced(ANN)},
        {"move": "show", "seat": 2},
        {"move": "show", "seat": 2, "cards": spaced(ANN)},
        {"move": "board", "card": "Ks"},
        {"move": "hole", "seat": 3, "cards": "Ks Ks 2s 3s 4s"},
        {"move": "bet", "seat": 2, "to": "1"},
    ]
    for sent in tries:
        for phone in (poker.ann, poker.cleo):
            with poker.unchanged():
                answer = phone.post("move", data={**sent, "offer": "", "key": secrets.token_urlsafe(16)})
            said = read(answer).partition("Nothing was recorded.")[0]
            assert answer.status_code in (403, 409, 422)
            assert not any(card in said for card in ("K♠", "king of spades", "Ben has", "Ben holds"))
