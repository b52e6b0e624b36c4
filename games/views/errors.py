"""Answers to what went wrong: a sentence at the right status, for pages and for fragments."""

import sys
from collections.abc import Callable

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games import access, book, limits
from games.access import Request

RETRY_AFTER = 5  # seconds after which a book in trouble is worth another try
TOO_BIG = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def _sorry(request: HttpRequest, status: int, title: str, text: str) -> HttpResponse:
    template = "_notice.html" if getattr(request, "htmx", False) else "sorry.html"
    return render(request, template, {"notice": text, "title": title, "text": text}, status=status)


class Measure:
    """Count the forms a phone sends, and give a sentence to whatever is more than a limit allows."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        if request.method == "POST":
            try:
                limits.FORMS.take(access.doer(request.device, request.META.get("REMOTE_ADDR", "")))
            except limits.TooMany as much:
                return _too_many(request, much)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return _too_many(request, exception) if isinstance(exception, limits.TooMany) else None


def _too_many(request: HttpRequest, much: limits.TooMany) -> HttpResponse:
    said = _sorry(request, 429, _("One moment, please."), str(much.words))
    said.headers["Retry-After"] = str(much.wait)
    return said


class WrongMethod:
    """Give a sentence to the bare answer that an address does not take this method."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 405:
            return response
        sentence = _("This address is not for that. Go back to the table and try again. Nothing was recorded.")
        said = _sorry(request, 405, _("That does not work here."), sentence)
        said.headers["Allow"] = response.headers["Allow"]
        return said


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """There is no such page or session."""
    return _sorry(request, 404, _("There is nothing here."), _("Check the address, or scan the QR again."))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """This phone may not do that."""
    return _sorry(
        request,
        403,
        _("That is not yours to do."),
        _("Only that player’s own phone or the host may do this. Nothing was recorded."),
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form came without its token: an old page, or a browser without cookies."""
    return _sorry(
        request,
        403,
        _("This page is too old."),
        _("Reload the page and try again. If it comes back: cookies must be allowed. Nothing was recorded."),
    )


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """The request makes no sense, or is more than a form can hold."""
    if isinstance(exception, TOO_BIG):
        text = _("That is more than a form can hold. Nothing was recorded.")
        return _sorry(request, 413, _("That is too much."), text)
    return _sorry(
        request, 400, _("That was not understood."), _("Reload the page and try again. Nothing was recorded.")
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Something broke here; if it is the book, a moment's patience may be all that is needed. Django has logged it."""
    if trouble := book.trouble(sys.exception()):
        return _no_book(request, trouble)
    return _sorry(
        request,
        500,
        _("Something broke on our side."),
        # It may have broken after the move was kept: the page that comes says what stands.
        _("Reload the page: it shows what was recorded. The game is safe, and what is sent twice counts once."),
    )


def _no_book(request: HttpRequest, trouble: book.Trouble) -> HttpResponse:
    """Say what is wrong with the book. What was entered stays on the page, and sent twice it counts once."""
    title, text = {
        book.Trouble.BUSY: (
            _("One moment, please."),
            _("Others are writing just now. Nothing was recorded. Please send it again in a moment."),
        ),
        book.Trouble.FULL: (
            _("There is no room left."),
            _(
                "The host’s computer cannot write to its disk: it is probably full. Nothing was recorded, and looking"
                " on still works. Make some room there, then send it again."
            ),
        ),
        book.Trouble.AWAY: (
            _("Cincy cannot reach its book."),
            _("Please send it again in a moment. What has been recorded is safe, and nothing counts twice."),
        ),
    }[trouble]
    said = _sorry(request, 503, title, text)
    said.headers["Retry-After"] = str(RETRY_AFTER)
    return said
