"""What is asked of the one on turn in a round of betting, and what was bet last, in words."""

from django.utils.translation import gettext as _

from games.rules.poker.betting import circle
from games.rules.poker.limits import Limits
from games.rules.poker.options import FIXED_LIMIT, POT_LIMIT, SPREAD_LIMIT
from games.rules.poker.sight import PlayerView, PokerView

from ..speech import Prompt, number

STRUCTURE_CLAUSES = {POT_LIMIT: "P4.1", FIXED_LIMIT: "P4.2", SPREAD_LIMIT: "P4.3"}


def ask_bet(view: PokerView, seats: tuple[int, ...]) -> Prompt:
    """Return what the one on turn may do, to that player or to others. [P2.2, P3.1]"""
    seat, may = view.awaited[0], view.limits
    assert may  # for the reader: somebody is on turn
    said = last_bet(view)
    if seat not in seats:
        return Prompt(_to_others(view.player(seat), may), said, "P3.1" if may.to_call else "P2.2")
    hint, clause = _may_raise(view, view.player(seat), may)
    text = _to_you(may) if len(seats) == 1 else _to_one_of_you(view.player(seat), may)
    return Prompt(text, f"{said} {hint}".strip(), clause, True)


def _to_you(may: Limits) -> str:
    if may.to_call:
        return _("Your turn: %(chips)s to call.") % {"chips": number(may.to_call)}
    return _("Your turn: check.") if may.min_to is None else _("Your turn: check or bet.")


def _to_one_of_you(player: PlayerView, may: Limits) -> str:
    """Speak to one of several players who share a phone."""
    if may.to_call:
        sentence = _("%(name)s, your turn: %(chips)s to call.")
    else:
        sentence = _("%(name)s, your turn: check.") if may.min_to is None else _("%(name)s, your turn: check or bet.")
    return sentence % {"name": player.name, "chips": number(may.to_call)}


def _to_others(player: PlayerView, may: Limits) -> str:
    if may.to_call:
        sentence = _("Waiting for %(name)s: %(chips)s to call.")
    else:
        sentence = _("Waiting for %(name)s: check.") if may.min_to is None else _("Waiting for %(name)s: check or bet.")
    return sentence % {"name": player.name, "chips": number(may.to_call)}


def last_bet(view: PokerView) -> str:
    """Return who bet or raised last in this round, and to how much; empty where nobody has."""
    if not view.bet:
        return ""
    waiting: list[PlayerView] = []
    # From the one on turn on, those who still have to answer have less in; the first to have it all made the bet.
    for seat in circle(len(view.players), view.awaited[0] - 1):
        player = view.player(seat)
        if player.in_round == view.bet:
            return _made(view, player, waiting)
        waiting.append(player)
    return ""


def _made(view: PokerView, player: PlayerView, waiting: list[PlayerView]) -> str:
    values = {"name": player.name, "to": number(view.bet)}
    if any(other.in_round for other in waiting):
        sentence = _("%(name)s raised to %(to)s, all-in.") if not player.chips else _("%(name)s raised to %(to)s.")
    elif any(0 < other.in_round < view.bet and other.status == "all-in" for other in view.players):
        # All-in for less before the bet or after it: a bet or a raise, the chips alone do not tell.
        sentence = _("%(name)s made it %(to)s, all-in.") if not player.chips else _("%(name)s made it %(to)s.")
    else:
        sentence = _("%(name)s bet %(to)s, all-in.") if not player.chips else _("%(name)s bet %(to)s.")
    return sentence % values


def _may_raise(view: PokerView, player: PlayerView, may: Limits) -> tuple[str, str]:
    """Say what a bet or raise may come to, or why none is open; with the clause. [P3, P4]"""
    if may.min_to is None or may.max_to is None:
        return _closed(may), may.closed_by or "P3.1"
    all_in = player.in_round + player.chips
    values = {"least": number(may.min_to), "most": number(may.max_to)}
    if may.min_to == may.max_to == all_in:
        sentence = _("All-in makes it %(most)s.") if view.bet else _("All-in is a bet of %(most)s.")
        return sentence % values, "P3.4"
    if may.min_to == may.max_to:
        sentence = _("A raise is to exactly %(least)s.") if view.bet else _("A bet is exactly %(least)s.")
    elif may.max_to < all_in:
        sentence = (
            _("A raise is to at least %(least)s and at most %(most)s.")
            if view.bet
            else _("A bet is at least %(least)s and at most %(most)s.")
        )
    else:
        sentence = _("A raise is to at least %(least)s.") if view.bet else _("A bet is at least %(least)s.")
    return sentence % values, STRUCTURE_CLAUSES.get(view.options.betting, "P3.3" if view.bet else "P3.1")


def _closed(may: Limits) -> str:
    """Say why no raise is open. [P3.2, P3.6, P3.7, P4.2]"""
    if may.closed_by == "P3.2":
        return _("That is everything: call all-in, or fold.")
    if may.closed_by == "P3.6":
        return _("That was a short all-in, and you have acted: call or fold.")
    if may.closed_by == "P4.2":
        return _("Four bets are in, and no more may be: call or fold.")
    return _("Nobody else could put in more: call or fold.")
