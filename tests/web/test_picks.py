"""Secret picks: before the reveal no answer to any other phone differs by what a player picked. [D3.2]"""

import secrets

import pytest

from tests.cast import WAYS_TO_MOVE, Table, alike, forms_of, move_seat, read
from tests.web import hidden

TURNED = "15/20/25"
ROUND_TWO = "15/20/25 ABAC 66543 66541 66532 66531 . 20/25/30"


def snapshot(table, phone):
    """Every kind of answer to a phone, each form as if it were the only one."""
    seen = {}
    head = table.session.head
    last = sorted({1, head - 1, head})  # entries: the turning of cards, and the latest picks
    queries = [{}, {"for": 2}, {"as": 2}, {"again": 1}, {"watch": 1}]
    looks = [("", False, query) for query in queries] + [("fragments", True, query) for query in queries]
    looks += [(path, False, {}) for path in ("screen", "log", "seats", "names", "/", *(f"log/{n}" for n in last))]
    looks += [("fragments", True, {"page": "screen"})]
    offer = {seat: table.offer("choose", seat).fingerprint for seat in (1, 2, 3, 4)}
    sent = [
        ("move", {"move": "roll", "seat": 2, "dice": "12345"}),
        ("move", {"move": "choose", "seat": 2, "table": "A"}),
        ("move", {"move": "choose", "seat": 4, "table": "A", "offer": offer[4]}),
        ("move", {"move": "choose", "seat": 2, "table": "A", "offer": "0" * 12}),
        *(("move", {"move": "choose", "seat": seat, "table": "B", "offer": offer[seat]}) for seat in (1, 2, 3)),
        *(("log/back", {"to": number, "head": head}) for number in (0, *last)),
        ("log/round", {"head": head}),
        ("take-over", {}),
        ("unsay", {}),
        ("claim", {"seat": 2}),
        ("release", {"seat": 2}),
        ("pass", {"seat": 2}),
        ("host", {"seat": 2}),
    ]
    for number in last:
        for letter in "AC":
            fields = {"move": "choose", "seat": 2, "table": letter}
            sent += [(f"log/{number}/correct", fields)]
            sent += [(f"log/{number}/correct", {**fields, "keep": 1, "head": head})]
    sent.append(("log/1/correct", {"move": "reveal", "cards": "35000 35000 35000"}))
    if table.now.is_sealed:
        sent.remove(("move", {"move": "choose", "seat": 4, "table": "A", "offer": offer[4]}))  # that is the reveal
    if phone not in table.phones.values():
        sent = sent[::3]  # who has no seat is turned away all the same
    for path, htmx, query in looks:
        seen["get", path, repr(query)] = alike(phone.get(path, htmx, **query))
    for path, fields in sent:
        for htmx in (False, True) if path == "move" else (False,):
            with table.undone():
                data = {**fields, "key": "the-same-key-for-all"}
                seen["post", path, htmx, repr(fields)] = alike(phone.post(path, htmx, data=data))
    return seen


def assert_alike(table, phone, one, other):
    """The same answers whether this or that was done."""
    hidden.assert_alike(table, phone, snapshot, one, other)


@pytest.fixture
def turned(db):
    return Table().play(TURNED)


@pytest.mark.parametrize("who", ["ann", "cleo", "watcher", "newcomer", "olga"])
def test_no_answer_to_another_phone_differs_by_a_pick(turned, who):
    assert_alike(turned, getattr(turned, who), lambda: turned.play("2A"), lambda: turned.play("2C"))


def test_nor_in_a_later_round(table):
    table.play(ROUND_TWO)
    assert_alike(table, table.ann, lambda: table.play("2A"), lambda: table.play("2C"))


def test_nor_by_the_picks_that_are_locked(turned):
    assert_alike(turned, turned.ann, lambda: turned.play("1A 2A 3B"), lambda: turned.play("1A 2C 3C"))


def test_nor_by_a_pick_that_was_taken_back(turned):
    def taken_back(letter):
        turned.play(f"2{letter}")
        head = turned.session.head
        assert turned.ben.post("log/back", to=head - 1, head=head).status_code == 302

    assert_alike(turned, turned.ann, lambda: taken_back("A"), lambda: taken_back("C"))


def test_nor_by_a_pick_that_was_changed(turned):
    assert_alike(turned, turned.ann, lambda: turned.play("2A 2B"), lambda: turned.play("2C 2A"))


def test_nor_by_a_pick_the_host_has_corrected(turned):
    def corrected(first):
        turned.play(f"2{first}")
        head = turned.session.head
        fields = {"move": "choose", "seat": 2, "table": "B", "keep": 1, "head": head}
        assert turned.ann.post(f"log/{head}/correct", data=fields).status_code == 302

    assert_alike(turned, turned.cleo, lambda: corrected("A"), lambda: corrected("C"))


def test_a_pick_that_was_corrected_in_secret_stays_without_content(turned):
    turned.play("2C")
    head = turned.session.head
    turned.ann.post(f"log/{head}/correct", data={"move": "choose", "seat": 2, "table": "B", "keep": 1, "head": head})
    turned.play("1A 3A 4A")
    log = turned.ann.text("log")
    assert "Entry 2 corrected: Ben picks Ballroom." in log
    assert "Ben picks Caesar" not in log


def test_the_phone_that_picked_sees_its_pick(turned):
    turned.play("2B")
    assert 'aria-pressed="true"' in turned.ben.get().content.decode()
    assert 'aria-pressed="true"' not in turned.ann.get(**{"for": 2}).content.decode()


def test_a_preview_does_not_give_away_what_no_longer_fits(lay):
    """A die corrected in round 1 cuts the line there; what is left over holds picks of the running round."""
    table = lay().play("15/20/25 ABAC 66543 66541 66532 66531 . 20/25/30")

    def previews(letter):
        with table.undone():
            table.play(f"2{letter}")
            seen = []
            for number, _, _, _, move, *_ in table.log:
                if move["move"] == "roll":
                    fields = {"move": "roll", "seat": move["seat"], "dice": "11111"}
                    seen.append(alike(table.ann.post(f"log/{number}/correct", data=fields)))
                    kept = {**fields, "keep": 1, "head": table.session.head}
                    with table.undone():
                        assert table.ann.post(f"log/{number}/correct", data=kept).status_code == 302
                        seen.append(alike(table.ann.get()))
                        seen.append(alike(table.ann.get("log")))
            return seen

    one, other = previews("A"), previews("C")
    assert one == other
    assert any("no longer fit" in text for _, _, text in one)


@pytest.mark.parametrize("how", WAYS_TO_MOVE)
def test_a_seat_that_moves_to_another_phone_does_not_show_its_pick_there(turned, how):
    def moved(letter):
        turned.play(f"2{letter}")
        phone = move_seat(turned, how)
        return [alike(phone.get(htmx=htmx, **query)) for htmx in (False, True) for query in ({}, {"as": 2}, {"for": 2})]

    seen = []
    for letter in "AC":
        with turned.undone():
            seen.append(moved(letter))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("htmx", [False, True])
def test_the_last_one_confirms(turned, htmx):
    turned.play("1A 2B")
    with turned.unchanged():
        answer = turned.cleo.move("choose", 3, htmx=htmx, table="C")
    assert answer.status_code == 200
    assert "Yours is the last pick. Then all are fixed." in read(answer)
    assert "Confirm Caesar’s" in read(answer)


def test_the_confirmed_pick_is_entered_and_locks_them_all(turned):
    turned.play("1A 2B")
    form = next(f for f in forms_of(turned.cleo.move("choose", 3, table="C")) if "Confirm Caesar’s" in f.buttons)
    assert turned.cleo.send(form).status_code == 302
    assert turned.now.is_sealed
    assert "turn them over" in turned.ben.text()
    for phone, seat in ((turned.ann, 1), (turned.ben, 2), (turned.cleo, 3)):
        with turned.unchanged():
            assert phone.move("choose", seat, table="A").status_code == 403


def test_a_pick_may_be_changed_until_they_are_locked(turned):
    turned.play("1A")
    for letter in "BCA":
        assert turned.ben.move("choose", 2, table=letter).status_code == 302
    assert turned.state.picks[:2] == ("A", "A")


def test_the_cards_of_those_without_a_phone_are_entered_after_the_lock_alone(turned):
    for words in ("", "1A", "2B"):
        turned.play(words)
        for phone in (turned.ann, turned.ben):
            with turned.unchanged():
                assert phone.move("choose", 4, table="A").status_code == 403
        assert "Enter the picks" not in turned.ann.text()
    turned.play("3C")
    assert turned.ben.tap("Enter the picks", **{"4-table": "B"}).status_code == 302
    assert turned.state.phase == "dice"
    assert turned.state.picks == ("A", "B", "C", "B")


def test_the_host_may_pick_for_a_phone_that_owes_but_not_change_what_it_picked(turned):
    turned.play("1A")
    assert "Ben" in turned.ann.text(**{"for": 2})
    assert turned.ann.move("choose", 2, table="C").status_code == 302
    with turned.unchanged():
        assert turned.ann.move("choose", 2, table="A").status_code == 403
    assert turned.ben.move("choose", 2, table="B").status_code == 302


def test_a_player_does_not_take_the_locking_pick_back(turned):
    """The others have turned their cards over by then."""
    turned.play("1A 2B 3C")
    head = turned.session.head
    with turned.unchanged():
        assert turned.cleo.post("log/back", to=head - 1, head=head).status_code == 403
        fields = {"move": "choose", "seat": 3, "table": "A"}
        assert turned.cleo.post(f"log/{head}/correct", data={**fields, "keep": 1, "head": head}).status_code == 403
    assert "Undo this last tap" not in turned.cleo.text("log")


def test_without_phones_but_the_hosts_all_picks_are_entered_at_once(lay):
    table = lay(phones={"Ann": (1,)}).play(TURNED)
    picks = {f"{seat}-table": letter for seat, letter in enumerate("ABCA", 1)}
    assert table.ann.tap("Enter the picks", **picks).status_code == 302
    assert table.state.picks == ("A", "B", "C", "A")
    assert [row[1] for row in table.log[1:]] == [2] * 4  # one tap


def test_who_has_picked_is_shown(turned):
    turned.play("2B")
    assert "Ben has picked" in turned.ann.text()
    assert "Waiting for Ann and Cleo to pick." in turned.ben.text()
    assert "Ben has picked." in turned.watcher.text("log")


def test_afterwards_the_log_tells_all(turned):
    turned.play("1A 2B 3C 4A")
    log = turned.watcher.text("log")
    assert "Ben picks Ballroom." in log
    assert "Cleo picks Caesar’s." in log


def test_forms_for_several_picks_cannot_break_the_confirmation(turned):
    """Two picks in one form, the second of which would lock: asked once more, or refused; never an error."""
    offers = {seat: turned.offer("choose", seat).fingerprint for seat in (1, 2, 3)}
    sent = {"key": secrets.token_urlsafe(16)}
    for seat in (1, 2, 3):
        sent |= {f"{seat}-move": "choose", f"{seat}-seat": seat, f"{seat}-table": "A", f"{seat}-offer": offers[seat]}
    for htmx in (False, True):
        with turned.unchanged():
            assert turned.ann.post("move", htmx=htmx, data=sent).status_code in (200, 403, 409)


def test_a_form_that_runs_ahead_of_the_table_is_no_error(lay):
    """Cards, and picks that answer them, in one form: whoever can work out the offers of later is told as well."""
    table = lay(phones={"Ann": (1,), "Ben": (2,)})
    sent = table.ann.fields("reveal", cards="15000 20000 25000") | {"0-cards": "15000 20000 25000"}
    sent = {"key": sent["key"], **{f"0-{name}": sent[name] for name in ("move", "offer", "cards")}}
    with table.undone():
        table.play(TURNED)
        offers = {seat: table.offer("choose", seat).fingerprint for seat in (1, 2)}
    for seat, offer in offers.items():
        sent |= {f"{seat}-move": "choose", f"{seat}-seat": seat, f"{seat}-table": "A", f"{seat}-offer": offer}
    for htmx in (False, True):
        with table.unchanged():
            assert table.ann.post("move", htmx=htmx, data=sent).status_code == 409


def test_before_the_lock_only_those_with_phones_are_waited_for(table):
    """Dov has none: he lays his card when the phones are locked. [D3.2]"""
    table.play(TURNED)
    assert "Waiting for Ann, Ben and Cleo to pick." in table.watcher.text(watch=1)
    table.ann.move("choose", 1, table="A")
    for page in (table.watcher.text(watch=1), table.ann.text(), table.watcher.text("screen")):
        assert "Waiting for Ben and Cleo to pick." in page
