"""The full record of a session, and stepping through it: to be read by whoever may see the session."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import record as records
from games import screen
from games.access import Request, Viewer
from games.models import Session

from .at_session import at_session


@require_safe
@never_cache
@at_session
def record(request: Request, who: Viewer) -> HttpResponse:
    """What happened round by round, as far as it is open to all."""
    now = who.sitting
    if now.session.status == Session.LOBBY:
        return not_yet(request, who, _("Nothing has been played yet."))
    is_over = now.session.status == Session.FINISHED
    context = {
        "session": now.session,
        "game_name": screen.words_of(now.game.key).game_name(),
        "standings": now.game.standings(now.state),
        "names": now.state.names,
        "by_round": screen.scores_by_round(now.line),
        "parts": records.parts(now),
        "points": screen.points(now),
        "shown": {"take": screen.take_region(who).html} if is_over else {},
    }
    return render(request, "record.html", context)


@require_safe
@never_cache
@at_session
def moment(request: Request, who: Viewer, place: int) -> HttpResponse:
    """How the table stood after a move, as everybody saw it then."""
    now = who.sitting
    found = None if now.session.status == Session.LOBBY else records.moment(now, place)
    if found is None:
        raise Http404
    entry = now.session.entries.filter(number=found.step.number).first() if found.step else None
    context = {"session": now.session, "moment": found, "at": entry.at if entry else None}
    return render(request, "moment.html", context)


def not_yet(request: Request, who: Viewer, text: str) -> HttpResponse:
    """Say that there is nothing to be had of a session that has not come so far."""
    context = {"title": _("Not yet."), "text": text, "session": who.sitting.session}
    return render(request, "sorry.html", context, status=409)
