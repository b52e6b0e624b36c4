"""One phone for everybody at the poker table: a hand that is checked down and declared takes few taps."""

import pytest

from .poker import agree

MOST = 20  # taps for a hand of five players, from the deal to the winner
NAMES = ["Ann", "Ben", "Cleo", "Dov", "Eva"]
ROW = ("Ah", "Kc", "8s", "2d", "Jc")
COUNT = """addEventListener("click", ({detail}) =>
    detail && (sessionStorage.taps = Number(sessionStorage.taps || 0) + 1), true)"""


@pytest.mark.parametrize("dealer", ["1", "5"])
def test_a_hand_of_five_checked_down_and_declared_takes_few_taps(poker_table, dealer):
    (phone,), book = poker_table(NAMES, ["Ann"], declare=True, first_dealer=dealer)
    phone.is_asked("choices")
    phone.page.add_init_script(COUNT)  # a link to another form loads the page anew
    phone.page.evaluate(COUNT)
    before = phone.taps

    phone.deal()
    for card in ROW:
        phone.is_asked("card")
        phone.turn(card)
        phone.is_asked("bet")
        phone.all_stay()
    phone.page.locator("#offers.ask-declare, #offers.ask-picker").wait_for()
    if phone.asked != "declare":  # her own seat shows first
        phone.want("Declare the winners")
    phone.declare([2])
    phone.reads("Ben")

    taps = phone.taps - before
    print(f"{taps} taps")
    assert taps <= MOST
    assert book.state.round == 1
    assert book.state.last_hand.declared
    assert [player.chips for player in book.state.players] == [99, 104, 99, 99, 99]
    assert {step.move.name for step in book.line.steps} == {"deal", "board", "check", "declare"}
    assert phone.page.evaluate("Number(sessionStorage.taps)") == taps, "the page saw other taps than were counted"
    agree(book, phone)
