"""One phone for everybody: few taps."""

MOST = 36  # taps for a round of five players, from the cards to its end
NAMES = ["Ann", "Ben", "Cleo", "Dov", "Eva"]
CARDS = ("20000", "35000", "15000")
PICKS = dict(zip(NAMES, "ABCAB", strict=True))
# No straight that one key fills: as many taps as a round can take.
DICE = {
    "Ann": [5, 5, 5, 2, 1],
    "Ben": [2, 3, 4, 5, 5],
    "Cleo": [1, 1, 2, 3, 3],
    "Dov": [6, 6, 3, 2, 1],
    "Eva": [6, 6, 5, 5, 1],
}
COUNT = "addEventListener('click', (event) => (window.taps = (window.taps || 0) + (event.detail > 0)), true)"


def test_a_round_of_five_on_one_phone_takes_few_taps(table):
    (phone,), book = table(NAMES, ["Ann"], deck="physical")
    phone.is_asked("reveal")
    phone.page.evaluate(COUNT)
    before = phone.taps

    phone.shoot("reveal")
    phone.turn_cards(*CARDS)
    phone.is_asked("picks")
    phone.shoot("picks")
    phone.enter_picks(PICKS)
    phone.is_asked("dice")
    phone.enter_dice(**DICE)
    phone.is_asked("choices")
    phone.shoot("extra-of-all")
    phone.nobody_buys()
    phone.reads("Ann clears Atlantic. Ben clears Ballroom. Cleo clears Caesar’s.")

    assert book.state.round == 2
    taps = phone.taps - before
    assert phone.page.evaluate("window.taps") == taps, "the page saw other taps than were counted"
    assert taps <= MOST


def test_a_straight_is_one_tap(table):
    (phone,), book = table(NAMES, ["Ann"], deck="physical")
    phone.turn_cards(*CARDS)
    phone.is_asked("picks")
    phone.enter_picks(PICKS)
    phone.is_asked("dice")
    before = phone.taps
    phone.fill_dice([2, 3, 4, 5, 6], "Ann")
    assert phone.taps - before == 1
    assert phone.in_row("Ann") == [2, 3, 4, 5, 6]
    phone.shoot("dice-of-all")
    phone.enter_dice(Ben=[1, 2, 3, 4, 5])  # part of a table's dice may be sent
    phone.is_asked("dice", book.offers("roll")[3])
    assert [bool(dice) for dice in book.state.dice] == [True, True, False, False, False]
