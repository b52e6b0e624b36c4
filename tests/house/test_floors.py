"""Imports go down only; the rules know nothing but the standard library; the games do not know each other."""

import ast
import sys

import pytest

from .house import GAME_KEYS, ROOT, imports, module, sources

FLOORS = (
    ("games.rules.contract",),
    ("games.rules",),
    ("games.catalog",),
    (
        "games.history",
        "games.codec",
        "games.naming",
        "games.words",
        "games.law",
        "games.replaying",
        "games.club.numbers",
        "games.club.settle",
    ),
    (
        "games.models",
        "games.book",
        "games.chance",
        "games.access",
        "games.limits",
        "games.lookups",
        "games.sitting",
        "games.club.people",
        "games.club.evenings",
    ),
    (
        "games.aftermath",
        "games.play",
        "games.roster",
        "games.correcting",
        "games.lobby",
        "games.seating",
        "games.live",
        "games.watch",
        "games.pulse",
        "games.presence",
        "games.notices",
        "games.passes",
        "games.succession",
        "games.recorded",
        "games.club.archive",
        "games.club.clubs",
        "games.club.folders",
        "games.club.forgetting",
        "games.tidying",
    ),
    (
        "games.record",
        "games.screen",
        "games.regions",
        "games.asks",
        "games.chronicle",
        "games.takeaway",
        "games.club",
        "games.forms",
        "games.qr",
    ),
    ("games.views", "games.templatetags", "games.management", "games.apps"),
)
BANNED_NAMES = ("utils", "helpers", "common", "base", "manager", "handler", "data", "info")
LINES, FUNCTION_LINES = 320, 40


def floor(name):
    """The number of the floor a module is on, the most exact entry counting; None: not of the house."""
    found = [
        (len(entry), number)
        for number, entries in enumerate(FLOORS)
        for entry in entries
        if name == entry or name.startswith(f"{entry}.")
    ]
    return max(found)[1] if found else None


@pytest.mark.parametrize(("path", "tree"), [pytest.param(*pair, id=str(pair[0])) for pair in sources("games")])
def test_imports_go_down_only(path, tree):
    if path.as_posix() == "games/__init__.py":
        return
    own = floor(module(path))
    assert own is not None, f"{path} is on no floor: give it one"
    above = {name for name in imports(path, tree) if (other := floor(name)) is not None and other > own}
    assert not above


def test_this_test_sees_the_imports_there_are():
    found = {(module(path), name) for path, tree in sources("games") for name in imports(path, tree)}
    assert ("games.views.table", "games.play") in found
    assert ("games.rules.dice.game", "games.rules.dice.clearing") in found
    assert ("games.rules.dice.game", "games.rules.contract") in found
    assert ("games.play", "games.sitting") in found
    assert floor("games.rules.dice.game") < floor("games.codec") < floor("games.access") < floor("games.play")


def test_the_rules_know_the_standard_library_alone():
    for path, tree in sources("games/rules"):
        for name in imports(path, tree):
            top = name.split(".")[0]
            assert name.startswith("games.rules") or top in sys.stdlib_module_names, (path, name)
            assert top not in ("random", "secrets", "time", "datetime", "os", "uuid"), (path, name)


@pytest.mark.parametrize("key", GAME_KEYS)
def test_the_games_do_not_know_each_other(key):
    others = [other for other in GAME_KEYS if other != key]
    for folder in ("games/rules", "games/words", "games/asks", "games/record", "games/templatetags"):
        for path, tree in sources(folder):
            if key not in (path.stem, path.parent.name):
                continue
            for name in imports(path, tree):
                assert not set(name.split(".")) & set(others), (path, name)


def test_one_file_alone_knows_which_games_there_are():
    """Beside the games' own files only the catalog and chance name a game's rules."""
    for path, tree in sources("games"):
        parts = {part.split("_")[0] for part in path.with_suffix("").parts}
        if parts & {*GAME_KEYS, "catalog", "chance", "management"}:
            continue
        for name in imports(path, tree):
            assert not name.startswith(tuple(f"games.rules.{key}" for key in GAME_KEYS)), (path, name)


def test_one_file_alone_draws():
    for path, tree in sources("games"):
        if path.stem == "chance" or "management" in path.parts:
            continue
        tops = {name.split(".")[0] for name in imports(path, tree)}
        assert not tops & {"random", "secrets", "uuid"}, path


def test_the_entries_are_written_by_play_and_correcting_alone():
    """And, where a whole session comes from a file, by the one that reads it."""
    for path, tree in sources("games"):
        writes = [
            node
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Entry"
        ]
        assert not writes or path.stem in ("play", "correcting", "recorded") or "management" in path.parts, path


def test_no_file_and_no_function_is_too_long():
    for path, tree in sources("games", "cincy_site"):
        assert len((ROOT / path).read_text().splitlines()) <= LINES, path
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno - node.lineno < FUNCTION_LINES, (path, node.name)


def test_names_say_something():
    for path, _ in sources("games", "cincy_site"):
        assert path.stem not in BANNED_NAMES, path


def test_every_module_says_what_it_knows():
    for path, tree in sources("games", "cincy_site"):
        assert ast.get_docstring(tree) or not tree.body, path
