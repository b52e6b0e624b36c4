"""A phone at the poker table: its grid of 52, its bets, its five; and a table that plays on by the book."""

from collections.abc import Sequence

from playwright.sync_api import Locator, expect

from games.codec import FORMAT, spell
from games.replaying import replay

from .phone import Phone, Window
from .served import Book


class PokerPhone(Phone):
    """A phone that plays poker."""

    def new_poker(self, url: str, names: Sequence[str], preset: str = "series", **terms: str | bool) -> str:
        """Make a session with these terms, fields and ticks by their names, and return its code."""
        self.open(url)
        self.press("Start a game")
        self.tap("input[name=game][value=poker]")
        for at, name in enumerate(names):
            self.type(self.page.locator("input[name=name]:not([type=checkbox])").nth(at), name)
        self.tap(f"input[name=preset][value={preset}]")
        for name, value in terms.items():
            field = self.page.locator(f".terms-poker [name={name}]")
            if isinstance(value, bool):
                if field.is_checked() != value:
                    self.tap(field)
            elif field.evaluate("(one) => one.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        self.shoot(f"new-{preset}")
        self.press("Open the lobby")
        self.page.wait_for_url("**/s/*")
        return self.page.url.rsplit("/", 1)[1]

    # Cards

    def card(self, card: str) -> Locator:
        """Return a card of the grid."""
        return self.page.locator(f'.grid52 [data-key="{card}"]')

    def deal(self) -> None:
        self.answer("deal")

    def turn(self, card: str | None) -> None:
        """Turn the next card of the row; None: it is not entered."""
        if card is None:
            self.answer("unentered")
            return
        with self._sent():
            self.tap(self.card(card))

    def want(self, words: str) -> None:
        """Go to another form than the one that is asked."""
        with self.page.expect_navigation():
            self.tap(self.offers.get_by_role("link", name=words))

    def fill_five(self, cards: str) -> None:
        """Tap cards into the slots; do not send."""
        for card in cards.split():
            self.tap(self.card(card))

    def in_slots(self) -> str:
        """Return the cards that are in the slots now."""
        return self.form.locator(".plain input").input_value()

    def enter_own(self, cards: str) -> None:
        """Enter one's own five, in secret, from whatever is asked."""
        self.want("Enter my cards in secret")
        self.is_asked("picker")
        self.fill_five(cards)
        self.send()
        expect(self.own.locator(".card")).to_have_count(5)

    def show(self, cards: str = "") -> None:
        """Show: with one tap what was entered before, or through the grid."""
        if not cards:
            self.answer("show")
            return
        self.is_asked("picker")
        self.fill_five(cards)
        self.send()

    @property
    def own(self) -> Locator:
        """What only this phone sees."""
        return self.page.locator("#own")

    def own_hand(self) -> str:
        """Return how this phone names the best hand of its own five; empty where there is none."""
        there = self.own.locator("p b")
        return there.inner_text() if there.count() else ""

    # Bets

    def stay(self) -> None:
        """Check, or call."""
        self.answer("stay")

    def all_stay(self) -> None:
        """Check or call for all in a row that this phone answers for."""
        self.answer("together")

    def fold(self) -> None:
        fold = self.offers.locator("[data-choice=fold] button")
        if not fold.is_visible():
            self.tap(self.offers.locator("summary", has_text="More"))
        self.answer("fold")

    def open_raise(self) -> None:
        self.tap(self.offers.locator("summary", has_text="Bet or raise"))

    def bet(self, to: int) -> None:
        """Bet or raise to a total: a ready amount if there is one, else by typing."""
        self.open_raise()
        ready = self.offers.locator(f'[data-set="{to}"]')
        if ready.count():
            self.tap(ready)
        else:
            self.type(self.offers.locator("[data-amount] input[inputmode]"), str(to))
        send = self.offers.locator("[data-amount] .button.strong")
        expect(send).to_have_text(f"Bet or raise to {to:,}")
        with self._sent():
            self.tap(send)

    def all_in(self) -> None:
        """Put in everything: that is apart, and asked twice."""
        self.open_raise()
        self.answer("most")
        self.confirm()

    # The end of a hand

    def muck(self) -> None:
        self.answer("muck")

    def declare(self, *pots: Sequence[int], suits: Sequence[int | None] = ()) -> None:
        """Tick the winners of each pot, and whoever has its suit half."""
        self.is_asked("declare")
        rows = self.offers.locator(".potrow")
        for at, winners in enumerate(pots):
            for seat in winners:
                box = rows.nth(at).locator(f"label:has(input[name$='-{at + 1}-{seat}'])")
                if not box.locator("input").is_checked():
                    self.tap(box)
        for at, seat in enumerate(suits):
            if seat:
                self.tap(rows.nth(at).locator(f"label:has(input[type=radio][value='{seat}'])"))
        with self._sent():
            self.tap(self.offers.locator(".button.main"))


def chips_of(window: Window, name: str) -> Locator:
    """Return where a page shows somebody's chips: among the players, or on the table screen between hands."""
    rows = window.page.locator(".people.poker > div, .standings tr")
    return rows.filter(has=window.page.get_by_text(name, exact=True)).locator(".chips, td:last-child")


def replayed(book: Book) -> dict:
    """Play everything that stands again from its session file, and return what replay prints."""
    moves = [spell(step.move) for step in book.line.steps]
    file = {"format": FORMAT, "game": "poker", "players": list(book.names), "options": book.options, "moves": moves}
    return replay(file)[0]


def agree(book: Book, *windows: Window) -> None:
    """Demand that every page shows the chips that the rules make of the log, and that none are lost."""
    answer = replayed(book)
    players = answer["state"]["players"]
    assert answer["state"] == book.game.published(book.state)
    assert sum(one["chips"] + one["in_hand"] for one in players) == sum(book.game.scores(book.line.first))
    chips = {name: one["chips"] for name, one in zip(book.names, players, strict=True)}
    for window in windows:
        for name, amount in chips.items():
            expect(chips_of(window, name)).to_have_text(f"{amount:,}")
