"""The static files as browsers get them: laid out in the data folder, anew whenever something of them has changed."""

import hashlib
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from .installation import HERE

STAMP = "static.stamp"  # beside the folder, for what is in it can be fetched
MAKERS = ("django", "whitenoise")


def lay_out() -> bool:
    """Lay the static files out unless they lie there already. Returns whether that had to be done. Raises OSError."""
    if (HERE.data / STAMP).exists() and (HERE.data / STAMP).read_text() == _stamp():
        return False
    call_command("collectstatic", interactive=False, verbosity=0)
    HERE.lay_down(STAMP, _stamp())  # last: whatever breaks off before is begun anew
    return True


def _stamp() -> str:
    """Return what tells whether anything has changed: content and names of what is laid out and of what it is made of.

    Not the files' hours: an upgrade may bring another file with the same one.
    """
    sources = [(path, store.path(path)) for finder in get_finders() for path, store in finder.list(None)]
    made = [(str(path), str(path)) for path in Path(settings.STATIC_ROOT).rglob("*") if path.is_file()]
    makers = [f"{name} {version(name)}" for name in MAKERS]
    return hashlib.sha256(repr([makers, _prints(sources), _prints(sorted(made))]).encode()).hexdigest()


def _prints(files: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(name, hashlib.sha256(Path(path).read_bytes()).hexdigest()) for name, path in files]
