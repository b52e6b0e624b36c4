"""The dice game's log in sentences: moves, what came of them, what a correction changes."""

from typing import Any

from django.utils.translation import gettext as _

from games.rules.contract import News
from games.rules.dice.moves import Challenge, Choose, Extra, Leave, Reveal, Roll
from games.rules.dice.ranking import LADDER
from games.rules.dice.state import State

from .. import listed, number
from .names import card_name, duel_result, loot, reading, table_name


def told(names: tuple[str, ...], move: object) -> str:
    """Return a move as a sentence of the log."""
    name = names[seat - 1] if (seat := getattr(move, "seat", 0)) else ""
    if isinstance(move, Reveal):
        return _("Cards turned: %(cards)s.") % {"cards": ", ".join(map(card_name, move.cards))}
    if isinstance(move, Choose):
        return _("%(name)s picks %(table)s.") % {"name": name, "table": table_name(move.table)}
    if isinstance(move, Roll):
        dice = tuple(sorted(move.dice))
        values = {"name": name, "dice": " ".join(map(str, dice)), "reading": reading(LADDER[dice])}
        return _("%(name)s: %(dice)s. %(reading)s.") % values
    if isinstance(move, Extra):
        return (_("%(name)s buys an extra roll.") if move.take else _("%(name)s buys no roll.")) % {"name": name}
    if isinstance(move, Challenge):
        return _("%(name)s challenges %(other)s.") % {"name": name, "other": names[move.opponent - 1]}
    if isinstance(move, Leave):
        return _("%(name)s leaves the game.") % {"name": name}
    return _("The host ends the game.")


def told_in_secret(names: tuple[str, ...], move: object) -> str:
    """Return a move as a sentence that does not say what it was."""
    return _("%(name)s has picked.") % {"name": names[getattr(move, "seat", 1) - 1]}


def news(names: tuple[str, ...], item: News) -> str:
    """Return what happened because of a move, as a sentence of the log; empty where the move says it all."""
    values = item.values
    if item.kind == "table-cleared":
        said = {
            "name": names[values["seat"] - 1],
            "table": table_name(values["table"]),
            "loot": loot(values["cards"], values["chips"]),
        }
        return _("%(name)s clears %(table)s: %(loot)s.") % said
    if item.kind == "table-stays":
        return _("%(table)s is not cleared: its cards stay.") % {"table": table_name(values["table"])}
    if item.kind == "duel-begun":
        return _("Duel: %(names)s.") % {"names": listed([names[seat - 1] for seat in values["seats"]])}
    if item.kind in ("duel-won", "duel-tied"):
        return duel_result(_Names(names), values["fought"])  # type: ignore[arg-type]
    if item.kind == "game-over":
        return _("The game is over.")
    return ""


class _Names:
    """The names of the seats alone, for sentences that need no more of a view."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def name(self, seat: int) -> str:
        return self.names[seat - 1]


def fixed(move: Any) -> dict[str, Any]:
    """Return what is settled about a move that is to be confirmed."""
    return {"table": move.table}


def confirm(move: Any) -> str:
    """Return the label of the button that confirms a last pick."""
    return _("Confirm %(table)s") % {"table": table_name(move.table)}


def ask_once(move: Any) -> str:
    """Return the sentence above that button. [D3.2]"""
    return _("Yours is the last pick. Then all are fixed.")


def having_changed(before: State, after: State) -> list[tuple[str, str]]:
    """Return who has what before and after, where it differs."""
    pairs = [(_having(before, seat), _having(after, seat)) for seat in before.seats]
    return [pair for pair in pairs if pair[0] != pair[1]]


def _having(state: State, seat: int) -> str:
    values = {
        "name": state.names[seat - 1],
        "money": number(state.money(seat)),
        "chips": state.player(seat).chips,
    }
    return _("%(name)s: %(money)s in cards, %(chips)d chips") % values
