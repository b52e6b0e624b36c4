"""A club: two short evenings, somebody who is there twice, the numbers; taken elsewhere, they are the same."""

import re

from playwright.sync_api import expect

from .look import Looks
from .poker import PokerPhone
from .served import Served

NAMES = ["Ann", "Ben", "Cleo"]
PICKS = {"Ann": "A", "Ben": "A", "Cleo": "C"}
DICE = {"Ann": [5, 5, 5, 2, 1], "Ben": [6, 6, 3, 2, 1], "Cleo": [1, 1, 2, 3, 3]}
LARGE = {"width": 1920, "height": 1080}


class Keeper(PokerPhone):
    """The phone that keeps the club, and plays for everybody."""

    def play_dice(self, url):
        self.new_game(url, NAMES)
        self.start()
        self.turn_cards()
        self.is_asked("picks")
        self.enter_picks(PICKS)
        self.is_asked("dice")
        self.enter_dice(**DICE)
        self.is_asked("choices")
        self.nobody_buys()
        self.is_asked("choices")
        self.end()

    def play_poker(self, url):
        self.new_poker(url, ["Bennie", *NAMES[::2]])
        self.start()
        self.deal()
        self.turn("Kh")
        for _ in NAMES[1:]:
            self.fold()
        self.page.locator("[data-choice=deal]").wait_for()
        self.end()

    def end(self):
        """End the game, as the host, from the menu."""
        self.tap(self.page.locator(".topbar").get_by_role("link", name=re.compile("Menu")))
        self.tap(self.page.locator("summary", has_text="End the game now"))
        self.press("End it")
        self.page.locator("#podium").wait_for()

    def go_to_club(self, url):
        self.open(url)
        self.tap(self.page.locator(".annals a").first)
        self.page.wait_for_url("**/clubs/*")

    def follow(self, words):
        """Tap a link that says this and nothing else."""
        self.tap(self.page.get_by_role("link", name=words, exact=True))

    def numbers(self):
        """Return what the club's numbers say."""
        self.follow("Numbers")
        self.page.wait_for_url("**/numbers")
        return self.page.locator("main").inner_text()


def test_two_evenings_of_a_club_are_the_same_elsewhere(windows, served, tmp_path):
    keeper, looks = windows("360-dark", "keeper", phone=Keeper), Looks()
    keeper.play_dice(served.url)
    keeper.play_poker(served.url)

    keeper.go_to_club(served.url)
    merge(keeper, "Bennie", "Ben")
    keeper.go_to_club(served.url)
    before = keeper.numbers()
    assert "Bennie" not in before
    file = take(keeper, served.url, tmp_path, looks)

    elsewhere = Served(tmp_path / "elsewhere")
    try:
        bring(keeper, elsewhere.url, file, looks)
        assert keeper.numbers() == before
        assert elsewhere.said() == ""
    finally:
        elsewhere.stop()
    assert not looks.wrong, "\n".join(looks.wrong)


def merge(keeper, name, into):
    keeper.follow("People")
    rows = keeper.page.locator(".annals > div")
    keeper.tap(rows.filter(has=keeper.page.get_by_text(name, exact=True)).get_by_role("link", name="Change"))
    keeper.page.locator("select[name=into]").select_option(label=into)
    keeper.press("Merge the two")
    keeper.reads(into)
    expect(rows).to_contain_text([name])
    keeper.follow("‹ People")
    expect(rows).to_have_count(len(NAMES))
    expect(rows.filter(has_text=into)).to_contain_text([f"also {name}"])


def take(keeper, url, folder, looks):
    """Make the club's archive and download it; return the file."""
    keeper.go_to_club(url)
    keeper.follow("Archive")
    keeper.page.locator("input[type=file]").wait_for()
    looks.at(keeper, "archive")
    keeper.shoot("archive", "1920", LARGE)
    keeper.press("Make the archive")
    keeper.reads("The archive is ready.")
    looks.at(keeper, "archive-ready")
    with keeper.page.expect_download() as download:
        keeper.press("Download")
    assert download.value.suggested_filename.endswith(".zip")
    download.value.save_as(folder / "club.zip")
    return folder / "club.zip"


def bring(keeper, url, file, looks):
    """Bring the archive where nobody has ever played; end on the club's page."""
    keeper.open(url)
    keeper.press("Bring a club from another Cincy")
    keeper.page.locator("input[type=file]").set_input_files(file)
    looks.at(keeper, "bring")
    keeper.press("Bring it")
    keeper.reads("2 sessions were added.")
    looks.at(keeper, "brought")
    keeper.press("To the club")
    keeper.page.wait_for_url("**/clubs/*")
