"""The numbers of the dice game in words: what each is called, and how it is counted."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.club.numbers import Best, Numbers
from games.rules.dice.cards import CHIP_VALUE
from games.rules.dice.ranking import read

from ..numbers import Told, share
from ..speech import number
from .names import reading, table_name

RECORDS = ("score", "throw", "clears", "duels")


def amount(value: int) -> str:
    """Return what is settled up: points, in money."""
    return ngettext("%(n)s point", "%(n)s points", value) % {"n": number(value)}


def balance() -> str:
    """Return how a balance is counted. [D8.1]"""
    return _(
        "Everybody settles the difference in score with everybody else at the table: with four players, four times "
        "the own score less the sum of all scores. All balances of a session add up to nothing."
    )


def lines(numbers: Numbers) -> list[Told]:
    """Return what the game's own facts add up to."""
    counts = numbers.counts
    if not counts:
        return []
    return [
        *_tables(counts),
        *_duels(counts),
        *_chips(counts),
        *(record(name, numbers.bests[name]) for name in RECORDS if name in numbers.bests),
        Told(
            _("Rounds"),
            number(counts["rounds"]),
            _("Rounds whose cards were turned while the player was at the table. A round taken back does not count."),
        ),
    ]


def _tables(counts: dict[str, Any]) -> list[Told]:
    how = _(
        "Rounds in which the player took this table’s cards, by the best dice or by winning the duel for it, of all "
        "rounds in which the pick that was shown was this table."
    )
    rows = [
        Told(_("%(table)s cleared") % {"table": table_name(table)}, share(counts["clears"][table], tries), how)
        for table, tries in sorted(counts["tries"].items())
    ]
    return [
        *rows,
        Told(
            _("Money from tables"),
            number(counts["money_cleared"]),
            _("The sum of all money cards taken from tables. Chips and Duel cards are not in it."),
        ),
    ]


def _duels(counts: dict[str, Any]) -> list[Told]:
    cards = _("%(n)s, worth %(money)s")
    return [
        Told(
            _("Duels won"),
            share(counts["duels_won"], counts["duels"]),
            _(
                "Duels for a Duel card, as the holder or the one named, and duels for a table. With equal dice the "
                "holder of the card loses. A duel for a table that is fought again is one duel."
            ),
        ),
        Told(
            _("Cards taken in duels"),
            cards % {"n": number(counts["cards_taken"]), "money": number(counts["money_taken"])},
            _("Money cards taken from opponents by winning a duel with a Duel card."),
        ),
        Told(
            _("Cards lost in duels"),
            cards % {"n": number(counts["cards_lost"]), "money": number(counts["money_lost"])},
            _("Money cards that the winning holders of a Duel card took away."),
        ),
    ]


def _chips(counts: dict[str, Any]) -> list[Told]:
    spent, earned = counts["chips_spent"], counts["chips_earned"]
    return [
        Told(
            _("Chips from Chips cards"),
            number(counts["chips_got"]),
            _("Chips that the supply paid out for Chips cards on cleared tables."),
        ),
        Told(
            _("Chips spent"),
            _("%(n)s, worth %(money)s") % {"n": number(spent), "money": number(spent * CHIP_VALUE)},
            _("Chips paid for extra rolls, at the tables and in duels. Kept, each would be worth 5,000 at the end."),
        ),
        Told(
            _("Extra rolls earned"),
            number(earned),
            _(
                "The worth of tables cleared with dice from an extra roll, and of money cards won or kept in a duel "
                "with such dice, that the player would not have had with the dice before it: no best claim on the "
                "table, or the duel lost, the others’ dice being as they ended. It does not matter whether they would "
                "have gone to somebody else or to nobody. Each chip that such a table brought counts 5,000."
            ),
        ),
    ]


def record(name: str, best: Best) -> Told:
    """Return a best as it is told, of a person or of the whole club."""
    value = number(best["key"])
    if name == "score":
        return Told(_("Highest score"), value, _("The highest final score of one session."), name)
    if name == "throw":
        how = _(
            "The best five dice that were recorded and stood, by the ladder of the game: after the third attempt, "
            "after an extra roll, or in a duel."
        )
        dice = tuple(best["dice"])
        shown = _("%(reading)s (%(dice)s)") % {"reading": reading(read(dice)), "dice": " ".join(map(str, dice))}
        return Told(_("Best throw"), shown, how, name)
    if name == "clears":
        return Told(_("Most tables cleared"), value, _("The most tables cleared in one session."), name)
    return Told(_("Most duels won"), value, _("The most duels won in one session, for cards and for tables."), name)
