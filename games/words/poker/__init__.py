"""Poker in sentences: what the rest of the house asks of it."""

from .ending import LEAVING, game_name, highlights, not_counting, progress, round_name, tie_break, verdict
from .names import (
    card_colour,
    card_label,
    card_rank,
    card_suit,
    card_text,
    hand_name,
    hand_within,
    pot_name,
    street,
)
from .pots import pot_story
from .prompts import prompt
from .record import ask_once, confirm, deed, fixed, having_changed, news, told, told_in_secret
from .terms import terms, terms_sentences

__all__ = [
    "LEAVING",
    "ask_once",
    "card_colour",
    "card_label",
    "card_rank",
    "card_suit",
    "card_text",
    "confirm",
    "deed",
    "fixed",
    "game_name",
    "hand_name",
    "hand_within",
    "having_changed",
    "highlights",
    "news",
    "not_counting",
    "pot_name",
    "pot_story",
    "progress",
    "prompt",
    "round_name",
    "street",
    "terms",
    "terms_sentences",
    "tie_break",
    "told",
    "told_in_secret",
    "verdict",
]
