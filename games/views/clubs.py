"""A club: coming in by its link, its history, its evenings, playing again."""

from datetime import date

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import access, chance, forms, lobby, screen
from games.access import Reader, Request
from games.catalog import GAMES
from games.club import annals, clubs, evenings, people
from games.club.annals import Search
from games.models import Club, Person, Session
from games.play import Forbidden, Stale

from .at_club import at_club
from .home import night


@require_safe
def by_link(request: Request, link: str) -> HttpResponse:
    """Come in by a club's link: this phone reads there from now on."""
    found = get_object_or_404(Club, link=link)
    clubs.join(found.pk, access.ensure_device(request))
    return redirect("club", found.pk)


@require_safe
@never_cache
@at_club
def club(request: Request, who: Reader) -> HttpResponse:
    """What has been played here, newest first, a page at a time; what is still open comes before."""
    known = people.roots(who.club.pk)
    search = _read_search(request, known)
    before = request.GET.get("before", "")
    context = {
        "who": who,
        "club": who.club,
        "page": annals.page(who.club, known, search, before),
        "search": search,
        "before": before,
        "open": [] if before or search.person or search.game else annals.still_open(who.club, known),
        "people": people.by_name(known),
        "games": [(key, screen.words_of(key).game_name()) for key in GAMES],
        "key": chance.link(),
    }
    return render(request, "club/club.html", context)


def _read_search(request: Request, known: dict[int, Person]) -> Search:
    """Return what is searched for; what is nonsense is not searched for."""
    person = known.get(forms.number_or_none(request.GET, "person") or 0)
    game = request.GET.get("game")
    return Search(person, game if game in GAMES else None)


@require_POST
@at_club
def again(request: Request, who: Reader) -> HttpResponse:
    """Make the next session as the last one was: the same people, game and terms."""
    if not who.keeps:
        raise Forbidden
    last = Session.objects.filter(club=who.club, status=Session.FINISHED).order_by("-created", "-id").first()
    if last is None:
        raise Stale
    following = lobby.again(last.pk, who.device, f"again-{forms.read_key(request.POST)}"[:40], night())
    return redirect("table", code=following.code)


@require_safe
@never_cache
@at_club
def evening(request: Request, who: Reader, day: date) -> HttpResponse:
    """All that was played on one evening, with one tally for both games."""
    known = people.roots(who.club.pk)
    sessions = annals.of_evening(who.club, day)
    over = [session for session in sessions if session.status == Session.FINISHED]
    context = {
        "who": who,
        "club": who.club,
        "day": day,
        "lines": annals.told(sessions, known),
        "tally": evenings.tally(over, known),
        "is_going_on": len(over) < len(sessions),
    }
    return render(request, "club/evening.html", context)


@require_POST
@at_club
def rename(request: Request, who: Reader) -> HttpResponse:
    """Call the club otherwise."""
    clubs.rename(who.club.pk, who.device, request.POST.get("name", ""))
    return redirect("members", who.club.pk)
