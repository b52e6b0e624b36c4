"""A classic evening of three hands: wild last card, half a pot for the suit, a side pot, a muck and a declaration."""

import pytest
from playwright.sync_api import expect

from .poker import PokerPhone, agree, replayed

NAMES = ["Ann", "Ben", "Cleo", "Dov"]
TERMS = {
    "wild": "last-card",
    "split": "suit-high",
    "stacks": "100 100 100 20",
    "hands": "3",
    "first_dealer": "4",
}


@pytest.fixture
def classic(phone, screen, served, book):
    """The host and three other phones at a table of these terms; a table screen looks on."""
    phones = [phone(name, phone=PokerPhone) for name in NAMES]
    code = phones[0].new_poker(served.url, NAMES, "classic", **TERMS)
    kept = book(code)
    phones[0].join("Ann")
    for one, name in zip(phones[1:], NAMES[1:], strict=True):
        one.come_by_qr(kept.link)
        one.join(name)
    screen.look_on(kept)
    phones[1].shoot("poker-lobby")
    screen.shoot("poker-lobby")
    phones[0].start()
    return Classic(phones, screen, kept)


class Classic:
    """Everybody's phone, and the order in which the book asks them."""

    def __init__(self, phones, screen, book):
        self.phones = phones
        self.screen = screen
        self.book = book

    def by_seat(self, seat):
        return self.phones[seat - 1]

    def shoot(self, phase, *phones):
        for one in phones or self.phones:
            one.shoot(phase)
        self.screen.shoot(phase)

    def agree(self):
        agree(self.book, *self.phones, self.screen)

    def deal(self):
        """The dealer's own phone says that the cards are dealt."""
        dealer = self.book.game.offers(self.book.state)[0].limit("dealer")
        one = self.by_seat(dealer)
        one.is_asked("choices", self.book.offers("deal")[None])
        assert one.page.locator("#prompt[data-yours]").count() == 1
        one.deal()

    def turn(self, card):
        """The dealer's own phone turns the next card, and it lies on every page."""
        one = self.by_seat(self.book.state.table.dealer)
        one.is_asked("card", self.book.offers("board")[None])
        one.turn(card)
        place = len(self.book.state.table.board)
        assert self.book.state.table.board[-1] == card
        for window in (*self.phones, self.screen):
            expect(window.page.locator(".row5 .card:not(.back)")).to_have_count(place)

    def on_turn(self):
        """Wait until the phone on turn is asked by the offer that stands, and return it."""
        seat = self.book.state.betting.turn
        one = self.by_seat(seat)
        one.is_asked("bet", next(o.fingerprint for o in self.book.line.offers if o.seat == seat))
        return one

    def bets(self, *deeds):
        """Play what each on turn does: "stay", "fold", "all-in", a total; each told apart by the name before it."""
        for name, deed in deeds:
            one = self.on_turn()
            assert one.watch.who == name, f"it is {one.watch.who}'s turn"
            if isinstance(deed, int):
                one.bet(deed)
            else:
                {"stay": one.stay, "fold": one.fold, "all-in": one.all_in}[deed]()

    def check_round(self):
        """Let everybody check who is asked."""
        while self.book.state.phase == "bet":
            self.on_turn().stay()

    def enter_own(self, name, cards):
        """Enter a five in secret, and see to it that nobody else's page has changed by it."""
        one = self.phones[NAMES.index(name)]
        others = [window for window in (*self.phones, self.screen) if window is not one]
        before = [regions(window) for window in others]
        one.enter_own(cards)
        assert [regions(window) for window in others] == before, "another page can tell that cards were entered"

    def to_show(self, seat):
        one = self.by_seat(seat)
        one.reads("You: show your five")
        return one


def regions(window):
    """Return what a page says, without the tokens of its forms."""
    return window.page.locator("body").inner_text()


def test_three_hands_of_a_classic(classic):
    ann, ben, cleo, dov = classic.phones
    book = classic.book
    assert book.options["stack"] == [100, 100, 100, 20]

    # Hand 1: Dov is all-in, Ann and Ben play on for a side pot, and Cleo goes.
    classic.deal()
    classic.agree()
    classic.turn("Ah")
    classic.shoot("poker-bet")
    classic.enter_own("Ann", "As Ad 3c 4c 6d")
    classic.enter_own("Ben", "Ks Kd 5h 7h 9d")
    assert (ann.own_hand(), ben.own_hand()) == ("Three aces", "Pair of kings")
    for window in (cleo, dov, classic.screen):
        assert window.page.locator("#own .card").count() == 0
        assert "hree aces" not in window.page.content()
        assert "air of kings" not in window.page.content()
    classic.bets(("Ann", 4), ("Ben", 10), ("Cleo", "stay"))
    dov.is_asked("bet")
    dov.open_raise()
    dov.shoot("poker-raise")
    dov.open_raise()
    before = book.line.head
    one = classic.on_turn()
    one.open_raise()
    one.answer("most")
    one.is_asked("confirm")
    one.shoot("poker-all-in")
    assert book.line.head == before, "all-in is asked twice"
    one.confirm()
    assert book.line.head == before + 1
    classic.bets(("Ann", "stay"), ("Ben", "stay"), ("Cleo", "stay"))
    classic.agree()
    classic.turn("Kc")
    expect(ann.own.locator("p b")).to_have_text("Three aces")
    expect(ben.own.locator("p b")).to_have_text("Three kings")
    classic.bets(("Ann", 20), ("Ben", "stay"), ("Cleo", "fold"))
    classic.shoot("poker-side-pot")
    for window in (*classic.phones, classic.screen):
        expect(window.page.locator(".pots")).to_contain_text("Side pot")
    for card in ("8c", "2d"):
        classic.turn(card)
        classic.check_round()
    classic.turn("8h")
    for window in (*classic.phones, classic.screen):
        expect(window.page.locator("main")).to_contain_text("Eights are wild.")
    expect(ann.own.locator("p b")).to_have_text("Five aces")
    expect(ben.own.locator("p b")).to_have_text("Five kings")
    classic.check_round()

    # Ann and Ben show with one tap, Dov through the grid, in their order.
    assert book.state.table.to_show == (1, 2, 4)
    classic.to_show(1).shoot("poker-show")
    taps = ann.taps
    ann.show()
    assert ann.taps == taps + 1
    expect(dov.page.locator(".people.poker .shown")).to_have_count(1)
    classic.to_show(2).show()
    one = classic.to_show(4)
    one.is_asked("picker")
    assert one.card("As").is_disabled(), "a card that lies open is nobody else's"
    one.shoot("poker-show-five")
    one.show("Qs Th 9h 4h 3h")
    classic.shoot("poker-verdict")
    assert book.state.round == 1
    assert book.state.phase == "deal"
    pots = replayed(book)["state"]["last_hand"]["pots"]
    assert [pot["amount"] for pot in pots] == [80, 40]
    assert [list(pot["high"]) for pot in pots] == [["1"], ["1"]]
    assert [pot["suit"] for pot in pots] == [{"4": 40}, {"2": 20}], (
        "hearts: Dov's ten in the main pot, Ben's seven beside"
    )
    for one in classic.phones:
        expect(one.page.locator(".verdict")).to_have_count(2)
    classic.agree()

    # Hand 2: the one who is called shows, and the other gives up.
    classic.deal()
    classic.turn("2c")
    classic.bets(("Ben", 2), ("Cleo", "stay"), ("Dov", "fold"), ("Ann", "fold"))
    for card in ("9s", "4d", "Jh"):
        classic.turn(card)
        classic.check_round()
    classic.turn("3h")
    classic.bets(("Ben", 5), ("Cleo", "stay"))
    classic.to_show(2).show("Ks Kd Qh 7h 9d")
    one = classic.to_show(3)
    one.shoot("poker-muck")
    one.muck()
    classic.agree()
    assert book.state.table.mucked == (3,)
    assert [list(pot["high"]) for pot in replayed(book)["state"]["last_hand"]["pots"]] == [["2"]]

    # Hand 3: all check, and the dealer declares: Cleo has the best hand, Ann the suit.
    classic.deal()
    for card in ("Ts", "5d", "6c", "7s", "Qd"):
        classic.turn(card)
        classic.check_round()
    dealer = classic.by_seat(book.state.table.dealer)
    dealer.page.locator("#offers.ask-wait, #offers.ask-picker, #offers.ask-declare").wait_for()
    if dealer.asked != "declare":
        dealer.want("Declare the winners")
    dealer.is_asked("declare")
    dealer.shoot("poker-declare")
    dealer.declare([3], suits=[1])

    answer = replayed(book)
    assert answer["finished"]
    assert answer["state"]["last_hand"]["declared"]
    assert {move.name for move in (step.move for step in book.line.steps)} >= {"muck", "declare", "hole", "show"}
    standings = [(row["place"], row["name"], row["score"]) for row in answer["standings"]]
    assert sum(score for _, _, score in standings) == 320
    for one in classic.phones:
        one.is_asked("over")
        assert one.podium()[:3] == standings[:3]
    classic.shoot("poker-podium")
    assert [step.move.seat for step in book.line.steps if step.move.name == "hole"] == [1, 2]
