"""What all views of one club share: finding it, knowing the phone, saying what is refused."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from games import access
from games.access import Reader, Request
from games.play import Forbidden, Stale
from games.rules.contract import Refused
from games.words import refusal

View = Callable[..., HttpResponseBase]


def at_club(view: View) -> View:
    """Hand the view a Reader; turn what the house refuses into a sentence at the right status.

    Who has not come by the club's link finds nothing: not even that there is such a club.
    """

    @wraps(view)
    def wrapped(request: Request, club: int, **rest: Any) -> HttpResponseBase:
        who = access.reader(club, request.device)
        if who is None:
            raise Http404
        try:
            return view(request, who, **rest)
        except Stale:
            return sorry(request, who, 409, _("That has changed meanwhile. Nothing was changed now: look again."))
        except Forbidden:
            return sorry(request, who, 403, _("Only a keeper of the club may do this. Nothing was changed."))
        except Refused as refused:
            return sorry(request, who, 422, refusal(refused), rest.get("person"))

    return wrapped


def sorry(request: Request, who: Reader, status: int, text: str, person: int | None = None) -> HttpResponse:
    """Say why something is not done, with the way back to the club, or to the person whom it was about."""
    return render(request, "sorry.html", {"title": text, "club": who.club, "person": person}, status=status)
