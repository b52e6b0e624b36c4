"""Every page and phase on the smallest phone, dark and light, with the longest names there can be."""

import pytest

from .look import Looks

LONG = [f"{'W' * 23}{number}" for number in range(1, 7)]
ODD = [2, 3, 4, 5, 5]
THREES = [6, 6, 6, 4, 4]


@pytest.fixture
def looks():
    found = Looks()
    yield found
    assert not found.wrong, "\n".join(found.wrong)


def test_the_pages_around_a_game(looks, phone, served, book):
    host, guest, late = phone("host", "360-dark"), phone("guest", "360-dark"), phone("late", "360-dark")
    host.open(served.url)
    looks.at(host, "home")
    host.press("Start a game")
    host.reads("What is played?")
    looks.at(host, "new")
    for at, name in enumerate(LONG[:5]):
        host.type(host.page.locator("input[name=name]").nth(at), name)
    host.press("Open the lobby")
    host.reads("Scan to take your seat.")
    code = host.page.url.rsplit("/", 1)[1]
    guest.come_by_qr(book(code).link)
    looks.at(guest, "join")
    guest.join(LONG[1])
    looks.at(guest, "lobby-guest")
    host.join(LONG[0])
    looks.at(host, "lobby")
    host.press("Names and order")
    host.reads("Names and order")
    looks.at(host, "names")
    host.press("Keep")
    host.press("Terms")
    host.reads("What do you agree on?")
    looks.at(host, "terms")
    host.press("Play on these terms")
    host.reads("Scan to take your seat.")
    host.start()

    late.come_by_qr(book(code).link)
    looks.at(late, "join-late")
    late.ask_for(LONG[4])
    looks.at(late, "waiting")
    host.page.locator("#claims form").wait_for()
    looks.at(host, "claim")
    host.press("Let in")
    late.is_asked("reveal")

    home = host.page.url
    host.turn_cards("20000", "35000", "15000")
    host.open(f"{home}/log")
    looks.at(host, "log")
    host.tap("a.entry")
    host.reads("turn")
    looks.at(host, "entry")
    host.open(f"{home}/seats")
    host.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    looks.at(host, "seats")
    host.press("QR to another phone")
    host.reads("This QR moves")
    looks.at(host, "show-pass")
    guest.open(host.page.locator(".wrap").inner_text())
    looks.at(guest, "pass")
    for path in ("rules/dice", "help"):
        host.open(f"{served.url}/{path}")
        looks.at(host, path.replace("/", "-"))
    with host.watch.expecting("HTTP 404", "status of 404"):
        host.open(f"{served.url}/s/ZZZZ99")
        looks.at(host, "nothing-here")
        host.open(f"{served.url}/join?code=ZZZZ99")
        looks.at(host, "no-such-code")
    late.open(f"{home}/screen")
    late.page.set_viewport_size({"width": 360, "height": 640})
    looks.at(late, "screen-on-a-phone")


def test_every_phase_of_a_game(looks, phone, screen, served, book):
    ann, ben = phone("one", "360-dark"), phone("two", "360-dark")
    code = ann.new_game(served.url, LONG, "physical")
    kept = book(code)
    ann.join(LONG[0])
    ben.come_by_qr(kept.link)
    ben.join(LONG[1])
    ann.start()
    screen.look_on(kept)

    def round_of(cards, dice, look):
        """Play up to the extra rolls: seat 1 at A, 2 and 3 at B, 4 and 5 at C, 6 at A."""
        for one in (ann, ben):
            one.is_asked("reveal", kept.offers("reveal")[None])
        look(ann, "reveal")
        screen.shoot("reveal")
        ann.turn_cards(*cards)
        ann.is_asked("pick", kept.offers("choose")[1])
        look(ann, "pick")
        ann.pick("A")
        ben.is_asked("pick", kept.offers("choose")[2])
        look(ann, "picked")
        ben.pick("B")
        ben.is_asked("confirm")
        look(ben, "confirm")
        ben.confirm()
        ann.is_asked("picks", kept.offers("choose")[3])
        look(ann, "picks")
        screen.shoot("picks")
        ann.enter_picks(dict(zip(LONG[2:], "BCCA", strict=True)))
        ann.is_asked("dice", kept.offers("roll")[1])
        look(ann, "dice")
        ann.fill_dice(dice[0])
        look(ann, "dice-full")
        ann.send()
        ben.is_asked("dice", kept.offers("roll")[2])
        ben.enter_dice(dice[1])
        ann.is_asked("dice", kept.offers("roll")[3])
        for name, throw in zip(LONG[2:], dice[2:], strict=True):
            ann.fill_dice(throw, name)
        look(ann, "dice-of-others")
        ann.send()

    # A round with a duel for the Ballroom: the second and the third are exactly equal.
    round_of(
        ("20000", "35000", "chips"), [THREES, ODD, ODD, [1, 1, 2, 3, 3], [1, 1, 2, 3, 4], [1, 2, 4, 6, 6]], looks.at
    )
    assert kept.state.asked[0] == 1
    ann.is_asked("choices", kept.offers("extra")[1])
    looks.at(ann, "extra")
    ben.is_asked("choices")
    looks.at(ben, "early")
    ann.buy()
    ben.is_asked("choices", kept.offers("extra")[2])
    looks.at(ben, "extra-of-all")
    screen.shoot("long-extra")
    ben.nobody_buys()
    ann.is_asked("dice", kept.offers("roll")[1])
    looks.at(ann, "reroll")
    ann.send()
    ann.is_asked("choices", kept.offers("extra")[1])
    ann.decline()
    ben.is_asked("choices", kept.offers("extra")[2])
    ben.nobody_buys()
    ben.is_asked("dice", kept.offers("roll")[2])
    looks.at(ben, "duel-for-a-table")
    screen.shoot("long-duel")
    ben.enter_dice(THREES)
    ben.is_asked("dice", kept.offers("roll")[3])
    ben.enter_dice([6, 6, 6, 2, 2])
    ben.is_asked("choices", kept.offers("extra")[kept.state.asked[0]])
    looks.at(ben, "duel-extra")
    ben.buy(LONG[1]) if ben.page.locator("[data-choice=buy]").count() > 1 else ben.buy()
    ben.is_asked("dice", kept.offers("roll")[2])
    looks.at(ben, "duel-reroll")
    ben.send()
    while kept.state.phase == "duel-extra":
        seat = kept.state.asked[0]
        ben.is_asked("choices", kept.offers("extra")[seat])
        ben.tap(ben.offers.locator("[data-choice=decline] button, [data-choice=nobody] button").first)
        ben.page.wait_for_timeout(300)
    ann.reads("clears")
    looks.at(ann, "clearing")
    screen.shoot("long-clearing")

    # A round in which the first wins a Duel card.
    round_of(("duel", "25000", "25000"), [THREES, ODD, [1, 2, 4, 6, 6], [1, 1, 2, 3, 3], ODD, ODD], lambda *_: None)
    while kept.state.phase == "extra":
        seat = kept.state.asked[0]
        one = ben if seat == 2 else ann
        one.is_asked("choices", kept.offers("extra")[seat])
        one.tap(one.offers.locator("[data-choice=decline] button, [data-choice=nobody] button").first)
        one.page.wait_for_timeout(300)
    ann.is_asked("opponents")
    looks.at(ann, "challenge")
    ann.challenge(LONG[1])
    ann.is_asked("dice")
    looks.at(ann, "duel")
    ben.is_asked("dice")
    ann.enter_dice(THREES)
    looks.at(ann, "wait")
    ben.enter_dice(ODD)
    while kept.state.phase == "duel-extra":
        seat = kept.state.asked[0]
        one = ben if seat == 2 else ann
        one.is_asked("choices", kept.offers("extra")[seat])
        one.decline()
    ann.is_asked("reveal", kept.offers("reveal")[None])
    looks.at(ann, "after-a-duel")

    # A correction, and the end.
    rolls = [step for step in kept.line.steps if step.move.name == "roll" and step.state.phase == "dice"]
    roll = next(step for step in reversed(rolls) if step.move.seat == 1)
    ann.open(f"{served.url}/s/{code}/log/{roll.number}")
    ann.fill_dice([1, 2, 4, 6, 6])
    ann.send()
    ann.page.get_by_text("Until now: ").wait_for()
    looks.at(ann, "preview")
    ann.press("Correct it")
    ann.page.locator("#offers .leftover").first.wait_for()
    looks.at(ann, "leftover")
    ann.press("Leave out")
    ann.page.locator("#offers .leftover").first.wait_for(state="detached")
    ann.press("Menu")
    ann.page.get_by_text("End the game now").click()
    ann.press("End it")
    ann.is_asked("over")
    looks.at(ann, "podium")
    ann.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    looks.at(ann, "podium-numbers")
    screen.reads("wins")
    screen.shoot("long-podium")
    ann.open(served.url)
    looks.at(ann, "home-after")
