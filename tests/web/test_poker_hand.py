"""A hand on the phones: the deal, the row, the bets; who may enter what, and which amounts are ready-made."""

import re

import pytest

from tests.cast import forms_of, read
from tests.poker_cast import DEALT

BOTH = pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
OUTSIDERS = ("watcher", "newcomer", "olga")


def raising(phone):
    """The button that sends an amount: it says the least there may be, until one is dialled."""
    return next(label for form in phone.forms() for label in form.buttons if label.startswith("Bet or raise, to"))


@BOTH
@pytest.mark.parametrize(
    ("words", "who", "move", "seat", "fields"),
    [
        ("", "ann", "deal", None, {}),
        ("deal", "ben", "board", None, {"card": "Ah"}),
        ("deal", "cleo", "board", None, {}),
        ("deal 2c", "ann", "check", 1, {}),
        ("deal 2c", "ann", "bet", 1, {"to": "10"}),
        ("deal 2c b10", "ben", "call", 2, {}),
        ("deal 2c b10", "ben", "fold", 2, {}),
        ("deal 2c b10", "ben", "bet", 2, {"to": "20"}),
        ("deal 2c x", "ann", "check", 2, {}),  # the host may for everyone
        ("deal 2c x x x", "ben", "check", 4, {}),  # Dov has no phone: anybody may
        ("deal ~", "ann", "show", 1, {"cards": "As Ad 3c 4c 6d"}),
        ("deal ~", "ben", "show", 4, {"cards": "As Ad 3c 4c 6d"}),
        ("deal ~", "ben", "muck", 2, {}),
        ("deal ~", "cleo", "declare", None, {"high-1-1": "1"}),
        ("", "ben", "leave", 2, {}),
        ("", "ann", "finish", None, {}),
        ("", "ann", "join", None, {"name": "Zoe", "chips": "50"}),
    ],
)
def test_each_kind_of_move_is_entered(poker, words, who, move, seat, fields, htmx):
    poker.play(words)
    before = len(poker.log)
    answer = getattr(poker, who).move(move, seat, htmx=htmx, **fields)
    assert answer.status_code == ((204 if move == "finish" else 200) if htmx else 302)
    assert len(poker.log) == before + 1
    assert poker.log[-1][4]["move"] == move
    assert poker.log[-1][4].get("seat") == seat


def entered_by(table, who, move, seat=None, **fields):
    """The status of this move from this phone, which is taken back at once."""
    with table.undone():
        return getattr(table, who).move(move, seat, **fields).status_code


@pytest.mark.clause("P1.4")
def test_the_dealers_phone_deals_and_turns_or_else_the_host(seat_poker):
    table = seat_poker(first_dealer=2)
    for words, move, fields in (
        ("", "deal", {}),
        ("deal", "board", {"card": "Ah"}),
        ("~", "declare", {"high-1-1": "1"}),
    ):
        table.play(words)
        assert entered_by(table, "ben", move, **fields) == 302
        assert entered_by(table, "ann", move, **fields) == 302
        for who in ("cleo", *OUTSIDERS):
            with table.unchanged():
                assert getattr(table, who).move(move, **fields).status_code == 403


def test_a_dealer_without_a_phone_is_served_by_any_seated_phone(poker):
    for words, move, fields in (
        ("", "deal", {}),
        ("deal", "board", {"card": "Ah"}),
        ("~", "declare", {"high-1-1": "1"}),
    ):
        poker.play(words)
        for who in ("ann", "ben", "cleo"):
            assert entered_by(poker, who, move, **fields) == 302
        for who in OUTSIDERS:
            with poker.unchanged():
                assert getattr(poker, who).move(move, **fields).status_code == 403


def test_the_guide_and_the_button_are_on_the_dealers_phone(seat_poker):
    table = seat_poker(first_dealer=2)
    assert "You deal first, as drawn or agreed. Shuffle, cut on the right" in table.ben.text()
    assert table.ben.tap("Dealt: hand 1, antes in").status_code == 302
    assert "Dealt:" not in table.cleo.text()
    assert "Turn the first card." in table.ben.text()
    assert "Ben turns the first card." in table.cleo.text()
    assert table.ben.tap("Turn this card", **{"0-card": "Ah"}).status_code == 302
    assert table.state.table.board == ("Ah",)
    assert table.chips == (99,) * 4


def test_the_deal_passes_left_by_itself(poker):
    dealers = []
    for _ in range(4):
        poker.play("deal 2c 1:f" if not dealers else "deal 2c")
        while poker.state.phase == "bet":
            poker.play("f")
        dealers.append(poker.state.table.dealer)
    assert dealers == [4, 1, 2, 3]


def test_a_card_turned_but_not_entered(poker):
    poker.play("deal")
    assert poker.ann.tap("Turned, not entered").status_code == 302
    assert poker.state.table.board == (None,)
    assert "turned, not entered" in poker.ben.get().content.decode()
    assert "A card is turned, but not entered." in poker.ben.text("log")


@pytest.mark.parametrize("empty", ["", "  "])
def test_an_empty_field_is_no_card_that_was_not_entered(poker, empty):
    poker.play("deal")
    with poker.unchanged():
        answer = poker.ann.tap("Turn this card", **{"0-card": empty})
    assert answer.status_code == 422


@BOTH
def test_a_card_that_lies_open_cannot_come_again(poker, htmx):
    poker.play("deal Ah .")
    with poker.unchanged():
        answer = poker.ann.move("board", htmx=htmx, card="Ah")
    assert answer.status_code == 422
    assert "The ace of hearts lies open already: choose another." in read(answer)
    assert 'data-key="Ah" aria-label="ace of hearts" disabled' in poker.ann.get().content.decode()


def test_the_one_on_turn_is_asked_and_nobody_else(poker):
    poker.play(DEALT)
    assert "Your turn: check or bet." in poker.ann.text()
    assert "Waiting for Ann: check or bet." in poker.ben.text()
    assert "Check" not in {label for form in poker.ben.forms() for label in form.buttons}
    assert poker.ann.tap("Check").status_code == 302
    assert poker.ben.tap("Check").status_code == 302


def test_folding_is_behind_more_where_a_check_is_free(poker):
    poker.play(DEALT)
    page = poker.ann.get().content.decode()
    assert page.index("More …") < page.index("<b>Fold</b>")
    poker.play("b10")
    page = poker.ben.get().content.decode()
    assert "More …" not in page
    assert poker.ben.tap("Fold").status_code == 302


def test_the_call_says_how_much(poker):
    poker.play(f"{DEALT} b10")
    assert "Your turn: 10 to call." in poker.ben.text()
    assert poker.ben.tap("Call 10").status_code == 302
    assert poker.chips == (89, 89, 99, 99)


def test_everybody_sees_chips_bets_and_pots(poker):
    poker.play(f"{DEALT} b10 c")
    for phone in (poker.cleo, poker.watcher):
        page = phone.text(watch=1)
        assert "Ann 10 89" in page
        assert "Dov no phone 99" in page
        assert "The pot 4" in page
        assert "In front, not in a pot yet 20" in page


def test_pots_say_who_can_win_them(seat_poker):
    table = seat_poker(stack=[20, 100, 100, 100]).play("deal 2c b19 c b50 c . 3d")
    page = table.watcher.text(watch=1)
    assert "Main pot · Ann, Ben, Cleo, Dov 80" in page
    assert "Side pot · Ben, Cleo, Dov" in page


STRUCTURES = {
    "no-limit": {},
    "pot-limit": {"betting": "pot-limit"},
    "fixed-limit": {"betting": "fixed-limit"},
    "spread-limit": {"betting": "spread-limit"},
}


@pytest.mark.parametrize(
    ("structure", "words", "amounts"),
    [
        ("no-limit", "", {2: "smallest", 4: "pot"}),
        ("no-limit", "b10", {20: "smallest", 22: "half pot", 34: "pot"}),
        ("pot-limit", "", {2: "smallest", 4: "pot"}),
        ("pot-limit", "b4", {8: "smallest", 10: "half pot", 16: "pot"}),
        ("spread-limit", "", {2: "smallest", 4: "pot", 10: "most"}),
        ("spread-limit", "b3", {6: "smallest", 8: "half pot", 13: "pot"}),
    ],
)
def test_the_amounts_that_are_ready_are_legal(seat_poker, structure, words, amounts):
    table = seat_poker(**STRUCTURES[structure]).play(f"{DEALT} {words}")
    seat = table.state.betting.turn
    phone = table.ben if words else table.ann
    page = phone.get().content.decode()
    ready = re.findall(r'data-set="(\d+)"><b>[\d,]+</b><small>([^<]*)</small>', page)
    assert {int(amount): label for amount, label in ready} == amounts
    for amount in amounts:
        with table.undone():
            answer = phone.tap(raising(phone), **{f"{seat}-to": str(amount)})
            assert (amount, answer.status_code) == (amount, 302)
            assert table.state.betting.bet == amount


@pytest.mark.parametrize(("words", "label"), [("", "Bet 2"), ("b2", "Raise to 4"), ("b2 b4 b6", "Raise to 8")])
def test_a_fixed_amount_is_one_button(seat_poker, words, label):
    table = seat_poker(betting="fixed-limit").play(f"{DEALT} {words}")
    phone = {1: table.ann, 2: table.ben, 4: table.ann}[table.state.betting.turn]
    query = {"for": 4} if table.state.betting.turn == 4 else {}
    assert phone.tap(label, query=query).status_code == 302
    assert table.state.betting.bet == int(label.split()[-1])


@pytest.mark.parametrize("structure", STRUCTURES)
def test_whatever_is_ready_made_can_be_sent_through_a_whole_hand(seat_poker, structure):
    """Everybody always takes the largest ready amount, or calls: nothing that is offered is refused."""
    table = seat_poker(stack=[60, 100, 35, 100], **STRUCTURES[structure]).play("deal")
    phones = {1: table.ann, 2: table.ben, 3: table.cleo, 4: table.ann}
    for _ in range(40):
        if table.state.phase not in ("board", "bet"):
            break
        if table.state.phase == "board":
            table.play(next(card for card in ("2c", "3d", "7h", "8s", "Jc") if card not in table.state.table.board))
            continue
        phone = phones[table.state.betting.turn]
        before = len(table.log)
        forms, page = phone.forms(), phone.get().content.decode()
        labels = {label: form for form in forms for label in form.buttons}
        ready = re.findall(r'data-set="(\d+)"', page)
        known = ("All-in", "Raise to", "Bet 2", "Bet 4", "Check", "Call")
        label = next(label for start in known for label in labels if label.startswith(start))
        if ready and not label.startswith("All-in"):
            label = raising(phone)
        filled = {f"{table.state.betting.turn}-to": ready[-1]} if label.startswith("Bet or") else {}
        answer = phone.send(labels[label], **filled)
        if answer.status_code == 200:  # asked once more
            confirm = next(f for f in forms_of(answer) if f.fields.get("confirm"))
            answer = phone.send(confirm)
        assert answer.status_code == 302, read(answer)
        assert len(table.log) == before + 1
    assert table.state.phase == "showdown"
    assert sum(table.chips) + sum(player.in_hand for player in table.state.players) == 295


def test_the_smallest_bet_stands_in_the_field_and_large_numbers_can_be_sent(seat_poker):
    table = seat_poker(stack=1_000_000_000, ante=5000, min_bet=2000).play("deal 2c")
    assert table.ann.tap("Bet or raise, to 2,000 at least").status_code == 302
    assert table.state.betting.bet == 2000
    assert "2,000 to call" in table.ben.text()
    form = next(form for form in table.ben.forms() if "All-in: 999,995,000" in form.buttons)
    assert form.fields["2-to"] == "999995000"
    assert table.ben.send(form, confirm="1").status_code == 302
    assert table.state.betting.bet == 999_995_000


@BOTH
def test_all_in_is_asked_twice(poker, htmx):
    poker.play(DEALT)
    with poker.unchanged():
        answer = poker.ann.move("bet", 1, htmx=htmx, to="99")
    assert answer.status_code == 200
    assert "That is the whole stack." in read(answer)
    form = next(form for form in forms_of(answer) if "All-in: 99" in form.buttons)
    assert poker.ann.send(form).status_code == 302
    assert poker.state.betting.bet == 99
    with poker.unchanged():
        answer = poker.ben.tap("Call all-in: 99", htmx=htmx)
    form = next(form for form in forms_of(answer) if "Call all-in" in form.buttons)
    assert poker.ben.send(form).status_code == 302
    assert poker.state.player(2).chips == 0


def test_a_bet_of_less_is_asked_once(poker):
    poker.play(DEALT)
    assert poker.ann.move("bet", 1, to="98").status_code == 302


ONE_PHONE = {"phones": {"Ann": (1,)}}


@pytest.mark.parametrize(
    ("phones", "words", "label", "seats"),
    [
        ({"Ann": (1,)}, "deal 2c", "All check Ann, Ben, Cleo and Dov", [1, 2, 3, 4]),
        ({"Ann": (1,)}, "deal 2c b10", "All call Ben, Cleo and Dov", [2, 3, 4]),
        ({"Ann": (1,)}, "deal 2c x", "All check Ben, Cleo and Dov", [2, 3, 4]),
        ({"Ann": (1,), "Cleo": (3,)}, "deal 2c", "All check Ann and Ben", [1, 2]),
        ({"Ben": (2,)}, "deal 2c x x", "All check Cleo and Dov", [3, 4]),
    ],
)
def test_what_seats_without_a_phone_answer_alike_is_one_tap_and_one_entry_group(
    seat_poker, phones, words, label, seats
):
    table = seat_poker(phones=phones, host=next(iter(phones))).play(words)
    before = len(table.log)
    assert next(iter(table.phones.values())).tap(label).status_code == 302
    new = table.log[before:]
    assert [row[4]["seat"] for row in new] == seats
    assert {row[1] for row in new} == {before + 1}  # undone as one
    if table.state.phase == "bet":
        assert table.state.betting.turn not in seats


def test_one_tap_for_all_is_undone_as_one(seat_poker):
    table = seat_poker(**ONE_PHONE).play("deal 2c")
    table.ann.tap("All check Ann, Ben, Cleo and Dov")
    assert table.state.phase == "board"
    assert table.ann.tap("Undo this last tap", "log").status_code == 302
    assert table.state.betting.turn == 1


def test_all_or_nothing(seat_poker):
    """A form for several of whom one may not: none is recorded."""
    table = seat_poker(**ONE_PHONE).play("deal 2c")
    form = next(form for form in table.ann.forms() if any(label.startswith("All check") for label in form.buttons))
    with table.unchanged():
        assert table.ann.send(form, **{"3-move": "bet", "3-to": "5"}).status_code in (409, 422)
        assert table.ann.send(form, **{"4-seat": "2"}).status_code in (409, 422)


def test_a_tap_of_two_phones_at_once_counts_once(poker):
    """The host and Ben both answer for Ben: the second is told how it stands now."""
    poker.play(f"{DEALT} x")
    sent = poker.ann.fields("check", 2)
    assert poker.ben.move("check", 2).status_code == 302
    with poker.unchanged():
        assert poker.ann.post("move", data=sent).status_code == 409


def test_the_last_one_in_takes_the_pot_and_shows_nothing(poker):
    poker.play(f"{DEALT} b10 f f f")
    assert "Nobody else stayed in: Ann takes 4 and shows nothing." in poker.watcher.text(watch=1)
    assert "Ann pulls 10 back" in poker.ben.text("log")
    assert poker.chips == (103, 99, 99, 99)


def test_the_button_is_shown(poker):
    poker.play(DEALT)
    page = poker.watcher.get(watch=1).content.decode()
    assert page.count('aria-label="dealer"') == 1
    assert page.index('aria-label="dealer"') < page.index("<b>Dov</b>")
