"""Who works with a data folder: many may serve it at once, and whoever replaces it is alone with it."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SERVED = "served"  # a file in the data folder that holds nothing; the lock on it counts
PLACES = 64  # how many processes may serve one folder (Windows only: it knows no shared locks)


class Taken(Exception):
    """Another process has the folder, in a way that does not go with ours."""


@contextmanager
def held(path: Path, *, alone: bool) -> Iterator[None]:
    """Hold a lock on a file while inside: alone, or together with others who hold it. Raises Taken, at once.

    It is the operating system's lock: it goes with the process, however that ends.
    """
    file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    try:
        if not _lock(file, alone):
            raise Taken(str(path))
        yield
    finally:
        os.close(file)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int, alone: bool) -> bool:
        """Take one free byte of the file to share it, all of them to be alone."""
        tries = [(0, PLACES)] if alone else [(place, 1) for place in range(PLACES)]
        for place, count in tries:
            os.lseek(file, place, os.SEEK_SET)
            try:
                msvcrt.locking(file, msvcrt.LK_NBLCK, count)
            except OSError:
                continue
            return True
        return False

else:
    import fcntl

    def _lock(file: int, alone: bool) -> bool:
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
