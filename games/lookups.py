"""What is asked of the database at every move and by every phone, in SQL: by the ORM each takes ten times as long."""

from typing import Any

from django.db import connection


def _row(sql: str, *values: int | str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchone()


def version(code: str) -> tuple[int, int] | None:
    """Return the number of the session with a code, and its version now."""
    found: tuple[int, int] | None = _row("SELECT id, version FROM games_session WHERE code = %s", code)
    return found


def is_guest(session: int, device: int) -> bool:
    """Tell whether a phone has been let in at a session."""
    return _row("SELECT 1 FROM games_guest WHERE session_id = %s AND device_id = %s", session, device) is not None


def has_entered(session: int, number: int, device: int) -> bool:
    """Tell whether it was this phone that made an entry."""
    sql = "SELECT 1 FROM games_entry WHERE session_id = %s AND number = %s AND device_id = %s"
    return _row(sql, session, number, device) is not None


def entry_of(session: int, key: str) -> tuple[int, str, int | None] | None:
    """Return what was entered with a key: its number, the hash of its content, and the phone that entered it."""
    sql = "SELECT number, key_hash, device_id FROM games_entry WHERE session_id = %s AND key = %s"
    found: tuple[int, str, int | None] | None = _row(sql, session, key)
    return found


def has_wishes(session: int) -> bool:
    """Tell whether anything was said ahead that has not counted yet."""
    return _row("SELECT 1 FROM games_wish WHERE session_id = %s LIMIT 1", session) is not None


def around(session: int) -> tuple[bool, bool, bool]:
    """Tell whether there are notices at a session, phones that wait at its door, a proposal of another host."""
    sql = """
        SELECT EXISTS (SELECT 1 FROM games_notice WHERE session_id = %s),
               EXISTS (SELECT 1 FROM games_claim WHERE session_id = %s),
               EXISTS (SELECT 1 FROM games_handover WHERE session_id = %s)
    """
    notices, claims, handover = map(bool, _row(sql, session, session, session))
    return notices, claims, handover
