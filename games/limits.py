"""How much is too much: what one phone or one address may do in a stretch of time, counted in this process.

Several processes count apart, so that each allows as much again. Sizes of forms are in the settings and in `asgi`.
"""

import ipaddress
import math
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Lock

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KEPT = 4096  # doers a limit remembers; the one longest unheard of is forgotten first

clock = time.monotonic  # the wall clock may be set by a day


class TooMany(Exception):
    """More than a limit allows: what to say, and after how many seconds it is worth trying again."""

    def __init__(self, words: str | Promise, wait: float) -> None:
        super().__init__(words)
        self.words = words
        self.wait = max(math.ceil(wait), 1)


class Rate:
    """At most `most` deeds by one doer within any `seconds`. May be used from any thread."""

    def __init__(self, most: int, seconds: float, words: str | Promise) -> None:
        self.most, self.seconds, self.words = most, seconds, words
        self._times: OrderedDict[str, deque[tuple[float, str]]] = OrderedDict()
        self._lock = Lock()

    def check(self, doer: str) -> None:
        """Raise TooMany if a doer has done enough."""
        with self._lock:
            self._check(doer)

    def count(self, doer: str, what: str = "") -> None:
        """Put a deed down to a doer. `what`: the same again within the time is no further deed."""
        with self._lock:
            self._count(doer, what)

    def take(self, doer: str, what: str = "") -> None:
        """Put a deed down to a doer, or raise TooMany and leave it uncounted."""
        with self._lock:
            self._check(doer)
            self._count(doer, what)

    def forget(self) -> None:
        """Begin anew."""
        with self._lock:
            self._times.clear()

    def _check(self, doer: str) -> None:
        recent = [at for at, _what in self._recent(doer)]
        if len(recent) >= self.most:
            raise TooMany(self.words, recent[-self.most] + self.seconds - clock())

    def _recent(self, doer: str) -> list[tuple[float, str]]:
        return [deed for deed in self._times.get(doer, ()) if deed[0] > clock() - self.seconds]

    def _count(self, doer: str, what: str) -> None:
        if what and any(what == before for _at, before in self._recent(doer)):
            return
        times = self._times.setdefault(doer, deque())
        times.append((clock(), what))
        while len(times) > self.most:
            times.popleft()
        self._times.move_to_end(doer)
        while len(self._times) > KEPT:
            self._times.popitem(last=False)


class Room:
    """At most `most` of something by one doer at the same time. May be used from any thread."""

    def __init__(self, most: int, words: str | Promise, wait: float) -> None:
        self.most, self.words, self.wait = most, words, wait
        self._held: Counter[str] = Counter()
        self._lock = Lock()

    @contextmanager
    def hold(self, doer: str) -> Iterator[None]:
        """Hold a place for as long as this lasts, or raise TooMany."""
        with self._lock:
            if self._held[doer] >= self.most:
                raise TooMany(self.words, self.wait)
            self._held[doer] += 1
        try:
            yield
        finally:
            with self._lock:
                self._held[doer] -= 1
                self._held += Counter()  # drops those that hold nothing


class Rows:
    """At most `most` of something that is kept: the caller has counted the rows."""

    def __init__(self, most: int, words: str | Promise, wait: float) -> None:
        self.most, self.words, self.wait = most, words, wait

    def check(self, there: int) -> None:
        """Raise TooMany if there are enough."""
        if there >= self.most:
            raise TooMany(self.words, self.wait)


class Origins:
    """Who put a row there, by its number: what is kept does not say. May be used from any thread."""

    def __init__(self) -> None:
        self._doers: OrderedDict[int, str] = OrderedDict()
        self._lock = Lock()

    def note(self, row: int, doer: str) -> None:
        """Remember who put a row there; the oldest is forgotten first."""
        with self._lock:
            self._doers[row] = doer
            while len(self._doers) > KEPT:
                self._doers.popitem(last=False)

    def count(self, rows: Iterable[int], doer: str) -> int:
        """Return how many of these rows a doer has put there, as far as is remembered."""
        with self._lock:
            return sum(self._doers.get(row) == doer for row in rows)

    def forget(self) -> None:
        """Begin anew."""
        with self._lock:
            self._doers.clear()


def network(address: str) -> str:
    """Return whom an address belongs to: itself, or with IPv6 all that one household has."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:  # a socket without one
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ip.ipv4_mapped or ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


MINUTE, HOUR, DAY = 60, 3600, 24 * 3600  # seconds

# Ten codes are more than anybody mistypes, and nothing against the billion there are. The same one again is no try:
# a page that was left open asks for a game that is over every few seconds.
WRONG_CODES = Rate(10, 10 * MINUTE, _("Too many wrong codes from here. Scan the QR, or try again in ten minutes."))
# One phone may enter for a whole table; no table taps ten times a second for ten seconds.
FORMS = Rate(100, 10, _("That is too much at once. Nothing was recorded. Please wait some seconds and send it again."))
# Each phone that has been let in somewhere has tries of its own: this is how many of them an address can make.
PHONES = Rate(600, HOUR, _("Too many new phones from here within the hour. Please try again later."))
SENT_AWAY = Rate(3, 12 * HOUR, _("The host has said no to this phone three times. Please talk to each other."))
# By one session: from one address, so that a stranger with many cookies keeps nobody else out; and in all.
ASKS_FROM_ONE = Rows(3, _("Too many from here ask to come in just now. Scan the QR, or try again in a minute."), MINUTE)
OPEN_ASKS = Rows(30, _("Too many ask to come in just now. Scan the QR, or try again in a minute."), MINUTE)
ASKED_FROM = Origins()
# What an entry is folded with grows with its number; no evening has come near, and a file takes no more either.
LOG = Rows(3900, _("This game’s log is full: end it, and go on with the next one. Nothing was recorded."), MINUTE)
SESSIONS = Rows(100, _("This phone has started a hundred games within a day. Tomorrow it may start more."), HOUR)
# A browser opens six connections to one place; a phone may be open in two.
STREAMS = Room(12, _("Too many pages of this phone are open. Close some of them."), MINUTE)
