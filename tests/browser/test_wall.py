"""The table screen on a television: filled to its foot, and nothing cut off; and a file chosen on a phone."""

import json

import pytest

from games.replaying import replay
from tests.rules.test_golden import GOOD, load

# How far down each column reaches, and what is squeezed: a heading that runs down letter by letter, words cut off.
MEASURE = """() => {
    const foot = (e) => Math.max(...[...e.querySelectorAll("*")].map((one) => one.getBoundingClientRect().bottom));
    const isThin = ({height, width}) => height > 2.5 * width;
    const thin = [...document.querySelectorAll("h1, h2, h2 small, .seat, b")].filter(
        (e) => e.textContent.trim().length > 3 && isThin(e.getBoundingClientRect()));
    return {
        columns: [...document.querySelectorAll("#wall main > div")].map(foot),
        wide: document.documentElement.scrollWidth,
        high: document.documentElement.scrollHeight,
        thin: thin.map((e) => e.textContent),
    };
}"""


def at(game, is_it):
    """A recorded evening, cut off at the last moment that is like this."""
    for file in (load(path) for path in GOOD):
        for moves in range(len(file["moves"]), 0, -1):
            cut = {**file, "moves": file["moves"][:moves]}
            if file["game"] == game and is_it(replay(cut)[0]):
                return cut
    raise AssertionError(f"no recorded session of {game} is ever like this")


def pots(now):
    last = now["state"]["last_hand"]
    return last["pots"] if last else ()


MOMENTS = {
    "extra": ("dice", lambda now: now["phase"] == "extra" and now["round"] > 3),
    "cleared": ("dice", lambda now: now["phase"] == "reveal" and now["round"] > 3),
    "podium": ("dice", lambda now: now["finished"]),
    "bet": ("poker", lambda now: now["phase"] == "bet" and len(now["state"]["board"]) > 3),
    "paid": ("poker", lambda now: now["phase"] == "deal" and now["state"]["last_hand"]),
    "side-pots": ("poker", lambda now: now["phase"] == "deal" and len(pots(now)) > 1),
    "chips": ("poker", lambda now: now["finished"]),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_screen_is_used_to_its_foot(moment, phone, screen, served, book, tmp_path):
    file = tmp_path / "evening.json"
    file.write_text(json.dumps({**at(*MOMENTS[moment]), "title": "Friday"}))
    host = phone("host", "360-dark")
    host.open(served.url)
    host.press("Carry on from a file")
    host.page.set_input_files("input[name=file]", file)
    host.shoot("bring")
    host.press("Open it")
    host.page.wait_for_url("**/s/*")
    code = host.page.url.rsplit("/", 1)[1]
    if book(code).status == "lobby":
        host.reads("stands; take your seats.")
        host.shoot("lobby-goes-on")
        host.press("On this phone")
        host.press("Go on from here")
        host.page.locator("#board").wait_for()
    screen.open(book(code).link)
    screen.open(f"{served.url}/s/{code}/screen")
    screen.page.locator("#wall main").wait_for()
    for scheme in ("dark", "light"):
        screen.page.emulate_media(color_scheme=scheme)
        screen.shoot(f"wall-{moment}", f"1920-{scheme}")
    found = screen.page.evaluate(MEASURE)
    assert found["thin"] == []
    assert found["wide"] == 1920
    assert found["high"] <= 1080
    assert min(found["columns"]) >= 0.9 * 1080, found
