"""Every phase of poker on the smallest phone, dark and light, with the longest names there can be."""

import pytest
from playwright.sync_api import expect

from .look import Looks
from .poker import PokerPhone

LONG = [f"{'W' * 23}{number}" for number in range(1, 10)]
TERMS = {
    "wild": "low-hole",
    "split": "suit-high-or-low",
    "stacks": "1000000 1000000 40 1000000 1000000 1000000",
    "first_dealer": "6",
    "rebuys": True,
}
APART = """() => {
    const shown = (e) => e.checkVisibility({visibilityProperty: true});
    const all = (q) => [...document.querySelectorAll(`#offers ${q}`)].filter(shown);
    const box = (e) => e.getBoundingClientRect();
    const risky = [...all(".all-in button"), ...all(".apart [data-choice=stay] button")];
    const others = [...all("[data-choice=fold] button"), ...all(".choices:not(.apart) [data-choice=stay] button")];
    const gap = (a, b) => Math.max(a.top - b.bottom, b.top - a.bottom);
    return risky.flatMap((a) => others.map((b) => gap(box(a), box(b)))).filter((one) => one < 20);
}"""
BOARD = """() => {
    const area = document.querySelector("footer.tap").getBoundingClientRect();
    const row = document.querySelector(".row5").getBoundingClientRect();
    return row.top >= 0 && row.bottom <= area.top + 1;
}"""


@pytest.fixture
def looks():
    found = Looks()
    yield found
    assert not found.wrong, "\n".join(found.wrong)


def test_every_phase_of_poker(looks, phone, screen, served, book):
    ann, ben = (phone(name, "360-dark", phone=PokerPhone) for name in ("one", "two"))
    code = ann.new_poker(served.url, LONG[:6], "classic", **TERMS)
    kept = book(code)

    def look(one, phase, board=False):
        looks.at(one, f"poker-{phase}")
        looks.wrong += [f"{phase}: all-in is {gap}px from check or fold" for gap in one.page.evaluate(APART)]
        if board and not one.page.evaluate(BOARD):
            looks.wrong.append(f"{phase}: the row is not to be seen")

    def asked(one, kind, move):
        one.is_asked(kind, next(o.fingerprint for o in kept.line.offers if o.move == move))

    def turn(card):
        asked(ann, "card", "board")
        ann.turn(card)

    ann.join(LONG[0])
    look(ann, "lobby")
    ben.come_by_qr(kept.link)
    ben.join(LONG[1])
    screen.look_on(kept)
    ann.start()
    look(ann, "deal")
    ben.is_asked("choices")
    ann.deal()
    asked(ann, "card", "board")
    look(ann, "card")
    ann.enter_own("As Ad 3c 4c 6d")
    look(ann, "card-with-own")
    turn("Ah")
    asked(ann, "bet", "bet")
    look(ann, "bet", board=True)
    ann.open_raise()
    look(ann, "raise")
    ann.open_raise()
    ann.tap(ann.offers.locator("summary", has_text="More"))
    look(ann, "more")
    ann.bet(30)
    ben.is_asked("bet")
    look(ann, "waiting", board=True)
    look(ben, "call", board=True)
    ben.stay()
    asked(ann, "bet", "call")
    ann.page.locator("#offers .ask", has_text=LONG[2]).wait_for()
    ann.stay()  # 30 of 39
    for _ in range(3):
        asked(ann, "bet", "call")
        look(ann, "call-of-another")
        ann.all_stay() if ann.offers.locator("[data-choice=together]").count() else ann.stay()
        if kept.state.phase != "bet":
            break
    turn("Kc")
    ann.is_asked("bet")
    ann.bet(500_000)
    ben.is_asked("bet")
    ben.stay()
    asked(ann, "bet", "call")
    look(ann, "call-all-in", board=True)
    ann.stay()
    ann.is_asked("confirm")
    look(ann, "all-in", board=True)
    ann.confirm()
    while kept.state.phase == "bet":
        asked(ann, "bet", "call")
        ann.fold()
    ben.want("Enter my cards in secret")
    ben.is_asked("picker")
    look(ben, "own-five")
    ben.fill_five("Ks Kd 5h 7h 9d")
    look(ben, "own-five-full")
    ben.send()
    for card in ("8c", "2d", "8h"):
        turn(card)
        ann.is_asked("bet")
        screen.shoot("poker-long-bet")
        ann.stay()
        ben.is_asked("bet")
        ben.stay()
    ann.is_asked("choices", kept.offers("show")[1])
    look(ann, "show")
    ben.is_asked("wait")
    look(ben, "wait-to-show")
    ann.want("Declare the winners")
    ann.is_asked("declare")
    look(ann, "declare")
    ann.want("Show the cards instead")
    ann.is_asked("choices")
    ann.show()
    ben.is_asked("choices")
    ben.show()
    ann.is_asked("picker")
    look(ann, "show-five")
    screen.shoot("poker-long-show")
    ann.show("Qs Th 9h 4h 3h")
    expect(ann.page.locator(".verdict").first).to_be_visible()
    look(ann, "verdict")
    screen.shoot("poker-long-verdict")

    home = f"{served.url}/s/{code}"
    ann.open(f"{home}/seats")
    ann.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    look(ann, "menu")
    ann.open(f"{home}/log")
    look(ann, "log")
    for move in ("bet", "board", "show"):
        step = next(step for step in kept.line.steps if step.move.name == move)
        ann.open(f"{home}/log/{step.number}")
        look(ann, f"entry-{move}")
    bet = next(step for step in kept.line.steps if step.move.name == "bet")
    ann.open(f"{home}/log/{bet.number}")
    ann.type("input[name=to][inputmode]", "20")
    ann.tap("[data-send]")
    ann.page.get_by_text("Until now: ").wait_for()
    look(ann, "preview")
    ann.open(f"{served.url}/rules/poker")
    look(ann, "rules")
    ann.open(f"{home}/seats")
    ann.page.get_by_text("End the game now").click()
    ann.press("End it")
    ann.is_asked("over")
    look(ann, "podium")
    ann.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    look(ann, "podium-numbers")
    screen.shoot("poker-long-podium")


def test_several_seats_on_one_phone(looks, phone, screen, served, book):
    """Two of nine seats on one phone: who is looking comes first; fixed limits leave one amount."""
    ann = phone("one", "360-dark", phone=PokerPhone)
    code = ann.new_poker(served.url, LONG, "classic", betting="fixed-limit", first_dealer="9")
    kept = book(code)
    ann.join(LONG[0])
    ann.start()
    screen.look_on(kept)
    ann.open(f"{served.url}/s/{code}/seats")
    ann.tap(ann.page.locator(".seats-list details").nth(1).locator("summary"))
    with ann.page.expect_navigation():
        ann.tap(ann.page.get_by_role("button", name="Play it on this phone too").locator("visible=true"))
    ann.open(f"{served.url}/s/{code}")
    ann.deal()
    ann.is_asked("card")
    ann.turn("Ah")
    ann.is_asked("bet", kept.offers("check")[1])
    looks.at(ann, "poker-fixed")
    screen.shoot("poker-nine")
    ann.want("Enter my cards in secret")
    ann.is_asked("cover")
    looks.at(ann, "poker-cover")
    ann.press(LONG[1])
    ann.is_asked("picker")
    looks.at(ann, "poker-own-of-two")
