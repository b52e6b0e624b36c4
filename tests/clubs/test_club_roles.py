"""Who may do what at every address of a club: strangers find nothing, readers read, keepers write."""

import pytest

from games.models import Member
from tests.cast import read
from tests.club_cast import ROLES

READ = ("", "members", "people", "evenings/2026-03-06")
KEEPERS_READ = ("people/{person}/rename", "people/{person}/forget")
WRITE = {
    "name": {"name": "Mondays"},
    "again": {"key": "a-key-of-it"},
    "link": {"old": "{link}"},
    "members/{member}": {"as": "keeper"},
    "people/{person}/rename": {"name": "Anne"},
    "people/{person}/merge": {"into": "{other}"},
    "people/{person}/unmerge": {},
    "people/{person}/forget": {"was": "Ann"},
}


@pytest.fixture
def told(circle):
    """What stands in addresses and forms for what is there."""
    circle.played(("Ann", 50), ("Ben", 30), ("Cleo", 20))
    member = Member.objects.get(club=circle.pk, device=circle.reader.device)
    return {
        "person": circle.person("Ann").pk,
        "other": circle.person("Ben").pk,
        "member": member.pk,
        "link": circle.club.link,
    }


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("path", READ)
def test_who_reads(circle, told, role, path):
    inside = role in ("keeper", "member", "reader")
    assert getattr(circle, role).get(path).status_code == (200 if inside else 404)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("path", KEEPERS_READ)
def test_who_sees_what_is_for_keepers(circle, told, role, path):
    status = {"keeper": 200, "member": 403, "reader": 403}.get(role, 404)
    assert getattr(circle, role).get(path.format(**told)).status_code == status


@pytest.mark.parametrize("role", ["member", "reader", "stranger", "neighbour"])
@pytest.mark.parametrize("path", WRITE)
def test_who_does_not_keep_does_not_write(circle, told, role, path):
    before = circle.kept()
    sent = {name: value.format(**told) for name, value in WRITE[path].items()}
    answer = getattr(circle, role).post(path.format(**told), data=sent)
    assert answer.status_code == (404 if role in ("stranger", "neighbour") else 403)
    if answer.status_code == 403:
        assert "Only a keeper of the club may do this. Nothing was changed." in read(answer)
        assert "Back to the club" in read(answer)
    assert circle.kept() == before


@pytest.mark.parametrize("path", WRITE)
def test_keepers_write(circle, told, path):
    sent = {name: value.format(**told) for name, value in WRITE[path].items()}
    assert circle.keeper.post(path.format(**told), data=sent).status_code == 302


@pytest.mark.parametrize("path", ["name", "again", "link", "members/1", "people/1/merge", "people/1/unmerge"])
def test_what_writes_is_not_an_address_to_look_at(circle, path):
    assert circle.keeper.get(path).status_code == 405


@pytest.mark.parametrize("number", ["0", "999999", "9" * 30])
def test_numbers_that_nothing_has(circle, number):
    before = circle.kept()
    assert circle.keeper.get(f"/clubs/{number}").status_code == 404
    assert circle.keeper.get(f"people/{number}/rename").status_code == 404
    for path in ("rename", "merge", "unmerge", "forget"):
        answer = circle.keeper.post(f"people/{number}/{path}", name="X", into=number[:9], was="X")
        assert answer.status_code == (409 if len(number) < 10 else 404)
    assert circle.keeper.post(f"members/{number}", data={"as": "keeper"}).status_code in (404, 409)
    assert circle.kept() == before


def test_somebody_of_another_club_is_nobody_here(circle, told):
    circle.played(("Ann", 1), ("Zoe", 0), ("Yan", 0), club=circle.other)
    zoe = circle.other.people.get(name="Zoe")
    before = circle.kept()
    assert circle.keeper.get(f"people/{zoe.pk}/rename").status_code == 404
    for path, sent in (("rename", {"name": "X"}), ("merge", {"into": told["other"]}), ("forget", {"was": "Zoe"})):
        assert circle.keeper.post(f"people/{zoe.pk}/{path}", data=sent).status_code == 409
    assert circle.keeper.post(f"people/{told['person']}/merge", into=zoe.pk).status_code == 409
    member = Member.objects.get(club=circle.other)
    assert circle.keeper.post(f"members/{member.pk}", data={"as": "reader"}).status_code == 409
    assert circle.kept() == before
