"""Who wins which pot: where cards and chips meet. [P7, P9]"""

from ..contract import Refused
from .betting import Players, circle
from .cards import height
from .moves import Winners
from .options import NONE, SUIT_HIGH_OR_LOW, THIRD, Options
from .pots import Pot, without
from .ranking import Hand, best_hand
from .splits import PaidPot, pay_pot
from .state import Five, LastHand, Named, Table
from .wild import wild_rank

LOWEST_ASKING_HIGH = height("8c")  # [P9.5]


def showing_order(players: Players, dealer: int, raiser: int | None) -> tuple[int, ...]:
    """Return the seats in, in the order in which they show. [P7.1]"""
    return tuple([seat for seat in circle(len(players), raiser - 1 if raiser else dealer) if players[seat - 1].is_in])


def best_of(options: Options, hole: Five, board: tuple[str | None, ...]) -> Hand:
    """Return the best hand of a seat's five and what has been entered of the row. [P6.4, P9]"""
    return best_hand((*hole, *filter(None, board)), wild_rank(options.wild, hole, board))


def named_card(options: Options, board: tuple[str | None, ...]) -> Named | None:
    """Return the table card that names the suit of a split, once it lies there. [P9.4, P9.5]"""
    place = 2 if options.split_card == THIRD else 4
    if options.split == NONE or len(board) <= place or not (card := board[place]):
        return None
    return Named(card, options.split != SUIT_HIGH_OR_LOW or height(card) >= LOWEST_ASKING_HIGH)


def suit_holder(named: Named, table: Table, claimants: tuple[int, ...]) -> int | None:
    """Return the claimant whose own five hold the card that wins the suit, by printed cards; or None. [P9.4-P9.6]"""
    held = [
        (height(card), seat) for seat in claimants for card in table.shown_by(seat) or () if card[1] == named.card[1]
    ]
    if not held:
        return None
    return (max(held) if named.highest else min(held))[1]


def settle(options: Options, table: Table, order: tuple[int, ...]) -> LastHand:
    """Return how the hand ends when all have shown or mucked; `order` is that of odd chips. [P5.3, P7, P9.4]"""
    hands = {seat: best_of(options, five, table.board) for seat, five in table.shown}
    named = named_card(options, table.board)

    def paid(pot: Pot) -> PaidPot:
        if table.to_show:  # the last player in has it all, unseen [P2.4]
            return pay_pot(pot, table.to_show, None, order)
        best = max(hands[seat] for seat in pot.seats)
        winners = tuple(seat for seat in pot.seats if hands[seat] == best)
        return pay_pot(pot, winners, suit_holder(named, table, pot.seats) if named else None, order)

    paid_pots = tuple(map(paid, without(table.pots, table.mucked)))
    return LastHand(table.returned, paid_pots, tuple(sorted(hands.items())), named)


def settle_declared(options: Options, table: Table, declared: tuple[Winners, ...], order: tuple[int, ...]) -> LastHand:
    """Return how the hand ends as the dealer declares it, or raise Refused("bad-declaration"). [P7.4]"""
    open_pots = without(table.pots, table.mucked)
    if len(declared) != len(open_pots):
        raise Refused("bad-declaration", "P7.4", why="pots", wanted=len(open_pots))
    for number, (pot, winners) in enumerate(zip(open_pots, declared, strict=True), 1):
        _demand_winners(pot, winners.high, number)
        if winners.suit is not None:
            _demand_suit(options, pot, winners.suit, number)
    paid = tuple(
        pay_pot(pot, winners.high, winners.suit[0] if winners.suit else None, order)
        for pot, winners in zip(open_pots, declared, strict=True)
    )
    return LastHand(table.returned, paid, named=named_card(options, table.board), declared=True)


def _demand_winners(pot: Pot, seats: tuple[int, ...], number: int) -> None:
    if not seats or len(set(seats)) < len(seats) or not set(seats) <= set(pot.seats):
        raise Refused("bad-declaration", "P5.2", why="winners", pot=number, seats=pot.seats)


def _demand_suit(options: Options, pot: Pot, seats: tuple[int, ...], number: int) -> None:
    if options.split == NONE:
        raise Refused("bad-declaration", "P9.4", why="no-split", pot=number)
    if len(seats) != 1:
        raise Refused("bad-declaration", "P9.4", why="one-suit", pot=number, seats=pot.seats)
    _demand_winners(pot, seats, number)
