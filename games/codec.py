"""The one spelling of a session: form, log and session file use the same words."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import NoneType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from . import naming
from .catalog import GAMES
from .rules.contract import Game, Move, Refused

FORMAT = "cincinnati-session/1"
NAME_LENGTH = range(1, 25)  # characters
YEARS = range(1970, 9999)  # of a time in a file: at the ends of the calendar other zones have no such hour
DIGITS = 15  # of a number in a form; the rules say which numbers there may be


@dataclass(frozen=True)
class SessionFile:
    """A whole session as read from a file: who plays what, and the moves, still unread."""

    game: Game
    title: str
    options: Any
    names: tuple[str, ...]
    moves: tuple[Any, ...]


class _Field(NamedTuple):
    """A field of a move: what it is called in the code, its type, and whether it may be left out."""

    attribute: str
    wanted: Any
    optional: bool


def spell(move: Move) -> dict[str, Any]:
    """Return a move as log and session file write it."""
    return {"move": move.name, **_spell_fields(move)}


def _spell_fields(value: Any) -> dict[str, Any]:
    shape = _shape(value.__class__)
    given = {key: getattr(value, field.attribute) for key, field in shape.items()}
    return {key: _spelled(value) for key, value in given.items() if value is not None or not shape[key].optional}


def _spelled(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_spelled(item) for item in value]
    return _spell_fields(value) if is_dataclass(value) else value


def read_move(game: Game, written: Any) -> Move:
    """Return the move written as in the session file, or raise Refused("bad-move")."""
    if not isinstance(written, dict):
        raise Refused("bad-move", None, field="move")
    kind = written.get("move")
    make = game.moves.get(kind) if isinstance(kind, str) else None
    if make is None:
        raise Refused("bad-move", None, field="move")
    if not isinstance(written.get("at", ""), str):
        raise Refused("bad-move", None, field="at")
    return make(**_read_fields(make, written, ("move", "at")))


def _read_fields(make: type, written: dict[str, Any], apart: tuple[str, ...] = ()) -> dict[str, Any]:
    shape, read = _shape(make), {}
    for key, value in written.items():
        if field := shape.get(key):
            attribute, wanted, _ = field
            # True is no number: the type must be the very one.
            read[attribute] = value if type(value) is wanted else _typed(key, wanted, value)
        elif key not in apart:
            raise Refused("bad-move", None, field=key)
    if len(read) < len(shape):
        for key, field in shape.items():
            if key not in written and not field.optional:
                raise Refused("bad-move", None, field=key)
    return read


@cache
def _shape(make: type) -> dict[str, _Field]:
    """Return a move's fields by their key in the file: the same name, unless the field says otherwise."""
    hints = get_type_hints(make)
    return {
        field.metadata.get("key", field.name): _Field(
            field.name, _wanted(hints[field.name], field.default is None), field.default is None
        )
        for field in fields(make)
    }


def _wanted(hint: Any, optional: bool) -> Any:
    """Return the type of what is given; a field that may be left out is None then, but never null in the file."""
    return next(part for part in get_args(hint) if part is not NoneType) if optional else hint


def _typed(key: str, wanted: Any, value: Any) -> Any:
    if type(value) is wanted:
        return value
    if isinstance(value, list) and get_origin(wanted) is tuple:
        inner = get_args(wanted)[0]
        return tuple([item if type(item) is inner else _typed(key, inner, item) for item in value])
    if is_dataclass(wanted) and isinstance(wanted, type) and isinstance(value, dict):
        return wanted(**_read_fields(wanted, value))
    raise Refused("bad-move", None, field=key)


def from_form(game: Game, form: Mapping[str, Any]) -> Move:
    """Return the move that a form's fields spell; all of them are text. Raises Refused("bad-move")."""
    make = game.moves.get(form.get("move", ""))
    if make is None:
        raise Refused("bad-move", None, field="move")
    return make(**_fields_from_text(make, form))


def content_of(game: Game, kind: str) -> set[str]:
    """Return what a move of this kind says besides its seat."""
    make = game.moves.get(kind)
    return set(_shape(make)) - {"seat"} if make else set()


def _fields_from_text(make: type, form: Mapping[str, str]) -> dict[str, Any]:
    read = {}
    for key, field in _shape(make).items():
        text = form.get(key, "")
        if text or not field.optional:
            value = _from_text(key, field.wanted, text)
            read[field.attribute] = naming.written(value) if key == "name" else value
    return read


def _from_text(name: str, wanted: Any, text: str) -> Any:
    if get_origin(wanted) is tuple:
        inner = get_args(wanted)[0]
        if is_dataclass(inner):
            return tuple(_from_text(name, inner, item) for item in text.split(";"))
        # Dice and seats are one digit each and may be typed without a gap; other lists are separated.
        spaced = text.replace(",", " ")
        items = [char for char in spaced if not char.isspace()] if inner is int else spaced.split()
        return tuple(_from_text(name, inner, item) for item in items)
    if is_dataclass(wanted) and isinstance(wanted, type):
        # The parts of one thing stand in their order, "1 2/3"; what is left out is left empty.
        parts = text.split("/")
        if len(parts) > len(_shape(wanted)):
            raise Refused("bad-move", None, field=name)
        return wanted(**_fields_from_text(wanted, dict(zip(_shape(wanted), parts, strict=False))))
    if wanted is int and text.isascii() and text.isdigit() and len(text) <= DIGITS:
        return int(text)
    if wanted is bool and text in ("true", "false"):
        return text == "true"
    if wanted is str and text:
        return text
    raise Refused("bad-move", None, field=name)


def type_names(game: Game, typed: Iterable[str], there: Sequence[str] = ()) -> tuple[str, ...]:
    """Return names as they are kept that may sit at one table with those there; or raise Refused: unseen, bad-players.

    What is typed has to look different from every other name, too; what stands in a file may be as it is.
    """
    names = tuple(map(naming.written, typed))
    everybody = check_names(game, [*there, *names])
    alike = list(map(naming.likeness, everybody))
    for at in range(len(there), len(everybody)):
        if alike[at] in alike[:at]:
            raise Refused("bad-players", None, why="twice", name=everybody[at])
    return names


def check_names(game: Game, written: Any) -> tuple[str, ...]:
    """Return names, trimmed, that may sit at one table, however many there are yet; or raise Refused("bad-players")."""
    if not all(isinstance(name, str) for name in written):
        raise Refused("bad-players", None, why="text")
    names = tuple(name.strip() for name in written)
    if wrong := [name for name in names if len(name) not in NAME_LENGTH]:
        raise Refused("bad-players", None, why="length", name=wrong[0])
    if twice := [name for at, name in enumerate(names) if name.casefold() in map(str.casefold, names[:at])]:
        raise Refused("bad-players", None, why="twice", name=twice[0])
    if len(names) > game.seats[-1]:
        raise _wrong_number(game)
    return names


def read_names(game: Game, written: Any) -> tuple[str, ...]:
    """Return the names of a full table, or raise Refused("bad-players")."""
    names = check_names(game, written)
    if len(names) < game.seats[0]:
        raise _wrong_number(game)
    return names


def _wrong_number(game: Game) -> Refused:
    return Refused("bad-players", None, why="number", least=game.seats[0], most=game.seats[-1])


def read_terms(game: Game, written: Mapping[str, Any], players: int) -> Any:
    """Return the options for a full table of so many, or raise Refused: bad-players, bad-option."""
    if game.seats_for and players not in (seats := game.seats_for(written)):
        raise Refused("bad-players", None, why="number", least=seats[0], most=seats[-1])
    options = game.read_options(written)
    if game.check_seats:
        game.check_seats(options, players)
    return options


TOP_LEVEL = {"format": str, "game": str, "title": str, "options": dict, "players": list, "moves": list}
OPTIONAL = {"title", "options"}


def read_json(text: str) -> Any:
    """Return what JSON text says. Raises ValueError for what is none: NaN, or a key given twice."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise ValueError("a key stands twice in one object")
        return found

    def no_number(name: str) -> Any:
        raise ValueError(f"{name} is no number")

    return json.loads(text, object_pairs_hook=once, parse_constant=no_number)


def read_session(written: Any) -> SessionFile:
    """Return what a session file says before its moves, or raise Refused: bad-file, bad-players, bad-option."""
    if not isinstance(written, dict):
        raise Refused("bad-file", None, why="shape")
    for key in sorted(set(written) ^ set(TOP_LEVEL)):
        if key not in OPTIONAL:
            raise Refused("bad-file", None, why="key", key=key)
    for key, value in written.items():
        if not isinstance(value, TOP_LEVEL[key]):
            raise Refused("bad-file", None, why="type", key=key)
    if written["format"] != FORMAT:
        raise Refused("bad-file", None, why="format")
    game = GAMES.get(written["game"])
    if game is None:
        raise Refused("bad-file", None, why="game")
    names = read_names(game, written["players"])
    options = read_terms(game, written.get("options", {}), len(names))
    return SessionFile(game, written.get("title", ""), options, names, tuple(written["moves"]))
