"""Two states that differ only in what is hidden from a phone: whatever it asks, it must not tell them apart."""

from games import limits
from tests.cast import alike
from tests.web.urls import addresses


def assert_alike(table, phone, look, one, other, least=20):
    """What `look(table, phone)` sees, one answer a request, is the same whether this or that was done."""
    phone.get()  # whoever has never been here gets a cookie
    first, second = seen_after(table, lambda: look(table, phone), one, other)
    assert len(first) > least
    assert_same(first, second)


def seen_after(table, look, *deeds):
    """What is seen after each of the deeds, as if it were the only one."""
    seen = []
    for deed in deeds:
        with table.undone():
            deed()
            seen.append(look())
    return seen


def assert_same(one, other):
    """The same requests have the same answers; the first that has not is shown line by line."""
    assert one.keys() == other.keys()
    for request, answer in one.items():
        differ = [pair for pair in zip(lines_of(answer), lines_of(other[request]), strict=False) if pair[0] != pair[1]]
        assert answer == other[request], (request, differ[:3])


def lines_of(answer):
    """An answer as lines: status, headers, text."""
    status, headers, text = answer
    return [status, *headers, *text.splitlines()]


# What knows of no session; the links, which let in; and the picture that is drawn from the same list as podium.svg.
APART = ("rules", "readings", "by_link", "club_link", "podium_png")
GLANCES = ("", "?watch=1", "?for=2", "?as=2", "?as=2&want=cards", "?for=2&want=show", "?again=1", "?page=screen")


def everything(table, phone):
    """Every address that can be read, by its name and way of asking: pages, fragments, entries, what is not there."""
    head = table.session.head
    latest = sorted({0, 1, head - 1, head, head + 1} - {-1})
    asked = [address for number in latest for name, address in addresses(table, number=number) if name not in APART]
    looks = [f"/s/{table.code}{path}{glance}" for path in ("", "/fragments") for glance in GLANCES]
    seen = {}
    for address in dict.fromkeys([*asked, *looks, "/s/WRNG", "/no/such/page", f"/j/{table.session.link}"]):
        for htmx in (False, True) if "/fragments" in address else (False,):
            limits.WRONG_CODES.forget()  # or a stranger would soon see nothing but that
            answer = phone.get(address, htmx=htmx)
            if answer.status_code != 405:
                seen[address, htmx] = alike(answer)
    return seen
