"""What is wrong with an archive, and what to do about it."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.rules.contract import Refused

from .speech import number


def bad_archive(values: Mapping[str, Any], say: Callable[[Refused], str]) -> str:
    """Return what is wrong with an archive. `say` tells why the rules refuse one of its sessions."""
    if values["why"] == "session":
        return _session(values, say)
    sentences = {
        "no-zip": _("This is no club archive: it is not a ZIP file."),
        "version": _("This archive is of another version (%(format)s), which Cincy cannot read here."),
        "manifest": _("This is no club archive: its manifest.json is missing or cannot be read."),
        "entry": _("The manifest of this archive is odd (%(about)s): it was not made by Cincy, or changed since."),
        "files": _("The files in this archive are not those its manifest names."),
        "many": _("This archive has more files than the %(most)s that an archive may have."),
        "large": _("This archive unpacks to more than Cincy takes in."),
        "broken": _("The file %(file)s in this archive is broken."),
        "too-big": _("This file is too large. An archive has at most %(most)s MB."),
        "missing": _("Choose the archive first: a ZIP file that Cincy has made."),
    }
    said = {name: number(value) if isinstance(value, int) else value for name, value in values.items()}
    return f"{sentences[values['why']] % said} {_('Nothing was added.')}"


def _session(values: Mapping[str, Any], say: Callable[[Refused], str]) -> str:
    refused = values["refused"]
    where = {"file": values["file"], "move": (values["index"] or 0) + 1, "why": say(refused), "clause": refused.clause}
    if values["index"] is None:
        text = _("The session %(file)s does not follow the rules: %(why)s")
    elif refused.clause:
        text = _("The session %(file)s does not follow the rules at move %(move)d (%(clause)s): %(why)s")
    else:
        text = _("The session %(file)s does not follow the rules at move %(move)d: %(why)s")
    return f"{text % where} {_('Nothing was added.')}"
