"""Results and moves as CSV: what spreadsheets read, and nothing they would run."""

import csv
import io
from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.club import people
from games.club.evenings import evening_of
from games.models import Member, Person, Session
from games.takeaway import spreadsheet
from tests.cast import CAST, Phone, read
from tests.poker_cast import ANN, CLEO, DOV

ROUND = "30/15/20 ABAC 66643 12345 66532 66531 ."
RESULTS = ["Evening", "Game", "Started (UTC)", "Finished (UTC)", "Place", "Name", "Person", "Score", "Seat"]


UNSEEN = (
    " ",
    "  ",
    "\u00a0",
    "\u3000",
    "\ufeff",
    "\u200b",
    "\u200d",
    "\u2060",
    "\u202e",
    "\u00ad",
    "\u2028",
    "\x85",
    "\x00",
)


def text(response):
    streamed = b"".join(response.streaming_content) if response.streaming else response.content
    return streamed.decode("utf-8")


def rows(response):
    assert response.status_code == 200
    body = text(response)
    assert body.startswith("\ufeff")
    return list(csv.reader(io.StringIO(body.removeprefix("\ufeff"), newline=""), strict=True))


def test_results_are_a_line_a_seat_best_first(table):
    table.play(f"{ROUND} end")
    head, *found = rows(table.watcher.get("results.csv"))
    assert head == RESULTS
    assert [(row[4], row[5], row[7], row[8]) for row in found] == [
        ("1", "Ann", "45000", "1"),
        ("2", "Ben", "30000", "2"),
        ("3", "Cleo", "15000", "3"),
        ("3", "Dov", "15000", "4"),
    ]
    assert {(row[0], row[1]) for row in found} == {("Friday", "Cincinnati with dice")}
    session = table.session
    assert {tuple(row[2:4]) for row in found} == {
        (f"{session.started:%Y-%m-%d %H:%M:%S}", f"{session.finished:%Y-%m-%d %H:%M:%S}")
    }


def test_the_file_is_as_spreadsheets_want_it(table):
    table.play(f"{ROUND} end")
    response = table.watcher.get("results.csv")
    assert response.content.startswith(b"\xef\xbb\xbf")
    lines = response.content.split(b"\r\n")
    assert lines[-1] == b""
    assert len(lines) == 6
    assert not any(b"\n" in line or b"\r" in line for line in lines)
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert "no-store" in response.headers["Cache-Control"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    day = evening_of(table.session.created)
    assert response.headers["Content-Disposition"] == f'attachment; filename="friday-{day}-results.csv"'


@pytest.mark.parametrize(
    ("value", "stands"),
    [
        ("=1+1", "'=1+1"),
        ("+49", "'+49"),
        ("-5", "'-5"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\tx", "'\tx"),
        ("\rx", "'\rx"),
        ("\nx", "'\nx"),
        *((sign + "1+1", f"'{sign}1+1") for sign in "＝＋－＠﹢﹣﹦﹫"),
        *((unseen + "=1+1", f"'{unseen}=1+1") for unseen in UNSEEN),
        ("\u3000\u200b ＠x", "'\u3000\u200b ＠x"),
        *((unseen + "Ann", unseen + "Ann") for unseen in UNSEEN),
        (" ", " "),
        ("Ann = Ben", "Ann = Ben"),
        ("– 5", "– 5"),
        ("Ann", "Ann"),
        ("a=b", "a=b"),
        ("", ""),
        (-5, -5),
        (12, 12),
        (None, None),
        (datetime(2026, 11, 30, 23, 30, tzinfo=timezone(timedelta(hours=2))), "2026-11-30 21:30:00"),
    ],
)
def test_text_is_never_a_formula_and_numbers_stay_numbers(value, stands):
    assert spreadsheet.cell(value) == stands


def test_names_and_titles_with_formulas_quotes_and_commas_come_out_whole(lay):
    table = lay(names=("=HYPERLINK(0)", 'Be"n, Jr', "-5", "@d"), phones={"Ann": (1,)})
    Session.objects.filter(pk=table.pk).update(title="+Friday")
    table.play(f"{ROUND} end")
    found = rows(table.watcher.get("results.csv"))[1:]
    assert [row[5] for row in found] == ["'=HYPERLINK(0)", 'Be"n, Jr', "'-5", "'@d"]
    assert {row[0] for row in found} == {"'+Friday"}
    moves = rows(table.watcher.get("moves.csv"))[1:]
    cells = [cell for row in moves for cell in row]
    assert "'=HYPERLINK(0) picks Atlantic." in cells
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) for cell in cells)


def test_a_score_below_nothing_is_a_number(seat_poker):
    lost = "3d 7h 8s Jc pots:4"
    table = seat_poker(rebuys=True).play(f"deal 2c b99 f f c {lost} 1+50 deal 2c f f b49 c {lost} end")
    scores = {row[5]: row[7] for row in rows(table.watcher.get("results.csv"))[1:]}
    assert scores["Ann"] == "-50"


def test_there_are_no_results_before_the_end(table):
    page = table.play(ROUND).ann.get("results.csv")
    assert page.status_code == 409
    assert "The game is not finished" in read(page)


def test_results_go_when_the_end_is_taken_back(table):
    table.play(f"{ROUND} end")
    table.ann.post("log/back", data={"to": table.session.head - 1, "head": table.session.head})
    assert table.ann.get("results.csv").status_code == 409


def test_results_are_for_those_who_may_see_the_session(table):
    table.play(f"{ROUND} end")
    for phone in (table.ann, table.ben, table.watcher, table.newcomer):
        assert phone.get("results.csv").status_code == 200
    for phone in (table.stranger, table.olga):
        assert phone.get("results.csv").status_code == 404


# Moves


def test_moves_tell_round_seat_name_what_by_whom_and_when(table):
    table.play(f"{ROUND} end")
    head, *found = rows(table.watcher.get("moves.csv"))
    assert head == [
        "Entry",
        "Round",
        "Seat",
        "Name",
        "What",
        "What came of it",
        "Entered by",
        "Entered (UTC)",
        "Corrected by entry",
    ]
    entries = list(table.session.entries.order_by("number"))
    assert [int(row[0]) for row in found] == [entry.number for entry in entries]
    assert [row[7] for row in found] == [f"{entry.at.astimezone(UTC):%Y-%m-%d %H:%M:%S}" for entry in entries]
    assert found[1][1:7] == ["Round 1", "1", "Ann", "Ann picks Atlantic.", "", "Ann"]
    assert found[4][1:5] == ["Round 1", "4", "Dov", "Dov picks Caesar’s."]
    assert "Ann clears Atlantic: +30,000." in found[-2][5]
    assert found[-1][4:6] == ["The host ends the game.", "The game is over."]


def test_an_entry_that_was_corrected_stands_as_it_is_read_with_the_one_that_says_so(table):
    table.play(ROUND)
    number = next(step.number for step in table.now.line.steps if step.move.name == "roll" and step.move.seat == 1)
    table.ann.post(f"log/{number}/correct", move="roll", seat=1, dice="55543", keep=1, head=table.session.head)
    found = rows(table.watcher.get("moves.csv"))[1:]
    assert [row[8] for row in found if row[0] == str(number)] == [str(table.session.head)]
    assert {row[8] for row in found if row[0] != str(number)} == {""}
    assert any("Three fives" in row[4] for row in found)
    table.ann.post("log/back", data={"to": table.session.head - 1, "head": table.session.head})
    assert {row[8] for row in rows(table.watcher.get("moves.csv"))[1:]} == {""}


def test_what_was_taken_back_is_no_row(table):
    table.play(f"{ROUND} 20/15/25")
    table.ann.post("log/back", data={"to": table.session.head - 1, "head": table.session.head})
    assert "25,000" not in text(table.watcher.get("moves.csv"))


def test_picks_and_cards_that_nobody_saw_are_told_without_content(table, poker):
    table.play("30/15/20 1A 2C 2B")
    assert [row[4] for row in rows(table.ben.get("moves.csv"))[2:]] == [
        "Ann has picked.",
        "Ben has picked.",
        "Ben has picked.",
    ]
    poker.play(f"deal 1={ANN} 3={CLEO} ~ 1! 2m 3m 4!{DOV}")
    said = [row[4] for row in rows(poker.cleo.get("moves.csv"))[1:]]
    assert "Cleo has entered five cards." in said
    assert any(text.startswith("Ann enters A♠") for text in said)


# Clubs


def test_a_long_list_is_sent_in_pieces_and_none_of_it_is_lost():
    rows_ = [(number, "=x") for number in range(spreadsheet.TOGETHER * 2)]
    sent = list(spreadsheet.pieces(rows_))
    assert len(sent) == 3
    assert "".join(sent) == "".join(spreadsheet.lines(rows_))


@pytest.fixture
def club(table):
    """The club of the table, with a phone that reads in it."""
    table.play(f"{ROUND} end")
    club = table.session.club
    phone = Phone(table)
    Member.objects.create(club=club, device=phone.device)
    return club, phone


def test_a_club_has_the_results_of_all_its_finished_sessions_newest_first(club, table, lay):
    club, phone = club
    later = lay(cast=False).play(f"{ROUND} end")
    running = lay(cast=False).play(ROUND)
    elsewhere = lay(cast=False).play(f"{ROUND} end")
    made = table.session.created
    for one, title, days in ((later, "Later", 1), (running, "Running", 2)):
        Session.objects.filter(pk=one.pk).update(club=club, title=title, created=made + timedelta(days=days))
    Session.objects.filter(pk=elsewhere.pk).update(title="Elsewhere")
    response = phone.get(f"/clubs/{club.pk}/results.csv")
    assert response.streaming
    found = rows(response)
    assert found[0] == RESULTS
    assert [row[0] for row in found[1:]] == ["Later"] * 4 + ["Friday"] * 4


def test_a_club_s_results_name_the_person_as_they_are_called_now(club, table):
    club, phone = club
    seat = table.session.seats.get(number=1)
    known = people.roots(club.pk).get(seat.person_id) or Person.objects.create(club=club, name="Ann")
    now = Person.objects.create(club=club, name="=Anna")
    Person.objects.filter(pk=known.pk).update(into=now)
    table.session.seats.filter(number=1).update(person=known)
    first = rows(phone.get(f"/clubs/{club.pk}/results.csv"))[1]
    assert first[5:7] == ["Ann", "'=Anna"]


def test_a_club_s_results_are_for_those_who_came_by_its_link(club, table):
    club, _ = club
    for phone in (table.stranger, table.olga, Phone(table)):
        assert phone.get(f"/clubs/{club.pk}/results.csv").status_code == 404
    assert table.ann.get("/clubs/999999/results.csv").status_code == 404


def test_a_club_s_results_are_read_with_as_many_queries_however_many_there_are(club, lay):
    club, phone = club
    path = f"/clubs/{club.pk}/results.csv"

    def queries():
        with CaptureQueriesContext(connection) as made:
            text(phone.get(path))
        return len(made)

    few = queries()
    more = lay(cast=False).play(f"{ROUND} end")
    Session.objects.filter(pk=more.pk).update(club=club)
    assert len(rows(phone.get(path))) == 1 + 2 * len(CAST)
    assert queries() == few
