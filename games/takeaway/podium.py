"""The podium of a finished session as a picture to be passed on: who won what, and when."""

from collections.abc import Iterator, Sequence

from django.utils.formats import date_format

from .. import screen
from ..club import annals, evenings
from ..rules.contract import Standing
from ..sitting import Sitting
from ..words import number
from .lettering import broken, fitted
from .picture import Box, Picture, Text

SIDE, MARGIN = 1080, 64  # pixels
ROOM = SIDE - 2 * MARGIN
# Felt, paper and brass, as the pages have them in the dark.
GROUND, PANEL, STEP, TEXT, QUIET, BRASS, INK = (
    "#0c241d",
    "#14342a",
    "#1a4034",
    "#f4efe2",
    "#b9c9bf",
    "#e6b84f",
    "#1f1706",
)
STEPS_FOOT, GAP = 600, 20
STEP_WIDTHS = {3: 304, 4: 223}  # by how many there are beside one another
STEP_HEIGHTS = {1: 345, 2: 290, 3: 235}  # by place
LIST_TOP, LIST_HEIGHT, ROW_MOST = 636, 392, 84
ORDER = (1, 0, 2, 3)  # the winner stands in the middle


def picture(now: Sitting) -> Picture:
    """Return the podium: title, game and evening, the first places on their steps, and everybody's place and score."""
    standings = now.game.standings(now.state)
    evening = evenings.evening_of(now.session.created)
    below = f"{screen.words_of(now.game.key).game_name()} · {date_format(evening, 'j F Y')}"
    shapes = (
        Box(0, 0, SIDE, SIDE, GROUND),
        *_title(now.session.title),
        _line(MARGIN, 206, below, 34, QUIET, "plain", ROOM),
        *_steps(standings[: annals.steps([one.place for one in standings])]),
        *_list(standings),
        Text(SIDE - MARGIN, SIDE - 20, "Cincy", 24, QUIET, "serif", "end"),
    )
    label = "; ".join(f"{one.place}. {one.name} {number(one.score)}" for one in standings)
    return Picture(SIDE, SIDE, shapes, f"{now.session.title}: {label}")


def _line(x: int, y: int, words: str, size: int, fill: str, face: str, room: int, anchor: str = "start") -> Text:
    """Return a line of text that fits into its room."""
    text, fits = fitted(words, face, size, room, size * 3 // 5)
    return Text(x, y, text, fits, fill, face, anchor)


def _title(title: str) -> Iterator[Text]:
    lines = broken(title, "serif", 56, ROOM)
    bases, size = ((146,), 72) if len(lines) == 1 else ((86, 146), 52)
    for base, words in zip(bases, lines, strict=True):
        yield _line(MARGIN, base, words, size, TEXT, "serif", ROOM)


def _steps(first: Sequence[Standing]) -> Iterator[Box | Text]:
    width = STEP_WIDTHS[max(len(first), 3)]
    for column, which in enumerate(ORDER):
        if which < len(first):
            yield from _step(first[which], MARGIN + column * (width + GAP), width)


def _step(standing: Standing, left: int, width: int) -> Iterator[Box | Text]:
    height = STEP_HEIGHTS[standing.place]
    top, middle = STEPS_FOOT - height, left + width // 2
    is_first = standing.place == 1
    fill, bright = (BRASS, INK) if is_first else (STEP, TEXT)
    yield Box(left, top, width, height, fill, 20)
    yield Text(middle, top + 72, number(standing.place), 60, INK if is_first else BRASS, "serif", "middle")
    room = width - 32
    name = broken(standing.name, "bold", 32, room)
    size = 40 if len(name) == 1 else 34
    for base, words in zip((top + 124, top + 164), name, strict=False):
        yield _line(middle, base, words, size, bright, "bold", room, "middle")
    yield _line(middle, top + 128 + 42 * len(name), number(standing.score), 34, bright, "plain", room, "middle")


def _list(standings: Sequence[Standing]) -> Iterator[Box | Text]:
    row = min(ROW_MOST, LIST_HEIGHT // len(standings))
    size = min(row * 4 // 7, 40)
    yield Box(MARGIN, LIST_TOP, ROOM, row * len(standings), PANEL, 20)
    for place, standing in enumerate(standings):
        base = LIST_TOP + place * row + (row + size) // 2 - size // 6
        yield Text(MARGIN + 28, base, number(standing.place), size, BRASS, "serif")
        yield _line(MARGIN + 96, base, standing.name, size, TEXT, "bold", ROOM - 420)
        yield _line(SIDE - MARGIN - 28, base, number(standing.score), size, TEXT, "plain", 280, "end")
