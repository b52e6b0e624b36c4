"""A club's numbers: everybody by game, records, one person, two against each other, and settling up."""

from collections.abc import Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import forms, screen
from games.access import Reader, Request
from games.catalog import GAMES
from games.club import evenings, numbers, people, settle, tallies
from games.club.numbers import Numbers
from games.models import Person, Session
from games.words import signed
from games.words.numbers import Told, decimal, every_game, of_game

from .at_club import at_club

MEETINGS_SHOWN = 10  # the latest sessions together


@require_safe
@never_cache
@at_club
def table(request: Request, who: Reader) -> HttpResponse:
    """Everybody's numbers by game, whoever won most first."""
    known = people.roots(who.club.pk)
    found = tallies.of_club(who.club, known)
    games = [(screen.words_of(game).game_name(), _rows(found, known, game), _how(game)) for game in GAMES]
    return render(request, "club/numbers.html", {"who": who, "club": who.club, "games": games})


def _rows(found: Mapping[tuple[int, str], Numbers], known: Mapping[int, Person], game: str) -> list[dict[str, Any]]:
    rows = [
        {"person": known[person], "numbers": one, "mean": decimal(one.mean_place), "balance": signed(one.balance)}
        for (person, played), one in found.items()
        if played == game
    ]
    return sorted(
        rows, key=lambda row: (-row["numbers"].wins, row["numbers"].mean_place, row["person"].name.casefold())
    )


def _how(game: str) -> list[Told]:
    return [*every_game(Numbers()), _balance(game, Numbers())]


def _balance(game: str, of: Numbers) -> Told:
    return Told(_("Ahead of the others"), signed(of.balance), of_game(game).balance())


@require_safe
@never_cache
@at_club
def records(request: Request, who: Reader) -> HttpResponse:
    """The highest of everything, with who and when."""
    known = people.roots(who.club.pk)
    found = tallies.of_club(who.club, known)
    games = []
    for game in GAMES:
        words = of_game(game)
        best = numbers.records((known[person], one) for (person, played), one in found.items() if played == game)
        lines = [(words.record(name, best[name][1]), *best[name]) for name in words.RECORDS if name in best]
        games.append((screen.words_of(game).game_name(), lines))
    wanted = [best["session"] for _name, lines in games for _told, _who, best in lines]
    sessions = Session.objects.in_bulk(wanted)
    told = [
        (name, [(line, person, sessions.get(best["session"])) for line, person, best in lines]) for name, lines in games
    ]
    return render(request, "club/records.html", {"who": who, "club": who.club, "games": told})


@require_safe
@never_cache
@at_club
def person(request: Request, who: Reader, person: int) -> HttpResponse:
    """What somebody has come to in each game, with points over time."""
    known = people.roots(who.club.pk)
    found = _found(known, person)
    if found.pk != person:
        return redirect("person", who.club.pk, found.pk)
    theirs = tallies.of_person(who.club, known, found)
    games = [_game_of(game, theirs[game]) for game in GAMES if game in theirs]
    others = sorted({one.pk: one for one in known.values() if one.pk != found.pk}.values(), key=_by_name)
    context = {"who": who, "club": who.club, "person": found, "games": games, "others": others}
    return render(request, "club/person.html", context)


def _by_name(person: Person) -> tuple[str, int]:
    return person.name.casefold(), person.pk


def _found(known: Mapping[int, Person], number: int) -> Person:
    if number not in known:
        raise Http404
    return known[number]


def _game_of(game: str, of: Numbers) -> dict[str, Any]:
    days = [_day(mark.at) for mark in of.course]
    return {
        "name": screen.words_of(game).game_name(),
        "lines": [*every_game(of), _balance(game, of), *of_game(game).lines(of)],
        "charts": [
            (_("Score of each session"), [(day, (mark.score,)) for day, mark in zip(days, of.course, strict=True)]),
            (_("Ahead or behind in all so far"), [(day, (one,)) for day, one in zip(days, of.running(), strict=True)]),
        ],
        "shown": len(of.course),
        "is_cut": of.sessions > len(of.course),
    }


def _day(at: str) -> str:
    """Return the evening of a moment in few letters."""
    return _day_in(get_language(), at)


@lru_cache(maxsize=8192)
def _day_in(_language: str | None, at: str) -> str:
    """The same, kept: a page of charts says hundreds of days, and the next page the same ones."""
    return date_format(evenings.evening_of(datetime.fromisoformat(at)), "j M Y")


@require_safe
@never_cache
@at_club
def pick(request: Request, who: Reader, person: int) -> HttpResponse:
    """Go where a form asks to: one person against another."""
    return redirect("against", who.club.pk, person, forms.read_number(request.GET, "with"))


@require_safe
@never_cache
@at_club
def against(request: Request, who: Reader, one: int, other: int) -> HttpResponse:
    """How two people did where both sat at the table."""
    known = people.roots(who.club.pk)
    first, second = _found(known, one), _found(known, other)
    if first.pk == second.pk:
        raise Http404
    if (first.pk, second.pk) != (one, other):
        return redirect("against", who.club.pk, first.pk, second.pk)
    met = tallies.meetings(known, first, second)
    games = [(screen.words_of(game).game_name(), met[game], _mean(met[game])) for game in GAMES if game in met]
    context = {
        "who": who,
        "club": who.club,
        "one": first,
        "other": second,
        "games": games,
        "latest": tallies.latest_meetings(known, first, second, MEETINGS_SHOWN),
    }
    return render(request, "club/against.html", context)


def _mean(met: tallies.Meetings) -> str:
    return signed(round(met.difference))


@require_safe
@never_cache
@at_club
def settle_up(request: Request, who: Reader) -> HttpResponse:
    """Who gives whom how many, after an evening or a season; each game by itself."""
    first, last = _read_span(request, who)
    wanted = request.GET.get("game") if request.GET.get("game") in GAMES else ""
    known = people.roots(who.club.pk)
    reckoned = tallies.reckonings(who.club, known, first, last)
    games = [game for game in GAMES if game in reckoned and wanted in (game, "")]
    context = {
        "who": who,
        "club": who.club,
        "first": first,
        "last": last,
        "game": wanted,
        "choices": [(key, screen.words_of(key).game_name()) for key in GAMES],
        "games": [_settled(reckoned[game]) for game in games],
    }
    return render(request, "club/settle.html", context)


def _settled(reckoned: tallies.Reckoning) -> dict[str, Any]:
    words = of_game(reckoned.game)
    made = settle.transfers(reckoned.balances)
    rows = sorted(reckoned.balances.items(), key=lambda row: (-row[1], row[0].name.casefold()))
    return {
        "name": screen.words_of(reckoned.game).game_name(),
        "how": words.balance(),
        "reckoned": reckoned,
        "transfers": [(one.giver, one.taker, words.amount(one.amount)) for one in made],
        "balances": [(debtor, signed(balance)) for debtor, balance in rows],
        "is_exact": settle.is_exact(reckoned.balances),
    }


def _read_span(request: Request, who: Reader) -> tuple[date, date]:
    """Return the evenings asked for, the earlier first; without any that can be read, the last one played here."""
    if evening := _read_day(request.GET.get("evening", "")):
        return evening, evening
    first, last = (_read_day(request.GET.get(name, "")) for name in ("from", "to"))
    latest = last or first or tallies.last_evening(who.club)
    first, last = first or latest, last or latest
    return min(first, last), max(first, last)


def _read_day(text: str) -> date | None:
    """Return a date as the forms of browsers spell it; what is none, is none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
