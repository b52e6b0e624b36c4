"""Template words of poker: what cards, hands and pots are called, and where they went."""

from django import template

from games.rules.poker.sight import PokerView
from games.words.poker import ending, names, pots

register = template.Library()

register.filter("hand_name", names.hand_name)
register.filter("hand_within", names.hand_within)
register.filter("card_label", names.card_label)
register.filter("card_rank", names.card_rank)
register.filter("card_suit", names.card_suit)
register.filter("card_colour", names.card_colour)
register.filter("card_text", names.card_text)
register.filter("street", names.street)
register.simple_tag(names.pot_name, name="pot_name")
register.simple_tag(pots.pot_story, name="pot_story")
register.simple_tag(ending.verdict, name="verdict")
register.simple_tag(ending.tie_break, name="tie_break")


@register.simple_tag
def name_of(view: PokerView, seat: int) -> str:
    """Return the name of a seat."""
    return view.name(seat)
