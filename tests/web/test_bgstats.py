"""The way to BG Stats: a plain link that carries the finished play, field by field."""

import json
import re
from datetime import UTC, datetime
from urllib.parse import unquote, urlsplit

import pytest

from games.models import Person, Session
from games.takeaway import bgstats
from tests.cast import read
from tests.poker_cast import ANN, BEN, CLEO, DOV, SHOWDOWN

ROUND = "30/15/20 ABAC 66643 12345 66532 66531 ."
HOURS = {
    "started": datetime(2026, 11, 30, 19, 30, 5, tzinfo=UTC),
    "finished": datetime(2026, 11, 30, 21, 0, 25, tzinfo=UTC),
}


def link(table, phone=None):
    html = (phone or table.watcher).get("", watch=1).content.decode()
    return re.search(r'<a class="button" href="(https://app\.bgstatsapp\.com[^"]*)" rel="noreferrer">', html)


def play(table):
    """What the link on the podium carries."""
    Session.objects.filter(pk=table.pk).update(**HOURS)
    address = link(table)[1]
    assert address.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    name, _, data = urlsplit(address).query.partition("=")
    assert name == "data"
    assert re.fullmatch(r"[\w.~%-]+", data)  # nothing that an address could not carry as it is
    return json.loads(unquote(data, errors="strict"))


def test_a_dice_session_is_handed_over_with_its_tie(table):
    table.play(f"{ROUND} end")
    uid = table.session.uid
    assert play(table) == {
        "sourceName": "Cincy",
        "sourcePlayId": uid,
        "playDate": "2026-11-30 19:30:05",
        "durationMin": 90,
        "game": {
            "name": "Cincinnati with dice",
            "sourceGameId": "cincinnati-dice",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            player("Ann", known(table, 1), 45000, 1, True, False),
            player("Ben", known(table, 2), 30000, 2, False, True),  # the best throw of round one is asked first
            player("Cleo", known(table, 3), 15000, 3, False, False),
            player("Dov", known(table, 4), 15000, 3, False, False),
        ],
    }


def test_a_poker_session_is_handed_over_with_its_tie(seat_poker):
    table = seat_poker(first_dealer=2).play(f"{SHOWDOWN} pots:13 end")
    found = play(table)
    assert found["game"] == {
        "name": "Cincinnati poker",
        "sourceGameId": "cincinnati-poker",
        "highestWins": True,
        "noPoints": False,
    }
    assert found["players"] == [
        player("Ann", known(table, 1), 101, 1, True, False),
        player("Cleo", known(table, 3), 101, 1, True, True),  # left of the first dealer
        player("Ben", known(table, 2), 99, 3, False, False),
        player("Dov", known(table, 4), 99, 3, False, False),
    ]


def player(name, known_as, score, rank, winner, start):
    return {
        "name": name,
        "sourcePlayerId": known_as,
        "score": score,
        "rank": rank,
        "winner": winner,
        "startPlayer": start,
    }


def known(table, number):
    seat = table.session.seats.select_related("person").get(number=number)
    return seat.person.uid if seat.person else f"{table.session.uid}-{number}"


def test_the_deal_passes_over_who_cannot_pay_so_the_next_one_begins(seat_poker):
    table = seat_poker(stack=[1, 100, 100, 100], ante=2, first_dealer=4).play("deal 2c f f end")
    assert [one["name"] for one in play(table)["players"] if one["startPlayer"]] == ["Ben"]


@pytest.mark.parametrize("words", ["end", "30/15/20 ABAC 66643 12345 66532 66531"])
def test_where_nobody_was_asked_nobody_began(table, words):
    table.play(words)
    starts = [one["startPlayer"] for one in bgstats.play(table.now)["players"]]
    assert starts.count(True) == (0 if words == "end" else 1)


def test_a_person_of_a_club_is_known_again_on_another_evening_and_after_a_merge(table, lay):
    table.play(f"{ROUND} end")
    club = table.session.club
    ann, anna = (Person.objects.create(club=club, name=name) for name in ("Ann A.", "Anna A."))
    other = lay(cast=False).play(f"{ROUND} end")
    Session.objects.filter(pk=other.pk).update(club=club)
    for one in (table, other):
        one.session.seats.filter(number=1).update(person=ann)

    def ids():
        return {bgstats.play(one.now)["players"][0]["sourcePlayerId"] for one in (table, other)}

    assert ids() == {ann.uid}
    Person.objects.filter(pk=ann.pk).update(into=anna)
    assert ids() == {anna.uid}


def test_seats_nobody_is_known_by_are_told_apart(table):
    table.play(f"{ROUND} end")
    table.session.seats.update(person=None)
    found = bgstats.play(table.now)["players"]
    assert len({one["sourcePlayerId"] for one in found}) == 4


def test_the_link_tells_no_secret_of_the_session(table):
    table.play(f"{ROUND} end")
    session = table.session
    data = json.dumps(play(table))
    for secret in (session.link, session.made_with, session.code):
        assert secret not in data


def test_names_of_all_kinds_come_over_whole(lay):
    names = ("Zoë & “Co”", "Женя", 'a"b<i>', "100% #1+1")
    table = lay(names=names, phones={"Ann": (1,)}).play(f"{ROUND} end")
    assert {one["name"] for one in play(table)["players"]} == set(names)


def test_there_is_no_link_before_the_end(table):
    table.play(ROUND)
    assert link(table) is None


def test_podium_and_record_offer_all_that_may_be_taken_along(table):
    table.play(f"{ROUND} end")
    for path in ("", "record"):
        page = table.watcher.get(path, watch=1)
        html = page.content.decode()
        for name in ("podium.svg", "podium.png", "results.csv", "moves.csv"):
            assert f'href="/s/{table.code}/{name}" download' in html
        assert "Take it with you" in read(page)
        assert link(table)
    assert f'href="/s/{table.code}/record"' in table.ann.get().content.decode()


def test_the_poker_hands_that_won_do_not_change_who_began(poker):
    poker.play(f"{SHOWDOWN} 1!{ANN} 2!{BEN} 3!{CLEO} 4!{DOV} deal 2c f f f end")
    assert [one["name"] for one in play(poker)["players"] if one["startPlayer"]] == ["Ann"]
