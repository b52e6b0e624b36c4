"""What the clock on the wall shows: the time zone of the computer that Cincy runs on."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

LOCALTIME, TIMEZONE = Path("/etc/localtime"), Path("/etc/timezone")


def local_zone() -> str:
    """Return the name of this computer's time zone: an evening is a matter of where people sit, not of Greenwich."""
    return next(filter(_is_zone, _named()), None) or _by_offset()


def _named() -> Iterator[str]:
    """Yield what this computer may call its zone, the most telling first."""
    yield os.environ.get("TZ", "").removeprefix(":")
    yield str(LOCALTIME.resolve()).rpartition("zoneinfo/")[2]
    if TIMEZONE.is_file():
        yield TIMEZONE.read_text(encoding="utf-8").strip()


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return bool(name)


def _by_offset() -> str:
    """Return a zone with the hours we are ahead of Greenwich today (Windows names its zones otherwise)."""
    hours, odd = divmod(time.localtime().tm_gmtoff, 3600)
    # These names count westward.
    return f"Etc/GMT{-hours:+d}" if not odd and -14 <= -hours <= 12 else "UTC"
