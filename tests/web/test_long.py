"""The long tests in short: each script of tests/long plays a little, and keeps all its promises but those of time."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

LONG = Path(__file__).resolve().parents[1] / "long"


def ended(script, *options):
    """Run a script to its end; what it printed."""
    command = [sys.executable, str(LONG / f"{script}.py"), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=170, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


def broken(said):
    """The promises that were not kept, but for those about time."""
    lines = [line for line in said.splitlines() if line.endswith("BROKEN")]
    return [line for line in lines if " ms " not in line and " s " not in line and "ratio" not in line]


@pytest.mark.parametrize(
    ("script", "options"),
    [
        ("kill", ("--kills", "3")),
        ("lossy", ("--hands", "1")),
        ("load", ("--seconds", "2", "--tables", "3", "--idle", "12", "--rounds", "2")),
        ("soak", ("--minutes", "0.1")),
        ("soak", ("--minutes", "0.001")),  # over before its second look at the server, as on a machine that is late
        ("workers", ("--moves", "12", *(["--postgres"] if connection.vendor == "postgresql" else []))),
    ],
)
def test_the_long_tests_in_short(script, options):
    said = ended(script, *options)
    assert "kept" in said
    assert not broken(said), said
