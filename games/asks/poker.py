"""What the poker game asks of a phone, phase by phase."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from games.access import Viewer
from games.rules.contract import Offer, Refused
from games.rules.poker.sight import PokerView
from games.words import listed, number

from . import Ask, Choice, Glance, for_others, line, own
from .poker_terms import filled_terms as filled_terms
from .poker_terms import read_terms as read_terms


def spelled(fields: dict[str, str]) -> dict[str, str]:
    """Return a form's fields as the move has them: the ticks of a declaration become its pots. [P7.4]"""
    # Left out means: not entered, or those entered before. A field that is there and empty means neither.
    for name in ("card", "cards"):
        if name in fields and not fields[name].strip():
            raise Refused("bad-move", "P7.2", field=name)
    if fields.get("move") != "declare" or "pots" in fields:
        return fields
    pots: dict[str, list[str]] = {}
    for name in fields:
        part, _sep, rest = name.partition("-")
        pot, _sep, seat = rest.partition("-")
        if part == "high" and pot in DIGITS and seat in DIGITS:
            pots.setdefault(pot, []).append(seat)
    texts = [f"{' '.join(seats)}/{fields.get(f'suit-{pot}', '')}" for pot, seats in sorted(pots.items())]
    return {**fields, "pots": ";".join(texts)}


DIGITS = tuple("123456789")  # pots and seats: there are never more
HAS_OWN = True  # a region that only the seat's own phone sees: its cards


def ask(viewer: Viewer, view: PokerView, glance: Glance) -> Ask:
    """Return what this phone is asked now."""
    offers = [offer for offer in viewer.sitting.offers if viewer.may(offer)]
    holes = [offer for offer in own(viewer, offers) if offer.move == "hole"]
    if glance.wants == "cards" and holes:
        return _cards(viewer, view, holes, glance)
    asked = _ASKS[view.phase](viewer, view, offers, glance)
    return _with_cards(asked, view, holes)


def _with_cards(asked: Ask, view: PokerView, holes: list[Offer]) -> Ask:
    """Let a player enter their own five at any time of the hand. [P7.2]"""
    if not holes or asked.kind == "picker":
        return asked
    label = _("Change my cards") if view.own and view.own.cards else _("Enter my cards in secret")
    return asked.with_link("cards", label)


def _cards(viewer: Viewer, view: PokerView, holes: list[Offer], glance: Glance) -> Ask:
    """Ask for a seat's own five; with several seats on the phone, who is looking comes first."""
    if len(holes) > 1 or len(viewer.seats) > 1:
        if glance.looking not in [offer.seat for offer in holes]:
            return Ask("cover", lines=tuple(line(viewer, offer) for offer in holes), want="cards")
        holes = [offer for offer in holes if offer.seat == glance.looking]
    was = " ".join(view.own.cards) if view.own else ""
    return Ask(
        "picker",
        lines=(line(viewer, holes[0], was=was),),
        send=_("Keep them secret"),
        open=_open(view),
        text=view.name(holes[0].seat or 0) if len(viewer.seats) > 1 else "",
    )


def _open(view: PokerView) -> tuple[str, ...]:
    """Return the cards that lie open, in the order they came to lie there."""
    shown = (card for player in view.players for card in player.shown or ())
    return (*(card for card in view.board if card), *shown)


def _acts_for(viewer: Viewer, seat: int | None, glance: Glance) -> bool:
    """Tell whether this phone answers for a seat: its own, one without a phone, or one the host was asked to."""
    return seat in viewer.seats or seat not in viewer.sitting.held or seat == glance.entering_for


def _deal(viewer: Viewer, view: PokerView, offers: list[Offer], glance: Glance) -> Ask:
    deal = next((offer for offer in offers if offer.move == "deal"), None)
    if deal is None:
        return Ask("wait")
    dealer = deal.limit("dealer")
    acts = _acts_for(viewer, dealer, glance)
    if not acts and not viewer.is_host:
        return Ask("wait")
    label = _("Dealt: hand %(number)d, antes in") % {"number": view.round + 1}
    return Ask("choices", choices=(Choice(label, (line(viewer, deal),), main=acts, key="deal"),), yours=acts)


def _board(viewer: Viewer, view: PokerView, offers: list[Offer], glance: Glance) -> Ask:
    board = next((offer for offer in offers if offer.move == "board"), None)
    if board is None:
        return Ask("wait")
    if not _acts_for(viewer, view.dealer, glance):
        return Ask("wait", for_others=_for_dealer(viewer, view))
    unentered = Choice(_("Turned, not entered"), (line(viewer, board),), key="unentered")
    return Ask(
        "card",
        lines=(line(viewer, board),),
        more=(unentered,),
        open=_open(view),
        yours=True,
    )


def _for_dealer(viewer: Viewer, view: PokerView) -> tuple[tuple[int, str], ...]:
    """Return the dealer, with another phone, as somebody the host may enter for."""
    return ((view.dealer, view.name(view.dealer)),) if viewer.is_host and view.dealer else ()


def _bet(viewer: Viewer, view: PokerView, offers: list[Offer], glance: Glance) -> Ask:
    """Ask the one on turn; what several without a phone answer alike is one tap."""
    turn = [offer for offer in offers if offer.owed and _acts_for(viewer, offer.seat, glance)]
    if not turn:
        return Ask("wait", for_others=for_others(viewer, offers)[:1])
    by_move = {offer.move: offer for offer in turn}
    stays = by_move.get("check") or by_move["call"]
    lacks = stays.limit("to_call")
    is_all_in = bool(lacks) and lacks == view.player(stays.seat or 0).chips
    together = _together(viewer, stays, glance)
    label = _("Call all-in: %(chips)s") if is_all_in else _("Call %(chips)s")
    label = label % {"chips": number(lacks)} if lacks else _("Check")
    stay = Choice(label, (line(viewer, stays),), main=not together or stays.seat in viewer.seats, key="stay")
    fold = Choice(_("Fold"), (line(viewer, by_move["fold"]),), key="fold")
    bet = by_move.get("bet")
    only = _only_bet(viewer, view, bet) if bet else ()
    return Ask(
        "bet",
        choices=(*together, stay, *only) if not lacks else (fold, stay, *together, *only),
        more=() if lacks else (fold,),
        lines=(line(viewer, bet),) if bet and not only else (),
        amounts=_amounts(view, bet) if bet else (),
        all_in=_all_in(viewer, view, bet) if bet else None,
        apart=is_all_in,
        text="" if stays.seat in viewer.seats and len(viewer.seats) == 1 else view.name(stays.seat or 0),
        yours=True,
        for_others=for_others(viewer, offers)[:1],
    )


def _has(view: PokerView, bet: Offer) -> int:
    """Return the total that the one on turn can bet to: then all-in."""
    player = view.player(bet.seat or 0)
    return player.in_round + player.chips


def _only_bet(viewer: Viewer, view: PokerView, bet: Offer) -> tuple[Choice, ...]:
    """Return the bet or raise as one answer, where only one amount is open and it is not all there is. [P4.2]"""
    amount = bet.limit("min_to")
    if amount != bet.limit("max_to") or amount == _has(view, bet):
        return ()
    label = _("Raise to %(chips)s") if view.bet else _("Bet %(chips)s")
    return (Choice(label % {"chips": number(amount)}, (line(viewer, bet, fixed={"to": amount}),), key="raise"),)


def _all_in(viewer: Viewer, view: PokerView, bet: Offer) -> Choice | None:
    """Return the bet or raise of everything, where that is open. [P3.4]"""
    amount = bet.limit("max_to")
    if amount != _has(view, bet):
        return None
    label = _("All-in: %(chips)s") % {"chips": number(amount)}
    return Choice(label, (line(viewer, bet, fixed={"to": amount}),), key="most")


def _amounts(view: PokerView, bet: Offer) -> tuple[tuple[str, int], ...]:
    """Return ready amounts for a bet: the smallest, half the pot, the pot; each legal, each once, none all-in."""
    least, most, lacks = bet.limit("min_to"), bet.limit("max_to"), bet.limit("to_call")
    pot = sum(player.in_hand for player in view.players) + lacks
    wanted = [
        (_("smallest"), least),
        (_("half pot"), view.bet + pot // 2),
        (_("pot"), view.bet + pot),
        (_("most"), most),
    ]
    found: dict[int, str] = {}
    for label, amount in wanted:
        if least <= amount <= most and amount != _has(view, bet):
            found.setdefault(amount, label)
    return tuple((label, amount) for amount, label in sorted(found.items()))


def _together(viewer: Viewer, stays: Offer, glance: Glance) -> tuple[Choice, ...]:
    """Return one answer for all in a row whom this phone answers for: all check, or all call."""
    game, told = viewer.sitting.game, viewer.sitting.line
    lines = []
    street = len(told.state.table.board)
    offer: Offer | None = stays
    while offer and _acts_for(viewer, offer.seat, glance):
        move = game.moves[offer.move](offer.seat)
        if game.asks_once(told.state, move):  # all-in is nobody's among others
            break
        lines.append(line(viewer, offer))
        told = told.then(told.head, move)
        if told.state.phase != "bet" or len(told.state.table.board) != street:
            break
        offer = next((one for one in told.offers if one.owed and one.move in ("check", "call")), None)
    if len(lines) < 2:
        return ()
    label = _("All call") if stays.move == "call" else _("All check")
    who = listed([one.name for one in lines])
    return (Choice(label, tuple(lines), who, main=stays.seat not in viewer.seats, key="together"),)


def _showdown(viewer: Viewer, view: PokerView, offers: list[Offer], glance: Glance) -> Ask:
    deals = _acts_for(viewer, view.dealer, glance)
    declare = next((offer for offer in offers if offer.move == "declare" and (deals or viewer.is_host)), None)
    shows = _shows(viewer, view, offers, glance)
    mucks = {offer.seat: offer for offer in offers if offer.move == "muck"}
    is_own = bool(shows) and shows[0].seat in viewer.seats
    is_due = deals and glance.wants != "show" and not is_own
    if declare and (glance.wants == "declare" or is_due or (deals and not shows)):
        return _declare(viewer, declare, bool(shows))
    links = (("declare", _("Declare the winners")),) if declare else ()
    is_early = bool(shows) and shows[0].seat != view.awaited[0] and shows[0].seat != glance.entering_for
    if not shows or (is_early and glance.wants != "show"):
        early = (("show", _("Show before my turn")),) if own(viewer, shows) else ()
        return Ask("wait", links=(*early, *links), for_others=for_others(viewer, offers))
    show = shows[0]
    muck = mucks.get(show.seat)
    more = (Choice(_("Give up: muck"), (line(viewer, muck),), key="muck"),) if muck else ()
    text = _("The five of %(name)s") % {"name": view.name(show.seat or 0)}
    if is_own and view.own and view.own.cards:
        choice = Choice(_("Show my five"), (line(viewer, show),), main=True, key="show")
        return Ask("choices", choices=(choice,), more=more, links=links, text=text, yours=True)
    send = _("Show these five")
    others = for_others(viewer, offers)
    shown = (line(viewer, show),)
    return Ask(
        "picker",
        lines=shown,
        more=more,
        links=links,
        text=text,
        send=send,
        open=_open(view),
        yours=True,
        for_others=others,
    )


def _shows(viewer: Viewer, view: PokerView, offers: list[Offer], glance: Glance) -> list[Offer]:
    """Return the hands this phone shows, its own and those of seats without a phone, in their order. [P7.1]"""
    shows = [offer for offer in offers if offer.move == "show" and _acts_for(viewer, offer.seat, glance)]
    if asked_for := [offer for offer in shows if offer.seat == glance.entering_for]:
        return asked_for
    return sorted(shows, key=lambda offer: view.awaited.index(offer.seat))


def _declare(viewer: Viewer, declare: Offer, may_show: bool) -> Ask:
    """Ask the table for the winners of each pot. [P7.4]"""
    pots = tuple(
        (place, amount, tuple((seat, viewer.sitting.seat(seat).name) for seat in seats))
        for place, (amount, seats) in enumerate(declare.limit("pots"), 1)
    )
    return Ask(
        "declare",
        lines=(line(viewer, declare, table="split" if declare.limit("split") else ""),),
        pots=pots,
        send=_("These win"),
        links=(("show", _("Show the cards instead")),) if may_show else (),
        yours=declare.owed,
    )


def _over(viewer: Viewer, view: PokerView, offers: list[Offer], glance: Glance) -> Ask:
    return Ask("over")


_ASKS: dict[str, Callable[[Viewer, PokerView, list[Offer], Glance], Ask]] = {
    "deal": _deal,
    "board": _board,
    "bet": _bet,
    "showdown": _showdown,
    "over": _over,
}
