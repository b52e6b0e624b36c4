"""The dice game in sentences: what the rest of the house asks of it."""

from .ending import game_name, highlights, progress, round_name, terms
from .names import readings
from .prompts import prompt
from .record import confirm, fixed, having_changed, news, told, told_in_secret

__all__ = [
    "confirm",
    "fixed",
    "game_name",
    "having_changed",
    "highlights",
    "news",
    "progress",
    "prompt",
    "readings",
    "round_name",
    "terms",
    "told",
    "told_in_secret",
]
