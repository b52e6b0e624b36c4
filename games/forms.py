"""What a form says, as answers to offers. Bad input becomes a Refused, never an error."""

import re
from collections.abc import Sequence

from django.http import QueryDict

from . import naming
from .codec import content_of, from_form
from .play import Answer
from .rules.contract import Refused
from .screen import asks_of
from .sitting import Sitting

PREFIXED = re.compile(r"(\d{1,2}-)move")
NOT_OF_THE_MOVE = ("csrfmiddlewaretoken", "keep", "have", "page", "head")
ANSWERS_AT_ONCE = 12
SEAT = re.compile(r"[0-9]{1,2}")  # a number of one
KEY = re.compile(r"[\w-]{8,40}")


def read_answers(now: Sitting, form: QueryDict) -> list[Answer]:
    """Return the moves of a form in their order, each with the offer it answers. Raises Refused.

    A line of several that was left empty is passed over.
    """
    if any(len(values) > 1 for _, values in form.lists()):
        raise Refused("bad-move", None, field="twice")
    prefixes = [found[1] for name in form if (found := PREFIXED.fullmatch(name))] or [""]
    if len(prefixes) > ANSWERS_AT_ONCE:
        raise Refused("bad-move", None, field="move")
    filled = [prefix for prefix in prefixes if len(prefixes) == 1 or not _is_empty(now, form, prefix)]
    if not filled:
        raise Refused("bad-move", None, field="nothing")
    return [_answer(now, form, prefix) for prefix in filled]


def _is_empty(now: Sitting, form: QueryDict, prefix: str) -> bool:
    """Tell whether a line says nothing yet; a move that is complete without more, such as a check, says all."""
    content = content_of(now.game, form.get(prefix + "move", ""))
    return bool(content) and not any(form.get(prefix + name, "").strip() for name in content)


def _fields(form: QueryDict, prefix: str) -> dict[str, str]:
    return {name.removeprefix(prefix): values[-1] for name, values in form.lists() if name.startswith(prefix)}


def _answer(now: Sitting, form: QueryDict, prefix: str) -> Answer:
    fields = _fields(form, prefix)
    game = now.game
    if game.draw and now.session.stack is not None and fields.get("move") == game.drawn:
        # The app's deck says which cards come up, whatever the form says.
        return Answer(game.draw(now.state, tuple(now.session.stack)), fields.get("offer", ""), drawn=True)
    move = from_form(game, asks_of(game.key).spelled(fields))
    if "name" in fields:
        _demand_unlike(now, fields["name"])
    return Answer(move, fields.get("offer", ""))


def _demand_unlike(now: Sitting, name: str) -> None:
    """Raise Refused for a latecomer's name that is read as somebody else's; the very same the rules refuse."""
    name = naming.written(name)
    for other in now.state.names:
        if naming.likeness(other) == naming.likeness(name) and other.casefold() != name.casefold():
            raise Refused("bad-players", None, why="twice", name=name)


def read_key(form: QueryDict) -> str:
    """Return the key that makes two taps one, or raise Refused."""
    key = form.get("key", "")
    if not KEY.fullmatch(key):
        raise Refused("bad-move", None, field="key")
    return key


def read_number(form: QueryDict, name: str) -> int:
    """Return a whole number from a form, or raise Refused."""
    number = number_or_none(form, name)
    if number is None:
        raise Refused("bad-move", None, field=name)
    return number


def number_or_none(form: QueryDict, name: str) -> int | None:
    """Return a whole number from a form, or None where there is none."""
    text = form.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def read_names_field(form: QueryDict) -> Sequence[str]:
    """Return the names of a list of seats; rows left empty are no seats."""
    return [name for name in (name.strip() for name in form.getlist("name")) if name]


def read_order(form: QueryDict) -> list[tuple[str, int | None]]:
    """Return the rows of a list of seats: a name, and the number of its seat until now, None for a new one.

    Rows without a name are no seats. Raises Refused.
    """
    names, numbers = form.getlist("name"), form.getlist("was")
    if len(names) != len(numbers) or not all(was == "" or SEAT.fullmatch(was) for was in numbers):
        raise Refused("bad-move", None, field="was")
    return [(name, int(was) if was else None) for name, was in zip(names, numbers, strict=True) if name.strip()]


def read_correction(form: QueryDict) -> dict[str, str]:
    """Return the fields of a correction; cards chosen one by one are joined to the list that the move has."""
    fields = {name: values[-1] for name, values in form.lists() if name not in NOT_OF_THE_MOVE}
    cards = sorted(name for name in fields if name.startswith("cards-"))
    if cards:
        fields["cards"] = " ".join(fields.pop(name) for name in cards)
    return fields
