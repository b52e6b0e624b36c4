"""Pages and fragments: one root with the file's name, nothing inline, every word through gettext, nothing from afar."""

import re
from html.parser import HTMLParser

import pytest

from .house import ROOT, TEMPLATES, templates

TAGS = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}", re.S)
# What is the same in every language: our name, a time zone, kinds of files, what the sheet of the site calls things.
NOT_WORDS = re.compile(r"\b(Cincy|UTC|PNG|SVG|CSV)\b")
SPOKEN = ("aria-label", "title", "alt", "placeholder")
VOID = {"input", "br", "meta", "link", "img", "hr"}
STATIC = sorted(path for kind in ("js", "css", "svg") for path in (ROOT / "games/static").rglob(f"*.{kind}"))
EVERY = pytest.mark.parametrize(("path", "text"), [pytest.param(*pair, id=str(pair[0])) for pair in templates()])


def swapped():
    """The ids that answers may replace."""
    return set(
        re.search(r'hx-select-oob="([^"]+)"', (TEMPLATES / "session.html").read_text())[1].replace("#", "").split(",")
    )


class Roots(HTMLParser):
    """The outermost elements of a piece of HTML."""

    def __init__(self):
        super().__init__()
        self.depth, self.roots = 0, []

    def handle_starttag(self, tag, attributes):
        if self.depth == 0:
            self.roots.append(dict(attributes))
        self.depth += tag not in VOID

    def handle_startendtag(self, tag, attributes):
        if self.depth == 0:
            self.roots.append(dict(attributes))

    def handle_endtag(self, tag):
        self.depth -= tag not in VOID


def roots(text):
    parser = Roots()
    parser.feed(TAGS.sub("", text))
    assert parser.depth == 0
    return parser.roots


def test_what_is_swapped_has_one_root_with_the_name_of_its_file():
    found = set()
    for path, text in templates():
        if not path.name.startswith("_"):
            continue
        outer = roots(text)
        ids = {root["id"] for root in outer if "id" in root}
        if not ids & swapped():
            assert "data-print" not in text, path
            continue
        assert len(outer) == 1, path
        assert ids == {path.stem.removeprefix("_")}, path
        found |= ids
    assert found == swapped()


def test_a_fragment_that_tells_its_print_leaves_it_to_the_server():
    for path, text in templates():
        assert text.count("data-print") == text.count('data-print=""') <= 1, path


@EVERY
def test_a_page_extends_the_frame_and_a_fragment_does_not(path, text):
    is_page = not path.name.startswith("_") and path.name != "base.html"
    assert text.startswith("{% extends ") == is_page


@EVERY
def test_nothing_is_inline(path, text):
    assert not re.search(r"\sstyle\s*=|<style\b|\son[a-z]+\s*=|\shx-on|javascript:", text, re.I)
    assert not re.search(r"<script\b(?![^>]*\bsrc=)", text, re.I)
    assert "|safe" not in text
    assert "autoescape" not in text


@EVERY
def test_nothing_comes_from_afar(path, text):
    assert not re.search(r"""(src|href|action|hx-\w+)\s*=\s*["'](https?:)?//""", text)


class Words(HTMLParser):
    """What is read of a template: its text, and what is said of things that are not text."""

    def __init__(self):
        super().__init__()
        self.said = []

    def handle_starttag(self, tag, attributes):
        self.said += [value for name, value in attributes if name in SPOKEN and value]

    def handle_data(self, data):
        self.said.append(data)


@EVERY
def test_every_word_goes_through_gettext(path, text):
    text = re.sub(r"{% blocktranslate.*?{% endblocktranslate %}", "", text, flags=re.S)
    text = re.sub(r"{% block (look|live) %}.*?{% endblock %}", "", text, flags=re.S)  # attributes of the body
    parser = Words()
    parser.feed(TAGS.sub("", text))
    said = [NOT_WORDS.sub("", word).strip() for word in parser.said]
    codes = {"20000 duel chips", "Ah", "As Kd 7h 7c 2s"}  # what a card is typed as
    assert [word for word in said if re.search(r"[A-Za-z]{2,}", word) and word not in codes] == []


@EVERY
def test_templates_see_views_and_do_not_compute(path, text):
    assert not re.search(r"{% load (?!i18n|static|django_htmx|dice|poker|chart|table)", text)
    assert "{% csrf_token %}" in text or not re.search(r'<form[^>]*method="post"', text)


@pytest.mark.parametrize("path", STATIC, ids=lambda path: path.name)
def test_styles_and_scripts_call_nobody(path):
    text = re.sub(r'xmlns(:\w+)?="[^"]*"|https?://www\.w3\.org/[^"\s]*', "", path.read_text())
    assert not re.search(r"https?://|wss?://|@import|url\(\s*[\"']?//", text)
    assert not re.search(r"\beval\(|new Function|document\.write|\.innerHTML\s*=|insertAdjacentHTML", text)
