"""How far long work is, as a terminal shows it: one line that is written over, or, into a file, one now and then."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from django.core.management.base import OutputWrapper

from games.words import number

T = TypeVar("T")
STEPS = 10  # lines at most, where no line can be written over


def shown(things: Iterable[T], total: int, out: OutputWrapper, said: str) -> Iterator[T]:
    """Yield the things, saying how many are done. `said`: a sentence with %(done)s and %(total)s."""
    done, over = 0, out.isatty()
    for done, thing in enumerate(things, 1):
        yield thing
        if over or done % max(total // STEPS, 1) == 0 or done == total:
            line = said % {"done": number(done), "total": number(total)}
            out.write(f"\r{line}" if over else line, ending="" if over and done < total else "\n")
            out.flush()
