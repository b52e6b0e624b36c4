"""What the dice game asks of a phone, phase by phase."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.access import Viewer
from games.rules.contract import Offer
from games.rules.dice.cards import KINDS
from games.rules.dice.sight import DiceView
from games.words.dice.names import card_name, table_name

from . import Ask, Choice, Glance, Line, for_others, in_turn, line, own, phoneless

HAS_OWN = False  # a pick is shown where it is made


def read_terms(form: Mapping[str, str]) -> dict[str, str]:
    """Return the options that a form spells, as the session file holds them; still unchecked. [D2.6]"""
    return {"deck": form.get("deck", "physical")}


def filled_terms(terms: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields of the form of terms as these terms fill them: `read_terms` reads them back."""
    return {"deck": terms.get("deck", "physical")}


def spelled(fields: dict[str, str]) -> dict[str, str]:
    """Return a form's fields as the move has them: here they are the same."""
    return fields


def ask(viewer: Viewer, view: DiceView, glance: Glance) -> Ask:
    """Return what this phone is asked now."""
    offers = [offer for offer in viewer.sitting.offers if viewer.may(offer)]
    return _ASKS[view.phase](viewer, view, offers, glance)


def _wait(viewer: Viewer, offers: list[Offer], again: tuple[int, ...] = ()) -> Ask:
    return Ask("wait", for_others=for_others(viewer, offers), again=again)


def _reveal(viewer: Viewer, view: DiceView, offers: list[Offer], glance: Glance) -> Ask:
    reveal = next((offer for offer in offers if offer.move == "reveal"), None)
    if reveal is None:
        return Ask("wait")
    if viewer.sitting.session.stack is not None:
        label = _("Turn the cards of round %(round)d") % {"round": view.round}
        return Ask("choices", choices=(Choice(label, (line(viewer, reveal),), main=True, key="draw"),))
    left = dict(reveal.limit("unseen"))
    return Ask(
        "reveal",
        lines=(line(viewer, reveal, table="".join(table.letter for table in view.tables)),),
        keys=tuple((kind, card_name(kind), left[kind]) for kind in KINDS),
        text=" · ".join(table_name(table.letter) for table in view.tables),
    )


def _choose(viewer: Viewer, view: DiceView, offers: list[Offer], glance: Glance) -> Ask:
    mine = own(viewer, offers)
    if viewer.sitting.is_sealed:
        rows = [offer for offer in offers if offer.owed]
        rows = [o for o in rows if viewer.sitting.phones <= 1 or o in mine or o in phoneless(viewer, rows)]
        return _picks(viewer, rows) if rows else _wait(viewer, offers)
    if glance.entering_for:
        mine = [offer for offer in offers if offer.seat == glance.entering_for]
    elif len(mine) > 1:
        if glance.looking not in viewer.seats:
            return Ask("cover", lines=tuple(line(viewer, offer) for offer in mine), yours=any(o.owed for o in mine))
        mine = [offer for offer in mine if offer.seat == glance.looking]
    if not mine:
        return _wait(viewer, offers)
    return _pick(viewer, view, mine[0], offers)


def _pick(viewer: Viewer, view: DiceView, offer: Offer, offers: list[Offer]) -> Ask:
    assert offer.seat  # for the reader: a pick is a seat's
    picked = view.player(offer.seat).table if offer.seat in viewer.seats else None
    choices = tuple(
        Choice(
            letter,
            (line(viewer, offer, fixed={"table": letter}),),
            table_name(letter),
            pressed=picked == letter,
        )
        for letter in offer.limit("tables")
    )
    is_own_only = viewer.seats == (offer.seat,)
    return Ask(
        "pick",
        choices=choices,
        text="" if is_own_only else view.name(offer.seat),
        yours=offer.owed,
        for_others=for_others(viewer, offers),
        hides=not is_own_only,
    )


def _picks(viewer: Viewer, rows: list[Offer]) -> Ask:
    lines = tuple(line(viewer, offer, table=offer.limit("tables")) for offer in rows)
    return Ask("picks", lines=lines, send=_("Enter the picks"), yours=True)


def _results(viewer: Viewer, view: DiceView, offers: list[Offer], glance: Glance) -> Ask:
    asked = in_turn(viewer, offers, glance)
    mine = own(viewer, offers)
    if glance.again and mine:
        asked = mine
    if not asked:
        done = tuple(offer.seat for offer in mine if offer.seat and not offer.owed)
        return _wait(viewer, offers, again=done)
    order = view.duel.seats if view.duel else sorted(o.seat for o in asked if o.seat)
    asked.sort(key=lambda offer: order.index(offer.seat or 0))
    lines = tuple(_result(viewer, view, offer) for offer in asked)
    send = _("Enter five dice") if len(lines) == 1 else _("Enter the dice")
    return Ask("dice", lines=lines, send=send, yours=True, for_others=for_others(viewer, offers))


def _result(viewer: Viewer, view: DiceView, offer: Offer) -> Line:
    assert offer.seat  # for the reader: a result is a seat's
    was = "".join(map(str, offer.limit("was") or ()))
    table = "" if view.duel else view.player(offer.seat).table or ""
    return line(viewer, offer, was=was, table=table)


def _extra(viewer: Viewer, view: DiceView, offers: list[Offer], glance: Glance) -> Ask:
    """Ask whoever is on turn; what several without a phone answer alike is one tap."""
    turn = next((offer for offer in offers if offer.owed), None)
    held_elsewhere = turn is not None and turn.seat in viewer.sitting.held and turn.seat not in viewer.seats
    if turn is None or (held_elsewhere and glance.entering_for != turn.seat):
        return _not_yet(viewer, view, offers)
    others = for_others(viewer, offers)
    asked = _askable(viewer, view, offers, turn)
    # Whoever answers for several has them, and their dice, at hand; the buttons need the room.
    rivals = _rivals(view, turn.seat) if len(asked) == 1 else ()
    if len(asked) == 1:
        yes = (
            _("Roll again for a chip")
            if turn.seat in viewer.seats
            else _("%(name)s rolls again") % {"name": view.name(turn.seat or 0)}
        )
        no = _("Not me") if turn.seat in viewer.seats else _("%(name)s does not") % {"name": view.name(turn.seat or 0)}
        choices = (
            Choice(no, (_answer(viewer, turn, False),), key="decline"),
            Choice(yes, (_answer(viewer, turn, True),), main=True, key="buy"),
        )
        return Ask("choices", choices=choices, yours=True, for_others=others, rivals=rivals)
    declined = tuple(_answer(viewer, offer, False) for offer in asked)
    nobody = Choice(_("Nobody buys a roll"), declined, main=True, key="nobody")
    buyers = tuple(
        Choice(
            _("%(name)s buys") % {"name": view.name(offer.seat or 0)},
            (*declined[:place], _answer(viewer, offer, True)),
            key="buy",
        )
        for place, offer in enumerate(asked)
    )
    return Ask("choices", choices=(*buyers, nobody), yours=True, for_others=others)


def _askable(viewer: Viewer, view: DiceView, offers: list[Offer], turn: Offer) -> list[Offer]:
    """Return the one on turn and those right after it for whom this phone answers too."""
    by_seat = {offer.seat: offer for offer in offers}
    asked: list[Offer] = [turn]
    for seat in view.asked[1:]:
        if seat not in by_seat or (seat in viewer.sitting.held and seat not in viewer.seats):
            break
        asked.append(by_seat[seat])
    return asked


def _answer(viewer: Viewer, offer: Offer, take: bool) -> Line:
    return line(viewer, offer, fixed={"take": "true" if take else "false"})


def _rivals(view: DiceView, seat: int | None) -> tuple[Any, ...]:
    """Return all who play at the table of this seat: where a roll is bought, it is bought against them. [D4.1]"""
    if view.duel:  # the board begins with the duel
        return ()
    table = next((player.table for player in view.players if player.seat == seat), None)
    return tuple(player for player in view.players if player.throw and player.table == table)


def _not_yet(viewer: Viewer, view: DiceView, offers: list[Offer]) -> Ask:
    """Let a player say "not me" before their turn, in private. [D4.1]"""
    early = [offer for offer in own(viewer, offers) if offer.early]
    said_ahead = viewer.sitting.session.wishes.filter(seat__in=viewer.seats).values_list("offer", flat=True)
    wishes = set(said_ahead) if early else set()
    choices = tuple(
        Choice(
            _("Not me")
            if len(viewer.seats) < 2
            else _("Not %(name)s") % {"name": viewer.sitting.seat(offer.seat or 0).name},
            (_answer(viewer, offer, False),),
            note=_("said ahead, in private"),
            pressed=offer.fingerprint in wishes,
            key="early",
        )
        for offer in early
    )
    said = any(choice.pressed for choice in choices)
    rivals = _rivals(view, early[0].seat) if len(early) == 1 else ()
    return Ask(
        "choices" if choices else "wait",
        choices=choices,
        for_others=for_others(viewer, offers),
        said=said,
        rivals=rivals,
    )


def _challenge(viewer: Viewer, view: DiceView, offers: list[Offer], glance: Glance) -> Ask:
    asked = in_turn(viewer, offers, glance)
    if not asked:
        return _wait(viewer, offers)
    offer = asked[0]
    choices = tuple(
        Choice(
            view.name(seat),
            (line(viewer, offer, fixed={"opponent": seat}),),
            card_name(view.player(seat).money[0]) if view.player(seat).money else _("no money"),
            key="challenge",
        )
        for seat in offer.limit("opponents")
    )
    return Ask("opponents", choices=choices, yours=True)


def _over(viewer: Viewer, view: DiceView, offers: list[Offer], glance: Glance) -> Ask:
    return Ask("over")


_ASKS: dict[str, Callable[[Viewer, DiceView, list[Offer], Glance], Ask]] = {
    "reveal": _reveal,
    "choose": _choose,
    "dice": _results,
    "extra": _extra,
    "reroll": _results,
    "challenge": _challenge,
    "duel": _results,
    "duel-extra": _extra,
    "duel-reroll": _results,
    "over": _over,
}
