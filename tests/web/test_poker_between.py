"""Between hands and afterwards: chips bought, latecomers, leavers, a misdeal, corrections, the end, the demo."""

import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from games import sitting
from games.models import Result, Session
from tests.cast import forget, forms_of, read
from tests.poker_cast import ANN, BEN, CLEO, DEALT, DOV, SHOWDOWN, spaced

BOTH = pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
OUTSIDERS = ("watcher", "newcomer", "olga")
HAND = f"{SHOWDOWN} 1!{ANN} 2!{BEN} 3!{CLEO} 4!{DOV}"


def back(table, to, phone=None):
    return (phone or table.ann).post("log/back", to=to, head=table.session.head)


@pytest.mark.clause("P8.3")
def test_chips_are_bought_between_hands(seat_poker):
    table = seat_poker(rebuys=True).play(HAND)
    assert "Ben buys chips" in table.ben.text("seats")
    form = next(form for form in table.ben.forms("seats") if form.fields.get("seat") == "2" and "Buy" in form.buttons)
    assert form.fields["chips"] == "100"
    chips = table.chips[1]
    assert table.ben.send(form, chips="50").status_code == 302
    assert table.chips[1] == chips + 50
    assert table.view.player(2).score == chips
    assert "Ben buys 50. These chips come off the result." in table.watcher.text("log")
    assert table.ann.move("rebuy", 3, chips="20").status_code == 302  # the host, for anyone
    assert table.cleo.move("rebuy", 4, chips="20").status_code == 302  # Dov has no phone
    for who in ("cleo", *OUTSIDERS):
        with table.unchanged():
            assert getattr(table, who).move("rebuy", 2, chips="50").status_code == 403


@pytest.mark.parametrize("chips", ["0", "-5", "", "1.5", "1e3", "NaN", "1000000001", "9" * 100, "x"])
def test_chips_that_nobody_can_buy(seat_poker, chips):
    table = seat_poker(rebuys=True)
    for move, seat, rest in (("rebuy", 2, {}), ("join", None, {"name": "Zoe"})):
        with table.unchanged():
            answer = table.ann.move(move, seat, chips=chips, **rest)
        assert answer.status_code == 422
        assert "whole number of chips" in read(answer)


def test_the_usual_stack_is_offered_though_there_was_one_a_seat(seat_poker):
    table = seat_poker(rebuys=True, stack=[1500, 90, 80, 70])
    chips = {form.fields["chips"] for form in table.ann.forms("seats") if "chips" in form.fields}
    assert chips == {"1500"}


def test_where_re_buys_were_not_agreed_there_are_none(poker):
    assert "buys chips" not in poker.ann.text("seats")


@pytest.mark.clause("P8.3")
def test_a_latecomer_has_a_row_and_may_claim_it(poker):
    poker.play(HAND)
    assert poker.ann.tap("Join the table", "seats", name=" Zoe ", chips="80").status_code == 302
    assert poker.state.names == ("Ann", "Ben", "Cleo", "Dov", "Zoe")
    assert list(poker.session.seats.values_list("number", "name")) == list(enumerate(poker.state.names, 1))
    assert "Zoe" in poker.ben.text()
    zoe = poker.watcher
    assert zoe.post("claim", seat=5).status_code == 302
    assert poker.ann.tap("Let in").status_code in (200, 302)
    poker.play("deal 2c")
    assert poker.now.seat(5).device == zoe.device
    assert "Enter my cards in secret" in zoe.text()
    assert poker.chips[4] == 79


def test_only_the_host_seats_a_latecomer(poker):
    for who in ("ben", *OUTSIDERS):
        with poker.unchanged():
            assert getattr(poker, who).move("join", name="Zoe", chips="80").status_code == 403


def test_going_back_takes_the_seat_and_going_on_brings_it(poker):
    poker.play("join:Zoe+80")
    entry = poker.entry("join")
    poker.watcher.post("claim", seat=5)
    poker.ann.tap("Let in")
    poker.watcher.move("rebuy", 5, chips="5")
    poker.play(DEALT)
    poker.watcher.move("check", 4)  # for Dov, who has no phone: not on turn, refused
    for phone in (poker.ann, poker.watcher):
        assert phone.get().status_code == 200
    assert back(poker, entry - 1).status_code == 302
    assert poker.session.seats.count() == 4
    for phone in (poker.ann, poker.ben, poker.watcher):
        for path in ("", "log", "seats", "screen", f"log/{entry}"):
            assert phone.get(path).status_code in (200, 302)
    assert poker.ann.tap("Redo up to here", f"log/{entry}").status_code == 302
    assert list(poker.session.seats.values_list("name", flat=True))[-1] == "Zoe"
    assert 5 not in poker.now.held
    assert poker.watcher.post("claim", seat=5).status_code == 302


def test_the_log_outlives_the_seat_of_who_entered_something(poker):
    poker.play("join:Zoe+80")
    poker.watcher.post("claim", seat=5)
    poker.ann.tap("Let in")
    poker.play("deal 2c 5:x 1:x 2:x 3:x")
    assert poker.watcher.move("check", 4).status_code == 302  # Zoe, for Dov
    assert "entered by Zoe" in poker.ann.text("log")
    assert back(poker, 0).status_code == 302
    forget()
    for phone in (poker.ann, poker.ben, poker.newcomer):
        page = phone.get("log")
        assert page.status_code == 200
        assert "entered by seat 5" in read(page)


def test_a_latecomers_name_can_be_corrected(poker):
    poker.play("join:Zoe+80")
    number = poker.entry("join")
    form = next(form for form in poker.ann.forms(f"log/{number}") if "Show what changes" in form.buttons)
    preview = poker.ann.send(form, name="Zora", chips="90")
    assert preview.status_code == 200
    assert poker.ann.send(next(f for f in forms_of(preview) if "Correct it" in f.buttons)).status_code == 302
    assert poker.state.names[-1] == "Zora"
    assert poker.session.seats.get(number=5).name == "Zora"
    for path in ("", "seats", "log", "screen"):
        assert "Zora" in poker.ben.text(path)
    with poker.unchanged():
        assert poker.correct(number, move="join", name="ann", chips="90").status_code == 422


@pytest.mark.parametrize("name", ["", "  ", "x" * 25, "Ann", "BEN "])
def test_names_a_latecomer_cannot_have(poker, name):
    with poker.unchanged():
        answer = poker.ann.move("join", name=name, chips="80")
    assert answer.status_code == 422
    assert len(read(answer)) > 20


def test_nine_are_all(seat_poker):
    table = seat_poker(names=tuple("ABCDEFGHI"), phones={"A": (1,)}, host="A")
    assert "Join the table" not in table.host.text("seats")
    with table.unchanged():
        sent = {"move": "join", "name": "Zoe", "chips": "5", "offer": "", "key": "a-key-of-it"}
        answer = table.host.post("move", data=sent)
    assert answer.status_code == 422
    assert "All 9 seats are taken." in read(answer)


def test_nobody_joins_a_series(seat_poker):
    table = seat_poker(preset="series")
    assert "Join the table" not in table.ann.text("seats")
    with table.unchanged():
        sent = {"move": "join", "name": "Zoe", "chips": "5", "offer": "", "key": "a-key-of-it"}
        assert "Nobody joins a series" in read(table.ann.post("move", data=sent))


@pytest.mark.clause("P8.4")
def test_a_player_leaves_with_what_they_have(poker):
    poker.play(HAND)
    form = next(form for form in poker.ben.forms("seats") if form.fields.get("move") == "leave")
    assert form.fields["seat"] == "2"
    assert poker.ben.send(form).status_code == 302
    assert "left" in poker.watcher.text(watch=1)
    for who in ("cleo", *OUTSIDERS):
        with poker.unchanged():
            assert getattr(poker, who).move("leave", 1).status_code == 403
    poker.play("deal 2c")
    assert poker.state.player(2).in_hand == 0


def test_fewer_than_two_who_can_pay_and_re_buys(seat_poker):
    table = seat_poker(names=("Ann", "Ben"), phones={"Ann": (1,), "Ben": (2,)}, stack=[5, 5], rebuys=True, ante=2)
    table.play(f"deal 2c b3 c 3d 7h 8s Jc 1!{ANN} 2!{BEN}")
    assert table.state.phase == "deal"
    assert "Fewer than two can pay the ante of 2: buy chips, or end the game." in table.ann.text()
    assert table.ben.move("rebuy", 2, chips="10").status_code == 302
    assert table.ann.tap("Dealt: hand 2, antes in").status_code == 302


def test_the_round_does_not_count_takes_the_hand_back(poker):
    poker.play(f"{HAND} deal 3h . 3d b5 c")
    before = poker.chips
    assert "Misdeal: this hand does not count" in poker.ann.text("seats")
    assert "takes back 9 entries" in poker.ann.text("seats")
    assert poker.ann.tap("Take it back", "seats").status_code == 302
    assert (poker.state.phase, poker.state.round) == ("deal", 1)
    assert poker.state.table.dealer == 4
    assert sum(poker.chips) == 400
    assert poker.chips != before
    poker.play("deal")
    assert poker.state.table.dealer == 1  # dealt again by the same


@pytest.mark.parametrize("who", ["ben", *OUTSIDERS])
def test_only_the_host_says_so(poker, who):
    poker.play("deal 2c")
    for end in ("", "1"):
        with poker.unchanged():
            assert getattr(poker, who).post("log/round", head=poker.session.head, end=end).status_code == 403


def test_ending_within_a_hand_takes_that_hand_back(poker):
    poker.play(f"{HAND} deal 3h b50")
    answer = poker.ann.tap("End it", "seats")
    assert answer.status_code == 302
    assert poker.session.status == Session.FINISHED
    assert sum(poker.chips) == 400
    assert Result.objects.count() == 4
    assert "Cleo wins by 4 chips." in poker.watcher.text(watch=1)


def test_ending_before_the_first_deal(poker):
    assert poker.ann.tap("End it", "seats").status_code == 302
    assert "share the first place" in poker.watcher.text(watch=1)
    assert poker.ann.get().status_code == 200


# Corrections


@pytest.mark.parametrize(
    ("fields", "chips"),
    [
        ({"move": "bet", "to": "20"}, 79),
        ({"move": "call"}, 89),
        ({"move": "fold"}, 99),
    ],
    ids=str,
)
def test_an_answer_on_turn_is_corrected_into_another(poker, fields, chips):
    poker.play(f"{DEALT} b10 c c c")
    number = poker.entry("call", 2)
    form = next(form for form in poker.ann.forms(f"log/{number}") if "Show what changes" in form.buttons)
    preview = poker.ann.send(form, **fields)
    assert preview.status_code == 200
    assert poker.ann.send(next(f for f in forms_of(preview) if "Correct it" in f.buttons)).status_code == 302
    assert poker.chips[1] == chips


def test_a_check_that_was_a_bet_leaves_over_what_no_longer_fits(poker):
    poker.play(f"{DEALT} x x x x 3d")
    number = poker.entry("check", 1)
    preview = poker.correct(number, keep=False, move="bet", seat=1, to="10")
    assert "From here on the entries no longer fit." in read(preview)
    assert "Ann: 99 chips Ann: 89 chips" in read(preview)
    assert poker.correct(number, move="bet", seat=1, to="10").status_code == 302
    assert poker.state.betting.turn == 2
    assert "As before: Ben checks." in poker.ann.text()
    assert "As before" not in poker.ben.text()
    with poker.unchanged():  # a check does not fit: there is something to call
        assert poker.ann.tap("As before: Ben checks.").status_code == 422
    assert "Leave out the 4 entries that no longer fit" in poker.ann.text()
    poker.play("c c c")  # what stands in place of the checks; the card alone is left over
    assert "As before: Turned: three of diamonds." in poker.ann.text()
    assert poker.ann.tap("Leave out the 1 entry that no longer fits").status_code == 302
    assert "As before" not in poker.ann.text()


def test_what_fits_again_is_taken_over(poker):
    poker.play(f"{DEALT} x x x x 3d")
    assert poker.correct(poker.entry("check", 4), move="bet", seat=4, to="10").status_code == 302
    label = "As before: Turned: three of diamonds."
    with poker.unchanged():  # the others have to call first
        assert poker.ann.tap(label).status_code == 422
    poker.play("c c c")
    assert poker.ann.tap(label).status_code == 302
    assert poker.state.table.board == ("2c", "3d")
    assert "As before" not in poker.ann.text()


def test_a_larger_bet_keeps_the_calls(poker):
    poker.play(f"{DEALT} x b10 c c c 3d")
    assert poker.correct(poker.entry("bet", 2), move="bet", seat=2, to="20").status_code == 302
    assert poker.chips == (79,) * 4
    assert "As before" not in poker.ann.text()


def test_a_table_card_that_was_entered_wrongly(poker):
    poker.play(HAND)
    before = poker.state.last_hand.hands
    number = poker.entry("board", nth=0)
    form = next(form for form in poker.ann.forms(f"log/{number}") if "Show what changes" in form.buttons)
    assert form.fields["card"] == "2c"
    preview = poker.ann.send(form, card="Ah")
    assert "The pot: Cleo takes 4. The pot: Ann takes 4." in read(preview)
    assert poker.ann.send(next(f for f in forms_of(preview) if "Correct it" in f.buttons)).status_code == 302
    assert poker.state.table.board[0] == "Ah"
    assert poker.state.last_hand.hands != before
    assert "Entry 2 corrected: Turned: ace of hearts." in poker.watcher.text("log")


def test_a_table_card_read_as_one_that_lies_open(poker):
    poker.play(HAND)
    preview = poker.correct(poker.entry("board"), keep=False, move="board", card="As")
    assert "From here on the entries no longer fit." in read(preview)  # Ann has shown it since
    with poker.unchanged():
        answer = poker.correct(poker.entry("board"), move="board", card="2c")
    assert answer.status_code == 422
    assert "The two of clubs lies open already" in read(answer)


def test_a_shown_hand_that_was_entered_wrongly(poker):
    poker.play(HAND)
    number = poker.entry("show", 2)
    form = next(form for form in poker.ann.forms(f"log/{number}") if "Show what changes" in form.buttons)
    assert form.fields["cards"] == spaced(BEN)
    preview = poker.ann.send(form, cards="Ks Kd Kh Kc 9d")
    assert "The pot: Cleo takes 4. The pot: Ben takes 4." in read(preview)
    assert poker.ann.send(next(f for f in forms_of(preview) if "Correct it" in f.buttons)).status_code == 302
    assert poker.chips[1] == 103


def test_a_hand_shown_from_secret_is_corrected_with_cards(poker):
    poker.play(f"{SHOWDOWN} 2={BEN} 1!{ANN} 2! 3!{CLEO} 4!{DOV}")
    number = poker.entry("show", 2)
    form = next(form for form in poker.ann.forms(f"log/{number}") if "Show what changes" in form.buttons)
    assert poker.ann.send(form, cards="Ks Kd Kh Kc 9d").status_code == 200
    assert poker.correct(number, move="show", seat=2, cards="Ks Kd Kh Kc 9d").status_code == 302
    assert poker.chips[1] == 103


def test_cards_in_secret_are_not_corrected_but_entered_anew(poker):
    poker.play(f"deal 2={BEN}")
    number = poker.entry("hole", 2)
    for phone in (poker.ann, poker.ben):
        assert "Show what changes" not in phone.text(f"log/{number}")
        with poker.unchanged():
            assert poker.correct(number, phone, move="hole", seat=2, cards=spaced(CLEO)).status_code == 403


def test_a_declaration_is_corrected(poker):
    poker.play(f"{SHOWDOWN} pots:2")
    number = poker.entry("declare")
    form = next(form for form in poker.ann.forms(f"log/{number}") if "Show what changes" in form.buttons)
    assert form.fields["pots"] == "2/"
    assert poker.ann.send(form, pots="3").status_code == 200
    assert poker.correct(number, move="declare", pots="3").status_code == 302
    assert poker.chips == (99, 99, 103, 99)
    with poker.unchanged():
        assert poker.correct(number, move="declare", pots="9").status_code == 422


def test_a_re_buy_is_corrected(seat_poker):
    table = seat_poker(rebuys=True).play("2+50")
    assert table.correct(table.entry("rebuy", 2), move="rebuy", seat=2, chips="70").status_code == 302
    assert table.chips[1] == 170


@pytest.mark.parametrize(
    "fields",
    [
        {"move": "bet", "to": "-5"},
        {"move": "bet", "to": ""},
        {"move": "bet", "to": "500"},
        {"move": "check"},
        {"move": "muck"},
        {"move": "nonsense"},
        {"move": "call", "seat": "3"},
        {},
    ],
    ids=str,
)
def test_corrections_that_cannot_be(poker, fields):
    poker.play(f"{DEALT} b10 c")
    for keep in (False, True):
        with poker.unchanged():
            answer = poker.correct(poker.entry("call", 2), keep=keep, **{"seat": "2", **fields})
        assert answer.status_code == 422


@pytest.mark.parametrize("who", ["ben", *OUTSIDERS])
def test_others_do_not_correct_what_is_not_their_last(poker, who):
    poker.play(f"{DEALT} b10 c c c")
    with poker.unchanged():
        answer = poker.correct(poker.entry("call", 2), getattr(poker, who), move="fold", seat=2)
    assert answer.status_code == 403


def test_a_player_takes_back_their_own_last_tap(poker):
    poker.play(DEALT)
    poker.ann.tap("Check")
    poker.ben.move("bet", 2, to="10")
    assert poker.ben.tap("Undo this last tap", "log").status_code == 302
    assert poker.state.betting.turn == 2
    assert poker.chips[1] == 99


# The end


@pytest.fixture
def ended(seat_poker):
    return seat_poker(hands=2, rebuys=True).play(f"{HAND} 2+50 join:Zoe+30 deal 3h b10 f f f f")


def test_the_podium(ended):
    assert ended.session.status == Session.FINISHED
    for phone in (ended.ann, ended.ben, ended.watcher):
        page = phone.text(watch=1)
        assert "Ann wins by" in page
        assert "Chips that were bought are taken off." in page
        assert "Biggest pot" in page
        assert "Best hand" in page
        assert "Most hands won" in page
        assert "What was agreed" in page


def test_the_chart_by_hand(ended):
    page = ended.watcher.get(watch=1).content.decode()
    assert page.count("<polyline") == 5
    assert [len(points.split()) for points in re.findall(r'points="([^"]*)"', page)][:4] == [3] * 4
    rows = re.findall(r'<tr><th scope="row">(\d+)</th>(.*?)</tr>', page)
    assert [row[0] for row in rows] == ["0", "1", "2"]
    numbers = [re.findall(r"<td>(.*?)</td>", cells) for _, cells in rows]
    assert numbers[0] == ["100"] * 4 + [""]  # Zoe was not there yet
    assert len(numbers[2]) == 5
    assert all(numbers[2])


def test_the_chart_of_scores_below_nothing_stays_in_its_frame(seat_poker):
    names = {"names": ("Ann", "Ben"), "phones": {"Ann": (1,), "Ben": (2,)}}
    table = seat_poker(**names, rebuys=True).play("2+300 deal 2c b99 c 3d 7h 8s Jc pots:1 2+9")
    table.play("end")
    page = table.watcher.get(watch=1).content.decode()
    height = int(re.search(r'viewBox="0 0 \d+ (\d+)"', page)[1])
    for points in re.findall(r'points="([^"]*)"', page):
        assert all(0 <= float(point.split(",")[1]) <= height for point in points.split())


def test_the_result_rows(ended):
    rows = {result.seat.name: (result.place, result.score) for result in Result.objects.all()}
    assert set(rows) == {"Ann", "Ben", "Cleo", "Dov", "Zoe"}
    assert rows["Ann"][0] == 1
    assert sum(score for _, score in rows.values()) == 430


def test_going_back_from_the_end_takes_the_places_away(ended):
    assert back(ended, ended.session.head - 1).status_code == 302
    assert ended.session.status == Session.RUNNING
    assert not Result.objects.exists()


def test_the_home_page_names_the_winner(ended):
    assert "Friday Ann ·" in ended.ann.text("/")


@pytest.mark.parametrize("words", ["", "deal", DEALT, f"{DEALT} b10", SHOWDOWN, HAND, f"{HAND} end"])
def test_the_table_screen_at_every_stage(seat_poker, words):
    table = seat_poker(wild="last-card", split="suit-high-or-low").play(words)
    for phone in (table.ann, table.newcomer):
        page = phone.get("screen")
        assert page.status_code == 200
        assert "Dov" in read(page)
        assert not [form for form in forms_of(page) if form.method == "post"]
        assert phone.get("fragments", htmx=True, page="screen").status_code == 200


@pytest.mark.parametrize("words", ["", "deal", DEALT, f"{DEALT} b10", SHOWDOWN, f"{SHOWDOWN} 1!{ANN}", HAND])
def test_every_page_opens_for_everybody_at_every_stage(poker, words):
    poker.play(words)
    entries = [f"log/{row[0]}" for row in poker.log[-2:]]
    for who in ("ann", "ben", "cleo", *OUTSIDERS):
        for path in ("", "log", "seats", "screen", "fragments", *entries):
            assert getattr(poker, who).get(path).status_code in (200, 204, 302)
    assert poker.ann.get("/rules/poker").status_code == 200


def test_the_law_is_opened_by_its_clauses(poker):
    poker.play(DEALT)
    assert 'href="/rules/poker#P' in poker.ann.get().content.decode()
    assert 'id="P9.6"' in poker.ann.get("/rules/poker").content.decode()


# The demo


@pytest.fixture
def demo(db):
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue().splitlines()


def test_the_demo_lists_running_and_finished_evenings_of_both_games(demo):
    said = "\n".join(demo)
    for game in ("dice", "poker"):
        assert f"({game}, finished)" in said
        assert f"({game}, going on)" in said
    assert "Friday, last card wild  (poker, " in said
    assert "Tuesday series  (poker, finished)" in said
    assert "poker-card-twice" not in said  # recorded to show a refusal
    assert len(demo) == Session.objects.count()


def test_a_newcomer_can_open_every_address_of_the_demo(demo):
    for line in demo:
        address = line.split()[0]
        newcomer = Client()
        address = newcomer.get(address).url
        for path, query in (("", {}), ("", {"watch": 1}), ("/screen", {}), ("/log", {})):
            page = newcomer.get(address + path, query)
            assert (line, path, page.status_code) == (line, path, 200)
        assert newcomer.get(f"{address}/seats").status_code == 302


def test_no_log_of_the_demo_tells_what_was_never_shown(demo):
    for line in demo:
        if "(poker" not in line:
            continue
        address = line.split()[0]
        session = Session.objects.get(link=address.rpartition("/")[2])
        now = sitting.load(session)
        newcomer = Client()
        log = read(newcomer.get(f"{newcomer.get(address).url}/log"))
        assert log.count("has entered five cards.") >= len(now.line.secret)
