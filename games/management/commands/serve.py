"""`manage.py serve`: make what is missing, say where phones find us, and be there until Ctrl-C."""

import errno
import logging
import os
import signal
import socket
import sys
import threading
import time
from argparse import ArgumentParser
from contextlib import ExitStack, suppress
from types import FrameType
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _
from uvicorn.supervisors import ChangeReload, Multiprocess

from cincy_site import shelf, signpost
from cincy_site.installation import HERE, ROOT
from cincy_site.occupied import SERVED, Taken, held
from games import tidying

EVERYWHERE = "0.0.0.0"  # the phones are to find us  # nosec B104
LOCAL = ("localhost", "::1")
BACKLOG = 512  # phones that may knock while we are still setting up
DAY = 24 * 3600  # seconds
SETTLED = 20.0  # seconds after the start in which there is more urgent work than tidying
SILENCE = 60_000  # milliseconds after which a phone that acknowledges nothing is gone

log = logging.getLogger(__name__)


class Command(BaseCommand):
    """Start an evening."""

    help = "Make what is missing, print where phones find Cincy, and serve until Ctrl-C."
    requires_system_checks = ()  # they are for developers, and read every page before the first one is answered

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take where to listen, and with how many processes."""
        parser.add_argument("--host", default=EVERYWHERE, help="address to listen on (default: all of this machine)")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes (default: 1)")
        parser.add_argument("--reload", action="store_true", help="start anew when the code changes")

    def handle(self, *_: Any, **options: Any) -> None:
        """Check, set up, say where, serve."""
        host, port, workers = options["host"] or EVERYWHERE, options["port"], options["workers"]
        _check(port, workers)
        with suppress(KeyboardInterrupt), _listen(host, port) as door, ExitStack() as stack:
            signal.signal(signal.SIGTERM, _go)
            _set_up(stack)
            _switch_move_to_lan(host)
            _tidy_later()
            self._say_where(host, port)
            if _finds_itself(host):
                signpost.Lookout(lambda: _urls(host, port), self._say_anew).start()
            _serve(_config(host, port, workers, options["reload"]), door)

    def _say_where(self, host: str, port: int) -> None:
        urls = _urls(host, port)
        if _is_local(host) and not settings.PUBLIC_URL:
            self.stdout.write(_("Cincy is ready, on this computer only:"))
        elif urls:
            self.stdout.write(_("Cincy is ready. Phones find it at"))
        else:
            self.stdout.write(_("Cincy is ready, but this computer is in no network. Until it is:"))
        for url in urls or [signpost.url("localhost", port)]:
            self.stdout.write(f"  {url}")
        if urls and (settings.PUBLIC_URL or not _is_local(host)):
            signpost.draw(self.stdout, urls[0])
        if urls and _finds_itself(host):
            words = _("On this computer itself open %(url)s: it stays the same phone there if the addresses change.")
            self.stdout.write(words % {"url": signpost.url("localhost", port)})
        self.stdout.write(_("Everything is kept in %(folder)s. Ctrl-C ends it.") % {"folder": HERE.data})
        self.stdout.flush()

    def _say_anew(self, urls: list[str]) -> None:
        if not urls:
            self.stdout.write(_("This computer is in no network any more. The game goes on when it is in one again."))
        else:
            self.stdout.write(_("The addresses of this computer have changed. Phones find Cincy now at"))
            self.stdout.write("\n".join(f"  {url}" for url in urls))
            signpost.draw(self.stdout, urls[0])
            self.stdout.write(_("Scan the QR of the game again: everybody gets their seat back."))
        self.stdout.flush()


def _check(port: int, workers: int) -> None:
    if not 1 <= port <= 65535:
        raise CommandError(_("A port is a number from 1 to 65535, not %(port)s.") % {"port": port})
    if workers < 1:
        raise CommandError(_("Cincy needs at least one process, not %(workers)s.") % {"workers": workers})
    if settings.PUBLIC_URL and not settings.PUBLIC_URL.startswith(("http://", "https://")):
        raise CommandError(_("CINCY_PUBLIC_URL has to begin with http:// or https://."))


def _listen(host: str, port: int) -> socket.socket:
    """Return the open door. It is ours from now on, so that nobody is sent to a port that another program answers."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.getaddrinfo(host, port, family)
        door = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except (OSError, UnicodeError) as problem:
        raise CommandError(_trouble(problem, host, port)) from problem
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        door.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE)
    return door


def _trouble(problem: Exception, host: str, port: int) -> str:
    names = {"host": host, "port": port, "other": port + 1 if port < 65535 else port - 1}
    code = problem.errno if isinstance(problem, OSError) else None
    if code == errno.EADDRINUSE:
        words = _("Port %(port)s is in use: is Cincy running already? Another port: --port %(other)s.")
    elif code in (errno.EACCES, errno.EPERM):
        words = _("Port %(port)s is not open to you. One above 1023 is: --port 8000.")
    elif code == errno.EADDRNOTAVAIL or isinstance(problem, socket.gaierror | UnicodeError):
        words = _("%(host)s is not an address of this computer. Leave --host out to listen on all of them.")
    else:
        words = _("Cincy cannot listen on %(host)s, port %(port)s: %(problem)s.")
    return words % {**names, "problem": problem}


def _set_up(stack: ExitStack) -> None:
    """Make data folder, secret key, name, database and static files, as far as they are missing. They are ours then."""
    try:
        HERE.make()
        stack.enter_context(held(HERE.data / SERVED, alone=False))
    except Taken as taken:
        words = _("A backup is just being put back in %(folder)s. Start Cincy when that is done.")
        raise CommandError(words % {"folder": HERE.data}) from taken
    except OSError as problem:
        words = _("Cincy cannot write to its data folder %(folder)s: %(problem)s.")
        raise CommandError(words % {"folder": HERE.data, "problem": problem.strerror}) from problem
    if not _is_up_to_date():
        call_command("migrate", interactive=False, verbosity=0)
    shelf.lay_out()
    connections.close_all()


def _is_up_to_date() -> bool:
    """Tell whether the database has all that this version of Cincy wants."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _tidy_later() -> None:
    """Begin to tidy once the phones have come back: they go first."""
    timer = threading.Timer(SETTLED, _tidy_daily)
    timer.daemon = True
    timer.start()


def _tidy_daily() -> None:
    """Clear away what nobody comes back to, now and once a day; what fails once is tried again the next day."""
    while True:
        try:
            tidying.tidy()
        except DatabaseError:
            log.exception("The daily clean-up did not come through.")
        connections.close_all()
        time.sleep(DAY)


def _switch_move_to_lan(host: str) -> None:
    """Tell this process and its workers whether a host on localhost is to be moved to the LAN."""
    os.environ["CINCY_LAN"] = "1" if _finds_itself(host) else "0"


def _finds_itself(host: str) -> bool:
    """Tell whether phones find Cincy by the addresses that this machine happens to have."""
    return host == EVERYWHERE and not settings.PUBLIC_URL


def _urls(host: str, port: int) -> list[str]:
    """Return where Cincy is to be found, the address for the QR first."""
    if settings.PUBLIC_URL or host == EVERYWHERE:
        return signpost.urls(port)
    return [signpost.url(host, port)]


def _is_local(host: str) -> bool:
    return host in LOCAL or host.startswith("127.")


def _config(host: str, port: int, workers: int, reload: bool) -> uvicorn.Config:
    return uvicorn.Config(
        "cincy_site.asgi:application",
        host=host,
        port=port,
        workers=workers,
        reload=reload,
        reload_dirs=[str(ROOT / "cincy_site"), str(ROOT / "games")] if reload else None,
        http="h11",
        ws="none",
        lifespan="on",
        log_config=None,  # ours, from the settings
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=0.5,  # type: ignore[arg-type]  # seconds; asyncio gets it as it is
        timeout_worker_healthcheck=30,
    )


def _serve(config: uvicorn.Config, door: socket.socket) -> None:
    """Serve until we are told to go. (The streams end by themselves: see `cincy_site.asgi`.)"""
    if config.should_reload:
        ChangeReload(config, target=uvicorn.Server(config).run, sockets=[door]).run()
    elif config.workers > 1:
        _Workers(config, [door]).run()
    else:
        uvicorn.Server(config).run(sockets=[door])


class _Workers(Multiprocess):
    """uvicorn's processes, told to go at once instead of at its next half second."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._go)

    def _go(self, number: int, frame: FrameType | None) -> None:
        # In a thread: this one may be inside the very event that is to be set.
        threading.Thread(target=self.should_exit.set).start()


def _go(number: int, frame: FrameType | None) -> None:
    """End well: to be told to go is no failure."""
    sys.exit(0)
