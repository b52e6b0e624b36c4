"""A series of ten hands to the podium: two phones, three players without one."""

import re

import pytest
from playwright.sync_api import expect

from .poker import agree, replayed

NAMES = ["Ann", "Ben", "Cleo", "Dov", "Eva"]
PHONES = {1: "Ann", 2: "Ben"}
HANDS = 10
MISDEALT = 3  # the hand that is dealt anew
CORRECTED = 6  # the hand after which a bet of the hand before is corrected
RELOADED = 8  # the hand in which a phone is reloaded while its five is half entered
CHECKED = (4, RELOADED)  # hands that are checked down; in all others one bets and the others fold
ROWS = {4: "Ah Kc 8s 2d Jc", RELOADED: "2h 3h 9s Td 4c"}


@pytest.fixture
def series(poker_table, screen):
    (ann, ben), book = poker_table(NAMES, ["Ann", "Ben"], declare=True, muck=True)
    screen.look_on(book)
    return Series(ann, ben, screen, book)


class Series:
    """Two phones that answer for themselves and, in turn, for those without one."""

    def __init__(self, ann, ben, screen, book):
        self.ann, self.ben, self.screen, self.book = ann, ben, screen, book

    def of(self, seat):
        """Return the phone that answers for a seat: its own, or any."""
        own = {1: self.ann, 2: self.ben}
        return own.get(seat) or (self.ann, self.ben)[self.book.state.round % 2]

    def deal(self):
        state = self.book.state
        one = self.of(next(offer for offer in self.book.game.offers(state) if offer.move == "deal").limit("dealer"))
        one.is_asked("choices", self.book.offers("deal")[None])
        one.deal()

    def turn(self, card):
        one = self.of(self.book.state.table.dealer)
        one.is_asked("card", self.book.offers("board")[None])
        one.turn(card)

    def on_turn(self):
        seat = self.book.state.betting.turn
        offers = self.book.line.offers
        one = self.of(seat)
        one.is_asked("bet", next(offer.fingerprint for offer in offers if offer.seat == seat))
        return one

    def bet_and_fold(self, hand):
        """The first one bets, everybody else goes."""
        self.turn("As" if hand % 2 else "Kd")
        better = self.book.state.betting.turn
        self.on_turn().bet(2 + hand % 3)
        while self.book.state.phase == "bet":
            self.on_turn().fold()
        assert self.book.state.last_hand.pots[0].high[0][0] == better

    def check_down(self, hand):
        """All check, those without a phone with one tap."""
        for card in ROWS[hand].split():
            if card not in self.book.state.table.board:
                self.turn(card)
            while self.book.state.phase == "bet":
                one = self.on_turn()
                if one.offers.locator("[data-choice=together]").count():
                    one.all_stay()
                else:
                    one.stay()

    def declare(self, winner):
        """The dealer's phone says who wins."""
        one = self.of(self.book.state.table.dealer)
        one.page.locator("#offers.ask-declare, #offers:has(a[href*=declare])").wait_for()
        if one.asked != "declare":
            one.want("Declare the winners")
        one.declare([winner])

    def misdeal(self):
        """The host takes back the hand that has begun."""
        before = self.book.state
        self.deal()
        self.turn("9h")
        self.on_turn().bet(5)
        self.ann.press("Menu")
        self.ann.shoot("poker-menu")
        self.ann.page.get_by_text("Misdeal").click()
        self.ann.press("Take it back")
        self.ann.page.locator("#board").wait_for()
        assert self.book.state == before
        expect(self.ben.page.locator("#topbar")).to_contain_text("Hand")

    def correct_a_bet(self):
        """Read the last hand's bet anew, through the log: its bettor wins the antes all the same."""
        step = next(step for step in reversed(self.book.line.steps) if step.move.name == "bet")
        chips = [player.chips for player in self.book.state.players]
        self.ann.press("Log")
        self.ann.page.locator(".entry").first.wait_for()
        self.ann.shoot("poker-log")
        self.ann.tap(f'.entry[href$="/log/{step.number}"]')
        self.ann.reads("makes it")
        self.ann.shoot("poker-entry")
        self.ann.type("input[name=to][inputmode]", "9")
        self.ann.tap("[data-send]")
        self.ann.page.get_by_text("Until now: ").wait_for()
        self.ann.shoot("poker-preview")
        self.ann.press("Correct it")
        self.ann.page.locator("#board").wait_for()
        fixed = next(one for one in self.book.line.steps if one.number == step.number)
        assert fixed.move.to == 9
        assert not self.book.line.leftover
        assert [player.chips for player in self.book.state.players] == chips, "nobody matched it"

    def half_a_five(self):
        """Half a five outlives what others do; a phone that is reloaded in the middle of it is asked again."""
        ben = self.ben
        ben.want("Enter my cards in secret")
        ben.is_asked("picker")
        ben.fill_five("Ks Kd Qh")
        if self.book.state.table.dealer == 2:  # he is busy: the host turns the card for him
            self.ann.tap("#offers summary")
            self.ann.press("Ben")
        self.ann.is_asked("card", self.book.offers("board")[None])
        self.ann.turn(ROWS[RELOADED][:2])
        expect(ben.card("2h")).to_be_disabled()
        assert ben.in_slots() == "Ks Kd Qh"
        ben.shoot("poker-half-a-five")
        ben.page.reload()
        ben.is_asked("picker")
        assert ben.in_slots() == "", "it was never sent"
        ben.fill_five("Ks Kd Qh 7h 9d")
        ben.send()
        expect(ben.own.locator("p b")).to_have_text("Pair of kings")
        assert "air of kings" not in self.ann.page.content()


def test_ten_hands_to_the_podium(series):
    book, ann, ben, screen = series.book, series.ann, series.ben, series.screen
    assert 1 <= book.options["first_dealer"] <= len(NAMES), "drawn by lot, and written down"
    for hand in range(1, HANDS + 1):
        if hand == MISDEALT:
            series.misdeal()
        if hand == CORRECTED:
            series.correct_a_bet()
        series.deal()
        for window in (ann, ben, screen):
            expect(window.page.locator("#topbar, .wall .topbar")).to_contain_text(f"Hand {hand}")
        agree(book, ann, ben, screen)
        if hand not in CHECKED:
            series.bet_and_fold(hand)
        else:
            if hand == RELOADED:
                series.half_a_five()
            series.check_down(hand)
            series.declare(5)
        assert book.state.round == hand
        if hand < HANDS:
            agree(book, ann, ben, screen)

    answer = replayed(book)
    assert answer["finished"]
    standings = [(row["place"], row["name"], row["score"]) for row in answer["standings"]]
    assert sum(score for _, _, score in standings) == 500
    for one in (ann, ben):
        one.is_asked("over")
        assert one.podium() == standings
        one.shoot("poker-podium")
    rows = screen.page.locator(".standings tr")
    assert [re.sub(r"\D", "", row.inner_text()) for row in rows.all()] == [f"{p}{score}" for p, _, score in standings]
    screen.shoot("poker-podium")
