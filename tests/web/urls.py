"""Every address there is, from the URL configuration, with something that is there in place of each converter."""

from django.urls import get_resolver

FILLED = {"game": "dice", "secret": "no-such-secret", "claim_id": 1, "number": 1}


def addresses(table, **filled):
    """(name, address) of every pattern, at this table: its code, its link, its first entry."""
    here = {"code": table.code, "link": table.session.link, **FILLED, **filled}
    return [(pattern.name, address(pattern, here)) for pattern in get_resolver().url_patterns]


def address(pattern, filled):
    """The address of a pattern. What a converter of a new one is to hold is told here, or by the caller."""
    route = str(pattern.pattern)
    for name, converter in pattern.pattern.converters.items():
        assert name in filled, f"{pattern.name}: say in tests/web/urls.py what <{name}> is to be"
        kind = next(part for part in route.split("<") if part.split(">")[0].rpartition(":")[2] == name).split(">")[0]
        route = route.replace(f"<{kind}>", converter.to_url(filled[name]))
    return f"/{route}"
