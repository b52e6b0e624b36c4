"""What all sentences are made of: prompts, progress, numbers and lists as they are read aloud."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.formats import get_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _


@dataclass(frozen=True)
class Prompt:
    """What is happening and what to do: a full sentence, a quieter one, and the clause behind it."""

    text: str
    hint: str = ""
    clause: str = ""
    yours: bool = False  # something is awaited of the reader


@dataclass(frozen=True)
class Progress:
    """How far a session is: "Round 3", "of 12", and a mark for each part of it ("done", "now", "")."""

    text: str
    of: str = ""
    stage: str = ""
    marks: tuple[str, ...] = ()


def marks(now: int, last: int) -> tuple[str, ...]:
    """Return a mark for each of so many parts."""
    return tuple("done" if part < now else "now" if part == now else "" for part in range(1, last + 1))


def number(value: int) -> str:
    """Return a number with thousands separators, and a minus that is as wide as a plus."""
    # As Django's number_format does, which asks four settings each time: a page of charts says hundreds of numbers.
    return f"{value:,}".replace(",", _separator(get_language())).replace("-", "−")


@lru_cache
def _separator(language: str | None) -> str:
    separator: str = get_format("THOUSAND_SEPARATOR", language)
    return separator


def signed(value: int) -> str:
    """Return a change with its sign: "+40", "−1,000", "0"."""
    return number(0) if not value else f"{'+' if value > 0 else '−'}{number(abs(value))}"


def listed(names: Sequence[str]) -> str:
    """Return names as they are read aloud: "Ann, Ben and Cleo"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(some)s and %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}
