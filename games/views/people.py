"""Who is who in a club: names, merging, taking it back, forgetting."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import forms
from games.access import Reader, Request
from games.club import clubs, forgetting, people
from games.models import Person
from games.play import Forbidden

from .at_club import at_club


@require_safe
@never_cache
@at_club
def everybody(request: Request, who: Reader) -> HttpResponse:
    """Everybody of a club by name, with how often they came."""
    known = people.roots(who.club.pk)
    came = people.came(who.club.pk, known)
    also = people.other_names(who.club.pk, known)
    rows = [(one, came[one.pk], also.get(one.pk, [])) for one in people.by_name(known)]
    return render(request, "club/people.html", {"who": who, "club": who.club, "rows": rows})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@at_club
def rename(request: Request, who: Reader, person: int) -> HttpResponse:
    """Call somebody otherwise; the page for it holds all that a keeper can do about who is who."""
    if request.method == "POST":
        clubs.rename_person(who.club.pk, who.device, person, request.POST.get("name", ""))
        return redirect("person_name", who.club.pk, person)
    found = _for_keepers(who, person)
    known = people.roots(who.club.pk)
    context = {
        "who": who,
        "club": who.club,
        "person": found,
        "root": known[found.pk],
        "merged": found.merged.all(),
        "others": [one for one in people.by_name(known) if one.pk != known[found.pk].pk],
    }
    return render(request, "who_is.html", context)


@require_POST
@at_club
def merge(request: Request, who: Reader, person: int) -> HttpResponse:
    """Say that somebody is somebody else."""
    into = forms.read_number(request.POST, "into")
    clubs.merge(who.club.pk, who.device, person, into)
    return redirect("person_name", who.club.pk, into)


@require_POST
@at_club
def unmerge(request: Request, who: Reader, person: int) -> HttpResponse:
    """Take a merge back."""
    clubs.unmerge(who.club.pk, who.device, person)
    return redirect("person_name", who.club.pk, person)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@at_club
def forget(request: Request, who: Reader, person: int) -> HttpResponse:
    """Forget a name, once it was said what that means."""
    if request.method == "POST":
        forgetting.forget(who.club.pk, who.device, person, request.POST.get("was", ""))
        return redirect("people", who.club.pk)
    return render(request, "club/forget.html", {"who": who, "club": who.club, "person": _for_keepers(who, person)})


def _for_keepers(who: Reader, number: int) -> Person:
    if not who.keeps:
        raise Forbidden
    found = Person.objects.filter(club=who.club, pk=number).first()
    if found is None:
        raise Http404
    return found
