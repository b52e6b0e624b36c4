"""What other processes have written: PostgreSQL says so, SQLite counts, any other database is read every so often."""

import logging
import threading
from collections.abc import Callable

from django.db import connection

from .models import Session

CHANNEL = "cincy_session"
GLANCE = 0.03  # seconds between two looks at SQLite's change counter: one page of shared memory
LOOK = 0.25  # seconds between two reads of the versions, where there is no better way
SILENCE = 0.5  # seconds of listening to PostgreSQL before the watcher asks itself whether anybody still waits
BACKOFF = (0.1, 5.0)  # seconds a watcher waits after its first failure in a row, and at most

log = logging.getLogger(__name__)


def announce(session_id: int, version: int) -> None:
    """Let other processes hear of a session's new version, once the transaction that this is said in is kept.

    Other databases than PostgreSQL cannot say it; there the others find out by themselves.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{session_id} {version}"])


class Watcher(threading.Thread):
    """Tells the versions that other processes write; there while anybody waits, with a connection of its own.

    `waited_for` returns the sessions that somebody waits for; `tell` is called with a session and its version, also
    with one that is known already. Whenever it begins or comes back, it tells all that are waited for.
    """

    def __init__(self, waited_for: Callable[[], list[int]], tell: Callable[[int, int], None]) -> None:
        super().__init__(name="live-watcher", daemon=True)
        self.waited_for = waited_for
        self.tell = tell
        self.over = threading.Event()
        self.seen: int | None = None  # SQLite's change counter at the last look
        self.is_listening = False

    def run(self) -> None:
        shortest, longest = BACKOFF
        failed = 0.0
        while not self.over.is_set():
            try:
                pause, failed = WAYS.get(connection.vendor, _read)(self), 0.0
            except Exception:
                pause = failed = min(2 * failed, longest) or shortest
                log.exception("The watcher for other processes' moves failed; it tries again in %.1f s.", pause)
                self._begin_anew()
            self.over.wait(pause)
        connection.close()

    def _begin_anew(self) -> None:
        connection.close()
        self.seen, self.is_listening = None, False

    def tell_all(self) -> None:
        """Look up and tell the version of every session that is waited for."""
        for session_id, version in Session.objects.filter(pk__in=self.waited_for()).values_list("pk", "version"):
            self.tell(session_id, version)


def _read(watcher: Watcher) -> float:
    """Read the versions; return the seconds until the next look."""
    watcher.tell_all()
    return LOOK


def _count(watcher: Watcher) -> float:
    """Read the versions if, as SQLite counts, another has written; return the seconds until the next look."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        counted = cursor.fetchone()[0]
    if counted != watcher.seen:
        watcher.seen = counted
        watcher.tell_all()
    return GLANCE


def _listen(watcher: Watcher) -> float:
    """Wait a while for what PostgreSQL has to say, and pass it on; there is no pause between two whiles."""
    if not watcher.is_listening:
        with connection.cursor() as cursor:
            cursor.execute(f"LISTEN {CHANNEL}")
        watcher.is_listening = True
        watcher.tell_all()  # after LISTEN: what was written before is read, what comes later is heard
    for note in connection.connection.notifies(timeout=SILENCE, stop_after=1):
        session_id, version = map(int, note.payload.split())
        watcher.tell(session_id, version)
    return 0.0


WAYS: dict[str, Callable[[Watcher], float]] = {"sqlite": _count, "postgresql": _listen}
