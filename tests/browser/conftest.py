"""Chromium, a server of its own, phones and a table screen."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .served import ROOT, Book, Served

REQUIRED = os.environ.get("CINCY_BROWSER_REQUIRED") == "1"
SHOTS = ROOT / ".shots"
PHONES = {
    "360-dark": {"viewport": {"width": 360, "height": 640}, "color_scheme": "dark"},
    "390-light": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
    "360-light": {"viewport": {"width": 360, "height": 640}, "color_scheme": "light"},
}
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs a browser."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


def _missing(why: str) -> None:
    if REQUIRED:
        pytest.fail(why, pytrace=False)
    pytest.skip(why)


# One a file, not one a run: while playwright runs, Django thinks that it is inside an event loop.
@pytest.fixture(scope="module")
def chromium() -> Iterator:
    """Debian's chromium. Without it the tests are skipped, or fail if CINCY_BROWSER_REQUIRED=1."""
    path = os.environ.get("CINCY_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        _missing("there is no chromium here: apt install chromium")
    try:
        from playwright.sync_api import Error, expect, sync_playwright
    except ImportError:
        _missing("playwright is not installed: pip install -e .[dev]")
    expect.set_options(timeout=30_000)  # a busy machine is no failure
    with sync_playwright() as play:
        try:
            browser = play.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        except Error as error:
            _missing(f"chromium does not start: {error}")
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Cincy, with a data folder of its own."""
    server = Served(tmp_path_factory.mktemp("cincy") / "data")
    yield server
    server.stop()


@pytest.fixture
def windows(chromium, served: Served) -> Iterator[Callable]:
    """Open windows; at the end none of them may have anything to complain about, and neither may the server."""
    from .phone import Phone, Window

    SHOTS.mkdir(exist_ok=True)
    heard = len(served.said())
    opened: list[Window] = []

    def make(kind: str, who: str = "", phone: type[Phone] = Phone, **context) -> Window:
        terms = {"viewport": {"width": 1920, "height": 1080}} if kind == "1920" else PHONES[kind]
        touch = kind != "1920"
        made = chromium.new_context(**terms, has_touch=touch, reduced_motion="reduce", **context)
        made.set_default_timeout(30_000)
        window = (phone if touch else Window)(made, kind, SHOTS, who)
        opened.append(window)
        return window

    yield make
    for window in opened:
        window.context.close()
    wrong = [what for window in opened for what in window.watch.wrong]
    assert not wrong, "\n".join(wrong)
    assert served.said()[heard:] == ""


@pytest.fixture
def phone(windows: Callable) -> Callable:
    """Make phones: in turn a small dark one and a bigger light one."""
    made = []

    def make(who: str = "", kind: str = "", **context):
        made.append(kind or ("360-dark", "390-light")[len(made) % 2])
        return windows(made[-1], who, **context)

    return make


@pytest.fixture
def screen(windows: Callable):
    """A table screen."""
    return windows("1920", "screen")


@pytest.fixture
def book(served: Served) -> Callable[[str], Book]:
    """Read what the server has kept of a session."""
    return lambda code: Book(served, code)


@pytest.fixture
def table(phone: Callable, served: Served, book: Callable) -> Callable:
    """Seat people at a running game: the first phone is the host's. Returns the phones and the book."""

    def seat(names: list[str], with_phone: list[str], deck: str = "app", **kinds):
        phones = [phone(name, **kinds) for name in with_phone]
        code = phones[0].new_game(served.url, names, deck)
        for name, one in zip(with_phone, phones, strict=True):
            if one is not phones[0]:
                one.come_by_qr(book(code).link)
            one.join(name)
        phones[0].start()
        for one in phones[1:]:
            one.page.locator("#board").wait_for()
        return phones, book(code)

    return seat


@pytest.fixture
def poker_table(phone: Callable, served: Served, book: Callable) -> Callable:
    """Seat people at a poker table, not dealt yet: the first phone is the host's. Returns the phones and the book."""
    from .poker import PokerPhone

    def seat(names: list[str], with_phone: list[str], preset: str = "series", kinds: str = "", **terms):
        phones = [phone(name, kinds, phone=PokerPhone) for name in with_phone]
        code = phones[0].new_poker(served.url, names, preset, **terms)
        for name, one in zip(with_phone, phones, strict=True):
            if one is not phones[0]:
                one.come_by_qr(book(code).link)
            one.join(name)
        phones[0].shoot("poker-lobby")
        phones[0].start()
        for one in phones[1:]:
            one.page.locator("#board").wait_for()
        return phones, book(code)

    return seat
