"""The dice game in sentences: what the rest of the house asks of it."""

from .ending import highlights, terms
from .names import readings
from .prompts import prompt
from .record import confirm, fixed, having_changed, news, told, told_in_secret

__all__ = [
    "confirm",
    "fixed",
    "having_changed",
    "highlights",
    "news",
    "prompt",
    "readings",
    "terms",
    "told",
    "told_in_secret",
]
