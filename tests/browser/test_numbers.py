"""A club's numbers on the smallest phone and on a large screen, dark and light, with everything unfolded."""

import os
import subprocess
import sys

import pytest

from .look import Looks
from .served import ROOT

PAGES = ("numbers", "records", "settle?from=2020-01-01&to=2030-01-01")


@pytest.fixture
def looks():
    found = Looks()
    yield found
    assert not found.wrong, "\n".join(found.wrong)


@pytest.fixture
def club_link(served):
    """The link of a made-up club."""
    told = subprocess.run(
        [sys.executable, "manage.py", "demo", "--evenings", "4", "--seed", "5"],
        cwd=ROOT,
        env={**os.environ, "CINCY_DATA": str(served.data), "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    return f"{served.url}{told.stdout.split()[0]}"


def test_numbers_records_people_and_settling_up(looks, phone, club_link):
    one = phone("one", "360-dark")
    one.open(club_link)
    club = one.page.url
    for size in ({"width": 360, "height": 640}, {"width": 1920, "height": 1080}):
        one.page.set_viewport_size(size)
        for path in PAGES:
            one.open(f"{club}/{path}")
            _look(looks, one, f"{path.partition('?')[0]}-{size['width']}")
        one.open(f"{club}/numbers")
        one.page.locator(".league a").first.click()
        one.page.locator("select[name=with]").wait_for()
        _look(looks, one, f"person-{size['width']}")
        one.press("Compare")
        one.page.wait_for_url("**/against/*/*")
        _look(looks, one, f"against-{size['width']}")


def test_the_longest_name_is_one_line_on_the_smallest_phone(phone, club_link):
    one = phone("one", "360-dark")
    one.open(club_link)
    one.open(f"{one.page.url}/numbers")
    lines = one.page.locator(".league a").first.evaluate(
        """name => {
            name.textContent = "Donaudampfschifffahrtsge";
            const range = document.createRange();
            range.selectNodeContents(name);
            return range.getClientRects().length;
        }"""
    )
    assert lines == 1
    assert one.page.evaluate("document.documentElement.scrollWidth") == 360


def _look(looks, phone, name):
    phone.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    looks.at(phone, name)
