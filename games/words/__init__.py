"""The sentences: prompts, news and refusals, whole, in the reader's language."""

from .refusals import refusal
from .speech import Progress, Prompt, listed, marks, number, signed

__all__ = ["Progress", "Prompt", "listed", "marks", "number", "refusal", "signed"]
