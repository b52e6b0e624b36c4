"""Reports from live tables that only a real browser shows: tabs that sleep, streams that drop, fingers that slip."""

import secrets
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from games.codec import spell
from tests.rules.dice.play import _moves as moves_of_word

from .cable import Cable
from .phone import Phone
from .served import Book

NAMES = ["Ann", "Ben", "Cleo", "Dov"]
ROUND = "15/20/25 ABAC 66643 66541 66532 66531 ."
CURRENT = 2_000  # milliseconds after it is shown
GONE = ("ERR_", "htmx:", "Failed to load", "status of 0")  # what a browser says while there is no line
COUNTS_STREAMS = """(() => {
    const Real = EventSource;
    window.streams = [];
    window.EventSource = class extends Real {
        constructor(...asked) {
            super(...asked);
            window.streams.push(this);
        }
    };
})()"""
HIDE = """(asleep) => {
    Object.defineProperty(document, "hidden", {configurable: true, get: () => asleep});
    document.dispatchEvent(new Event("visibilitychange"));
}"""
# Milliseconds from being shown until something else is asked.
SHOW = f"""() => new Promise((done) => {{
    const print = () => document.getElementById("prompt").dataset.print;
    const before = print();
    const began = performance.now();
    const look = () => (print() === before ? setTimeout(look, 5) : done(performance.now() - began));
    ({HIDE})(false);
    look();
}})"""
TWICE = """(button) => { button.click(); setTimeout(() => button.click(), 60); }"""
POSTED_TWICE = """async (form) => {
    const sent = new URLSearchParams(new FormData(form));
    const post = () => fetch(form.action, {method: "POST", body: sent, headers: {"HX-Request": "true"}});
    const first = post();
    await new Promise((due) => setTimeout(due, 60));
    return (await Promise.all([first, post()])).map((answer) => answer.status);
}"""
FETCH_AHEAD = """async () => {
    const links = [...document.querySelectorAll("a[href]")].map((one) => one.href);
    const forms = [...document.querySelectorAll("form[action]")].map((one) => one.action);
    const here = [...new Set([...links, ...forms])].filter((one) => one.startsWith(location.origin));
    await Promise.all(here.map((address) => new Promise((done) => {
        const link = document.createElement("link");
        link.rel = "prefetch";
        link.href = address;
        link.onload = link.onerror = done;
        document.head.append(link);
    })));
    return here;
}"""


@pytest.fixture
def evening(table: Callable) -> tuple[list[Phone], Book]:
    """A running game of four and two phones, Ann's the host's."""
    return table(NAMES, NAMES[:2], deck="physical")


@pytest.fixture
def cable(served) -> Iterator[Cable]:
    """A line that can be pulled out."""
    made = Cable(served.port)
    yield made
    made.close()


def enter(host: Phone, book: Book, words: str, most: int = 100) -> None:
    """Enter moves with the host's cookie, past her page and whatever it shows; until the log is so long."""
    token = next(one["value"] for one in host.context.cookies() if one["name"] == "cincy_csrf")
    for word in words.split():
        for move in moves_of_word(book.state, word):
            if len(book.log()) >= most:
                return
            seat = getattr(move, "seat", None)
            offer = next(o for o in book.line.offers if o.move == move.name and o.seat == seat)
            fields = {name: _typed(value) for name, value in spell(move).items()}
            sent = {**fields, "offer": offer.fingerprint, "key": secrets.token_urlsafe(9), "confirm": "1"}
            url = f"{book.served.url}/s/{book.code}/move"
            answer = host.context.request.post(url, form=sent, headers={"X-CSRFToken": token}, max_redirects=0)
            assert answer.status == 302, answer.text()


def _typed(value):
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else value


def prints(phone: Phone) -> list[str]:
    """The pieces of the page, and which state of each it shows."""
    script = "[...document.querySelectorAll('[data-print]')].map((one) => `${one.id}:${one.dataset.print}`)"
    return phone.page.evaluate(script)


def asking(phone: Phone, *methods: str) -> list[str]:
    """The last words of the addresses that the page asks from now on."""
    asked: list[str] = []

    def note(request):
        if request.method in (methods or ("GET", "POST")):
            asked.append(request.url.rsplit("/", 1)[1].partition("?")[0])

    phone.page.on("request", note)
    return asked


def streams(phone: Phone) -> int:
    """How many streams the page holds, or is trying to get back."""
    return phone.page.evaluate("streams.filter((one) => one.readyState !== EventSource.CLOSED).length")


def shows_all_once(phone: Phone, book: Book) -> None:
    """The page is what a fresh one would be, no piece of it is there twice, and so is the log."""
    ids = phone.page.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len(set(ids)) == len(ids)
    names = phone.page.locator("#board .people > div b").all_inner_texts()
    assert sorted(names) == NAMES
    shown = prints(phone)
    phone.page.reload()
    assert prints(phone) == shown
    phone.page.goto(f"{phone.page.url}/log")
    numbers = phone.page.locator(".entry .n").all_inner_texts()
    assert sorted(map(int, numbers)) == [entry.number for entry in book.log()]


def row(book: Book) -> tuple:
    """All that the database has of the session itself: its version, which grows with every change, and its head."""
    return book.served.rows("SELECT * FROM games_session WHERE code = ?", book.code)[0]


def listens(phone: Phone) -> None:
    expect(phone.page.locator("body")).to_have_attribute("data-live", "on")


def test_a_tab_hidden_while_24_entries_pass(evening):
    (ann, ben), book = evening
    ben.page.add_init_script(COUNTS_STREAMS)
    ben.page.reload()
    listens(ben)
    assert streams(ben) == 1
    ben.page.evaluate(HIDE, True)
    assert streams(ben) == 0
    asked = asking(ben)
    enter(ann, book, f"{ROUND} {ROUND}", most=24)
    assert len(book.log()) == 24
    assert asked == []
    took = ben.page.evaluate(SHOW)
    assert set(asked) == {"fragments", "stream"}
    assert streams(ben) == 1
    shows_all_once(ben, book)
    assert took < CURRENT


def test_a_line_that_drops_three_times(evening, cable):
    (ann, ben), book = evening
    ben.page.add_init_script(COUNTS_STREAMS)
    ben.open(f"{cable.url}/s/{book.code}")
    listens(ben)
    line = ben.page.locator("#connection")
    ben.watch.allowed += GONE
    for word in ("15/20/25", "1A", "2B"):
        cable.pull()
        expect(line.get_by_text("Not connected. Trying again; nothing is lost.")).to_be_visible()
        enter(ann, book, word)
        cable.put_in()
        expect(line.get_by_text("Connected again.")).to_be_visible()
    ben.is_asked("picks", book.offers("choose")[3])
    expect(line).to_be_hidden()
    assert streams(ben) == 1
    asked = asking(ben)
    enter(ann, book, "3A")
    expect(ben.page.locator(".pickrow")).to_have_count(1)
    assert asked == ["fragments"]
    shows_all_once(ben, book)


def test_going_back_and_forward_shows_how_it_stands_and_enters_nothing(evening):
    (ann, ben), book = evening
    enter(ann, book, "15/20/25")
    ben.is_asked("pick")
    page, table = ben.page, ben.page.url
    posted = asking(ben, "POST")
    page.goto(f"{table}/log/1")
    page.goto(f"{table}/log")
    enter(ann, book, "1A 2B")
    page.go_back()
    for head in page.locator("input[name=head]").all():
        assert head.input_value() == "3"
    page.go_back()
    ben.is_asked("picks", book.offers("choose")[3])
    shown = prints(ben)
    page.reload()
    assert prints(ben) == shown
    page.go_forward()
    page.go_forward()
    assert page.locator(".entry .n").count() == 3
    assert posted == []
    assert len(book.log()) == 3


def test_a_plain_form_that_one_goes_back_to_is_not_sent_again(evening, phone):
    (ann, _), book = evening
    cleo = phone("Cleo", java_script_enabled=False)
    cleo.come_by_qr(book.link)
    with cleo.page.expect_navigation():
        cleo.tap(cleo.page.locator(".roster > div", has_text="Cleo").get_by_role("button"))
    ann.press("Let in")
    ann.page.locator("#claims form").wait_for(state="detached")
    enter(ann, book, "15/20/25")
    cleo.page.reload()
    with cleo.page.expect_navigation():
        cleo.tap(cleo.page.locator(".choices.pick button").nth(1))
    assert book.state.picks[2] == "B"
    enter(ann, book, "1A")
    for move in (cleo.page.reload, cleo.page.go_back, cleo.page.go_forward, cleo.page.reload):
        move()
    assert len(book.log()) == 3
    with cleo.page.expect_navigation():
        cleo.tap(cleo.page.locator(".choices.pick button").first)
    assert book.state.picks[2] == "A"
    assert len(book.log()) == 4


def test_what_a_browser_fetches_ahead_enters_nothing(evening):
    (ann, ben), book = evening
    enter(ann, book, "15/20/25")
    ben.is_asked("pick")
    before = row(book)
    with ben.watch.expecting("405"):  # the address of a form, looked at
        fetched = ben.page.evaluate(FETCH_AHEAD)
    assert f"{ben.page.url}/move" in fetched
    assert row(book) == before


@pytest.mark.parametrize("lost", ["all", "the phone's"])
def test_the_cookie_lost_in_a_second_tab(evening, served, lost):
    (ann, ben), book = evening
    enter(ann, book, "15/20/25")
    ben.is_asked("pick")
    second = Phone(ben.context, ben.kind, ben.shots, "Ben's second tab")
    second.open(ben.page.url)
    second.is_asked("pick")
    served.provoked.append("CSRF cookie not set")
    cookies = ben.context.cookies()
    for cookie in cookies:
        if lost == "all" or cookie["name"] != "cincy_csrf":
            ben.context.clear_cookies(name=cookie["name"])
    with second.watch.expecting("403"):
        second.pick("A")
        expect(second.page.locator("#notice")).to_contain_text("Nothing was recorded.")
        second.shoot(f"cookie-lost-{lost[:3]}")
    assert len(book.log()) == 1
    assert second.watch.wrong == []
    ben.context.clear_cookies()
    ben.context.add_cookies(cookies)
    ben.is_asked("pick")
    ben.pick("B")
    expect(ben.page.locator("[aria-pressed=true]")).to_contain_text("Ballroom")
    assert book.state.picks == (None, "B", None, None)


def test_two_taps_60_ms_apart(evening):
    (ann, ben), book = evening
    enter(ann, book, "15/20/25 ABAC")
    ben.is_asked("dice", book.offers("roll")[2])
    ben.fill_dice([6, 6, 5, 4, 1])
    ben.form.locator("[data-send]").evaluate(TWICE)
    ben.is_asked("dice", book.offers("roll")[3])
    assert book.state.dice == (None, (1, 4, 5, 6, 6), None, None)
    ben.page.wait_for_function("() => !document.querySelector('form.htmx-request')")
    expect(ben.page.locator("#notice")).to_be_empty()
    assert len(book.log()) == 6


def test_two_identical_posts_60_ms_apart(evening):
    (ann, ben), book = evening
    enter(ann, book, "15/20/25")
    ben.is_asked("pick")
    assert ben.page.locator(".choices.pick form").first.evaluate(POSTED_TWICE) == [200, 200]
    assert len(book.log()) == 2
    expect(ben.page.locator("[aria-pressed=true]")).to_have_count(1)  # the page hears of it like the others
    ben.pick("B")
    assert book.state.picks == (None, "B", None, None)
