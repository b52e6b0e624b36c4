"""The end of a hand: own cards entered, shown or given up, and the pots paid. [P5.3, P7]"""

from ..contract import Refused
from .betting import IDLE, LEFT, NO_BETTING, Player, circle
from .moves import Declare, Hole, Muck, Show
from .pots import pots, without
from .showdown import settle, settle_declared, showing_order
from .state import LastHand, State, Table


def open_showdown(state: State) -> State:
    """Fix the pots and who shows first. [P7.1]"""
    table = state.table
    assert table.dealer  # for the reader: a hand has been dealt
    order = showing_order(state.players, table.dealer, state.betting.raiser)
    table = table._replace(pots=pots(state.players), order=order)
    return state.ask("showdown", table=table, betting=NO_BETTING).tell("showdown", "P7.1", order=order)


def enter(state: State, move: Hole) -> State:
    """Keep a seat's five in secret. Only what lies open can clash: no answer tells of cards that do not. [P7.2]"""
    _demand_asked(state.table, move.seat)
    if taken := state.table.lies_open.intersection(move.cards):
        raise Refused("card-unavailable", "P7.2", card=min(taken))
    return keep(state, move)


def keep(state: State, move: Hole) -> State:
    """Keep a seat's five, whatever lies open: that may be read anew after they were entered. [P7.2]"""
    _demand_asked(state.table, move.seat)
    holes = {**dict(state.table.holes), move.seat: move.cards}
    return state.then(table=state.table._replace(holes=tuple(sorted(holes.items()))))


def show(state: State, move: Show) -> State:
    """Lay five cards open. [P7.2]"""
    table = state.table
    _demand_asked(table, move.seat)
    if not table.is_entered:
        raise Refused("no-cards", "P7.4", why="board")
    five = move.cards or table.hole_of(move.seat)
    if five is None:
        raise Refused("no-cards", "P7.2", why="hole", seat=move.seat)
    if taken := table.lies_open.intersection(five):
        # Cards entered in secret stay so: whoever asks is not told which of them lies open elsewhere.
        raise Refused("card-unavailable", "P7.2", card=min(taken) if move.cards else None)
    news = ("shown", "P7.2", {"seat": move.seat, "cards": five})
    return _settled(state.then(news, table=table._replace(shown=(*table.shown, (move.seat, five)))))


def muck(state: State, move: Muck) -> State:
    """Give up instead of showing. [P7.3]"""
    table = state.table
    _demand_asked(table, move.seat)
    if not state.options.muck:
        raise Refused("not-allowed", "P7.3", option="muck")
    if not may_muck(table, move.seat):
        raise Refused("cannot-muck", "P7.3", seat=move.seat)
    news = ("mucked", "P7.3", {"seat": move.seat})
    return _settled(state.then(news, table=table._replace(mucked=(*table.mucked, move.seat))))


def may_muck(table: Table, seat: int) -> bool:
    """Tell whether every pot has somebody to win it when this seat gives up. [P7.3]"""
    return all(pot.seats for pot in without(table.pots, (*table.mucked, seat)))


def _demand_asked(table: Table, seat: int) -> None:
    if table.shown_by(seat) or seat in table.mucked:
        raise Refused("not-your-turn", "P7.2", seat=seat)


def _settled(state: State) -> State:
    """Pay the pots once all have shown or mucked; a lone last player in need not show."""
    table = state.table
    waiting = len(table.order) - len(table.shown) - len(table.mucked)
    if waiting > 1 or (waiting and table.shown):
        return state
    return end_hand(state, settle(state.options, table, _order(state)))


def declare(state: State, move: Declare) -> State:
    """Take the dealer's word for who wins. [P7.4]"""
    if not may_declare(state):
        raise Refused("not-allowed", "P7.4", option="declare")
    last_hand = settle_declared(state.options, state.table, move.pots, _order(state))
    return end_hand(state.then(("declared", "P7.4", {})), last_hand)


def may_declare(state: State) -> bool:
    """Tell whether the winners may be declared: by agreement, or because a table card is not known. [P7.4]"""
    return state.options.declare or not state.table.is_entered


def _order(state: State) -> tuple[int, ...]:
    """Return the order in which odd chips go round: from the dealer's left. [P5.3]"""
    assert state.table.dealer  # for the reader: a hand has been dealt
    return circle(len(state.players), state.table.dealer)


def end_hand(state: State, last_hand: LastHand) -> State:
    """Pay the pots and clear the table: what was not shown stays secret for good. [P5.3, P7.2]"""
    won, told = dict.fromkeys(state.seats, 0), [*state.told]
    for number, pot in enumerate(last_hand.pots, 1):
        for seat, chips in (*pot.high, *pot.suit):
            won[seat] += chips
        told.append(("pot-won", "P5.3", {"number": number, "pots": len(last_hand.pots), "pot": pot}))
    players = tuple(_between_hands(player, won[seat]) for seat, player in enumerate(state.players, 1))
    table = state.table._replace(holes=(), pots=(), order=())
    state = state._replace(players=players, table=table, last_hand=last_hand, betting=NO_BETTING, told=tuple(told))
    return over(state) if is_over(state) else state.ask("deal")


def _between_hands(player: Player, won: int) -> Player:
    standing = LEFT if player.standing == LEFT else IDLE
    return Player(player.chips + won, standing=standing, bought=player.bought)


def is_over(state: State) -> bool:
    """Tell whether no further hand can be dealt: all agreed ones are, or too few can go on. [P8.1]"""
    hands = state.options.hands
    return (hands is not None and state.round >= hands) or has_too_few(state)


def has_too_few(state: State) -> bool:
    """Tell whether fewer than two can go on: pay the ante, or with re-buys, have not left. [P8.1]"""
    return len(state.present if state.options.rebuys else state.payers) < 2


def over(state: State) -> State:
    """End the session. [P8.1]"""
    return state.ask("over").tell("game-over", "P8.1")
