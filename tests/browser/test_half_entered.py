"""What is half entered survives whatever the others do meanwhile."""

from playwright.sync_api import expect

NAMES = ["Ann", "Ben", "Cleo"]


def freed(host, book, name):
    """The host does something that every page shows anew."""
    number = book.names.index(name) + 1
    host.open(f"{book.served.url}/s/{book.code}/seats")
    host.tap(host.page.locator(".seats-list details").nth(number - 1).locator("summary"))
    host.press("Free this seat")


def told(phone, name):
    expect(phone.page.locator("#notices")).to_contain_text(f"Ann freed {name}’s seat.")


def test_dice(table):
    (ann, ben, cleo), book = table(NAMES, NAMES)
    ann.turn_cards()
    for one, letter in zip((ann, ben), "AA", strict=True):
        one.is_asked("pick")
        one.pick(letter)
    cleo.is_asked("pick")
    cleo.pick("C")
    cleo.confirm()
    ben.is_asked("dice")
    ben.fill_dice([6, 6, 5])
    ann.enter_dice([1, 2, 4, 5, 5])
    freed(ann, book, "Cleo")
    told(ben, "Cleo")
    assert ben.in_row("Ben" if ben.row().count() > 1 else "")[:3] == [6, 6, 5]


def test_cards_and_bets(poker_table):
    (ann, ben, cleo), book = poker_table(NAMES, NAMES, preset="classic", first_dealer="3")
    cleo.is_asked("choices")
    cleo.deal()
    ben.want("Enter my cards in secret")
    ben.is_asked("picker")
    ben.fill_five("Ks Kd Qh")
    cleo.is_asked("card")
    cleo.turn("2c")
    ann.is_asked("bet")
    ann.open_raise()
    field = ann.page.locator("[data-amount] input[inputmode]")
    ann.type(field, "17")
    cleo.enter_own("5c 5d 9h 9s Jd")
    expect(field).to_have_value("17")
    expect(ben.card("2c")).to_be_disabled()
    assert ben.in_slots() == "Ks Kd Qh"
    assert len(book.log()) == 3
