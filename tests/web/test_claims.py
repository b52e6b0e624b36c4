"""Who decides on those who wait: the host; while that phone is away any seated one; and nobody if none is there."""

import pytest

from games.models import Claim, Device, Notice
from tests.cast import leave, read

OLD = "Your seat is on another phone now."


def holder(table, number):
    return table.session.seats.get(number=number).device


def claim_of(phone):
    return Claim.objects.get(device=phone.device)


def test_while_the_host_is_away_any_seated_phone_lets_in(table):
    table.watcher.post("claim", seat=4)
    assert "A phone asks" not in table.ben.text()
    leave(table.ann)
    assert "A phone asks for the seat of Dov." in table.ben.text()
    assert table.ben.tap("Let in").status_code == 302
    assert holder(table, 4) == table.watcher.device
    for phone in (table.ann, table.cleo, table.watcher):
        assert "Ben let Dov in." in phone.text()


def test_a_stranger_by_the_code_the_same(table):
    table.stranger.get()
    table.stranger.post("claim", name="Eve")
    leave(table.ann)
    assert "Eve asks to come in." in table.cleo.text()
    table.cleo.tap("Let in")
    assert "Cleo let Eve in to look on." in table.ben.text()
    assert "Whose seat is yours?" in table.stranger.text()


def test_they_may_send_away_too(table):
    table.watcher.post("claim", seat=4)
    leave(table.ann)
    table.ben.tap("Not now")
    assert not Claim.objects.exists()
    assert not Notice.objects.exists()


@pytest.mark.parametrize("who", ["ben", "cleo"])
def test_nobody_decides_for_themselves(table, who):
    """Not with the host away either, and it is not shown."""
    phone = getattr(table, who)
    leave(table.ann)
    phone.post("claim", seat=4)
    assert "A phone asks" not in phone.text()
    with table.unchanged():
        assert phone.post(f"claims/{claim_of(phone).pk}", let="in").status_code == 403
    assert Claim.objects.exists()


@pytest.mark.parametrize("who", ["newcomer", "stranger", "olga"])
def test_without_a_seat_nobody_decides(table, who):
    table.watcher.post("claim", seat=4)
    leave(table.ann)
    with table.unchanged():
        assert getattr(table, who).post(f"claims/{claim_of(table.watcher).pk}", let="in").status_code == 403


def test_a_seat_with_a_phone_is_asked_for_and_moves(table):
    page = table.newcomer.text()
    assert "My phone is another one now" in page
    assert "while the host’s phone is away, any phone at the table" in page
    assert table.newcomer.post("claim", seat=2, moved=1).status_code == 302
    assert "Waiting to be let in as Ben." in table.newcomer.text()
    assert holder(table, 2) == table.ben.device
    assert "for the seat of Ben, in place of the one that has it" in table.ann.text()
    table.ann.tap("Let in")
    assert "this phone" not in table.newcomer.text()  # it plays
    assert holder(table, 2) == Device.objects.latest("pk")
    for phone in (table.ann, table.cleo, table.newcomer):
        assert "Ben plays on another phone now: Ann let it in." in phone.text()
    assert OLD in table.ben.text()
    assert OLD in table.ben.text(watch=1)
    with table.unchanged():
        assert table.ben.move("reveal", cards="15000 20000 25000").status_code == 403


def test_the_old_phone_is_told_no_more_when_it_has_a_seat_again(table):
    table.newcomer.post("claim", seat=2, moved=1)
    table.ann.tap("Let in")
    table.ben.post("claim", seat=4)
    table.ann.tap("Let in")
    assert OLD not in table.ben.text()


def test_an_old_page_does_not_take_a_seat_that_has_a_phone(table):
    with table.unchanged():
        answer = table.newcomer.post("claim", seat=2)
    assert answer.status_code == 422
    assert "Ben has a phone already" in read(answer)


def test_where_nobody_is_there_a_guest_has_the_seat_at_once(table):
    leave(table.ann, table.ben, table.cleo)
    assert table.newcomer.tap("That’s me").status_code == 302
    assert holder(table, 4) is not None
    assert "Dov’s seat has a phone now. No phone of the table was there to be asked." in table.newcomer.text()


def test_a_seat_that_has_a_phone_too(table):
    leave(table.ann, table.ben, table.cleo)
    table.newcomer.post("claim", seat=2, moved=1)
    assert holder(table, 2) != table.ben.device
    assert OLD in table.ben.text()
    assert table.session.host == table.ann.device


def test_but_not_a_stranger(table):
    leave(table.ann, table.ben, table.cleo)
    table.stranger.get()
    table.stranger.post("claim", name="Dov")
    assert holder(table, 4) is None
    with table.unchanged():
        assert table.stranger.post("claim", seat=2, moved=1).status_code == 422


def test_one_phone_of_the_table_that_is_there_is_enough_to_be_asked(table):
    leave(table.ann, table.cleo)
    table.newcomer.tap("That’s me")
    assert holder(table, 4) is None


def test_who_waits_asks_again_when_all_have_gone(table):
    table.newcomer.tap("That’s me")
    leave(table.ann, table.ben, table.cleo)
    assert table.newcomer.tap("Ask again").status_code == 302
    assert holder(table, 4) is not None
    assert not Claim.objects.exists()


def test_where_the_hosts_phone_is_the_only_one_the_role_comes_with_the_seat(lay):
    table = lay(phones={"Ann": (1,)})
    leave(table.ann)
    table.newcomer.post("claim", seat=1, moved=1)
    assert table.session.host == holder(table, 1) != table.ann.device
    assert "The host’s role has come with Ann’s seat" in table.newcomer.text()
    assert "For the host" in table.newcomer.text("seats")


def test_a_free_seat_does_not_bring_the_role(lay):
    table = lay(phones={"Ann": (1,)})
    leave(table.ann)
    table.newcomer.post("claim", seat=2)
    assert table.session.host == table.ann.device


def test_in_the_lobby_the_same(lobby):
    lobby.newcomer.post("claim", seat=2, moved=1)
    assert holder(lobby, 2) == lobby.ben.device
    assert "in place of the one that has it" in lobby.ann.text()
    leave(lobby.ann)
    assert "in place of the one that has it" in lobby.cleo.text()
    lobby.cleo.tap("Let in")
    assert holder(lobby, 2) != lobby.ben.device
    assert "Ben plays on another phone now: Cleo let it in." in lobby.ben.text()


def test_who_waits_for_a_seat_goes_on_waiting_when_it_is_freed(table):
    table.newcomer.post("claim", seat=2, moved=1)
    table.ann.post("release", seat=2)
    assert "Ann freed your seat." in table.ben.text()
    assert "A phone asks for the seat of Ben." in table.ann.text()
    table.ann.tap("Let in")
    assert holder(table, 2) is not None


def test_freeing_twice_is_freeing_once(table):
    table.ann.post("release", seat=2)
    with table.unchanged():
        assert table.ann.post("release", seat=2).status_code == 409
    assert Notice.objects.count() == 1


def test_two_that_ask_for_a_seat_that_has_a_phone(table):
    for phone in (table.watcher, table.olga):
        phone.scan().post("claim", seat=2, moved=1)
    table.ann.post(f"claims/{claim_of(table.olga).pk}", let="in")
    assert holder(table, 2) == table.olga.device
    assert "Whose seat is yours?" in table.watcher.text()


def test_picks_made_before_do_not_come_with_the_seat(table):
    """Whoever decides, and whether the seat was freed first."""
    table.play("15/20/25 2B")
    leave(table.ann)
    table.newcomer.post("claim", seat=2, moved=1)
    table.cleo.tap("Let in")
    assert 'aria-pressed="true"' not in table.newcomer.get().content.decode()
    assert 'aria-pressed="true"' not in table.newcomer.get(**{"as": 2}).content.decode()


def test_the_host_frees_a_seat_and_takes_it_and_sees_no_pick(table):
    table.play("15/20/25 2B")
    table.ann.post("release", seat=2)
    table.ann.post("claim", seat=2)
    assert holder(table, 2) == table.ann.device
    for query in ({}, {"as": 1}, {"as": 2}):
        assert 'aria-pressed="true"' not in table.ann.get(**query).content.decode()
    assert "Ben is played on the host’s phone now." in table.cleo.text()
