"""Every address by every role: what a stranger, a watcher, a player, the host and the host of another session get.

A new address needs a line in ROWS, and in FORMS if a form of it can succeed. A line holds what GET and POST answer:
one status for all, or one each for the ROLES in their order; `lobby=…` and `over=…` where these stages differ.
"""

import secrets

import pytest
from django.urls import get_resolver
from django.utils import timezone

from games import passes, roster
from games.club import works
from games.models import Claim, Work
from tests.cast import Phone, Table
from tests.web.urls import FILLED, addresses, of_club

ROLES = ("nobody", "stranger", "other", "watcher", "player", "host")
STAGES = ("lobby", "running", "over")


class Row:
    """What an address answers, by stage, method and role."""

    def __init__(self, get, post, **stages):
        self.stages = {stage: stages.get(stage, (get, post)) for stage in STAGES}

    def expected(self, stage, role):
        return tuple(int(_of(role, statuses)) for statuses in self.stages[stage])


def _of(role, statuses):
    each = str(statuses).split()
    return each[ROLES.index(role)] if len(each) > 1 else each[0]


NOT = 405  # this address is not for that
DOOR = "302 302 302"  # who is outside is led to the door
SHUT = "403 403 403"  # and what they send is refused
GONE = "404 404 404"  # to them, a session that is over is not there
CLUB = "404 404 404 404"  # a club is not there for whoever does not read in it; here the host keeps it

READ = Row(f"{CLUB} 200 200", NOT)
KEEP = Row(NOT, f"{CLUB} 403 302")
AT_THE_END = Row(f"{DOOR} 409 409 409", NOT, over=(f"{GONE} 200 200 200", NOT))
ROWS = {
    "home": Row(200, NOT),
    "new": Row(200, 302),
    "by_code": Row(404, NOT),
    "by_link": Row(302, NOT),
    "by_pass": Row(200, 302),  # whoever holds the secret
    "bring": Row(200, 422),
    "arrive": Row(302, NOT),  # without its secret: to the home page
    "trouble": Row(200, NOT),
    "rules": Row(200, NOT),
    "readings": Row(200, NOT),
    "table": Row(200, NOT, over=(f"{GONE} 200 200 200", NOT)),
    "fragments": Row("204 204 204 204 200 200", NOT, lobby=(204, NOT), over=(f"{GONE} 204 204 204", NOT)),
    "stream": Row(f"{GONE} 204 204 204", NOT),
    "screen": Row(f"{DOOR} 200 200 200", NOT, over=(f"{GONE} 200 200 200", NOT)),
    "move": Row(NOT, f"{SHUT} 403 302 302", lobby=(NOT, f"{SHUT} 403 409 409"), over=(NOT, f"{GONE} 403 409 409")),
    "unsay": Row(NOT, f"{SHUT} 403 302 302", over=(NOT, f"{GONE} 403 302 302")),
    "take_over": Row(NOT, f"{SHUT} 403 403 409", over=(NOT, f"{GONE} 403 403 409")),
    "claim": Row(NOT, 302, over=(NOT, f"{GONE} 302 302 302")),
    "decide": Row(NOT, f"{SHUT} 403 403 302", over=(NOT, f"{GONE} 403 403 302")),
    "seats": Row(f"{DOOR} 302 200 200", NOT, over=(f"{GONE} 302 200 200", NOT)),
    "names": Row(
        f"{DOOR} 403 403 200",
        f"{SHUT} 403 403 409",
        lobby=(f"{DOOR} 403 403 200", f"{SHUT} 403 403 302"),
        over=(f"{GONE} 403 403 200", f"{GONE} 403 403 409"),
    ),
    "terms": Row(
        f"{DOOR} 403 403 409",
        f"{SHUT} 403 403 409",
        lobby=(f"{DOOR} 403 403 200", f"{SHUT} 403 403 302"),
        over=(f"{GONE} 403 403 409", f"{GONE} 403 403 409"),
    ),
    "start": Row(NOT, f"{SHUT} 403 403 409", lobby=(NOT, f"{SHUT} 403 403 302"), over=(NOT, f"{GONE} 403 403 409")),
    "again": Row(NOT, f"{SHUT} 403 409 409", over=(NOT, f"{GONE} 403 302 302")),
    "release": Row(NOT, f"{SHUT} 403 302 302", over=(NOT, f"{GONE} 403 302 302")),
    "hand_over": Row(NOT, f"{SHUT} 403 403 302", over=(NOT, f"{GONE} 403 403 302")),
    "propose": Row(NOT, f"{SHUT} 403 422 422", over=(NOT, f"{GONE} 403 422 422")),  # the host is there
    "agree": Row(NOT, f"{SHUT} 403 409 409", over=(NOT, f"{GONE} 403 409 409")),  # nobody has proposed
    "show_pass": Row(NOT, f"{SHUT} 403 200 200", over=(NOT, f"{GONE} 403 200 200")),
    "log": Row(f"{DOOR} 200 200 200", NOT, over=(f"{GONE} 200 200 200", NOT)),
    "back": Row(NOT, f"{SHUT} 403 403 302", lobby=(NOT, f"{SHUT} 409 409 409"), over=(NOT, f"{GONE} 403 403 302")),
    "round_back": Row(
        NOT, f"{SHUT} 403 403 302", lobby=(NOT, f"{SHUT} 409 409 409"), over=(NOT, f"{GONE} 403 403 409")
    ),
    "file": Row(f"{DOOR} 200 200 200", NOT, lobby=(f"{DOOR} 404 404 404", NOT), over=(f"{GONE} 200 200 200", NOT)),
    "entry": Row(f"{DOOR} 200 200 200", NOT, lobby=(f"{DOOR} 404 404 404", NOT), over=(f"{GONE} 200 200 200", NOT)),
    "correct": Row(NOT, f"{SHUT} 403 403 302", lobby=(NOT, f"{SHUT} 409 409 409"), over=(NOT, f"{GONE} 403 403 302")),
    "invite": Row(NOT, f"{SHUT} 403 403 409", lobby=(NOT, f"{SHUT} 403 403 302"), over=(NOT, f"{GONE} 403 403 409")),
    "record": Row(f"{DOOR} 200 200 200", NOT, lobby=(f"{DOOR} 409 409 409", NOT), over=(f"{GONE} 200 200 200", NOT)),
    "moment": Row(f"{DOOR} 200 200 200", NOT, lobby=(f"{DOOR} 404 404 404", NOT), over=(f"{GONE} 200 200 200", NOT)),
    "moves_csv": Row(f"{DOOR} 200 200 200", NOT, lobby=(f"{DOOR} 409 409 409", NOT), over=(f"{GONE} 200 200 200", NOT)),
    "results_csv": AT_THE_END,
    "podium_svg": AT_THE_END,
    "podium_png": AT_THE_END,
    "session_club": Row(f"{DOOR} 200 200 200", NOT, over=(f"{GONE} 200 200 200", NOT)),
    "session_move": Row(NOT, f"{SHUT} 403 403 302", over=(NOT, f"{GONE} 403 403 302")),
    "session_delete": Row(
        f"{DOOR} 403 403 200",
        f"{SHUT} 403 403 302",
        running=(f"{DOOR} 403 403 302", f"{SHUT} 403 403 422"),  # not while it is played: led to where that is said
        over=(f"{GONE} 403 403 200", f"{GONE} 403 403 302"),
    ),
    "club_link": Row(302, NOT),  # whoever holds the link reads
    "club": READ,
    "evening": READ,
    "members": READ,
    "people": READ,
    "numbers": READ,
    "records": READ,
    "settle": READ,
    "club_results_csv": READ,
    "person": Row(f"{CLUB} 200 200", NOT, lobby=(f"{CLUB} 404 404", NOT)),  # nobody has played yet
    "against": Row(f"{CLUB} 200 200", NOT, lobby=(f"{CLUB} 404 404", NOT)),
    "pick_against": Row(f"{CLUB} 422 422", NOT),  # against whom?
    "club_name": KEEP,
    "club_again": Row(NOT, f"{CLUB} 403 409", over=(NOT, f"{CLUB} 403 302")),
    "member": KEEP,
    "draw_link": KEEP,
    "person_name": Row(f"{CLUB} 403 200", f"{CLUB} 403 302", lobby=(f"{CLUB} 403 404", f"{CLUB} 403 409")),
    "person_merge": Row(NOT, f"{CLUB} 403 302", lobby=(NOT, f"{CLUB} 403 409")),
    "person_unmerge": Row(NOT, f"{CLUB} 403 302", lobby=(NOT, f"{CLUB} 403 409")),
    "person_forget": Row(
        f"{CLUB} 403 200",
        f"{CLUB} 403 302",
        lobby=(f"{CLUB} 403 404", f"{CLUB} 403 409"),
        running=(f"{CLUB} 403 200", f"{CLUB} 403 422"),  # who is playing
    ),
    "archive": Row(f"{CLUB} 200 200", f"{CLUB} 403 302"),
    "bring_here": Row(NOT, f"{CLUB} 403 422"),
    "rebuild": KEEP,
    "bring_club": Row(200, 422),
    "work": Row(f"{CLUB} 404 200", NOT),
    "stop_work": Row(NOT, f"{CLUB} 404 302"),
    "work_file": Row(404, NOT),  # what was worked out anew has none
}
MOVES = {"lobby": ("reveal",), "running": ("choose", 2), "over": ("reveal",)}
FORMS = {
    "new": lambda table: {"game": "dice", "deck": "app", "name": ["Eve", "Finn", "Gus"], "key": key()},
    "move": lambda table: table.ben.fields(*MOVES[table.stage], table="A", cards="15000 20000 25000"),
    "take_over": lambda table: {"key": key()},
    "claim": lambda table: {"seat": 4, "name": "Eve"},
    "decide": lambda table: {"let": "in"},
    "names": lambda table: {
        "name": ["Eve", "Finn", "Gus"],
        "was": ["", "", ""],
        "seats": roster.print_of(table.now.seats),
    },
    "again": lambda table: {"key": key()},
    "release": lambda table: {"seat": 2},
    "hand_over": lambda table: {"seat": 2},
    "propose": lambda table: {"seat": 3},
    "agree": lambda table: {"proposal": 1},
    "show_pass": lambda table: {"seat": 2},
    "back": lambda table: {"to": max(table.session.head - 1, 0), "head": table.session.head},
    "round_back": lambda table: {"head": table.session.head},
    "correct": lambda table: {"move": "reveal", "cards": "20000 20000 20000", "keep": 1, "head": table.session.head},
    "invite": lambda table: {"name": "Eve"},
    "session_move": lambda table: {"to": table.session.club_id},
    "session_delete": lambda table: {"code": table.code},
    "club_name": lambda table: {"name": "Mondays"},
    "club_again": lambda table: {"key": key()},
    "member": lambda table: {"as": "keeper"},
    "draw_link": lambda table: {"old": table.session.club.link},
    "person_name": lambda table: {"name": "Anne"},
    "person_merge": lambda table: {"into": of_club(table.session.club_id)["other"]},
    "person_forget": lambda table: {"was": "Ann"},
}


def key():
    return secrets.token_urlsafe(16)


@pytest.fixture(params=STAGES)
def at(request, db):
    """A session at each stage, with somebody who asks for a seat."""
    table = Table(start=request.param != "lobby")
    table.stage = request.param
    Claim.objects.create(session=table.session, device=Phone(table).device, seat=table.session.seats.get(number=4))
    rebuilt = {"kind": works.REBUILD, "club": table.session.club, "ended": timezone.now()}
    Work.objects.create(pk=FILLED["number"], device=table.ann.device, **rebuilt)
    if request.param == "over":
        table.play("15/20/25 ABAC 66543 66541 66532 66531 . end")
    elif request.param == "running":
        table.play("15/20/25")
    return table


def phone_of(table, role):
    phones = {"other": table.olga, "watcher": table.watcher, "player": table.ben, "host": table.ann}
    return phones.get(role) or Phone(table, known=role != "nobody")


def test_every_address_has_a_row():
    assert set(ROWS) == {pattern.name for pattern in get_resolver().url_patterns}


def asked(table, role):
    """What every address answers to a role; and that what is refused leaves nothing."""
    found = {}
    filled = {"claim_id": Claim.objects.get().pk, "secret": passes.issue_pass(table.session, table.now.seat(3))}
    for name, address in addresses(table, **filled):
        with table.undone():
            phone, before = phone_of(table, role), table._kept()
            got = phone.client.get(address).status_code
            assert table._kept() == before, name
            sent = phone.client.post(address, FORMS[name](table) if name in FORMS else {}).status_code
            assert sent < 400 or table._kept() == before, name
            found[name] = (got, sent)
    return found


@pytest.mark.parametrize("role", ROLES)
def test_every_role_at_every_address(at, role):
    expected = {name: row.expected(at.stage, role) for name, row in ROWS.items()}
    assert asked(at, role) == expected


# What is refused to somebody who may do other things here: for another's seat, or as the host of another session.
TRIES = {
    "a pick": ("move", lambda table, seat: table.ben.fields("choose", seat, table="A")),
    "a seat freed": ("release", lambda table, seat: {"seat": seat}),
    "a link to a seat": ("pass", lambda table, seat: {"seat": seat}),
    "a seat made host": ("host", lambda table, seat: {"seat": seat}),
    "another's tap undone": ("log/back", lambda table, seat: {"to": 0, "head": table.session.head}),
    "the round dropped": ("log/round", lambda table, seat: {"head": table.session.head}),
    "an entry corrected": ("log/1/correct", lambda table, seat: FORMS["correct"](table)),
}


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("what", TRIES)
@pytest.mark.parametrize(
    ("who", "seat"), [("cleo", 2), ("cleo", 1), ("watcher", 2), ("watcher", 4), ("olga", 2), ("olga", 4)]
)
def test_a_phone_acts_for_nobody_elses(table, who, seat, what, htmx):
    """Cleo plays seat 3, the watcher none, Olga hosts another session; seats 1 and 2 have phones, seat 4 has none."""
    table.play("15/20/25")
    path, fields = TRIES[what]
    with table.unchanged():
        answer = getattr(table, who).post(path, htmx=htmx, data=fields(table, seat))
    assert answer.status_code == 403
    assert not table.session.passes.exists()


@pytest.mark.parametrize("who", ["cleo", "watcher", "olga"])
def test_dice_of_a_seat_with_a_phone_are_not_entered_by_others(table, who):
    table.play("15/20/25 ABAC")
    for htmx in (False, True):
        with table.unchanged():
            assert getattr(table, who).move("roll", 2, htmx=htmx, dice="66543").status_code == 403


@pytest.mark.parametrize("who", ["cleo", "watcher", "olga"])
def test_nor_chips_at_a_poker_table(poker, who):
    poker.play("deal 2c x")  # Ben is on turn
    for move in ("check", "fold", "bet"):
        for htmx in (False, True):
            with poker.unchanged():
                assert getattr(poker, who).move(move, 2, htmx=htmx, to=5).status_code == 403


def test_one_session_does_not_reach_into_its_neighbour(table):
    """A host uses numbers of another session at their own: claims, entries, seats' links."""
    claim = Claim.objects.create(session=table.session, device=table.watcher.device, name="Eve")
    own = table.other.code
    with table.unchanged():
        assert table.olga.post(f"/s/{own}/claims/{claim.pk}", let="in").status_code == 409
        table.olga.post(f"/s/{own}/release", seat=2)
        table.olga.post(f"/s/{own}/log/back", to=0, head=table.session.head)
        form = table.ben.fields("reveal", cards="15000 20000 25000")
        assert table.olga.post(f"/s/{own}/move", data=form).status_code in (302, 409)
    assert Claim.objects.filter(pk=claim.pk).exists()
