"""The clock jumps by a day, back or forth, while a game is played: nothing of it hangs on the time of day."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Result

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture(params=[DAY, -DAY], ids=["forth", "back"])
def jump(request, monkeypatch):
    """Let the clock jump when this is called."""
    now = timezone.now

    def leap():
        monkeypatch.setattr(timezone, "now", lambda: now() + request.param)

    return leap


def test_the_log_keeps_its_order(table, jump):
    table.play("15/20/25 ABCA")
    jump()
    assert table.ann.move("roll", 1, dice="66543").status_code == 302
    assert table.ben.move("roll", 2, dice="65432").status_code == 302
    assert [row[0] for row in table.log] == list(range(1, 8))
    assert [row[4]["move"] for row in table.log[-2:]] == ["roll", "roll"]
    log = table.ann.text("log")
    assert table.state.dice[0] == (3, 4, 5, 6, 6)
    assert "Ben" in log


def test_an_open_link_is_good_still_and_only_once(table, jump):
    link = table.ben.post("pass", seat=2).context["link"].removeprefix("http://testserver")
    jump()
    assert table.watcher.client.post(link).status_code == 302
    assert table.session.seats.get(number=2).device == table.watcher.device
    assert table.cleo.client.post(link).status_code == 404


def test_the_end_and_its_taking_back(table, jump):
    jump()
    head = table.session.head
    assert table.ann.move("finish", confirm=1).status_code == 302
    assert Result.objects.count() == 4
    jump()
    table.ann.post("log/back", to=head, head=table.session.head)
    assert table.session.status == "running"
    assert Result.objects.count() == 0
