"""The law, the readings of dice, and help for a phone that cannot connect."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games import law, screen
from games.catalog import GAMES


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """The law of a game, every clause with its own anchor."""
    if game not in GAMES:
        raise Http404
    return render(request, "rules.html", {"game": game, "law": law.read(game)})


@require_safe
@cache_control(max_age=3600, public=True)
def readings(request: HttpRequest, game: str) -> HttpResponse:
    """What every throw is called and which tables it clears, for the live reading on the phone."""
    words = screen.words_of(game) if game in GAMES else None
    if words is None or not hasattr(words, "readings"):
        raise Http404
    return JsonResponse(words.readings())


@require_safe
def trouble(request: HttpRequest) -> HttpResponse:
    """My phone cannot connect."""
    return render(request, "trouble.html")
