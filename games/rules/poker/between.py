"""Between hands: the next deal, and who comes, goes and buys. [P1, P8]"""

from ..contract import Refused
from .betting import IN, LEFT, Player, Players, circle
from .endings import has_too_few, over
from .moves import Deal, Finish, Join, Leave, Rebuy
from .options import CLASSIC, SEATS
from .state import State, Table, Told


def next_dealer(state: State) -> int | None:
    """Return who deals next: the first dealer or the next to the left, whoever can pay the ante. [P1.2]"""
    # A lobby may hold fewer seats yet than the one that is to deal first.
    after = state.table.dealer or min(state.options.first_dealer - 1, len(state.players))
    payers = state.payers
    return next((seat for seat in circle(len(state.players), after) if seat in payers), None)


def deal(state: State, _: Deal) -> State:
    """Pass the deal, take the antes, deal in whoever pays. [P1.2, P1.3, P1.4]"""
    seats, ante = state.payers, state.options.ante
    if len(seats) < 2:
        raise Refused("not-allowed", "P8.1", option="deal", ante=ante)
    dealer = next_dealer(state)
    players = _pay_antes(state.players, seats, ante)
    table = Table(dealer=dealer, returned=(0,) * len(players))
    news = ("dealt", "P1.4", {"dealer": dealer, "ante": ante, "seats": seats})
    return state.then(news).ask("board", players=players, table=table, round=state.round + 1)


def _pay_antes(players: Players, seats: tuple[int, ...], ante: int) -> Players:
    return tuple(
        Player(player.chips - ante, 0, ante, IN, player.bought) if seat in seats else player
        for seat, player in enumerate(players, 1)
    )


def leave(state: State, move: Leave) -> State:
    """Go home; the chips stand as the result. [P8.4]"""
    state = _asked_anew(state, ("left", "P8.4", {"seat": move.seat})).with_player(move.seat, standing=LEFT)
    return over(state) if has_too_few(state) else state


def rebuy(state: State, move: Rebuy) -> State:
    """Buy chips; they come off the result. [P8.3]"""
    if not state.options.rebuys:
        raise Refused("not-allowed", "P8.3", option="rebuys")
    player = state.player(move.seat)
    state = _asked_anew(state, ("bought", "P8.3", {"seat": move.seat, "chips": move.chips}))
    return state.with_player(move.seat, chips=player.chips + move.chips, bought=player.bought + move.chips)


def _asked_anew(state: State, news: Told) -> State:
    return state.then(news, beat=state.beat + 1)


def join(state: State, move: Join) -> State:
    """Seat a latecomer. [P8.3]"""
    if why := why_not_join(state, move.called):
        raise Refused("not-allowed", "P8.3", option="join", why=why, name=move.called, most=SEATS[-1])
    values = {"seat": len(state.names) + 1, "name": move.called, "chips": move.chips}
    return _asked_anew(state, ("joined", "P8.3", values))._replace(
        names=(*state.names, move.called),
        players=(*state.players, Player(move.chips)),
    )


def why_not_join(state: State, name: str) -> str | None:
    """Return why somebody of this name cannot join, or None. [P8.3]"""
    if state.options.preset != CLASSIC:
        return "series"
    if len(state.names) >= SEATS[-1]:
        return "full"
    return "taken" if name.casefold() in map(str.casefold, state.names) else None


def finish(state: State, _: Finish) -> State:
    """End the session before its time. [P8.4]"""
    return over(state.then())
