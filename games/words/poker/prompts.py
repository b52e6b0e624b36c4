"""What is asked in poker, phase by phase, as sentences."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from games.rules.poker.betting import circle
from games.rules.poker.cards import HAND
from games.rules.poker.options import NONE, THIRD
from games.rules.poker.pots import without
from games.rules.poker.sight import PokerView
from games.rules.poker.wild import LAST_CARD

from ..speech import Prompt, listed, number
from .bets import ask_bet
from .pots import hand_won


def prompt(view: PokerView, seats: tuple[int, ...], sealed: bool, held: frozenset[int] = frozenset()) -> Prompt:
    """Return what is asked, as a sentence to the holder of these seats (none: to everybody)."""
    return _PROMPTS[view.phase](view, seats)


def next_dealer(view: PokerView) -> int | None:
    """Return who deals next; None where fewer than two can pay the ante. [P1.2, P8.1]"""
    payers = [player.seat for player in view.players if player.status == "active"]
    # A lobby may hold fewer seats yet than the one that is to deal first.
    after = view.dealer or min(view.options.first_dealer - 1, len(view.players))
    order = [seat for seat in circle(len(view.players), after) if seat in payers]
    return order[0] if len(order) > 1 else None


def _deal(view: PokerView, seats: tuple[int, ...]) -> Prompt:
    dealer = next_dealer(view)
    if dealer is None:
        hint = _("Fewer than two can pay the ante of %(ante)s: buy chips, or end the game.")
        text = hand_won(view) or _("Nobody can deal yet.")
        return Prompt(text, hint % {"ante": number(view.options.ante)}, "P8.1")
    yours, values = dealer in seats, {"name": view.name(dealer)}
    if view.last_hand is None:
        # The group may have chosen instead of drawing, and the terms do not tell which.
        own, other = _("You deal first, as drawn or agreed."), _("%(name)s deals first, as drawn or agreed.")
        return Prompt(own if seats == (dealer,) else other % values, _guide(), "P1.4", yours)
    deals = _("You deal next.") if seats == (dealer,) else _("%(name)s deals next.") % values
    return Prompt(hand_won(view), f"{deals} {_guide()}", "P1.4", yours)


def _guide() -> str:
    return _("Shuffle, cut on the right, five each one at a time, five in a row unseen.")


def _board(view: PokerView, seats: tuple[int, ...]) -> Prompt:
    place = len(view.board)
    assert view.dealer  # for the reader: a hand has been dealt
    if view.dealer in seats:
        text = [
            _("Turn the first card."),
            _("Turn the second card."),
            _("Turn the third card."),
            _("Turn the fourth card."),
            _("Turn the fifth card."),
        ][place]
    else:
        text = [
            _("%(name)s turns the first card."),
            _("%(name)s turns the second card."),
            _("%(name)s turns the third card."),
            _("%(name)s turns the fourth card."),
            _("%(name)s turns the fifth card."),
        ][place] % {"name": view.name(view.dealer)}
    hint, clause = _before_card(view)
    return Prompt(text, " ".join([hint, *_meaning(view)]), clause, view.dealer in seats)


def _before_card(view: PokerView) -> tuple[str, str]:
    """Say what lies in the middle, and whether betting goes on. [P2.1, P2.5]"""
    values = {"amount": number(sum(pot.amount for pot in view.pots))}
    active = [player for player in view.players if player.status == "active" and player.in_hand]
    if len(active) < 2:
        return _("Nobody is left to bet against: the rest is turned. The pot is %(amount)s.") % values, "P2.5"
    if not view.board:
        return _("The antes make a pot of %(amount)s. Betting follows each card.") % values, "P2.1"
    return _("All bets go to the middle: the pot is %(amount)s.") % values, "P2.1"


def _meaning(view: PokerView) -> list[str]:
    """Say what the card to be turned will mean: the wild rank, the suit. [P9.1, P9.4]"""
    options, place, said = view.options, len(view.board) + 1, []
    if options.wild == LAST_CARD and place == HAND:
        said.append(_("This card and its rank are wild."))
    if options.split != NONE and place == (3 if options.split_card == THIRD else HAND):
        said.append(_("It names the suit for half of the pot."))
    return said


def _showdown(view: PokerView, seats: tuple[int, ...]) -> Prompt:
    if None in view.board:
        return _unentered(view, seats)
    seat = view.awaited[0]
    if seat not in seats:
        return Prompt(_("Waiting for %(name)s to show.") % {"name": view.name(seat)}, _order(view), "P7.1")
    values = {"name": view.name(seat)}
    if may_give_up(view, seat):
        own = _("You: show your five, or give up.")
        text = own if len(seats) == 1 else _("%(name)s: show your five, or give up.") % values
    else:
        text = _("You: show your five.") if len(seats) == 1 else _("%(name)s: show your five.") % values
    return Prompt(text, _order(view), "P7.1", True)


def may_give_up(view: PokerView, seat: int) -> bool:
    """Tell whether a seat may muck: by agreement, and if every pot still has somebody to win it. [P7.3]"""
    return view.options.muck and all(pot.seats for pot in without(view.pots, (seat,)))


def _order(view: PokerView) -> str:
    """Say who shows after that, and that the dealer may declare instead. [P7.1, P7.4]"""
    said = []
    if later := [view.name(seat) for seat in view.awaited[1:]]:
        said.append(_("After that: %(names)s.") % {"names": listed(later)})
    else:
        said.append(_("That is the last one to show."))
    if view.options.declare and not any(player.shown for player in view.players):
        said.append(_("Or the dealer declares who wins."))
    return " ".join(said)


def _unentered(view: PokerView, seats: tuple[int, ...]) -> Prompt:
    hint = _("A table card was not entered, so hands cannot be shown here.")
    assert view.dealer  # for the reader: a hand has been dealt
    if view.dealer in seats:
        return Prompt(_("Lay the hands open, and declare who wins."), hint, "P7.4", True)
    text = _("Lay the hands open; %(name)s, the dealer, declares who wins.")
    return Prompt(text % {"name": view.name(view.dealer)}, hint, "P7.4")


def _over(view: PokerView, seats: tuple[int, ...]) -> Prompt:
    return Prompt(_("The game is over."), hand_won(view), "P8.1")


_PROMPTS: dict[str, Callable[[PokerView, tuple[int, ...]], Prompt]] = {
    "deal": _deal,
    "board": _board,
    "bet": ask_bet,
    "showdown": _showdown,
    "over": _over,
}
