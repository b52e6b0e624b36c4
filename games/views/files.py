"""A session as a file: taken along, and carried on from."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import access, chance, recorded
from games.access import Request, Viewer
from games.club import clubs
from games.club.evenings import evening_of
from games.forms import read_key
from games.models import Session
from games.replaying import Stopped
from games.rules.contract import Refused
from games.words import refusal

from .at_session import at_session

LARGEST = 512 * 1024  # bytes: with as many moves as are taken, a line each, a file stays below


@require_safe
@never_cache
@at_session
def take(request: Request, who: Viewer) -> HttpResponse:
    """The session as a session file: what stands and is open to all."""
    session = who.sitting.session
    if session.status == Session.LOBBY and not session.goes_on:
        raise Http404  # nothing stands yet, and there may be too few players for a file
    day = evening_of(session.created).isoformat()
    name = f"{slugify(session.title, allow_unicode=True) or session.game}-{day}.json"
    disposition = content_disposition_header(as_attachment=True, filename=name) or "attachment"
    return HttpResponse(
        recorded.text(who.sitting), content_type="application/json", headers={"Content-Disposition": disposition}
    )


@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: Request) -> HttpResponse:
    """Carry on from a file: one that is over opens as a record, any other opens its lobby here."""
    device = access.ensure_device(request)
    if request.method != "POST":
        return _page(request)
    try:
        session = _brought(request, device)
    except Stopped as stopped:
        return _page(request, 422, _said(stopped), stopped.refused.clause)
    except Refused as refused:
        return _page(request, 422, refusal(refused))
    if session is None:
        return _page(request, 413, _("That file is larger than 512 KB, and no session is. Nothing was recorded."))
    return redirect("table", code=session.code)


def _brought(request: Request, device: access.Device) -> Session | None:
    """Return the session that a file makes; None if the file is too large. Raises Stopped, Refused."""
    file = request.FILES.get("file")
    if file is None:
        raise Refused("bad-file", None, why="missing")
    if file.size is None or file.size > LARGEST:
        return None
    content, key = recorded.read(file.read()), read_key(request.POST)
    return recorded.bring(content, device, key, lobby=True, club_for=clubs.for_new_session)


def _said(stopped: Stopped) -> str:
    """Return what is wrong with a file, and where."""
    why = refusal(stopped.refused)
    if stopped.index is None:
        return _("This file cannot be carried on: %(why)s") % {"why": why}
    return _("Move %(number)d of the file does not fit: %(why)s") % {"number": stopped.index + 1, "why": why}


def _page(request: Request, status: int = 200, notice: str = "", clause: str | None = None) -> HttpResponse:
    game = "poker" if (clause or "").startswith("P") else "dice"
    context = {"key": chance.link(), "notice": notice, "clause": clause, "game": game}
    return render(request, "bring.html", context, status=status)
