"""What a viewer sees: which regions a page has, and what stands in them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any

from django.http import HttpRequest
from django.utils.safestring import SafeString

from . import chance, notices, presence
from .access import Viewer
from .asks import Ask, Glance
from .club import people
from .history import Line
from .models import Notice, Session
from .regions import Region, region, shared
from .sitting import Sitting
from .takeaway import bgstats
from .words import Prompt, house, listed

BETWEEN_ROUNDS = ("leave", "finish", "join", "rebuy")  # moves that belong to no round


def words_of(game: str) -> ModuleType:
    """Return the sentences of a game."""
    return import_module(f"games.words.{game}")


def asks_of(game: str) -> ModuleType:
    """Return what a game asks of a phone."""
    return import_module(f"games.asks.{game}")


def play_regions(request: HttpRequest, viewer: Viewer, glance: Glance, asked: Ask | None = None) -> list[Region]:
    """Return the regions of a phone at a running or finished session."""
    now = viewer.sitting
    looking = _who_looks(viewer, glance)
    view = now.open_view if looking is None else now.game.view_for(now.state, looking)
    due = asks_of(now.session.game).ask(viewer, view, glance)
    # What is asked once more stays until something else is asked: its print is that of the question itself.
    ask = asked or due
    board = "podium" if now.session.status == Session.FINISHED else "board"
    regions = [shared(now, "topbar", "_topbar.html", partial(topbar, now))]
    if board == "board":
        regions.append(_prompt_region(request, viewer))
    regions += [
        *_own_region(request, viewer, view),
        shared(now, board, f"games/{now.session.game}/_{board}.html", partial(_BOARDS[board], now)),
        _claims_region(request, viewer),
        _notices_region(now),
    ]
    if board == "podium":
        regions.append(take_region(viewer))
    if viewer.plays:
        context = {
            "ask": ask,
            "session": now.session,
            "viewer": viewer,
            "key": chance.link(),
            "leftover": leftover(viewer),
            "following": Session.objects.filter(follows=now.session).first() if board == "podium" else None,
        }
        template = f"games/{now.session.game}/_offers.html"
        regions.append(
            region(request, "offers", template, context, due.print + repr((context["leftover"], context["following"])))
        )
    return regions


def _who_looks(viewer: Viewer, glance: Glance) -> int | None:
    """Return the seat whose secrets this page may show: the phone's only seat, or the one that said it is looking."""
    looks = viewer.seats[0] if len(viewer.seats) == 1 else glance.looking
    return looks if looks is not None and viewer.may_look_as(looks) else None


def topbar(now: Sitting) -> dict[str, Any]:
    """Return what the line at the top says."""
    progress = words_of(now.session.game).progress(now.state)
    return {"session": now.session, "state": now.state, "progress": progress}


def open_board(now: Sitting) -> dict[str, Any]:
    """Return what everybody sees of the board."""
    return {
        "view": now.open_view,
        "state": now.state,
        "standings": now.game.standings(now.state),
        "session": now.session,
        "held": now.held,
    }


def podium(now: Sitting) -> dict[str, Any]:
    """Return the end of a session: places, and the score after each round."""
    return {
        **open_board(now),
        "by_round": scores_by_round(now.line),
        "numbers": words_of(now.session.game).highlights(now.line),
        "points": points(now),
    }


def points(now: Sitting) -> list[tuple[str, str]]:
    """Return what was agreed on, as sentences with their clauses."""
    return list(words_of(now.session.game).terms_sentences(now.session.options, len(now.seats)))


def scores_by_round(line: Line) -> list[tuple[int, tuple[int, ...]]]:
    """Return every seat's score before the first round and after each; 0 stands for the beginning."""
    by_round = {0: line.game.scores(line.first)}
    for step in line.steps:
        if step.move.name not in BETWEEN_ROUNDS:
            done = step.state.round - (step.state.phase in line.game.resting)
            by_round[done] = line.game.scores(step.state)
    return sorted(by_round.items())


_BOARDS: dict[str, Callable[[Sitting], dict[str, Any]]] = {"board": open_board, "podium": podium}


def prompt(viewer: Viewer) -> Prompt:
    """Return the sentence at the top of this phone."""
    now = viewer.sitting
    return words_of(now.session.game).prompt(now.open_view, viewer.seats, now.is_sealed, now.held)


def _own_region(request: HttpRequest, viewer: Viewer, view: Any) -> list[Region]:
    """Return what only this phone's seat sees, in games that have such a thing."""
    now = viewer.sitting
    if not asks_of(now.session.game).HAS_OWN:
        return []
    return [region(request, "own", f"games/{now.session.game}/_own.html", {"own": view.own}, repr(view.own))]


def _prompt_region(request: HttpRequest, viewer: Viewer) -> Region:
    """Return the sentence at the top. What asks somebody is theirs alone; that others are waited for, many are told."""
    said = prompt(viewer)
    context = {"prompt": said, "game": viewer.sitting.session.game}
    if said.yours:
        return region(request, "prompt", "_prompt.html", context, repr(said))
    return shared(viewer.sitting, "prompt", "_prompt.html", lambda: context, repr(said))


def _claims_region(request: HttpRequest, viewer: Viewer) -> Region:
    """Return who waits to be let in, for those who decide, and who is proposed as host, for those who play."""
    session = viewer.sitting.session
    there_is = notices.around(session)
    claims = there_is.claims if there_is.claims and presence.may_decide(viewer) else ()
    made = there_is.handover if viewer.seats and not viewer.is_host else None
    if not claims and made is None:
        return shared(viewer.sitting, "claims", "_claims.html", dict)
    context = {
        "claims": [claim for claim in claims if viewer.is_host or claim.device_id != viewer.device_id],
        "session": session,
        "handover": made,
        "proposal": made and house.proposal(listed(notices.names_of(session, made.device)), made.seat.name),
        "is_own": made and made.device_id == viewer.device_id,
    }
    return region(request, "claims", "_claims.html", context)


def _notices_region(now: Sitting) -> Region:
    """Return what everybody is told about seats and roles."""
    return shared(now, "notices", "_notices.html", lambda: {"said": _told(notices.recent(now))})


def _told(news: Iterable[Notice]) -> list[str]:
    return [house.notice(one.kind, one.values) for one in news]


def loss(viewer: Viewer) -> str:
    """Return what a phone is told that had a seat and has none now; nothing, if that is not so."""
    if viewer.plays or not (notice := notices.loss(viewer.sitting.session, viewer.device)):
        return ""
    return house.lost(notice.kind, notice.values)


def take_region(viewer: Viewer) -> Region:
    """Return what may be taken along of a finished session: pictures, lists, the way to other apps."""
    now = viewer.sitting
    return region(None, "take", "_take.html", {"session": now.session, "bgstats": bgstats.link(now)})


@dataclass(frozen=True)
class Leftover:
    """What corrections cut off, for the host: how many moves, and the next to be taken over, as a sentence."""

    count: int
    next: str


def leftover(viewer: Viewer) -> Leftover | None:
    """Return the moves a correction cut off, for the host; `next` is empty where only other phones may enter any."""
    now = viewer.sitting
    if not (viewer.is_host and now.line.leftover):
        return None
    left, words = viewer.next_left, words_of(now.session.game)
    said = (words.told_in_secret if left.is_secret else words.told)(now.state.names, left.move) if left else ""
    return Leftover(len(now.line.leftover), said)


def wall_regions(now: Sitting, base: str, code: SafeString) -> list[Region]:
    """Return the regions of the table screen: all of it public."""
    words = words_of(now.session.game)

    def context() -> dict[str, Any]:
        said = words.prompt(now.open_view, (), now.is_sealed, now.held)
        return {
            **topbar(now),
            **_whole_board(now),
            "prompt": said,
            "qr": code,
            "base": base,
            "lobby": now.session.status == Session.LOBBY,
        }

    wall = shared(now, "wall", f"games/{now.session.game}/_wall.html", context, base)
    return [wall, _notices_region(now)]


def _whole_board(now: Sitting) -> dict[str, Any]:
    return podium(now) if now.session.status == Session.FINISHED else open_board(now)


def _acquainted(viewer: Viewer) -> dict[str, Any]:
    """Return whom the club knows that has no seat yet, and which name this phone sat under last: that comes first."""
    now = viewer.sitting
    if now.session.club_id is None or now.session.status != Session.LOBBY:
        return {}
    device = viewer.device.pk if viewer.device else 0
    mine = people.last_sat_as(now.session.club_id, [device]).get(device, "")
    seated = {seat.name.casefold() for seat in now.seats}
    free = [one.name for one in people.regulars(now.session.club_id) if one.name.casefold() not in seated]
    return {
        "mine": mine,
        "seats": sorted(now.seats, key=lambda seat: (seat.name != mine or seat.number in now.held, seat.number)),
        "chips": sorted(free, key=lambda name: name != mine),
    }


def lobby_regions(request: HttpRequest, viewer: Viewer, page: str, code: SafeString) -> list[Region]:
    """Return the regions of the lobby, or of the page where a newcomer picks a name."""
    now = viewer.sitting
    context = {
        "viewer": viewer,
        "session": now.session,
        "seats": now.seats,
        "held": now.held,
        "seats_left": 0 if now.session.goes_on else now.game.seats[-1] - len(now.seats),
        "progress": words_of(now.session.game).progress(now.state),
        "enough": len(now.seats) >= now.game.seats[0],
        "least": now.game.seats[0],
        "qr": code,
        "page": page,
        "terms": words_of(now.session.game).terms(now.session.options),
        "points": points(now),
        **_acquainted(viewer),
        "loss": loss(viewer),
    }
    shown = [
        region(request, "topbar", "_topbar.html", topbar(now)),
        region(request, "roster", "_roster.html", context),
        _notices_region(now),
    ]
    if page == "lobby":
        shown.append(_claims_region(request, viewer))
        shown.append(
            region(
                request,
                "offers",
                "_offers.html",
                context,
                repr((viewer.is_host, context["enough"], len(now.seats))),
            )
        )
    return shown
