"""The sentences: prompts, news and refusals, whole, in the reader's language."""

from games.rules.contract import Refused


def refusal(refused: Refused) -> str:
    return refused.code
