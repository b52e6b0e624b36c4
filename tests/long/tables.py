"""Tables laid straight into the book, with everybody's phones; and what is played at them, known beforehand."""

import random
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Any
from urllib.parse import urlencode

from django.db import transaction
from room import DATA  # noqa: F401 - it sets Django up
from wire import Answer, Wire

from games import access, chance, history, lobby, seating, sitting
from games.catalog import GAMES
from games.codec import spell
from games.models import Device, Session, digest
from games.rules.contract import Game, Offer
from tests.rules.dice import playouts as dice
from tests.rules.poker import playouts as poker

NAMES = ("Ann", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hana", "Ivo")
TERMS: dict[str, dict[str, Any]] = {
    "dice": {"deck": "physical"},
    "poker": {"preset": "classic", "first_dealer": 1, "stack": 5000, "betting": "fixed-limit", "hands": 30},
}
PLAYERS = {"dice": 6, "poker": 9}
CSRF = "c" * 32  # a phone's own token, in cookie and header: what a page would have given it
PRINT = re.compile(rb'id="(\w+)"[^>]*?data-print="(\w+)"')
LEAVING = ("finish", "leave", "join", "rebuy")


@dataclass(frozen=True)
class Tap:
    """A move, the offer it answers, and the seat whose phone makes it."""

    seat: int
    move: Any
    offer: str

    def form(self, key: str) -> dict[str, Any]:
        """The move as a phone's form sends it."""
        fields = {name: _as_text(value) for name, value in spell(self.move).items()}
        return {**fields, "offer": self.offer, "key": key, "page": "table", "confirm": "1"}


def _as_text(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return ";".join(f"{' '.join(map(str, pot['high']))}/{_as_text(pot.get('suit', []))}" for pot in value)
    return " ".join(map(str, value)) if isinstance(value, list) else value


def tap(game: Game, state: Any, rng: random.Random) -> Tap | None:
    """Return something that may be done now, by the phone of a seat; None when the game is over."""
    offers = [offer for offer in game.offers(state) if not offer.early]
    owed = [offer for offer in offers if offer.owed and offer.move not in LEAVING]
    if not offers:
        return None
    offer = _wanted(owed or [o for o in offers if o.move not in LEAVING] or offers, rng)
    move = poker.answer(rng, state, offer) if game.key == "poker" else dice.within(rng, STYLE, state, offer)
    return Tap(offer.seat or offer.by or 1, move, offer.fingerprint)


STYLE = dice.Style(seed=0, players=6, ties=0.3, buys=0.2, leaves=0, crowd=0, again=0)


def _wanted(offers: list[Offer], rng: random.Random) -> Offer:
    """Prefer to stay in, so that hands and rounds go all their way."""
    staying = [offer for offer in offers if offer.move in ("check", "call")]
    return staying[0] if staying and rng.random() < 0.9 else rng.choice(offers)


def evening(key: str, seed: int, players: int | None = None) -> Iterator[Tap]:
    """Play a whole session by itself: every tap of it, in order."""
    game, rng = GAMES[key], random.Random(seed)
    state = game.start(game.read_options(TERMS[key]), NAMES[: players or PLAYERS[key]])
    while (due := tap(game, state, rng)) is not None:
        yield due
        state = game.apply(state, due.move)


class Phone:
    """One phone at a table: its cookie, its line, and what it shows."""

    def __init__(self, port: int, code: str, token: str, page: str = "table") -> None:
        self.port, self.path, self.page = port, f"/s/{code}", page
        self.cookie = f"{access.cookie_name()}={token}; cincy_csrf={CSRF}"
        # A browser sends a form on another line than the one on which it is just being told something.
        self.looks, self.sends = (Wire(port, self.cookie, f"X-CSRFToken: {CSRF}", "HX-Request: true") for _ in "12")
        self.shown: dict[str, str] = {}

    @property
    def have(self) -> str:
        return " ".join(f"{name}:{shown}" for name, shown in self.shown.items())

    async def fetch(self) -> Answer:
        """Fetch what has changed, as upon a nudge."""
        query = urlencode({"page": self.page, "have": self.have, **({"watch": 1} if self.page == "table" else {})})
        return self._seen(await self.looks.ask("GET", f"{self.path}/fragments?{query}"))

    async def tap(self, due: Tap, key: str) -> Answer:
        """Send a move."""
        return self._seen(await self.sends.ask("POST", f"{self.path}/move", self.form(due, key)))

    def form(self, due: Tap, key: str) -> str:
        """The body of a move as it is sent."""
        return urlencode({**due.form(key), "have": self.have})

    def hang_up(self) -> None:
        """Close its lines."""
        self.looks.close()
        self.sends.close()

    def _seen(self, answer: Answer) -> Answer:
        for name, shown in PRINT.findall(answer.body):
            self.shown[name.decode()] = shown.decode()
        return answer


_one_at_a_time = Lock()  # of those who lay tables: the book is for the players


class Table:
    """A session that has begun, with a phone for each seat, and, if wanted, others that look on."""

    def __init__(
        self, port: int, key: str, watching: int = 0, screen: bool = False, players: int | None = None
    ) -> None:
        names = NAMES[: players or PLAYERS[key]]
        self.game, self.tokens = GAMES[key], [chance.token() for _ in range(len(names) + watching + screen)]
        with _one_at_a_time, transaction.atomic():
            self._lay(key, names)
        pages = ["table"] * (len(names) + watching) + ["screen"] * screen
        self.phones = [Phone(port, self.code, token, page) for token, page in zip(self.tokens, pages, strict=True)]

    def _lay(self, key: str, names: tuple[str, ...]) -> None:
        devices = [Device.objects.create(token_hash=digest(token)) for token in self.tokens]
        made = lobby.create(self.game, "Long night", TERMS[key], names, devices[0], secrets.token_urlsafe(16))
        self.pk, self.code = made.pk, made.code
        for number, device in enumerate(devices, 1):
            access.let_in(made, device)
            if number <= len(names):
                seating.claim(self.pk, device, number)
        lobby.start(self.pk, devices[0])

    def phone(self, due: Tap) -> Phone:
        """The phone that makes a tap."""
        return self.phones[due.seat - 1]

    @property
    def session(self) -> Session:
        return Session.objects.get(pk=self.pk)

    @property
    def log(self) -> list[tuple[int, str, dict[str, Any] | None, str | None]]:
        """The entries in the book: number, kind, move, key."""
        return list(self.session.entries.order_by("number").values_list("number", "kind", "move", "key"))

    def told(self) -> history.Line:
        """The session folded anew from its log."""
        session = self.session
        return sitting.told(session, session.seats.all()).line


def idle_phones(port: int, count: int) -> list[Phone]:
    """Lay many tables at which nothing happens, with one phone each, that of the host."""
    tokens = [chance.token() for _ in range(count)]
    hosts = Device.objects.bulk_create(Device(token_hash=digest(token)) for token in tokens)
    Session.objects.bulk_create(
        Session(code=chance.code(), link=chance.link(), game="dice", title="Idle", host=host, made_with=chance.link())
        for host in hosts
    )
    codes = dict(Session.objects.filter(host__in=hosts).values_list("host", "code"))
    return [Phone(port, codes[host.pk], token) for host, token in zip(hosts, tokens, strict=True)]
