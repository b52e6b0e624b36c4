"""The games there are: the only registry."""

from .rules.contract import Game
from .rules.dice import DICE

GAMES: dict[str, Game] = {game.key: game for game in (DICE,)}
