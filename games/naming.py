"""Names as people type them: what may stand in one, and when two of them look alike."""

import re
from unicodedata import category, normalize

from .rules.contract import Refused

JOINER, KEYCAP = "\u200d", "\u20e3"  # a family is several signs joined; a digit on a key is one with a frame
VARIANTS = range(0xFE00, 0xFE10)  # "the one in colours": after a sign
# Letters, marks and a symbol that are drawn as nothing at all, whatever Unicode says they are.
BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\U000e0100-\U000e01ef]")
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
SIGNS = ("So", "Sk", "Sm", "Po", "Pd")


def written(text: str) -> str:
    """Return a name as it is kept: trimmed, single spaces, each letter in one spelling.

    Raises Refused("unseen") where signs are in it that nobody can see, or that turn others around: with them two
    names look the same, or one like nothing. Recorded files may have them; what is typed may not.
    """
    if BLANK.search(text) or any(_is_unseen(text, at) for at in range(len(text))):
        raise Refused("unseen", None)
    return " ".join(normalize("NFC", text).split())


def likeness(name: str) -> str:
    """Return what two names have in common that are read as the same: case and width aside."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


def _is_unseen(text: str, at: int) -> bool:
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if text[at] == JOINER:
        return not (_is_sign(before) and _is_sign(after))
    if ord(text[at]) in VARIANTS:
        return not (_is_sign(before) or after == KEYCAP)
    return category(text[at]) in UNSEEN


def _is_sign(letter: str) -> bool:
    return bool(letter) and (category(letter) in SIGNS or ord(letter) in VARIANTS)
