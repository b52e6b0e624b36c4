"""The log: what was entered by whom, going back, correcting."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import chronicle, correcting, forms, screen, sitting
from games.access import Request, Viewer
from games.codec import from_form
from games.play import Forbidden, Stale

from .at_session import at_session, home_of


@require_safe
@never_cache
@at_session
def log(request: Request, who: Viewer) -> HttpResponse:
    """The whole log, newest round first."""
    context = {
        "session": who.sitting.session,
        "viewer": who,
        "rounds": chronicle.rounds(who),
        "last": chronicle.last_tap(who),
    }
    return render(request, "log.html", context)


@require_safe
@never_cache
@at_session
def entry(request: Request, who: Viewer, number: int) -> HttpResponse:
    """One entry: what going back to it undoes, and how it may be corrected."""
    told = sitting.told(who.sitting.session, who.sitting.seats)
    found = chronicle.entry(who, number)
    if found is None:
        raise Http404
    context = {
        "session": who.sitting.session,
        "viewer": who,
        "entry": found,
        "round_name": screen.words_of(who.sitting.session.game).round_name(found.round),
        "undone": chronicle.undone_by(who, number),
        "may_go_back": number > 0 and correcting.may_go_back(who, told, number - 1),
        "may_go_on": not found.stands and correcting.may_go_back(who, told, number),
        "may_correct": correcting.may_correct(who, told, number),
        "step": correcting.standing(who.sitting.line, number),
        "view": who.sitting.game.view_for(who.sitting.state, None),
    }
    return render(request, "entry.html", context)


@require_POST
@at_session
def back(request: Request, who: Viewer) -> HttpResponse:
    """Go on from after an entry, as the log stood when the page was made."""
    target = forms.read_number(request.POST, "to")
    correcting.go_back(who.sitting.session.pk, who.device, target, forms.read_number(request.POST, "head"))
    return redirect(home_of(who))


@require_POST
@at_session
def round_back(request: Request, who: Viewer) -> HttpResponse:
    """This round does not count: go back to where it began; or end the game there."""
    head = forms.read_number(request.POST, "head")
    end = request.POST.get("end") == "1"
    correcting.drop_round(who.sitting.session.pk, who.device, head, end)
    return redirect(home_of(who))


@require_POST
@at_session
def correct(request: Request, who: Viewer, number: int) -> HttpResponse:
    """Show what a correction changes; keep it when that was seen."""
    now = who.sitting
    step = correcting.standing(now.line, number)
    if step is None:
        raise Stale
    told = sitting.told(now.session, now.seats)
    correcting.demand_may_correct(who, told, number)
    fields = forms.read_correction(request.POST)
    move = from_form(now.game, fields)
    if not who.may_say(move):
        raise Forbidden
    if request.POST.get("keep") == "1":
        correcting.correct(now.session.pk, who.device, number, move, forms.read_number(request.POST, "head"))
        return redirect(home_of(who))
    preview = correcting.preview(now, number, move)
    context = {
        "session": now.session,
        "entry": chronicle.entry(who, number),
        "number": number,
        "fields": fields,
        "becomes": chronicle.as_corrected(who, preview, number),
        "changes": chronicle.changes(who, preview),
        "left_over": chronicle.sentences(who, preview.after.leftover),
    }
    return render(request, "preview.html", context)
