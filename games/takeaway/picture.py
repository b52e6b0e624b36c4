"""A picture made of boxes and lines of text, as SVG and as PNG."""

import io
from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import category

from django.utils.html import format_html, format_html_join
from PIL import Image, ImageDraw

from . import lettering

# As the pages are lettered, so that a picture looks like them wherever it is opened.
FAMILIES = {
    "plain": ("system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif", "400"),
    "bold": ("system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif", "700"),
    "serif": ("Iowan Old Style, Palatino Linotype, Palatino, Book Antiqua, Georgia, serif", "600"),
}
ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}  # SVG: Pillow; the baseline either way


@dataclass(frozen=True)
class Box:
    """A filled rectangle with round corners; pixels from the upper left."""

    x: int
    y: int
    width: int
    height: int
    fill: str
    radius: int = 0


@dataclass(frozen=True)
class Text:
    """A line of text: where its baseline begins, has its middle or ends; sizes in pixels."""

    x: int
    y: int
    words: str
    size: int
    fill: str
    face: str = "plain"
    anchor: str = "start"


@dataclass(frozen=True)
class Picture:
    """What is drawn, from the back to the front; what it shows in words, for those who do not see it."""

    width: int
    height: int
    shapes: tuple[Box | Text, ...]
    label: str


def svg(picture: Picture) -> str:
    """Return a picture as an SVG document: no styles, no scripts, everything that was typed escaped."""
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img">'
        "<title>{label}</title>{shapes}</svg>",
        w=picture.width,
        h=picture.height,
        label=_sayable(picture.label),
        shapes=format_html_join("", "{}", ((_element(shape),) for shape in picture.shapes)),
    )


def _element(shape: Box | Text) -> str:
    if isinstance(shape, Box):
        return format_html(
            '<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}"/>',
            *(shape.x, shape.y, shape.width, shape.height, shape.radius, shape.fill),
        )
    family, weight = FAMILIES[shape.face]
    return format_html(
        '<text x="{}" y="{}" font-family="{}" font-weight="{}" font-size="{}" fill="{}" text-anchor="{}">{}</text>',
        *(shape.x, shape.y, family, weight, shape.size, shape.fill, shape.anchor, _sayable(shape.words)),
    )


def _sayable(words: str) -> str:
    """Return a text without what an XML document may not hold at all: control characters, halves, non-characters."""
    return "".join(letter for letter in words if category(letter) not in ("Cc", "Cs", "Cn"))


def png(picture: Picture) -> bytes:
    """Return a picture as a PNG file, lettered with the fonts of this computer."""
    image = Image.new("RGB", (picture.width, picture.height))
    drawing = ImageDraw.Draw(image)
    _draw(drawing, picture.shapes)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _draw(drawing: ImageDraw.ImageDraw, shapes: Iterable[Box | Text]) -> None:
    for shape in shapes:
        if isinstance(shape, Box):
            corners = (shape.x, shape.y, shape.x + shape.width - 1, shape.y + shape.height - 1)
            drawing.rounded_rectangle(corners, shape.radius, fill=shape.fill)
        else:
            name, words = lettering.lettered(_sayable(shape.words), shape.face)
            font = lettering.font(name, shape.size)
            drawing.text((shape.x, shape.y), words, shape.fill, font, anchor=ANCHORS[shape.anchor])
