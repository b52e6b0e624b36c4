"""Template words of the dice game: what tables, cards and throws are called."""

from django import template

from games.rules.dice.ranking import LADDER
from games.rules.dice.sight import Claim, DiceView, TableView
from games.words.dice import ending, names

register = template.Library()

register.filter("table_name", names.table_name)
register.filter("condition", names.condition)
register.filter("card_name", names.card_name)
register.filter("reading", names.reading)
register.simple_tag(names.gain, name="gain")
register.simple_tag(ending.tie_break, name="tie_break")
register.simple_tag(names.duel_result, name="duel_result")


@register.filter
def why(claim: Claim, table: str) -> str:
    """Return how a result did at a table."""
    return names.why(table, claim)


@register.filter
def reading_of(dice: tuple[int, ...]) -> str:
    """Return what five dice are called."""
    return names.reading(LADDER[dice])


@register.simple_tag
def name_of(view: DiceView, seat: int) -> str:
    """Return the name of a seat."""
    return view.name(seat)


@register.simple_tag
def rolled(view: DiceView, seat: int) -> tuple[int, ...]:
    """Return a duellist's result, or nothing yet."""
    return (view.duel.rolled(seat) if view.duel else None) or ()


@register.simple_tag
def attempts(view: DiceView) -> list[tuple[int, str]]:
    """Return whose attempt follows whose in a duel: three each, in turn. [D6.3]"""
    seats = view.duel.seats if view.duel else ()
    return [(attempt, view.name(seat)) for attempt in (1, 2, 3) for seat in seats]


@register.filter
def players_at(view: DiceView, table: TableView) -> list[str]:
    """Return the names of those who play for a table."""
    return [view.name(seat) for seat in table.seats]


@register.simple_tag
def verdict(state: object) -> tuple[str, str]:
    """Return who won, and the tie-break that decided."""
    return ending.verdict(state)  # type: ignore[arg-type]
