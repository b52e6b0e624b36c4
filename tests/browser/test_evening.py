"""An evening: four phones and a table screen play the dice game from the QR to the podium."""

import itertools
import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from games import qr
from games.codec import FORMAT, spell
from games.replaying import replay

NAMES = ["Ann", "Ben", "Cleo", "Dov"]
THREES = [5, 5, 5, 2, 1]  # clears Atlantic
STRAIGHT = [2, 3, 4, 5, 6]  # clears the Ballroom
LOW = [1, 1, 2, 3, 3]  # clears Caesar's
CLEARS = {"A": THREES, "B": STRAIGHT, "C": LOW}
POOR = [1, 2, 4, 6, 6]  # clears nothing
TWICE = 5  # the round with a duel for a table
AGAIN = 2  # the round with an extra roll
RELOAD = 6  # the round in which a phone is reloaded in the middle
CORRECT = 4  # the round before which an entry of two rounds ago is corrected
DUELS = 2  # Duel cards that are played out; then their tables are left alone


class Evening:
    """Who does what, decided by the round and by how the game stands in the book."""

    def __init__(self, phones, screen, book):
        self.phones = dict(zip(NAMES, phones, strict=True))
        self.screen = screen
        self.book = book
        self.seen = set()
        self.fought = []

    def by_seat(self, seat):
        return self.phones[NAMES[seat - 1]]

    def shoot(self, phase, *phones):
        self.seen.add(phase)
        for phone in phones or self.phones.values():
            phone.shoot(phase)
        self.screen.shoot(phase)

    def play_round(self):
        number = self.book.state.round
        self.reveal(number)
        self.pick(number)
        self.roll(number)
        while (phase := self.book.state.phase) not in ("reveal", "over"):
            {
                "extra": self.extra,
                "reroll": self.reroll,
                "challenge": self.challenge,
                "duel": self.duel,
                "duel-extra": self.extra,
                "duel-reroll": self.reroll,
            }[phase](number)
        self.fought += self.book.state.fought

    def reveal(self, number):
        phone = self.by_seat(number % 4 + 1)  # any player may
        phone.is_asked("choices", self.book.offers("reveal")[None])
        if number > 1:
            self.screen.reads("clears" if self.book.state.clears[0].seat else "")
            self.shoot("clearing")
        phone.turn_cards()

    def picks(self, number):
        """Tables in turn; in one round two go for the same one, and a Duel card is left alone once there were some."""
        letters = ["ABC"[(seat + number) % 3] for seat in range(4)]
        if number == TWICE:
            letters[3] = letters[1]
        return letters

    def pick(self, number):
        for seat, letter in enumerate(self.picks(number), 1):
            phone = self.by_seat(seat)
            phone.is_asked("pick", self.book.offers("choose")[seat])
            if seat == 1:
                self.shoot("pick")
            phone.pick(letter)
        phone.is_asked("confirm")
        phone.shoot("confirm")
        phone.confirm()

    def dice(self, number):
        picks = self.picks(number)
        thrown = [list(CLEARS[letter]) for letter in picks]
        if number == TWICE:
            assert thrown[1] == thrown[3]
        else:
            thrown[3] = POOR
        cards = {table: self.book.state.cards_on(table) for table in "ABC"}
        if number != TWICE and len([fought for fought in self.fought if fought.cause == "card"]) >= DUELS:
            thrown = [POOR if "duel" in cards[pick] else dice for pick, dice in zip(picks, thrown, strict=True)]
        return thrown

    def roll(self, number):
        dice = self.dice(number)
        offers = self.book.offers("roll")
        for seat in offers:
            self.by_seat(seat).is_asked("dice", offers[seat])
        self.shoot("dice")
        if number == RELOAD:
            self.by_seat(1).fill_dice(dice[0][:3])
            self.by_seat(2).fill_dice(dice[1][:2])
        for seat in (3, 4):
            self.by_seat(seat).enter_dice(dice[seat - 1])
        self.by_seat(4).is_asked("wait")
        self.shoot("wait", self.by_seat(4), self.by_seat(3))
        if number == RELOAD:
            # What is half entered survives the others' dice …
            expect(self.by_seat(1).page.locator(".people > div", has_text="Dov").locator(".mark")).to_have_text("✓")
            assert self.by_seat(1).in_row() == dice[0][:3]
            # … and a phone that is reloaded in the middle of it keeps its seat, and is asked again.
            self.by_seat(2).page.reload()
            self.by_seat(2).is_asked("dice", offers[2])
        for seat in (1, 2):
            self.by_seat(seat).enter_dice(dice[seat - 1])

    def extra(self, number):
        seat = self.book.state.asked[0]
        phone = self.by_seat(seat)
        phase = self.book.state.phase
        phone.is_asked("choices", self.book.offers("extra")[seat])
        self.shoot(phase, phone)
        if self.wants(number, seat):
            phone.buy()
        else:
            phone.decline()

    def wants(self, number, seat):
        """One buys in one round; and once in a duel."""
        if self.book.state.phase == "duel-extra":
            return "duel-reroll" not in self.seen
        bought = "reroll" in self.seen
        return number == AGAIN and seat == 4 and not bought

    def reroll(self, number):
        phase = self.book.state.phase
        for seat, offer in self.book.offers("roll").items():
            phone = self.by_seat(seat)
            phone.is_asked("dice", offer)
            self.shoot(phase, phone)
            before = sorted(phone.in_row())
            assert before, "what was rolled before is there already"
            phone.enter_dice([*before[:-1], 6 if before[-1] != 6 else 3])

    def challenge(self, number):
        holder = self.book.state.holders[0]
        phone = self.by_seat(holder)
        phone.is_asked("opponents", self.book.offers("challenge")[holder])
        self.shoot("challenge", phone)
        richest = max((seat for seat in range(1, 5) if seat != holder), key=self.book.state.money)
        phone.challenge(NAMES[richest - 1])

    def duel(self, number):
        offers = self.book.offers("roll")
        first = self.book.state.duel.seats[0]
        for seat, offer in offers.items():
            self.by_seat(seat).is_asked("dice", offer)
        self.shoot("duel", *(self.by_seat(seat) for seat in offers))
        for seat in offers:
            self.by_seat(seat).enter_dice([6, 6, 6, 4, 4] if seat == first else [6, 6, 6, 2, 2])

    def correct(self):
        """Correct a die of two rounds back through the log: everything after it still fits."""
        step, dice, then = self.correction(self.book.line)
        host = self.phones["Ann"]
        host.press("Log")
        host.shoot("log")
        host.tap(f'.entry[href$="/log/{step.number}"]')
        host.reads(f"{NAMES[step.move.seat - 1]}")
        host.shoot("entry")
        host.fill_dice(dice)
        host.send()
        host.page.get_by_text("Until now: ").wait_for()
        host.shoot("preview")
        told = host.page.locator("main").inner_text()
        assert self.book.line.state.players != then.state.players or "Nothing that was" in told
        before = self.book.line.head
        host.press("Correct it")
        host.page.locator("#board").wait_for()
        line = self.book.line
        assert line.head == before + 1
        assert line.state == then.state
        fixed = next(one for one in line.steps if one.number == step.number)
        assert sorted(fixed.move.dice) == dice

    def correction(self, line):
        """Find a die of two rounds back to read anew: if there is one, such that money changes hands by it."""
        found = None
        for step in line.steps:
            if step.move.name != "roll" or step.state.round != line.state.round - 2 or step.state.duel:
                continue
            for at, face in itertools.product(range(5), range(1, 7)):
                dice = sorted([*step.move.dice[:at], face, *step.move.dice[at + 1 :]])
                then = line.corrected(step.number, replace(step.move, dice=tuple(dice)))
                fits = not then.leftover and dice != sorted(step.move.dice)
                if fits and (found is None or then.state.players != line.state.players):
                    found = step, dice, then
        assert found, "no die of that round can be corrected without cutting off what came after it"
        return found


@pytest.fixture
def evening(phone, screen, served, book):
    """Four phones come to a table by QR and by code; a table screen looks on."""
    phones = [phone(name) for name in NAMES]
    host = phones[0]
    code = host.new_game(served.url, NAMES, "app")
    kept = book(code)
    host.reads("Scan to take your seat.")
    drawn = host.page.locator(".lobby-qr svg path").get_attribute("d")
    assert len(drawn) > 1000
    assert drawn in qr.svg(kept.link), "the QR stands for the link"
    host.join("Ann")
    for one, name in zip(phones[1:3], NAMES[1:3], strict=True):
        one.come_by_qr(kept.link)
        one.shoot("join")
        one.join(name)
    phones[3].come_by_code(served.url, code)
    phones[3].shoot("ask")
    phones[3].ask_to_come_in("Dov")
    host.press("Let in")
    phones[3].page.locator(".roster > div", has_text="Dov").get_by_text("this phone").wait_for()
    expect(host.page.locator(".roster").get_by_text("joined")).to_have_count(3)
    screen.look_on(kept)
    for one in phones:
        one.shoot("lobby")
    screen.shoot("lobby")
    host.start()
    return Evening(phones, screen, kept)


def test_an_evening_from_the_qr_to_the_podium(evening, served):
    for number in range(1, 13):
        for window in (*evening.phones.values(), evening.screen):
            expect(window.page.locator("#topbar, .wall .topbar")).to_contain_text(f"Round {number}")
        if number == CORRECT:
            evening.correct()
        evening.play_round()

    line, names = evening.book.line, NAMES
    wanted = {"reroll", "duel", "duel-extra", "duel-reroll", "challenge", "extra", "dice", "pick", "clearing"}
    assert wanted <= evening.seen
    assert {"A", "B", "C"} & {fought.cause for fought in evening.fought}, "there was no duel for a table"
    assert "card" in {fought.cause for fought in evening.fought}, "no Duel card was played"

    moves = [spell(step.move) for step in line.steps]
    file = {"format": FORMAT, "game": "dice", "players": names, "options": {"deck": "app"}, "moves": moves}
    answer, _ = replay(file)
    assert answer["finished"]
    assert answer["state"] == evening.book.game.published(line.state)
    standings = [(row["place"], row["name"], row["score"]) for row in answer["standings"]]
    assert [row[2] for row in standings] == sorted((row[2] for row in standings), reverse=True)
    for one in evening.phones.values():
        one.is_asked("over")
        assert one.podium() == standings
        one.shoot("podium")
    rows = evening.screen.page.locator(".standings tr")
    expect(rows.first).to_contain_text(names[answer["standings"][0]["seat"] - 1])
    assert [re.sub(r"\D", "", row.inner_text()) for row in rows.all()] == [f"{p}{score}" for p, _, score in standings]
    evening.screen.shoot("podium")

    host = evening.phones["Ann"]
    host.open(served.url)
    expect(host.page.locator(".roster a").first).to_contain_text(standings[0][1])
    host.shoot("home-after")
    host.tap(".roster a")
    host.is_asked("over")
    host.press("Again with the same people")
    host.reads("Scan to take your seat.")
    expect(host.page.locator(".roster > div")).to_have_count(4)
