"""A small club and a big one, and how long their pages take: what `bench --clubs` measures."""

import time
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random
from statistics import median

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import access, chance
from games.models import Club, Device, Member, Session, digest

from . import evenings
from .at_dice import DiceTable
from .at_poker import PokerTable
from .evenings import Played

SMALL, BIG = 10, 1000  # sessions
PEOPLE = 8
PLAYED = 24  # sessions that are really played; a club is these, over and over on other days
PAGES = ("club", "numbers", "records", "person", "evening", "people", "settle", "season", "against", "home")


@dataclass(frozen=True)
class Figure:
    """How long a page takes in the small and the big club, in seconds; the questions to the database, and its length.

    A page of the small club may be shorter, for a list of ten is no full page: the lengths tell, in bytes.
    """

    page: str
    small: float
    big: float
    small_queries: int
    big_queries: int
    small_length: int
    big_length: int

    @property
    def ratio(self) -> float:
        """How many times longer the big club's takes."""
        return self.big / self.small


class Keeper:
    """A club of so many sessions, and the phone of its keeper."""

    def __init__(self, played: Sequence[Played], sessions: int) -> None:
        self.rng, self.played = Random(sessions), played  # nosec B311
        # Every club has the same people: those who played.
        self.club = Club.objects.create(name=f"Club of {sessions}", link=chance.link(), created=timezone.now())
        for _ in range(sessions):
            self.play()
        token = chance.token()
        device = Device.objects.create(token_hash=digest(token))
        Member.objects.create(club=self.club, device=device, keeps=True)
        self.client = Client()
        self.client.cookies[access.cookie_name()] = token
        self.addresses = self._addresses()

    def play(self) -> Session:
        """Have one more session in the club's book, a day after the last."""
        number = self.club.sessions.count()
        once = self.played[number % len(self.played)]
        shift = timedelta(days=number) - timedelta(days=1000)
        log = [copy(entry) for entry in once.log]
        for entry in log:
            entry.pk, entry.at = None, entry.at + shift
        again = replace(once, log=log)
        return evenings.write(self.rng, self.club, again, log[0].at)

    def _addresses(self) -> dict[str, str]:
        base = f"/clubs/{self.club.pk}"
        person, other = self.club.people.order_by("name")[:2]
        first, latest = self.club.sessions.earliest("created"), self.club.sessions.latest("created")
        return {
            "club": base,
            "numbers": f"{base}/numbers",
            "records": f"{base}/records",
            "person": f"{base}/people/{person.pk}",
            "evening": f"{base}/evenings/{latest.created:%Y-%m-%d}",
            "people": f"{base}/people",
            "settle": f"{base}/settle",
            "season": f"{base}/settle?from={first.created:%Y-%m-%d}&to={latest.created:%Y-%m-%d}",
            "against": f"{base}/against/{person.pk}/{other.pk}",
            "home": "/",
        }

    def look(self, page: str) -> float:
        """Look at a page; return the seconds that takes."""
        began = time.perf_counter()
        status = self.client.get(self.addresses[page]).status_code
        spent = time.perf_counter() - began
        if status != 200:
            raise RuntimeError(f"The page {page} was answered {status}.")
        return spent

    def weigh(self, page: str) -> tuple[int, int]:
        """Look at a page; return how many questions it puts to the database, and how many bytes it has."""
        with CaptureQueriesContext(connection) as asked:
            answer = self.client.get(self.addresses[page])
        return len(asked), len(answer.content)


def play(count: int = PLAYED) -> list[Played]:
    """Play some sessions to be written down over and over, always the same ones, all of them to their end."""
    rng = Random(1)  # nosec B311
    names = rng.sample(evenings.NAMES, PEOPLE)
    tables = (DiceTable, PokerTable)
    return [
        evenings.play_out(rng, tables[number % 2](rng, rng.sample(names, rng.randint(3, 6))), timezone.now())
        for number in range(count)
    ]


def figures(small: Keeper, big: Keeper, runs: int) -> Iterator[Figure]:
    """Yield how long each page takes: medians of so many looks, the two clubs in turns."""
    for page in PAGES:
        small.look(page), big.look(page)  # what is worked out once is worked out
        pairs = [(small.look(page), big.look(page)) for _ in range(runs)]
        quick, slow = (median(each) for each in zip(*pairs, strict=True))
        yield _figure(page, page, small, big, quick, slow)


def after_playing(small: Keeper, big: Keeper, runs: int) -> Figure:
    """Return how long the numbers take right after one more session has been played."""
    spent: dict[Keeper, list[float]] = {small: [], big: []}
    for _ in range(runs):
        for keeper in (small, big):
            keeper.play()
            spent[keeper].append(keeper.look("numbers"))
    for keeper in (small, big):
        keeper.play()
    return _figure("numbers, new session", "numbers", small, big, median(spent[small]), median(spent[big]))


def _figure(name: str, page: str, small: Keeper, big: Keeper, quick: float, slow: float) -> Figure:
    (few, short), (many, long) = small.weigh(page), big.weigh(page)
    return Figure(name, quick, slow, few, many, short, long)
