"""What becomes of a session: which club it belongs to, and whether it is kept at all."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import access, forms
from games.access import Request, Viewer
from games.club import clubs, forgetting
from games.models import Session

from .at_session import at_session


@require_safe
@never_cache
@at_session
def place(request: Request, who: Viewer) -> HttpResponse:
    """The club of a session, and for its keepers: to another one, or away. Who reads there may ask to be led on."""
    session = who.sitting.session
    reads = session.club_id is not None and access.reader(session.club_id, who.device) is not None
    if reads and request.GET.get("to") == "club":
        return redirect("club", session.club_id)
    keeps = clubs.may_place(session, who.device)
    mine = clubs.kept_by(who.device) if keeps and who.device else []
    context = {
        "session": session,
        "reads": reads,
        "keeps": keeps,
        "others": [club for club in mine if club.pk != session.club_id],
    }
    return render(request, "club/place.html", context)


@require_POST
@at_session
def move(request: Request, who: Viewer) -> HttpResponse:
    """Let a session belong to another club."""
    if not clubs.may_place(who.sitting.session, who.device):
        return _not_yours(request, who)
    clubs.move(who.sitting.session.pk, who.device, forms.read_number(request.POST, "to"))
    return redirect("session_club", who.sitting.session.code)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def delete(request: Request, code: str) -> HttpResponse:
    """Delete a session, once it was said what that means. The same tap twice finds nothing left to delete."""
    try:
        return _delete(request, code)
    except Http404:  # a wrong code, and counted as one, whoever asks
        club = forms.number_or_none(request.POST, "club") if request.method == "POST" else None
        if club is None or access.reader(club, request.device) is None:
            raise
        return redirect("club", club)


@at_session
def _delete(request: Request, who: Viewer) -> HttpResponse:
    session = who.sitting.session
    if not clubs.may_place(session, who.device):
        return _not_yours(request, who)
    if request.method == "POST":
        forgetting.delete_session(session.pk, who.device)
        return redirect("club", session.club_id) if session.club_id else redirect("home")
    if session.status == Session.RUNNING:
        return redirect("session_club", session.code)  # which says what has to come first
    return render(request, "delete.html", {"session": session, "entries": session.entries.count()})


def _not_yours(request: Request, who: Viewer) -> HttpResponse:
    session = who.sitting.session
    text = (
        _("Only a keeper of its club may move or delete this session. Nothing was changed.")
        if session.club_id
        else _("Only the host may move or delete this session. Nothing was changed.")
    )
    return render(request, "sorry.html", {"title": text, "session": session}, status=403)
