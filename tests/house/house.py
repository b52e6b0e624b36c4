"""What the house tests read: the source as trees, the templates as text, the law's clauses."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "games"
TEMPLATES = ROOT / "templates"
GAME_KEYS = sorted(path.name for path in (GAMES / "rules").iterdir() if (path / "__init__.py").exists())


@cache
def sources(*folders):
    """Every Python file below these folders of the root, as (path from the root, tree)."""
    files = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return [(path.relative_to(ROOT), ast.parse(path.read_text())) for path in files if "migrations" not in path.parts]


def module(path):
    """The dotted name of a file."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path, tree):
    """The modules a file imports, by their full names; in functions too."""
    package = module(path).split(".") if path.name == "__init__.py" else module(path).split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (_name(base, alias.name) for alias in node.names)


def _name(base, name):
    """The module behind `from base import name`: base itself, unless name is a module in it."""
    inner = ROOT.joinpath(*base.split("."), name)
    return f"{base}.{name}" if inner.with_suffix(".py").exists() or (inner / "__init__.py").exists() else base


@cache
def clauses():
    """The ids of all clauses and sections in the seeds."""
    text = "\n".join(path.read_text() for path in sorted((ROOT / "seeds").glob("*.md")))
    found = re.findall(r"^- ([A-Z]\d+(?:\.\d+)?) ", text, re.M)
    return frozenset(found), frozenset(re.findall(r"^## ([A-Z]\d+) ", text, re.M))


def templates():
    """Every template as (path from the templates' folder, text)."""
    return [(path.relative_to(TEMPLATES), path.read_text()) for path in sorted(TEMPLATES.rglob("*.html"))]
