"""A club as one archive: out and in again it is the same; what is odd is refused, and then nothing is changed."""

import io
import json
import zipfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games import recorded, sitting
from games.club import clubs, forgetting
from games.club.archive import manifest, merging, packing
from games.club.archive.unpacking import LARGEST_FILE, Archive
from games.management import evenings
from games.models import Club, Entry, Person, Result, Seat, Session
from games.rules.contract import Refused
from games.rules.poker import POKER
from games.rules.poker.moves import Board, Deal, Finish, Fold, Hole
from tests.cast import Phone

FOUNDED = datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC)
SESSION = {"format": "cincinnati-session/1", "game": "dice", "players": ["Ann", "Ben", "Cleo"], "moves": []}
UIDS = [f"{n:032x}" for n in range(10)]


@pytest.fixture
def club(db):
    """A made-up club with a handful of sessions, one of them left early."""
    rng = Random(11)
    made = evenings.found_club(rng, "Fridays", 6, FOUNDED)
    circle = sorted(made.people.values_list("name", flat=True))
    for evening in evenings.calendar(rng, 3, circle, FOUNDED):
        evenings.play_evening(rng, made, evening)
    played = evenings.play_out(rng, evenings.DiceTable(rng, circle[:4]), FOUNDED, upto=3)
    evenings.write(rng, made, played, FOUNDED)
    return made


def export(tmp_path, name="Fridays"):
    file = tmp_path / "club.zip"
    call_command("export_club", name, str(file), stdout=io.StringIO(), stderr=io.StringIO())
    return file.read_bytes()


def bring(tmp_path, content):
    """Import; return what the command prints."""
    file = tmp_path / "brought.zip"
    file.write_bytes(content)
    call_command("import_club", str(file), stdout=(out := io.StringIO()), stderr=io.StringIO())
    return out.getvalue()


def wipe():
    Session.objects.all().delete()
    Club.objects.all().delete()


def told(club):
    """What a club is to those who look at it: who, when, which moves, which results."""
    rows = Result.objects.filter(seat__session__club=club).order_by("seat__session__uid", "seat__number")
    return (
        list(rows.values_list("seat__session__uid", "seat__person__name", "place", "score", "facts")),
        list(club.people.order_by("uid").values_list("uid", "name", "into__uid", "created")),
        list(club.sessions.order_by("uid").values_list("uid", "status", "created", "started", "finished", "title")),
    )


def pack(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zip_:
        for name, text in files:
            zip_.writestr(name, text)
    return out.getvalue()


def rows(**changes):
    """A manifest of one club, three people and one session, with parts of it changed."""
    at = "2026-01-02T03:04:05+00:00"
    people = [
        {"uid": uid, "name": n, "created": at, "into": None}
        for uid, n in zip(UIDS[:3], SESSION["players"], strict=True)
    ]
    session = {"uid": UIDS[5], "file": "sessions/a.json", "created": at, "started": at, "finished": None}
    written = {
        "format": manifest.FORMAT,
        "club": {"uid": UIDS[9], "name": "Sundays", "created": at},
        "people": people,
        "sessions": [{**session, "seats": UIDS[:3]}],
    }
    for path, value in changes.items():
        at, *rest = path.split("__")
        place = written
        for step in rest:
            place, at = place[int(at) if at.isdigit() else at], step
        place[int(at) if at.isdigit() else at] = value
    return written


def archive(session=SESSION, **changes):
    return pack([("sessions/a.json", json.dumps(session)), ("manifest.json", json.dumps(rows(**changes)))])


def test_out_and_in_again_is_the_same_to_the_byte(club, tmp_path):
    ann, ben, *_ = club.people.all()
    ben.into = ann
    ben.save()
    before, first = told(club), export(tmp_path)
    assert export(tmp_path) == first
    wipe()
    assert " sessions added, 0 were here already" in bring(tmp_path, first)
    again = Club.objects.get()
    assert again.uid == club.uid
    assert again.link != club.link
    assert told(again) == before
    assert export(tmp_path) == first


def test_brought_twice_nothing_is_doubled(club, tmp_path):
    first = export(tmp_path)
    count, people = club.sessions.count(), club.people.count()
    assert f"0 sessions added, {count} were here already" in bring(tmp_path, first)
    assert (Session.objects.count(), Person.objects.count(), Club.objects.count()) == (count, people, 1)
    club.sessions.first().delete()
    assert f"1 sessions added, {count - 1} were here already" in bring(tmp_path, first)
    assert export(tmp_path) == first


def test_broken_off_it_is_run_again(club, tmp_path, monkeypatch):
    first, whole = export(tmp_path), merging.bring
    wipe()
    calls = []

    def breaks(*args):
        calls.append(args)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return whole(*args)

    monkeypatch.setattr(merging, "bring", breaks)
    with pytest.raises(KeyboardInterrupt):
        bring(tmp_path, first)
    assert Session.objects.count() == 2
    bring(tmp_path, first)
    assert export(tmp_path) == first


def test_an_entry_keeps_its_time_and_who_made_it(club, tmp_path):
    session = club.sessions.filter(status=Session.FINISHED).first()
    standing = {step.number for step in sitting.load(session).line.steps}
    entries = session.entries.filter(number__in=standing).order_by("number")
    before = list(entries.values_list("at", "move", "by_seat"))
    first = export(tmp_path)
    wipe()
    bring(tmp_path, first)
    again = Entry.objects.filter(session__uid=session.uid).order_by("number")
    assert list(again.values_list("at", "move", "by_seat")) == before


class Script:
    """A table whose moves are known beforehand."""

    game, stack, pace = POKER, None, 10.0
    names, terms = ("Ann", "Ben", "Cleo"), {"preset": "series", "first_dealer": 1}

    def __init__(self, *moves):
        self.moves = list(moves)

    def next(self, state):
        return self.moves.pop(0) if self.moves else None


def test_it_holds_no_secret(club, tmp_path):
    """No code and no link; no pick before it is shown, no cards that never were."""
    cards = ("2c", "7d", "9h", "Js", "Ad")
    script = Script(Deal(), Hole(2, cards), Board("Kc"), Fold(2), Fold(3), Finish())
    evenings.write(Random(1), club, evenings.play_out(Random(1), script, FOUNDED), FOUNDED)
    files = {file["title"] + file["game"]: file for file in _files(export(tmp_path))}
    text = b"".join(zipfile.ZipFile(io.BytesIO(export(tmp_path))).read(name) for name in _names(export(tmp_path)))
    for session in club.sessions.all():
        for secret in (session.code, session.link, session.made_with, club.link):
            assert secret.encode() not in text
    assert club.sessions.filter(game="poker", head=6, status=Session.FINISHED).exists()
    early = club.sessions.get(status=Session.RUNNING, head=3)
    assert [entry.move["move"] for entry in early.entries.all()] == ["reveal", "choose", "choose"]
    assert [move["move"] for move in files["Friday nightdice"]["moves"]] == ["reveal"]
    assert [move["move"] for move in files["Friday nightpoker"]["moves"]] == ["deal", "board", "fold", "fold", "finish"]
    assert b"7d" not in json.dumps(files["Friday nightpoker"]).encode()


def test_what_was_undone_is_not_in_it(club, tmp_path):
    script = Script(Deal(), Board("Kc"), Fold(2), Fold(3))
    played = evenings.play_out(Random(1), script, FOUNDED, upto=2)
    evenings._enter(played, played.line.then(3, Fold(2)), FOUNDED, Fold(2))
    evenings._go_back(played, replace(played.line, steps=played.line.steps[:2]), FOUNDED)
    session = evenings.write(Random(1), club, played, FOUNDED)
    assert session.entries.count() == 4
    file = json.loads(packing.leaf(session).text)
    assert [move["move"] for move in file["moves"]] == ["deal", "board"]


def _names(content):
    return zipfile.ZipFile(io.BytesIO(content)).namelist()


def _files(content):
    zip_ = zipfile.ZipFile(io.BytesIO(content))
    return [json.loads(zip_.read(name)) for name in zip_.namelist() if name != manifest.NAME]


def test_a_lobby_is_no_evening(club, tmp_path):
    before = export(tmp_path)
    Session.objects.create(club=club, code="LOBBY2", link="lobby", made_with="lobby", game="dice", title="Soon")
    assert export(tmp_path) == before


def test_whoever_has_the_same_name_is_the_same_person(club, tmp_path):
    """As at a table; the same uid counts first, whatever they are called by now."""
    mine = Club.objects.create(uid=UIDS[9], name="Mine", link="mine")
    ann = mine.people.create(name="ann")
    gone = mine.people.create(name="Bernd", uid=UIDS[1])
    other = mine.people.create(name="Cleo K.", uid=UIDS[2])
    bring(tmp_path, archive())
    assert [seat.person for seat in mine.sessions.get().seats.all()] == [ann, gone, other]
    assert [person.name for person in mine.people.all()] == ["Bernd", "Cleo K.", "ann"]
    assert Club.objects.get(pk=mine.pk).name == "Mine"


def test_a_name_that_somebody_else_goes_by_gets_a_number(db, tmp_path):
    mine = Club.objects.create(uid=UIDS[9], name="Mine", link="mine")
    mine.people.create(name="Ben", uid=UIDS[0])  # the archive calls them Ann, and has a Ben of its own
    bring(tmp_path, archive())
    assert {person.uid: person.name for person in mine.people.all()} == {
        UIDS[0]: "Ben",
        UIDS[1]: "Ben 2",
        UIDS[2]: "Cleo",
    }


def test_names_with_markup_and_formulas_stay_text(db, tmp_path):
    names = ["<b>Ann</b>", "=1+1", "@Cleo"]
    changes = {f"people__{at}__name": name for at, name in enumerate(names)}
    bring(tmp_path, archive({**SESSION, "players": names, "title": "<script>"}, **changes))
    assert list(Seat.objects.values_list("name", flat=True)) == names
    assert set(Person.objects.values_list("name", flat=True)) == set(names)
    assert Session.objects.get().title == "<script>"


CHOSEN = {"move": "choose", "seat": 1, "table": "A"}
REVEALED = {"move": "reveal", "cards": ["duel", "15000"]}
FAR = "sessions/../../a.json"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"nothing of the kind", "not a ZIP"),
        (b"", "not a ZIP"),
        (pack([]), "manifest.json is missing"),
        (pack([("manifest.json", "{")]), "manifest.json is missing or cannot be read"),
        (pack([("manifest.json", "[1]")]), "manifest.json is missing or cannot be read"),
        (archive(format="cincinnati-club/2"), "another version (cincinnati-club/2)"),
        (archive(extra=1), "odd (manifest)"),
        (archive(club__uid="x"), "odd (uid)"),
        (archive(club__name=""), "odd (name)"),
        (archive(club__name="a\0b"), "odd (name)"),
        (archive(club__name="\ud800"), "odd (name)"),
        (archive(people__0__name="ben"), "odd (name)"),
        (archive(people__0__name="x" * 25), "odd (name)"),
        (archive(people__0__uid=UIDS[1]), "odd (uid)"),
        (archive(people__0__into=UIDS[0]), "odd (uid)"),
        (archive(people__0__into=UIDS[1], people__1__into=UIDS[0]), "odd (uid)"),
        (archive(people__0__into=UIDS[7]), "odd (uid)"),
        (archive(people__0__created="yesterday"), "odd (time)"),
        (archive(people__0__created="2026-01-01T00:00:00"), "odd (time)"),
        (archive(people__0__created="0001-01-01T00:00:00+14:00"), "odd (time)"),
        (archive(people__0__created="0001-01-01T00:00:00+00:00"), "odd (time)"),
        (archive(people__0__created="9999-12-31T23:59:59.999999+00:00"), "odd (time)"),
        (archive(sessions__0__started="1969-12-31T23:59:59+00:00"), "odd (time)"),
        (archive(sessions__0__finished="2026-01-02T03:04:04+00:00"), "odd (time)"),
        (archive(sessions__0__seats=UIDS[:2]), "odd (sessions/a.json)"),
        (archive(sessions__0__seats=[UIDS[8]] * 3), "odd (uid)"),
        (archive(sessions__0__file=FAR), "odd (file)"),
        (archive(sessions__0__file="/etc/passwd"), "odd (file)"),
        (archive(sessions__0__file="sessions/b.json"), "not those its manifest names"),
        (archive(sessions__0__started=True), "odd (time)"),
        (pack([("manifest.json", json.dumps(rows(sessions=[]))), (FAR, "{}")]), "not those its manifest names"),
        (archive([]), "sessions/a.json does not follow the rules: A session file is one JSON object."),
        (archive({**SESSION, "players": ["A\0", "B", "C"]}), "odd (sessions/a.json)"),
        (archive({**SESSION, "moves": [CHOSEN]}), "sessions/a.json does not follow the rules at move 1 (D3.2)"),
        (archive({**SESSION, "moves": [REVEALED]}), "sessions/a.json does not follow the rules at move 1 (D2.4)"),
        (archive({**SESSION, "moves": [1]}), "does not follow the rules at move 1: "),
        (pack([("manifest.json", b" " * 5 * 1024 * 1024)]), "unpacks to more"),
        (pack([(f"sessions/{n}.json", b" " * 2_000_000) for n in range(5)]), "unpacks to more"),
        (pack([(f"sessions/{n}.json", "") for n in range(10_002)]), "more files than the 10,000"),
    ],
)
def test_what_is_odd_is_refused_whole(db, tmp_path, content, says):
    with pytest.raises(CommandError) as refused:
        bring(tmp_path, content)
    assert says in str(refused.value)
    assert str(refused.value).endswith("Nothing was added.")
    assert [model.objects.count() for model in (Club, Person, Session)] == [0, 0, 0]


def test_a_broken_file_in_it_is_refused(club, tmp_path):
    content = bytearray(export(tmp_path))
    content[200] ^= 255
    wipe()
    with pytest.raises(CommandError, match=r"is broken|does not follow"):
        bring(tmp_path, bytes(content))
    assert not Club.objects.exists()


def test_a_locked_file_is_refused(db, tmp_path):
    content = archive()
    at = content.index(b"PK\x01\x02")
    locked = content[: at + 8] + b"\x01" + content[at + 9 :]
    with pytest.raises(CommandError, match="is broken"):
        bring(tmp_path, locked)


def packed(how, text=b""):
    """An archive whose manifest is packed in a way of its own, and says of itself whatever it likes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as zip_:
        zip_.writestr("manifest.json", text or json.dumps(rows()))
        zip_.writestr("sessions/a.json", json.dumps(SESSION))
    return out.getvalue()


def test_more_people_than_ever_meet_are_refused(db, tmp_path, monkeypatch):
    monkeypatch.setattr(manifest, "MOST_PEOPLE", 2)
    with pytest.raises(CommandError, match=r"odd \(people\)"):
        bring(tmp_path, archive())
    assert not Club.objects.exists()


def test_whom_many_turned_out_to_be_is_looked_at_once_each():
    """Each into the one before, and looked at from the last."""
    rows = [manifest.PersonRow(f"{n:032x}", f"P{n}", FOUNDED, f"{n - 1:032x}" if n else None) for n in range(500)]
    known = Counted((row.uid, row) for row in reversed(rows))
    manifest._demand_no_ring(known)
    assert known.looks == len(rows)


class Counted(dict):
    """A dict that counts how often it is asked."""

    looks = 0

    def __getitem__(self, key):
        self.looks += 1
        return super().__getitem__(key)


@pytest.mark.parametrize("how", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_unpacks_without_measure_is_not_unpacked(db, tmp_path, how):
    with pytest.raises(CommandError, match="in this archive is broken"):
        bring(tmp_path, packed(how))
    assert not Club.objects.exists()


def test_no_more_is_unpacked_than_a_file_may_hold(db, monkeypatch):
    """Whatever size it says it has: here 500 bytes, and it holds eight million."""
    whole = bytearray(packed(zipfile.ZIP_DEFLATED, b" " * 8_000_000))
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = whole.index(mark) + at
        whole[place : place + 4] = (500).to_bytes(4, "little")
    unpacked = []
    open_ = zipfile.ZipFile.open

    def measured(*args, **kwargs):
        file = open_(*args, **kwargs)
        read = file._decompressor.decompress
        file._decompressor = Measured(read, file._decompressor, unpacked)
        return file

    monkeypatch.setattr(zipfile.ZipFile, "open", measured)
    with pytest.raises(Refused):
        Archive(io.BytesIO(bytes(whole)))
    assert 0 < sum(unpacked) <= 2 * LARGEST_FILE


class Measured:
    """A decompressor, and how many bytes it gave."""

    def __init__(self, read, inner, given):
        self.read, self.inner, self.given = read, inner, given

    def decompress(self, *args):
        text = self.read(*args)
        self.given.append(len(text))
        return text

    def __getattr__(self, name):
        return getattr(self.inner, name)


def test_a_session_longer_than_any_evening_is_refused_before_anything_is_added(db, tmp_path, monkeypatch):
    monkeypatch.setattr(recorded, "MOST_MOVES", 3)
    moves = [{"move": "reveal", "cards": ["15000", "20000"]}]
    moves += [{"move": "choose", "seat": 1, "table": table} for table in "ACA"]
    with pytest.raises(CommandError, match="It holds more than 3 moves"):
        bring(tmp_path, archive({**SESSION, "moves": moves}))
    assert not Club.objects.exists()


def test_an_end_without_its_hour_is_refused(db, tmp_path):
    over = {**SESSION, "moves": [{"move": "finish"}]}
    with pytest.raises(CommandError, match=r"odd \(time\)"):
        bring(tmp_path, archive(over))
    assert not Club.objects.exists()


def test_a_clock_that_was_set_back_keeps_no_club_from_coming_back(club, tmp_path):
    session = club.sessions.filter(status=Session.FINISHED).first()
    Session.objects.filter(pk=session.pk).update(finished=session.started - timedelta(hours=1))
    first = export(tmp_path)
    wipe()
    bring(tmp_path, first)
    assert Session.objects.get(uid=session.uid).finished == session.started
    assert export(tmp_path) == first


def test_who_was_forgotten_does_not_come_back_with_sessions_that_are_here(club, tmp_path):
    Session.objects.exclude(status="finished").delete()
    before = export(tmp_path)
    one, other = club.people.filter(seats__isnull=False).distinct()[:2]
    names = one.name, other.name
    keeper = Phone(None)
    club.members.create(device=keeper.device, keeps=True)
    clubs.merge(club.pk, keeper.device, one.pk, other.pk)
    forgetting.forget(club.pk, keeper.device, other.pk, other.name)
    known = set(club.people.values_list("name", flat=True))
    assert not known & set(names)
    bring(tmp_path, before)
    assert set(club.people.values_list("name", flat=True)) == known


def test_nor_does_who_had_no_seat_left_when_they_were_forgotten(club, tmp_path):
    Session.objects.exclude(status="finished").delete()
    person = club.people.filter(seats__isnull=False).first()
    club.people.filter(seats=None).delete()
    club.people.create(name="Xanthippe", into=club.people.create(name="Xenia", into=person))
    before = export(tmp_path)
    keeper = Phone(None)
    club.members.create(device=keeper.device, keeps=True)
    forgetting.forget(club.pk, keeper.device, person.pk, person.name)
    bring(tmp_path, before)
    assert not club.people.filter(name__in=["Xanthippe", "Xenia", person.name]).exists()


def test_one_bad_session_among_good_ones_and_none_is_added(club, tmp_path):
    content = export(tmp_path)
    files = [(name, zipfile.ZipFile(io.BytesIO(content)).read(name)) for name in _names(content)]
    name, text = files[-2]
    bad = json.loads(text)
    bad["moves"] = [*bad["moves"], {"move": "fly"}]
    wipe()
    with pytest.raises(CommandError, match="does not follow the rules at move"):
        bring(tmp_path, pack([(n, json.dumps(bad) if n == name else t) for n, t in files]))
    assert not Session.objects.exists()


def test_what_cannot_be_found_or_written_is_said(club, tmp_path):
    with pytest.raises(CommandError, match="no club called"):
        export(tmp_path, "Mondays")
    with pytest.raises(CommandError, match="cannot be written"):
        export(tmp_path / "nowhere")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_club", str(tmp_path / "nowhere.zip"))
    Club.objects.create(name="Fridays", link="second")
    with pytest.raises(CommandError, match="Several clubs"):
        export(tmp_path)
    assert export(tmp_path, "second")
    assert packing.sessions(Club.objects.get(link="second")) == []


def test_the_first_to_come_by_the_link_of_a_brought_club_keeps_it(club, tmp_path):
    """A command has no phone; all who come later read."""
    content = export(tmp_path)
    wipe()
    bring(tmp_path, content)
    link = Club.objects.get().link
    first, second = Phone(None, known=False), Phone(None, known=False)
    for phone in (first, second, first):
        assert phone.get(f"/c/{link}").status_code == 302
    assert list(Club.objects.get().members.order_by("pk").values_list("keeps", flat=True)) == [True, False]
