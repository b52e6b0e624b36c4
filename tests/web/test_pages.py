"""What is only looked at: the screen, the rules, the home page, the podium, and the headers of all."""

import re

import pytest
from django.test import Client

from games import law
from tests.cast import Phone, read

ROUND = "15/20/25 ABAC 66643 66541 66532 66531 ."


def test_the_screen_shows_what_is_public_and_touches_nothing(table):
    for words in ("", "15/20/25", "2B", "1A 3C 4A", "66643 66541 66532 66531"):
        table.play(words)
        answer = table.newcomer.get("screen")
        page = answer.content.decode()
        assert answer.status_code == 200
        assert not re.search(r"<(form|button|input|textarea|select)\b", page)
        assert 'name="csrfmiddlewaretoken"' not in page
        assert table.code in page
        assert "<svg" in page
        assert not answer.cookies


def test_the_screen_is_the_same_for_everybody(table):
    table.play("15/20/25 2B")
    pages = {
        re.sub("csrf", "", phone.get("screen").content.decode()) for phone in (table.ann, table.ben, table.watcher)
    }
    assert len(pages) == 1


def test_the_screen_has_board_prompt_standings(table):
    table.play(ROUND)
    page = table.newcomer.text("screen")
    assert "Ann clears Atlantic" in page
    assert "1 Ann 30,000" in page


def test_the_screen_in_the_lobby_and_at_the_end(lobby):
    assert "Scan to take your seat." in lobby.newcomer.text("screen")
    lobby.ann.post("start")
    lobby.play(f"{ROUND} end")
    assert "Ann wins by 15,000." in lobby.newcomer.text("screen")


def test_every_clause_has_its_anchor_on_the_rules_page(db):
    page = Client().get("/rules/dice").content.decode()
    clauses = re.findall(r"^- (\w+\.?\d*) ", law.settings.BASE_DIR.joinpath("seeds/dice.md").read_text(), re.M)
    assert len(clauses) > 50
    for clause in clauses:
        assert page.count(f'id="{clause}"') == 1, clause
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_rulings_and_departures_are_shown_as_such(db):
    page = read(Client().get("/rules/dice"))
    assert "D1.7 our ruling" in page
    assert "D8.3 our departure" in page
    assert "**" not in page


def test_the_readings_are_all_throws(db):
    readings = Client().get("/readings/dice").json()
    assert len(readings) == 252
    assert readings["12345"][1] == "B"


def test_every_clause_a_page_links_is_on_the_rules_page(table):
    rules = Client().get("/rules/dice").content.decode()
    seen = set()
    for words in ("", "15/20/25", "ABAC", "66643 66541 66532 66531", ".", "d/20/25 ABAC 66655 66541 66532 66531 ."):
        table.play(words)
        for path in ("", "seats"):
            seen |= set(re.findall(r"/rules/dice#([\w.]+)", table.ann.get(path).content.decode()))
    assert len(seen) > 5
    assert all(f'id="{clause}"' in rules for clause in seen)


def test_the_home_page_lists_where_this_phone_was(table):
    for phone in (table.ann, table.ben):
        assert "Friday going on" in phone.text("/")
    for phone in (table.watcher, table.newcomer):
        assert "This phone was there" not in phone.text("/")
    assert "Other lobby" in table.olga.text("/")
    table.play(f"{ROUND} end")
    assert "Friday Ann" in table.ben.text("/")


def test_the_home_page_asks_no_cookie_of_anybody(db):
    assert not Client().get("/").cookies


def test_the_podium_names_places_rounds_and_the_way_on(table):
    table.play(f"{ROUND} end")
    page = table.ben.text()
    assert "Ann wins by 15,000." in page
    assert "Again with the same people" in page
    assert "The numbers" in page
    html = table.ben.get().content.decode()
    assert "<polyline" in html
    assert '<th scope="row">1</th>' in html


def test_the_tie_break_that_decided_is_named(table):
    table.play("30/15/20 ABAC 66643 12345 66532 66531 . 20/15/20 CBAC 66643 12345 66532 66531 . end")
    for page in (table.ben.text(), table.newcomer.text("screen")):
        assert "Ann wins, with equal scores." in page
    assert "Decided by the number of 30,000 cards." in table.ben.text()


def pages(table):
    yield from ("/", "/new", "/help", "/rules/dice", f"/join?code={table.code}", "/nothing", "/p/nothing")
    yield from ("", "screen", "seats", "log", "log/1", "names", "nothing")


@pytest.mark.parametrize("words", ["15/20/25", f"{ROUND} end"])
def test_every_page_is_bound_by_the_policy_and_kept_by_nobody(table, words):
    table.play(words)
    for phone in (table.ann, table.ben, table.newcomer):
        for path in pages(table):
            for htmx in (False, True):
                answer = phone.get(path, htmx=htmx)
                headers = answer.headers
                assert "no-store" in headers["Cache-Control"], path
                assert "default-src 'none'" in headers["Content-Security-Policy"], path
                assert "unsafe" not in headers["Content-Security-Policy"]
                assert headers["X-Content-Type-Options"] == "nosniff"
                assert headers["X-Frame-Options"] == "DENY"
                assert headers["Referrer-Policy"] == "same-origin"
                assert "camera=()" in headers["Permissions-Policy"]


def test_answers_to_taps_are_bound_as_well(table):
    for htmx in (False, True):
        for answer in (table.ben.move("reveal", htmx=htmx, cards=""), table.ben.get("move", htmx=htmx)):
            assert "no-store" in answer.headers["Cache-Control"]
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


INLINE = re.compile(r"""\s(style|on\w+|hx-on[\w:-]*)\s*=\s*["']|<style\b|<script\b(?![^>]*\bsrc=)|javascript:""", re.I)


@pytest.mark.parametrize("words", ["", "15/20/25", "15/20/25 ABAC", ROUND, f"{ROUND} end"])
def test_no_page_has_script_or_style_of_its_own(table, words):
    table.play(words)
    for phone in (table.ann, table.newcomer):
        for path in pages(table):
            html = re.sub(r"<svg.*?</svg>", "", phone.get(path).content.decode(), flags=re.S)
            assert not INLINE.search(html), (path, INLINE.search(html))
            # The one link that leaves: to hand a play to BG Stats, if somebody taps it. Nothing is loaded by it.
            html = re.sub(r'href="https://app\.bgstatsapp\.com/[^"]*" rel="noreferrer"', "", html)
            assert not re.search(r"""(src|href|action)=["'](https?:)?//(?!testserver)""", html), path


def test_a_page_asks_again_only_for_what_has_changed(table):
    table.play("15/20/25 ABAC")
    for phone, page in ((table.ann, "table"), (table.watcher, "table"), (table.ann, "screen")):
        query = {"watch": 1} if phone is table.watcher else {}
        path = "screen" if page == "screen" else ""
        have = " ".join(
            f"{name}:{shown}"
            for name, shown in re.findall(
                r'id="(\w+)"[^>]*data-print="(\w+)"', phone.get(path, **query).content.decode()
            )
        )
        assert ":" in have
        assert phone.get("fragments", htmx=True, have=have, page=page, **query).status_code == 204
        with table.undone():
            table.play("66543")
            fresh = phone.get("fragments", htmx=True, have=have, page=page, **query)
            assert fresh.status_code == 200
            assert 'id="topbar"' not in fresh.content.decode()


@pytest.mark.parametrize("where", ["lobby", "join", "claims"])
def test_half_an_entry_is_not_shown_anew_for_a_token_alone(lay, where):
    table = lay(start=where == "claims")
    phone = {"lobby": table.ann, "join": table.watcher, "claims": table.ann}[where]
    table.olga.post("claim", seat=4)
    page = phone.get().content.decode()
    have = " ".join(f"{name}:{shown}" for name, shown in re.findall(r'id="(\w+)"[^>]*data-print="(\w+)"', page))
    shown = re.search(r'data-page="(\w+)"', page)[1]
    assert phone.get("fragments", htmx=True, have=have, page=shown).status_code == 204


def test_a_phone_whose_page_is_another_one_now_loads_it(lobby):
    lobby.ann.post("start")
    answer = lobby.ben.get("fragments", htmx=True, page="lobby")
    assert (answer.status_code, answer.headers["HX-Refresh"]) == (204, "true")


def test_help_names_the_usual_reasons(db):
    page = read(Client().get("/help"))
    for word in ("Wi-Fi", "guest", "firewall", "sleep", "another app"):
        assert word in page


def test_a_phone_that_lost_its_cookie_is_a_stranger(table):
    assert "You came by the short code" in Phone(table, known=False).text()
    other = Phone(table, known=False)
    other.client.cookies["cincy_" + "x" * 8] = "nonsense"
    assert "You came by the short code" in other.text()
