"""`manage.py bench` prints its figures, whatever they are here, and leaves the host's data alone."""

import os
import subprocess
import sys
from pathlib import Path

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
    assert not data.exists()
    assert not list(tmp_path.glob("cincy-bench-*"))


def test_the_evening_is_long_enough_and_always_the_same():
    evening = list(turns())
    assert evening == list(turns())
    assert len(evening) > 410
    assert {turn.move.name for turn in evening} == {"reveal", "choose", "roll", "extra", "challenge"}
    assert {turn.move.name for turn in evening if 3 <= turn.number < 18 or 393 <= turn.number < 408} == {"choose"}
