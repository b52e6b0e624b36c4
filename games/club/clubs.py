"""The writer of clubs: founding one, who reads and who keeps, its people, which sessions are its own."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from .. import chance, naming
from ..codec import NAME_LENGTH
from ..models import Club, Device, Member, Person, Result, Session
from ..play import Forbidden, Stale, locked
from ..play import changed as session_changed
from ..rules.contract import Refused
from . import folders, people
from .evenings import evening_of

CLUB_NAME_LENGTH = range(1, 61)  # characters


@contextmanager
def kept(club_id: int, device: Device | None) -> Iterator[Club]:
    """Hold a club for one change by one of its keepers. Raises Forbidden.

    Who needs a session's row too takes that first: the same order everywhere, so that nobody waits in a ring.
    """
    with transaction.atomic():
        club = Club.objects.select_for_update().filter(pk=club_id).first()
        if club is None or not keeps(club_id, device):
            raise Forbidden
        before = club.version
        yield club
        if club.version != before:
            club.save()


def changed(club: Club) -> None:
    """Mark a club that is held as changed."""
    club.version += 1


def keeps(club_id: int | None, device: Device | None) -> bool:
    """Tell whether a phone keeps a club."""
    return device is not None and Member.objects.filter(club=club_id, device=device, keeps=True).exists()


def kept_by(device: Device) -> list[Club]:
    """Return the clubs a phone keeps, the one that met last first."""
    met = Session.objects.filter(club=OuterRef("pk")).order_by("-created").values("created")[:1]
    clubs = Club.objects.filter(members__device=device, members__keeps=True)
    return list(clubs.annotate(met=Coalesce(Subquery(met), "created")).order_by("-met", "-pk"))


def found(device: Device) -> Club:
    """Make a new club, with this phone as its keeper, under a name that a keeper may change."""
    day = date_format(evening_of(timezone.now()), "l")
    club = Club.objects.create(name=_("The %(day)s table") % {"day": day}, link=chance.link())
    Member.objects.create(club=club, device=device, keeps=True)
    return club


def for_new_session(device: Device, wanted: str = "") -> Club:
    """Return the club a new session is to belong to. Raises Forbidden.

    `wanted`: a club's number; "new"; or nothing: the one this phone keeps that met last, else a new one.
    """
    mine = kept_by(device)
    if wanted == "new" or (not wanted and not mine):
        return found(device)
    for club in mine:
        if wanted in ("", str(club.pk)):
            return club
    raise Forbidden


def of_next_session(last: Session, device: Device) -> Club:
    """Return the club of a session that follows another: its own."""
    return last.club or for_new_session(device)


def join(club_id: int | None, device: Device | None) -> None:
    """Let a phone read in a club from now on; the first in a club that nobody keeps, brought by a command, keeps it."""
    if club_id is not None and device is not None:
        is_kept = Member.objects.filter(club=club_id, keeps=True).exists()
        Member.objects.get_or_create(club_id=club_id, device=device, defaults={"keeps": not is_kept})


def succeed(club_id: int | None, former: Device | None, device: Device) -> None:
    """Let the phone that takes a host's role over by a link keep the club, too, if the host's phone did.

    It is the same person with another phone: a club must not be lost with one.
    """
    if club_id is not None and keeps(club_id, former):
        Member.objects.update_or_create(club_id=club_id, device=device, defaults={"keeps": True})


def move_in(club_id: int | None, former_id: int, device: Device) -> None:
    """Let a phone be in the club what the same person's former phone was, which is in it no more: it is lost."""
    former = Member.objects.filter(club=club_id, device=former_id).first() if club_id is not None else None
    if former:
        keeps_it = former.keeps or keeps(former.club_id, device)
        former.delete()
        Member.objects.update_or_create(club=former.club, device=device, defaults={"keeps": keeps_it})


def rename(club_id: int, device: Device | None, name: str) -> None:
    """Call a club otherwise. Raises Forbidden, Refused."""
    name = naming.written(name)
    if len(name) not in CLUB_NAME_LENGTH:
        raise Refused("bad-club-name", None)
    with kept(club_id, device) as club:
        club.name = name
        changed(club)


def draw_link(club_id: int, device: Device | None, old: str) -> None:
    """Draw a new link in the place of the old one, which is dead from now on. The same tap twice draws one."""
    with kept(club_id, device) as club:
        if club.link == old:
            club.link = chance.link()
            changed(club)


def make_keeper(club_id: int, device: Device | None, member_id: int, is_keeper: bool) -> None:
    """Make a member a keeper, or a reader again; one keeper there is always. Raises Forbidden, Stale, Refused."""
    with kept(club_id, device) as club:
        member = club.members.filter(pk=member_id).first()
        if member is None:
            raise Stale
        if not is_keeper:
            _demand_another_keeper(club, member)
        member.keeps = is_keeper
        member.save()


def send_away(club_id: int, device: Device | None, member_id: int) -> None:
    """Let a phone read here no more; with the link it could come again. Raises Forbidden, Refused."""
    with kept(club_id, device) as club:
        if member := club.members.filter(pk=member_id).first():
            _demand_another_keeper(club, member)
            member.delete()


def _demand_another_keeper(club: Club, member: Member) -> None:
    if member.keeps and not club.members.filter(keeps=True).exclude(pk=member.pk).exists():
        raise Refused("last-keeper", None)


def rename_person(club_id: int, device: Device | None, person_id: int, name: str) -> None:
    """Call somebody otherwise in the club; at the tables they sat at, they stay what they were called there.

    Raises Forbidden, Stale, Refused: two people of one club have different names.
    """
    name = naming.written(name)
    if len(name) not in NAME_LENGTH:
        raise Refused("bad-players", None, why="length")
    with kept(club_id, device) as club:
        everybody = {one.pk: one for one in club.people.all()}
        person = _person(everybody, person_id)
        for other in everybody.values():
            if other.pk != person.pk and naming.likeness(other.name) == naming.likeness(name):
                raise _taken(name, other, person, people.root(everybody, other))
        person.name = name
        person.save()
        changed(club)


def _taken(name: str, other: Person, person: Person, root: Person) -> Refused:
    if root.pk == person.pk:
        return Refused("name-of-merged", None, name=other.name, person=person.name)
    return Refused("name-of-another", None, name=name, person=root.name)


def merge(club_id: int, device: Device | None, person_id: int, into_id: int) -> None:
    """Say that somebody is somebody else, whose name both go by from now on. Raises Forbidden, Stale, Refused."""
    with kept(club_id, device) as club:
        everybody = {one.pk: one for one in club.people.all()}
        person = _person(everybody, person_id)
        target = people.root(everybody, _person(everybody, into_id))
        if people.root(everybody, person).pk == target.pk:
            if person.pk == into_id or person.into_id is None:
                raise Refused("merge-with-oneself", None, name=person.name)
            return  # the same tap again
        if person.into_id is not None:
            raise Stale
        person.into = target
        person.save()
        changed(club)


def unmerge(club_id: int, device: Device | None, person_id: int) -> None:
    """Take a merge back: whoever was merged is a person of their own again, with all they played."""
    with kept(club_id, device) as club:
        person = _person({one.pk: one for one in club.people.all()}, person_id)
        if person.into_id is not None:
            person.into = None
            person.save()
            changed(club)


def _person(everybody: dict[int, Person], number: int) -> Person:
    if number not in everybody:
        raise Stale
    return everybody[number]


def move(session_id: int, device: Device | None, club_id: int) -> None:
    """Let a session belong to another club: both are kept by this phone. Raises Forbidden, Refused.

    Whoever sat at it is looked up there by the name they go by here; so it can be moved back with nothing lost.
    """
    with locked(session_id) as session:
        both = Club.objects.select_for_update().filter(pk__in=[session.club_id, club_id]).order_by("pk")
        clubs = {club.pk: club for club in both}
        if not (keeps(club_id, device) and may_place(session, device)):
            raise Forbidden
        if session.club_id == club_id:
            return
        if Session.objects.filter(club=club_id, uid=session.uid).exists():
            raise Refused("session-there", None, club=clubs[club_id].name)
        known, left = people.roots(session.club_id), session.club_id
        names = {seat.number: people.called(known, seat) for seat in session.seats.all()}
        had_people = session.seats.filter(person__isnull=False).exists()
        session.seats.update(person=None)
        Result.objects.filter(seat__session=session).update(tallied_for=None)  # it counts there now
        session.club = clubs[club_id]
        session_changed(session)
        if had_people or session.status != Session.LOBBY:
            people.introduce(session, names)
        for seat in session.seats.all():
            join(club_id, seat.device)
        people.dismiss(left)
        folders.drop_archives(left)
        people.changed(left)
        people.changed(club_id)


def may_place(session: Session, device: Device | None) -> bool:
    """Tell whether a phone may say where a session belongs: a keeper of its club, or its host where it has none."""
    if session.club_id is None:
        return device is not None and session.host_id == device.pk
    return keeps(session.club_id, device)
