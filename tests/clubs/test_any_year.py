"""A session has the date that the computer's clock gave it, right or wrong: every page says it, in whatever year."""

import re
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from django.utils import timezone as clock

from games.club import evenings
from games.models import Session

THREE = (("Ann", 50), ("Ben", 40), ("Cleo", 30))
MOMENTS = (
    datetime(1, 1, 1, tzinfo=UTC),
    datetime(999, 6, 1, 20, tzinfo=UTC),
    datetime(1969, 3, 1, tzinfo=UTC),
    datetime(1970, 1, 1, 0, 5, tzinfo=UTC),
    datetime(1999, 12, 31, 23, tzinfo=UTC),
    datetime(2150, 1, 1, tzinfo=UTC),
    datetime(9998, 12, 31, 23, 59, tzinfo=UTC),
    datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC),
)
FAR = [timezone(timedelta(hours=hours)) for hours in (-12, 0, 14)]


@pytest.mark.parametrize("zone", FAR, ids=str)
@pytest.mark.parametrize("moment", MOMENTS, ids=str)
def test_every_moment_is_of_an_evening_in_every_zone(moment, zone):
    with clock.override(zone):
        evening = evenings.evening_of(moment)
        first, last = evenings.span(evening)
        assert last - first == timedelta(days=1)
        if 1 < moment.year < 9999:
            assert first <= moment < last


@pytest.mark.parametrize("day", [date.min, date.max], ids=str)
@pytest.mark.parametrize("zone", FAR, ids=str)
def test_the_first_and_last_day_of_the_calendar_have_a_span(day, zone):
    with clock.override(zone):
        assert all(moment.astimezone(UTC) for moment in evenings.span(day))


@pytest.mark.parametrize("moment", MOMENTS, ids=str)
def test_every_page_of_a_club_says_any_date(circle, moment):
    circle.played(*THREE, created=moment, started=moment, finished=moment)
    evening = evenings.evening_of(moment)
    page = circle.keeper.get().content.decode()
    assert f'href="/clubs/{circle.pk}/evenings/{evening.isoformat()}"' in page
    ann, ben = circle.person("Ann").pk, circle.person("Ben").pk
    pages = (
        f"evenings/{evening}",
        f"people/{ann}",
        "numbers",
        "records",
        "results.csv",
        f"against/{ann}/{ben}",
        "settle",
    )
    for path in pages:
        answer = circle.keeper.get(path)
        content = answer.getvalue() if answer.streaming else answer.content
        assert (answer.status_code, bool(content)) == (200, True), path
    assert circle.keeper.get("settle", **{"from": "0001-01-01", "to": "9999-12-31"}).status_code == 200
    assert circle.keeper.get("/").status_code == 200


@pytest.mark.parametrize("moment", [moment for moment in MOMENTS if 1 < moment.year < 9999], ids=str)
def test_an_evening_in_whatever_year_has_its_sessions(circle, moment):
    circle.played(*THREE, created=moment, title="Clockless")
    page = circle.keeper.text(f"evenings/{evenings.evening_of(moment)}")
    assert "Clockless" in page


@pytest.mark.parametrize("year", [1901, 1969, 2500])
def test_older_ones_are_found_on_both_sides_of_1970(circle, year):
    for day in range(25):
        circle.played(
            *THREE, title=f"Day {day:02}", created=datetime(year, 12, 20, 20, tzinfo=UTC) + timedelta(days=day)
        )
    seen, answer = [], circle.reader.get()
    while True:
        seen += re.findall(r"Day \d\d", answer.content.decode())
        older = re.search(r'href="(\?before=[^"]+)">Older ones', answer.content.decode())
        if not older or len(seen) > 25:
            break
        answer = circle.reader.client.get(f"/clubs/{circle.pk}{older[1]}")
    assert seen == [f"Day {day:02}" for day in reversed(range(25))]


def test_a_game_played_with_the_clock_at_1970_is_taken_along(circle):
    table = circle.table()
    moment = datetime(1970, 1, 1, 0, 5, tzinfo=UTC)
    Session.objects.filter(pk=table.pk).update(created=moment, started=moment, finished=moment)
    for path in ("", "/record", "/podium.svg", "/results.csv", "/moves.csv", "/file", "/log"):
        assert circle.keeper.get(f"/s/{table.session.code}{path}").status_code == 200, path


def test_what_began_after_midnight_is_of_the_same_evening_wherever_it_is_told(circle):
    table = circle.table()
    moment = datetime(2026, 3, 7, 1, 30, tzinfo=UTC)
    Session.objects.filter(pk=table.pk).update(created=moment, started=moment + timedelta(days=9))
    with clock.override(UTC):
        ann, ben, code = circle.person("Ann").pk, circle.person("Ben").pk, table.session.code
        assert "Friday, 6 March 2026" in circle.keeper.text()
        assert "Cincinnati with dice · 6 March 2026" in circle.keeper.text(f"/s/{code}/record")
        assert "6 Mar 2026" in circle.keeper.text("records")
        assert "6 Mar 2026" in circle.keeper.text(f"against/{ann}/{ben}")
        assert "its results of 6 March 2026" in circle.keeper.text(f"/s/{code}/delete")
        picture = circle.keeper.get(f"/s/{code}/podium.svg")
        assert "6 March 2026" in picture.content.decode()
        assert "2026-03-06" in picture.headers["Content-Disposition"]
        for path in ("/record", "/podium.svg", "/delete"):
            assert "7 Mar" not in circle.keeper.get(f"/s/{code}{path}").content.decode()
