"""Archives are larger than forms: only where one is sent does the server take in more."""

import asyncio
import re

import pytest
from django.urls import reverse

from cincy_site import asgi


def answered(path, size):
    """Send so many bytes to an address; return the status, 200 where they reach Django."""
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"x" * size, "more_body": False}

    async def send(message):
        sent.append(message)

    asyncio.run(asgi.application({"type": "http", "method": "POST", "path": path, "headers": []}, receive, send))
    return sent[0]["status"]


@pytest.fixture(autouse=True)
def django(monkeypatch):
    async def pages(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    monkeypatch.setattr(asgi, "pages", pages)


@pytest.mark.parametrize("path", ["/clubs/bring", "/clubs/7/bring"])
def test_an_archive_may_be_large_but_not_without_end(settings, path):
    settings.LARGEST_ARCHIVE = 2 * asgi.LARGEST
    assert answered(path, 2 * asgi.LARGEST) == 200
    assert answered(path, 3 * asgi.LARGEST + 1) == 413


@pytest.mark.parametrize(
    "path", ["/", "/s/ABCD/move", "/bring", "/bring/", "/clubs/7/archive", "/clubs/x/bring", "/x/bring"]
)
def test_nothing_else_may(path):
    assert answered(path, asgi.LARGEST + 1) == 413


def test_the_addresses_are_those_of_the_forms():
    assert re.fullmatch(asgi.ARCHIVE, reverse("bring_club"))
    assert re.fullmatch(asgi.ARCHIVE, reverse("bring_here", args=[7]))
