"""The form in which a group agrees on the terms of poker: read, and filled in."""

from collections.abc import Mapping
from typing import Any

from games.rules.poker.options import CLASSIC, read_options, write_options

AMOUNTS = ("stack", "ante", "hands", "min_bet", "small_bet", "big_bet", "first_dealer")
WORDS = ("preset", "betting", "wild", "split", "split_card")
OPTIONAL_RULES = ("muck", "declare")


def read_terms(form: Mapping[str, str]) -> dict[str, Any]:
    """Return the options that a form spells, as the session file holds them; still unchecked."""
    terms: dict[str, Any] = {name: form[name] for name in WORDS if form.get(name)}
    terms |= {name: _number(form[name]) for name in AMOUNTS if form.get(name)}
    if terms.get("preset") != "classic":
        of_the_series = {name: value for name, value in terms.items() if name in ("preset", "first_dealer")}
        return of_the_series | {name: bool(form.get(name)) for name in OPTIONAL_RULES}
    terms |= {name: bool(form.get(f"classic_{name}")) for name in OPTIONAL_RULES}
    terms["rebuys"] = bool(form.get("rebuys"))
    if isinstance(form.get("stacks"), str) and form["stacks"].strip():
        terms["stack"] = [_number(part) for part in form["stacks"].replace(",", " ").split()]
    if form.get("spread_low") and form.get("spread_high"):
        terms["spread"] = [_number(form["spread_low"]), _number(form["spread_high"])]
    if form.get("open_ended"):
        terms["hands"] = None
    return terms


def filled_terms(terms: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields of the form of terms as these terms fill them: `read_terms` reads them back."""
    # A first dealer that the terms do not name is drawn by lot, which no option says.
    values = {**write_options(read_options(terms)), "first_dealer": terms.get("first_dealer", "")}
    form = {name: str(values[name]) for name in (*WORDS, *AMOUNTS) if name in values}
    prefix = "classic_" if values["preset"] == CLASSIC else ""
    form |= {f"{prefix}{name}": "1" for name in OPTIONAL_RULES if values[name]}
    if values.get("rebuys"):
        form["rebuys"] = "1"
    if "hands" in values and values["hands"] is None:
        form |= {"hands": "", "open_ended": "1"}
    if isinstance(values.get("stack"), list):
        form |= {"stack": "", "stacks": " ".join(map(str, values["stack"]))}
    if "spread" in values:
        form["spread_low"], form["spread_high"] = map(str, values["spread"])
    return form


def _number(text: str) -> int | str:
    """Return a whole number; anything else stays as it was typed, for the rules to refuse."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else text
