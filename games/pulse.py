"""The heartbeat of a process: writes which phones are there, and tells those who may act when the host's is not."""

import logging
import threading

from django.db import connection

from . import live, presence, succession
from .models import Handover, Session
from .play import changed, locked

BEAT = presence.AWAY / 4  # seconds between two looks
REST = presence.AWAY / 60  # seconds at least between two writes

log = logging.getLogger(__name__)


class Pulse(threading.Thread):
    """Beats until it is told that it is over, with a connection of its own; a beat that fails is missed."""

    def __init__(self) -> None:
        super().__init__(name="pulse", daemon=True)
        self.over = threading.Event()
        self.asked: set[int] = set()  # sessions whose players know that they may let in, as the host's phone is away

    def run(self) -> None:
        presence.begin()
        while not self.over.is_set():
            try:
                self.beat()
            except Exception:
                log.exception("A beat of the pulse was missed.")
                connection.close()
            self.over.wait(REST)
            presence.due.wait(BEAT)
        presence.end()
        connection.close()

    def stop(self) -> None:
        """Let it end soon. May be called from any thread."""
        self.over.set()
        presence.due.set()

    def beat(self) -> None:
        """Write who is there; whoever came back as host ends what was proposed; who waits is shown to others."""
        there = presence.noted() | live.devices()
        if there:
            presence.stamp(there)
            for session_id in Handover.objects.filter(session__host__in=there).values_list("session", flat=True):
                succession.host_is_back(session_id)
        self._show_claims()

    def _show_claims(self) -> None:
        """Let the pages of those be shown anew who may decide now: no move tells them that time has passed."""
        waiting = Session.objects.filter(pk__in=live.sessions(), claims__isnull=False).distinct()
        away = {session.pk for session in waiting if presence.host_is_away(session)}
        for session_id in away - self.asked:
            with locked(session_id) as session:
                changed(session)
        self.asked = away
