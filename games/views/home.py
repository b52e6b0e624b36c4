"""Before a session: the home page, making one, coming in by code, QR or one-use link."""

from functools import partial

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games import access, chance, lobby, naming, passes, screen
from games.access import Request
from games.catalog import GAMES
from games.club import annals, clubs, evenings, people
from games.codec import type_names
from games.forms import read_key, read_names_field
from games.models import Session
from games.play import Forbidden, locked
from games.rules.contract import Refused
from games.words import refusal

from .at_session import let_through


@require_safe
def home(request: Request, status: int = 200, notice: str = "") -> HttpResponse:
    """The door: start a game, type a code, or go back to a session this phone was in."""
    device = request.device
    context = {
        "clubs": annals.clubs_of(device) if device else [],
        "sessions": annals.sessions_of(device) if device else [],
        "notice": notice,
    }
    return render(request, "home.html", context, status=status)


@require_safe
def by_code(request: Request) -> HttpResponse:
    """Come in by the short code, in whatever case and with whatever gaps it was typed."""
    code = "".join(request.GET.get("code", "").split()).upper()[:8]
    try:
        let_through(request, code)
    except Http404:
        return home(request, 404, _("No game has that code now. Look again, or scan the QR."))
    return redirect("table", code=code)


@require_safe
def by_link(request: Request, link: str) -> HttpResponse:
    """Come in by the QR: whoever can scan it sits at the table."""
    session = get_object_or_404(Session, link=link)
    device = access.ensure_device(request)
    with locked(session.pk):  # it may be deleted just now
        access.let_in(session, device)
    return redirect("table", code=session.code)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: Request) -> HttpResponse:
    """Make a session: game, terms, names."""
    device = access.ensure_device(request)
    if request.method != "POST":
        return _new_page(request)
    try:
        session = _create(request, device)
    except Refused as refused:
        return _new_page(request, refusal(refused), 422)
    except Forbidden:
        return _new_page(request, _("You do not keep that club. Choose another, or a new one."), 403)
    return redirect("table", code=session.code)


def _create(request: Request, device: access.Device) -> Session:
    game = GAMES.get(request.POST.get("game", ""))
    if game is None:
        raise Refused("bad-file", None, why="game")
    title = naming.written(request.POST.get("title", ""))[:60] or night()
    terms = screen.asks_of(game.key).read_terms(request.POST)
    club = partial(clubs.for_new_session, wanted=request.POST.get("club", ""))
    names = type_names(game, read_names_field(request.POST))
    return lobby.create(game, title, terms, names, device, read_key(request.POST), club)


def night() -> str:
    """Return what an evening is called that nobody gives a name."""
    return _("%(day)s night") % {"day": date_format(evenings.evening_of(timezone.now()), "l")}


def _new_page(request: Request, notice: str = "", status: int = 200) -> HttpResponse:
    most = max(game.seats[-1] for game in GAMES.values())
    names = [*read_names_field(request.POST), *[""] * most][:most]
    mine = clubs.kept_by(request.device) if request.device else []
    wanted = request.POST.get("club") or request.GET.get("club") or ""
    club = None if wanted == "new" else next((one for one in mine if wanted in ("", str(one.pk))), None)
    context = {
        "club": club,
        "clubs": mine,
        "regulars": people.regulars(club.pk) if club else [],
        "rows": [(name, "") for name in names],
        "form": request.POST,
        "notice": notice,
        "key": chance.link(),
        "games": [(key, screen.words_of(key).game_name()) for key in GAMES],
        "chosen": request.POST.get("game") or next(iter(GAMES)),
    }
    return render(request, "new.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def by_pass(request: Request, secret: str) -> HttpResponse:
    """Take a seat, or the host's role, over to this phone. Looking at the link does not spend it."""
    device = access.ensure_device(request)
    found = passes.find_pass(secret)
    if found and request.method != "POST":
        return render(request, "pass.html", {"found": found})
    try:
        session = passes.use_pass(secret, device)
    except Refused as refused:
        context = {"title": _("This link is spent."), "text": refusal(refused)}
        return render(request, "sorry.html", context, status=404)
    return HttpResponseRedirect(f"/s/{session.code}")
