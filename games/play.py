"""The only writer of the log: one transaction a tap, the session's row locked, all or nothing."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.http import Http404

from cincy_site import safekeeping

from . import access, aftermath, history, limits, live, lookups, sitting, watch
from .access import Viewer
from .codec import read_move, spell
from .models import Device, Entry, Session
from .rules.contract import Offer, Refused
from .sitting import Sitting


class Stale(Exception):
    """The offer that was answered is no longer open: the page was old."""


class Gone(Http404):
    """The session has been deleted meanwhile: whoever still taps there finds nothing, as if it had never been."""


class TakenBack(Stale):
    """What was answered was entered with this very tap, and does not count any more: the form needs a new key."""


class Forbidden(Exception):
    """This phone may not do that."""


class AskOnce(Exception):
    """The answer cannot be changed once given: it is to be confirmed. Nothing was recorded."""

    def __init__(self, answer: "Answer") -> None:
        super().__init__(answer)
        self.answer = answer


@dataclass(frozen=True)
class Answer:
    """A move, and the fingerprint of the offer it answers. `drawn`: the app says what is in it, not a form."""

    move: Any
    offer: str
    drawn: bool = False

    @property
    def said(self) -> Any:
        """What the form said: the same again in a second tap of it, though the app would draw other cards by then."""
        return self.move.name if self.drawn else spell(self.move)


@contextmanager
def locked(session_id: int) -> Iterator[Session]:
    """Hold a session's row for one change that everybody will see; tell the waiting phones when it is kept.

    Raises Gone.
    """
    with transaction.atomic():
        session = Session.objects.select_for_update().filter(pk=session_id).first()
        if session is None:
            raise Gone
        before = session.version
        yield session
        if session.version != before:
            session.save()
            watch.announce(session.pk, session.version)
            # What comes after the commit is robust: if it breaks that is logged, for the change is kept all the same.
            transaction.on_commit(lambda: live.nudge(session.pk, session.version), robust=True)


def changed(session: Session) -> None:
    """Mark a session as changed for everybody."""
    session.version += 1


def make_moves(
    session_id: int, device: Device | None, answers: Sequence[Answer], key: str, confirmed: bool = False
) -> None:
    """Enter one move, or several that stand and fall together.

    The same key with the same content is the same answer, however often it comes; TakenBack where that does not
    stand any more. Raises Stale, Forbidden, AskOnce or Refused; then nothing is recorded.
    """
    content = sha256(json.dumps([answer.said for answer in answers]).encode()).hexdigest()
    with locked(session_id) as session:
        if before := lookups.entry_of(session.pk, key):
            if before[1:] != (content, device.pk if device else None):
                raise Refused("key-used", None)
            _demand_stands(session, before[0])
            return
        if not all(answer.move.name == "finish" for answer in answers):
            limits.LOG.check(session.head)
        desk = Desk(access.viewer(sitting.load(session), device))
        for answer in answers:
            desk.take(answer, confirmed, is_alone=len(answers) == 1)
        desk.write(key, content)


def _demand_stands(session: Session, number: int) -> None:
    """Raise TakenBack where an entry does not count any more: whoever sends it again is to know that."""
    if not any(step.number == number for step in sitting.load(session).line.steps):
        raise TakenBack


def take_over(session_id: int, device: Device | None, key: str) -> None:
    """Enter, as the host, the next of the moves that a correction cut off that this phone may say.

    Raises Forbidden where it may say none of them, Stale where there is none, Refused where it does not fit yet.
    """
    with locked(session_id) as session:
        if before := lookups.entry_of(session.pk, key):
            _demand_stands(session, before[0])
            return
        desk = Desk(access.viewer(sitting.load(session), device))
        if not desk.viewer.is_host:
            raise Forbidden
        if not desk.sitting.line.leftover:
            raise Stale
        left = desk.viewer.next_left
        if left is None:
            raise Forbidden
        move = left.move
        # A secret is brought back without becoming the host's to see: no phone has entered it.
        desk.enter(move, None if left.is_secret else device)
        desk.write(key, sha256(json.dumps(spell(move)).encode()).hexdigest())


class Desk:
    """The moves of one tap being checked and gathered, before any of them is written."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.session = viewer.sitting.session
        self.entries: list[Entry] = []
        self._paused = _pauses(viewer.sitting)

    @property
    def sitting(self) -> Sitting:
        """The session as it stands with what was gathered so far."""
        return self.viewer.sitting

    def take(self, answer: Answer, confirmed: bool, is_alone: bool) -> None:
        """Check an answer and gather it. Raises Stale, Forbidden, AskOnce or Refused.

        What several answer alike is no slip of one thumb; a lock on others' picks is confirmed all the same.
        """
        # Before the rules are asked: what they say of another's secret would depend on it.
        if not self.viewer.may_say(answer.move):
            raise Forbidden
        offer = self._offer(answer)
        if not self.viewer.may(offer):
            raise Forbidden
        if offer.early:
            self._wish(answer, offer)
            return
        if not confirmed and (self._locks_the_picks(offer) or (is_alone and self._cannot_be_mended(answer.move))):
            self.sitting.line.then(0, answer.move)  # what the rules refuse is refused, not asked once more
            raise AskOnce(answer)
        self.enter(answer.move, self.viewer.device)

    def enter(self, move: Any, device: Device | None) -> None:
        """Gather a move that is known to be wanted and allowed, as entered by a phone. Raises Refused."""
        self._append(move, device)

    def _offer(self, answer: Answer) -> Offer:
        """Return the open offer that is answered; a move that no offer covers is refused by the rules, else stale."""
        for offer in self.sitting.offers:
            if offer.fingerprint == answer.offer and _covers(offer, answer.move):
                return offer
        if not answer.offer:
            self.sitting.line.then(0, answer.move)
        raise Stale

    def _cannot_be_mended(self, move: Any) -> bool:
        return self.sitting.game.asks_once(self.sitting.state, move)

    def _locks_the_picks(self, offer: Offer) -> bool:
        """Tell whether this is the last pick of those with phones: after it none of them can be changed. [D3.2]"""
        if not (offer.together and offer.owed) or self.sitting.is_sealed or offer.seat not in self.sitting.held:
            return False
        return not any(other.seat in self.sitting.held for other in _owed_in_secret(self.sitting) if other != offer)

    def _append(self, move: Any, device: Device | None, mark: bool = True) -> None:
        number = self.session.head + 1
        line = self.sitting.line.then(number, move)
        first = self.entries[0].number if self.entries and mark else number
        seats = tuple(seat.number for seat in self.sitting.seats if device and seat.device_id == device.pk)
        own = getattr(move, "seat", None)
        self.entries.append(
            Entry(
                session=self.session,
                number=number,
                group=first,
                kind=history.MOVE,
                move=spell(move),
                device=device,
                by_seat=own if own in seats else (seats[0] if seats else None),
                by_host=device is not None and self.session.host_id == device.pk,
            )
        )
        self.session.head = number
        self._stand(line)

    def _stand(self, line: history.Line) -> None:
        now = Sitting(self.session, self.sitting.seats, line)
        self.viewer = replace(self.viewer, sitting=now)

    def _wish(self, answer: Answer, offer: Offer) -> None:
        """Keep, in private, what a player says ahead on their own phone. Raises Refused where that has to wait."""
        if offer.seat not in self.viewer.seats:
            raise Stale
        if offer.seat is None or self.viewer.device is None:
            raise Forbidden
        if any(getattr(answer.move, name) != value for name, value in offer.ahead):
            raise Refused("not-your-turn", None)
        self.session.wishes.update_or_create(
            seat=offer.seat,
            defaults={"offer": offer.fingerprint, "move": spell(answer.move), "device": self.viewer.device},
        )

    def write(self, key: str | None, content: str = "") -> None:
        """Keep what was gathered, and what follows from it by itself."""
        if not self.entries:
            return
        self._grant_wishes()
        self.entries[0].key, self.entries[0].key_hash = key, content
        Entry.objects.bulk_create(self.entries)
        seal(self.sitting)
        now = aftermath.settle(self.sitting)
        changed(self.session)
        transaction.on_commit(lambda: sitting.remember(now), robust=True)
        if _pauses(now) and not self._paused:
            transaction.on_commit(safekeeping.ask, robust=True)

    def _grant_wishes(self) -> None:
        """Let what was said ahead count, where its turn has come."""
        if not lookups.has_wishes(self.session.pk):
            return
        wishes = {wish.offer: wish for wish in self.session.wishes.select_related("device")}
        while wishes:
            owed = next((o for o in self.sitting.offers if o.owed and o.fingerprint in wishes), None)
            if owed is None:
                return
            wish = wishes.pop(owed.fingerprint)
            self._append(read_move(self.sitting.game, wish.move), wish.device, mark=False)
            wish.delete()


def _pauses(now: Sitting) -> bool:
    """Tell whether a round or hand is done, and the next has not begun."""
    return now.state.phase in (*now.game.pauses, "over")


def seal(now: Sitting) -> None:
    """Lock the picks of those with phones once all of them are in, or the last who owed one has no phone. [D3.2]"""
    together = any(offer.together for offer in now.offers)
    if not together or now.is_sealed or not now.line.secret:
        return
    if not any(offer.seat in now.held for offer in _owed_in_secret(now)):
        now.session.sealed = now.line.secret[-1].number


def _covers(offer: Offer, move: Any) -> bool:
    return offer.move == move.name and offer.seat == getattr(move, "seat", None)


def _owed_in_secret(now: Sitting) -> list[Offer]:
    return [offer for offer in now.offers if offer.together and offer.owed]
