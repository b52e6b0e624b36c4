"""Backups: made while Cincy runs and writes, put back, refused; and those that are made by themselves."""

import contextlib
import json
import os
import sqlite3
import stat
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

import pytest
from django.conf import settings

from cincy_site import backup, databases, safekeeping
from cincy_site.installation import HERE
from tests.web.test_serve import SESSION, Served

ROOT = Path(__file__).resolve().parents[2]
on_sqlite = pytest.mark.skipif(bool(os.environ.get("DATABASE_URL")), reason="PostgreSQL has its own means")


def manage(data, *arguments):
    """Run a command on a data folder; return its exit status and all it says."""
    done = subprocess.run(
        [sys.executable, "manage.py", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "CINCY_DATA": str(data), "DATABASE_URL": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stdout, done.stdout
    return done.returncode, done.stdout


def rows(data, sql="SELECT version FROM games_session"):
    with contextlib.closing(sqlite3.connect(data / "cincy.sqlite3")) as db:
        return db.execute(sql).fetchall()


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A folder that was served, with one session of version 3, and a backup of it."""
    data = tmp_path_factory.mktemp("served") / "data"
    with Served(data, "--host", "127.0.0.1") as server:
        server.make_session()
        assert manage(data, "backup", data.parent / "whole.zip")[0] == 0
        server.end()
    return data


@pytest.fixture
def data(served, tmp_path):
    """A folder of one's own like that one."""
    (tmp_path / "data").mkdir(mode=0o700)
    with zipfile.ZipFile(served.parent / "whole.zip") as box:
        for name in box.namelist():
            target = "cincy.sqlite3" if name == "database" else name
            (tmp_path / "data" / target).write_bytes(box.read(name))
    return tmp_path / "data"


def packed(tmp_path, served, change):
    """A backup like the whole one, after `change` of its files as a dict."""
    with zipfile.ZipFile(served.parent / "whole.zip") as box:
        files = {name: box.read(name) for name in box.namelist()}
    change(files)
    target = tmp_path / "changed.zip"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as box:
        for name, content in files.items():
            box.writestr(name, content)
    return target


def test_copied_while_others_write_and_put_back(tmp_path):
    """Two values that are always written together are together in every copy, and the last one comes back."""
    data = tmp_path / "data"
    with Served(data, "--host", "127.0.0.1") as server:
        server.make_session()
        done = threading.Event()

        def write():
            number = 3
            with contextlib.closing(sqlite3.connect(data / "cincy.sqlite3", timeout=5)) as db:
                while not done.is_set():
                    number += 1
                    with db:
                        db.execute("UPDATE games_session SET version = ?", (number,))
                        db.execute("UPDATE games_session SET title = ?", (f"{number}" + "x" * 50,))

        writer = threading.Thread(target=write)
        writer.start()
        made = []
        for number in range(3):
            status, said = manage(data, "backup", tmp_path / f"{number}.zip")
            assert status == 0, said
            made.append(tmp_path / f"{number}.zip")
        status, said = manage(data, "restore", made[0])
        assert status == 1
        assert "Cincy is running" in said
        assert "Nothing was changed" in said
        done.set()
        writer.join()
        assert server.get("/help") == 200
        server.end()
    key = (data / "secret_key").read_text()
    versions = []
    for file in made:
        assert mode(file) == 0o600
        with zipfile.ZipFile(file) as box:
            assert set(box.namelist()) == {"backup.json", "database", "secret_key", "installation"}
            assert box.read("secret_key").decode() == key
            (tmp_path / "copy").write_bytes(box.read("database"))
        with contextlib.closing(sqlite3.connect(tmp_path / "copy")) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            [(version, title)] = db.execute("SELECT version, title FROM games_session").fetchall()
        assert title.rstrip("x") == str(version)
        versions.append(version)
    assert versions == sorted(set(versions))
    last = rows(data)
    (data / "secret_key").write_text("another")
    status, said = manage(data, "restore", made[1])
    assert status == 0, said
    assert rows(data) == [(versions[1],)]
    assert (data / "secret_key").read_text() == key
    assert mode(data / "secret_key") == mode(data / "cincy.sqlite3") == 0o600
    # Undone by what it says itself.
    aside = said.split("manage.py restore ")[1].strip()
    assert manage(data, "restore", aside)[0] == 0
    assert rows(data) == last
    assert (data / "secret_key").read_text() == "another"
    assert not [path for path in data.iterdir() if path.name.startswith((".backup-", ".restore-"))]


def test_a_restored_folder_is_served_again(data, served):
    (data / "cincy.sqlite3").unlink()
    status, said = manage(data, "restore", served.parent / "whole.zip")
    assert status == 0
    assert "1 sessions" in said
    assert "before" not in said
    with Served(data, "--host", "127.0.0.1") as server:
        assert server.get("/join?code=ABCD") == 200
        server.end()


def test_a_broken_database_is_kept_as_it_is_and_replaced(data, served):
    (data / "cincy.sqlite3").write_bytes(b"no database" * 1000)
    assert manage(data, "backup", data / "new.zip")[0] == 1
    assert not (data / "new.zip").exists()
    status, said = manage(data, "restore", served.parent / "whole.zip")
    assert status == 0
    assert "is broken" in said
    assert rows(data) == [(3,)]
    [aside] = (data / "backups").iterdir()
    assert (aside / "cincy.sqlite3").read_bytes() == b"no database" * 1000


def newer(files):
    label = json.loads(files["backup.json"])
    files["backup.json"] = json.dumps({**label, "migrations": [*label["migrations"], "games.9999_later"]})


def of_postgres(files):
    files["backup.json"] = json.dumps({**json.loads(files["backup.json"]), "database": "postgresql"})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda files: files.update({"../escaped": b"x"}), "no backup of Cincy"),
        (lambda files: files.pop("database"), "no backup of Cincy"),
        (lambda files: files.pop("backup.json"), "no backup of Cincy"),
        (lambda files: files.update({"backup.json": b"[1]"}), "no backup of Cincy"),
        (lambda files: files.update({"backup.json": b"{"}), "no backup of Cincy"),
        (lambda files: files.update({"secret_key": b"x" * 100_000}), "more than a backup holds"),
        (lambda files: files.update({"database": bytes(50_000_000)}), "more than a backup holds"),
        (lambda files: files.update({"database": files["database"][:9000]}), "is broken"),
        (lambda files: files.update({"database": b"no database"}), "is broken"),
        (newer, "newer Cincy"),
        (of_postgres, "holds a postgresql database"),
    ],
    ids=["path", "no-database", "no-label", "list", "no-json", "big-key", "bomb", "cut", "none", "newer", "postgres"],
)
def test_what_is_no_backup_is_refused_and_nothing_changed(data, served, tmp_path, change, words):
    changed = packed(tmp_path, served, change)
    before = {path.name: path.read_bytes() for path in data.iterdir()}
    status, said = manage(data, "restore", changed)
    assert status == 1
    assert words in said
    assert "Nothing was changed" in said
    after = {path.name: path.read_bytes() for path in data.iterdir()}
    assert after.pop("served") == b""
    assert after == before
    assert not (tmp_path / "escaped").exists()


def test_other_files_and_a_torn_one_are_refused(data, served, tmp_path):
    whole = (served.parent / "whole.zip").read_bytes()
    (tmp_path / "torn.zip").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "flipped.zip").write_bytes(whole[:2000] + bytes([whole[2000] ^ 255]) + whole[2001:])
    for name in ("torn.zip", "flipped.zip", "missing.zip", "data/secret_key", "data"):
        status, said = manage(data, "restore", tmp_path / name)
        assert status == 1, name
        assert "Nothing was changed" in said
    assert rows(data) == [(3,)]


def test_refused_while_another_program_has_the_database_open(data, served):
    with contextlib.closing(sqlite3.connect(data / "cincy.sqlite3")) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("BEGIN")
        db.execute("SELECT * FROM games_session").fetchall()
        status, said = manage(data, "restore", served.parent / "whole.zip")
    assert status == 1
    assert "Another program has the database open" in said


def test_a_file_that_is_there_is_not_overwritten(data):
    status, said = manage(data, "backup", data / "cincy.sqlite3")
    assert status == 1
    assert "left as it is" in said
    assert rows(data) == [(3,)]


def test_without_a_name_it_lies_with_the_others_and_stays(data):
    assert manage(data, "backup")[0] == 0
    [made] = (data / "backups").iterdir()
    assert mode(made) == 0o600
    assert mode(data / "backups") == 0o700
    assert not made.name.startswith(safekeeping.PREFIX)


@pytest.fixture
def keeping(monkeypatch, settings):
    """Backups switched on, without a pause, in an empty folder."""
    for old in backup.folder().glob("*"):
        old.unlink()
    settings.BACKUPS = True
    monkeypatch.setattr(safekeeping, "PAUSE", 0.0)
    monkeypatch.setattr(safekeeping, "_keeper", safekeeping.Keeper())


def rest():
    """Wait until no backup is being made."""
    for thread in threading.enumerate():
        if thread.name == "backup":
            thread.join(20)


@on_sqlite
def test_the_end_of_a_round_is_kept(table, keeping, django_capture_on_commit_callbacks, monkeypatch):
    asked = []
    monkeypatch.setattr(safekeeping, "ask", lambda: asked.append(table.state.round))
    with django_capture_on_commit_callbacks(execute=True):
        table.play("15/20/25 ABCA 66543 66541 66532 66531")
    before = len(asked)
    with django_capture_on_commit_callbacks(execute=True):
        table.play(". 30/35/15")
    assert (before, asked) == (0, [2])


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_backup_is_made_in_the_background_and_twenty_are_kept(keeping):
    for _ in range(22):
        safekeeping.ask()
        rest()
    kept = safekeeping.kept()
    assert len(kept) == safekeeping.KEPT == 20
    assert {mode(path) for path in kept} == {0o600}
    with zipfile.ZipFile(kept[-1]) as box:
        assert box.testzip() is None
    settings.BACKUPS = False
    safekeeping.ask()
    rest()
    assert safekeeping.kept() == kept


def test_many_tables_share_one_at_a_time(keeping, monkeypatch):
    """Asked for by many while one is made: it is made once more, for all of them."""
    going, go, made = threading.Event(), threading.Event(), []

    def write(target):
        made.append(target)
        going.set()
        go.wait(20)

    monkeypatch.setattr(backup, "write", write)
    keeper = safekeeping.Keeper()
    keeper.ask()
    going.wait(20)
    for _ in range(50):
        keeper.ask()
    go.set()
    rest()
    assert len(made) == 2


def test_what_goes_wrong_is_said_once(keeping, monkeypatch, caplog):
    def write(target):
        raise backup.Unfit("The disk is full.")

    monkeypatch.setattr(backup, "write", write)
    keeper = safekeeping.Keeper()
    for _ in range(3):
        keeper.ask()
        rest()
    assert caplog.text.count("No backup could be made") == 1


def test_a_large_database_is_copied_seldom(tmp_path, monkeypatch):
    monkeypatch.setattr(safekeeping, "LARGE", 10)
    monkeypatch.setattr(safekeeping, "here", lambda: databases.Sqlite(tmp_path / "large"))
    (tmp_path / "large").write_bytes(bytes(11))
    assert safekeeping._pause() == 600
    (tmp_path / "large").write_bytes(bytes(10))
    assert safekeeping._pause() == safekeeping.PAUSE


def test_without_postgres_programs_it_is_said(monkeypatch, tmp_path):
    monkeypatch.setattr(databases.shutil, "which", lambda program: None)
    with pytest.raises(databases.Broken, match="pg_dump is missing"):
        databases.Postgres({"NAME": "x"}).dump(tmp_path / "copy")


def test_the_folder_of_the_tests_is_their_own():
    assert "cincy-tests-" in str(HERE.data)
    assert SESSION["version"] == 3
