"""What may be taken along: the podium as a picture, results and moves for spreadsheets."""

from collections.abc import Iterable
from datetime import date

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.access import Reader, Request, Viewer
from games.club import evenings
from games.models import Session
from games.takeaway import picture, podium, spreadsheet
from games.takeaway.spreadsheet import Row

from .at_club import at_club
from .at_session import at_session
from .record import not_yet

CSV = "text/csv; charset=utf-8"


@require_safe
@at_session
def podium_svg(request: Request, who: Viewer) -> HttpResponse:
    """The podium as a drawing."""
    if who.sitting.session.status != Session.FINISHED:
        return _not_finished(request, who)
    drawn = picture.svg(podium.picture(who.sitting))
    return _named(HttpResponse(drawn, content_type="image/svg+xml; charset=utf-8"), who.sitting.session, "svg")


@require_safe
@at_session
def podium_png(request: Request, who: Viewer) -> HttpResponse:
    """The podium as a picture that every messenger takes."""
    if who.sitting.session.status != Session.FINISHED:
        return _not_finished(request, who)
    drawn = picture.png(podium.picture(who.sitting))
    return _named(HttpResponse(drawn, content_type="image/png"), who.sitting.session, "png")


@require_safe
@at_session
def results_csv(request: Request, who: Viewer) -> HttpResponse:
    """Places and scores of a finished session."""
    session = who.sitting.session
    if session.status != Session.FINISHED:
        return _not_finished(request, who)
    return _named(_whole(spreadsheet.results(session)), session, "csv", _("results"))


@require_safe
@at_session
def moves_csv(request: Request, who: Viewer) -> HttpResponse:
    """All moves that stand, as far as they are open to all."""
    session = who.sitting.session
    if session.status == Session.LOBBY:
        return not_yet(request, who, _("Nothing has been played yet."))
    return _named(_whole(spreadsheet.moves(who)), session, "csv", _("moves"))


@require_safe
@at_club
def club_results_csv(request: Request, who: Reader) -> HttpResponseBase:
    """Places and scores of all finished sessions of a club, sent while they are read."""
    response = StreamingHttpResponse(spreadsheet.pieces(spreadsheet.results_of_club(who.club)), content_type=CSV)
    response.headers["Content-Disposition"] = _attached(who.club.name, None, "csv", _("results"))
    return response


def _not_finished(request: Request, who: Viewer) -> HttpResponse:
    return not_yet(request, who, _("The game is not finished: there is no podium to take along."))


def _whole(rows: Iterable[Row]) -> HttpResponse:
    return HttpResponse("".join(spreadsheet.lines(rows)), content_type=CSV)


def _named(response: HttpResponse, session: Session, kind: str, what: str = "") -> HttpResponse:
    response.headers["Content-Disposition"] = _attached(session.title, evenings.evening_of(session.created), kind, what)
    return response


def _attached(title: str, evening: date | None, kind: str, what: str = "") -> str:
    """Return the header by which a browser names the file: what it is of, the evening, what it holds."""
    parts = (slugify(title, allow_unicode=True) or "cincy", evening.isoformat() if evening else "", what)
    name = "-".join(filter(None, parts))
    return content_disposition_header(kind == "csv", f"{name}.{kind}") or ""
