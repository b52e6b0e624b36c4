"""Seats and phones: joining, letting in, giving back, handing over."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cincy_site.lan import public_base
from games import access, chance, correcting, forms, lobby, passes, qr, roster, screen, seating, succession
from games.access import Request, Viewer
from games.models import Session
from games.play import Forbidden, Stale

from .at_session import answer, at_door, at_session, find, home_of


@require_POST
@at_door
def claim(request: Request, who: Viewer) -> HttpResponse:
    """Take a seat, or add a name and take its seat; as a stranger, ask to come in."""
    device = access.ensure_device(request)
    session = who.sitting.session
    if not who.sees:
        seating.ask(session.pk, device, request.POST.get("name", ""), request.META.get("REMOTE_ADDR", ""))
    elif "seat" in request.POST:
        moved = request.POST.get("moved") == "1"
        number, called = _named(request)
        seating.claim(session.pk, device, number, moved, called)
    else:
        seating.add_self(session.pk, device, request.POST.get("name", ""))
    return redirect(home_of(who))


def _named(request: Request) -> tuple[int, str]:
    """Return the number of the seat that is meant, and its name on the page: names change places in a lobby."""
    return forms.read_number(request.POST, "seat"), request.POST.get("called", "")


@require_POST
@at_session
def invite(request: Request, who: Viewer) -> HttpResponse:
    """Add somebody of the club to the lobby's list."""
    lobby.invite(who.sitting.session.pk, who.device, request.POST.get("name", ""))
    return redirect(home_of(who))


@require_POST
@at_session
def decide(request: Request, who: Viewer, claim_id: int) -> HttpResponse:
    """Let a waiting phone in, or send it away."""
    seating.decide(who.sitting.session.pk, who.device, claim_id, request.POST.get("let") == "in")
    return answer(request, who.sitting.session.code, answered=False)


@require_POST
@at_session
def release(request: Request, who: Viewer) -> HttpResponse:
    """Give a seat back, or free it as the host."""
    seating.release(who.sitting.session.pk, who.device, *_named(request))
    return redirect("seats", code=who.sitting.session.code) if who.is_host else redirect(home_of(who))


@require_POST
@at_session
def hand_over(request: Request, who: Viewer) -> HttpResponse:
    """Hand the host's role to another seated phone."""
    succession.pass_host(who.sitting.session.pk, who.device, *_named(request))
    return redirect(home_of(who))


@require_POST
@at_session
def propose(request: Request, who: Viewer) -> HttpResponse:
    """Propose another host, as the host's phone is away."""
    succession.propose(who.sitting.session.pk, who.device, *_named(request))
    return redirect(home_of(who))


@require_POST
@at_session
def agree(request: Request, who: Viewer) -> HttpResponse:
    """Agree to what another phone has proposed."""
    succession.agree(who.sitting.session.pk, who.device, forms.read_number(request.POST, "proposal"))
    return answer(request, who.sitting.session.code, answered=False)


@require_POST
@at_session
def show_pass(request: Request, who: Viewer) -> HttpResponse:
    """Show a new one-use link: for an own seat, for any seat as the host, or for the host's role."""
    session = who.sitting.session
    number, called = _named(request) if "seat" in request.POST else (None, "")
    if not (who.is_host or number in who.seats):
        raise Forbidden
    seat = None if number is None else roster.seat_called(session, number, called)
    link = f"{public_base(request)}/p/{passes.issue_pass(session, seat)}"
    return render(request, "show_pass.html", {"session": session, "seat": seat, "link": link, "qr": qr.svg(link)})


@require_safe
@never_cache
@at_session
def seats(request: Request, who: Viewer) -> HttpResponse:
    """Who sits where with which phone, and what may be done about it."""
    if not who.plays:
        return redirect(home_of(who))
    leaving = {offer.seat: offer for offer in who.sitting.offers if offer.move == "leave" and who.may(offer)}
    ending = next((offer for offer in who.sitting.offers if offer.move == "finish" and who.may(offer)), None)
    extras = [offer for offer in who.sitting.offers if offer.move in ("rebuy", "join") and who.may(offer)]
    context = {
        "viewer": who,
        "candidates": succession.candidates(who),
        "extras": extras,
        "not_counting": screen.words_of(who.sitting.session.game).not_counting(),
        "leaving": screen.words_of(who.sitting.session.game).LEAVING,
        "stack": _usual_stack(who.sitting.session.options.get("stack", 100)),
        "session": who.sitting.session,
        "rows": [(seat, leaving.get(seat.number)) for seat in who.sitting.seats],
        "ending": ending,
        "undone_by_ending": correcting.in_this_round(who.sitting.line),
        "key": chance.link(),
    }
    return render(request, "seats.html", context)


def _usual_stack(stack: Any) -> int:
    """Return what a field for chips starts with: the stack that was agreed on, or the first of them."""
    first: int = stack[0] if isinstance(stack, list) and stack else stack
    return first


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@at_session
def names(request: Request, who: Viewer) -> HttpResponse:
    """Add, rename, reorder and remove seats before the start."""
    session = who.sitting.session
    if request.method != "POST":
        if not who.is_host:
            raise Forbidden
        lobby.demand_unsettled(session)
        return _names_page(request, who)
    try:
        lobby.reseat(session.pk, who.device, forms.read_order(request.POST), request.POST.get("seats", ""))
    except Stale:
        who = find(request, session.code)
        if who.sitting.session.status != Session.LOBBY:
            raise
        text = _(
            "Somebody has sat down, or the list is another one by now. Nothing was changed: this is how it stands."
        )
        return _names_page(request, who, text, 409)
    return redirect(home_of(who))


def _names_page(request: Request, who: Viewer, notice: str = "", status: int = 200) -> HttpResponse:
    session, seats = who.sitting.session, who.sitting.seats
    rows: list[tuple[str, int | str]] = [(seat.name, seat.number) for seat in seats]
    rows += [("", "")] * (who.sitting.game.seats[-1] - len(rows))
    context = {"session": session, "rows": rows, "seats": roster.print_of(seats), "notice": notice}
    return render(request, "names.html", context, status=status)


@require_POST
@at_session
def start(request: Request, who: Viewer) -> HttpResponse:
    """Begin to play."""
    lobby.start(who.sitting.session.pk, who.device)
    return redirect(home_of(who))


@require_POST
@at_session
def again(request: Request, who: Viewer) -> HttpResponse:
    """Make the next session with the same people."""
    if not who.plays or who.device is None:
        raise Forbidden
    following = lobby.again(who.sitting.session.pk, who.device, f"again-{forms.read_key(request.POST)}"[:40])
    return redirect("table", code=following.code)
