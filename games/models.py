"""What Cincy keeps: clubs and their people; sessions, their seats and phones, and the log of moves."""

import hashlib

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from . import chance


def digest(secret: str) -> str:
    """Return what is kept of a secret: its SHA-256, in hex."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Device(models.Model):
    """A phone (or any browser) that has created or joined something. Known by the token in its cookie."""

    token_hash = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    seen = models.DateTimeField(null=True, help_text=_("its last sign of life, to some seconds"))

    def __str__(self) -> str:
        return f"device {self.pk}"


class Club(models.Model):
    """A circle of people who meet again and again. Whoever has its link reads; keepers write."""

    name = models.CharField(max_length=60)
    link = models.CharField(max_length=32, unique=True, help_text=_("unguessable, in the QR"))
    version = models.PositiveIntegerField(default=1, help_text=_("grows with every change of its history or people"))
    tallied = models.PositiveIntegerField(
        default=0, help_text=_("the version its people's tallies are up to date with")
    )
    uid = models.CharField(
        max_length=32, default=chance.uid, unique=True, help_text=_("the same wherever an archive is brought")
    )
    created = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """A phone that has come by a club's link, and whether it may write."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="memberships")
    keeps = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "device"], name="member_once")]

    def __str__(self) -> str:
        return f"{self.device} of {self.club}"


class Person(models.Model):
    """Somebody of a club, the same over all evenings whatever the seat and phone. `into`: who they turned out to be."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="people")
    name = models.CharField(max_length=24)
    into = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="merged")
    uid = models.CharField(max_length=32, default=chance.uid, help_text=_("the same wherever an archive is brought"))
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "uid"], name="person_uid_once")]

    def __str__(self) -> str:
        return self.name


class Session(models.Model):
    """One evening at one table: a game, its terms, and who runs it."""

    LOBBY, RUNNING, FINISHED = "lobby", "running", "finished"

    code = models.CharField(max_length=8, unique=True, help_text=_("short, for typing"))
    link = models.CharField(max_length=32, unique=True, help_text=_("unguessable, in the QR"))
    club = models.ForeignKey(Club, null=True, on_delete=models.SET_NULL, related_name="sessions")
    game = models.CharField(max_length=20)
    title = models.CharField(max_length=60)
    options = models.JSONField(default=dict)
    status = models.CharField(max_length=10, default=LOBBY)
    host = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="hosted")
    version = models.PositiveIntegerField(default=1, help_text=_("grows with every visible change"))
    head = models.PositiveIntegerField(default=0, help_text=_("number of the last entry"))
    sealed = models.PositiveIntegerField(null=True, help_text=_("the entry with which the phones' secret picks locked"))
    size = models.PositiveSmallIntegerField(null=True, help_text=_("seats at the start; later ones came by a move"))
    stack = models.JSONField(null=True, help_text=_("the app deck, top card first: secret"))
    made_with = models.CharField(max_length=40, unique=True, help_text=_("key of the form that made it: twice is once"))
    follows = models.OneToOneField("self", null=True, on_delete=models.SET_NULL, related_name="following")
    uid = models.CharField(max_length=32, default=chance.uid, help_text=_("the same wherever an archive is brought"))
    created = models.DateTimeField(default=timezone.now)
    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created"]
        constraints = [models.UniqueConstraint(fields=["club", "uid"], name="session_uid_once")]
        indexes = [
            models.Index(fields=["club", "status", "-created", "-id"], name="session_of_club"),
            models.Index(fields=["club", "-created", "-id"], name="session_of_evening"),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.code})"

    @property
    def goes_on(self) -> bool:
        """Tell whether moves stand already before the start: it came from a file, and is to be gone on with."""
        return self.status == self.LOBBY and self.head > 0


class Seat(models.Model):
    """A place at the table, clockwise from 1, and the phone that plays it (none: others act for it)."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=24)
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="seats")
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="seats")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="seat_number_once")]
        indexes = [models.Index(fields=["person", "session"], name="seat_of_person")]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class Guest(models.Model):
    """A phone that has been let in at a session: by its QR, by the host, by a pass. It may look on."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="guests")
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="visits")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "device"], name="guest_once")]

    def __str__(self) -> str:
        return f"{self.device} at {self.session}"


class Claim(models.Model):
    """A phone that asks to come in, for a seat or (by the short code) under a name, until it is let in or not."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="claims")
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="claims")
    seat = models.ForeignKey(Seat, null=True, on_delete=models.CASCADE, related_name="claims")
    name = models.CharField(max_length=24, help_text=_("of the seat, or as whoever asks calls themselves"))
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created"]
        constraints = [models.UniqueConstraint(fields=["session", "device"], name="claim_once")]

    def __str__(self) -> str:
        return f"{self.device} for {self.name}"


class Notice(models.Model):
    """Something about seats and roles that everybody is told: who was let in, which seat was freed, who is host."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=20)
    values = models.JSONField(default=dict, help_text=_("what a sentence about it needs"))
    head = models.PositiveIntegerField(help_text=_("number of the last entry when it was made"))
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} after entry {self.head}"


class Handover(models.Model):
    """One phone's proposal, while the host's is away, to pass the role to a seat; another phone makes it so."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="handover")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="handovers")
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="handovers")
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"the host's role to {self.seat}"


class Pass(models.Model):
    """A one-use link that brings a seat, or the host's role (`seat` empty), to another phone."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="passes")
    seat = models.ForeignKey(Seat, null=True, on_delete=models.CASCADE, related_name="passes")
    token_hash = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"pass for {self.seat or 'the host'}"


class Entry(models.Model):
    """One line of a session's log. Entries are only ever appended."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    group = models.PositiveIntegerField(help_text=_("number of the first entry made with the same tap"))
    kind = models.CharField(max_length=10)
    target = models.PositiveIntegerField(
        null=True, help_text=_("rewind: go on from after it; correction: the one read anew")
    )
    move = models.JSONField(null=True)
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="entries")
    by_seat = models.PositiveSmallIntegerField(null=True, help_text=_("a seat of the phone that entered it"))
    by_host = models.BooleanField(default=False)
    key = models.CharField(max_length=40, null=True)  # noqa: DJ001 - null: not the first of its group
    key_hash = models.CharField(max_length=64, default="")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="entry_number_once"),
            models.UniqueConstraint(fields=["session", "key"], condition=Q(key__isnull=False), name="entry_key_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"


class Wish(models.Model):
    """What a player has said ahead, in private; it counts when their turn comes."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="wishes")
    seat = models.PositiveSmallIntegerField()
    offer = models.CharField(max_length=12, help_text=_("fingerprint of the offer it answers"))
    move = models.JSONField()
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="wishes")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "seat"], name="wish_once")]

    def __str__(self) -> str:
        return f"wish of seat {self.seat}"


class Result(models.Model):
    """A seat's place and score in a finished session: what lists show without replaying it."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="result")
    place = models.PositiveSmallIntegerField()
    score = models.BigIntegerField()
    facts = models.JSONField(default=dict, help_text=_("what the log says of this seat's game, counted"))
    balance = models.BigIntegerField(
        null=True, help_text=_("what the seat is ahead of the others together; none: kept before this was counted")
    )
    tallied_for = models.ForeignKey(
        Person,
        null=True,
        on_delete=models.SET_NULL,
        related_name="results",
        db_index=False,
        help_text=_("in whose tally it is"),
    )

    class Meta:
        ordering = ["place", "seat__number"]
        # What is added up over a whole season is read from these alone: the rows, with all their facts, are far longer.
        indexes = [
            models.Index(fields=["tallied_for", "seat"], name="result_of_tally"),
            models.Index(fields=["seat", "place", "score", "balance"], name="result_in_short"),
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.seat.name}"


class Tally(models.Model):
    """What the results of a person add up to in one game: kept, so that a page need not add up a thousand evenings."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="tallies")
    game = models.CharField(max_length=20)
    numbers = models.JSONField(help_text=_("as games.club.numbers writes them"))

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "game"], name="tally_once")]

    def __str__(self) -> str:
        return f"{self.person} at {self.game}"


class Work(models.Model):
    """Something long that is done piece by piece, and goes on where it was left: an import, a rebuild, an archive."""

    ARCHIVE, BRING, REBUILD = "archive", "bring", "rebuild"

    kind = models.CharField(max_length=20)
    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="works")
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="works")
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    kept = models.JSONField(default=dict, help_text=_("what the next piece needs, and what the end says"))
    created = models.DateTimeField(auto_now_add=True)
    ended = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.kind} {self.done}/{self.total}"
