"""What things are called in the dice game: tables, cards, throws, and how a table or duel went."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules.dice.ranking import CAESARS_LIMIT, LADDER, Throw, meets
from games.rules.dice.sight import Claim, DiceView, TableView
from games.rules.dice.state import Fought

from .. import listed, number


def table_name(letter: str) -> str:
    """Return the name of a table."""
    return {"A": _("Atlantic"), "B": _("Ballroom"), "C": _("Caesar’s")}[letter]


def condition(letter: str) -> str:
    """Return what a table asks for, in few words. [D5.2-D5.4]"""
    return {"A": _("three of a kind"), "B": _("a straight"), "C": _("eleven or less")}[letter]


def card_name(card: str) -> str:
    """Return what is printed on a card."""
    if card == "duel":
        return pgettext("card", "Duel")
    return pgettext("card", "2 chips") if card == "chips" else number(int(card))


def _faces(value: int) -> str:
    return [_("ones"), _("twos"), _("threes"), _("fours"), _("fives"), _("sixes")][value - 1]


def reading(throw: Throw) -> str:
    """Return what five dice are: "Full house, sixes over fours"."""
    first, second = throw.weight[0], throw.weight[-1] if len(throw.weight) < 2 else throw.weight[1]
    values = {"one": _faces(first), "two": _faces(second), "low": first - 4, "top": first, "low4": first - 3}
    return {
        "five of a kind": _("Five %(one)s"),
        "four of a kind": _("Four %(one)s"),
        "large straight": _("Large straight %(low)d–%(top)d"),
        "full house": _("Full house, %(one)s over %(two)s"),
        "three of a kind": _("Three %(one)s"),
        "small straight": _("Small straight %(low4)d–%(top)d"),
        "two pairs": _("Two pairs, %(one)s and %(two)s"),
        "pair": _("Pair of %(one)s"),
        "nothing": _("Nothing"),
    }[throw.category] % values


def readings() -> dict[str, list[str]]:
    """Return of every throw its reading, the tables it would clear, and its total: what a phone shows meanwhile."""
    return {
        "".join(map(str, dice)): [
            reading(throw),
            "".join(table for table in "ABC" if meets(table, dice)),
            _("Total %(total)d") % {"total": sum(dice)},
        ]
        for dice, throw in LADDER.items()
    }


def why(table: str, claim: Claim) -> str:
    """Return how a result did at a table: its name, or what it lacked."""
    if table == "C":
        if claim.meets:
            return _("total %(total)d") % {"total": claim.total}
        over = claim.total - CAESARS_LIMIT
        sentence = ngettext("%(total)d, one too many", "%(total)d, %(over)d too many", over)
        return sentence % {"total": claim.total, "over": over}
    if claim.meets:
        return reading(claim.throw)
    return _("no three of a kind") if table == "A" else _("no straight")


def gain(view: DiceView, table: TableView) -> str:
    """Return who got what from a table: "Dov +40,000, 2 chips"."""
    clear = table.clear
    if clear is None:
        return ""
    if clear.seat is None:
        return _("stays")
    return _("%(name)s: %(loot)s") % {"name": view.name(clear.seat), "loot": loot(clear.cards, clear.chips)}


def loot(cards: tuple[str, ...], chips: int) -> str:
    """Return what cards bring: money, chips, Duel cards."""
    money = sum(int(card) for card in cards if card.isdigit())
    duels = cards.count("duel")
    parts = [f"+{number(money)}"] if money else []
    if "chips" in cards:
        parts.append(ngettext("%(n)d chip", "%(n)d chips", chips) % {"n": chips} if chips else _("no chip left"))
    if duels:
        parts.append(ngettext("a Duel card", "%(n)d Duel cards", duels) % {"n": duels})
    return ", ".join(parts)


def duel_result(view: DiceView, fought: Fought) -> str:
    """Return how a duel ended. [D6.5-D6.7]"""
    names = {"one": view.name(fought.seats[0]), "two": view.name(fought.seats[1])}
    if fought.cause != "card":
        if fought.winner is None:
            return _("%(names)s are exactly equal and fight again.") % {
                "names": listed([view.name(s) for s in fought.tied])
            }
        values = {"name": view.name(fought.winner), "table": table_name(fought.cause)}
        return _("%(name)s wins the duel for %(table)s.") % values
    if fought.tied:
        return _("%(one)s and %(two)s are exactly equal: the holder loses.") % names
    if fought.winner != fought.seats[0]:
        return _("%(one)s loses the duel against %(two)s, and nothing else.") % names
    if fought.taken is None:
        return _("%(one)s wins the duel, but %(two)s has no money to take.") % names
    return _("%(one)s wins the duel and takes %(card)s from %(two)s.") % {
        **names,
        "card": number(int(fought.taken)),
    }
