"""The only source of randomness: the operating system's."""

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from .rules.dice.cards import BOX, DUEL, SET_ASIDE_FOR_THREE, tables_in_play

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without those that are mistaken for one another
CODE_LENGTH = 6


def code() -> str:
    """Return a short code to be typed from a screen: about 30 bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def token() -> str:
    """Return a secret of 256 bits, fit for a URL or cookie."""
    return secrets.token_urlsafe(32)


def link() -> str:
    """Return an unguessable name for a session's QR: 128 bits."""
    return secrets.token_urlsafe(16)


def uid() -> str:
    """Return a name for something that travels in archives and is known again elsewhere: 128 bits, no secret."""
    return secrets.token_hex(16)


def drawn(game: str, terms: Mapping[str, Any], seats: int) -> tuple[dict[str, Any], list[str] | None]:
    """Return a session's terms and its secret stack as chance has decided them at the start. [D2.6, P1.2]"""
    if game == "dice" and terms.get("deck") == "app":
        return dict(terms), dice_stack(seats)
    if game == "poker" and "first_dealer" not in terms:
        return {**terms, "first_dealer": 1 + secrets.randbelow(seats)}, None
    return dict(terms), None


def carried_on(game: str, terms: Mapping[str, Any], state: Any, turned: list[str]) -> list[str] | None:
    """Return the secret stack of a session that goes on from a file: what was turned, then the rest anew. [D2.6]

    With three players the cards set aside are the last of the rest, which never come up. [D1.5]
    """
    if game != "dice" or terms.get("deck") != "app":
        return None
    rest = [card for card, count in state.unseen.items() for _ in range(count)]
    _shuffle(rest)
    return turned + rest


def undrawn(game: str, terms: Mapping[str, Any]) -> dict[str, Any]:
    """Return the terms for another session, without what chance has decided for this one."""
    return {name: value for name, value in terms.items() if name != "first_dealer"}


def dice_stack(players: int, shuffle: Callable[[list[str]], None] | None = None) -> list[str]:
    """Return the shuffled stack of an app deck, top card first. [D1.5, D2.4, D2.6]

    With three players twelve cards are set aside unseen. A Duel card that would come up in round 1 goes back
    into the stack, which is shuffled again. Made-up evenings, which are to come out the same again, bring their own
    `shuffle`.
    """
    shuffle = shuffle or _shuffle
    stack = [card for card, count in BOX.items() for _ in range(count)]
    shuffle(stack)
    if players == 3:
        stack = stack[SET_ASIDE_FOR_THREE:]
    for place in range(len(tables_in_play(players))):
        while stack[place] == DUEL:
            rest = stack[place:]
            shuffle(rest)
            stack[place:] = rest
    return stack


def _shuffle(cards: list[str]) -> None:
    secrets.SystemRandom().shuffle(cards)
