"""Where the files of long work lie, and how they go: at once, when they hold what a club does not hold any more."""

import shutil
from contextlib import suppress
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from ..models import Work


def folder(work: Work) -> Path:
    """Return where the files of a piece of work lie; a number may come again once a backup was put back."""
    return settings.DATA_DIR / "work" / f"{work.pk}-{work.created:%Y%m%d%H%M%S%f}"


def throw_away(work: Work) -> None:
    """Delete the files of a piece of work, if there are any."""
    with suppress(FileNotFoundError):
        shutil.rmtree(folder(work))


def drop_archives(club_id: int | None) -> None:
    """End the making of a club's archives, and hand out none that was made: they hold what has gone from it.

    Inside of a transaction: the files go once it is certain.
    """
    archives = Work.objects.filter(club=club_id, kind=Work.ARCHIVE)
    for work in archives:
        transaction.on_commit(partial(throw_away, work))
    archives.update(ended=timezone.now(), done=0, kept={"stopped": True})
