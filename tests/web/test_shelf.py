"""The static files are laid out once, and anew after whatever has changed of them."""

import json
import os

import pytest
from django.contrib.staticfiles import finders

from cincy_site import installation, shelf


@pytest.fixture
def house(tmp_path, settings, monkeypatch):
    """A folder of static files beside ours, and an empty data folder."""
    made = tmp_path / "made"
    made.mkdir()
    (made / "extra.css").write_text("a { color: red }")
    settings.STATICFILES_DIRS = [made]
    store = {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}  # as outside of tests
    settings.STORAGES = {**settings.STORAGES, "staticfiles": store}
    settings.STATIC_ROOT = tmp_path / "data" / "static"
    monkeypatch.setattr(shelf, "HERE", installation.Installation(tmp_path / "data"))
    finders.get_finder.cache_clear()
    yield tmp_path
    finders.get_finder.cache_clear()


def shown(house, name="extra.css"):
    """What a browser gets by a name."""
    paths = json.loads((house / "data/static/staticfiles.json").read_text())["paths"]
    return (house / "data/static" / paths[name]).read_text()


def test_what_lies_there_already_is_not_laid_out_again(house):
    assert shelf.lay_out() is True
    assert shelf.lay_out() is False
    assert shown(house) == "a { color: red }"


def test_another_file_of_the_same_size_and_hour_is_laid_out(house):
    shelf.lay_out()
    file = house / "made/extra.css"
    hour = file.stat().st_mtime_ns
    file.write_text("a { color: tan }")
    os.utime(file, ns=(hour, hour))
    assert shelf.lay_out() is True
    assert shown(house) == "a { color: tan }"


def test_a_new_file_is_laid_out(house):
    shelf.lay_out()
    (house / "made/more.css").write_text("b { color: red }")
    assert shelf.lay_out() is True
    assert shown(house, "more.css") == "b { color: red }"


def test_another_version_of_what_lays_them_out_does_it_again(house, monkeypatch):
    shelf.lay_out()
    monkeypatch.setattr(shelf, "version", lambda name: "999")
    assert shelf.lay_out() is True


@pytest.mark.parametrize("lost", ["staticfiles.json", "extra.css"])
def test_what_has_been_lost_or_broken_is_laid_out_again(house, lost):
    shelf.lay_out()
    (house / "data/static" / lost).unlink()
    assert shelf.lay_out() is True
    assert shown(house) == "a { color: red }"


def test_what_broke_off_is_begun_anew(house, monkeypatch):
    shelf.lay_out()
    (house / "made/extra.css").write_text("a { color: tan }")
    with monkeypatch.context() as broken:
        broken.setattr(shelf, "call_command", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            shelf.lay_out()
    assert shelf.lay_out() is True
    assert shown(house) == "a { color: tan }"
