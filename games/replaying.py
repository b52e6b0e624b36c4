"""A recorded session, played again with the rules alone."""

from dataclasses import asdict
from typing import Any

from .codec import FORMAT, read_move, read_session
from .rules.contract import Game, Refused, awaiting


class Stopped(Exception):
    """A session file that is not right. `index` counts moves from 0; None for what is wrong before them."""

    def __init__(self, index: int | None, refused: Refused) -> None:
        super().__init__(index, refused)
        self.index = index
        self.refused = refused


def replay(written: Any, upto: int | None = None) -> tuple[dict[str, Any], int]:
    """Play a session file and return where it stands, and how many moves that took. Raises Stopped."""
    try:
        session = read_session(written)
    except Refused as refused:
        raise Stopped(None, refused) from refused
    game = session.game
    state = game.start(session.options, session.names)
    moves = session.moves if upto is None else session.moves[: max(upto, 0)]
    for index, move in enumerate(moves):
        try:
            state = game.apply(state, read_move(game, move))
        except Refused as refused:
            raise Stopped(index, refused) from refused
    return answer(game, state), len(moves)


def answer(game: Game, state: Any) -> dict[str, Any]:
    """Return a state as replay prints it."""
    standings = [asdict(standing) for standing in game.standings(state)]
    awaited = game.awaited(state) if game.awaited else awaiting(game.offers(state))
    return {
        "format": FORMAT,
        "game": game.key,
        "finished": state.phase == "over",
        "phase": state.phase,
        "round": state.round,
        "awaiting": list(awaited),
        "standings": [{key: row[key] for key in ("seat", "name", "place", "score")} for row in standings],
        "state": game.published(state),
    }
