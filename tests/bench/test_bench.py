"""`manage.py bench` prints its figures, whatever they are here, and leaves the host's data alone."""

import os
import subprocess
import sys
from pathlib import Path

from games.management import beside_pokerkit, big_clubs
from games.management.evening import turns

ROOT = Path(__file__).resolve().parents[2]


def test_it_measures_on_data_of_its_own(tmp_path):
    data = tmp_path / "data"
    environment = {**os.environ, "CINCY_DATA": str(data), "DATABASE_URL": "", "TMPDIR": str(tmp_path)}
    command = [sys.executable, "manage.py", "bench", "--runs", "1"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for words in ("moves/s", "fold 400 moves cold", "the 10th", "the 400th", "ratio", "fragments: nothing new"):
        assert words in done.stdout
    for words in (
        "best hand of five and five",
        "with 4 wild",
        "a hand of six",
        "a validated move",
        "pokerkit, no-limit",
    ):
        assert words in done.stdout
    assert "pokerkit is not installed" not in done.stdout
    assert not data.exists()
    assert not list(tmp_path.glob("cincy-bench-*"))


def test_the_evening_is_long_enough_and_always_the_same():
    evening = list(turns())
    assert evening == list(turns())
    assert len(evening) > 410
    assert {turn.move.name for turn in evening} == {"reveal", "choose", "roll", "extra", "challenge"}
    assert {turn.move.name for turn in evening if 3 <= turn.number < 18 or 393 <= turn.number < 408} == {"choose"}


def test_without_pokerkit_it_tells_what_it_can(monkeypatch):
    monkeypatch.setattr(beside_pokerkit, "find_spec", lambda name: None)
    assert beside_pokerkit.pokerkit() is None
    told = dict(beside_pokerkit.figures(1, None))
    assert any("with 4 wild" in words for words in told)
    assert any("a hand of six" in words for words in told)
    assert not any("ratio" in words for words in told)


def test_a_hand_of_the_bench_is_played_to_its_end():
    chance = beside_pokerkit.random.Random(1)
    state = beside_pokerkit._play(beside_pokerkit._table(), beside_pokerkit._hand(chance))
    assert (state.phase, len(state.last_hand.hands)) == ("deal", 6)


def test_the_pages_of_a_small_and_a_big_club_ask_as_often(db):
    """However long the book: the number of questions to the database is the same."""
    played = big_clubs.play(4)
    small, big = (big_clubs.Keeper(played, sessions) for sessions in (4, 12))
    told = list(big_clubs.figures(small, big, 1))
    assert [one.page for one in told] == list(big_clubs.PAGES)
    assert [one.big_queries for one in told] == [one.small_queries for one in told]
    assert all(0 < one.big_queries < 12 for one in told)
