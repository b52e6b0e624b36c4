"""What a club has played: newest first, page by page, by person and by game; as quick with many as with few."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.club import annals, clubs, people
from games.club.annals import Search
from games.models import Session
from tests.cast import forms_of, read
from tests.club_cast import EVENING

THREE = (("Ann", 50), ("Ben", 30), ("Cleo", 20))


def titles(answer):
    return re.findall(r'<a class="told" href="/s/\w+"><b>(.*?)</b>', answer.content.decode())


def test_an_empty_club_says_so(circle):
    assert "Nothing has been played to its end here yet." in circle.reader.text()
    assert "Start a game" in circle.keeper.text()
    assert "Start a game" not in circle.reader.text()


def test_newest_first_with_podium_game_and_evening(circle):
    circle.played(*THREE, title="First")
    circle.played(("Cleo", 1200), ("Dov", 900), ("Ann", 900), ("Ben", 0), days=7, title="Second", game="poker")
    answer = circle.reader.get()
    assert titles(answer) == ["Second", "First"]
    said = read(answer)
    assert "Friday, 13 March 2026 Second Cincinnati poker 1. Cleo 1,200 · 2. Dov 900 · 2. Ann 900" in said
    assert "1. Ann 50 · 2. Ben 30 · 3. Cleo 20" in said


@pytest.mark.parametrize(
    ("places", "count"),
    [
        ((1, 2, 3, 4), 3),
        ((1, 2, 3, 3), 4),
        ((1, 2, 2, 4), 3),
        ((1, 1, 3, 3, 5), 4),
        ((1, 2, 3, 3, 3, 3), 4),
        ((1, 2), 2),
        ((), 0),
    ],
)
def test_who_shares_the_third_place_stands_on_the_podium_too(places, count):
    assert annals.steps(places) == count


def test_a_list_names_both_who_share_the_third_place(circle):
    circle.played(("Ann", 50), ("Ben", 40), ("Cleo", 30), ("Dov", 30), ("Eve", 20))
    said = circle.reader.text()
    assert "3. Cleo 30 · 3. Dov 30" in said
    assert "Eve 20" not in said


def test_a_podium_has_a_step_for_both_who_share_the_third_place(circle):
    table = circle.table(words="30/15/20 ABAC 66643 12345 66532 66531 .")
    page = circle.keeper.get(f"/s/{table.session.code}").content.decode()
    steps = re.search(r'<ol class="podium four">(.*?)</ol>', page, re.S)[1]
    assert re.findall(r'"place(\d)"><i>\d</i><b>(\w+)<', steps) == [
        ("1", "Ann"),
        ("2", "Ben"),
        ("3", "Cleo"),
        ("3", "Dov"),
    ]


def test_what_is_still_open_comes_before_all_else(circle):
    circle.played(*THREE, title="Long ago", days=-30, status=Session.RUNNING)
    circle.played(*THREE, title="A lobby", days=-31, status=Session.LOBBY)
    circle.played(*THREE, title="Over")
    answer = circle.reader.get()
    assert titles(answer) == ["Long ago", "A lobby", "Over"]
    assert "Still open" in read(answer)
    assert "Still open" not in circle.reader.text("", game="dice")


def test_an_unfinished_game_goes_on_days_later(circle):
    table = circle.table(over=False)
    Session.objects.update(created=EVENING, started=EVENING)
    assert "Still open" in circle.keeper.text()
    table.play("15/20/25")
    assert table.session.created == EVENING


def test_pages_follow_one_another_without_gap_or_doubling_whatever_comes_in_between(circle):
    for day in range(50):
        circle.played(*THREE, title=f"Day {day:02}", days=day // 2)  # two of each moment: their numbers decide
    seen, answer = [], circle.reader.get()
    while True:
        seen += titles(answer)
        circle.played(*THREE, title="Newer", days=100 + len(seen))
        older = re.search(r'href="(\?before=[^"]+)">Older ones', answer.content.decode())
        if not older:
            break
        answer = circle.reader.client.get(f"/clubs/{circle.pk}{older[1]}")
    assert seen == [f"Day {day:02}" for day in reversed(range(50))]


def test_by_person_whatever_they_were_called(circle):
    circle.played(*THREE, title="As Cleo")
    circle.played(("Ann", 50), ("Cleopatra", 30), ("Dov", 20), title="As Cleopatra", days=1)
    circle.played(("Ann", 50), ("Ben", 30), ("Dov", 20), title="Without", days=2)
    cleo = circle.person("Cleo")
    clubs.merge(circle.pk, circle.keeper.device, circle.person("Cleopatra").pk, cleo.pk)
    assert titles(circle.reader.get("", person=cleo.pk)) == ["As Cleopatra", "As Cleo"]
    assert titles(circle.reader.get("", person=circle.person("Cleopatra").pk)) == ["As Cleopatra", "As Cleo"]


def test_by_game_and_by_both(circle):
    circle.played(*THREE, title="Dice")
    circle.played(*THREE, title="Chips", game="poker", days=1)
    circle.played(("Ann", 50), ("Dov", 30), ("Zoe", 20), title="Chips without", game="poker", days=2)
    assert titles(circle.reader.get("", game="poker")) == ["Chips without", "Chips"]
    assert titles(circle.reader.get("", game="poker", person=circle.person("Ben").pk)) == ["Chips"]
    assert titles(circle.reader.get("", game="dice", person=circle.person("Zoe").pk)) == []
    assert "No session fits." in circle.reader.text("", game="dice", person=circle.person("Zoe").pk)


def test_the_search_is_a_plain_form_that_keeps_what_was_asked(circle):
    circle.played(*THREE)
    form = next(form for form in forms_of(circle.reader.get("", game="poker")) if form.method == "get")
    assert form.fields["game"] == "poker"
    assert circle.reader.send(form, person=circle.person("Ann").pk).status_code == 200


def test_older_ones_keep_what_was_asked(circle):
    for day in range(25):
        circle.played(*THREE, days=day, game="poker")
    ann = circle.person("Ann").pk
    answer = circle.reader.get("", game="poker", person=ann).content.decode()
    assert re.search(rf"\?before=\d+-\d+&amp;person={ann}&amp;game=poker", answer)


@pytest.mark.parametrize(
    "before", ["x", "1", "1-", "-1", "1-2-3", "9" * 18 + "-1", "9" * 40 + "-1", "٣-٣", "1-" + "9" * 18]
)
@pytest.mark.parametrize("other", [{}, {"person": "x"}, {"person": "9" * 30}, {"game": "chess"}])
def test_nonsense_in_the_address_does_no_harm(circle, before, other):
    circle.played(*THREE)
    assert circle.reader.get("", before=before, **other).status_code == 200


def test_a_page_costs_as_many_reads_with_many_sessions_as_with_few(circle):
    def reads():
        with CaptureQueriesContext(
            connection,
        ) as kept:
            assert circle.reader.get().status_code == 200
        return len(kept)

    for day in range(annals.PAGE + 1):
        circle.played(*THREE, days=day)
    few = reads()
    for day in range(100):
        circle.played(*THREE, ("Dov", 5), days=-day)
    assert reads() == few <= 12


@pytest.mark.parametrize("search", ["", "person"])
def test_the_page_is_found_by_an_index_not_by_sorting(circle, search):
    if connection.vendor != "sqlite":
        pytest.skip("reads SQLite's plan")
    circle.played(*THREE)
    known = people.roots(circle.pk)
    asked = Search(circle.person("Ann") if search else None)
    found = annals._searched(circle.club, asked, known).filter(status=Session.FINISHED).order_by("-created", "-id")
    plan = found[:21].explain()
    assert "session_of_club" in plan
    assert "TEMP B-TREE" not in plan


class TestEvenings:
    """All of one evening, with one tally."""

    @pytest.fixture
    def evening(self, circle):
        circle.played(*THREE, title="Dice")
        late = EVENING + timedelta(hours=9)  # five in the morning
        circle.played(
            ("Ben", 700), ("Ann", 200), ("Cleo", 200), ("Dov", 100), title="Chips", game="poker", created=late
        )
        circle.played(*THREE, title="Next day", created=EVENING + timedelta(hours=10))
        circle.played(*THREE, title="Day before", created=EVENING - timedelta(hours=15))
        return circle

    def test_an_evening_lasts_until_six(self, evening):
        assert titles(evening.reader.get("evenings/2026-03-06")) == ["Dice", "Chips"]
        assert titles(evening.reader.get("evenings/2026-03-07")) == ["Next day"]
        assert titles(evening.reader.get("evenings/2026-03-05")) == ["Day before"]

    def test_by_the_clock_where_cincy_runs(self, evening, settings):
        settings.TIME_ZONE = "America/New_York"  # five hours behind
        assert titles(evening.reader.get("evenings/2026-03-06")) == ["Dice", "Chips", "Next day"]
        assert "Friday, 6 March 2026" in evening.reader.text()

    def test_one_tally_for_both_games(self, evening):
        rows = evening.reader.get("evenings/2026-03-06").context["tally"]
        told = [(row.name, row.beaten, row.wins, row.places, row.sessions) for row in rows]
        assert told == [
            ("Ben", 4, 1, [2, 1], 2),
            ("Ann", 3, 1, [1, 2], 2),
            ("Cleo", 1, 0, [3, 2], 2),
            ("Dov", 0, 0, [4], 1),
        ]
        assert "how many players somebody left behind" in evening.reader.text("evenings/2026-03-06")

    def test_merged_people_have_one_line(self, evening):
        evening.keeper.post(f"people/{evening.person('Dov').pk}/merge", into=evening.person("Cleo").pk)
        rows = evening.reader.get("evenings/2026-03-06").context["tally"]
        assert [row.name for row in rows] == ["Ben", "Ann", "Cleo"]

    def test_what_is_not_over_does_not_count_yet(self, evening):
        evening.played(*THREE, title="Still on", status=Session.RUNNING)
        said = evening.reader.text("evenings/2026-03-06")
        assert "Still on Cincinnati with dice going on · 6 March · Ann, Ben, Cleo" in said
        assert "What is not over does not count yet." in said
        assert len(evening.reader.get("evenings/2026-03-06").context["tally"]) == 4

    def test_an_evening_on_which_nothing_was_played(self, circle):
        assert "Nothing was played that evening." in circle.reader.text("evenings/2026-01-01")

    @pytest.mark.parametrize("day", ["2026-02-30", "2026-13-01", "0000-01-01", "20260-1-1", "today", "2026-3-6"])
    def test_days_that_are_none(self, circle, day):
        assert circle.reader.get(f"evenings/{day}").status_code == 404

    @pytest.mark.parametrize("day", ["0001-01-01", "1999-01-01", "2099-12-31", "9999-12-31"])
    def test_the_first_and_the_last_day_there_can_be(self, circle, day):
        assert circle.reader.get(f"evenings/{day}").status_code == 200


class TestHome:
    """The first page of a phone."""

    def test_its_clubs_and_its_sessions(self, circle):
        circle.played(*THREE, title="Ours")
        said = circle.member.text("/")
        assert "Your clubs Fridays you read there · met on 6 March 2026" in said
        assert "Ours" in said
        assert "Fridays you keep it" in circle.keeper.text("/")

    def test_strangers_have_neither(self, circle):
        circle.played(*THREE, title="Ours")
        said = circle.stranger.text("/")
        assert "Your clubs" not in said
        assert "Ours" not in said

    def test_as_many_reads_with_many_as_with_few(self, circle):
        def reads():
            with CaptureQueriesContext(connection) as kept:
                circle.member.get("/")
            return len(kept)

        circle.played(*THREE)
        few = reads()
        for day in range(40):
            circle.played(*THREE, days=day)
        assert reads() == few <= 8
