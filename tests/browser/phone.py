"""A phone in somebody's hand: what it is asked, and what a thumb does about it. Every tap is counted."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, Locator, Page, Response, ViewportSize, expect

from .served import Book

SOON = 30_000  # milliseconds a page may take on a busy machine; not a promise of the app


class Watch:
    """Notes everything that must not happen on a page."""

    def __init__(self, page: Page, who: str) -> None:
        self.who = who
        self.wrong: list[str] = []
        self.allowed: list[str] = []  # patterns of what a test provokes
        page.on("console", lambda said: said.type == "error" and self._note(f"console: {said.text}"))
        page.on("pageerror", lambda error: self._note(f"error: {error}"))
        page.on("response", self._look)
        page.add_init_script(
            "addEventListener('securitypolicyviolation', (e) =>"
            " console.error(`CSP: ${e.violatedDirective} ${e.blockedURI} ${e.sourceFile}:${e.lineNumber}`))"
        )

    def _look(self, response: Response) -> None:
        if response.status >= 400:
            self._note(f"HTTP {response.status} {response.request.method} {response.url}")

    def _note(self, what: str) -> None:
        if not any(re.search(pattern, what) for pattern in self.allowed):
            self.wrong.append(f"{self.who}: {what}")

    @contextmanager
    def expecting(self, *patterns: str) -> Iterator[None]:
        """Let these happen for a while."""
        before = list(self.allowed)
        self.allowed += patterns
        try:
            yield
        finally:
            self.allowed = before


class Window:
    """A page of one context: what phones and the table screen have in common."""

    def __init__(self, context: BrowserContext, kind: str, shots: Path, who: str = "") -> None:
        self.context = context
        self.kind = kind
        self.shots = shots
        self.page = context.new_page()
        self.page.set_default_timeout(SOON)
        self.watch = Watch(self.page, who or kind)

    def open(self, url: str) -> None:
        self.page.goto(url)

    def look_on(self, book: Book) -> None:
        """Be the table screen of a session: let in by its QR."""
        self.open(book.link)
        self.open(f"{book.served.url}/s/{book.code}/screen")

    def shoot(self, phase: str, kind: str = "", size: ViewportSize | None = None) -> None:
        """Leave a picture of this phase, once a run; if need be as on a phone of another size."""
        name = f"{phase}-{kind or self.kind}"
        if name in _taken:
            return
        _taken.add(name)
        usual = self.page.viewport_size
        if size:
            self.page.set_viewport_size(size)
        self.page.wait_for_load_state()  # of a page that is just being left there is no picture
        self.page.screenshot(path=self.shots / f"{name}.png")
        if size and usual:
            self.page.set_viewport_size(usual)

    @property
    def prompt(self) -> Locator:
        return self.page.locator("h1.prompt")

    def reads(self, text: str, within: int = SOON) -> None:
        """Wait until the prompt says this."""
        expect(self.prompt).to_contain_text(text, timeout=within)


_taken: set[str] = set()


class Phone(Window):
    """A seated phone."""

    taps = 0

    def tap(self, what: Locator | str) -> None:
        """Tap something, as the only way of doing anything here."""
        found = self.page.locator(what) if isinstance(what, str) else what
        found.tap()
        self.taps += 1

    def press(self, name: str) -> None:
        """Tap a button or link by its words."""
        self.tap(self.page.get_by_role("button", name=name).or_(self.page.get_by_role("link", name=name)).first)

    def type(self, field: Locator | str, text: str) -> None:
        """Tap a field and type."""
        found = self.page.locator(field) if isinstance(field, str) else field
        self.tap(found)
        found.fill(text)

    # What it is asked

    @property
    def offers(self) -> Locator:
        return self.page.locator("#offers")

    @property
    def asked(self) -> str:
        """The kind of question at the bottom of the page."""
        found = re.search(r"ask-(\w+)", self.offers.get_attribute("class") or "")
        return found[1] if found else ""

    def is_asked(self, kind: str, offer: str = "", within: int = SOON) -> None:
        """Wait until it is asked this, and by this very offer."""
        which = f':has(input[value="{offer}"])' if offer else ""
        self.page.locator(f"#offers.ask-{kind}{which}").wait_for(timeout=within)

    # Coming in

    def new_game(self, url: str, names: Sequence[str], deck: str = "app") -> str:
        """Make a session and return its code."""
        self.open(url)
        self.shoot("home")
        self.press("Start a game")
        for at, name in enumerate(names):
            self.type(self.page.locator("input[name=name]:not([type=checkbox])").nth(at), name)
        self.tap(f"input[name=deck][value={deck}]")
        self.shoot("new")
        self.press("Open the lobby")
        self.page.wait_for_url("**/s/*")
        return self.page.url.rsplit("/", 1)[1]

    def come_by_code(self, url: str, code: str) -> None:
        """Type the code on the home page: who does is asked for a name."""
        self.open(url)
        self.type("input[name=code]", code.lower())
        self.press("Join")
        self.page.wait_for_url(f"**/s/{code}")

    def ask_to_come_in(self, name: str) -> None:
        """Give a name at the door."""
        self.type(".add input[name=name]", name)
        self.press("Ask to come in")
        self.reads(f"Waiting to be let in as {name}.")

    def come_by_qr(self, link: str) -> None:
        """Scan the QR: open the address it stands for."""
        self.open(link)
        self.page.wait_for_url("**/s/*")

    def join(self, name: str) -> None:
        """Take a seat on the list."""
        self.tap(self._seat(name).get_by_role("button"))
        self.page.locator(".roster > div", has_text=name).get_by_text("this phone").wait_for()

    def ask_for(self, name: str) -> None:
        """Ask for a seat of a game that is on."""
        self.tap(self._seat(name).get_by_role("button"))
        self.reads(f"Waiting to be let in as {name}.")

    def _seat(self, name: str) -> Locator:
        return self.page.locator(".roster > div").filter(has=self.page.get_by_text(name, exact=True))

    def start(self) -> None:
        self.press("Start with")
        self.page.locator("#board").wait_for()

    # Playing

    @contextmanager
    def _sent(self) -> Iterator[None]:
        """Wait for the answer to what is sent, and until it is shown."""
        with self.page.expect_response(lambda answer: answer.request.method == "POST"):
            yield
        # Not by the answer's own end: where it brings another page, nobody is told of that any more.
        self.page.wait_for_function("() => !document.querySelector('form.htmx-request')")

    def turn_cards(self, *cards: str) -> None:
        """Turn the cards: the app's with one tap, one's own by what they are; the last one sends."""
        with self._sent():
            if not cards:
                self.tap("[data-choice=draw] button")
            for card in cards:
                self.tap(f'.keys [data-key="{card}"]')

    def pick(self, letter: str) -> None:
        """Pick a table, in secret."""
        with self._sent():
            self.tap(self.offers.locator(".choices.pick button").filter(has_text=re.compile(rf"^\s*{letter}")))

    def confirm(self) -> None:
        """Say once more that the last pick is meant."""
        self.is_asked("confirm")
        with self._sent():
            self.tap("[data-choice=confirm] button")

    def enter_picks(self, letters: dict[str, str]) -> None:
        """Enter the picks of those without a phone, all on one form."""
        for name, letter in letters.items():
            self.tap(self.row(name).locator(f"label:has(input[value={letter}])"))
        self.send()

    @property
    def form(self) -> Locator:
        """What is being filled in: dice, cards or picks."""
        return self.page.locator("form[data-picker], form[data-picks]")

    def row(self, name: str = "") -> Locator:
        """Return a row of the form, by the player's name; without one: the only one."""
        rows = self.form.locator(".row, .pickrow")
        return rows.filter(has=self.page.locator(".who, legend").get_by_text(name, exact=True)) if name else rows

    def in_row(self, name: str = "") -> list[int]:
        """Return the dice that are in a row now."""
        return [int(face) for face in self.row(name).locator(".plain input").input_value().split()]

    def fill_dice(self, dice: Sequence[int], name: str = "") -> None:
        """Fill a row through the keypad: empty the slots that are to change, and tap the faces; do not send."""
        row = self.row(name)
        if name and "active" not in (row.get_attribute("class") or "").split():
            self.tap(row.locator(".who"))
        there = self.in_row(name)
        if not there and list(dice) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]):
            self.tap(self.form.locator(f'[data-fill="{" ".join(map(str, dice))}"]'))
            return
        missing = Counter(dice) - Counter(there)
        for face in (Counter(there) - Counter(dice)).elements():
            self.tap(row.locator(f".slot:not(.empty):has(.d{face})").first)
        for face in missing.elements():
            self.tap(self.form.locator(f'.keys [data-key="{face}"]'))

    def send(self) -> None:
        with self._sent():
            self.tap(self.form.locator("[data-send]"))

    def enter_dice(self, *dice: Sequence[int], **by_name: Sequence[int]) -> None:
        """Enter dice: one's own, or those of several by their names, and send them."""
        for throw in dice:
            self.fill_dice(throw)
        for name, throw in by_name.items():
            self.fill_dice(throw, name)
        self.send()

    def answer(self, choice: str, words: str = "") -> None:
        """Give one of the ready-made answers."""
        button = self.offers.locator(f"[data-choice={choice}] button")
        with self._sent():
            self.tap(button.filter(has_text=words) if words else button)

    def buy(self, name: str = "") -> None:
        self.answer("buy", name)

    def decline(self) -> None:
        self.answer("decline")

    def nobody_buys(self) -> None:
        self.answer("nobody")

    def not_me(self) -> None:
        """Say "not me" before one's turn."""
        self.answer("early")

    def challenge(self, name: str) -> None:
        self.answer("challenge", name)

    # Standing

    def podium(self) -> list[tuple[int, str, int]]:
        """Return place, name and score of everybody, as the podium shows them."""
        rows = self.page.locator("#podium .people > div").all()
        found = [(row.locator(".place"), row.locator("b"), row.locator(".bet")) for row in rows]
        return [
            (int(place.inner_text()), name.inner_text(), int(re.sub(r"\D", "", score.inner_text())))
            for place, name, score in found
        ]
