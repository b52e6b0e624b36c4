"""The law of a game as its file in seeds/ has it: sections and clauses, each with its id."""

import re
from dataclasses import dataclass
from functools import cache

from django.conf import settings

CLAUSE = re.compile(r"^- ([A-Z]\d*(?:\.\d+)?) (.*)$")


@dataclass(frozen=True)
class Clause:
    """One clause: its id, its words, and whether it is the project's own ("ruling", "departure") or printed ("")."""

    id: str
    text: str
    parts: tuple[tuple[str, str], ...]  # (mark, words): mark is "", "ruling" or "departure"
    ours: str = ""


@dataclass(frozen=True)
class Section:
    """A heading with what stands under it."""

    id: str
    title: str
    intro: str
    clauses: tuple[Clause, ...]


@cache
def read(game: str) -> tuple[str, tuple[Section, ...]]:
    """Return the title and the sections of a game's law."""
    text = (settings.BASE_DIR / "seeds" / f"{game}.md").read_text(encoding="utf-8")
    head, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    title = head.splitlines()[0].removeprefix("# ")
    return title, (Section("", "", _plain(head.splitlines()[1:]), ()), *map(_section, parts))


def _section(part: str) -> Section:
    heading, *lines = part.splitlines()
    items: list[str] = []
    intro: list[str] = []
    for line in lines:
        if CLAUSE.match(line):
            items.append(line)
        elif items and line.strip():
            items[-1] += " " + line.strip()
        else:
            intro.append(line)
    number = heading.split()[0]
    section = number if re.fullmatch(r"[A-Z]\d+", number) else "examples"
    return Section(
        section,
        heading.removeprefix(number).strip() if section == number else heading,
        _plain(intro),
        tuple(map(_clause, items)),
    )


def _plain(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines if line.strip()).replace("**", "")


def _clause(item: str) -> Clause:
    found = CLAUSE.match(item)
    assert found  # for the reader: only lines that match come here
    number, words = found.groups()
    marks = {"ruling": "ruling", "departure": "departure"}
    pieces = re.split(r"\*\*(Ruling|ruling|Departure|departure)[.:,]?\*\*[,.:]?\s*", words)
    parts = [("", pieces[0])] if pieces[0] else []
    parts += [(marks[mark.lower()], text) for mark, text in zip(pieces[1::2], pieces[2::2], strict=True)]
    ours = next((mark for mark, _ in parts if mark), "")
    return Clause(number, words, tuple(parts), ours)
