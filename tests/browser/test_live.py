"""A move reaches the others by itself, or by asking now and then; and pages do without scripts."""

import re
import time
from statistics import median

import pytest
from playwright.sync_api import expect

NAMES = ["Ann", "Ben", "Cleo"]
AT_ONCE = 1  # second: from a tap to the other phones
POLLED = 6_500  # milliseconds: a poll every four seconds, and a busy machine


def arrival(page, text):
    """Note, in the page itself, when its prompt first says something."""
    page.evaluate(
        """(text) => {
            document.body.dataset.arrived = "";
            const look = () => {
                const there = document.querySelector("h1.prompt")?.textContent.includes(text);
                if (there && !document.body.dataset.arrived) document.body.dataset.arrived = Date.now();
            };
            window.watching?.disconnect();
            window.watching = new MutationObserver(look);
            window.watching.observe(document.body, {subtree: true, childList: true, characterData: true});
            look();
        }""",
        text,
    )
    assert page.locator("body").get_attribute("data-arrived") == "", "it is there already"


def arrived(page):
    expect(page.locator("body")).to_have_attribute("data-arrived", re.compile("1"), timeout=5_000)
    return int(page.locator("body").get_attribute("data-arrived")) / 1000


def test_a_move_is_there_at_once(table, screen):
    (ann, ben, cleo), book = table(NAMES, NAMES)
    screen.look_on(book)
    for window in (ann, ben, cleo, screen):
        expect(window.page.locator("body[data-live=on]")).to_be_attached()

    took = []

    def measure(move, others, said):
        for window in others:
            arrival(window.page, said)
        began = time.time()
        move()
        took.extend(arrived(window.page) - began for window in others)

    measure(ann.turn_cards, (ben, cleo), "pick your table")
    measure(lambda: ann.pick("A"), [screen], "Waiting for Ben and Cleo to pick")
    measure(lambda: ben.pick("A"), [screen], "Waiting for Cleo to pick")
    cleo.pick("C")
    measure(cleo.confirm, (ann, ben, screen), "Lift the cups")
    print([round(one, 2) for one in took])
    assert median(took) < AT_ONCE / 2
    assert max(took) < AT_ONCE


@pytest.mark.parametrize("how", ["broken", "none"])
def test_without_a_stream_a_phone_asks_now_and_then(table, how):
    (ann, ben), book = table(NAMES, ["Ann", "Ben"])
    if how == "broken":
        ben.watch.allowed.append("ERR_FAILED")
        ben.page.route("**/stream", lambda route: route.abort())
    else:
        ben.page.route("**/stream", lambda route: route.fulfill(status=204))
    ben.page.reload()
    ben.is_asked("choices", book.offers("reveal")[None])
    ann.turn_cards()
    ben.is_asked("pick", within=POLLED)
    expect(ben.page.locator("#connection")).to_be_hidden()
    # The poll goes on.
    ann.pick("A")
    expect(ben.page.locator(".people > div", has_text="Ann")).to_contain_text("has picked", timeout=POLLED)


def test_a_phone_says_when_it_is_cut_off_and_comes_back(table):
    (ann, ben), _ = table(NAMES, ["Ann", "Ben"])
    with ben.watch.expecting("ERR_INTERNET_DISCONNECTED", "htmx:", "ERR_"):
        ben.context.set_offline(True)
        # A stream that stands is not cut by this: what is fetched next fails.
        ben.page.evaluate("htmx.trigger('#live', 'nudge')")
        expect(ben.page.locator("#connection")).to_be_visible()
        ben.shoot("cut-off")
        ann.turn_cards()
        ben.context.set_offline(False)
        ben.is_asked("pick", within=POLLED)
        expect(ben.page.locator("#connection")).to_be_hidden()


def test_without_scripts_one_joins_picks_enters_and_answers(table, phone):
    (ann, ben), book = table(NAMES, ["Ann", "Ben"], deck="physical")
    cleo = phone("Cleo", java_script_enabled=False)
    page = cleo.page

    def send(button):
        with page.expect_navigation():
            cleo.tap(button)

    cleo.come_by_qr(book.link)
    send(page.locator(".roster > div", has_text="Cleo").get_by_role("button"))
    cleo.reads("Waiting to be let in as Cleo.")
    ann.press("Let in")
    ann.page.locator("#claims form").wait_for(state="detached")
    page.reload()

    cleo.type('input[name="0-cards"]', "20000 15000")
    cleo.shoot("plain-reveal")
    send(page.get_by_role("button", name="Turn these cards"))
    assert [len(cards) for cards in book.state.laid] == [1, 1]
    cleo.shoot("plain-pick")
    send(page.locator(".choices.pick button").nth(1))
    assert book.state.picks == (None, None, "C")
    for one in (ann, ben):
        one.is_asked("pick")
        one.pick("A")
    ben.confirm()

    send(page.get_by_role("link", name="Look again"))
    cleo.shoot("plain-dice")
    with cleo.watch.expecting("HTTP 422", "status of 422"):
        cleo.type('input[name="3-dice"]', "1 1 2 3 7")
        send(page.get_by_role("button", name="Enter five dice"))
        expect(page.locator("#notice")).not_to_be_empty()
    assert book.state.dice[2] is None
    cleo.type('input[name="3-dice"]', "66213")
    send(page.get_by_role("button", name="Enter five dice"))
    assert sorted(book.state.dice[2]) == [1, 2, 3, 6, 6]
    for one in (ann, ben):
        one.is_asked("dice")
        one.enter_dice([1, 2, 4, 5, 5])
    send(page.get_by_role("link", name="Look again"))
    assert book.state.asked[0] == 3
    cleo.shoot("plain-extra")
    send(page.get_by_role("button", name="Not me"))
    assert book.state.asked[0] == 1
