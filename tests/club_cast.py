"""The fixed cast of a club: who keeps it, who reads in it, who does not even know of it.

Keeper and member have sat at its table as Ann and Ben; the reader has only come by the link. A stranger has nothing,
and the neighbour keeps another club.
"""

import secrets
from datetime import UTC, datetime, timedelta

from django.db import transaction

from games import lobby, seating
from games.club import clubs, people
from games.models import Club, Member, Person, Result, Seat, Session
from games.rules.dice import DICE
from tests.cast import Phone, Table

EVENING = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)  # a Friday
ROUND = "15/20/25 ABAC 66543 66541 66532 66531 ."
ROLES = ("keeper", "member", "reader", "stranger", "neighbour")


class ClubPhone(Phone):
    """A browser at a club."""

    def url(self, path):
        return path if path.startswith("/") else f"/clubs/{self.table.pk}{'/' if path else ''}{path}"


class Circle:
    """A club with its cast."""

    def __init__(self, name="Fridays"):
        self.pk = None
        self.keeper, self.member, self.reader, self.neighbour = (ClubPhone(self) for _ in range(4))
        self.stranger = ClubPhone(self, known=False)
        self.pk = clubs.found(self.keeper.device).pk
        clubs.rename(self.pk, self.keeper.device, name)
        for phone in (self.member, self.reader):
            clubs.join(self.pk, phone.device)
        self.other = clubs.found(self.neighbour.device)

    @property
    def club(self):
        return Club.objects.get(pk=self.pk)

    @property
    def names(self):
        """Who is who: name -> the name they go by."""
        known = people.roots(self.pk)
        return {one.name: known[one.pk].name for one in Person.objects.filter(club=self.pk)}

    def person(self, name):
        return Person.objects.get(club=self.pk, name=name)

    def keeps(self, phone):
        found = Member.objects.filter(club=self.pk, device=phone.device).first()
        return found and found.keeps

    def played(self, *scores, days=0, game="dice", title="Friday", **fields):
        """A finished session, as ("Ann", 50), ("Ben", 30), …: rows alone, without a log. Returns the session."""
        created = EVENING + timedelta(days=days)
        made = {
            "code": secrets.token_hex(3).upper(),
            "link": secrets.token_hex(8),
            "made_with": secrets.token_hex(8),
            "club": fields.pop("club", self.club),
            "game": game,
            "title": title,
            "status": Session.FINISHED,
            "size": len(scores),
            "created": created,
            "started": created,
            "finished": created + timedelta(hours=2),
        }
        session = Session.objects.create(**{**made, **fields})
        for number, (name, score) in enumerate(scores, 1):
            phone = {"Ann": self.keeper, "Ben": self.member}.get(name)
            seat = Seat.objects.create(session=session, number=number, name=name, device=phone and phone.device)
            if session.status == Session.FINISHED:
                place = 1 + sum(other > score for _, other in scores)
                Result.objects.create(seat=seat, place=place, score=score)
        if session.status != Session.LOBBY:
            with transaction.atomic():
                people.introduce(session)
        return session

    def table(self, names=("Ann", "Ben", "Cleo", "Dov"), words=ROUND, over=True):
        """A session of the club that has really been played, one round of it. Returns the table."""
        table = Table(names=names, phones={}, start=False, cast=False)
        table.host = Phone(table)
        table.host.device, table.host.client = self.keeper.device, self.keeper.client
        Session.objects.filter(pk=table.pk).update(host=self.keeper.device, club=self.pk)
        seating.claim(table.pk, self.keeper.device, 1)
        seating.claim(table.pk, self.member.device, 2)
        lobby.start(table.pk, self.keeper.device)
        table.play(words)
        if over:
            table.host.post("log/round", head=table.session.head, end=1)
        return table

    def kept(self):
        """All that a refusal must leave as it was."""
        return (
            list(Club.objects.order_by("pk").values()),
            list(Member.objects.order_by("pk").values()),
            list(Person.objects.order_by("pk").values()),
            list(Session.objects.order_by("pk").values()),
            list(Seat.objects.order_by("pk").values()),
            list(Result.objects.order_by("pk").values()),
        )


def lobby_in(circle, device, names=(), wanted=""):
    """A lobby of a club, opened by a phone."""
    return lobby.create(
        DICE,
        "Friday",
        {"deck": "physical"},
        names,
        device,
        secrets.token_urlsafe(16),
        lambda host: clubs.for_new_session(host, wanted or str(circle.pk)),
    )
