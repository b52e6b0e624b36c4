"""The fixed cast at a poker table: tests.cast with chips and cards, played in the words of tests/rules/poker/play.

Seats: Ann (host), Ben, Cleo with a phone each, Dov without one. The last seat deals first, so that Ann acts first.
"""

import secrets
from dataclasses import replace

from games import lobby, play, seating, sitting
from games.rules.poker import POKER
from games.rules.poker.moves import Board, Call, Check
from tests.cast import CAST, PHONES, Phone, Table
from tests.rules.poker.play import _move

ROW = ("2c", "3d", "7h", "8s", "Jc")
DEALT = "deal 2c"  # the first table card lies there: Ann is on turn
SHOWDOWN = "deal ~"  # all have checked, and the row of five is ROW
ANN, BEN, CLEO, DOV = "As,Ad,3c,4c,6d", "Ks,Kd,5h,7s,9d", "Qs,Qd,5c,7c,9c", "Ts,Td,5s,8c,9s"  # Ann's is the best
BEN_TOO = "2s,2d,2h,4d,6h"  # another five that Ben might have: it would win


class PokerTable(Table):
    """A poker session with its cast."""

    def __init__(self, names=CAST, phones=None, start=True, host="Ann", cast=True, **terms):
        self.code = None
        phones = PHONES if phones is None else phones
        self.phones = {name: Phone(self) for name in phones}
        self.host = self.phones.get(host) or Phone(self)
        options = {"preset": "classic", "first_dealer": max(len(names), 1), **terms}
        options = {name: value for name, value in options.items() if value != "left out"}
        session = lobby.create(POKER, "Friday", options, names, self.host.device, secrets.token_urlsafe(16))
        self.pk, self.code = session.pk, session.code
        for name, seats in phones.items():
            for seat in seats:
                seating.claim(self.pk, self.phones[name].device, seat)
        if cast:
            self.gather()
            self.other = lobby.create(POKER, "Other", {}, CAST, self.olga.device, secrets.token_urlsafe(16))
        if start:
            lobby.start(self.pk, self.host.device)

    @property
    def view(self):
        return POKER.view_for(self.state, None)

    @property
    def chips(self):
        return tuple(player.chips for player in self.state.players)

    def play(self, words):
        """Play these words, one tap a move, each by the phone of its seat or else the host's. Returns the table."""
        devices = {phone.device.pk: phone.device for phone in (self.host, *self.phones.values())}
        with play.locked(self.pk) as session:
            now = sitting.load(session)
            for word in words.split():
                for move in moves_of_word(now.state, word):
                    now = self._enter(now, move, devices)
                    if len(now.seats) != len(now.state.names):  # as the next tap would find it
                        now = replace(now, seats=tuple(session.seats.all()))
        sitting.remember(now)
        return self

    def entry(self, move, seat=None, nth=-1):
        """The number of the latest (or nth) entry of such a move."""
        return [row[0] for row in self.log if row[4] and row[4]["move"] == move and row[4].get("seat") == seat][nth]

    def correct(self, number, phone=None, keep=True, **fields):
        """Correct an entry; with `keep` left out it is only looked at."""
        sent = {**fields, **({"keep": 1, "head": self.session.head} if keep else {})}
        return (phone or self.ann).post(f"log/{number}/correct", data=sent)


def moves_of_word(state, word):
    if word not in (".", "~"):
        return [_move(state, word)]
    moves = []
    while state.phase == "bet" or (word == "~" and state.phase == "board"):
        if state.phase == "bet":
            owes = any(offer.move == "call" for offer in POKER.offers(state))
            moves.append((Call if owes else Check)(state.betting.turn))
        else:
            moves.append(Board(next(card for card in ROW if card not in state.table.board)))
        state = POKER.apply(state, moves[-1])
    return moves


def spaced(cards):
    """Cards as a form field holds them."""
    return cards.replace(",", " ")
