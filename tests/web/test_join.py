"""Joining: by QR or code, a name tapped or added; after the start only when the host lets in."""

import pytest

from games.models import Claim, Device
from tests.cast import Phone, leave, read


def seated(table):
    return {seat.name: seat.device for seat in table.session.seats.all()}


@pytest.mark.parametrize("typed", ["{}", " {} ", "{0[0]} {0[1]}{0[2]}  {0[3]}{0[4]}{0[5]}"])
def test_a_code_is_found_however_it_is_typed(lobby, typed):
    for code in (lobby.code, lobby.code.lower()):
        answer = lobby.newcomer.get("/join", code=typed.format(code))
        assert answer.url == f"/s/{lobby.code}"
    assert lobby.newcomer.get(f"/s/{lobby.code.lower()}").status_code == 200


def test_the_qr_leads_to_the_table(lobby):
    assert lobby.newcomer.get(f"/j/{lobby.session.link}").url == f"/s/{lobby.code}"


@pytest.mark.parametrize("path", ["/join?code=NOSUCH", "/join", "/join?code=", "/j/nosuch", "/s/NOSUCH", "/s/AB"])
def test_an_unknown_code_or_link_is_said_so(lobby, path):
    answer = lobby.newcomer.get(path)
    assert answer.status_code == 404
    assert "Cincinnati" in read(answer) or "There is nothing here" in read(answer)


def test_a_free_seat_is_claimed_at_once_in_the_lobby(lobby):
    page = lobby.newcomer.text()
    assert "Who are you?" in page
    assert lobby.newcomer.tap("That’s me").status_code == 302  # Dov's is the only free one
    assert "this phone That’s not me" in lobby.newcomer.text()
    assert seated(lobby)["Dov"] == Device.objects.latest("pk")


def test_a_name_is_added_and_its_seat_taken(lobby):
    assert lobby.newcomer.tap("Sit down", name=" Eve ").status_code == 302
    assert list(seated(lobby)) == ["Ann", "Ben", "Cleo", "Dov", "Eve"]
    assert seated(lobby)["Eve"] is not None


@pytest.mark.parametrize("name", ["", "   ", "ann", "x" * 25, "x" * 1000])
@pytest.mark.parametrize("htmx", [False, True])
def test_a_name_that_cannot_be_added(lobby, name, htmx):
    with lobby.unchanged():
        answer = lobby.watcher.post("claim", htmx=htmx, name=name)
    assert answer.status_code == 422
    assert "A name has" in read(answer) or "is there already" in read(answer)


def test_a_seventh_name_finds_no_seat(lobby):
    for name in ("Eve", "Finn"):
        Phone(lobby).scan().post("claim", name=name)
    with lobby.unchanged():
        assert lobby.watcher.post("claim", name="Gus").status_code == 422
    assert "Not on the list?" not in lobby.watcher.text()


def test_a_seat_that_is_taken_stays_taken(lobby):
    with lobby.unchanged():
        answer = lobby.watcher.post("claim", seat=2)
    assert answer.status_code == 422
    assert "Ben has a phone already" in read(answer)


@pytest.mark.parametrize("seat", ["0", "5", "99", "-1", "x", "", "²", "9" * 30])
def test_a_seat_that_is_not_there(lobby, seat):
    with lobby.unchanged():
        assert lobby.watcher.post("claim", seat=seat).status_code == 422


def test_a_second_scan_is_no_second_seat(lobby):
    with lobby.unchanged():
        answer = lobby.ben.client.get(f"/j/{lobby.session.link}", follow=True)
        assert "That’s not me" in read(answer)
        lobby.ben.post("claim", seat=2)  # nor is a second tap
    assert [name for name, device in seated(lobby).items() if device == lobby.ben.device] == ["Ben"]


def test_a_reload_keeps_the_seat_after_the_start(table):
    for _ in range(2):
        assert "Turn these cards" in table.ben.text()


def test_after_the_start_a_claim_waits_until_the_host_lets_in(table):
    assert "Whose seat is yours?" in table.newcomer.text()
    assert table.newcomer.tap("That’s me").status_code == 302
    assert seated(table)["Dov"] is None
    assert "Waiting to be let in as Dov." in table.newcomer.text()
    assert "A phone asks for the seat of Dov." in table.ann.text()
    for other in (table.ben, table.watcher, table.olga):
        assert "A phone asks" not in other.text(watch=1)
    assert table.ann.tap("Let in").status_code == 302
    assert seated(table)["Dov"] is not None
    assert "A phone asks" not in table.ann.text()
    assert "Waiting" not in table.newcomer.text()
    assert not Claim.objects.exists()


def test_the_host_sends_a_phone_away(table):
    table.newcomer.tap("That’s me")
    assert table.ann.tap("Not now").status_code == 302
    assert seated(table)["Dov"] is None
    assert "Whose seat is yours?" in table.newcomer.text()


def test_of_two_that_ask_for_a_seat_one_gets_it(table):
    for phone in (table.watcher, table.newcomer):
        phone.post("claim", seat=4)
    first, second = Claim.objects.all()
    table.ann.post(f"claims/{first.pk}", let="in")
    assert seated(table)["Dov"] == table.watcher.device
    with table.unchanged():
        assert table.ann.post(f"claims/{second.pk}", let="in").status_code == 409
    assert "Whose seat is yours?" in table.newcomer.text()


def test_asking_twice_is_asking_once(table):
    for _ in range(2):
        table.watcher.post("claim", seat=4)
    assert Claim.objects.count() == 1


@pytest.mark.parametrize("who", ["ben", "watcher", "newcomer", "olga"])
def test_only_the_host_lets_in(table, who):
    table.watcher.post("claim", seat=4)
    with table.unchanged():
        assert getattr(table, who).post(f"claims/{Claim.objects.get().pk}", let="in").status_code == 403
    assert Claim.objects.exists()


@pytest.mark.parametrize("claim", ["1", "0", "9" * 30])
def test_a_claim_that_is_not_there(table, claim):
    with table.unchanged():
        assert table.ann.post(f"claims/{claim}", let="in").status_code == 409


def test_a_claim_at_another_table_is_not_the_hosts_to_decide(table):
    table.watcher.post("claim", seat=4)
    claim = Claim.objects.get()
    assert table.olga.post(f"/s/{table.other.code}/claims/{claim.pk}", let="in").status_code == 409
    assert seated(table)["Dov"] is None


def test_after_the_start_no_name_is_added(table):
    with table.unchanged():
        assert table.watcher.post("claim", name="Eve").status_code == 409
    assert "Not on the list?" not in table.watcher.text()


def test_the_host_needs_nobody_to_let_in(table):
    assert table.ann.post("claim", seat=4).status_code == 302
    assert seated(table)["Dov"] == table.ann.device


def test_that_is_not_me_gives_the_seat_back(lobby):
    lobby.ben.tap("That’s not me")
    assert seated(lobby)["Ben"] is None
    assert "Who are you?" in lobby.ben.text()


def test_that_is_not_me_after_the_start(table):
    table.ben.tap("That’s not me", "seats")
    assert seated(table)["Ben"] is None
    assert "Whose seat is yours?" in table.ben.text()
    assert "no phone" in table.ann.text()


@pytest.mark.parametrize("who", ["cleo", "watcher", "newcomer", "olga"])
def test_nobody_gives_back_anothers_seat(table, who):
    with table.unchanged():
        assert getattr(table, who).post("release", seat=2).status_code == 403


def test_the_host_frees_a_seat(table):
    assert table.ann.post("release", seat=2).status_code == 302
    assert seated(table)["Ben"] is None
    table.play("15/20/25")
    assert table.ben.move("choose", 2, table="A").status_code == 403


def test_one_may_just_watch(table):
    page = table.watcher.text(watch=1)
    assert "You are watching." in page
    assert not [form for form in table.watcher.forms(watch=1) if form.method == "post"]


def test_the_page_of_a_newcomer_gives_a_cookie_so_that_the_claim_is_remembered(table):
    table.newcomer.get()
    table.newcomer.post("claim", seat=4)
    assert "Waiting" in table.newcomer.text()


BUTTONS = [
    ("watcher", "", "That’s me"),
    ("watcher", "", "My phone is another one now"),
    ("ann", "seats", "Play it on this phone too"),
    ("ann", "seats", "Free this seat"),
    ("ann", "seats", "Make host"),
    ("ann", "seats", "QR to another phone"),
    ("ben", "", "That’s not me"),
]


@pytest.mark.parametrize(("who", "path", "label"), BUTTONS)
def test_a_tap_on_a_seat_that_is_somebody_elses_by_now_is_stale(lobby, who, path, label):
    """The page is from before the host gave the seats another order."""
    phone = getattr(lobby, who)
    tapped = [one for one in phone.forms(path) if label in one.buttons]
    (page,) = lobby.ann.forms("names")
    assert tapped
    turned = {"name": ["Dov", "Cleo", "Ben", "Ann"], "was": ["4", "3", "2", "1"]}
    lobby.ann.post("names", data={**page.fields, **turned})
    for form in tapped:
        with lobby.unchanged():
            assert phone.send(form, **form.buttons[label]).status_code == 409
    assert not lobby.session.passes.exists()


def test_a_proposal_for_a_seat_that_is_somebody_elses_by_now_is_stale(lobby):
    leave(lobby.ann)
    (form,) = [one for one in lobby.ben.forms("seats") if "Make Cleo the host?" in one.buttons]
    lobby.session.seats.filter(number=3).update(name="Eve")
    with lobby.unchanged():
        assert lobby.ben.send(form, **form.buttons["Make Cleo the host?"]).status_code == 409


def test_whoever_is_let_in_asked_for_what_the_page_says(lobby):
    lobby.watcher.post("claim", seat=2, moved=1)
    (form,) = [one for one in lobby.ann.forms() if "Let in" in one.buttons]
    lobby.watcher.post("claim", seat=3, moved=1)
    with lobby.unchanged():
        assert lobby.ann.send(form, **form.buttons["Let in"]).status_code == 409
    assert lobby.session.claims.get().name == "Cleo"
