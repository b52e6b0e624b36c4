"""Long work: done piece by piece by whoever looks, counted once, stopped without harm; for keepers alone."""

import io
import os
import threading
import zipfile
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.utils import timezone

from games import aftermath, play, sitting
from games.club import archive, clubs, folders, forgetting, works
from games.club.archive import merging, packing
from games.management import evenings
from games.models import Club, Entry, Member, Result, Session, Work
from tests.cast import Phone, forget, read

FRIDAY = datetime(2026, 5, 1, 19, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def slowly(monkeypatch):
    """One look is one step."""
    monkeypatch.setattr(works, "PIECE", -1)


@pytest.fixture
def club(db):
    """A club with three short sessions, its keeper, a reader and a stranger."""
    return people_of(make_club())


def make_club():
    rng = Random(2)
    club = evenings.found_club(rng, "Fridays", 6, FRIDAY)
    names = list(club.people.values_list("name", flat=True))[:3]
    for hour in range(3):
        begins = FRIDAY + timedelta(hours=hour)
        played = evenings.play_out(rng, evenings.DiceTable(rng, names), begins, upto=12)
        session = evenings.write(rng, club, played, begins)
        if hour:
            finish(session)
    return club


def finish(session):
    """Let the host end a session that was left between two rounds of its own."""
    Entry.objects.filter(session=session).delete()
    Entry.objects.create(session=session, number=1, group=1, kind="move", move={"move": "finish"})
    session.head = 1
    session.save()
    with play.locked(session.pk) as held:
        aftermath.settle(sitting.load(held))
        play.changed(held)


def people_of(club):
    club.keeper, club.reader, club.stranger = Phone(None), Phone(None), Phone(None)
    Member.objects.create(club=club, device=club.keeper.device, keeps=True)
    Member.objects.create(club=club, device=club.reader.device)
    return club


def begin(phone, address, **data):
    """Send a form; return the address of the work it begins."""
    answer = phone.post(address, data=data)
    assert answer.status_code == 302, read(answer)
    return answer.headers["Location"]


def look(phone, address, times=50):
    """Look until it is over; return what the page says then."""
    for _ in range(times):
        page = phone.get(address)
        assert page.status_code == 200
        if "hx-trigger" not in page.content.decode():
            return read(page)
    raise AssertionError("it does not end")


def made(club):
    address = begin(club.keeper, f"/clubs/{club.pk}/archive")
    assert "The archive is ready." in look(club.keeper, address)
    return b"".join(club.keeper.get(f"{address}/file").streaming_content)


def sent(content):
    return {"archive": SimpleUploadedFile("club.zip", content)}


def direct(club):
    """The archive as the command writes it."""
    leaves = map(packing.leaf, Session.objects.filter(pk__in=packing.sessions(club)).order_by("created", "uid"))
    packing.bind(club, leaves, out := io.BytesIO())
    return out.getvalue()


def test_an_archive_is_made_a_step_a_look_and_is_that_of_the_command(club, django_capture_on_commit_callbacks):
    address = begin(club.keeper, f"/clubs/{club.pk}/archive")
    assert "1 of 4 steps" in club.keeper.text(address)
    assert "2 of 4 steps" in club.keeper.text(address)
    assert club.keeper.get(f"{address}/file").status_code == 404
    with django_capture_on_commit_callbacks(execute=True):
        assert "The archive is ready." in look(club.keeper, address)
    answer = club.keeper.get(f"{address}/file")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="fridays.zip"'
    assert b"".join(answer.streaming_content) == direct(club)
    assert [path.name for path in works.folder(Work.objects.get()).iterdir()] == ["club.zip"]


def test_asked_for_twice_it_is_the_same_work(club):
    first = begin(club.keeper, f"/clubs/{club.pk}/archive")
    assert begin(club.keeper, f"/clubs/{club.pk}/archive") == first
    look(club.keeper, first)
    assert begin(club.keeper, f"/clubs/{club.pk}/archive") != first


def test_the_page_goes_on_by_itself_with_and_without_scripts(club):
    address = begin(club.keeper, f"/clubs/{club.pk}/archive")
    page = club.keeper.get(address).content.decode()
    assert f'hx-get="{address}" hx-trigger="load delay:500ms" hx-swap="outerHTML"' in page
    assert '<noscript><meta http-equiv="refresh" content="1"></noscript>' in page
    fragment = club.keeper.get(address, htmx=True).content.decode()
    assert fragment.startswith('<div class="stack" id="work"')
    look(club.keeper, address)
    page = club.keeper.get(address).content.decode()
    assert "http-equiv" not in page
    assert "hx-get" not in page


def test_a_session_deleted_meanwhile_is_left_out(club):
    address = begin(club.keeper, f"/clubs/{club.pk}/archive")
    club.keeper.get(address)
    packing_order = packing.sessions(club)
    Session.objects.filter(pk=packing_order[1]).delete()
    look(club.keeper, address)
    assert b"".join(club.keeper.get(f"{address}/file").streaming_content) == direct(club)


def test_stopped_it_leaves_nothing_behind(club):
    address = begin(club.keeper, f"/clubs/{club.pk}/archive")
    club.keeper.get(address)
    assert works.folder(Work.objects.get()).exists()
    assert club.keeper.post(f"{address}/stop").status_code == 302
    assert "Stopped. No archive was made." in club.keeper.text(address)
    assert not works.folder(Work.objects.get()).exists()
    assert club.keeper.get(f"{address}/file").status_code == 404
    club.keeper.post(f"{address}/stop")
    assert "Stopped." in club.keeper.text(address)


def test_brought_on_another_cincy_it_is_the_same_club_kept_by_who_brought_it(club):
    content, uid = made(club), club.uid
    Session.objects.all().delete()
    Club.objects.all().delete()
    address = begin(club.stranger, "/clubs/bring", **sent(content))
    assert "1 of 3 sessions looked at" in club.stranger.text(address)
    assert not Club.objects.exists()
    assert "3 sessions were added." in look(club.stranger, address)
    again = Club.objects.get()
    assert (again.uid, again.name) == (uid, "Fridays")
    assert Member.objects.get(club=again, keeps=True).device == club.stranger.device
    assert direct(again) == content
    assert not works.folder(Work.objects.latest("pk")).exists()
    running = again.sessions.get(status=Session.RUNNING)
    assert running.host == club.stranger.device


def test_what_is_here_is_not_doubled(club):
    content = made(club)
    club.sessions.order_by("pk").last().delete()
    text = look(club.keeper, begin(club.keeper, "/clubs/bring", **sent(content)))
    assert "1 session was added. 2 sessions were here already and stay as they are." in text
    assert direct(club) == content


def test_it_can_be_brought_into_another_club(club):
    content = made(club)
    other = Club.objects.create(name="Sundays", link="sundays")
    Member.objects.create(club=other, device=club.keeper.device, keeps=True)
    assert "3 sessions were added." in look(
        club.keeper, begin(club.keeper, f"/clubs/{other.pk}/bring", **sent(content))
    )
    assert (club.sessions.count(), other.sessions.count(), Club.objects.count()) == (3, 3, 2)


def test_stopped_half_way_what_was_added_stays_and_the_rest_comes_later(club):
    content = made(club)
    Session.objects.all().delete()
    address = begin(club.keeper, "/clubs/bring", **sent(content))
    for _ in range(5):  # three looked at, the club found, one added
        club.keeper.get(address)
    club.keeper.post(f"{address}/stop")
    assert "What was added so far stays." in club.keeper.text(address)
    assert club.sessions.count() == 1
    assert "2 sessions were added. 1 session was here already" in look(
        club.keeper, begin(club.keeper, "/clubs/bring", **sent(content))
    )
    assert direct(club) == content


def test_a_session_the_rules_refuse_and_nothing_is_added(club):
    content = io.BytesIO(made(club))
    Session.objects.all().delete()
    bad = io.BytesIO()
    with zipfile.ZipFile(content) as whole, zipfile.ZipFile(bad, "w") as broken:
        for name in whole.namelist():
            text = whole.read(name)
            broken.writestr(name, text.replace(b'"move":"finish"', b'"move":"fly"'))
    text = look(club.keeper, begin(club.keeper, "/clubs/bring", **sent(bad.getvalue())))
    assert "That did not work." in text
    assert "does not follow the rules at move 1: " in text
    assert text.count("Nothing was added.") == 1
    assert not Session.objects.exists()
    assert not works.folder(Work.objects.latest("pk")).exists()


@pytest.mark.parametrize(
    ("data", "status", "says"),
    [
        ({}, 422, "Choose the archive first"),
        ({"archive": "text"}, 422, "Choose the archive first"),
        (sent(b"nothing of the kind"), 422, "This is no club archive: it is not a ZIP file. Nothing was added."),
        (sent(b"x" * 2000), 413, "too large. An archive has at most 0 MB"),
    ],
)
def test_what_is_no_archive_is_refused_at_once(club, monkeypatch, data, status, says):
    monkeypatch.setattr(settings, "LARGEST_ARCHIVE", 1000)
    before = set((settings.DATA_DIR / "work").glob("*"))
    for address in ("/clubs/bring", f"/clubs/{club.pk}/bring"):
        for file in data.values():
            getattr(file, "seek", lambda _: None)(0)
        answer = club.keeper.post(address, data=dict(data))
        assert answer.status_code == status
        assert says in read(answer)
    assert not Work.objects.exists()
    assert set((settings.DATA_DIR / "work").glob("*")) == before


def test_only_keepers_add_to_a_club_that_is_here(club):
    content = made(club)
    count = Work.objects.count()
    for phone in (club.reader, club.stranger):
        answer = phone.post("/clubs/bring", data=sent(content))
        assert answer.status_code == 422
        assert "Only its keepers can add to it" in read(answer)
    assert club.reader.post(f"/clubs/{club.pk}/bring", data=sent(content)).status_code == 403
    assert club.stranger.post(f"/clubs/{club.pk}/bring", data=sent(content)).status_code == 404
    assert Work.objects.count() == count


def test_who_may_make_look_and_stop(club):
    for path in ("archive", "rebuild"):
        assert club.reader.post(f"/clubs/{club.pk}/{path}").status_code == 403
        assert club.stranger.post(f"/clubs/{club.pk}/{path}").status_code == 404
    assert "Make the archive" not in club.reader.text(f"/clubs/{club.pk}/archive")
    assert club.stranger.get(f"/clubs/{club.pk}/archive").status_code == 404
    address = begin(club.keeper, f"/clubs/{club.pk}/archive")
    assert "An archive is being made" in club.keeper.text(f"/clubs/{club.pk}/archive")
    for phone in (club.reader, club.stranger, Phone(None, known=False)):
        assert phone.get(address).status_code == 404
        assert phone.get(f"{address}/file").status_code == 404
        assert phone.post(f"{address}/stop").status_code == 404
    assert Work.objects.get().done == 0
    second = Phone(None)
    Member.objects.create(club=club, device=second.device, keeps=True)
    assert "1 of 4 steps" in second.text(address)


def test_who_was_sent_away_looks_at_nothing_and_adds_nothing(club):
    begun = begin(club.keeper, f"/clubs/{club.pk}/archive")
    Member.objects.filter(club=club.pk, device=club.keeper.device).delete()
    assert club.keeper.get(begun).status_code == 404
    assert club.keeper.post(f"{begun}/stop").status_code == 404
    assert Work.objects.get().done == 0


@pytest.mark.parametrize("made", ["whole", "half"])
def test_no_archive_holds_a_name_that_was_forgotten(club, made, django_capture_on_commit_callbacks):
    begun = begin(club.keeper, f"/clubs/{club.pk}/archive")
    if made == "whole":
        look(club.keeper, begun)
    else:
        club.keeper.get(begun)
    Session.objects.exclude(status="finished").delete()
    person = Club.objects.get(pk=club.pk).people.filter(seats__isnull=False).distinct()[0]
    place = works.folder(Work.objects.get())
    assert list(place.iterdir())
    with django_capture_on_commit_callbacks(execute=True):
        forgetting.forget(club.pk, club.keeper.device, person.pk, person.name)
    assert not place.exists()
    look(club.keeper, begun)
    assert club.keeper.get(f"{begun}/file").status_code == 404
    assert not works.is_whole(Work.objects.get())


def test_nor_a_session_that_was_deleted(club):
    begun = begin(club.keeper, f"/clubs/{club.pk}/archive")
    look(club.keeper, begun)
    assert club.keeper.get(f"{begun}/file").status_code == 200
    forgetting.delete_session(Session.objects.filter(status="finished").first().pk, club.keeper.device)
    assert club.keeper.get(f"{begun}/file").status_code == 404


def test_nor_one_that_was_moved_where_its_names_may_be_forgotten(club):
    begun = begin(club.keeper, f"/clubs/{club.pk}/archive")
    look(club.keeper, begun)
    second = clubs.found(club.keeper.device)
    clubs.move(Session.objects.filter(status="finished").first().pk, club.keeper.device, second.pk)
    assert club.keeper.get(f"{begun}/file").status_code == 404


def test_a_step_that_a_forgetting_overtakes_leaves_no_file(club, monkeypatch):
    """Another phone was about to write a session down, under the names it had."""
    begin(club.keeper, f"/clubs/{club.pk}/archive")
    begun, leaf = Work.objects.get(), packing.leaf

    def overtaken(session):
        written = leaf(session)
        folders.drop_archives(club.pk)
        return written

    monkeypatch.setattr(packing, "leaf", overtaken)
    assert works.go_on(begun).ended
    assert not works.folder(begun).exists()


def test_numbers_are_worked_out_anew(club):
    Result.objects.update(score=-1)
    address = begin(club.keeper, f"/clubs/{club.pk}/rebuild")
    assert "1 of 2 steps" in club.keeper.text(address)
    assert "The numbers are worked out. 2 sessions came out different." in look(club.keeper, address)
    assert Result.objects.count() == 6
    assert not Result.objects.filter(score=-1).exists()


def test_a_log_that_does_not_fit_any_more_is_said(club):
    session = club.sessions.filter(status=Session.FINISHED).first()
    session.entries.update(move={"move": "roll", "seat": 1, "dice": [1, 1, 1, 1, 1]})
    forget()
    text = look(club.keeper, begin(club.keeper, f"/clubs/{club.pk}/rebuild"))
    assert "All of them came out as they were." in text
    assert "The log of 1 session does not fit the rules any more" in text
    assert Result.objects.count() == 6


def test_in_a_club_without_sessions_all_is_over_at_once(club):
    empty = Club.objects.create(name="Empty", link="empty")
    Member.objects.create(club=empty, device=club.keeper.device, keeps=True)
    assert "The numbers are worked out." in look(club.keeper, begin(club.keeper, f"/clubs/{empty.pk}/rebuild"))
    address = begin(club.keeper, f"/clubs/{empty.pk}/archive")
    assert "The archive is ready." in look(club.keeper, address)


def test_what_is_old_is_thrown_away(club):
    address = begin(club.keeper, f"/clubs/{club.pk}/archive")
    club.keeper.get(address)
    old = Work.objects.get()
    long_ago = timezone.now() - works.AGE - timedelta(minutes=1)
    os.utime(works.folder(old), (long_ago.timestamp(),) * 2)
    Work.objects.update(created=long_ago)
    begin(club.keeper, f"/clubs/{club.pk}/rebuild")
    assert not Work.objects.filter(pk=old.pk).exists()
    assert not works.folder(old).exists()
    assert club.keeper.get(address).status_code == 404


def test_a_file_that_is_gone_is_said(club):
    address = begin(club.keeper, "/clubs/bring", **sent(made(club)))
    (works.folder(Work.objects.latest("pk")) / "brought.zip").unlink()
    assert "The file lay here too long and is gone." in club.keeper.text(address)


@pytest.mark.django_db(transaction=True)
def test_two_phones_looking_at_once_double_nothing():
    club = people_of(make_club())
    content, uid = made(club), club.uid
    Session.objects.all().delete()
    work = works.bring([content], club.keeper.device, club)
    ready = threading.Barrier(2)

    def looks():
        ready.wait()
        seen = Work.objects.get(pk=work.pk)
        while not seen.ended:
            seen = works.go_on(seen)
        connection.close()

    phones = [threading.Thread(target=looks) for _ in range(2)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    done = Work.objects.get(pk=work.pk)
    assert (done.done, done.kept) == (7, {"new": 3})
    assert direct(Club.objects.get(uid=uid)) == content


def test_the_club_is_asked_for_while_the_archive_is_written(club, monkeypatch):
    """Broken off in the middle of the last step, it is done again."""
    address = begin(club.keeper, f"/clubs/{club.pk}/archive")
    for _ in range(3):
        club.keeper.get(address)
    monkeypatch.setattr(archive.packing, "bind", _breaks)
    with pytest.raises(KeyboardInterrupt):
        club.keeper.get(address)
    monkeypatch.undo()
    assert "The archive is ready." in look(club.keeper, address)
    assert b"".join(club.keeper.get(f"{address}/file").streaming_content) == direct(club)


def _breaks(*_):
    raise KeyboardInterrupt


def test_a_step_that_fails_changes_nothing(club, monkeypatch):
    content = made(club)
    Session.objects.all().delete()
    address = begin(club.keeper, "/clubs/bring", **sent(content))
    for _ in range(4):
        club.keeper.get(address)
    monkeypatch.setattr(merging.people, "changed", _breaks)
    with pytest.raises(KeyboardInterrupt):
        club.keeper.get(address)
    monkeypatch.undo()
    assert not Session.objects.exists()
    assert "3 sessions were added." in look(club.keeper, address)
