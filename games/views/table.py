"""The session itself: its page in every state, its fragments, its moves, the table screen."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST, require_safe

from cincy_site.lan import public_base
from games import access, forms, play, qr, screen
from games.access import Request, Viewer
from games.models import Claim, Session
from games.regions import Region, changed

from .at_session import answer, at_door, at_session, at_table, at_window, glance, page_of


@require_safe
@never_cache
@at_door
def table(request: Request, who: Viewer) -> HttpResponse:
    """The page of a session: lobby, joining, waiting, playing or podium, as it is for this phone now."""
    page = _page(request, who)
    if page in ("ask", "join", "wait"):
        access.ensure_device(request)
    if page == "ask":
        return render(request, "ask.html", {"code": who.sitting.session.code})
    template = "table.html" if page == "over" else f"{page}.html"
    return render(request, template, _context(request, who, page))


def _page(request: Request, who: Viewer) -> str:
    """Return which page this phone is on."""
    is_lobby = who.sitting.session.status == Session.LOBBY
    if who.plays:
        return "lobby" if is_lobby else page_of(who)
    is_over = who.sitting.session.status == Session.FINISHED
    if who.is_guest and (is_over or (request.GET.get("watch") == "1" and not is_lobby)):
        return page_of(who)
    if _own_claim(who):
        return "wait"
    return "join" if who.is_guest else "ask"


def _own_claim(who: Viewer) -> Claim | None:
    return who.sitting.session.claims.filter(device=who.device).first() if who.device else None


def _context(request: Request, who: Viewer, page: str) -> dict[str, Any]:
    return {
        "page": page,
        "viewer": who,
        "session": who.sitting.session,
        "query": request.GET.urlencode(),
        "shown": {region.name: region.html for region in _regions(request, who, page)},
        "loss": screen.loss(who),
        "claim": _own_claim(who) if page == "wait" else None,
    }


def _regions(request: Request, who: Viewer, page: str) -> list[Region]:
    if page in ("table", "over"):
        return screen.play_regions(request, who, glance(request))
    if page in ("ask", "wait"):  # outside: nothing of the session is to be seen
        return []
    base = public_base(request)
    link = f"{base}/j/{who.sitting.session.link}"
    if page == "screen":
        return screen.wall_regions(who.sitting, base, qr.svg(link))
    return screen.lobby_regions(request, who, page, qr.svg(link))


@require_GET
@at_window
def fragments(request: Request, who: Viewer) -> HttpResponse:
    """The regions that have changed since this phone looked; 204 if none has."""
    shown = request.GET.get("page", "table")
    page = "screen" if shown == "screen" and who.sees else _page(request, who)
    if page != shown:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    fresh = changed(_regions(request, who, page), request.GET.get("have", ""))
    return HttpResponse("\n".join(region.html for region in fresh)) if fresh else HttpResponse(status=204)


@require_POST
@at_table
def move(request: Request, who: Viewer) -> HttpResponse:
    """Enter one move or several that stand together."""
    if not who.plays:
        raise play.Forbidden
    session = who.sitting.session
    answers = forms.read_answers(who.sitting, request.POST)
    confirmed = request.POST.get("confirm") == "1"
    play.make_moves(session.pk, who.device, answers, forms.read_key(request.POST), confirmed)
    return answer(request, session.code)


@require_POST
@at_session
def unsay(request: Request, who: Viewer) -> HttpResponse:
    """Take back what was said ahead."""
    if not who.plays:
        raise play.Forbidden
    session = who.sitting.session
    session.wishes.filter(seat__in=who.seats).delete()
    return answer(request, session.code)


@require_POST
@at_session
def take_over(request: Request, who: Viewer) -> HttpResponse:
    """Enter the next of the moves that a correction cut off, as it was."""
    session = who.sitting.session
    play.take_over(session.pk, who.device, forms.read_key(request.POST))
    return answer(request, session.code)


@require_safe
@never_cache
@at_session
def wall(request: Request, who: Viewer) -> HttpResponse:
    """The table screen: for a tablet or TV, to look at only."""
    return render(request, "screen.html", {**_context(request, who, "screen"), "viewer": None})


@require_GET
@at_door
def no_stream(request: Request, who: Viewer) -> HttpResponse:
    """Say that this server has no stream (WSGI): the phone then asks now and then."""
    if not (who.sees or _own_claim(who)):
        raise Http404
    return HttpResponse(status=204)
