"""The fixed cast of the tests: a table with its phones, and what they tap.

Seats: Ann (host), Ben, Cleo with a phone each, Dov without one. Beside them a watcher (looks on, has no seat), a
newcomer (has just scanned the QR), a stranger (knows no more than the code) and Olga, who hosts another session.
`play` speaks the language of tests/rules/dice/play.
"""

import re
import secrets
from contextlib import contextmanager
from datetime import timedelta
from html.parser import HTMLParser

from django.db import transaction
from django.test import Client
from django.utils import timezone

from games import access, chance, limits, lobby, notices, play, presence, regions, seating, sitting
from games.codec import spell
from games.models import Claim, Device, Session, digest
from games.rules.dice import DICE
from tests.rules.dice.play import _moves as moves_of_word

CAST = ("Ann", "Ben", "Cleo", "Dov")
PHONES = {"Ann": (1,), "Ben": (2,), "Cleo": (3,)}
TIMES = ("Content-Length", "Expires", "Last-Modified")
HTMX = {"HTTP_HX_REQUEST": "true"}


def forget():
    """Forget what this process remembers of sessions, and what it has counted."""
    sitting._memory.forget()
    regions._shared.clear()
    notices.forget()
    for limit in vars(limits).values():
        if isinstance(limit, limits.Rate | limits.Origins):
            limit.forget()


def leave(*phones, seconds=120):
    """Let phones have been away for so long, by a clock that can be trusted."""
    presence.clock.trusted_for()  # the first look begins to trust it
    presence.clock.since = presence.clock.steady() - 1e6
    pks = [phone.device.pk for phone in phones]
    Device.objects.filter(pk__in=pks).update(seen=timezone.now() - timedelta(seconds=seconds))


WAYS_TO_MOVE = ("pass", "free and claim", "let in", "let in by a player", "nobody there")


def move_seat(table, how):
    """Bring Ben's seat to another phone, in one of WAYS_TO_MOVE. Returns that phone."""
    ann, watcher = table.ann, table.watcher
    if how == "pass":
        assert ann.client.post(ann.post("pass", seat=2).context["link"]).status_code == 302
    elif how == "free and claim":
        ann.post("release", seat=2)
        ann.post("claim", seat=2)
    elif how == "let in by a player":
        leave(ann)
        watcher.post("claim", seat=2, moved=1)
        table.cleo.post(f"claims/{Claim.objects.get().pk}", let="in")
    elif how == "nobody there":
        leave(ann, table.ben, table.cleo)
        watcher.post("claim", seat=2, moved=1)
    else:
        ann.post("release", seat=2)
        watcher.post("claim", seat=2)
        ann.post(f"claims/{Claim.objects.get().pk}", let="in")
    phone = ann if how in ("pass", "free and claim") else watcher
    assert table.now.seat(2).device == phone.device
    return phone


class Phone:
    """A browser at a table."""

    def __init__(self, table, known=True, **options):
        self.table = table
        self.client = Client(**options)
        self.device = None
        if known:
            token = chance.token()
            self.device = Device.objects.create(token_hash=digest(token))
            self.client.cookies[access.cookie_name()] = token

    def url(self, path):
        return path if path.startswith("/") else f"/s/{self.table.code}{'/' if path else ''}{path}"

    def scan(self):
        """Come in by the QR. Returns the phone."""
        self.client.get(f"/j/{self.table.session.link}")
        return self

    def get(self, path="", htmx=False, **query):
        return self.client.get(self.url(path), query, **(HTMX if htmx else {}))

    def post(self, path, htmx=False, data=None, **fields):
        return self.client.post(self.url(path), {**(data or {}), **fields}, **(HTMX if htmx else {}))

    def text(self, path="", **query):
        """What a person reads on a page."""
        return read(self.get(path, **query))

    def fields(self, move, seat=None, **rest):
        """A form for a move as the page would send it, with the offer that is open now."""
        offer = self.table.offer(move, seat)
        told = {"move": move, "offer": offer.fingerprint if offer else "0" * 12, "key": secrets.token_urlsafe(16)}
        return {**told, **({"seat": seat} if seat else {}), **rest}

    def move(self, move, seat=None, htmx=False, **rest):
        return self.post("move", htmx=htmx, data=self.fields(move, seat, **rest))

    def forms(self, path="", **query):
        """The forms of a page."""
        return forms_of(self.get(path, **query))

    def send(self, form, htmx=False, **filled):
        """Fill a form in and send it as it stands on the page."""
        if form.method == "get":
            return self.client.get(form.action, {**form.fields, **filled})
        return self.client.post(form.action or self.url(""), {**form.fields, **filled}, **(HTMX if htmx else {}))

    def tap(self, label, path="", htmx=False, query=None, **filled):
        """Tap the button with this label on a page."""
        form = next(one for one in self.forms(path, **(query or {})) if label in one.buttons)
        if not form.action:
            form.action = self.url(path)
        return self.send(form, htmx, **form.buttons[label], **filled)


class Table:
    """A session with its cast."""

    def __init__(self, names=CAST, phones=None, deck="physical", start=True, host="Ann", cast=True):
        self.code = None
        self.phones = {name: Phone(self) for name in (PHONES if phones is None else phones)}
        self.host = self.phones.get(host) or Phone(self)
        session = lobby.create(DICE, "Friday", {"deck": deck}, names, self.host.device, secrets.token_urlsafe(16))
        self.pk, self.code = session.pk, session.code
        for name, seats in (PHONES if phones is None else phones).items():
            for seat in seats:
                seating.claim(self.pk, self.phones[name].device, seat)
        if cast:
            self.gather()
            self.other = lobby.create(
                DICE, "Other", {"deck": "physical"}, CAST, self.olga.device, secrets.token_urlsafe(16)
            )
        if start:
            lobby.start(self.pk, self.host.device)

    def gather(self):
        """Bring in those around the table."""
        self.watcher, self.stranger, self.olga = Phone(self), Phone(self, known=False), Phone(self)
        access.let_in(self.session, self.watcher.device)
        self.newcomer = Phone(self, known=False).scan()

    def __getattr__(self, name):
        try:
            return self.__dict__["phones"][name.capitalize()]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def session(self):
        return Session.objects.get(pk=self.pk)

    @property
    def now(self):
        return sitting.load(self.session)

    @property
    def state(self):
        return self.now.state

    @property
    def log(self):
        """The log as it is kept, one tuple an entry."""
        rows = self.session.entries.order_by("number")
        return [(e.number, e.group, e.kind, e.target, e.move, e.by_seat, e.by_host) for e in rows]

    def offer(self, move, seat=None):
        return next((o for o in self.now.offers if o.move == move and o.seat == seat), None)

    def play(self, words):
        """Play these words, one tap a move, each by the phone of its seat or else the host's. Returns the table."""
        devices = {phone.device.pk: phone.device for phone in (self.host, *self.phones.values())}
        with play.locked(self.pk) as session:
            now = sitting.load(session)
            for word in words.split():
                for move in moves_of_word(now.state, word):
                    now = self._enter(now, move, devices)
        sitting.remember(now)
        return self

    def _enter(self, now, move, devices):
        seat = getattr(move, "seat", None)
        own = devices.get(now.seat(seat).device_id) if seat else None
        if now.session.stack is not None and move.name == "reveal":
            move = DICE.draw(now.state, tuple(now.session.stack))
        desk = play.Desk(access.viewer(now, own or self.host.device))
        desk.enter(move, desk.viewer.device)
        desk.write(secrets.token_urlsafe(16))
        return desk.sitting

    @contextmanager
    def unchanged(self):
        """Nothing is recorded meanwhile: neither in the log nor about seats, and no phone is nudged."""
        before = self._kept()
        yield
        assert self._kept() == before

    def _kept(self):
        session = self.session
        seats = list(session.seats.values_list("number", "name", "device"))
        wishes = list(session.wishes.order_by("seat").values_list("seat", "move"))
        facts = (session.version, session.head, session.status, session.host_id, session.sealed)
        return self.log, seats, wishes, facts

    @contextmanager
    def undone(self):
        """Whatever happens here is taken back afterwards, as if it had never been."""
        with transaction.atomic():
            mark = transaction.savepoint()
            forget()
            yield
            transaction.savepoint_rollback(mark)
            forget()


def spelled(state, words):
    return [spell(move) for word in words.split() for move in moves_of_word(state, word)]


class Form:
    """A form of a page: where it goes, its fields, and its buttons with what each adds."""

    def __init__(self, action, method):
        self.action, self.method = action, method
        self.fields, self.buttons = {}, {}


class _Forms(HTMLParser):
    def __init__(self):
        super().__init__()
        self.forms, self.form, self.button, self.label = [], None, None, ""

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        if tag == "form":
            self.form = Form(a.get("action", ""), a.get("method", "get"))
            self.forms.append(self.form)
        elif self.form and tag == "input" and "name" in a:
            if a.get("type") not in ("radio", "checkbox") or "checked" in a:
                self.form.fields[a["name"]] = a.get("value", "")
        elif self.form and tag == "button" and a.get("type") != "button" and "disabled" not in a:
            self.button, self.label = ({a["name"]: a.get("value", "")} if "name" in a else {}), ""
        elif tag == "select" and self.form:
            self.select = a["name"]
        elif tag == "option" and self.form and "selected" in a:
            self.form.fields[self.select] = a["value"]

    def handle_data(self, data):
        if self.button is not None:
            self.label += f" {data}"

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None
        elif tag == "button" and self.button is not None:
            if self.form:
                self.form.buttons[" ".join(self.label.split())] = self.button
            self.button = None


def forms_of(response):
    parser = _Forms()
    parser.feed(response.content.decode())
    return parser.forms


def read(response):
    """What a person reads: the text without tags, in one line."""
    html = re.sub(r"<(svg|title|script)\b.*?</\1>", " ", response.content.decode(), flags=re.S)
    words = HTMLParser()
    said = []
    words.handle_data = said.append
    words.feed(html)
    words.close()
    return " ".join(" ".join(said).split())


def text_of(response):
    """All that came, streamed or not; what is no text (a picture) as escapes."""
    sent = b"".join(response) if response.streaming else response.content
    return sent.decode(errors="backslashreplace")


def alike(response):
    """A response without what differs each time it is made: tokens, keys, one-use links and their pictures."""
    text = text_of(response)
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "csrf", text)
    text = re.sub(r'name="key" value="[\w-]{22}', 'name="key" value="', text)
    text = re.sub(r"/p/[\w-]{43}", "/p/", text)
    text = re.sub(r"<time .*?</time>", "time", text)
    text = re.sub(r"\d{4}-\d\d-\d\d(?: |%20)\d\d(?::|%3A)\d\d(?::|%3A)\d\d", "time", text)
    text = re.sub(r"<svg.*?</svg>", "svg", text, flags=re.S) if "/p/" in text else text
    headers = sorted((name, value) for name, value in response.headers.items() if name not in TIMES)
    return response.status_code, headers, text
