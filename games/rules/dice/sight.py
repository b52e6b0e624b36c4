"""What may be seen of a dice game: built up from nothing, by adding what is open. [D3.2]"""

from dataclasses import dataclass
from typing import Any

from .cards import CHIP_VALUE
from .clearing import players_at
from .ranking import Dice, Throw, meets, read
from .seating import first_back
from .state import Clear, Duel, Fought, State


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A seat as everybody sees it; `table` also as the seat itself does."""

    seat: int
    name: str
    money: tuple[str, ...]
    worth: int
    chips: int
    score: int
    duels: int
    table: str | None
    picked: bool
    throw: Throw | None
    left: bool
    owes: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """One player's result at the table being cleared, and whether it meets the condition."""

    seat: int
    name: str
    throw: Throw
    meets: bool
    total: int


@dataclass(frozen=True, slots=True)
class TableView:
    """A table: its cards, who plays for them, and what became of it this round."""

    letter: str
    cards: tuple[str, ...]
    seats: tuple[int, ...]
    first_back: tuple[int, ...]  # who puts dice back first if nobody wants to [D3.5]
    clear: Clear | None
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class DiceView:
    """The game as one viewer may see it."""

    names: tuple[str, ...]
    round: int
    phase: str
    deck: str
    supply: int
    tables: tuple[TableView, ...]
    players: tuple[PlayerView, ...]
    unseen: tuple[tuple[str, int], ...]
    awaited: tuple[int, ...]
    asked: tuple[int, ...]
    rolling: tuple[int, ...]
    duel: Duel | None
    holder: int | None
    clears: tuple[Clear, ...]
    fought: tuple[Fought, ...]

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.names[seat - 1]

    def player(self, seat: int) -> PlayerView:
        """Return a seat's part of the view."""
        return self.players[seat - 1]


def view_for(state: State, seat: int | None) -> DiceView:
    """Return what the player of a seat may see; with None, what everybody may."""
    return DiceView(
        names=state.names,
        round=state.round,
        phase=state.phase,
        deck=state.options.deck,
        supply=state.supply,
        tables=tuple(_table(state, letter) for letter in state.tables),
        players=tuple(_player(state, other, own=other == seat) for other in state.seats),
        unseen=tuple(state.unseen.items()),
        awaited=awaited(state),
        asked=state.asked,
        rolling=state.rolling,
        duel=state.duel,
        holder=state.holders[0] if state.holders else None,
        clears=state.clears,
        fought=state.fought,
    )


def awaited(state: State) -> tuple[int, ...]:
    """Return the seats that owe something now."""
    if state.phase == "challenge":
        return state.holders[:1]
    return state.asked[:1] if state.phase in ("extra", "duel-extra") else state.owing


def picks_are_open(state: State) -> bool:
    """Tell whether the picks of the round lie open. [D3.2]"""
    return state.phase != "choose"


def _player(state: State, seat: int, own: bool) -> PlayerView:
    player, dice = state.player(seat), state.dice[seat - 1]
    return PlayerView(
        seat=seat,
        name=state.names[seat - 1],
        money=player.money,
        worth=state.money(seat),
        chips=player.chips,
        score=state.money(seat) + CHIP_VALUE * player.chips,
        duels=player.duels,
        table=state.picks[seat - 1] if own or picks_are_open(state) else None,
        picked=state.picks[seat - 1] is not None,
        throw=read(dice) if dice else None,
        left=player.left,
        owes=seat in awaited(state),
    )


def _table(state: State, letter: str) -> TableView:
    open_seats = players_at(state, letter) if picks_are_open(state) else ()
    thrown = [(seat, dice) for seat in open_seats if (dice := state.dice[seat - 1])]
    # Between a round's picks and its clearing, the clears in the state are still the last round's.
    settled = state.phase not in ("choose", "dice", "extra", "reroll")
    return TableView(
        letter=letter,
        cards=state.cards_on(letter),
        seats=open_seats,
        first_back=first_back(state, open_seats) if len(open_seats) > 1 else (),
        clear=next((clear for clear in state.clears if settled and clear.table == letter), None),
        claims=tuple(_claim(state, letter, seat, dice) for seat, dice in thrown),
    )


def _claim(state: State, letter: str, seat: int, dice: Dice) -> Claim:
    return Claim(seat, state.names[seat - 1], read(dice), meets(letter, dice), sum(dice))


def published(state: State) -> dict[str, Any]:
    """Return replay's `state`: what everybody may see, in the session file's words."""
    return {
        "supply": state.supply,
        "tables": {letter: list(state.cards_on(letter)) for letter in state.tables},
        "players": [_published_player(player) for player in view_for(state, None).players],
        "unseen": dict(state.unseen),
        "duel": _published_duel(state.duel) if state.duel else None,
        "last_clear": [
            {"table": clear.table, "seat": clear.seat, "cards": list(clear.cards), "duel": clear.duel}
            for clear in state.clears
        ],
    }


def _published_player(player: PlayerView) -> dict[str, Any]:
    return {
        "seat": player.seat,
        "money": list(player.money),
        "chips": player.chips,
        "duels": player.duels,
        "table": player.table,
        "picked": player.picked,
        "dice": list(player.throw.dice) if player.throw else None,
        "left": player.left,
    }


def _published_duel(duel: Duel) -> dict[str, Any]:
    return {
        "for": duel.cause,
        "seats": list(duel.seats),
        "dice": {str(seat): list(dice) for seat, dice in duel.dice},
    }
