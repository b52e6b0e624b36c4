"""Where phones find Cincy, as the laptop's terminal says it: addresses, and a QR to scan."""

import io
import threading
from collections.abc import Callable
from contextlib import suppress

import qrcode
from django.conf import settings
from django.core.management.base import OutputWrapper

from . import lan

LOOK = 10.0  # seconds between two looks at this machine's addresses


def urls(port: int) -> list[str]:
    """Return every address phones may open, the one for the QR first; none: this machine is in no network."""
    if settings.PUBLIC_URL:
        return [f"{settings.PUBLIC_URL}/"]
    among = lan.addresses()
    first = lan.chosen(among)
    return [url(address.ip, port) for address in sorted(among, key=lambda address: address != first)]


def url(host: str, port: int) -> str:
    """Return the address of one interface."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def draw(out: OutputWrapper, text: str) -> None:
    """Draw a QR light on dark; on a terminal the colours are set, so that it scans on a light one too."""
    code = qrcode.QRCode(border=2)
    code.add_data(text)
    drawn = io.StringIO()
    drawn.isatty = out.isatty  # type: ignore[method-assign]
    code.print_ascii(out=drawn, tty=out.isatty(), invert=True)
    with suppress(UnicodeEncodeError):  # a terminal without block characters: the address is there to be typed
        out.write(drawn.getvalue())


class Lookout(threading.Thread):
    """Says where phones find Cincy as soon as that changes, for this machine may join another network."""

    def __init__(self, where: Callable[[], list[str]], say: Callable[[list[str]], None]) -> None:
        super().__init__(name="lookout", daemon=True)
        self.where, self.say = where, say
        self.known = where()
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(LOOK):
            self.look()

    def look(self) -> None:
        """Look once, and say what is new."""
        found = self.where()
        if found != self.known:
            self.known = found
            self.say(found)
