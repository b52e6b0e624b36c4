"""What is asked in the dice game, phase by phase, as sentences."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.dice.ranking import LADDER
from games.rules.dice.sight import DiceView

from .. import Prompt, listed
from .names import duel_result, reading, table_name


def prompt(view: DiceView, seats: tuple[int, ...], sealed: bool, held: frozenset[int] = frozenset()) -> Prompt:
    """Return what is asked, as a sentence to the holder of these seats (none: to everybody). `held`: have a phone."""
    if view.phase == "choose" and not sealed:
        return _pick(view, seats, held)
    yours = [seat for seat in view.awaited if seat in seats]
    return _PROMPTS[view.phase](view, yours, sealed)


def _others(view: DiceView) -> str:
    return listed([view.name(seat) for seat in view.awaited])


def _reveal(view: DiceView, yours: list[int], sealed: bool) -> Prompt:
    if view.round == 1:
        if view.deck == "app":
            return Prompt(
                _("Ready? Turn the first cards."),
                _("The app has shuffled and keeps the order to itself."),
                "D2.6",
            )
        return Prompt(
            _("Turn the top cards, one for each table."),
            _("Face up, then tap what they are. A Duel card goes back: shuffle it in, turn another."),
            "D2.2",
        )
    text = " ".join(filter(None, [_summary(view), _duels_summary(view)]))
    then = _("Hand over what was won. Then turn the cards for round %(round)d.") % {"round": view.round}
    return Prompt(text, then, "D5.6")


def _summary(view: DiceView) -> str:
    cleared = [clear for clear in view.clears if clear.seat]
    if not cleared:
        return _("Nobody clears a table: all cards stay.")
    one = [
        _("%(name)s clears %(table)s.") % {"name": view.name(clear.seat), "table": table_name(clear.table)}
        for clear in cleared
        if clear.seat
    ]
    return " ".join(one)


def _duels_summary(view: DiceView) -> str:
    last = next((fought for fought in reversed(view.fought) if fought.cause == "card"), None)
    return duel_result(view, last) if last else ""


def _choose(view: DiceView, yours: list[int], sealed: bool) -> Prompt:
    fingers = ngettext(
        "No table cards? On three, show one or two fingers.",
        "No table cards? On three, show one, two or three fingers.",
        len(view.tables) - 1,
    )
    return Prompt(
        _("Shake, look in secret, lay a table card; then turn them over."), fingers, "D3.2", bool(view.awaited)
    )


def _pick(view: DiceView, seats: tuple[int, ...], held: frozenset[int]) -> Prompt:
    """Say who still owes a pick on a phone; those without one lay a card when these are locked. [D3.2]"""
    if set(view.awaited) & set(seats):
        return Prompt(
            _("Shake, look in secret, and pick your table."), _("All picks are shown together."), "D3.2", True
        )
    due = [seat for seat in view.awaited if seat in held] or view.awaited
    return Prompt(
        _("Waiting for %(names)s to pick.") % {"names": listed([view.name(seat) for seat in due])},
        _("Until then a pick may be changed."),
        "D3.2",
    )


def _dice(view: DiceView, yours: list[int], sealed: bool) -> Prompt:
    hint = _first_back(view)
    if yours:
        return Prompt(_("Lift the cups. Roll twice more, then enter your five dice."), hint, "D3.3", True)
    if any(player.throw for player in view.players):
        return Prompt(_("Waiting for the dice of %(names)s.") % {"names": _others(view)}, hint, "D3.7")
    return Prompt(_("Lift the cups. Everyone: second and third roll, together."), hint, "D3.3")


def _first_back(view: DiceView) -> str:
    """Say who puts dice back first at a shared table, if nobody wants to. [D3.5]"""
    sentences = []
    for table in view.tables:
        if len(table.first_back) == 1:
            values = {"name": view.name(table.first_back[0]), "table": table_name(table.letter)}
            sentences.append(_("Nobody wants to start at %(table)s? %(name)s puts dice back first.") % values)
        elif table.first_back:
            sentences.append(
                _("Nobody wants to start at %(table)s? The higher roll on the table puts dice back first.")
                % {"table": table_name(table.letter)}
            )
    return sentences[0] if sentences else _("Keep what you like, each time. Skipping a roll? Say so aloud first.")


def _extra(view: DiceView, yours: list[int], sealed: bool) -> Prompt:
    if yours:
        chips = view.player(yours[0]).chips
        hint = ngettext("You have %(n)d chip.", "You have %(n)d chips.", chips) % {"n": chips}
        return Prompt(_("Roll again for a chip?"), f"{hint} {_('Each is worth 5,000 at the end.')}", "D4.1", True)
    return Prompt(_("%(name)s: an extra roll for a chip?") % {"name": _others(view)}, _order(view), "D4.1")


def _order(view: DiceView) -> str:
    if len(view.asked) < 2:
        return _("A chip is worth 5,000 at the end.")
    later = listed([view.name(seat) for seat in view.asked[1:]])
    return (
        _("Then %(names)s are asked.") % {"names": later}
        if len(view.asked) > 2
        else _("Then %(name)s is asked.") % {"name": later}
    )


def _reroll(view: DiceView, yours: list[int], sealed: bool) -> Prompt:
    hint = _("All buyers roll together; keep what you like.")
    if yours:
        return Prompt(_("Pay a chip to the supply, roll again, and enter your dice."), hint, "D4.2", True)
    return Prompt(_("%(names)s: pay a chip and roll again.") % {"names": _others(view)}, hint, "D4.2")


def _challenge(view: DiceView, yours: list[int], sealed: bool) -> Prompt:
    last = view.fought[-1] if view.fought else None
    hint = duel_result(view, last) if last and last.cause == "card" else _summary(view)
    if yours:
        return Prompt(_("Your Duel card: whom do you challenge?"), hint, "D6.2", True)
    return Prompt(
        _("%(name)s has a Duel card. Waiting for the opponent’s name.") % {"name": _others(view)},
        hint,
        "D6.2",
    )


def _duel(view: DiceView, yours: list[int], sealed: bool) -> Prompt:
    duel = view.duel
    assert duel  # for the reader: a duel phase has a duel
    names = [view.name(seat) for seat in duel.seats]
    values = {
        "first": names[0],
        "all": listed(names),
        "table": table_name(duel.cause) if duel.cause != "card" else "",
    }
    if duel.cause == "card":
        text = _("Duel: %(all)s. %(first)s rolls first, then in turn, three rolls each.") % values
        hint = _("If all five dice are equal, the holder loses.")
        return Prompt(text, hint, "D6.3", bool(yours))
    text = _("Duel for %(table)s: %(all)s. %(first)s rolls first, then in turn, three rolls each.") % values
    hint = _("The ladder decides, not the low total.") if duel.cause == "C" else _("Equal results fight again.")
    return Prompt(text, hint, "D6.7", bool(yours))


def _duel_extra(view: DiceView, yours: list[int], sealed: bool) -> Prompt:
    stand = _duel_stand(view)
    if yours:
        return Prompt(_("Roll again in the duel, for a chip?"), stand, "D6.4", True)
    return Prompt(_("%(name)s: an extra roll in the duel?") % {"name": _others(view)}, stand, "D6.4")


def _duel_stand(view: DiceView) -> str:
    duel = view.duel
    assert duel  # for the reader: a duel phase has a duel
    readings = [
        _("%(name)s: %(reading)s") % {"name": view.name(seat), "reading": reading(LADDER[duel.rolled(seat) or ()])}
        for seat in duel.seats
    ]
    return " · ".join(readings)


def _duel_reroll(view: DiceView, yours: list[int], sealed: bool) -> Prompt:
    if yours:
        return Prompt(_("Pay a chip, roll again, and enter your dice."), _duel_stand(view), "D6.4", True)
    return Prompt(_("%(name)s pays a chip and rolls again.") % {"name": _others(view)}, _duel_stand(view), "D6.4")


def _over(view: DiceView, yours: list[int], sealed: bool) -> Prompt:
    return Prompt(_("The game is over."), "", "D8.1")


_PROMPTS = {
    "reveal": _reveal,
    "choose": _choose,
    "dice": _dice,
    "extra": _extra,
    "reroll": _reroll,
    "challenge": _challenge,
    "duel": _duel,
    "duel-extra": _duel_extra,
    "duel-reroll": _duel_reroll,
    "over": _over,
}
