"""Phones that die, a server that goes and comes: nobody is indispensable, and everybody is told."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from .served import Book, Served

NAMES = ["Ann", "Ben", "Cleo"]
AWAY = "3"  # seconds instead of a minute
GONE = ("ERR_", "htmx:", "Failed to load", "status of 0")  # what a browser says while there is no server


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Cincy with little patience."""
    server = Served(tmp_path_factory.mktemp("lost") / "data", CINCY_AWAY=AWAY)
    yield server
    server.stop()


@pytest.fixture
def evening(table: Callable) -> tuple[list, Book]:
    """A running game of two phones, Ann's the host's."""
    return table(NAMES, NAMES[:2])


def told(phone, text):
    expect(phone.page.locator("#notices")).to_contain_text(text)


def test_the_hosts_phone_dies_and_two_others_pass_the_role(table, screen, phone):
    (ann, ben, cleo), book = table(NAMES, NAMES)
    screen.look_on(book)
    ann.context.close()

    # Play goes on meanwhile: nobody needs the host for it.
    ben.turn_cards()
    cleo.is_asked("pick")

    # Somebody without a seat asks; the host's phone cannot answer, and so the others' show it by themselves.
    eve = phone("Eve")
    eve.come_by_qr(book.link)
    eve.tap(eve._seat("Ann").get_by_role("button"))
    eve.reads("Waiting to be let in as Ann.")
    for one in (ben, cleo):
        one.page.locator("#claims").get_by_text("A phone asks for the seat of Ann").wait_for()

    ben.open(f"{book.served.url}/s/{book.code}/seats")
    ben.shoot("host-away")
    ben.press("Make Cleo the host?")
    ben.page.locator("#claims").get_by_text("One more phone has to agree.").wait_for()
    cleo.page.locator("#claims").get_by_text("Ben proposes Cleo as the host").wait_for()
    cleo.shoot("host-proposed")
    cleo.press("Agree: Cleo is the host")
    for one in (ben, cleo, screen):
        told(one, "Ben and Cleo made Cleo the host")
    screen.shoot("notices")

    # Cleo is the host now, and lets in whoever asks for the dead phone's seat.
    cleo.press("Let in")
    told(ben, "Ann plays on another phone now: Cleo let it in.")
    eve.is_asked("pick")
    eve.pick("A")
    expect(cleo.page.locator(".people > div", has_text="Ann")).to_contain_text("has picked")
    ben.open(f"{book.served.url}/s/{book.code}/log")
    expect(ben.page.locator(".notice-line")).to_have_count(2)
    ben.shoot("log-notices")


def test_the_old_phone_says_that_its_seat_is_gone(evening, phone):
    (ann, ben), book = evening
    new = phone("Ben again")
    new.come_by_qr(book.link)
    new.tap(new._seat("Ben").get_by_role("button", name="My phone is another one now"))
    ann.press("Let in")
    ben.page.get_by_text("Your seat is on another phone now.").wait_for()
    ben.shoot("seat-gone")
    new.page.locator("#board").wait_for()


def test_half_a_name_survives_what_happens_to_the_list(phone, served, book):
    ann, eve, finn = phone("Ann"), phone("Eve"), phone("Finn")
    code = ann.new_game(served.url, NAMES[:3], "app")
    for one in (eve, finn):
        one.come_by_qr(book(code).link)
    field = eve.page.locator("[data-typed]")
    eve.tap(field)
    field.press_sequentially("Evel")
    finn.join("Ben")
    expect(eve.page.locator(".roster > div", has_text="Ben")).to_contain_text("joined")
    eve.page.keyboard.type("yn")
    expect(field).to_have_value("Evelyn")


def test_what_could_not_be_sent_stays_and_counts_once(evening):
    (ann, ben), book = evening
    ann.turn_cards()
    ben.is_asked("pick")
    with ben.watch.expecting(*GONE):
        ben.page.route("**/move", lambda route: route.abort())
        key = ben.page.locator(".choices.pick input[name=key]").first.input_value()
        ben.tap(ben.offers.locator(".choices.pick button").first)
        expect(ben.page.locator("#notice")).to_contain_text("It is still here: send it again.")
        ben.shoot("unsent")
        assert ben.page.locator(".choices.pick input[name=key]").first.input_value() == key
        ben.page.unroute("**/move")
    ben.pick("A")
    expect(ben.page.locator("#notice")).to_be_empty()
    assert len(book.log()) == 2


def test_a_stream_that_was_refused_is_tried_again(evening):
    (ann, ben), book = evening
    with ben.watch.expecting(*GONE, "503"):
        ben.page.route("**/stream", lambda route: route.fulfill(status=503))
        ben.page.reload()
        ben.is_asked("choices", book.offers("reveal")[None])
        expect(ben.page.locator("body")).to_have_attribute("data-live", "on")  # by asking now and then
        ben.page.unroute("**/stream")
        with ben.page.expect_event(
            "response", lambda answer: answer.url.endswith("/stream") and answer.status == 200, timeout=60_000
        ):
            pass
    ann.turn_cards()
    ben.is_asked("pick")


def test_a_phone_that_slept_is_current_when_it_is_looked_at(evening):
    (ann, ben), _ = evening
    hide = """(asleep) => {
        Object.defineProperty(document, "hidden", {configurable: true, get: () => asleep});
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    asked = []
    ben.page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1].split("?")[0]))
    ben.page.evaluate(hide, True)
    ann.turn_cards()
    ann.is_asked("pick")
    ann.pick("A")
    assert asked == [], "a phone in a pocket asks for nothing"
    ben.page.evaluate(hide, False)
    ben.is_asked("pick")
    expect(ben.page.locator(".people > div", has_text="Ann")).to_contain_text("has picked")
    assert sorted(set(asked)) == ["fragments", "stream"]


def test_a_sentence_is_not_lost_when_the_page_changes(evening, phone):
    (ann, ben), book = evening
    ann.turn_cards()
    ben.is_asked("pick")
    ben.watch.allowed += [*GONE, "409"]
    for path in ("fragments*", "stream"):
        ben.page.route(f"**/{path}", lambda route: route.abort())
    ben.page.reload()
    ben.is_asked("pick")
    ann.open(f"{book.served.url}/s/{book.code}/seats")
    ann.tap(ann.page.get_by_text("End the game now"))
    ann.press("End it")
    ann.page.locator("#podium").wait_for()
    ben.tap(ben.offers.locator(".choices.pick button").first)
    ben.page.locator("#podium").wait_for()
    expect(ben.page.locator("#notice")).to_contain_text("The table has moved on meanwhile.")


def test_a_server_that_goes_is_missed_and_one_that_comes_back_is_welcome(evening, served):
    (ann, ben), _ = evening
    line = ben.page.locator("#connection")
    with ben.watch.expecting(*GONE), ann.watch.expecting(*GONE):
        served.stop()
        expect(line.get_by_text("Not connected. Trying again; nothing is lost.")).to_be_visible()
        expect(line.get_by_text("scan its QR again, and your seat comes back there")).to_be_visible()
        ben.shoot("not-connected")
        served.__init__(served.data, served.port, CINCY_AWAY=AWAY)
        expect(line.get_by_text("Connected again.")).to_be_visible()
        expect(line).to_be_hidden()
        expect(ben.page.locator("body")).to_have_attribute("data-live", "on")
        expect(ann.page.locator("body")).to_have_attribute("data-live", "on")
    ann.turn_cards()
    ben.is_asked("pick")
