"""Every address there is, from the URL configuration, with something that is there in place of each converter."""

from datetime import date

from django.urls import get_resolver

from games.models import Member, Person

FILLED = {"game": "dice", "secret": "no-such-secret", "claim_id": 1, "number": 1, "place": 1, "day": date(2026, 3, 6)}


def addresses(table, **filled):
    """(name, address) of every pattern, at this table: its code, its link, its first entry, its club."""
    session, club = table.session, table.session.club
    here = {"code": table.code, "link": session.link, **FILLED, **of_club(session.club_id), **filled}
    of_its_own = {"club_link": {"link": club.link if club else "no-such-link"}}
    patterns = get_resolver().url_patterns
    return [(pattern.name, address(pattern, here | of_its_own.get(pattern.name, {}))) for pattern in patterns]


def of_club(club):
    """What addresses of a club hold: two of its people and one who reads in it, as far as there are any."""
    one, other = [*Person.objects.filter(club=club).order_by("pk").values_list("pk", flat=True)[:2], 0, 0][:2]
    member = Member.objects.filter(club=club).order_by("keeps", "pk").values_list("pk", flat=True).first()
    return {"club": club or 0, "person": one, "one": one, "other": other, "member_id": member or 0}


def address(pattern, filled):
    """The address of a pattern. What a converter of a new one is to hold is told here, or by the caller."""
    route = str(pattern.pattern)
    for name, converter in pattern.pattern.converters.items():
        assert name in filled, f"{pattern.name}: say in tests/web/urls.py what <{name}> is to be"
        kind = next(part for part in route.split("<") if part.split(">")[0].rpartition(":")[2] == name).split(">")[0]
        route = route.replace(f"<{kind}>", converter.to_url(filled[name]))
    return f"/{route}"
