"""Who reads in a club and who keeps it: its link, and the phones that have come by it."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cincy_site.lan import public_base
from games import qr
from games.access import Reader, Request
from games.club import clubs, people

from .at_club import at_club


@require_safe
@never_cache
@at_club
def members(request: Request, who: Reader) -> HttpResponse:
    """The phones of a club, each called by whom it last sat as; for keepers the link, too."""
    rows = list(who.club.members.order_by("-keeps", "pk"))
    names = people.last_sat_as(who.club.pk, [row.device_id for row in rows])
    link = public_base(request) + reverse("club_link", args=[who.club.link]) if who.keeps else ""
    context = {
        "who": who,
        "club": who.club,
        "rows": [(row, names.get(row.device_id, _("A phone that has not played here"))) for row in rows],
        "link": link,
        "qr": qr.svg(link) if link else "",
    }
    return render(request, "club/members.html", context)


@require_POST
@at_club
def member(request: Request, who: Reader, member_id: int) -> HttpResponse:
    """Make a phone a keeper, or a reader again, or send it away."""
    wanted = request.POST.get("as")
    if wanted == "nobody":
        clubs.send_away(who.club.pk, who.device, member_id)
    else:
        clubs.make_keeper(who.club.pk, who.device, member_id, wanted == "keeper")
    return redirect("members", who.club.pk)


@require_POST
@at_club
def draw_link(request: Request, who: Reader) -> HttpResponse:
    """Draw a new link; the old one leads nowhere from now on."""
    clubs.draw_link(who.club.pk, who.device, request.POST.get("old", ""))
    return redirect("members", who.club.pk)
