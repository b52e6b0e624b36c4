"""Long work as its page shows it: an archive made or brought, numbers worked out anew. Each look carries it on."""

from django.conf import settings
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import access
from games.access import Reader, Request
from games.club import works
from games.models import Club, Work
from games.play import Forbidden
from games.rules.contract import Refused
from games.words import refusal

from .at_club import at_club

MEGABYTE = 1024 * 1024


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@at_club
def archive(request: Request, who: Reader) -> HttpResponse:
    """Take a club with you, as one file; for its keepers."""
    if request.method != "POST":
        return _archive_page(request, who)
    _demand_keeper(who)
    return redirect("work", works.archive(who.club, who.device).pk)


def _archive_page(request: Request, who: Reader, notice: str = "", status: int = 200) -> HttpResponse:
    going = who.club.works.filter(ended=None).order_by("-pk") if who.keeps else ()
    context = {"who": who, "club": who.club, "going": going, "notice": notice}
    return render(request, "club/archive.html", context, status=status)


@require_POST
@at_club
def bring_here(request: Request, who: Reader) -> HttpResponse:
    """Add an archive that was sent to this club."""
    _demand_keeper(who)
    try:
        return redirect("work", _sent(request, who.club).pk)
    except Refused as refused:
        return _archive_page(request, who, refusal(refused), _status(refused))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def bring(request: Request) -> HttpResponse:
    """Bring an archive: its club comes with it, or is here already and kept by this phone."""
    notice, status = "", 200
    if request.method == "POST":
        try:
            return redirect("work", _sent(request, None).pk)
        except Refused as refused:
            notice, status = refusal(refused), _status(refused)
    return render(request, "club/bring_club.html", {"notice": notice}, status=status)


def _sent(request: Request, club: Club | None) -> Work:
    """Begin to bring the file of a form. Raises Refused."""
    file = request.FILES.get("archive")
    if file is None:
        raise Refused("bad-archive", None, why="missing")
    if file.size is None or file.size > settings.LARGEST_ARCHIVE:
        raise Refused("bad-archive", None, why="too-big", most=settings.LARGEST_ARCHIVE // MEGABYTE)
    return works.bring(file.chunks(), access.ensure_device(request), club)


def _status(refused: Refused) -> int:
    return 413 if refused.values.get("why") == "too-big" else 422


@require_POST
@at_club
def rebuild(request: Request, who: Reader) -> HttpResponse:
    """Work a club's numbers out anew from the log of every session."""
    _demand_keeper(who)
    return redirect("work", works.rebuild(who.club, who.device).pk)


def _demand_keeper(who: Reader) -> None:
    if not who.keeps:
        raise Forbidden


@require_safe
@never_cache
def work(request: Request, number: int) -> HttpResponse:
    """How far a piece of work is; whoever looks carries it on, whoever looks away pauses it."""
    found = works.go_on(_work(request, number))
    rows = (found.total - 1) // 2
    context = {
        "work": found,
        "is_whole": works.is_whole(found),
        "is_looking": found.kind == works.BRING and found.done < rows,
        "rows": rows,
        "brought": max(found.done - rows - 1, 0),
        "there": rows - found.kept.get("new", 0),
    }
    return render(request, "club/_work.html" if request.htmx else "club/work.html", context)


@require_POST
def stop(request: Request, number: int) -> HttpResponse:
    """End a piece of work where it is."""
    return redirect("work", works.stop(_work(request, number)).pk)


@require_safe
@never_cache
def file(request: Request, number: int) -> FileResponse:
    """The archive that a piece of work has made."""
    found = _work(request, number)
    if found.kind != works.ARCHIVE or not works.is_whole(found) or found.club is None:
        raise Http404
    name = f"{slugify(found.club.name) or _('club')}.zip"
    try:
        return FileResponse((works.folder(found) / "club.zip").open("rb"), as_attachment=True, filename=name)
    except FileNotFoundError:
        raise Http404 from None


def _work(request: Request, number: int) -> Work:
    found = Work.objects.filter(pk=number).select_related("club", "device").first()
    if found is None or not works.may_see(found, request.device):
        raise Http404
    return found
