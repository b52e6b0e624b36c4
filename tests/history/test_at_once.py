"""Several phones at the same moment: what fits together is all entered, what does not is entered once."""

import json
import secrets
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection

from games import lobby, seating
from games.codec import FORMAT
from games.models import Club, Session
from games.play import Stale
from games.rules.contract import Refused
from games.rules.poker.cards import DECK
from tests.cast import HTMX, Phone, Table
from tests.poker_cast import DEALT, PokerTable

pytestmark = pytest.mark.django_db(transaction=True)

NINE = ("Ann", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hana", "Ivo")
SIX = ("Ann", "Ben", "Cleo", "Dov", "Eve", "Finn")


@pytest.fixture
def six():
    return Table(names=SIX, phones={name: (seat,) for seat, name in enumerate(SIX, 1)}, cast=False)


def at_once(*deeds):
    """Do all this in threads of their own, as near to the same moment as can be; what each returned."""
    start = Barrier(len(deeds))

    def run(deed):
        start.wait()
        try:
            return deed()
        except (Stale, Refused) as stopped:
            return type(stopped)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(run, deeds))


def posts(phones_and_fields):
    return [
        lambda phone=phone, fields=fields: phone.client.post(phone.url("move"), fields, **HTMX).status_code
        for phone, fields in phones_and_fields
    ]


def test_six_seats_enter_their_dice_at_once(six):
    six.play("15/20/25 ABCABC")
    forms = [
        (six.phones[name], six.phones[name].fields("roll", seat, dice="66543")) for seat, name in enumerate(SIX, 1)
    ]
    assert at_once(*posts(forms)) == [200] * 6
    assert six.state.phase == "extra"
    assert six.state.dice == ((3, 4, 5, 6, 6),) * 6
    assert [row[0] for row in six.log] == list(range(1, six.session.head + 1))


def test_six_pick_at_once_and_one_of_them_is_asked_to_confirm(six):
    six.play("15/20/25")
    forms = [(six.phones[name], six.phones[name].fields("choose", seat, table="A")) for seat, name in enumerate(SIX, 1)]
    assert at_once(*posts(forms)) == [200] * 6
    assert len(six.state.owing) == 1  # the last one has still to confirm
    assert len(six.log) == 6


def test_two_people_turn_the_cards_once(six):
    forms = [(six.phones[name], six.phones[name].fields("reveal", cards="15000 20000 25000")) for name in SIX[:3]]
    forms[1][1]["cards"] = "30000 30000 30000"
    statuses = at_once(*posts(forms))
    assert sorted(statuses) == [200, 409, 409]
    assert len(six.log) == 1


def test_one_tap_that_arrives_several_times_is_one_entry(six):
    six.play("15/20/25 ABCABC")
    sent = six.ben.fields("roll", 2, dice="66543")
    assert at_once(*posts([(six.ben, sent)] * 4)) == [200] * 4
    assert len(six.log) == 8


def test_a_seat_is_claimed_by_one(six):
    six.ann.post("release", seat=6)
    table = Table(names=SIX, phones={}, cast=False, start=False)
    phones = [Phone(table) for _ in range(4)]
    taken = at_once(*[lambda phone=phone: seating.claim(table.pk, phone.device, 1) for phone in phones])
    assert sorted(map(str, taken)) == sorted(["True", *[str(Refused)] * 3])


def test_a_form_that_makes_a_session_arrives_twice():
    phone = Phone(None)
    sent = {"game": "dice", "deck": "app", "name": list(SIX), "key": secrets.token_urlsafe(16)}
    urls = at_once(*[lambda: phone.client.post("/new", sent).url for _ in range(3)])
    assert len(set(urls)) == 1


def test_a_form_that_brings_a_file_arrives_twice():
    phone, key = Phone(None), secrets.token_urlsafe(16)
    content = json.dumps({"format": FORMAT, "game": "dice", "players": list(SIX), "moves": []}).encode()

    def bring():
        return phone.client.post("/bring", {"key": key, "file": SimpleUploadedFile("a.json", content)}).url

    assert len(set(at_once(*[bring] * 4))) == 1
    assert Session.objects.count() == 1
    assert Club.objects.count() == 1


def test_of_links_that_are_asked_for_at_once_one_is_left(six):
    assert at_once(*[lambda: six.ann.post("pass", seat=1).status_code] * 5) == [200] * 5
    assert six.session.passes.count() == 1


def test_a_link_is_spent_once(six):
    link = six.ben.post("pass", seat=2).context["link"].removeprefix("http://testserver")
    phones = [Phone(six) for _ in range(3)]
    statuses = at_once(*[lambda phone=phone: phone.client.post(link).status_code for phone in phones])
    assert statuses.count(302) == 1
    assert six.session.seats.get(number=2).device in [phone.device for phone in phones]


def test_the_last_of_two_who_go_back_is_told(six):
    six.play("15/20/25 ABCABC")
    head = six.session.head
    statuses = at_once(
        *[
            lambda to=to: six.ann.client.post(six.ann.url("log/back"), {"to": to, "head": head}).status_code
            for to in (1, 2)
        ]
    )
    assert sorted(statuses) == [302, 409]
    assert six.session.head == head + 1


def test_nine_enter_their_cards_at_once():
    """All of a full table, each on their own connection; what one writes waits for what another does."""
    table = PokerTable(names=NINE, phones={name: (seat,) for seat, name in enumerate(NINE, 1)}, cast=False)
    table.play(DEALT)
    closed = [card for card in DECK if card not in table.state.table.lies_open]
    fives = [" ".join(closed[seat * 5 : seat * 5 + 5]) for seat in range(9)]
    forms = [
        (table.phones[name], table.phones[name].fields("hole", seat, cards=five))
        for seat, (name, five) in enumerate(zip(NINE, fives, strict=True), 1)
    ]
    head = table.session.head
    assert at_once(*posts(forms)) == [200] * 9
    assert [row[0] for row in table.log] == list(range(1, head + 10))
    assert {row[4]["seat"] for row in table.log[head:]} == set(range(1, 10))


def test_the_third_card_is_turned_once():
    table = PokerTable(names=SIX, phones={name: (seat,) for seat, name in enumerate(SIX, 1)}, cast=False)
    table.play("deal 2c . 3d .")
    first, second = (table.phones[name] for name in ("Ann", "Finn"))
    forms = [(first, first.fields("board", card="7h")), (second, second.fields("board", card="8s"))]
    head = table.session.head
    assert sorted(at_once(*posts(forms))) == [200, 409]
    assert table.session.head == head + 1


def test_starting_twice_at_once_shuffles_once():
    table = Table(names=SIX, phones={"Ann": (1,)}, deck="app", cast=False, start=False)
    done = at_once(*[lambda: lobby.start(table.pk, table.ann.device) for _ in range(3)])
    assert sorted(map(str, done)) == sorted(["None", str(Stale), str(Stale)])
