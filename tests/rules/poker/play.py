"""A small language in which the tests sit down and play poker.

`table(3, stack=[100, 20, 50], wild="low-hole")` sits down to a classic session; `series(2)` to a series.
`after(state, "…")` plays these words, one a move:

    deal       the antes go in, the cards are dealt
    Ah  ?      a table card is turned, and entered or not
    x c f b10  the one on turn checks, calls, folds, bets or raises to 10
    .          everybody who is asked checks or calls, until the round is over
    ~          as ".", and turns cards that nobody needs, until the showdown
    3:x        seat 3 checks, whether it is on turn or not
    2=As,Ad,3c,4c,6d    seat 2 enters its five in secret
    2!As,Ad,3c,4c,6d    seat 2 shows them; 2! those it entered       2m  seat 2 mucks
    pots:12/3;4         declared: seats 1 and 2 have the best hand of the main pot, 3 the suit, 4 the side pot
    2out  2+50  join:Zoe+50  end    leaving, a re-buy, a latecomer, the host ends the session
"""

import re

import pytest

from games.rules.contract import Refused
from games.rules.poker import POKER
from games.rules.poker.cards import DECK
from games.rules.poker.moves import (
    Bet,
    Board,
    Call,
    Check,
    Deal,
    Declare,
    Finish,
    Fold,
    Hole,
    Join,
    Leave,
    Muck,
    Rebuy,
    Show,
    Winners,
)
from games.rules.poker.state import State

CAST = ("Ann", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hana", "Ida")


def table(players=4, **options) -> State:
    """A classic session before its first hand; the last seat deals first, so that seat 1 acts first."""
    written = {"preset": "classic", "first_dealer": players, **options}
    agreed = POKER.read_options(written)
    POKER.check_seats(agreed, players)
    return POKER.start(agreed, CAST[:players])


def series(players=4, **options) -> State:
    return POKER.start(POKER.read_options({"first_dealer": players, **options}), CAST[:players])


def after(state: State, words: str) -> State:
    for word in words.split():
        if word in (".", "~"):
            state = _through(state, to_the_showdown=word == "~")
        else:
            state = POKER.apply(state, _move(state, word))
    return state


def refused(state: State, words: str) -> tuple[str, str | None]:
    """The code and clause with which the last of these words is refused."""
    *before, last = words.split()
    state = after(state, " ".join(before))
    with pytest.raises(Refused) as stopped:
        after(state, last)
    return stopped.value.code, stopped.value.clause


def _through(state, to_the_showdown):
    row = iter(card for card in ("2c", "3d", "7h", "8s", "Jc", "4d", "5h", "9s", "Tc", "Kd"))
    while state.phase == "bet" or (to_the_showdown and state.phase == "board"):
        if state.phase == "bet":
            owes = any(offer.move == "call" for offer in POKER.offers(state))
            state = POKER.apply(state, (Call if owes else Check)(state.betting.turn))
        else:
            state = POKER.apply(state, Board(next(card for card in row if card not in state.table.lies_open)))
    return state


def _move(state, word):
    if word in DECK or word == "?":
        return Board(None if word == "?" else word)
    if word in ("deal", "end"):
        return Deal() if word == "deal" else Finish()
    if found := re.fullmatch(r"pots:(.*)", word):
        return Declare(tuple(_winners(part) for part in found[1].split(";")))
    if found := re.fullmatch(r"join:(.*)\+(\d+)", word):
        return Join(found[1], int(found[2]))
    if found := re.fullmatch(r"(\d+)([=!m+]|out)(.*)", word):
        return _own_deed(int(found[1]), found[2], found[3])
    seat, _, deed = word.rpartition(":")
    return _bet(int(seat or state.betting.turn or 0), deed)


def _own_deed(seat, sign, rest):
    five = tuple(rest.split(",")) if rest else None
    makes = {
        "=": lambda: Hole(seat, five),
        "!": lambda: Show(seat, five),
        "m": lambda: Muck(seat),
        "+": lambda: Rebuy(seat, int(rest)),
        "out": lambda: Leave(seat),
    }
    return makes[sign]()


def _bet(seat, deed):
    if deed[0] == "b":
        return Bet(seat, int(deed[1:]))
    return {"x": Check, "c": Call, "f": Fold}[deed](seat)


def _winners(text):
    high, _, suit = text.partition("/")
    return Winners(tuple(map(int, high)), tuple(map(int, suit)) if suit else None)


def chips(state) -> tuple[int, ...]:
    return tuple(player.chips for player in state.players)


def asked(state) -> tuple[int | None, int | None, int | None]:
    """What the one on turn may do: to_call, min_to, max_to."""
    published = POKER.published(state)
    return published["to_call"], published["min_to"], published["max_to"]


def statuses(state) -> list[str]:
    return [player["status"] for player in POKER.published(state)["players"]]


def pots(state) -> list[tuple[int, list[int]]]:
    return [(pot["amount"], pot["seats"]) for pot in POKER.published(state)["pots"]]


def won(state) -> list[tuple[dict, dict]]:
    """How the pots of the last hand were paid: the best hands' shares, and the suit's."""
    paid = POKER.published(state)["last_hand"]["pots"]
    return [({int(s): c for s, c in pot["high"].items()}, {int(s): c for s, c in pot["suit"].items()}) for pot in paid]
