"""Template words every page may use: numbers as they are read, a clause as a link."""

from collections.abc import Sequence
from datetime import date, datetime

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games import screen, words
from games.club import annals, evenings
from games.rules.contract import Standing

register = template.Library()


@register.filter
def number(value: int) -> str:
    """Return a number with thousands separators."""
    return words.number(value)


@register.filter
def evening(moment: datetime) -> date:
    """Return the evening a moment belongs to: the day that every page says of a session."""
    return evenings.evening_of(moment)


@register.filter
def signed(value: int) -> str:
    """Return a change with its sign."""
    return words.signed(value)


@register.filter
def on_podium(standings: Sequence[Standing]) -> Sequence[Standing]:
    """Return who stands on the podium, best first."""
    return standings[: annals.steps([standing.place for standing in standings])]


@register.filter
def podium_line(podium: Sequence[tuple[int, str, int]]) -> SafeString:
    """Return who stood on a podium, in one line. Made here, for in a template it is most of what a long list costs."""
    dots = [" ·"] * (len(podium) - 1) + [""]
    steps = ((*step[:2], words.number(step[2]), dot) for step, dot in zip(podium, dots, strict=False))
    return format_html_join(" ", "<span>{}. {} {}{}</span>", steps)


@register.filter
def game_name(key: str) -> str:
    """Return what a game is called."""
    name: str = screen.words_of(key).game_name()
    return name


@register.simple_tag
def clause_link(game: str, number: str | None) -> SafeString | str:
    """Return a link to a clause of the law; nothing where there is none."""
    if not number:
        return ""
    return format_html('<a class="clause" href="{}#{}">{}</a>', reverse("rules", args=[game]), number, number)
