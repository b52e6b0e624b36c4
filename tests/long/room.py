"""A room of one's own for a long test: a data folder, if asked for a PostgreSQL, and Django set up for both.

To be imported before anything of Django. What it makes goes away with the process.
"""

import atexit
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ON_POSTGRES = "--postgres" in sys.argv[1:]
KIND = "PostgreSQL" if ON_POSTGRES else "SQLite"
HERE = Path(tempfile.mkdtemp(prefix="cincy-long-"))
DATA = HERE / "data"
atexit.register(shutil.rmtree, HERE, ignore_errors=True)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        return door.getsockname()[1]


class Postgres:
    """A PostgreSQL server with a database of its own, with everything as it comes: also fsync."""

    def __init__(self, folder: Path) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
        if not found:
            sys.exit("No PostgreSQL is installed here (apt install postgresql).")
        self.bin, self.book, self.port = found[-1], folder / "book", free_port()
        folder.chmod(0o755)
        self.book.mkdir()
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(self.book, "postgres")
        self._run("initdb", "-U", "cincy", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
        terms = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.book}"
        self._run("pg_ctl", "-l", str(folder / "book" / "log"), "-o", f"{terms} -c max_connections=200", "-w", "start")
        atexit.register(self._run, "pg_ctl", "-m", "immediate", "-w", "stop")
        at = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "cincy")
        subprocess.run([self.bin / "createdb", *at, "cincy"], check=True)
        self.url = f"postgres://cincy@127.0.0.1:{self.port}/cincy"

    def _run(self, program: str, *words: str) -> None:
        before = ("runuser", "-u", "postgres", "--") if os.getuid() == 0 else ()
        command = [*before, str(self.bin / program), "-D", str(self.book / "data"), *words]
        subprocess.run(command, check=True, cwd="/", stdout=subprocess.DEVNULL)


DATA.mkdir()
os.environ |= {
    "CINCY_DATA": str(DATA),
    "CINCY_PUBLIC_URL": "",
    "CINCY_DEBUG": "",
    "DATABASE_URL": Postgres(HERE).url if ON_POSTGRES else "",
    "DJANGO_SETTINGS_MODULE": "cincy_site.settings",
}
sys.path.insert(0, str(ROOT))

import django  # noqa: E402
from django.core.management import call_command  # noqa: E402

django.setup()
call_command("migrate", interactive=False, verbosity=0)
