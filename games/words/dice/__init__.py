"""The dice game in sentences: what the rest of the house asks of it."""

from .ending import LEAVING, game_name, highlights, not_counting, progress, round_name, terms, terms_sentences
from .names import readings
from .prompts import prompt
from .record import ask_once, confirm, fixed, having_changed, news, told, told_in_secret

__all__ = [
    "LEAVING",
    "ask_once",
    "confirm",
    "fixed",
    "game_name",
    "having_changed",
    "highlights",
    "news",
    "not_counting",
    "progress",
    "prompt",
    "readings",
    "round_name",
    "terms",
    "terms_sentences",
    "told",
    "told_in_secret",
]
