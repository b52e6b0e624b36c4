"""Which rank is wild, and for whom. [P9.1, P9.2]"""

from .cards import HAND, height

LAST_CARD, LOW_HOLE = "last-card", "low-hole"


def wild_rank(rule: str, hole: tuple[str, ...], board: tuple[str | None, ...]) -> str | None:
    """Return the rank that is wild for the holder of these five, or None while none is. [P9.1, P9.2]"""
    if rule == LOW_HOLE:
        return min(hole, key=height)[0]
    if rule == LAST_CARD and len(board) == HAND and (last := board[-1]):
        return last[0]
    return None
