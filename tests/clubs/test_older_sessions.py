"""Sessions of before there were clubs get one when Cincy is brought up to date."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

BEFORE, AFTER = [("games", "0006_tallies")], [("games", "0007_clubs_for_all")]


@pytest.fixture
def before(transactional_db):
    """The models as they were, on a database that is as it was; brought up to date again at the end."""
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    executor.migrate(BEFORE)
    yield executor.loader.project_state(BEFORE).apps
    MigrationExecutor(connection).migrate(newest)


def after():
    executor = MigrationExecutor(connection)
    executor.migrate(AFTER)
    return executor.loader.project_state(AFTER).apps


def test_each_host_keeps_one_club_with_all_they_ran(before):
    devices = [before.get_model("games", "Device").objects.create(token_hash=name) for name in "abc"]

    def session(host, status, *names):
        key = f"k{before.get_model('games', 'Session').objects.count()}"
        made = before.get_model("games", "Session").objects.create(
            code=key, link=key, made_with=key, game="dice", title=key, host=host, status=status
        )
        for number, name in enumerate(names, 1):
            phone = devices[1] if name == "Ben" else None
            before.get_model("games", "Seat").objects.create(session=made, number=number, name=name, device=phone)

    session(devices[0], "finished", "Ann", "Ben")
    session(devices[0], "running", "ANN", "Cleo")
    session(devices[0], "lobby", "Zoe")
    session(devices[2], "finished", "Ann", "Dov")
    session(None, "finished", "Yan")
    apps = after()
    told = [
        (
            sorted(club.sessions.values_list("title", flat=True)),
            sorted(club.people.values_list("name", flat=True)),
            sorted(club.members.values_list("device__token_hash", "keeps")),
        )
        for club in apps.get_model("games", "Club").objects.order_by("pk")
    ]
    assert told == [
        (["k0", "k1", "k2"], ["Ann", "Ben", "Cleo"], [("a", True), ("b", False)]),
        (["k3"], ["Ann", "Dov"], [("c", True)]),
    ]
    assert apps.get_model("games", "Session").objects.get(title="k4").club is None
    anns = apps.get_model("games", "Seat").objects.filter(name__iexact="ann").values_list("person__name", flat=True)
    assert list(anns) == ["Ann"] * 3
