"""`manage.py serve` as a process group of its own: started, killed, started anew, and looked at from outside."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from room import HERE, ROOT, free_port

TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


class Served:
    """A server on a port that stays the same however often it is started."""

    def __init__(self, *options: str) -> None:
        self.port, self.options = free_port(), options
        self.log = (HERE / "serve.log").open("ab")
        self.process: subprocess.Popen[str] | None = None

    def __enter__(self) -> "Served":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self.log.close()

    def start(self, wait: bool = True) -> None:
        """Start it; with `wait`, until it says that it is ready."""
        command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, *self.options],
            cwd=ROOT,
            stdout=subprocess.PIPE if wait else subprocess.DEVNULL,
            stderr=self.log,
            text=True,
            start_new_session=True,
        )
        if wait and not any("Ctrl-C" in line for line in self.process.stdout or ()):
            raise RuntimeError(f"The server did not come up:\n{self.said()}")

    def kill(self) -> None:
        """End all of its processes at once, without a word to them (SIGKILL)."""
        if self.process is None:
            return
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()
        self.process = None

    def said(self) -> str:
        """Return what it has complained about."""
        return (HERE / "serve.log").read_text(errors="replace")

    @property
    def pids(self) -> list[int]:
        """Its processes now."""
        group = self.process.pid if self.process else 0
        numbers = (int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit())
        return [pid for pid in numbers if _group(pid) == group]

    def holder(self, own_port: int) -> int:
        """Return which of its processes holds the line whose other end has this port. Raises LookupError."""
        sockets = {line[9] for line in _lines() if _port(line[1]) == self.port and _port(line[2]) == own_port}
        wanted = {f"socket:[{inode}]" for inode in sockets}
        for pid in self.pids:
            if wanted & _held(pid):
                return pid
        raise LookupError(f"No process holds the line from port {own_port}.")

    @property
    def memory(self) -> int:
        """Resident bytes of all its processes."""
        return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE for pid in self.pids)

    @property
    def cpu(self) -> float:
        """Processor seconds of all its processes so far."""
        return sum(sum(map(int, _stat(pid)[11:13])) for pid in self.pids) / TICK

    @property
    def files(self) -> int:
        """Open files and sockets of all its processes."""
        return sum(_count(f"/proc/{pid}/fd") for pid in self.pids)

    @property
    def threads(self) -> int:
        """Threads of all its processes."""
        return sum(_count(f"/proc/{pid}/task") for pid in self.pids)


def _count(folder: str) -> int:
    return sum(1 for _ in Path(folder).iterdir())


def _lines() -> list[list[str]]:
    """The kernel's table of TCP connections, a row of words each: 1 and 2 are its ends, 9 is the socket's inode."""
    return [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]


def _port(end: str) -> int:
    return int(end.partition(":")[2], 16)


def _held(pid: int) -> set[str]:
    """What a process has open, as the kernel names it."""
    found = set()
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            found.add(str(file.readlink()))
    return found


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _group(pid: int) -> int:
    try:
        return int(_stat(pid)[2])
    except OSError:
        return -1


def load() -> str:
    """Return how busy the machine was over the last minute, and with how many processors."""
    return f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} processors, {time.strftime('%H:%M')}"
