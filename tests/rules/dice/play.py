"""A small language in which the tests lay a table and play on it.

`table(4, money={2: "35 20"}, chips={1: 0})` lays a table; `after(state, "…")` plays these words, one a move:

    15/20/c    cards turned: money in thousands, d a Duel card, c a Chips card
    ABAC       every seat picks, seat 1 first          2A       seat 2 picks table A
    66543      the next seat that owes a result        2:66543  seat 2's result
    3+  3-     seat 3 buys an extra roll, or declines  .        all who are asked decline
    1>2        seat 1 challenges seat 2
    2x         seat 2 leaves                           end      the host ends the game

Results come in the order of seats, in a duel in the order of turns.
"""

import re
from collections import Counter
from dataclasses import replace

import pytest

from games.rules.contract import Refused, awaiting
from games.rules.dice import DICE
from games.rules.dice.cards import BOX, CHIPS
from games.rules.dice.moves import Challenge, Choose, Extra, Finish, Leave, Reveal, Roll
from games.rules.dice.state import Options, Player, State

CAST = ("Ann", "Ben", "Cleo", "Dov", "Eve", "Finn")


def card(word):
    return {"d": "duel", "c": "chips"}.get(word, f"{word}000")


def cards(words):
    return tuple(card(word) for word in words.split())


def table(players=4, *, money=None, chips=None, on=None, round=1, deck="physical", left=()):
    """A table before a round. What lies in front and on the tables (`on`) comes out of the unseen cards."""
    state = DICE.start(Options(deck), CAST[:players])
    money, chips, on = money or {}, chips or {}, on or {}
    seats = tuple(
        Player(tuple(sorted(cards(money.get(seat, "")), reverse=True)), chips.get(seat, 3), 0, seat in left)
        for seat in state.seats
    )
    laid = tuple(cards(on.get(letter, "")) for letter in state.tables)
    seen = Counter(sum((seat.money for seat in seats), ()) + sum(laid, ()))
    return replace(
        state,
        players=seats,
        laid=laid,
        round=round,
        supply=CHIPS - sum(seat.chips for seat in seats),
        unseen={kind: count - seen[kind] for kind, count in BOX.items()},
    )


def after(state: State, words: str) -> State:
    for word in words.split():
        for move in _moves(state, word):
            state = DICE.apply(state, move)
    return state


def refused(state: State, words: str) -> tuple[str, str | None]:
    """The code and clause with which the last of these words is refused."""
    *before, last = words.split()
    state = after(state, " ".join(before))
    with pytest.raises(Refused) as stopped:
        after(state, last)
    return stopped.value.code, stopped.value.clause


def _moves(state, word):
    if word == ".":
        return [Extra(seat, False) for seat in state.asked] if state.phase == "extra" else _duellists_decline(state)
    if word == "end":
        return [Finish()]
    if re.fullmatch(r"[A-C]{2,}", word):
        return [Choose(seat, letter) for seat, letter in zip(state.present, word, strict=True)]
    if re.fullmatch(r"\d{5,}", word):
        turns = state.duel.seats if state.duel else state.seats
        return [Roll(next(seat for seat in turns if seat in state.owing), tuple(map(int, word)))]
    if "/" in word:
        return [Reveal(cards(word.replace("/", " ")))]
    seat, sign, rest = int(word[0]), word[1], word[2:]
    match sign:
        case ":":
            return [Roll(seat, tuple(map(int, rest)))]
        case ">":
            return [Challenge(seat, int(rest))]
        case "x":
            return [Leave(seat)]
        case "+" | "-":
            return [Extra(seat, sign == "+")]
    return [Choose(seat, sign)]


def _duellists_decline(state):
    duel = state.duel
    order = duel.seats[duel.turn :] + duel.seats[: duel.turn]
    return [Extra(seat, False) for seat in order[: len(order) - duel.declined] if state.player(seat).chips]


def waiting(state):
    """Where the game stands and for whom it waits: "extra 2"."""
    return " ".join([state.phase, *map(str, awaiting(DICE.offers(state)))])


def cleared(state):
    """What became of the tables this round: "A1 B- C2*", the star for a duel."""
    return " ".join(f"{clear.table}{clear.seat or '-'}{'*' * clear.duel}" for clear in state.clears)


def money(state, seat):
    return " ".join(str(int(value) // 1000) for value in state.player(seat).money)


def chips(state, seat):
    return state.player(seat).chips


def asked(state):
    """Everybody's turn to be asked for an extra roll, if all of them decline."""
    return "".join(map(str, state.asked))


def told(state, kind):
    return [dict(news.values) for news in state.news if news.kind == kind]


def kinds(state):
    return [news.kind for news in state.news]
