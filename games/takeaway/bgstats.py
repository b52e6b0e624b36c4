"""A finished session as BG Stats takes it: a link that hands it to that app, which shows it before it keeps it."""

import json
from collections.abc import Mapping
from datetime import UTC
from importlib import import_module
from typing import Any
from urllib.parse import quote

from ..club import people
from ..models import Person, Seat
from ..sitting import Sitting

ADDRESS = "https://app.bgstatsapp.com/createPlay.html"
SOURCE = "Cincy"
MINUTE = 60  # seconds


def link(now: Sitting) -> str:
    """Return the address that hands a finished session to BG Stats."""
    return f"{ADDRESS}?data={quote(json.dumps(play(now), ensure_ascii=False), safe='')}"


def play(now: Sitting) -> dict[str, Any]:
    """Return a finished session in the words of BG Stats; every field is there, for that app reads some without asking.

    Whoever shares the first place has won. The seat that began is the one the game says was first asked.
    """
    session, key = now.session, now.game.key
    started = session.started or session.created
    known = people.roots(session.club_id) if session.club_id else {}
    began = import_module(f"games.record.{key}").first_asked(now.line)
    # At least nothing: a clock may have been set back meanwhile.
    return {
        "sourceName": SOURCE,
        "sourcePlayId": session.uid,
        "playDate": started.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "seconds"),
        "durationMin": max(0, round(((session.finished or started) - started).total_seconds() / MINUTE)),
        "game": {
            "name": import_module(f"games.words.{key}").game_name(),
            "sourceGameId": f"cincinnati-{key}",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": standing.name,
                "sourcePlayerId": _known_as(known, session.uid, now.seat(standing.seat)),
                "score": standing.score,
                "rank": standing.place,
                "winner": standing.place == 1,
                "startPlayer": standing.seat == began,
            }
            for standing in now.game.standings(now.state)
        ],
    }


def _known_as(known: Mapping[int, Person], session: str, seat: Seat) -> str:
    """Return what a player is known by: the same person on every evening of a club, else the seat of this session."""
    person = known.get(seat.person_id or 0)
    return person.uid if person else f"{session}-{seat.number}"
