"""The backups that Cincy makes by itself, at the end of each round or hand: when, and how many are kept."""

import logging
import threading
import time
from pathlib import Path

from django.conf import settings
from django.db import connection

from . import backup
from .databases import Sqlite, here

KEPT = 20
PREFIX = "round-"
PAUSE = 10.0  # seconds between two: many tables that end their rounds at about the same time share one
# A large database takes seconds to copy and to pack, and holds many evenings that have long been over: ten minutes of
# play are little to lose against a machine that is busy with copies all evening.
LARGE, LONG_PAUSE = 64 * 1024 * 1024, 600.0  # bytes, seconds

logger = logging.getLogger(__name__)


class Keeper:
    """Makes backups in the background: one at a time, and at most one more that is asked for meanwhile."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_busy = False
        self._is_asked = False
        self._has_failed = False

    def ask(self) -> None:
        """Ask for a backup of what is kept by now. Returns at once: no tap waits for it, and none fails by it."""
        with self._lock:
            self._is_asked = True
            if self._is_busy:
                return
            self._is_busy = True
        threading.Thread(target=self._work, name="backup", daemon=True).start()

    def _work(self) -> None:
        while self._is_still_asked():
            self._make()
            time.sleep(_pause())

    def _is_still_asked(self) -> bool:
        with self._lock:
            self._is_busy, self._is_asked = self._is_asked, False
            return self._is_busy

    def _make(self) -> None:
        try:
            backup.write(backup.folder() / f"{PREFIX}{backup.stamp()}.zip")
            clear()
            self._has_failed = False
        except Exception:  # whatever it is: the game goes on, and whoever looks after the machine reads it once
            if not self._has_failed:
                logger.exception("No backup could be made; this is said once until one can be made again.")
            self._has_failed = True
        finally:
            connection.close()


_keeper = Keeper()


def ask() -> None:
    """Ask for a backup, where they are made at all: not of PostgreSQL, which has means of its own to be kept safe."""
    if settings.BACKUPS and isinstance(here(), Sqlite):
        _keeper.ask()


def kept() -> list[Path]:
    """Return the backups that were made here, oldest first."""
    return sorted(backup.folder().glob(f"{PREFIX}*.zip"))


def clear() -> None:
    """Let go of all but the newest."""
    for old in kept()[:-KEPT]:
        old.unlink(missing_ok=True)


def _pause() -> float:
    database = here()
    is_large = isinstance(database, Sqlite) and database.path.exists() and database.path.stat().st_size > LARGE
    return LONG_PAUSE if is_large else PAUSE
