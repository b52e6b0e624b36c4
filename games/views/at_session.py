"""What all views of one session share: finding it, knowing the phone, answering a tap."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games import access, limits, presence, regions, screen, sitting, succession
from games.access import Request, Viewer
from games.asks import Ask, Choice, Glance, line
from games.models import Session
from games.play import AskOnce, Forbidden, Stale, TakenBack
from games.rules.contract import Refused
from games.sitting import Sitting
from games.words import refusal

View = Callable[..., HttpResponse]


def at_session(view: View) -> View:
    """Hand the view a Viewer; turn what the rules or the house refuse into a sentence at the right status.

    Who knows no more than the code is sent to the door; for a session that is over there is none.
    """
    return _at_session(view, is_door=False)


def at_table(view: View) -> View:
    """The same for the views that answer at each move: they look at the session as it is remembered, and only at it."""
    return _at_session(view, is_door=False, recalls=True)


def at_door(view: View) -> View:
    """The same for the views that also answer strangers who knock."""
    return _at_session(view, is_door=True)


def at_window(view: View) -> View:
    """The same for what phones, strangers' too, fetch at each move: it looks at the session as it is remembered."""
    return _at_session(view, is_door=True, recalls=True)


def _at_session(view: View, is_door: bool, recalls: bool = False) -> View:
    @wraps(view)
    def wrapped(request: Request, code: str, **rest: Any) -> HttpResponse:
        who = let_through(request, code, recalls)
        if presence.saw(request.device) and who.is_host:
            succession.host_is_back(who.sitting.session.pk)
            who = find(request, code)
        if not (who.sees or is_door) and request.method in ("GET", "HEAD"):
            return HttpResponseRedirect(home_of(who))
        try:
            if not (who.sees or is_door):
                raise Forbidden
            return view(request, who, **rest)
        except Stale as stale:
            return _stale(request, code, isinstance(stale, TakenBack))
        except Forbidden:
            text = _("Only that player’s own phone or the host may do this. Nothing was recorded.")
            return answer(request, code, 403, text)
        except Refused as refused:
            return answer(request, code, 422, refusal(refused), refused.clause)
        except AskOnce as once:
            return _ask_once(request, code, once)

    return wrapped


def let_through(request: Request, code: str, recalls: bool = False) -> Viewer:
    """Return what this phone is at the session of a code, if that is there for it. Raises Http404, limits.TooMany.

    To a stranger a wrong code and a session that is over are the same, and count alike. `recalls`: the session as it
    is remembered will do.
    """
    now = sitting.recalled(code) if recalls else _read(code)
    who = access.viewer(now, request.device) if now else None
    if who and who.sees:
        return who
    knocker = access.knocker(request.device, request.META.get("REMOTE_ADDR", ""))
    if not (now and access.waits(now.session, request.device)):
        limits.WRONG_CODES.check(knocker)
    if who is None or who.sitting.session.status == Session.FINISHED:
        limits.WRONG_CODES.count(knocker, code)
        raise Http404
    return who


def _read(code: str) -> Sitting | None:
    session = next(iter(Session.objects.filter(code=code).order_by()), None)
    return sitting.glimpse(session) if session else None


def find(request: Request, code: str) -> Viewer:
    """Return what this phone is at the session with this code, as it is remembered, or raise 404."""
    now = sitting.recalled(code)
    if now is None:
        raise Http404
    return access.viewer(now, request.device)


def glance(request: Request) -> Glance:
    """Return how this page looks at the table: all of it harmless, nothing of it trusted."""
    asked = request.GET if request.method == "GET" else request.POST
    return Glance(_seat(asked.get("as")), _seat(asked.get("for")), asked.get("again") == "1", _word(asked.get("want")))


def _word(text: str | None) -> str:
    return text if text in ("cards", "show", "declare") else ""


def _seat(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 3 else None


def page_of(who: Viewer) -> str:
    """Return the name of the page a phone is on that plays or watches."""
    return "over" if who.sitting.session.status == Session.FINISHED else "table"


def home_of(who: Viewer) -> str:
    """Return the address of the session's page."""
    return reverse("table", args=[who.sitting.session.code])


def answer(
    request: Request,
    code: str,
    status: int = 200,
    notice: str = "",
    clause: str | None = None,
    ask: Ask | None = None,
    answered: bool = True,
) -> HttpResponse:
    """Answer a tap with how things stand now: the changed regions for htmx, a page or a redirect for plain forms.

    `answered`: the tap was the answer to what is asked, so that this is shown anew even if the same is asked again.
    """
    who = find(request, code)
    if not request.htmx and status == 200 and ask is None:
        return HttpResponseRedirect(home_of(who))
    if not who.sees:
        template = "_notice.html" if request.htmx else "ask.html"
        return render(request, template, {"notice": notice, "code": who.sitting.session.code}, status=status)
    context = {
        "notice": notice,
        "clause": clause,
        "game": who.sitting.session.game,
        "session": who.sitting.session,
    }
    if who.sitting.session.status == Session.LOBBY or (not who.plays and not request.htmx):
        return render(request, "_notice.html" if request.htmx else "sorry.html", context, status=status)
    found = screen.play_regions(request, who, Glance(), ask)
    if not request.htmx:
        shown = {region.name: region.html for region in found}
        page = {**context, "shown": shown, "viewer": who, "page": page_of(who), "query": ""}
        return render(request, "table.html", page, status=status)
    if request.POST.get("page", "table") != page_of(who):
        # The sentence goes along, to be said on the page that comes.
        said = {"HX-Trigger": json.dumps({"said": notice})} if notice else {}
        return HttpResponse(status=204, headers={"HX-Refresh": "true", **said})
    missing = regions.changed(found, request.POST.get("have", ""))
    fresh = [region for region in found if region in missing or (answered and region.name == "offers")]
    return render(request, "_changed.html", {**context, "regions": fresh, "with_notice": True}, status=status)


def _stale(request: Request, code: str, was_taken_back: bool = False) -> HttpResponse:
    text = _("The table has moved on meanwhile. Nothing was recorded: this is how it stands now.")
    if was_taken_back:
        text = _(
            "This was entered, and taken back meanwhile. Nothing was recorded now: enter it again if it is to count."
        )
    return answer(request, code, 409, text)


def _ask_once(request: Request, code: str, once: AskOnce) -> HttpResponse:
    """Show the answer once more, to be confirmed: it is the one that fixes everybody's."""
    who = find(request, code)
    offer = next((o for o in who.sitting.offers if o.fingerprint == once.answer.offer), None)
    if offer is None:  # gone in this very moment, or answered ahead of the table
        return _stale(request, code)
    words = screen.words_of(who.sitting.session.game)
    move = once.answer.move
    asked = line(who, offer, fixed=words.fixed(move))
    choice = Choice(words.confirm(move), (asked,), main=True, confirm=True, key="confirm")
    ask = Ask("confirm", choices=(choice,), text=words.ask_once(move), yours=True)
    return answer(request, code, ask=ask)
