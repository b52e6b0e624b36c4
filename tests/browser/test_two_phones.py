"""Two phones for five players: picks stay secret, and what has no phone is entered by those that are there."""

import pytest
from playwright.sync_api import expect

NAMES = ["Ann", "Ben", "Cleo", "Dov", "Eva"]
# Ann rolls highest: with equal money she is asked first, then clockwise. [D4.1]
DICE = {
    "Ann": [6, 6, 6, 2, 1],
    "Ben": [2, 3, 4, 5, 5],
    "Cleo": [1, 1, 2, 3, 3],
    "Dov": [5, 5, 3, 2, 1],
    "Eva": [6, 6, 5, 5, 1],
}
PHONELESS = {name: DICE[name] for name in NAMES[2:]}
PICKS = {"Cleo": "C", "Dov": "A", "Eva": "B"}


@pytest.fixture
def two(table):
    (ann, ben), book = table(NAMES, ["Ann", "Ben"], deck="physical")
    return ann, ben, book


def turn(phone, *cards):
    phone.is_asked("reveal")
    phone.turn_cards(*cards)


def pick(ann, ben):
    ann.is_asked("pick")
    ann.pick("A")
    ben.is_asked("pick")
    ben.pick("B")
    ben.confirm()


def shown(phone):
    """Return the page as it stands, without what every page has of its own."""
    return phone.page.evaluate(
        "document.querySelector('#board').innerHTML + document.querySelector('#prompt').innerHTML"
    )


def test_a_round_with_secret_picks_and_an_early_no(two):
    ann, ben, book = two
    turn(ben, "20000", "35000", "15000")

    ann.is_asked("pick")
    ann.pick("A")
    expect(ben.page.locator(".people > div", has_text="Ann")).to_contain_text("has picked")
    as_a = shown(ben)
    ann.pick("C")
    expect(ann.page.locator("[aria-pressed=true]")).to_contain_text("Caesar’s")
    ann.pick("A")
    assert shown(ben) == as_a, "another phone can tell what was picked"
    assert ben.asked == "pick"
    ben.pick("B")
    assert book.state.picks[:2] == ("A", None), "the last pick is confirmed before it counts"
    ben.confirm()

    # The phones' picks are locked: now the others' cards are turned over, and no phone's pick can be changed.
    for phone in (ann, ben):
        phone.is_asked("picks")
        phone.reads("Shake, look in secret, lay a table card; then turn them over.")
        assert phone.page.locator(".pickrow legend").all_inner_texts() == ["Cleo", "Dov", "Eva"]
        phone.shoot("picks-of-others")
    ann.tap(ann.row("Cleo").locator("label:has(input[value=C])"))
    ben.enter_picks({"Dov": "A"})
    ann.is_asked("picks", book.offers("choose")[5])
    expect(ann.page.locator(".pickrow")).to_have_count(2)
    assert ann.row("Cleo").locator("input:checked").input_value() == "C", "a half-filled form lost what was tapped"
    ann.enter_picks({"Eva": "B"})
    assert book.state.picks == ("A", "B", "C", "A", "B")

    # Each is asked for their own dice, then for those of the others.
    for phone, name in ((ann, "Ann"), (ben, "Ben")):
        phone.is_asked("dice")
        expect(phone.row()).to_have_count(1)
    ben.enter_dice(DICE["Ben"])
    ben.is_asked("dice", book.offers("roll")[3])
    ben.fill_dice(DICE["Cleo"][:2], "Cleo")
    ann.enter_dice(DICE["Ann"])
    expect(ben.page.locator(".people > div", has_text="Ann").locator(".mark")).to_have_text("✓")
    assert sorted(ben.in_row("Cleo")) == sorted(DICE["Cleo"][:2])
    ben.shoot("dice-of-others")
    ben.enter_dice(**PHONELESS)

    # Ann is asked first; Ben says ahead, in private, that he does not want to.
    ann.is_asked("choices", book.offers("extra")[1])
    before, head = shown(ann), book.line.head
    ben.is_asked("choices")
    ben.not_me()
    ben.shoot("early")
    expect(ben.page.locator("[data-choice=early] [aria-pressed=true]")).to_be_visible()
    assert (shown(ann), book.line.head) == (before, head), "what was said ahead is to be seen"
    ann.decline()
    ann.is_asked("choices", book.offers("extra")[3])
    assert [step.move.seat for step in book.line.steps[-2:]] == [1, 2]
    ben.is_asked("choices", book.offers("extra")[3])
    ben.nobody_buys()
    ann.reads("Ann clears Atlantic. Ben clears Ballroom. Cleo clears Caesar’s.")
    assert book.state.round == 2


def test_who_has_said_no_ahead_may_be_asked_after_all(two):
    ann, ben, book = two
    turn(ann, "20000", "35000", "15000")
    pick(ann, ben)
    ann.is_asked("picks")
    ann.enter_picks(PICKS)
    ben.is_asked("dice")
    ben.enter_dice(DICE["Ben"])
    ann.is_asked("dice")
    ann.enter_dice(DICE["Ann"])
    ann.is_asked("dice", book.offers("roll")[3])
    ann.enter_dice(**PHONELESS)
    ben.is_asked("choices")
    ben.not_me()
    ben.press("Ask me after all")
    expect(ben.page.locator("[data-choice=early] [aria-pressed=true]")).to_have_count(0)
    ann.is_asked("choices", book.offers("extra")[1])
    ann.buy()
    # His phone answers for those without a phone as well who are asked right after him.
    ben.is_asked("choices", book.offers("extra")[2])
    ben.buy("Dov")
    assert [(step.move.seat, step.move.take) for step in book.line.steps[-3:]] == [(2, False), (3, False), (4, True)]
    ben.is_asked("choices", book.offers("extra")[5])
    ben.answer("decline")
    # Both roll again: Ann's own phone for her, any phone for Dov.
    ann.is_asked("dice", book.offers("roll")[1])
    assert ann.in_row() == sorted(DICE["Ann"]), "a re-roll starts with what was rolled"
    ann.enter_dice([6, 6, 6, 6, 1])
    ben.is_asked("dice", book.offers("roll")[4])
    ben.enter_dice([5, 5, 5, 2, 1])
    assert book.state.dice[0] == (1, 6, 6, 6, 6)
    assert book.state.phase == "extra"


def test_the_host_enters_for_another_phone(two):
    ann, ben, book = two
    turn(ann, "20000", "35000", "15000")
    ann.is_asked("pick")
    ann.tap("#offers summary")
    ann.shoot("for-others")
    ann.press("Ben")
    ann.is_asked("pick", book.offers("choose")[2])
    ann.shoot("pick-for-another")
    ann.pick("B")
    # Having answered for him, her phone is her own again.
    ann.is_asked("pick", book.offers("choose")[1])
    ben.is_asked("pick")
    assert ben.page.locator("[aria-pressed=true]").inner_text().startswith("B"), "he may see and change what is his"
    ann.pick("A")
    ann.confirm()
    ann.is_asked("picks")
    ann.enter_picks(PICKS)

    ann.is_asked("dice", book.offers("roll")[1])
    ann.tap("#offers summary")
    ann.press("Ben")
    ann.is_asked("dice", book.offers("roll")[2])
    ann.enter_dice(DICE["Ben"])
    ann.is_asked("dice", book.offers("roll")[1])
    ann.enter_dice(DICE["Ann"])
    ann.is_asked("dice", book.offers("roll")[3])
    ann.enter_dice(**PHONELESS)

    ann.is_asked("choices", book.offers("extra")[1])
    ann.decline()
    ben.is_asked("choices", book.offers("extra")[2])
    ann.tap("#offers summary")
    ann.press("Ben")
    ann.is_asked("choices", book.offers("extra")[2])
    ann.buy("Cleo")
    ben.is_asked("dice", book.offers("roll")[3])
    ben.open(f"{book.served.url}/s/{book.code}/log")
    expect(ben.page.get_by_text("entered by Ann").first).to_be_visible()
    assert ben.page.locator(".entry", has_text="Ben buys no roll").get_by_text("entered by Ann").count() == 1
