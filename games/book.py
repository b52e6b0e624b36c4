"""What may be wrong with the book, which is the database: it is busy, its disk is full, it cannot be reached."""

from enum import Enum

from django.db import InterfaceError, OperationalError


class Trouble(Enum):
    """Why the book cannot be read or written just now. None of it is anybody's mistake, and it passes."""

    BUSY = "busy"  # somebody else has been writing for longer than one waits
    FULL = "full"  # it cannot be written, but read
    AWAY = "away"


# The primary codes of SQLite: https://www.sqlite.org/rescode.html
_OF_SQLITE = {
    5: Trouble.BUSY,
    6: Trouble.BUSY,
    8: Trouble.FULL,  # read-only
    10: Trouble.FULL,  # what the disk says when there is no room for SQLite's own notes
    13: Trouble.FULL,
    14: Trouble.AWAY,
}
# The states of PostgreSQL, by their beginnings: https://www.postgresql.org/docs/current/errcodes-appendix.html
_OF_POSTGRES = {
    "55P03": Trouble.BUSY,  # lock_timeout
    "57014": Trouble.BUSY,  # statement_timeout
    "40": Trouble.BUSY,  # a deadlock that was broken
    "53300": Trouble.BUSY,  # too many connections
    "53100": Trouble.FULL,
    "25006": Trouble.FULL,  # read-only
}


def trouble(problem: BaseException | None) -> Trouble | None:
    """Tell what is wrong with the book if an exception comes from that, and not from a mistake of ours."""
    if not isinstance(problem, OperationalError | InterfaceError):
        return None
    said = problem.__cause__
    if (code := getattr(said, "sqlite_errorcode", None)) is not None:
        return _OF_SQLITE.get(code & 0xFF)
    state = getattr(said, "sqlstate", None) or ""
    known = (found for beginning, found in _OF_POSTGRES.items() if state.startswith(beginning))
    return next(known, Trouble.AWAY)
