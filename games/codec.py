"""The one spelling of a session: form, log and session file use the same words."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from .catalog import GAMES
from .rules.contract import Game, Move, Refused

FORMAT = "cincinnati-session/1"
NAME_LENGTH = range(1, 25)  # characters


@dataclass(frozen=True)
class SessionFile:
    """A whole session as read from a file: who plays what, and the moves, still unread."""

    game: Game
    title: str
    options: Any
    names: tuple[str, ...]
    moves: tuple[Any, ...]


def spell(move: Move) -> dict[str, Any]:
    """Return a move as log and session file write it."""
    spelled: dict[str, Any] = {"move": move.name}
    for name in _shape(type(move)):
        value = getattr(move, name)
        spelled[name] = list(value) if isinstance(value, tuple) else value
    return spelled


def read_move(game: Game, written: Any) -> Move:
    """Return the move written as in the session file, or raise Refused("bad-move")."""
    if not isinstance(written, dict):
        raise Refused("bad-move", None, field="move")
    kind = written.get("move")
    make = game.moves.get(kind) if isinstance(kind, str) else None
    if make is None:
        raise Refused("bad-move", None, field="move")
    given = {name: value for name, value in written.items() if name not in ("move", "at")}
    if not isinstance(written.get("at", ""), str):
        raise Refused("bad-move", None, field="at")
    shape = _shape(make)
    if odd := set(given) ^ set(shape):
        raise Refused("bad-move", None, field=min(odd))
    return make(**{name: _typed(name, shape[name], value) for name, value in given.items()})


@cache
def _shape(make: type) -> dict[str, Any]:
    hints = get_type_hints(make)
    return {field.name: hints[field.name] for field in fields(make)}


def _typed(name: str, wanted: Any, value: Any) -> Any:
    if get_origin(wanted) is tuple and isinstance(value, list):
        return tuple(_typed(name, get_args(wanted)[0], item) for item in value)
    # True is no number: the type must be the very one.
    if type(value) is not wanted:
        raise Refused("bad-move", None, field=name)
    return value


def from_form(game: Game, form: Mapping[str, Any]) -> Move:
    """Return the move that a form's fields spell; all of them are text. Raises Refused("bad-move")."""
    make = game.moves.get(form.get("move", ""))
    if make is None:
        raise Refused("bad-move", None, field="move")
    shape = _shape(make)
    return make(**{name: _from_text(name, wanted, form.get(name, "")) for name, wanted in shape.items()})


def _from_text(name: str, wanted: Any, text: str) -> Any:
    if get_origin(wanted) is tuple:
        inner = get_args(wanted)[0]
        # Dice are one digit each and may be typed without a gap; other lists are separated.
        items = [char for char in text if not char.isspace()] if inner is int else text.replace(",", " ").split()
        return tuple(_from_text(name, inner, item) for item in items)
    if wanted is int and text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    if wanted is bool and text in ("true", "false"):
        return text == "true"
    if wanted is str and text:
        return text
    raise Refused("bad-move", None, field=name)


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
    options = game.read_options(written.get("options", {}))
    return SessionFile(game, written.get("title", ""), options, names, tuple(written["moves"]))
