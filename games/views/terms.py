"""The terms of a session, changed before it begins."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import lobby, screen
from games.access import Request, Viewer
from games.models import Session
from games.play import Forbidden, Stale
from games.rules.contract import Refused
from games.words import refusal

from .at_session import at_session, home_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@at_session
def terms(request: Request, who: Viewer) -> HttpResponse:
    """The same form as for a new session, filled with what was agreed on."""
    session, asks = who.sitting.session, screen.asks_of(who.sitting.session.game)
    if not who.is_host:
        raise Forbidden
    if session.status != Session.LOBBY:
        raise Stale
    if session.goes_on:
        raise Refused("goes-on", None)
    if request.method != "POST":
        return render(request, "terms.html", {"session": session, "form": asks.filled_terms(session.options)})
    try:
        lobby.agree(session.pk, who.device, asks.read_terms(request.POST))
    except Refused as refused:
        context = {"session": session, "form": request.POST, "notice": refusal(refused), "clause": refused.clause}
        return render(request, "terms.html", {**context, "game": session.game}, status=422)
    return redirect(home_of(who))
