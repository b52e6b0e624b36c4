"""What may be seen of a poker game: built up from nothing, by adding what is open. [P7.2]"""

from dataclasses import dataclass
from typing import Any

from .betting import FOLDED, IN, LEFT, Player
from .limits import Limits, limits
from .options import Options
from .pots import Pot, pots, without
from .ranking import Hand
from .showdown import best_of, named_card
from .state import Five, LastHand, Named, State
from .wild import LAST_CARD, wild_rank


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A seat as everybody sees it; amounts in chips. `shown`: its five, once they lie open."""

    seat: int
    name: str
    chips: int
    in_round: int
    in_hand: int
    status: str
    bought: int
    score: int
    shown: Five | None
    hand: Hand | None
    mucked: bool
    is_dealer: bool
    is_awaited: bool


@dataclass(frozen=True, slots=True)
class OwnView:
    """What only the seat itself sees: its five, the best hand they make so far, and what is wild for it. [P7.2]

    `taken`: those of the five that lie open elsewhere; one or the other was entered wrongly, and there is no hand.
    """

    seat: int
    cards: Five
    hand: Hand | None
    wild_rank: str | None
    taken: Five


@dataclass(frozen=True, slots=True)
class PokerView:
    """The game as one viewer may see it."""

    names: tuple[str, ...]
    options: Options
    round: int
    phase: str
    dealer: int | None
    board: tuple[str | None, ...]
    players: tuple[PlayerView, ...]
    pots: tuple[Pot, ...]
    bet: int
    limits: Limits | None
    awaited: tuple[int, ...]
    order: tuple[int, ...]
    wild_rank: str | None  # wild for everybody [P9.1]
    named: Named | None
    last_hand: LastHand | None
    own: OwnView | None

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.names[seat - 1]

    def player(self, seat: int) -> PlayerView:
        """Return a seat's part of the view."""
        return self.players[seat - 1]


def view_for(state: State, seat: int | None) -> PokerView:
    """Return what the player of a seat may see; with None, what everybody may."""
    table = state.table
    return PokerView(
        names=state.names,
        options=state.options,
        round=state.round,
        phase=state.phase,
        dealer=table.dealer,
        board=table.board,
        players=tuple(_player(state, other) for other in state.seats),
        pots=open_pots(state),
        bet=state.betting.bet,
        limits=_limits(state),
        awaited=awaited(state),
        order=table.order,
        wild_rank=wild_rank(LAST_CARD, (), table.board) if state.options.wild == LAST_CARD else None,
        named=named_card(state.options, table.board),
        last_hand=state.last_hand,
        own=_own(state, seat) if seat else None,
    )


def awaited(state: State) -> tuple[int, ...]:
    """Return the seats that owe something now; at the showdown in their order. [P7.1]

    Where a table card was not entered they cannot show, and yet the hand waits for them or for the dealer's word.
    """
    if state.phase == "bet" and state.betting.turn:
        return (state.betting.turn,)
    return state.table.to_show if state.phase == "showdown" else ()


def open_pots(state: State) -> tuple[Pot, ...]:
    """Return the pots and who can still win them; none between hands. [P5.2]"""
    if state.phase == "showdown":
        return without(state.table.pots, state.table.mucked)
    return pots(state.players) if state.is_running else ()


def status(state: State, player: Player) -> str:
    """Return how a player stands, in the session file's word."""
    if player.standing == LEFT:
        return "left"
    if player.standing == FOLDED:
        return "folded"
    if player.standing == IN:
        return "active" if player.chips else "all-in"
    return "active" if player.chips >= state.options.ante else "out"


def _limits(state: State) -> Limits | None:
    turn = state.betting.turn
    return limits(state.options, state.players, state.betting, turn) if state.phase == "bet" and turn else None


def _player(state: State, seat: int) -> PlayerView:
    player, table = state.player(seat), state.table
    shown = table.shown_by(seat)
    return PlayerView(
        seat=seat,
        name=state.names[seat - 1],
        chips=player.chips,
        in_round=player.in_round,
        in_hand=player.in_hand,
        status=status(state, player),
        bought=player.bought,
        score=player.chips + player.in_hand - player.bought,
        shown=shown,
        hand=best_of(state.options, shown, table.board) if shown else None,
        mucked=seat in table.mucked,
        is_dealer=seat == table.dealer,
        is_awaited=seat in awaited(state),
    )


def _own(state: State, seat: int) -> OwnView | None:
    table, options = state.table, state.options
    five = table.hole_of(seat)
    if five is None:
        return None
    others = table._replace(shown=tuple(pair for pair in table.shown if pair[0] != seat))
    taken = tuple(card for card in five if card in others.lies_open)
    hand = None if taken else best_of(options, five, table.board)
    return OwnView(seat, five, hand, wild_rank(options.wild, five, table.board), taken)


def published(state: State) -> dict[str, Any]:
    """Return replay's `state`: what everybody may see, in the session file's words."""
    may = _limits(state)
    return {
        "dealer": state.table.dealer,
        "board": list(state.table.board),
        "players": [_published_player(state, seat) for seat in state.seats],
        "pots": [{"amount": pot.amount, "seats": list(pot.seats)} for pot in open_pots(state)],
        "to_call": may.to_call if may else None,
        "min_to": may.min_to if may else None,
        "max_to": may.max_to if may else None,
        "last_hand": _published_hand(state.last_hand) if state.last_hand else None,
    }


def _published_player(state: State, seat: int) -> dict[str, Any]:
    player = state.player(seat)
    return {
        "seat": seat,
        "chips": player.chips,
        "in_round": player.in_round,
        "in_hand": player.in_hand,
        "status": status(state, player),
        "bought": player.bought,
    }


def _published_hand(last: LastHand) -> dict[str, Any]:
    return {
        "returned": {str(seat): chips for seat, chips in enumerate(last.returned, 1) if chips},
        "pots": [
            {
                "amount": pot.amount,
                "high": {str(seat): chips for seat, chips in sorted(pot.high)},
                "suit": {str(seat): chips for seat, chips in pot.suit},
            }
            for pot in last.pots
        ],
        "hands": {str(seat): _published_five(hand) for seat, hand in last.hands},
        "declared": last.declared,
    }


def _published_five(hand: Hand) -> dict[str, Any]:
    return {"category": hand.category, "cards": list(hand.cards), "as": list(hand.as_cards)}
