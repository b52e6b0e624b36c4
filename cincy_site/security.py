"""Headers that hold on every answer: what a page may load, who may frame it, what may be kept."""

import codecs
import re
from collections.abc import Callable, Iterator

from django.http import HttpRequest, HttpResponse, QueryDict

from games.views.errors import bad_request

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class SecurityHeaders:
    """Add the policy to every answer, and keep pages out of every cache: they are for one viewer at one moment.

    It comes first: an answer that another middleware gives is an answer, too.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response


UNWRITTEN = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")  # control characters, halves of characters


class PlainText:
    """Turn away what nobody writes in addresses and forms: databases choke on control characters and half characters.

    A request that says it is not in UTF-8 is turned away unread: nothing of ours sends one, and what a charset makes
    of a text (some are no charsets at all) is anybody's guess.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.encoding and codecs.lookup(request.encoding).name != "utf-8":
            return bad_request(request)
        texts = [request.path, *(text for form in (request.GET, request.POST) for text in _texts(form))]
        if any(map(UNWRITTEN.search, texts)):
            return bad_request(request)
        return self.get_response(request)


def _texts(form: QueryDict) -> Iterator[str]:
    for name, values in form.lists():
        yield name
        yield from map(str, values)
