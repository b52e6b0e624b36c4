"""The host's phone is away: any two seated phones pass the role, and nobody else, and not if it is there."""

import pytest

from games import passes
from games.models import Handover, Notice, Pass
from tests.cast import Phone, leave, read


@pytest.fixture
def away(table):
    """The table, with the host's phone away."""
    leave(table.ann)
    return table


def proposed(table, by="ben", seat=2):
    assert getattr(table, by).post("host/propose", seat=seat).status_code == 302
    return Handover.objects.get()


def agree(phone, proposal, **options):
    return phone.post("host/agree", proposal=proposal.pk, **options)


def test_two_phones_together_pass_the_role(away):
    kept = passes.issue_pass(away.session, None)
    assert "has been away for a minute" in away.ben.text("seats")
    assert away.ben.tap("Make Ben the host?", "seats").status_code == 302
    assert "One more phone has to agree." in away.ben.text()
    assert "Ben proposes Ben as the host" in away.cleo.text()
    assert away.session.host == away.ann.device
    assert away.cleo.tap("Agree: Ben is the host").status_code == 302
    assert away.session.host == away.ben.device
    assert not Handover.objects.exists()
    assert not Pass.objects.exists()
    assert Phone(away).get(f"/p/{kept}").status_code == 404
    for phone in (away.ann, away.ben, away.cleo):
        assert "Ben and Cleo made Ben the host, as the host’s phone had been away." in phone.text()
    assert "For the host" in away.ben.text("seats")
    assert "For the host" not in away.ann.text("seats")


def test_play_goes_on_meanwhile(away):
    proposed(away)
    away.ben.move("reveal", cards="15000 20000 25000")
    assert away.session.head == 1
    assert Handover.objects.exists()


def test_with_htmx_the_page_shows_it_at_once(away):
    answer = agree(away.cleo, proposed(away), htmx=True)
    assert answer.status_code == 200
    assert "Ben and Cleo made Ben the host" in read(answer)


def test_in_the_lobby_the_same(lobby):
    leave(lobby.ann)
    assert "Agree: Ben is the host" in (proposed(lobby) and lobby.cleo.text())
    agree(lobby.cleo, Handover.objects.get())
    assert lobby.session.host == lobby.ben.device
    assert "Start with 4 players" in lobby.ben.text()


def test_that_two_propose_the_same_is_agreement(away):
    proposed(away)
    away.cleo.post("host/propose", seat=2)
    assert away.session.host == away.ben.device


def test_another_proposal_takes_the_place_of_the_first(away):
    first = proposed(away)
    second = proposed(away, "cleo", 3)
    assert (second.seat.number, second.device) == (3, away.cleo.device)
    with away.unchanged():
        assert agree(away.ben, first).status_code == 409
    assert agree(away.ben, second).status_code == 302
    assert away.session.host == away.cleo.device


def test_twice_the_same_is_one_proposal(away):
    first = proposed(away)
    with away.unchanged():
        assert proposed(away) == first


@pytest.mark.parametrize("htmx", [True, False])
def test_who_proposed_does_not_agree_too(away, htmx):
    made = proposed(away)
    with away.unchanged():
        answer = agree(away.ben, made, htmx=htmx)
    assert answer.status_code == 422
    assert "One more phone has to agree" in read(answer)
    assert Handover.objects.exists()


def test_a_third_phone_that_agrees_too_is_told_that_it_is_done(lay):
    table = lay(phones={"Ann": (1,), "Ben": (2,), "Cleo": (3,), "Dov": (4,)})
    leave(table.ann)
    made = proposed(table)
    agree(table.cleo, made)
    with table.unchanged():
        assert agree(table.dov, made).status_code == 409
    assert table.session.host == table.ben.device


def test_a_host_whose_phone_is_there_keeps_the_role(table):
    assert "Make Ben the host?" not in table.ben.text("seats")
    with table.unchanged():
        answer = table.ben.post("host/propose", seat=2)
    assert answer.status_code == 422
    assert "the role stays where it is" in read(answer)


def test_a_host_who_shows_up_ends_it_and_sees_that_it_was(away):
    made = proposed(away)
    assert "The host’s phone is here again. That Ben wanted to make Ben the host counts no more." in away.ann.text()
    assert "Agree" not in away.cleo.text()
    with away.unchanged():
        assert agree(away.cleo, made).status_code == 409
        assert away.cleo.post("host/propose", seat=2).status_code == 422
    assert away.session.host == away.ann.device
    assert Notice.objects.count() == 1


def test_the_host_does_not_propose(away):
    with away.unchanged():
        assert away.ann.post("host/propose", seat=2).status_code == 422


def test_a_seat_whose_phone_is_away_too_or_missing_cannot_be_host(away):
    leave(away.cleo)
    page = away.ben.text("seats")
    assert "Make Ben the host?" in page
    assert "Make Cleo the host?" not in page
    for seat, said in ((3, "Cleo’s phone is away too"), (4, "Dov has no phone here"), (1, "Ann’s phone is away too")):
        with away.unchanged():
            answer = away.ben.post("host/propose", seat=seat)
        assert answer.status_code == 422
        assert said in read(answer)
    for seat in ("0", "9", "x", ""):
        with away.unchanged():
            assert away.ben.post("host/propose", seat=seat).status_code == 422


def test_a_proposed_phone_that_has_gone_since_is_not_agreed_to(away):
    made = proposed(away, "ben", 3)
    leave(away.cleo)
    table_dov = Phone(away)
    away.session.seats.filter(number=4).update(device=table_dov.device)
    with away.unchanged():
        answer = agree(table_dov, made)
    assert answer.status_code == 422
    assert "Cleo’s phone is away too" in read(answer)


@pytest.mark.parametrize("who", ["cleo", "ben"])
def test_what_hangs_on_a_seat_that_was_given_back_is_void(away, who):
    """Cleo was proposed, Ben has proposed."""
    made = proposed(away, "ben", 3)
    getattr(away, who).post("release", seat={"ben": 2, "cleo": 3}[who])
    assert not Handover.objects.exists()
    away.session.seats.filter(number=4).update(device=away.watcher.device)
    with away.unchanged():
        assert agree(away.watcher, made).status_code == 409


@pytest.mark.parametrize("who", ["watcher", "newcomer", "stranger", "olga"])
def test_who_has_no_seat_neither_proposes_nor_agrees(away, who):
    phone = getattr(away, who)
    with away.unchanged():
        assert phone.post("host/propose", seat=2).status_code == 403
    made = proposed(away)
    with away.unchanged():
        assert agree(phone, made).status_code == 403
    assert "proposes" not in phone.text(watch=1)


@pytest.mark.parametrize("proposal", ["0", "x", "", "9" * 30])
def test_a_proposal_that_is_not_there(away, proposal):
    proposed(away)
    with away.unchanged():
        assert away.cleo.post("host/agree", proposal=proposal).status_code in (409, 422)


def test_a_proposal_at_another_table_is_not_agreed_to_here(away):
    made = proposed(away)
    leave(away.olga)
    away.other.seats.filter(number=2).update(device=away.cleo.device)
    assert away.cleo.post(f"/s/{away.other.code}/host/agree", proposal=made.pk).status_code == 409
    assert away.session.host == away.ann.device


def test_handing_the_role_over_ends_a_proposal(away):
    secret = passes.issue_pass(away.session, None)
    proposed(away)
    away.watcher.post(f"/p/{secret}")
    assert away.session.host == away.watcher.device
    assert not Handover.objects.exists()
    assert "The host’s role is on another phone now" in away.ben.text()
