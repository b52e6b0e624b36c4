"""The score of every seat after every round, drawn as SVG on the server with the numbers in a table behind it."""

from collections.abc import Callable, Sequence
from typing import Any

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.words import number

register = template.Library()

WIDTH, HEIGHT, LEFT, TOP = 330, 172, 10, 16


@register.inclusion_tag("_chart.html")
def score_chart(
    by_round: Sequence[tuple[int | str, tuple[int, ...]]], names: Sequence[str], title: str = ""
) -> dict[str, Any]:
    """Return lines and numbers for the scores after each round; or one line, of what `title` says."""
    names = [title] if title else names
    # A score may lie below nothing where chips were bought, and a latecomer has none before coming.
    least, most = min(map(min, _scores(by_round))), max(map(max, _scores(by_round)))
    height = max(most - min(least, 0), 1)
    floor = HEIGHT - (34 if least < 0 else 20)  # a score below nothing is written under the lines
    steps = max(len(by_round) - 1, 1)

    def point(place: int, score: int) -> str:
        x = LEFT + (WIDTH - 2 * LEFT) * place / steps
        y = floor - (floor - TOP) * (score - min(least, 0)) / height
        return f"{x:.1f},{y:.1f}"

    rows = [(round_, [*map(number, scores), *[""] * (len(names) - len(scores))]) for round_, scores in by_round]
    level = point(0, 0).partition(",")[2] if least < 0 < most else ""
    return {
        "is_drawn": len(by_round) > 1,  # one point is no line
        "lines": _lines(by_round, names, point),
        "body": _body(rows, len(names)),
        "first": rows[0][0] if rows else "",
        "last": rows[-1][0] if rows else "",
        "names": names,
        "width": WIDTH,
        "height": HEIGHT,
        "top": number(most),
        "bottom": number(least) if least < 0 else "",
        "title": title,
        "level": level,
    }


def _lines(
    by_round: Sequence[tuple[int | str, tuple[int, ...]]], names: Sequence[str], point: Callable[[int, int], str]
) -> list[dict[str, Any]]:
    def points(seat: int) -> str:
        return " ".join(point(place, scores[seat]) for place, (_, scores) in enumerate(by_round) if seat < len(scores))

    return [{"name": name, "number": seat + 1, "points": points(seat)} for seat, name in enumerate(names)]


def _scores(by_round: Sequence[tuple[int | str, tuple[int, ...]]]) -> list[tuple[int, ...]]:
    return [scores for _, scores in by_round if scores] or [(0,)]


def _body(rows: Sequence[tuple[int | str, Sequence[str]]], columns: int) -> SafeString:
    """Return the rows of the table. Made here, for a template takes five times as long, and there may be hundreds."""
    row = '<tr><th scope="row">{}</th>' + "<td>{}</td>" * columns + "</tr>"
    return format_html_join("", row, ((round_, *scores) for round_, scores in rows))
