"""The record in a real browser: arrow keys, small phones with the longest names, the sheet of paper."""

import json
import os
import subprocess
import sys
from urllib.parse import urljoin

import pytest

from .look import Looks
from .served import ROOT

LONG = [f"{'W' * 23}{number}" for number in range(1, 10)]
SEEDS = ROOT / "seeds" / "sessions"


@pytest.fixture
def looks():
    found = Looks()
    yield found
    assert not found.wrong, "\n".join(found.wrong)


@pytest.fixture
def recorded(served, tmp_path):
    """Bring a recorded session, played by people with the longest names: recorded(name) is where its QR leads."""

    def bring(name):
        file = json.loads((SEEDS / f"{name}.json").read_text())
        file["players"] = LONG[: len(file["players"])]
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(file))
        done = subprocess.run(
            [sys.executable, "manage.py", "demo", str(path)],
            cwd=ROOT,
            env={**os.environ, "CINCY_DATA": str(served.data), "CINCY_PUBLIC_URL": "", "DATABASE_URL": ""},
            capture_output=True,
            text=True,
            check=True,
        )
        return urljoin(served.url, done.stdout.split()[0])

    return bring


@pytest.mark.parametrize("name", ["mixed-12-dice", "poker-classic-evening"])
def test_record_and_moments_on_a_small_phone(looks, phone, recorded, name):
    one = phone("reader", "360-dark")
    one.open(recorded(name))
    home = one.page.url
    one.open(f"{home}?watch=1")
    one.page.locator("#take summary").click()
    looks.at(one, f"{name}-take")
    one.open(f"{home}/record")
    one.page.get_by_text("Jump to").click()
    looks.at(one, f"{name}-record")
    for place in (0, 20, 60):
        one.open(f"{home}/record/{place}")
        looks.at(one, f"{name}-moment-{place}")


def test_arrow_keys_go_from_move_to_move_and_stop_at_the_ends(phone, recorded):
    one = phone("reader")
    one.open(recorded("mixed-03-poker"))
    record = f"{one.page.url}/record"
    one.open(f"{record}/0")
    one.page.keyboard.press("ArrowLeft")
    one.page.keyboard.press("ArrowRight")
    one.page.wait_for_url(f"{record}/1")
    one.page.keyboard.press("ArrowRight")
    one.page.wait_for_url(f"{record}/2")
    one.page.keyboard.press("ArrowLeft")
    one.page.wait_for_url(f"{record}/1")
    one.page.get_by_role("link", name="End").click()
    one.page.wait_for_url(lambda url: not url.endswith("/1"))
    assert one.page.get_by_role("link", name="Forward").count() == 0


def test_without_scripts_the_same_links_lead_on_and_nothing_promises_to_print(windows, recorded):
    one = windows("360-light", "plain", java_script_enabled=False)
    one.page.goto(recorded("mixed-03-poker"))
    record = f"{one.page.url}/record"
    one.page.goto(record)
    assert not one.page.get_by_text("Print it").is_visible()
    one.page.get_by_role("link", name="Step through it").click()
    one.page.get_by_role("link", name="Forward").click()
    one.page.wait_for_url(f"{record}/1")


def test_on_paper_all_is_black_on_white_and_the_folded_is_open(windows, recorded):
    one = windows("360-dark", "paper")
    one.page.goto(recorded("mixed-12-dice"))
    one.page.goto(f"{one.page.url}/record")
    one.page.emulate_media(media="print", color_scheme="dark")
    colours = one.page.evaluate(
        """() => ["body", ".part", ".tale td", "h1"].map((one) => {
            const style = getComputedStyle(document.querySelector(one));
            return [style.color, style.backgroundColor];
        })"""
    )
    assert {text for text, _ in colours} == {"rgb(0, 0, 0)"}
    assert {ground for _, ground in colours} <= {"rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"}
    assert one.page.locator(".chart .numbers").is_visible()
    for gone in ("#take", "nav.pair", ".jump", ".part > header a"):
        assert not one.page.locator(gone).first.is_visible()
    assert one.page.pdf(format="A4").startswith(b"%PDF")
