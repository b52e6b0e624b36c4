"""The full record and stepping through it: all that everybody saw, nothing that nobody saw."""

import json
import re

import pytest
from django.conf import settings
from django.test import Client

from games import record, recorded, sitting
from games.models import Session
from tests.cast import Phone, alike, read
from tests.poker_cast import ANN, BEN, BEN_TOO, CLEO, DOV, SHOWDOWN

ROUND = "30/15/20 ABAC 66643 12345 66532 66531 ."
BOUGHT = "30/15/20 ABAC 66643 12345 66532 66531 2- 3+ 4- 1+ 55543 55321 ."  # Ann and Cleo buy an extra roll
ALL = {"Ann": (1,), "Ben": (2,), "Cleo": (3,), "Dov": (4,)}
HAND = f"{SHOWDOWN} 1!{ANN} 2!{BEN} 3!{CLEO} 4!{DOV}"


def part(phone, number):
    """What a person reads of one round."""
    html = phone.get("record").content.decode()
    found = re.search(rf'<section[^>]* id="part-{number}">(.*?)</section>', html, re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split())


def steps(phone):
    """The pages of all moments, from before the first move to the last."""
    return [phone.get(f"record/{place}") for place in range(len(phone.table.now.line.steps) + 1)]


def whole(phone):
    """All that the record, its moments and the list of moves say, as one text."""
    pages = [phone.get("record"), *steps(phone), phone.get("moves.csv")]
    assert {page.status_code for page in pages} == {200}
    return "\n".join(page.content.decode() for page in pages)


def test_a_round_tells_who_picked_rolled_cleared_and_has_what(table):
    table.play(f"{ROUND} end")
    said = part(table.watcher, 1)
    assert "Atlantic 30,000" in said
    assert "Ballroom 15,000" in said
    assert "Ann Atlantic ✓ Three sixes 30,000 3" in said
    assert "Ben Ballroom ✓ Large straight 1–5 15,000 3" in said
    assert "Cleo Atlantic Pair of sixes 0 3" in said
    assert "Ann clears Atlantic: +30,000." in said
    assert "Caesar’s is not cleared: its cards stay." in said


def test_a_round_tells_extra_rolls_in_their_order_after_the_third_attempt(table):
    table.play(f"{BOUGHT} end")
    rows = record.parts(table.now)[0].tale.rows
    assert rows[0].throws == ((3, 4, 6, 6, 6), (3, 4, 5, 5, 5))
    assert rows[1].throws == ((1, 2, 3, 4, 5),)
    assert "Ann Atlantic ✓ Three fives · 1 extra roll 30,000 2" in part(table.watcher, 1)


def test_dice_that_were_entered_again_count_once(table):
    table.play("30/15/20 ABAC 1:11111 1:66643 2:12345 3:66532 4:66531 . end")
    assert record.parts(table.now)[0].tale.rows[0].throws == ((3, 4, 6, 6, 6),)


def test_a_round_tells_its_duels(table):
    table.play("30/15/20 ABAC 66643 12345 66532 66531 . d/25/c ACAB 11143 66532 66521 65543 . 1>2 66511 66522 . end")
    said = part(table.watcher, 2)
    assert "Ann clears Atlantic: a Duel card." in said
    assert "Duel Ann Two pairs, sixes and ones Ben Two pairs, sixes and twos" in said
    assert "Ann loses the duel against Ben, and nothing else." in said


def test_who_leaves_and_the_end_stand_after_the_round_before_them(table):
    table.play(f"{ROUND} 4x end")
    assert part(table.watcher, 1).endswith("Dov leaves the game. The host ends the game. The game is over.")
    assert 'id="part-2"' not in table.watcher.get("record").content.decode()


def test_a_hand_tells_cards_actions_pots_hands_and_chips(poker):
    poker.play(f"deal 2c b10 c c f 3d . 7h . 8s . Jc . 1!{ANN} 2!{BEN} 3!{CLEO} end")
    said = part(poker.watcher, 1)
    assert "Dov deals. An ante of 1 each from Ann, Ben, Cleo and Dov." in said
    assert re.search(r"2♣\S* first card Ann bets 10 Ben calls 10 Cleo calls 10 Dov folds 34", said)
    assert "The pot: 34" in said
    assert "Cleo wins 34 with the best hand: jack-high flush." in said
    assert re.search(r"Ann A♠\S* A♦\S* 3♣\S* 4♣\S* 6♦\S* Two pairs, aces and threes −11 89", said)
    assert "Dov −1 99" in said
    assert said.endswith("The host ends the game. The game is over.")


def test_a_hand_tells_what_was_pulled_back_and_odd_chips(seat_poker):
    table = seat_poker(stack=[100, 100, 50, 100]).play("deal 2c b99 f f f end")
    assert "Ann pulls 99 back: nobody matched it." in part(table.watcher, 1)
    shared = seat_poker(names=("Ann", "Ben", "Cleo"), phones={"Ann": (1,)}, cast=False)
    shared.gather()
    shared.play("deal 2c b2 c c 3d x x f 7h . 8s . Jc . 1!Ah,Kd,Qs,9h,6c 2!Ad,Kh,Qd,9d,6s end")
    assert "The odd chip goes to Ann" in part(shared.watcher, 1)


def test_a_declared_hand_says_so_and_has_no_hands(poker):
    poker.play(f"{SHOWDOWN} pots:1 end")
    said = part(poker.watcher, 1)
    assert "The winners were declared: no hands are kept." in said
    assert "Declared by the dealer" in said


def test_who_joins_and_buys_before_the_first_hand_has_a_place(seat_poker):
    table = seat_poker(rebuys=True, phones=ALL).play("join:Zoe+50 2+30 deal 2c f f f f end")
    assert "Zoe joins with 50." in part(table.watcher, 0)
    assert "Ben −1 129" in part(table.watcher, 1)


def test_a_finished_session_has_its_chart_terms_and_log(table):
    table.play(f"{ROUND} end")
    page = table.watcher.get("record")
    assert b'<figure class="panel chart">' in page.content
    assert "Twelve rounds" in read(page)
    assert f"/s/{table.code}/log" in page.content.decode()


@pytest.mark.parametrize("path", ["record", "record/0", "record/1", "moves.csv"])
def test_whoever_may_see_the_session_may_read_and_nobody_else(table, path):
    table.play(f"{ROUND} end")
    for phone in (table.ann, table.ben, table.watcher, table.newcomer):
        assert phone.get(path).status_code == 200
    for phone in (table.stranger, table.olga):
        assert phone.get(path).status_code == 404


def test_a_running_session_tells_what_is_open_so_far_and_says_so(table):
    table.play("30/15/20 ABAC 66643")
    assert "The game is still on." in table.watcher.text("record")
    assert "Three sixes" in part(table.watcher, 1)
    assert table.stranger.get("record").status_code == 302


def test_before_the_start_there_is_nothing_to_read(lobby):
    for path in ("record", "moves.csv"):
        page = lobby.ann.get(path)
        assert page.status_code == 409
        assert "Nothing has been played yet." in read(page)
    assert lobby.ann.get("record/0").status_code == 404


@pytest.mark.parametrize("move", ["post", "put", "delete"])
def test_nothing_is_entered_here(table, move):
    with table.unchanged():
        for path in ("record", "record/0", "moves.csv", "results.csv", "podium.svg", "podium.png"):
            assert getattr(table.ann.client, move)(table.ann.url(path)).status_code == 405


# Secrets


@pytest.mark.parametrize("who", ["ann", "ben", "watcher"])
def test_two_picks_that_are_not_open_yet_cannot_be_told_apart(table, who):
    table.play("30/15/20")
    phone, seen = getattr(table, who), []
    for pick in ("2A", "2C"):
        with table.undone():
            table.play(f"1B {pick}")
            seen.append([read(page) for page in (phone.get("record"), phone.get("record/2"))])
            assert not re.search(r"picks (Atlantic|Ballroom|Caesar)", whole(phone))
    assert seen[0] == seen[1]


def test_a_pick_that_was_changed_before_all_were_shown_stays_unseen_for_good(table):
    table.play("30/15/20 2C 2B 1A 3A 4C 66643 12345 66532 66531 . end")
    said = whole(table.watcher)
    assert "Ben picks Ballroom." in said  # in the list of moves, where it had been laid open since
    assert "Ben picks Caesar’s." not in said
    assert record.unseen(table.now.line) == {2}


def test_a_moment_does_not_know_what_was_shown_later(table):
    table.play(ROUND)
    assert "Ann has picked." in table.watcher.text("record/2")
    assert "picks" not in table.watcher.text("record/2")
    assert "Dov picks Caesar’s." in table.watcher.text("record/5")


@pytest.mark.parametrize("end", ["1!{ANN} 2m 3!{CLEO} 4!{DOV}", "pots:1"])
@pytest.mark.parametrize("then", ["", " deal 2c", " end"])
def test_cards_that_were_never_shown_are_nowhere(poker, end, then):
    poker.play(f"deal 2=%s {SHOWDOWN.removeprefix('deal ')} " % BEN + end.format(ANN=ANN, CLEO=CLEO, DOV=DOV) + then)
    for phone in (poker.ann, poker.ben, poker.watcher):
        said = whole(phone)
        assert "Ben has entered five cards." in said
        assert not any(card in said for card in ("K♠", "K♦", "5♥", "king of spades", "king of diamonds"))


def test_two_hands_that_were_never_shown_cannot_be_told_apart(poker):
    poker.play("deal")
    seen = []
    for five in (BEN, BEN_TOO):
        with poker.undone():
            poker.play(f"2={five} ~ 1!{ANN} 2m 3!{CLEO} 4!{DOV} end")
            seen.append([read(page) for page in [poker.watcher.get("record"), *steps(poker.watcher)]])
    untimed = [[re.sub(r"\d\d:\d\d UTC", "", text) for text in pages] for pages in seen]
    assert untimed[0] == untimed[1]


def test_cards_that_were_shown_are_unseen_in_the_moments_before(poker):
    poker.play(f"deal 2={BEN} ~ 1!{ANN} 2! 3!{CLEO} 4!{DOV} end")
    names = [page.content.decode() for page in steps(poker.watcher)]
    moves = [(step.move.name, getattr(step.move, "seat", None)) for step in poker.now.line.steps]
    shown = 1 + moves.index(("show", 2))
    assert "king of diamonds" in names[shown]
    assert not any("king of diamonds" in page for page in names[:shown])


def test_what_was_taken_back_is_not_in_it(table):
    table.play(f"{ROUND} 20/15/25")
    table.ann.post("log/back", data={"to": table.session.head - 1, "head": table.session.head})
    assert len(record.parts(table.now)) == 1
    assert "25,000" not in whole(table.watcher)


def test_what_was_corrected_reads_as_it_stands(table):
    table.play(f"{ROUND} end")
    number = next(step.number for step in table.now.line.steps if step.move.name == "roll" and step.move.seat == 1)
    table.ann.post(f"log/{number}/correct", move="roll", seat=1, dice="55543", keep=1, head=table.session.head)
    said = part(table.watcher, 1)
    assert "Three fives" in said
    assert "Three sixes" not in said


# Step by step


def boards(table, words):
    """The board as everybody saw it after each of these words, with the place of the last move then."""
    for word in words.split():
        table.play(word)
        html = table.watcher.get("", watch=1).content.decode()
        yield len(table.now.line.steps), re.search(r'<section id="board".*?</section>\s*</section>', html, re.S)[0]


def test_a_moment_shows_the_board_as_everybody_saw_it_then(lay):
    table = lay(phones=ALL)
    words = ROUND.removesuffix(" .")
    for place, live in list(boards(table, f"{words} 2- 3+ 4- 1-")):
        then = table.watcher.get(f"record/{place}").content.decode()
        assert re.sub(r'data-print="\w*"', 'data-print=""', live) in then


def test_a_moment_shows_the_poker_table_as_everybody_saw_it_then(seat_poker):
    table = seat_poker(phones=ALL)
    for place, live in list(boards(table, f"deal 2c b10 c c f 3d . 7h . 8s . Jc . 1!{ANN} 2!{BEN} 3!{CLEO}")):
        then = table.watcher.get(f"record/{place}").content.decode()
        assert re.sub(r'data-print="\w*"', 'data-print=""', live) in then


def test_moments_lead_to_the_ones_around_them(table):
    table.play(f"{ROUND} {ROUND} end")
    last = len(table.now.line.steps)
    second = record.parts(table.now)[1].begins

    def links(place):
        html = table.watcher.get(f"record/{place}").content.decode()
        return [int(to) for to in re.findall(rf'<a class="button[^>]* href="/s/{table.code}/record/(\d+)"', html)]

    assert links(0) == [1, 1, last]
    assert links(3) == [2, 4, 0, second, last]
    assert links(second) == [second - 1, second + 1, 0, last]
    assert links(last) == [last - 1, 0]


def test_arrow_keys_find_their_links(table):
    table.play(ROUND)
    html = table.watcher.get("record/3").content.decode()
    assert f'rel="prev" data-key="ArrowLeft" href="/s/{table.code}/record/2"' in html
    assert f'rel="next" data-key="ArrowRight" href="/s/{table.code}/record/4"' in html


@pytest.mark.parametrize("place", ["99", "9" * 30, "-1", "x"])
def test_a_place_that_is_not_there_is_not_found(table, place):
    table.play("30/15/20")
    assert table.watcher.get(f"record/{place}").status_code == 404
    assert table.watcher.get("record/1").status_code == 200
    assert table.watcher.get("record/2").status_code == 404


@pytest.mark.parametrize("name", ["dice-duels", "dice-e3-extra-roll", "mixed-10-poker", "poker-wild-and-suit-low"])
def test_no_moment_of_a_recorded_session_has_anything_to_enter(db, name):
    file = json.loads((settings.BASE_DIR / "seeds" / "sessions" / f"{name}.json").read_text())
    session = recorded.bring({"title": name, **file})
    client = Client()
    client.get(f"/j/{session.link}")
    now = sitting.load(Session.objects.get(pk=session.pk))
    for place in range(len(now.line.steps) + 1):
        page = client.get(f"/s/{session.code}/record/{place}")
        assert page.status_code == 200
        assert not re.search(r"<(form|input|select|textarea|button)\b", page.content.decode())
    assert client.get(f"/s/{session.code}/record").status_code == 200


def test_the_same_record_is_read_by_all(table):
    table.play(f"{ROUND} end")
    assert (
        alike(table.ann.get("record")) == alike(table.watcher.get("record")) == alike(Phone(table).scan().get("record"))
    )
