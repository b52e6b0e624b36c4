"""Own cards in secret: no answer to any other phone depends on them before they are shown. [P7.2]"""

import secrets

import pytest

from tests.cast import WAYS_TO_MOVE, alike, forget, move_seat, read
from tests.poker_cast import ANN, BEN, BEN_TOO, CLEO, DOV, SHOWDOWN, spaced
from tests.web import hidden

TWIN = BEN.replace("Ks", "As")  # has a card that Ann has, too


def snapshot(table, phone):
    """Every kind of answer to a phone, each form as if it were the only one."""
    seen = {}
    head = table.session.head
    last = [number for number in (head - 1, head) if number > 0]
    queries = [{}, {"for": 2}, {"as": 2, "want": "cards"}, {"want": "show", "for": 2}]
    looks = [("", False, query) for query in [*queries, {"watch": 1}, {"want": "declare"}]]
    looks += [("fragments", True, query) for query in [{}, {"as": 2}, {"page": "screen"}]]
    looks += [(path, False, {}) for path in ("screen", "log", "seats", "names", "/", *(f"log/{n}" for n in last))]
    for path, htmx, query in looks:
        seen["get", path, repr(query)] = alike(phone.get(path, htmx, **query))
    # Who has no seat is turned away all the same.
    sent = sent_by_others(table, head, last)[:: 1 if phone in table.phones.values() else 4]
    for place, (path, fields) in enumerate(sent):
        with table.undone():
            data = {**fields, "key": "the-same-key-for-all"}
            htmx = path == "move" and place % 2 == 0
            seen["post", path, repr(fields)] = alike(phone.post(path, htmx, data=data))
    return seen


def sent_by_others(table, head, last):
    """What another phone may try."""
    tries = [{"move": "show", "seat": 2}, {"move": "show", "seat": 2, "cards": spaced(BEN)}]
    tries += [{"move": "hole", "seat": 2, "cards": spaced(BEN)}, {"move": "board", "card": "Ks"}]
    tries += [{"move": "board", "card": "2s"}]
    tries += [{"move": offer.move, **({"seat": offer.seat} if offer.seat else {})} for offer in table.now.offers]
    prints = {(offer.move, offer.seat): offer.fingerprint for offer in table.now.offers}
    sent = [("move", {**fields, "offer": prints.get((fields["move"], fields.get("seat")), "")}) for fields in tries]
    sent += [("move", {**fields, "offer": ""}) for fields in tries[:5]]
    sent += [("log/back", {"to": number, "head": head}) for number in last]
    sent += [("log/round", {"head": head}), ("take-over", {})]
    sent += [(path, {"seat": 2}) for path in ("claim", "release", "pass")]
    for number in last:
        for fields in (
            {"move": "hole", "seat": 2, "cards": spaced(CLEO)},
            {"move": "show", "seat": 2},
            {"move": "board", "card": "Ks"},
        ):
            sent.append((f"log/{number}/correct", fields))
            sent.append((f"log/{number}/correct", {**fields, "keep": 1, "head": head}))
    return sent


def assert_alike(table, phone, one, other):
    """The same answers whether this or that was done."""
    hidden.assert_alike(table, phone, snapshot, one, other)


def both(table, words):
    """Two deeds that differ in Ben's cards alone: {} stands for them."""
    return lambda: table.play(words.format(BEN)), lambda: table.play(words.format(BEN_TOO))


EVERYBODY = ["ann", "cleo", "watcher", "newcomer", "olga"]


STAGES = {
    "dealt": "deal 2={}",
    "betting": "deal 2={} 2c",
    "showdown": f"{SHOWDOWN} 2={{}}",
    "mucked": f"{SHOWDOWN} 2={{}} 1!{ANN} 2m",
}
NEXT_HAND = f"{SHOWDOWN} 2={{}} 1!{ANN} 2m 3!{CLEO} 4!{DOV}"


@pytest.mark.clause("P7.2")
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("who", ["ann", "cleo"])
def test_no_answer_to_another_phone_depends_on_cards_in_secret(poker, stage, who):
    assert_alike(poker, getattr(poker, who), *both(poker, STAGES[stage]))


@pytest.mark.parametrize("who", ["watcher", "newcomer", "olga"])
def test_nor_to_one_without_a_seat(poker, who):
    for stage in ("dealt", "mucked"):
        assert_alike(poker, getattr(poker, who), *both(poker, STAGES[stage]))


@pytest.mark.parametrize("after", ["", "deal 3h", "end"])
def test_nor_in_the_next_hand_nor_at_the_end(poker, after):
    assert_alike(poker, poker.ann, *both(poker, f"{NEXT_HAND} {after}"))


def test_nor_when_the_hand_is_declared(poker):
    assert_alike(poker, poker.ann, *both(poker, f"{SHOWDOWN} 2={{}} pots:1"))


def test_nor_when_all_others_fold(poker):
    assert_alike(poker, poker.ann, *both(poker, "deal 2c 2={} 1:f 2:b5 f f"))


def test_nor_whether_one_of_them_has_come_to_lie_open(poker):
    """Ann has shown the ace of spades: nobody but Ben's phone hears that his five have it, too."""
    words = f"{SHOWDOWN} 2={{}} 1!{ANN}"
    assert_alike(poker, poker.ann, *(lambda five=five: poker.play(words.format(five)) for five in (BEN, TWIN)))


def test_nor_by_cards_that_were_undone(poker):
    def undone(cards):
        poker.play(f"deal 2={cards}")
        head = poker.session.head
        assert poker.ben.post("log/back", to=head - 1, head=head).status_code == 302

    assert_alike(poker, poker.cleo, lambda: undone(BEN), lambda: undone(BEN_TOO))


def test_nor_by_cards_that_were_entered_anew(poker):
    assert_alike(
        poker,
        poker.ann,
        lambda: poker.play(f"deal 2={BEN} 2={BEN_TOO}"),
        lambda: poker.play(f"deal 2={BEN_TOO} 2={BEN}"),
    )


def test_nor_by_cards_in_a_hand_that_did_not_count(poker):
    def dropped(cards):
        poker.play(f"deal 2={cards} 2c")
        assert poker.ann.post("log/round", head=poker.session.head).status_code == 302

    assert_alike(poker, poker.ann, lambda: dropped(BEN), lambda: dropped(BEN_TOO))


def test_nor_when_a_table_card_is_read_anew_as_one_of_them(poker):
    """The host looks at what reading an earlier table card anew would change: it must not tell where a card is."""

    def previews(cards):
        with poker.undone():
            poker.play(f"deal 2c . 2={cards} 3d")
            seen = []
            for keep in (False, True):
                for card in ("Ks", "2s", "9h"):  # Ben's, Ben's other five, nobody's
                    with poker.undone():
                        answer = poker.correct(poker.entry("board", nth=0), keep=keep, move="board", card=card)
                        seen += [alike(answer), alike(poker.ann.get()), alike(poker.ann.get("log"))]
                        seen += [alike(poker.cleo.get("screen"))]
                        again = poker.correct(poker.entry("board", nth=-1), keep=keep, move="board", card="9c")
                        seen += [alike(again), alike(poker.ann.get())]
            return seen

    one, other = previews(BEN), previews(BEN_TOO)
    for before, after in zip(one, other, strict=True):
        assert before[2].splitlines() == after[2].splitlines()
    assert one == other


def test_a_table_card_that_contradicts_a_secret_is_told_to_that_phone_alone(poker):
    poker.play(f"deal 2c . 2={BEN} 3d")
    assert poker.correct(poker.entry("board", nth=0), move="board", card="Ks").status_code == 302
    assert poker.state.table.board == ("Ks", "3d")
    assert "One of these lies open: check your cards." in poker.ben.text()
    assert "One of these" not in poker.ann.text()
    # It can be corrected on, and the cards entered anew.
    assert poker.correct(poker.entry("board", nth=1), move="board", card="9c").status_code == 302
    assert poker.ben.move("hole", 2, cards=spaced(BEN_TOO)).status_code == 302
    assert "One of these" not in poker.ben.text()


def test_cards_in_secret_that_are_cut_off_are_not_offered_to_the_host(poker):
    """A fold read into the betting ends the line before Ben's cards were entered."""
    poker.play(f"deal 2c 1:x 2:x 3:x 4:x 2={BEN} 3d x x x x")
    assert poker.correct(poker.entry("check", 2, nth=0), move="fold", seat=2).status_code == 302
    assert "has entered five cards" not in " ".join(read(poker.ann.get()).split("As before")[1:])


@pytest.fixture
def clashing(seat_poker):
    """Ben has shown a five that the row, read anew, has a card of: his showing is left over, Cleo's too."""
    table = seat_poker(muck=True).play(f"deal 2={BEN} 2c . 3d . 7h . 8s . Jc . 1!{ANN} 2! 3!{CLEO}")
    assert table.correct(table.entry("board", nth=3), move="board", card="7s").status_code == 302
    assert [left.move.seat for left in table.now.line.leftover] == [2, 3]
    return table


def test_the_host_takes_over_no_showing_of_what_another_has_in_secret(clashing):
    shown = clashing.ann.text()
    assert "As before: Ben" not in shown
    assert clashing.ben.move("hole", 2, cards=spaced(BEN_TOO)).status_code == 302
    assert clashing.ann.tap("Leave out the 2 entries that no longer fit").status_code == 302


def test_what_is_left_over_beside_it_may_be_taken_over(clashing):
    clashing.ben.move("hole", 2, cards=spaced(BEN_TOO))
    label = next(one for form in clashing.ann.forms() for one in form.buttons if one.startswith("As before: Cleo"))
    assert clashing.ann.tap(label).status_code == 302
    assert clashing.view.players[2].shown == tuple(CLEO.split(","))
    assert "As before" not in clashing.ann.text()
    for htmx in (False, True):
        with clashing.unchanged():  # all that is left is Ben's
            assert clashing.ann.post("take-over", htmx=htmx, key="a-key-of-it").status_code == 403
    assert clashing.view.players[1].shown is None
    assert clashing.ben.move("show", 2).status_code == 302
    assert not clashing.now.line.leftover


@pytest.mark.parametrize("answer", [{"move": "muck"}, {"move": "show", "cards": spaced(BEN_TOO)}])
def test_whatever_the_seat_answers_takes_the_place_of_its_showing(clashing, answer):
    assert clashing.ben.move(seat=2, **answer).status_code == 302
    assert [left.move.seat for left in clashing.now.line.leftover] == [3]


def test_what_is_left_over_of_a_hand_is_past_with_it(poker):
    poker.play(f"deal 2={BEN} 2c . 3d . 7h . 8s . Jc . 1!{ANN} 2!")
    first = poker.entry("check", seat=1, nth=0)
    assert poker.correct(first, move="bet", seat=1, to=10).status_code == 302
    poker.play("f f f deal 9h")
    assert not poker.now.line.leftover
    assert "As before" not in poker.ann.text()
    poker.play(f"2={BEN_TOO} . 9d . 9s . Td . Qc .")
    with poker.unchanged():
        assert poker.ann.post("take-over", key="a-key-of-it").status_code == 409
    assert poker.view.players[1].shown is None


def test_a_muck_is_not_corrected_into_showing_what_was_secret(poker):
    """The host may read a muck anew, but only with cards picked from the table."""
    poker.play(f"{SHOWDOWN} 2={BEN} 2m")
    number = poker.entry("muck", 2)
    for keep in (False, True):
        with poker.unchanged():
            answer = poker.correct(number, keep=keep, move="show", seat=2)
        assert answer.status_code == 403
        assert "Ks" not in read(answer)
    assert poker.correct(number, move="show", seat=2, cards=spaced(BEN_TOO)).status_code == 302
    assert poker.state.table.shown_by(2) == tuple(BEN_TOO.split(","))


@pytest.mark.parametrize("who", EVERYBODY)
def test_only_the_seats_own_phone_enters_its_five(poker, who):
    poker.play("deal")
    phone = getattr(poker, who)
    for htmx in (False, True):
        for extra in ({}, {"offer": ""}, {"offer": "0" * 12}):
            with poker.unchanged():
                sent = {**poker.ben.fields("hole", 2, cards=spaced(BEN)), **extra}
                assert phone.post("move", htmx=htmx, data=sent).status_code == 403


def test_a_seat_without_a_phone_has_no_secrets(poker):
    poker.play("deal")
    for phone in (poker.ann, poker.ben):
        with poker.unchanged():
            assert phone.move("hole", 4, cards=spaced(DOV)).status_code == 403


@pytest.mark.parametrize("words", ["deal", "deal 2c", "deal 2c . 3d"])
def test_ones_five_may_be_entered_at_any_time_of_the_hand_and_again(poker, words):
    poker.play(words)
    assert "Enter my cards in secret" in poker.ben.text()
    answer = poker.ben.tap("Keep them secret", query={"want": "cards"}, **{"2-cards": spaced(BEN)})
    assert answer.status_code == 302
    assert "Change my cards" in poker.ben.text()
    assert poker.ben.move("hole", 2, cards=spaced(BEN_TOO)).status_code == 302
    assert poker.state.table.hole_of(2) == tuple(BEN_TOO.split(","))


def test_not_before_the_deal_nor_after_folding(poker):
    with poker.unchanged():
        sent = {"move": "hole", "seat": 2, "cards": spaced(BEN), "offer": "", "key": secrets.token_urlsafe(16)}
        assert poker.ben.post("move", data=sent).status_code == 422
    poker.play("deal 2c x f")
    assert "Enter my cards" not in poker.ben.text()
    with poker.unchanged():
        assert poker.ben.post("move", data=sent).status_code == 422


def test_a_card_that_lies_open_is_nobodys(poker):
    poker.play("deal 2c")
    with poker.unchanged():
        answer = poker.ben.move("hole", 2, cards="2c Kd 5h 7s 9d")
    assert answer.status_code == 422
    assert "The two of clubs lies open already: choose another." in read(answer)


def test_a_card_that_another_has_in_secret_is_no_news(poker):
    """The same answer whether another has the card or not: a clash comes out when it is shown."""
    poker.play(f"deal 2={BEN}")
    assert poker.cleo.move("hole", 3, cards=spaced(BEN)).status_code == 302
    assert poker.ann.move("board", card="Ks").status_code == 302


def test_the_best_hand_is_named_on_the_own_phone_alone(seat_poker):
    table = seat_poker(wild="low-hole").play(f"deal 2={BEN} Kc . Kh")
    assert "Five kings only you see this · fives are wild for you" in table.ben.text()
    for phone in (table.ann, table.cleo, table.watcher):
        for path in ("", "screen", "log"):
            assert "only you see this" not in phone.text(path, watch=1)
            assert "kings" not in phone.text(path, watch=1)


@pytest.mark.parametrize("how", WAYS_TO_MOVE)
def test_a_phone_let_in_later_does_not_see_nor_show_what_was_entered_before(poker, how):
    def moved(cards):
        poker.play(f"{SHOWDOWN} 2={cards}")
        phone = move_seat(poker, how)
        seen = [alike(phone.get(htmx=htmx, **query)) for htmx in (False, True) for query in ({}, {"as": 2}, {"for": 2})]
        for extra in ({}, {"offer": ""}):
            with poker.unchanged():
                answer = phone.post("move", data={**phone.fields("show", 2), "key": "the-same-key", **extra})
            assert answer.status_code == 403
            seen.append(alike(answer))
        # Its own cards it enters anew, and may show them.
        assert phone.move("hole", 2, cards=spaced(CLEO)).status_code == 302
        assert phone.move("show", 2).status_code == 302
        assert poker.state.table.shown_by(2) == tuple(CLEO.split(","))
        return seen

    seen = []
    for cards in (BEN, BEN_TOO):
        with poker.undone():
            seen.append(moved(cards))
    assert seen[0] == seen[1]


def test_two_seats_on_one_phone_ask_who_is_looking(seat_poker):
    table = seat_poker(phones={"Ann": (1, 2), "Cleo": (3,)}).play(f"deal 1={ANN} 2={BEN}")
    page = table.ann.text()
    assert "only you see this" not in page
    assert "Who is looking?" in table.ann.text(want="cards")
    assert "only you see this" in table.ann.text(**{"as": 1})
    shown = table.ann.get(**{"as": 1}).content.decode().partition('id="own"')[2].partition("</section>")[0]
    assert "ace of spades" in shown
    assert "king of spades" not in shown


def test_shown_cards_are_open_to_all_and_the_log_tells_them(poker):
    poker.play(f"{SHOWDOWN} 2={BEN} 1!{ANN} 2!")
    log = poker.watcher.text("log")
    assert "Ben enters K♠︎ K♦︎ 5♥︎ 7♠︎ 9♦︎." in log
    assert "Ben shows the five entered before." in log


def test_mucked_cards_never_come_to_the_log(poker):
    poker.play(f"{SHOWDOWN} 2={BEN} 1!{ANN} 2m 3!{CLEO} 4!{DOV} end")
    for phone in (poker.ann, poker.ben, poker.watcher):
        log = phone.text("log")
        assert "Ben has entered five cards." in log
        assert "K♠" not in log


def test_a_session_with_secrets_is_folded_the_same_from_cold(poker):
    poker.play(f"deal 2c . 2={BEN} 3d")
    poker.correct(poker.entry("board", nth=0), move="board", card="Ks")
    before = poker.state
    forget()
    assert poker.state == before
