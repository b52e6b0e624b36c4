"""The games there are: the only registry."""

from .rules.contract import Game
from .rules.dice import DICE
from .rules.poker import POKER

GAMES: dict[str, Game] = {game.key: game for game in (DICE, POKER)}
