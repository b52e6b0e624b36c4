"""The end of a hand on the phones: show, muck, declare; pot by pot who wins what and why."""

import pytest

from tests.cast import read
from tests.poker_cast import ANN, BEN, BEN_TOO, CLEO, DOV, SHOWDOWN, spaced

BOTH = pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
SIDE_POT = "deal 2c b19 c b50 c . 3d . 7h . 8s . Jc ."  # Ann is all-in for 20


@BOTH
def test_what_was_entered_before_is_shown_with_one_tap(poker, htmx):
    poker.play(f"{SHOWDOWN} 1={ANN}")
    answer = poker.ann.tap("Show my five", htmx=htmx)
    assert answer.status_code == (200 if htmx else 302)
    assert poker.state.table.shown_by(1) == tuple(ANN.split(","))
    assert "ace of spades" in poker.watcher.get(watch=1).content.decode()


@pytest.mark.parametrize("who", ["ann", "cleo", "watcher", "newcomer", "olga"])
@pytest.mark.parametrize("offer", ["now", ""])
def test_nobody_else_shows_what_is_secret(poker, who, offer):
    poker.play(f"{SHOWDOWN} 2={BEN}")
    phone = getattr(poker, who)
    for htmx in (False, True):
        with poker.unchanged():
            sent = poker.ben.fields("show", 2)
            answer = phone.post("move", htmx=htmx, data=sent if offer else {**sent, "offer": ""})
        assert answer.status_code == 403


@pytest.mark.parametrize("cards", ["", "   "])
def test_an_empty_picker_shows_nothing(poker, cards):
    poker.play(f"{SHOWDOWN} 1={ANN} 2={BEN}")
    for phone, seat in ((poker.ann, 1), (poker.ann, 2), (poker.ben, 2), (poker.ben, 4)):
        with poker.unchanged():
            answer = phone.move("show", seat, cards=cards)
        assert answer.status_code == 422
        assert "Choose five different cards." in read(answer)


def test_others_show_with_the_picker(poker):
    poker.play(SHOWDOWN)
    assert poker.ben.move("show", 4, cards=spaced(DOV)).status_code == 302  # Dov has no phone
    assert poker.ann.move("show", 2, cards=spaced(BEN)).status_code == 302  # the host
    with poker.unchanged():
        assert poker.ben.move("show", 3, cards=spaced(CLEO)).status_code == 403
    assert poker.ann.tap("Show these five", **{"1-cards": spaced(ANN)}).status_code == 302
    assert poker.cleo.tap("Show these five", **{"3-cards": spaced(CLEO)}).status_code == 302
    assert poker.state.phase == "deal"
    assert poker.chips == (99, 99, 103, 99)


def test_the_prompt_names_the_order(poker):
    poker.play(SHOWDOWN)
    assert "Show before my turn" in poker.ben.text()
    assert "You: show your five, or give up. After that: Ben, Cleo and Dov." in poker.ann.text()
    assert "Waiting for Ann to show." in poker.ben.text()


def test_giving_up(poker):
    poker.play(SHOWDOWN)
    assert poker.ben.tap("Give up: muck", query={"want": "show"}).status_code == 302
    assert "gave up" in poker.watcher.text(watch=1)
    for phone in (poker.cleo, poker.watcher):
        with poker.unchanged():
            assert phone.move("muck", 1).status_code == 403
    for phone, seat in ((poker.cleo, 3), (poker.ann, 4)):
        assert phone.move("muck", seat).status_code == 302
    # The last one in need not show.
    assert poker.state.phase == "deal"
    assert poker.chips == (103, 99, 99, 99)


def test_who_alone_can_win_a_pot_does_not_give_up(seat_poker):
    table = seat_poker(stack=[20, 100, 100, 100]).play(f"{SIDE_POT} 2m 3m")
    assert "Give up: muck" not in table.ann.text(**{"for": 4})
    for offer in ("0" * 12, ""):
        with table.unchanged():
            answer = table.ann.post("move", data={**table.ann.fields("muck", 4), "offer": offer})
            assert answer.status_code == (422 if not offer else 409)
    assert "Somebody has to win each pot: show the five." in read(answer)


def test_a_series_has_no_muck_unless_agreed(seat_poker):
    for muck in (False, True):
        table = seat_poker(preset="series", muck=muck, declare=muck).play(SHOWDOWN)
        assert ("Give up" in table.ben.text(want="show")) is muck
        with table.undone():
            assert table.ben.post("move", data={**table.ben.fields("muck", 2), "offer": ""}).status_code == (
                409 if muck else 422
            )


def ticked(table, *names, suits=()):
    return {**dict.fromkeys((f"0-high-{name}" for name in names), "1"), **dict(suits)}


@BOTH
def test_ticks_become_pots(poker, htmx):
    poker.play(SHOWDOWN)
    answer = poker.ann.tap("These win", query={"want": "declare"}, htmx=htmx, **ticked(poker, "1-2", "1-4"))
    assert answer.status_code == (200 if htmx else 302)
    assert poker.log[-1][4] == {"move": "declare", "pots": [{"high": [2, 4]}]}
    assert poker.chips == (99, 101, 99, 101)
    assert "Declared by the dealer: Ben 2 and Dov 2." in poker.watcher.text(watch=1)


def test_ticks_pot_by_pot_with_the_suit_half(seat_poker):
    table = seat_poker(stack=[20, 100, 100, 100], split="suit-high").play(SIDE_POT)
    page = table.ann.text(want="declare")
    assert "Main pot · 80" in page
    assert "Side pot · 93" in page
    assert "The suit half:" in page
    suits = {"0-suit-1": "1", "0-suit-2": ""}
    assert (
        table.ann.tap("These win", query={"want": "declare"}, **ticked(table, "1-1", "2-2", suits=suits)).status_code
        == 302
    )
    assert table.log[-1][4]["pots"] == [{"high": [1], "suit": [1]}, {"high": [2]}]
    assert table.chips == (80, 142, 49, 49)
    said = table.watcher.text(watch=1)
    assert "Declared for the suit: Ann 40." in said


BAD_TICKS = [
    ("nothing", {}, "Pot 1 can go to the seats 1, 3 and 4"),
    ("a folded player", {"0-high-1-2": "1"}, "Pot 1 can go to the seats 1, 3 and 4"),
    ("one in and one folded", {"0-high-1-1": "1", "0-high-1-2": "1"}, "Pot 1 can go to the seats 1, 3 and 4"),
    ("nobody there", {"0-high-1-9": "1"}, "Pot 1 can go to the seats 1, 3 and 4"),
    ("a pot too many", {"0-high-1-1": "1", "0-high-2-3": "1"}, "There is 1 pot"),
    ("a suit that is not played", {"0-high-1-1": "1", "0-suit-1": "3"}, "The suit wins nothing in this game"),
    ("odd figures", {"0-high-²-1": "1", "0-high-1-³": "1"}, ""),
    ("long figures", {"0-high-" + "9" * 40 + "-1": "1"}, ""),
    ("words", {"0-high-x-y": "1"}, ""),
    ("a separator", {"0-high-1-1": "1", "0-suit-1": "3;1/2"}, ""),
    ("spelled", {"0-pots": "x"}, ""),
    ("spelled with too many parts", {"0-pots": "1/2/3/4"}, ""),
]


@pytest.mark.parametrize(("sent", "said"), [case[1:] for case in BAD_TICKS], ids=[case[0] for case in BAD_TICKS])
def test_a_declaration_that_cannot_be(poker, sent, said):
    poker.play("deal 2c x f x x 3d . 7h . 8s . Jc .")
    for htmx in (False, True):
        with poker.unchanged():
            answer = poker.ann.tap("These win", query={"want": "declare"}, htmx=htmx, **sent)
        assert answer.status_code == 422
        assert said in read(answer)
        assert "Nothing was recorded." in read(answer)


def test_a_suit_of_one_who_folded(seat_poker):
    table = seat_poker(split="suit-high").play("deal 2c x f x x 3d . 7h . 8s . Jc .")
    with table.unchanged():
        sent = {"0-high-1-1": "1", "0-suit-1": "2"}
        answer = table.ann.tap("These win", query={"want": "declare"}, **sent)
    assert answer.status_code == 422
    assert "Pot 1 can go to the seats 1, 3 and 4" in read(answer)


def test_once_somebody_has_shown_the_cards_decide(poker):
    poker.play(f"{SHOWDOWN} 1!{ANN}")
    assert "Declare the winners" not in poker.ben.text()
    with poker.unchanged():
        answer = poker.ann.post("move", data={**poker.ann.fields("declare", **{"high-1-1": "1"}), "offer": ""})
    assert answer.status_code == 422
    assert "Somebody has shown already, so the cards decide." in read(answer)


@pytest.mark.clause("P7.4")
def test_with_a_card_not_entered_the_hand_can_only_be_declared(seat_poker):
    for preset in ("series", "classic"):
        terms = {"muck": False} if preset == "classic" else {}
        table = seat_poker(preset=preset, declare=False, **terms).play("deal ? . 3d . 7h . 8s . Jc .")
        assert "Lay the hands open; Dov, the dealer, declares who wins." in table.ben.text()
        assert "Show these five" not in table.ann.text(want="show")
        with table.unchanged():
            sent = {**table.ann.fields("show", 1, cards=spaced(ANN)), "offer": ""}
            answer = table.ann.post("move", data=sent)
        assert answer.status_code == 422
        assert "A table card was not entered, so the dealer declares who wins." in read(answer)
        assert table.ann.tap("These win", **ticked(table, "1-3")).status_code == 302
        assert table.chips == (99, 99, 103, 99)


def test_a_card_that_was_not_entered_may_be_entered_later_by_correcting(poker):
    poker.play("deal ? . 3d . 7h . 8s . Jc .")
    assert poker.correct(poker.entry("board", nth=0), move="board", card="2c").status_code == 302
    assert poker.ann.move("show", 1, cards=spaced(ANN)).status_code == 302


def test_pot_by_pot_who_wins_what_with_which_five_and_why(seat_poker):
    table = seat_poker(stack=[20, 100, 100, 100]).play(f"{SIDE_POT} 2!{BEN} 3!{CLEO} 4!{DOV} 1!{ANN}")
    page = table.watcher.text(watch=1)
    assert "Main pot 80" in page
    assert "Side pot 93" in page
    assert "Cleo wins 80 with the best hand: jack-high flush." in page
    assert "Cleo wins 93 with the best hand: jack-high flush." in page
    assert "Ann" in page.partition("Side pot 93")[2].partition("Cleo wins 93")[2]  # why she is not in it
    assert sum(table.chips) == 320
    assert table.watcher.get(watch=1).content.decode().count('class="stand"') == 10


def test_wild_cards_are_drawn_with_what_they_stand_for(seat_poker):
    table = seat_poker(wild="last-card").play(f"{SHOWDOWN} 1!{ANN} 2!{BEN} 3!{CLEO} 4!{DOV}")
    page = table.watcher.get(watch=1).content.decode()
    assert 'class="card c wild"' in page
    assert "Jacks are wild: the last card is the jack of clubs." in table.watcher.text(watch=1)


def test_both_halves_of_a_split_are_told(seat_poker):
    table = seat_poker(split="suit-high", ante=3).play(f"{SHOWDOWN} 1!{ANN} 2!{BEN} 3!{CLEO} 4!{DOV}")
    page = table.watcher.text(watch=1)
    assert "J♣︎ asks for the highest club: Cleo has the nine and wins 6." in page
    assert sum(table.chips) == 400


@pytest.mark.parametrize(
    "cards",
    [
        "As As 3c 4c 6d",
        "As Ad 3c 4c",
        "As Ad 3c 4c 6d 9h",
        "As Ad 3c 4c 1d",
        "as ad 3c 4c 6d",
        "AsAd3c4c6d",
        "x",
        "<b>",
        "9" * 3000,
        "As Ad 3c 4c 2c",
    ],
)
@pytest.mark.parametrize("move", ["show", "hole"])
def test_five_that_cannot_be(poker, move, cards):
    poker.play(SHOWDOWN)
    for htmx in (False, True):
        with poker.unchanged():
            answer = poker.ann.move(move, 1, htmx=htmx, cards=cards)
        assert answer.status_code == 422
        said = "The two of clubs lies open already" if cards.endswith("2c") else "Choose five different cards."
        assert said in read(answer)


def test_a_card_that_somebody_has_shown_cannot_come_again(poker):
    poker.play(f"{SHOWDOWN} 2={ANN} 1!{ANN}")
    with poker.unchanged():
        answer = poker.cleo.move("show", 3, cards=spaced(ANN))
    assert answer.status_code == 422
    assert "lies open already: choose another." in read(answer)
    with poker.unchanged():  # those in secret clash, and only their own phone is told so
        answer = poker.ben.move("show", 2)
    assert answer.status_code == 422
    assert "One of these cards already lies open: pick the five anew." in read(answer)
    assert poker.ben.move("hole", 2, cards=spaced(BEN_TOO.replace("2s", "Ts"))).status_code == 302
    assert poker.ben.move("show", 2).status_code == 302


def test_showing_twice_or_after_giving_up(poker):
    poker.play(f"{SHOWDOWN} 1!{ANN} 2m")
    for phone, seat in ((poker.ann, 1), (poker.ben, 2)):
        with poker.unchanged():
            sent = {**phone.fields("show", seat, cards=spaced(CLEO)), "offer": ""}
            answer = phone.post("move", data=sent)
        assert answer.status_code == 422
        assert "That player has shown or given up already." in read(answer)


def test_showing_without_cards_and_without_any_entered(poker):
    poker.play(SHOWDOWN)
    with poker.unchanged():
        answer = poker.ben.move("show", 2)
    assert answer.status_code == 422
    assert "No five were entered before: choose them now." in read(answer)


def test_what_was_shown_is_not_taken_back_by_a_player(poker):
    """It lies open to all: only the host goes back behind it. [P7.2]"""
    poker.play(SHOWDOWN)
    assert poker.ben.move("show", 2, cards=spaced(BEN)).status_code == 302
    head = poker.session.head
    with poker.unchanged():
        assert poker.ben.post("log/back", to=head - 1, head=head).status_code == 403
    assert poker.ann.post("log/back", to=head - 1, head=head).status_code == 302
