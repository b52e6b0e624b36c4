"""This machine's own browser stays the same phone, whatever address the machine goes by.

Cookies belong to a host name. The one for localhost never changes, so it is kept there too; on the way from localhost
to the address of the day a token goes along that works once, and makes the browser there the phone it is here.
"""

import json
import logging
import time
from hashlib import sha512

from games import access, chance, limits
from games.access import Request
from games.models import Device, Session, digest

from .installation import HERE

AGE = 60.0  # seconds within which the browser has followed us
PREFIX = "laptop-"

log = logging.getLogger(__name__)


def carry(request: Request, to: str) -> str:
    """Return a token that brings this browser's identity along once, and then leads to a path; nothing: it has none."""
    try:
        access.ensure_device(request)
        raw = request.new_token or request.COOKIES[access.cookie_name()]
        secret = chance.token()
        _sweep()
        kept = {"sealed": _sealed(raw.encode(), secret).hex(), "to": to}
        HERE.lay_down(PREFIX + digest(secret), json.dumps(kept))
    except limits.TooMany:
        return ""
    except OSError:
        log.exception("This browser's identity could not be taken along.")
        return ""
    return secret


def arrive(request: Request, secret: str) -> str | None:
    """Make the browser here the phone that it was there. Returns where it wanted to go; None: the token is spent."""
    text = HERE.pick_up(PREFIX + digest(secret), AGE)
    if text is None:
        return None
    kept = json.loads(text)
    raw = _sealed(bytes.fromhex(kept["sealed"]), secret).decode()
    device = access.known_device(raw)
    if device and device != request.device and _gives_way(request.device, device):
        request.device, request.new_token = device, raw
    to: str = kept["to"]
    return to


def _sealed(text: bytes, secret: str) -> bytes:
    """Return a text that only who has the secret can read, or read what is such a text: a pad that is used once."""
    pad = sha512(b"laptop " + secret.encode()).digest()
    return bytes(a ^ b for a, b in zip(text, pad, strict=False))


def _gives_way(there: Device | None, here: Device) -> bool:
    """Tell whether what a browser was at an address may be forgotten for what it is on localhost."""
    if there is None or not (there.hosted.exists() or there.seats.exists() or there.memberships.exists()):
        return True
    return _plays(here) and not _plays(there)


def _plays(device: Device) -> bool:
    running = Session.objects.exclude(status=Session.FINISHED)
    return running.filter(host=device).exists() or running.filter(seats__device=device).exists()


def _sweep() -> None:
    for file in HERE.data.glob(PREFIX + "*"):
        if time.time() - file.stat().st_mtime > AGE:
            file.unlink(missing_ok=True)
