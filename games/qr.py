"""QR codes, drawn as SVG without any style of their own."""

import io

import qrcode
from django.utils.safestring import SafeString, mark_safe
from qrcode.image.svg import SvgPathImage


def svg(text: str) -> SafeString:
    """Return a text as an SVG element that scales with its box."""
    code = qrcode.QRCode(border=2, image_factory=SvgPathImage)
    code.add_data(text)
    out = io.BytesIO()
    code.make_image().save(out)
    drawn = out.getvalue().decode()
    # Only the element: the XML declaration has no place inside a page. The text itself is not in it.
    return mark_safe(drawn[drawn.index("<svg") :])  # nosec
