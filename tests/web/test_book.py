"""The database in trouble: locked, full, gone. Nothing is lost, nothing is half, and a sentence says what to do."""

import threading
from contextlib import contextmanager

import pytest
from django.db import IntegrityError, InterfaceError, OperationalError, close_old_connections, connection

from games import book, play
from games.book import Trouble
from tests.cast import Table, read

pytestmark = pytest.mark.django_db(transaction=True)
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite alone has a lock on the whole book")


@pytest.fixture
def table():
    table = Table(cast=False)
    for phone in (table.host, *table.phones.values()):
        phone.client.raise_request_exception = False
    return table


@pytest.fixture
def impatient():
    """A book that is waited for no longer than a moment."""
    words = {"sqlite": "PRAGMA busy_timeout = 100", "postgresql": "SET lock_timeout = '100ms'"}
    with connection.cursor() as cursor:
        cursor.execute(words[connection.vendor])
    yield
    connection.close()


@contextmanager
def locked(table):
    """Another process holds the session's row."""
    held, let_go = threading.Event(), threading.Event()

    def hold():
        with play.locked(table.pk):
            held.set()
            let_go.wait(20)
        connection.close()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait(5)
    try:
        yield let_go
    finally:
        let_go.set()
        thread.join()


def test_a_lock_is_waited_for(table):
    sent = table.ann.fields("reveal", cards="15000 20000 25000")
    with locked(table) as let_go:
        threading.Timer(0.3, let_go.set).start()
        assert table.ann.post("move", data=sent, htmx=True).status_code == 200
    assert len(table.log) == 1


def test_a_lock_that_lasts_is_said_so_and_nothing_is_recorded(table, impatient):
    sent = table.ann.fields("reveal", cards="15000 20000 25000")
    with table.unchanged(), locked(table):
        answer = table.ann.post("move", data=sent, htmx=True)
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == "5"
        assert b'id="notice"' in answer.content
        assert b'id="offers"' not in answer.content  # what was entered stays
        assert "send it again" in read(answer)
        page = table.ann.post("move", data=sent)
        assert page.status_code == 503
        assert "<html" in page.content.decode()
        assert table.ben.get(htmx=True).status_code == 200  # reads go on
    assert table.ann.post("move", data=sent, htmx=True).status_code == 200
    assert len(table.log) == 1


def test_it_is_logged_once(table, impatient, caplog):
    with locked(table):
        table.ann.move("reveal", cards="15000 20000 25000", htmx=True)
    assert len([record for record in caplog.records if record.levelname == "ERROR"]) == 1


@contextmanager
def no_room():
    """The book cannot grow by a page."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
        yield
        cursor.execute("PRAGMA max_page_count = 1073741823")


@on_sqlite
def test_a_full_disk_lets_all_look_and_says_so_to_those_who_write(table):
    table.play("15/20/25")
    with no_room():
        sent = tapped_until_refused(table.ann)
        with table.unchanged():
            answer = table.ann.post("move", data=sent, htmx=True)
            assert answer.status_code == 503
            assert "full" in read(answer)
            assert table.ben.get().status_code == 200
    entries = len(table.log)
    assert table.ann.post("move", data=sent, htmx=True).status_code == 200
    assert len(table.log) == entries + 1
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        assert cursor.fetchone() == ("ok",)


def tapped_until_refused(phone):
    """Change a pick again and again, until there is no room for it; what was sent last."""
    for number in range(1000):
        sent = phone.fields("choose", 1, table="AB"[number % 2])
        if phone.post("move", data=sent, htmx=True).status_code == 503:
            return sent
    raise AssertionError("The book takes all there is.")


def error(made, **said):
    """An error of Django's, caused by one of the driver's that says so much."""
    problem, cause = made("no"), Exception("no")
    for name, value in said.items():
        setattr(cause, name, value)
    problem.__cause__ = cause
    return problem


@pytest.mark.parametrize(
    ("problem", "known"),
    [
        (error(OperationalError, sqlite_errorcode=5), Trouble.BUSY),
        (error(OperationalError, sqlite_errorcode=517), Trouble.BUSY),  # with more to say about it
        (error(OperationalError, sqlite_errorcode=13), Trouble.FULL),
        (error(OperationalError, sqlite_errorcode=14), Trouble.AWAY),
        (error(OperationalError, sqlite_errorcode=1), None),  # no such table: ours to mend
        (error(OperationalError, sqlstate="55P03"), Trouble.BUSY),
        (error(OperationalError, sqlstate="40P01"), Trouble.BUSY),
        (error(OperationalError, sqlstate="53100"), Trouble.FULL),
        (error(OperationalError, sqlstate="57P01"), Trouble.AWAY),
        (error(OperationalError, sqlstate=None), Trouble.AWAY),
        (InterfaceError("the connection is closed"), Trouble.AWAY),
        (IntegrityError("twice"), None),
        (ValueError("ours"), None),
    ],
)
def test_what_is_wrong_is_told_apart(problem, known):
    assert book.trouble(problem) == known


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no connection to lose")
def test_a_lost_connection_is_made_anew_by_the_next_request(table):
    sent = table.ann.fields("reveal", cards="15000 20000 25000")
    connection.connection.close()
    close_old_connections()  # as every request does that is no test's
    assert table.ann.post("move", data=sent, htmx=True).status_code == 200
    assert len(table.log) == 1


def test_a_book_that_cannot_be_reached_is_said_so(table, monkeypatch):
    def gone(*_):
        raise InterfaceError("the connection is closed")

    monkeypatch.setattr("games.access.known_device", gone)  # where every request asks first
    answer = table.ann.get()
    assert answer.status_code == 503
    assert "cannot reach its book" in read(answer)
