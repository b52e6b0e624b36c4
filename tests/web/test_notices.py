"""What happens to seats and roles is told to all: on phones and table screen for a while, in the log for good."""

import json

import pytest

from games.models import Notice
from games.words import house
from tests.cast import leave, read


def told(table):
    return [house.notice(one.kind, one.values) for one in Notice.objects.filter(session=table.pk)]


def everywhere(table):
    return [table.ann.text(), table.cleo.text(), table.watcher.text(watch=1), table.watcher.text("screen")]


def freed(table):
    table.ann.post("release", seat=2)
    return "Ann freed Ben’s seat."


def test_phones_and_table_screen_say_it(table):
    said = freed(table)
    assert all(said in page for page in everywhere(table))
    assert said in table.cleo.text("log")


def test_a_page_that_is_open_gets_it_as_a_fragment(table):
    said = freed(table)
    answer = table.cleo.get("fragments", htmx=True, page="table", have="")
    assert 'id="notices"' in answer.content.decode()
    assert said in read(answer)


def test_two_entries_later_it_is_in_the_log_alone(table):
    table.play("15/20/25")
    said = freed(table)
    table.play("1A")
    assert all(said in page for page in everywhere(table))
    table.play("3C")
    assert not any(said in page for page in everywhere(table))
    assert said in table.cleo.text("log")


def test_in_the_log_it_stands_between_the_entries(table):
    table.play("15/20/25 1A")
    said = freed(table)
    table.play("3C")
    log = table.cleo.text("log")
    assert log.index("Cleo has picked") < log.index(said) < log.index("Ann has picked")


def test_before_the_first_entry_too(table):
    said = freed(table)
    assert said in table.cleo.text("log")
    table.play("15/20/25")
    log = table.cleo.text("log")
    assert log.index("20,000") < log.index(said)


def test_a_notice_is_no_entry_that_could_be_opened_or_undone(table):
    freed(table)
    assert "/log/0" not in table.ann.get("log").content.decode()
    assert "Undo" not in table.ann.text("log")


def test_three_at_most_are_shown_at_once(table):
    for name in ("claim", "release") * 3:
        table.ann.post(name, seat=4)
    for seat in (2, 3):
        table.ann.post("release", seat=seat)
    assert len(told(table)) > 3
    assert table.ann.get().content.decode().split('id="notices"')[1].split("</section>")[0].count("<p>") == 3


def test_every_deed_says_what_it_was(table):
    table.ben.post("release", seat=2)
    table.watcher.post("claim", seat=2)
    table.ann.tap("Let in")
    link = table.ann.post("pass", seat=2).context["link"]
    table.olga.client.post(link)
    link = table.ann.post("pass", seat=4).context["link"]
    table.newcomer.client.post(link)
    table.ann.post("host", seat=3)
    link = table.cleo.post("pass").context["link"]
    table.cleo.client.post(link)
    assert told(table) == [
        "Ben’s phone gave the seat back.",
        "Ann let Ben in.",
        "Ben plays on another phone now, by the seat’s one-use link.",
        "Dov’s seat has a phone now, by its one-use link.",
        "Ann made Cleo the host.",
        "The host’s role is on another phone now, by its one-use link.",
    ]


def test_a_host_without_a_seat_is_called_the_host(lay):
    table = lay(phones={"Ben": (2,)}, host="Nobody")
    table.host.post("release", seat=2)
    assert told(table) == ["The host freed Ben’s seat."]


def test_what_was_refused_is_not_told(table):
    for phone, path, fields in (
        (table.watcher, "release", {"seat": 2}),
        (table.ben, "host", {"seat": 3}),
        (table.newcomer, "claim", {"seat": 2}),
        (table.ann, "host", {"seat": 4}),
        (table.ann, "claims/99", {"let": "in"}),
    ):
        assert phone.post(path, data=fields).status_code >= 400
    assert told(table) == []


def test_taking_a_free_seat_in_the_lobby_needs_no_word(lobby):
    lobby.newcomer.tap("That’s me")
    lobby.ann.post("claim", seat=4)
    assert told(lobby) == []


def test_markup_in_a_name_stays_text(lobby):
    lobby.newcomer.post("claim", name="<b>Eve</b>")
    lobby.ann.post("release", seat=5)
    for page in (lobby.ann.get(), lobby.watcher.get("screen"), lobby.ann.get("log")):
        assert "<b>Eve</b>" not in page.content.decode()
    assert "Ann freed <b>Eve</b>’s seat." in told(lobby)


@pytest.mark.parametrize("kind", ["moved", "freed"])
def test_a_phone_that_lost_its_seat_is_told_so_wherever_it_looks(table, kind):
    if kind == "moved":
        leave(table.ann, table.ben, table.cleo)
        table.newcomer.post("claim", seat=2, moved=1)
    else:
        freed(table)
    said = {"moved": "Your seat is on another phone now.", "freed": "Ann freed your seat."}[kind]
    assert said in table.ben.text()
    assert said in table.ben.text(watch=1)
    assert said not in table.cleo.text()
    assert said not in table.watcher.text()
    assert table.ben.get("fragments", htmx=True, page="table").headers["HX-Refresh"] == "true"


def test_a_kind_that_is_not_known_is_no_error():
    assert house.notice("of-another-cincy", {}) == ""


def test_a_sentence_goes_along_when_the_page_becomes_another(table):
    """Cleo taps on a page of the table that is over meanwhile: the answer makes it load anew, and say why then."""
    table.play("15/20/25")
    fields = table.cleo.fields("choose", 3, table="A")
    table.ann.post("log/round", head=table.session.head, end=1)
    answer = table.cleo.post("move", htmx=True, data={**fields, "page": "table"})
    assert answer.status_code == 204
    assert answer.headers["HX-Refresh"] == "true"
    assert json.loads(answer.headers["HX-Trigger"])["said"].startswith("The table has moved on meanwhile.")
