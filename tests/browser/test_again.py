"""The next game with people of the club: one tap each, in the order of the taps; from the lobby, too."""

from playwright.sync_api import expect

from .look import Looks


def test_whoever_is_tapped_takes_the_next_free_row(phone, served):
    ann, looks = phone("Ann", "360-dark"), Looks()
    ann.new_game(served.url, ["Ann", "Ben", "Cleo"])
    ann.start()
    ann.open(f"{served.url}/new")
    rows = ann.page.locator("[data-names] input[name=name]")

    def tap(name):
        ann.tap(ann.page.locator("[data-chips] label", has_text=name))

    def stand(*names):
        expect(ann.page.locator("[data-chips] input:checked")).to_have_count(len([name for name in names if name]))
        assert [rows.nth(at).input_value() for at in range(4)] == [*names, *[""] * (4 - len(names))]

    for name in ("Cleo", "Ann", "Ben"):
        tap(name)
    stand("Cleo", "Ann", "Ben")
    looks.at(ann, "chips")
    tap("Ann")
    stand("Cleo", "", "Ben")
    tap("Ann")
    stand("Cleo", "Ann", "Ben")
    ann.tap(ann.page.locator("[data-clear]").first)
    stand("Ann", "Ben")
    ann.press("Open the lobby")
    ann.page.wait_for_url("**/s/*")
    ann.tap(ann.page.get_by_role("button", name="Cleo", exact=True))
    seated = ann.page.locator(".roster > div .n + span")
    expect(seated).to_have_text(["Ann", "Ben", "Cleo"])
    looks.at(ann, "lobby-club")
    ann.start()
    assert looks.wrong == []


def test_the_pages_of_a_club_are_fit_to_be_seen(phone, served):
    ann, looks = phone("Ann", "360-dark"), Looks()
    code = ann.new_game(served.url, ["Ann", "Ben", "Cleo"])
    ann.start()
    ann.open(served.url)
    ann.tap(ann.page.locator(".annals a").first)
    ann.page.wait_for_url("**/clubs/*")
    club = ann.page.url
    looks.at(ann, "club")
    ann.tap(ann.page.locator("summary", has_text="Search"))
    looks.at(ann, "club-search")
    for page in ("members", "people"):
        ann.open(f"{club}/{page}")
        looks.at(ann, f"club-{page}")
    ann.tap(ann.page.get_by_role("link", name="Change").first)
    looks.at(ann, "club-who-is")
    ann.press("Forget the name")
    looks.at(ann, "club-forget")
    ann.open(f"{served.url}/s/{code}/club")
    looks.at(ann, "club-place")
    assert looks.wrong == []
