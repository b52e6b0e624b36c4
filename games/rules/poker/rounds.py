"""The five rounds: a table card, and the bets after it. [P2, P3]"""

from typing import NoReturn

from ..contract import Refused
from .betting import (
    NO_BETTING,
    Betting,
    Players,
    answered,
    circle,
    collect,
    fold,
    next_turn,
    pay,
    raised,
    seats_in,
    to_call,
)
from .cards import HAND
from .endings import end_hand, open_showdown
from .limits import Limits, limits, smallest_bet
from .moves import Bet, Board, Call, Check, Fold
from .options import FIXED_LIMIT
from .pots import pots
from .splits import pay_pot
from .state import LastHand, State, Told


def turn_card(state: State, move: Board) -> State:
    """Turn the next table card, and open its round of betting. [P2.1]"""
    table = state.table
    if move.card in table.lies_open:
        raise Refused("card-unavailable", "P7.2", card=move.card)
    board = (*table.board, move.card)
    news = ("card-turned", "P2.1", {"card": move.card, "number": len(board)})
    table = table._replace(board=board)
    assert table.dealer  # for the reader: a hand has been dealt
    turn = next_turn(state.players, table.dealer, 0, ())
    if turn:
        return state.ask(
            "bet", told=(news,), table=table, betting=Betting(0, smallest_bet(state.options, len(board)), turn)
        )
    return _after_betting(state.then(news, table=table))


def check(state: State, move: Check) -> State:
    """Stay in without a bet. [P2.3, P3.1]"""
    betting = state.betting
    lacks = betting.bet - state.players[move.seat - 1].in_round
    if lacks:
        raise Refused("cannot-check", "P3.1", seat=move.seat, to_call=to_call(state.player(move.seat), betting.bet))
    news = ("checked", "P2.3", {"seat": move.seat})
    return _go_on(state, state.players, answered(betting, move.seat, state.players), news)


def call(state: State, move: Call) -> State:
    """Put in what is lacking to the bet, or all there is. [P3.1, P3.4]"""
    betting, player = state.betting, state.players[move.seat - 1]
    chips = to_call(player, betting.bet)
    if not chips:
        raise Refused("nothing-to-call", "P3.1", seat=move.seat)
    players = pay(state.players, move.seat, chips)
    news = ("called", "P3.1", {"seat": move.seat, "chips": chips, "all_in": chips == player.chips})
    return _go_on(state, players, answered(betting, move.seat, players), news)


def bet(state: State, move: Bet) -> State:
    """Bet or raise. [P3, P4]"""
    may = limits(state.options, state.players, state.betting, move.seat)
    if may.min_to is None or may.max_to is None or not may.min_to <= move.to <= may.max_to:
        _refuse_bet(state, move, may)
    player = state.players[move.seat - 1]
    chips = move.to - player.in_round
    players = pay(state.players, move.seat, chips)
    values = {"seat": move.seat, "to": move.to, "chips": chips, "all_in": chips == player.chips}
    news = ("raised" if state.betting.bet else "bet", "P3.1", values)
    return _go_on(state, players, raised(state.betting, move.seat, move.to, players), news)


def _refuse_bet(state: State, move: Bet, may: Limits) -> NoReturn:
    values = {
        "seat": move.seat,
        "to": move.to,
        "min_to": may.min_to,
        "max_to": may.max_to,
        "to_call": may.to_call,
    }
    if may.min_to is None or may.max_to is None:
        raise Refused("raise-not-open", may.closed_by, **values)
    if state.options.betting == FIXED_LIMIT:
        raise Refused("wrong-amount", "P4.2", **values)
    if move.to < may.min_to:
        raise Refused("below-minimum", "P3.3", **values)
    by_chips = may.max_to == state.player(move.seat).in_round + state.player(move.seat).chips
    clause = "P3.2" if by_chips else {"pot-limit": "P4.1"}.get(state.options.betting, "P4.3")
    raise Refused("above-maximum", clause, **values)


def give_up(state: State, move: Fold) -> State:
    """Fold. When all but one have, that one takes the pot. [P2.4, P3.1]"""
    players = fold(state.players, move.seat)
    news = ("folded", "P3.1", {"seat": move.seat})
    if len(seats_in(players)) > 1:
        return _go_on(state, players, answered(state.betting, move.seat, players), news)
    return _won_unseen(_collected(state.bet_on(players, NO_BETTING, news)))


def _go_on(state: State, players: Players, betting: Betting, news: Told) -> State:
    """Let the next one act, or end the round."""
    state = state.bet_on(players, betting, news)
    return state if betting.turn else _after_betting(_collected(state))


def _collected(state: State) -> State:
    """Give back what nobody matched; the rest lies in the middle. [P5.1]"""
    players, back = collect(state.players)
    if not back:
        return state if players is state.players else state._replace(players=players)
    seat, chips = back
    returned = tuple(had + chips * (at == seat) for at, had in enumerate(state.table.returned, 1))
    state = state._replace(players=players, table=state.table._replace(returned=returned))
    return state.tell("returned", "P5.1", seat=seat, chips=chips)


def _after_betting(state: State) -> State:
    """Go on to the next table card, or to the showdown. [P2.1, P7.1]"""
    if len(state.table.board) < HAND:
        return state.ask("board", betting=NO_BETTING)
    return open_showdown(state)


def _won_unseen(state: State) -> State:
    """Give the whole pot to the last one in, who shows nothing. [P2.4]"""
    assert state.table.dealer  # for the reader: a hand has been dealt
    order = circle(len(state.players), state.table.dealer)
    paid = tuple(pay_pot(pot, pot.seats, None, order) for pot in pots(state.players))
    return end_hand(state, LastHand(state.table.returned, paid))
