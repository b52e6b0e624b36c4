"""`manage.py serve` as a process of its own: it sets up, answers, tells, and goes."""

import contextlib
import hashlib
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "of-a-phone-that-was-let-in"
SESSION = {
    "code": "ABCD", "link": "l", "game": "dice", "title": "Friday", "options": "{}", "status": "lobby",
    "version": 3, "head": 0, "made_with": "k", "uid": "u", "created": time.strftime("%Y-%m-%d"),
}  # fmt: skip


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as door:
        return door.getsockname()[1]


def readable_by_others(folder):
    """What is for no browser: the style sheet, in static/, is for everybody anyway."""
    kept = [path for path in folder.rglob("*") if "static" not in path.relative_to(folder).parts]
    return [path.name for path in kept if path.stat().st_mode & 0o077]


class Served:
    """A server in a process of its own, with its own data folder."""

    def __init__(self, data, *options, **environment):
        self.data, self.port = data, free_port()
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(self.port), *options],
            cwd=ROOT,
            env={**os.environ, "CINCY_DATA": str(data), "CINCY_PUBLIC_URL": "", "DATABASE_URL": "", **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.said = ""
        for line in self.process.stdout:
            self.said += line
            if "Ctrl-C" in line:
                break

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def get(self, path="/", host="127.0.0.1"):
        """Return the status of a page."""
        try:
            with urllib.request.urlopen(f"http://{host}:{self.port}{path}", timeout=10) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            with error:
                return error.code

    def stream(self, code="ABCD"):
        cookie = f"cincy_{(self.data / 'installation').read_text()}={TOKEN}"
        asked = urllib.request.Request(f"http://127.0.0.1:{self.port}/s/{code}/stream", headers={"Cookie": cookie})
        return urllib.request.urlopen(asked, timeout=10)

    def write(self, sql, values=()):
        """Change the database as another process does."""
        with contextlib.closing(sqlite3.connect(self.data / "cincy.sqlite3", timeout=5)) as db, db:
            db.execute(sql, values)

    def make_session(self):
        names = ", ".join(SESSION)
        marks = ", ".join("?" * len(SESSION))
        self.write(f"INSERT INTO games_session ({names}) VALUES ({marks})", tuple(SESSION.values()))
        digest = hashlib.sha256(TOKEN.encode()).hexdigest()
        self.write("INSERT INTO games_device (id, token_hash, created) VALUES (1, ?, '2026-01-01')", (digest,))
        self.write("INSERT INTO games_guest (session_id, device_id, created) VALUES (1, 1, '2026-01-01')")

    def end(self, number=signal.SIGTERM):
        """Return the exit status, and the seconds it took."""
        began = time.monotonic()
        self.process.send_signal(number)
        status = self.process.wait(10)
        return status, time.monotonic() - began


def next_version(stream):
    for line in stream:
        if line.startswith(b"data: "):
            return int(line.removeprefix(b"data: "))
    return None


def is_down(port):
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) != 0


def test_an_evening_from_an_empty_folder(tmp_path):
    data = tmp_path / "deep" / "data"
    with Served(data) as first:
        assert f":{first.port}/" in first.said
        assert first.get("/help") < 500
        assert first.get("/%ff?%ff") == 404
        first.make_session()
        with first.stream() as stream, first.stream(), socket.create_connection(("127.0.0.1", first.port)) as stalled:
            stalled.sendall(b"POST /join HTTP/1.1\r\nHost: cincy\r\nContent-Length: 9\r\n\r\nco")
            assert next_version(stream) == 3
            began = time.monotonic()
            first.write("UPDATE games_session SET version = 4")
            assert next_version(stream) == 4
            assert time.monotonic() - began < 1
            status, seconds = first.end()
            assert status == 0
            assert seconds < 2
            assert stream.read().strip() == b""
        assert first.process.stdout.read() == ""
    kept = {file: (data / file).read_text() for file in ("secret_key", "installation")}
    with Served(data, "--host", "127.0.0.1") as second:
        assert re.findall(r"http://\S+", second.said) == [f"http://127.0.0.1:{second.port}/"]
        with second.stream() as stream:
            assert next_version(stream) == 4
            status, seconds = second.end(signal.SIGINT)
            assert status == 0
            assert seconds < 2
    assert all(kept.values())
    assert kept == {file: (data / file).read_text() for file in kept}


@pytest.mark.parametrize("options", [("--workers", "2"), ("--reload",)])
def test_with_processes_of_its_own(tmp_path, options):
    with Served(tmp_path, "--host", "127.0.0.1", *options) as served:
        assert served.get("/help") < 500
        served.make_session()
        streams = [served.stream() for _ in range(6)]
        assert [next_version(stream) for stream in streams] == [3] * 6
        served.write("UPDATE games_session SET version = 4")
        assert [next_version(stream) for stream in streams] == [4] * 6
        status, seconds = served.end()
        for stream in streams:
            stream.close()
        assert status == 0
        assert seconds < 2
        assert is_down(served.port)


def test_a_public_url_is_what_is_printed(tmp_path):
    with Served(tmp_path, "--host", "127.0.0.1", CINCY_PUBLIC_URL="https://cincy.example/") as served:
        assert re.findall(r"http\S+", served.said) == ["https://cincy.example/"]
        assert served.get("/") == 400


def test_a_port_in_use_is_said_plainly(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        ended = subprocess.run(
            [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)],
            cwd=ROOT,
            env={**os.environ, "CINCY_DATA": str(tmp_path / "data")},
            capture_output=True,
            text=True,
            check=False,
        )
    assert ended.returncode == 1
    assert f"Port {port} is in use" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"port": 0}, "from 1 to 65535"),
        ({"port": 65536}, "from 1 to 65535"),
        ({"workers": 0}, "at least one process"),
        ({"host": "192.0.2.99", "port": 8000}, "not an address of this computer"),
        ({"host": "no such host", "port": 8000}, "not an address of this computer"),
        ({"host": "x" * 300, "port": 8000}, "not an address of this computer"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(options, words):
    with pytest.raises(CommandError, match=words):
        call_command("serve", **options)


def test_in_a_folder_that_was_there_before_every_file_is_its_owners_alone(tmp_path):
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    with Served(data) as served:
        assert served.get() == 200
        assert (data / "cincy.sqlite3").exists()
        assert readable_by_others(data) == []
