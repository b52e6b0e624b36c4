"""How much is too much: a sentence and a status, nothing recorded, and nobody else is locked out."""

import secrets
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games import limits
from games.management.commands import serve
from games.models import Claim, Session
from tests.cast import Phone, read

HERE, THERE = "192.0.2.1", "192.0.2.2"
MOST = 3


class Clock:
    """A clock that goes on when it is told to."""

    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(limits, "clock", made)
    return made


@pytest.fixture
def low(monkeypatch):
    """Every limit as low as can be."""
    for limit in vars(limits).values():
        if isinstance(limit, limits.Rate | limits.Rows | limits.Room):
            monkeypatch.setattr(limit, "most", MOST)
    monkeypatch.setattr(limits.FORMS, "most", 30)


@pytest.fixture
def rate(clock):
    return limits.Rate(MOST, 60, "Enough.")


def use_up(rate, doer="one"):
    for _ in range(rate.most):
        rate.take(doer)


def test_a_rate_holds_within_any_stretch_of_its_time(rate, clock):
    for seconds in (0, 20, 20):
        clock.now += seconds
        rate.take("one")
    for _ in range(2):  # what is turned away does not count
        with pytest.raises(limits.TooMany) as much:
            rate.take("one")
        assert much.value.wait == 20
    rate.take("another")
    clock.now += 21
    rate.take("one")
    with pytest.raises(limits.TooMany):
        rate.check("one")
    rate.count("one")  # counted all the same: the latest are what matters
    with pytest.raises(limits.TooMany):
        rate.check("one")


def test_a_rate_remembers_so_many_and_no_more(rate, monkeypatch):
    monkeypatch.setattr(limits, "KEPT", 5)
    for number in range(50):
        for _ in range(5):
            rate.count(f"doer {number}")
    assert len(rate._times) == 5
    assert all(len(times) == MOST for times in rate._times.values())
    with pytest.raises(limits.TooMany):
        rate.check("doer 49")
    rate.check("doer 1")


def test_a_rate_lets_no_thread_slip_through():
    rate = limits.Rate(100, 60, "Enough.")

    def take(_):
        try:
            rate.take("one")
        except limits.TooMany:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(take, range(400))) == 100


def test_a_room_is_free_again_whatever_happened_in_it():
    room = limits.Room(1, "Full.", 60)
    with room.hold("one"):
        with pytest.raises(limits.TooMany), room.hold("one"):
            pass
        with room.hold("another"):
            pass
    with pytest.raises(ZeroDivisionError), room.hold("one"):
        raise ZeroDivisionError
    assert not room._held


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("", ""),
        ("a socket", "a socket"),
    ],
)
def test_whose_an_address_is(address, whose):
    assert limits.network(address) == whose


def test_the_wall_clock_is_not_asked():
    assert limits.clock.__name__ == "monotonic"


WRONG = ["/join?code=WRNG", "/s/WRNG", "/s/WRNG/fragments", "/s/WRNG/screen", "/s/WRNG/log/1", "/s/WRNG/stream"]


def stranger(table, address=HERE):
    return Phone(table, known=False, REMOTE_ADDR=address)


def guess(table, times, address=HERE):
    """Try wrong codes, each from a browser that nobody knows."""
    return [stranger(table, address).get(wrong(at)).status_code for at in range(times)]


def wrong(at):
    """A wrong code, each time another one."""
    return WRONG[at % len(WRONG)].replace("WRNG", f"WRN{at}")


def assert_too_many(answer, words):
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    assert words in read(answer)


def test_ten_wrong_codes_in_ten_minutes_and_no_more(table, clock):
    assert guess(table, 12) == [404] * 10 + [429] * 2
    for path in (*WRONG, f"/join?code={table.code}", f"/s/{table.code}"):  # nor a right one
        assert_too_many(stranger(table).get(path), "Too many wrong codes")
    clock.now += 601
    assert stranger(table).get(f"/s/{table.code}").status_code == 200


@pytest.mark.parametrize("path", ["move", "claim", "start", "claims/1", "log/back", "delete"])
def test_codes_tried_with_forms_count_alike(table, low, path):
    statuses = [stranger(table).post(f"/s/WRN{at}/{path}", htmx=True).status_code for at in range(MOST + 1)]
    assert statuses == [404] * MOST + [429]


def test_the_same_wrong_code_again_is_no_further_try(table, clock):
    """A page that was left open fetches a game that is over again and again; nobody at its address is locked out."""
    waiting = stranger(table)
    waiting.get()
    waiting.post("claim", name="Eve")
    table.ann.move("finish", confirm=1)
    assert [waiting.get("fragments", htmx=True, page="wait").status_code for _ in range(30)] == [404] * 30
    assert stranger(table).get(f"/s/{table.other.code}").status_code == 200
    assert guess(table, 10) == [404] * 9 + [429]


def test_a_wrong_code_is_told_from_a_right_one_nowhere_for_nothing(table, low):
    """Who keeps some club may not ask its way through the codes either: each counts."""
    statuses = [
        table.olga.post(f"/s/WRN{at}/delete", data={"club": table.other.club_id}).status_code for at in range(MOST + 1)
    ]
    assert statuses == [302] * MOST + [429]


def test_what_htmx_gets_is_a_fragment(table, low):
    guess(table, MOST)
    answer = stranger(table).get("/s/WRNG/fragments", htmx=True)
    assert_too_many(answer, "Too many wrong codes")
    assert answer.content.decode().startswith('<div id="notice"')


def test_one_stranger_locks_nobody_else_out(table, low):
    for phone in (table.ann, table.ben, table.watcher, table.newcomer):
        phone.client.defaults["REMOTE_ADDR"] = HERE
    asked = stranger(table)
    asked.get()
    asked.post("claim", name="Eve")
    guess(table, MOST + 1)
    for phone in (table.ann, table.ben, table.watcher, table.newcomer):
        assert phone.get(watch=1).status_code == 200
        assert phone.get("/join", code=table.code).status_code == 302
        assert phone.get("/join", code="WRNG").status_code == 404  # its own first
    assert asked.get().status_code == 200  # who waits goes on waiting
    assert stranger(table, THERE).get().status_code == 200
    assert stranger(table).get("/").status_code == 200
    # And who scans the QR is in.
    assert stranger(table).scan().get().status_code == 200


def test_a_phone_known_somewhere_has_tries_of_its_own(table, low):
    assert [table.olga.get(f"/s/WRN{at}").status_code for at in range(MOST + 1)] == [404] * MOST + [429]
    assert table.stranger.get("/s/WRNG").status_code == 404
    assert table.olga.get(f"/s/{table.other.code}").status_code == 200


def test_a_cookie_alone_makes_nobody_known(table, low):
    phones = [Phone(table, REMOTE_ADDR=HERE) for _ in range(MOST + 1)]
    assert [phone.get(f"/s/WRN{at}").status_code for at, phone in enumerate(phones)] == [404] * MOST + [429]


def test_the_qr_and_one_use_links_are_no_codes(table, low):
    for _ in range(MOST + 1):
        assert stranger(table).get("/j/no-such-link").status_code == 404
        assert Phone(table).get("/p/no-such-secret").status_code == 404
    assert stranger(table).get("/s/WRNG").status_code == 404


def test_a_session_hears_so_many_asks_at_a_time(table, low):
    asked = [stranger(table, f"192.0.2.{at}") for at in range(MOST + 1)]
    for phone in asked:
        phone.get()
    statuses = [phone.post("claim", name=f"Eve {at}").status_code for at, phone in enumerate(asked)]
    assert statuses == [302] * MOST + [429]
    assert asked[0].post("claim", name="Zoe").status_code == 302  # the same one under another name
    assert table.watcher.post("claim", seat=4).status_code == 302  # who is in is not kept waiting
    table.ann.post(f"claims/{Claim.objects.filter(seat=None).first().pk}", let="out")
    assert asked[-1].post("claim", name="Eve").status_code == 302


def test_one_address_keeps_nobody_else_from_asking(table):
    here = [stranger(table) for _ in range(5)]
    for phone in here:
        phone.get()
    assert [phone.post("claim", name="Eve").status_code for phone in here] == [302] * 3 + [429] * 2
    assert_too_many(here[3].post("claim", name="Eve"), "Too many from here ask")
    assert here[0].post("claim", name="Zoe").status_code == 302  # the same one under another name
    honest = stranger(table, THERE)
    honest.get()
    assert honest.post("claim", name="Gus").status_code == 302
    table.ann.post(f"claims/{Claim.objects.filter(name='Zoe').get().pk}", let="out")
    assert here[3].post("claim", name="Eve").status_code == 302


@pytest.mark.parametrize("who", ["stranger", "watcher"])
def test_who_was_sent_away_three_times_is_not_heard_any_more(table, clock, who):
    phone = getattr(table, who)
    sent = {"name": "Eve"} if who == "stranger" else {"seat": 4}
    phone.get()
    for _ in range(3):
        assert phone.post("claim", data=sent).status_code == 302
        table.ann.post(f"claims/{Claim.objects.get().pk}", let="out")
    with table.unchanged():
        assert_too_many(phone.post("claim", data=sent), "The host has said no")
    assert not Claim.objects.exists()
    assert stranger(table).get().status_code == 200


def test_a_phone_sends_so_many_forms_and_the_next_leaves_nothing(table, clock, monkeypatch):
    monkeypatch.setattr(limits.FORMS, "most", MOST)
    for _ in range(MOST):
        assert table.ben.post("move", move="nonsense").status_code == 422
    with table.unchanged():
        answer = table.ben.move("reveal", cards="15000 20000 25000", htmx=True)
        assert_too_many(answer, "Nothing was recorded")
        assert answer.content.decode().startswith('<div id="notice"')
        assert_too_many(table.ben.move("reveal", cards="15000 20000 25000"), "Nothing was recorded")
    assert table.ben.get().status_code == 200
    assert table.cleo.move("reveal", cards="15000 20000 25000").status_code == 302
    clock.now += limits.FORMS.seconds + 1
    assert table.ben.move("choose", 2, table="A").status_code == 302


def test_one_phone_for_a_whole_table_is_far_from_the_limit():
    """Six people's dice in a second, for ten seconds without a pause, would still be heard."""
    assert limits.FORMS.most / limits.FORMS.seconds > 6


def test_forms_without_a_cookie_are_counted_by_address(table, low):
    statuses = {stranger(table).post(f"/s/{table.code}/move").status_code for _ in range(30)}
    assert 429 not in statuses
    assert stranger(table).post(f"/s/{table.code}/move").status_code == 429
    assert stranger(table, THERE).post(f"/s/{table.code}/move").status_code == 403


def test_an_address_makes_so_many_phones(table, low):
    assert [stranger(table).get().status_code for _ in range(MOST + 1)] == [200] * MOST + [429]
    assert Phone(table, REMOTE_ADDR=HERE).get().status_code == 200  # one that is known
    assert stranger(table, THERE).get().status_code == 200


def form():
    return {"game": "dice", "deck": "physical", "name": ["Ann", "Ben", "Cleo"], "key": secrets.token_urlsafe(16)}


def test_a_phone_makes_so_many_sessions_a_day(db, low):
    phone = Phone(None)
    forms = [form() for _ in range(MOST + 1)]
    assert [phone.post("/new", data=one).status_code for one in forms] == [302] * MOST + [429]
    assert Session.objects.count() == MOST
    assert phone.post("/new", data=forms[0]).status_code == 302  # the same tap again is the same session
    assert Phone(None).post("/new", data=form()).status_code == 302
    Session.objects.update(created=timezone.now() - timedelta(days=1, minutes=1))
    assert phone.post("/new", data=form()).status_code == 302


def test_the_next_game_counts_too(table, low):
    table.play("15/20/25 ABAC 66543 66541 66532 66531 . end")
    for _ in range(MOST):
        table.ben.post("/new", data=form())
    with table.unchanged():
        assert table.ben.post("again", key=secrets.token_urlsafe(16)).status_code == 429
    assert table.cleo.post("again", key=secrets.token_urlsafe(16)).status_code == 302


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(
    "sent",
    [{"cards": "x" * 70_000}, {f"field{at}": "x" for at in range(250)}, {"name": ["x"] * 250}],
    ids=["too long", "too many fields", "too many values"],
)
def test_a_form_that_is_too_big_is_said_so(table, sent, htmx):
    with table.unchanged():
        for path in ("move", "claim", "names", "log/1/correct", "/new"):
            answer = table.ann.post(path, htmx=htmx, data=sent)
            assert answer.status_code == 413
            assert "more than a form can hold" in read(answer)


def test_a_form_of_another_kind_that_is_too_big(table):
    for kind in ("application/x-www-form-urlencoded", "application/json", "text/plain"):
        answer = table.ann.client.post(table.ann.url("move"), b"a=" + b"x" * 70_000, content_type=kind)
        assert answer.status_code == (413 if "form" in kind else 422), kind


def test_behind_a_proxy_on_this_machine_the_address_is_the_phones():
    """uvicorn reads X-Forwarded-For, and from this machine alone: nobody else says who they are."""
    config = serve._config("127.0.0.1", 8000, 1, False)
    assert config.proxy_headers
    assert config.forwarded_allow_ips == "127.0.0.1,::1"


def test_django_believes_no_such_header_itself(table, low):
    for at in range(MOST + 1):
        phone = Client(REMOTE_ADDR=HERE, HTTP_X_FORWARDED_FOR=f"198.51.100.{at}")
        status = phone.get(f"/s/WRN{at}").status_code
    assert status == 429


def test_a_log_that_is_full_takes_its_end_and_nothing_else(table, monkeypatch):
    table.play("15/20/25 ABAC 66543 66541 66532 66531 .")
    monkeypatch.setattr(limits.LOG, "most", table.session.head)
    with table.unchanged():
        answer = table.ann.move("reveal", cards="15000 20000 25000")
        assert answer.status_code == 429
        assert "This game’s log is full: end it, and go on with the next one." in read(answer)
    assert table.ann.move("finish").status_code == 302
    assert table.session.status == "finished"
