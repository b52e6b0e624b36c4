"""Letters for pictures drawn here: which of this computer's fonts can write a text, and how wide it then is."""

import unicodedata
from collections.abc import Sequence
from functools import cache

from PIL import ImageFont

# Fonts as systems call them, the first one that has all letters of a text writes it: Linux, Windows, macOS.
FACES: dict[str, tuple[str, ...]] = {
    "plain": (
        "DejaVuSans.ttf",
        "NotoSans-Regular.ttf",
        "LiberationSans-Regular.ttf",
        "segoeui.ttf",
        "arial.ttf",
        "Arial.ttf",
        "Arial Unicode.ttf",
        "NotoSansCJK-Regular.ttc",
        "DroidSansFallbackFull.ttf",
        "msyh.ttc",
        "PingFang.ttc",
    ),
    "bold": (
        "DejaVuSans-Bold.ttf",
        "NotoSans-Bold.ttf",
        "LiberationSans-Bold.ttf",
        "segoeuib.ttf",
        "arialbd.ttf",
        "Arial Bold.ttf",
    ),
    "serif": (
        "DejaVuSerif-Bold.ttf",
        "NotoSerif-Bold.ttf",
        "LiberationSerif-Bold.ttf",
        "georgiab.ttf",
        "Georgia Bold.ttf",
    ),
}
NO_LETTER = "\uffff"  # never assigned: a font shows for it what it shows for all it lacks
MISSING = "?"
BY = 40  # the size at which letters are looked at

Font = ImageFont.FreeTypeFont


@cache
def fonts(face: str) -> tuple[str, ...]:
    """Return those fonts of a face that this computer has, then plain ones; there may be none."""
    return tuple(name for name in dict.fromkeys((*FACES[face], *FACES["plain"])) if _is_there(name))


def _is_there(name: str) -> bool:
    try:
        ImageFont.truetype(name, BY)
    except OSError:
        return False
    return True


@cache
def font(name: str, size: int) -> Font:
    """Return a font by its name, in pixels; without a name Pillow's own, which knows little more than ASCII."""
    found = ImageFont.truetype(name, size) if name else ImageFont.load_default(size)
    assert isinstance(found, Font)  # for the type checker: Pillow comes with FreeType
    return found


@cache
def _shows(name: str, letter: str) -> bytes:
    return bytes(font(name, BY).getmask(letter))


def _has(name: str, letter: str) -> bool:
    return letter.isspace() or _shows(name, letter) != _shows(name, NO_LETTER)


def lettered(text: str, face: str, having: Sequence[str] | None = None) -> tuple[str, str]:
    """Return the name of the font that writes a text, and the text as it can write it.

    Where no font has a letter, its plain form is taken (é: e), and a question mark where there is none.
    """
    names = (*(fonts(face) if having is None else having), "")
    best = min(names, key=lambda name: (sum(not _has(name, letter) for letter in text), names.index(name)))
    return best, "".join(_writable(best, letter) for letter in text)


def _writable(name: str, letter: str) -> str:
    if _has(name, letter):
        return letter
    plain = unicodedata.normalize("NFKD", letter)[0]
    return plain if _has(name, plain) else MISSING


def width(text: str, face: str, size: int) -> float:
    """Return how wide a text becomes, in pixels."""
    name, written = lettered(text, face)
    return font(name, size).getlength(written)


def fitted(text: str, face: str, size: int, room: int, least: int) -> tuple[str, int]:
    """Return a text and its size so that it fits into a width: smaller first, then cut short; all in pixels."""
    while size > least and width(text, face, size) > room:
        size -= 1
    if width(text, face, size) <= room:
        return text, size
    while text and width(f"{text}…", face, size) > room:
        text = text[:-1].rstrip()
    return f"{text}…", size


def broken(text: str, face: str, size: int, room: int) -> tuple[str, ...]:
    """Return a text in one line if it fits at that size, else in two, broken at the gap nearest its middle."""
    gaps = [at for at, letter in enumerate(text) if letter == " "]
    if not gaps or width(text, face, size) <= room:
        return (text,)
    middle = min(gaps, key=lambda at: abs(at - len(text) / 2))
    return text[:middle], text[middle + 1 :]
