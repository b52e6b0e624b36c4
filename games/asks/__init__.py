"""What a phone is asked: the offers it may take, as ready-made answers and forms to fill."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from games.access import Viewer
from games.rules.contract import Offer


@dataclass(frozen=True)
class Line:
    """One move to be answered: for which seat, which offer, and what is settled about it already."""

    move: str
    seat: int | None
    name: str
    offer: str
    fixed: Mapping[str, Any] = field(default_factory=dict)
    was: str = ""  # what a field starts with
    table: str = ""  # what the player plays for

    @property
    def prefix(self) -> str:
        """What its form fields begin with, so that several moves fit into one form."""
        return f"{self.seat or 0}-"


@dataclass(frozen=True)
class Choice:
    """A ready-made answer: one button."""

    label: str
    lines: tuple[Line, ...]
    note: str = ""
    main: bool = False
    pressed: bool = False
    confirm: bool = False  # sent as confirmed: it was asked once more
    key: str = ""  # what a test or a style may know it by


@dataclass(frozen=True)
class Ask:
    """All that is asked of a phone now. `kind` names the piece of template that asks it."""

    kind: str
    lines: tuple[Line, ...] = ()
    choices: tuple[Choice, ...] = ()
    text: str = ""
    send: str = ""  # the label of the button that sends a form
    for_others: tuple[tuple[int, str], ...] = ()  # seats with phones the host may enter something for
    again: tuple[int, ...] = ()  # own seats whose answer may still be changed
    keys: tuple[tuple[str, str, int], ...] = ()  # keypad: value, label, how many are left
    yours: bool = False
    amounts: tuple[tuple[str, int], ...] = ()  # ready amounts for a number: label, chips
    all_in: Choice | None = None  # everything there is: apart from all else
    apart: bool = False  # one of the choices puts everything in: they keep their distance
    more: tuple[Choice, ...] = ()  # answers that are not offered first
    pots: tuple[Any, ...] = ()
    open: tuple[str, ...] = ()  # cards that lie open and cannot be anybody's
    links: tuple[tuple[str, str], ...] = ()  # other ways to answer: what the page wants, label
    hides: bool = False  # it shows a secret on a phone of several: there is a way to cover it again
    want: str = ""  # what the page wanted when it is first asked who is looking
    said: bool = False  # something has been said ahead
    rivals: tuple[Any, ...] = ()  # players whose results the answer hangs on

    @property
    def print(self) -> str:
        """What changes when what is asked changes: half an entry survives everything else."""
        lines = self.lines + tuple(line for choice in self.choices for line in choice.lines)
        pressed = tuple((choice.label, choice.pressed, choice.confirm) for choice in self.choices)
        return repr(
            (
                self.kind,
                self.open,
                self.links,
                [(line.offer, line.seat) for line in lines],
                pressed,
                self.again,
                self.for_others,
                self.said,
                self.rivals,
            )
        )

    def with_link(self, want: str, label: str) -> "Ask":
        """Return the same, with one more way to another form."""
        return replace(self, links=(*self.links, (want, label)))


@dataclass(frozen=True)
class Glance:
    """How a phone looks at the table now: who is looking, for whom the host enters, what is to be changed."""

    looking: int | None = None
    entering_for: int | None = None
    again: bool = False
    wants: str = ""  # another form than the first one: "cards", "show", "declare"


def line(viewer: Viewer, offer: Offer, **rest: Any) -> Line:
    """Return the line for an offer."""
    name = viewer.sitting.seat(offer.seat).name if offer.seat else ""
    return Line(offer.move, offer.seat, name, offer.fingerprint, **rest)


def own(viewer: Viewer, offers: list[Offer]) -> list[Offer]:
    """Return the offers to this phone's own seats."""
    return [offer for offer in offers if offer.seat in viewer.seats]


def phoneless(viewer: Viewer, offers: list[Offer]) -> list[Offer]:
    """Return the offers to seats without a phone."""
    return [offer for offer in offers if offer.seat is not None and offer.seat not in viewer.sitting.held]


def for_others(viewer: Viewer, offers: list[Offer]) -> tuple[tuple[int, str], ...]:
    """Return the seats on other phones that the host may enter something for, with their names."""
    if not viewer.is_host:
        return ()
    held = viewer.sitting.held
    return tuple(
        (offer.seat, viewer.sitting.seat(offer.seat).name)
        for offer in offers
        if offer.seat is not None and offer.owed and offer.seat in held and offer.seat not in viewer.seats
    )


def in_turn(viewer: Viewer, offers: list[Offer], glance: Glance) -> list[Offer]:
    """Return the owed offers this phone is asked first: its own, then those of seats without a phone.

    With one phone at the table all are asked at once.
    """
    owed = [offer for offer in offers if offer.owed]
    if glance.entering_for:
        return [offer for offer in owed if offer.seat == glance.entering_for]
    mine, free = own(viewer, owed), phoneless(viewer, owed)
    return [*mine, *free] if viewer.sitting.phones <= 1 else (mine or free)
