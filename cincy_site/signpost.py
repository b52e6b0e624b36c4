"""Where phones find Cincy, as the laptop's terminal says it: addresses, and a QR to scan."""

import io
from contextlib import suppress

import qrcode
from django.conf import settings
from django.core.management.base import OutputWrapper

from . import lan


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
