"""QR codes, drawn as SVG without any style of their own."""

import io
from functools import lru_cache

import qrcode
from django.utils.safestring import SafeString, mark_safe
from qrcode.image.svg import SvgPathImage


@lru_cache(maxsize=500)  # drawing one costs as much as several pages, and a screen shows the same one all evening
def svg(text: str) -> SafeString:
    """Return a text as an SVG element that scales with its box."""
    code = qrcode.QRCode(border=2, image_factory=SvgPathImage)
    code.add_data(text)
    out = io.BytesIO()
    code.make_image().save(out)
    drawn = out.getvalue().decode()
    # Only the element: the XML declaration has no place inside a page. The text itself is not in it.
    return mark_safe(drawn[drawn.index("<svg") :])  # nosec
