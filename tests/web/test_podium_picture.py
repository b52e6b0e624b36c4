"""The podium as a picture: what it shows, that it fits, that names are only ever names."""

import io
from xml.etree import ElementTree

import pytest
from PIL import Image

from games.club.evenings import evening_of
from games.models import Session
from games.takeaway import lettering, picture, podium
from games.takeaway.picture import Box, Text
from tests.cast import read

ROUND = "30/15/20 ABAC 66643 12345 66532 66531 ."
SVG = "{http://www.w3.org/2000/svg}"
LONG = ("W" * 24, "Bartholomäus Freiherr Xi", "Ł" * 24, "M" * 24)
BOTH = pytest.mark.parametrize(("kind", "type_"), [("svg", "image/svg+xml; charset=utf-8"), ("png", "image/png")])


def drawn(table):
    return ElementTree.fromstring(table.watcher.get("podium.svg").content)


def texts(table):
    return [one.text for one in drawn(table).iter(f"{SVG}text")]


def test_the_drawing_tells_title_game_day_names_places_and_scores(table):
    table.play(f"{ROUND} end")
    day = evening_of(table.session.created)
    found = texts(table)
    assert found[:2] == ["Friday", f"Cincinnati with dice · {day.day} {day:%B} {day.year}"]
    steps, everybody = found[2:14], found[14:-1]
    assert steps == ["2", "Ben", "30,000", "1", "Ann", "45,000", "3", "Cleo", "15,000", "3", "Dov", "15,000"]
    assert everybody == ["1", "Ann", "45,000", "2", "Ben", "30,000", "3", "Cleo", "15,000", "3", "Dov", "15,000"]


def test_the_drawing_says_what_it_shows(table):
    table.play(f"{ROUND} end")
    root = drawn(table)
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").text == "Friday: 1. Ann 45,000; 2. Ben 30,000; 3. Cleo 15,000; 3. Dov 15,000"


def test_who_shares_a_place_stands_as_high(seat_poker):
    table = seat_poker().play("deal 2c f f f end")
    found = podium.picture(table.now).shapes
    heights = [shape.height for shape in found if isinstance(shape, Box) and shape.width in podium.STEP_WIDTHS.values()]
    assert heights == [podium.STEP_HEIGHTS[place] for place in (2, 1, 2, 2)]


def test_two_at_a_table_have_two_steps(seat_poker):
    table = seat_poker(names=("Ann", "Ben"), phones={"Ann": (1,)}).play("deal 2c f end")
    assert len([one for one in drawn(table).iter(f"{SVG}rect") if one.get("width") == str(podium.STEP_WIDTHS[3])]) == 2


@BOTH
def test_a_picture_has_its_type_and_is_kept_nowhere(table, kind, type_):
    table.play(f"{ROUND} end")
    response = table.watcher.get(f"podium.{kind}")
    assert response.status_code == 200
    assert response.headers["Content-Type"] == type_
    assert "no-store" in response.headers["Cache-Control"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    day = evening_of(table.session.created)
    assert response.headers["Content-Disposition"] == f'inline; filename="friday-{day}.{kind}"'


def test_the_png_is_a_picture_of_that_size_with_the_winner_in_brass(table):
    table.play(f"{ROUND} end")
    image = Image.open(io.BytesIO(table.watcher.get("podium.png").content))
    assert (image.format, image.size) == ("PNG", (podium.SIDE, podium.SIDE))
    middle = podium.MARGIN + podium.STEP_WIDTHS[4] * 3 // 2 + podium.GAP
    assert image.getpixel((middle, podium.STEPS_FOOT - 20)) == (0xE6, 0xB8, 0x4F)


@BOTH
def test_there_is_no_picture_before_the_end(table, lobby, kind, type_):
    for page in (table.play(ROUND).ann.get(f"podium.{kind}"), lobby.ann.get(f"podium.{kind}")):
        assert page.status_code == 409
        assert "The game is not finished" in read(page)


@BOTH
def test_a_picture_is_for_those_who_may_see_the_session(table, kind, type_):
    table.play(f"{ROUND} end")
    for phone in (table.ann, table.ben, table.watcher, table.newcomer):
        assert phone.get(f"podium.{kind}").status_code == 200
    for phone in (table.stranger, table.olga):
        assert phone.get(f"podium.{kind}").status_code == 404


def test_markup_in_names_and_title_is_text(lay):
    names = ('<b onclick="x">A', "B & C", "</text><script>", "]]>--'")
    table = lay(names=names, phones={"Ann": (1,)}).play(f"{ROUND} end")
    Session.objects.filter(pk=table.pk).update(title="<svg onload=x>")
    body = table.watcher.get("podium.svg").content.decode()
    assert "<script" not in body
    assert "<b" not in body
    found = texts(table)
    assert found[0] == "<svg onload=x>"
    assert set(names) <= set(found)
    assert {one.tag for one in drawn(table).iter()} == {f"{SVG}{name}" for name in ("svg", "title", "rect", "text")}


def test_no_style_and_no_script_is_in_it(table):
    table.play(f"{ROUND} end")
    attributes = {name for one in drawn(table).iter() for name in one.attrib}
    assert attributes <= {
        *("viewBox", "width", "height", "role", "x", "y", "rx", "fill"),
        *("font-family", "font-weight", "font-size", "text-anchor"),
    }


def test_letters_that_no_document_may_hold_are_left_out():
    shape = Text(0, 0, "a\x0bb\ud800c\ufffed", 20, "#fff")
    drawing = picture.svg(picture.Picture(10, 10, (shape,), "\x00l"))
    assert ElementTree.fromstring(drawing).find(f"{SVG}text").text == "abcd"
    assert picture.png(picture.Picture(10, 10, (shape,), "")).startswith(b"\x89PNG")


def test_long_names_and_titles_fit(lay):
    table = lay(names=LONG, phones={"Ann": (1,)}).play(f"{ROUND} end")
    Session.objects.filter(pk=table.pk).update(title="A very long evening that would not end, and then some")
    for shape in podium.picture(table.now).shapes:
        if isinstance(shape, Text):
            wide = lettering.width(shape.words, shape.face, shape.size)
            left = shape.x - {"start": 0, "middle": wide / 2, "end": wide}[shape.anchor]
            assert left >= podium.MARGIN - 1
            assert left + wide <= podium.SIDE - podium.MARGIN + 1


def test_a_step_s_name_stays_on_its_step(lay):
    table = lay(names=LONG, phones={"Ann": (1,)}).play(f"{ROUND} end")
    names = [s for s in podium.picture(table.now).shapes if isinstance(s, Text) and s.anchor == "middle"]
    assert len(names) == 13  # of four a place, a name, a score; Bartholomäus has two lines
    for shape in names:
        assert lettering.width(shape.words, shape.face, shape.size) <= podium.STEP_WIDTHS[4] - 32


def test_what_does_not_fit_becomes_smaller_then_is_cut():
    whole, size = lettering.fitted("Bartholomew", "bold", 40, 200, 24)
    assert whole == "Bartholomew"
    assert 24 <= size < 40
    cut, size = lettering.fitted("W" * 60, "bold", 40, 200, 24)
    assert cut.endswith("…")
    assert size == 24
    assert lettering.width(cut, "bold", size) <= 200
    assert lettering.fitted("Ann", "bold", 40, 200, 24) == ("Ann", 40)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Ann", ("Ann",)),
        ("Bartholomew the Third of Cork", ("Bartholomew the", "Third of Cork")),
        ("W" * 24, ("W" * 24,)),
        ("", ("",)),
    ],
)
def test_what_is_too_wide_is_broken_at_the_gap_nearest_its_middle(text, lines):
    assert lettering.broken(text, "bold", 32, 272) == lines


# Letters


@pytest.mark.parametrize("face", ["plain", "bold", "serif"])
def test_names_of_the_neighbourhood_are_written_as_they_are_where_there_is_a_font(face):
    if not lettering.fonts(face):
        pytest.skip("no font on this computer but Pillow's own")
    for text in ("Jürgen", "Zoé", "Łukasz", "Женя", "Ελένη", "я"):
        assert lettering.lettered(text, face)[1] == text


@pytest.mark.parametrize(
    ("text", "written"),
    [("Ann", "Ann"), ("Zoé", "Zoe"), ("Jürgen", "Jurgen"), ("Женя", "????"), ("O’Neil “x”…", "O’Neil “x”…")],
)
def test_without_fonts_letters_become_plain_and_others_a_question_mark(text, written):
    assert lettering.lettered(text, "plain", having=()) == ("", written)


def test_the_font_is_taken_that_has_most_letters():
    have = lettering.fonts("plain")
    if not have:
        pytest.skip("no font on this computer but Pillow's own")
    assert lettering.lettered("Женя", "plain", having=have)[0] in have


def test_other_letters_make_another_picture(table):
    table.play(f"{ROUND} end")
    before = table.watcher.get("podium.png").content
    Session.objects.filter(pk=table.pk).update(title="Fridax")
    assert table.watcher.get("podium.png").content != before
