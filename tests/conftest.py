"""What every test may count on: a data folder of its own, a database in a file, nothing remembered from before."""

import os
import tempfile
from pathlib import Path

import pytest

# pytest-django has read the settings before this file: what hangs on the data folder is moved there and here.
_folder = tempfile.TemporaryDirectory(prefix="cincy-tests-")
DATA = Path(_folder.name)
os.environ["CINCY_DATA"] = str(DATA)
os.environ["CINCY_BACKUPS"] = "0"  # for the servers that tests start
os.environ.pop("CINCY_LAN", None)

from django.conf import settings  # noqa: E402

from cincy_site.installation import HERE  # noqa: E402

object.__setattr__(HERE, "data", DATA)
(DATA / "static").mkdir()
settings.DATA_DIR = DATA
settings.BACKUPS = False
settings.TIME_ZONE = "UTC"  # wherever the tests run, dates are the same
settings.STATIC_ROOT = DATA / "static"
# Pages name their style sheet without a manifest, which only collectstatic makes.
settings.STORAGES = {
    **settings.STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
if not os.environ.get("DATABASE_URL"):
    settings.DATABASES["default"]["NAME"] = DATA / "cincy.sqlite3"
    # In a file, as in life: threads with connections of their own then wait for one another.
    settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = str(DATA / "test.sqlite3")


@pytest.fixture(autouse=True)
def nothing_remembered():
    """Forget the sessions of other tests: a test database counts its rows from 1 again."""
    from tests.cast import forget

    forget()


@pytest.fixture
def table(db):
    """The fixed cast at a started game: see tests.cast."""
    from tests.cast import Table

    return Table()


@pytest.fixture
def lobby(db):
    """The fixed cast before the start."""
    from tests.cast import Table

    return Table(start=False)


@pytest.fixture
def lay(db):
    """Lay other tables: lay(phones={"Ann": (1,)}, deck="app", …)."""
    from tests.cast import Table

    return Table
