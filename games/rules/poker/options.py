"""What the group agrees on before the first deal, as the session file spells it. [P3, P4, P7-P9]"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from ..contract import Refused
from .wild import LAST_CARD, LOW_HOLE

SERIES, CLASSIC = "series", "classic"
NO_LIMIT, POT_LIMIT, FIXED_LIMIT, SPREAD_LIMIT = "no-limit", "pot-limit", "fixed-limit", "spread-limit"
NONE, SUIT_HIGH, SUIT_HIGH_OR_LOW = "none", "suit-high", "suit-high-or-low"
LAST, THIRD = "last", "third"
SEATS: Final = range(2, 10)
SERIES_SEATS: Final = range(2, 9)
MOST = 1_000_000_000  # chips or hands


@dataclass(frozen=True, slots=True)
class Options:
    """The terms of a session; amounts in chips. The defaults are those of the series. [P8.3]"""

    preset: str = SERIES
    first_dealer: int = 1  # seat [P1.2]
    stack: int | tuple[int, ...] = 100  # for each seat, or one amount a seat
    ante: int = 1
    hands: int | None = 10  # None: open-ended
    betting: str = NO_LIMIT
    min_bet: int = 2  # no-limit and pot-limit
    small_bet: int = 2  # fixed-limit, rounds one and two [P4.2]
    big_bet: int = 4  # fixed-limit, from round three on
    spread: tuple[int, int] = (2, 10)  # spread-limit: low, high [P4.3]
    wild: str = NONE
    split: str = NONE
    split_card: str = LAST
    rebuys: bool = False
    muck: bool = False  # [P7.3]
    declare: bool = False  # [P7.4]

    def stacks(self, players: int) -> tuple[int, ...]:
        """Return what each seat starts with, in chips; none yet where a filling lobby has no amount for it."""
        if isinstance(self.stack, int):
            return (self.stack,) * players
        return (self.stack + (0,) * players)[:players]


PRESETS: Final = {SERIES: Options(), CLASSIC: Options(preset=CLASSIC, muck=True, declare=True)}
OF_THE_SERIES: Final = ("preset", "first_dealer", "muck", "declare")  # all that a series may choose


def is_amount(value: Any) -> bool:
    """Tell whether this is a whole number from 1 to 1,000,000,000. True is no number."""
    return type(value) is int and 1 <= value <= MOST


def _is_stack(value: Any) -> bool:
    return is_amount(value) or (isinstance(value, list) and all(map(is_amount, value)))


def _is_spread(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(is_amount, value)) and value[0] <= value[1]


def _one_of(*words: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in words


def _is_bool(value: Any) -> bool:
    return type(value) is bool


CHECKS: Final[dict[str, Callable[[Any], bool]]] = {
    "preset": _one_of(SERIES, CLASSIC),
    "first_dealer": is_amount,
    "stack": _is_stack,
    "ante": is_amount,
    "hands": lambda value: value is None or is_amount(value),
    "betting": _one_of(NO_LIMIT, POT_LIMIT, FIXED_LIMIT, SPREAD_LIMIT),
    "min_bet": is_amount,
    "small_bet": is_amount,
    "big_bet": is_amount,
    "spread": _is_spread,
    "wild": _one_of(NONE, LAST_CARD, LOW_HOLE),
    "split": _one_of(NONE, SUIT_HIGH, SUIT_HIGH_OR_LOW),
    "split_card": _one_of(LAST, THIRD),
    "rebuys": _is_bool,
    "muck": _is_bool,
    "declare": _is_bool,
}


def read_options(written: Mapping[str, Any]) -> Options:
    """Return the options of a session file, those left out by default, or raise Refused("bad-option")."""
    preset = written.get("preset", SERIES)
    if not CHECKS["preset"](preset):
        raise Refused("bad-option", None, option="preset")
    for name, value in written.items():
        if name not in (CHECKS if preset == CLASSIC else OF_THE_SERIES) or not CHECKS[name](value):
            raise Refused("bad-option", None, option=name)
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in written.items()
    }
    options = replace(PRESETS[preset], **given)
    if options.big_bet < options.small_bet:
        raise Refused("bad-option", "P4.2", option="big_bet", least=options.small_bet)
    return options


def write_options(options: Options) -> dict[str, Any]:
    """Return the options as a session file holds them."""
    names = [field.name for field in fields(options)] if options.preset == CLASSIC else OF_THE_SERIES
    values = {name: getattr(options, name) for name in names}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def seats_for(written: Mapping[str, Any]) -> range:
    """Return how many players these options, still unchecked, allow."""
    return SERIES_SEATS if written.get("preset", SERIES) == SERIES else SEATS


def again(written: Mapping[str, Any], players: int) -> dict[str, Any]:
    """Return these options for a next session: whoever came late has the last stack of those agreed. [P8.3]"""
    stack = written.get("stack")
    if not isinstance(stack, list):
        return dict(written)
    return {**written, "stack": (stack + stack[-1:] * players)[:players]}


def check_seats(options: Options, players: int) -> None:
    """Raise Refused("bad-option") where the options do not suit so many players. [P1.2, P8.1]"""
    if options.first_dealer > players:
        raise Refused("bad-option", "P1.2", option="first_dealer", most=players)
    if isinstance(options.stack, tuple) and len(options.stack) != players:
        raise Refused("bad-option", None, option="stack", wanted=players)
    stacks = options.stacks(players)
    if sum(stack >= options.ante for stack in stacks) < 2:
        raise Refused("bad-option", "P8.1", option="ante")
