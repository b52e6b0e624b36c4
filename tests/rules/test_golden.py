"""The recorded sessions in seeds/sessions, replayed: each must come out as its .expected.json says."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.catalog import GAMES
from games.replaying import Stopped, replay

SEEDS = Path(__file__).parents[2] / "seeds" / "sessions"


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def expected(path):
    return load(path.with_name(f"{path.stem}.expected.json"))


RECORDED = [
    path
    for path in sorted(SEEDS.glob("*.json"))
    if not path.name.endswith(".expected.json") and load(path)["game"] in GAMES
]
BAD = [path for path in RECORDED if "error" in expected(path)]
GOOD = [path for path in RECORDED if path not in BAD]


def named(paths):
    return [pytest.param(path, id=path.stem) for path in paths]


def comparable(answer):
    """Of a poker hand only the category counts: where several fives are equally strong, any of them will do."""
    for hand in ((answer["state"].get("last_hand") or {}).get("hands") or {}).values():
        hand.pop("cards", None)
        hand.pop("as", None)
    return answer


def test_there_are_recorded_sessions_of_both_kinds():
    assert len([path for path in GOOD if load(path)["game"] == "dice"]) >= 11
    assert len([path for path in BAD if load(path)["game"] == "dice"]) >= 2
    assert len([path for path in GOOD if load(path)["game"] == "poker"]) >= 34
    assert len([path for path in BAD if load(path)["game"] == "poker"]) >= 3


@pytest.mark.parametrize("path", named(GOOD))
def test_a_recorded_session_comes_out_as_expected(path):
    answer, moves = replay(load(path))
    assert comparable(json.loads(json.dumps(answer))) == comparable(expected(path))
    assert moves == len(load(path)["moves"])


@pytest.mark.parametrize("path", named(BAD))
def test_a_recorded_bad_session_stops_where_expected(path):
    with pytest.raises(Stopped) as stop:
        replay(load(path))
    assert {"index": stop.value.index, "code": stop.value.refused.code} == expected(path)["error"]


@pytest.mark.parametrize("path", named(BAD))
def test_the_command_says_what_is_wrong_with_it(path):
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("replay", str(path), stdout=out)
    error = json.loads(out.getvalue())["error"]
    assert ended.value.code == 1
    assert set(error) == {"index", "code", "clause", "message"}
    assert error.items() >= expected(path)["error"].items()
    assert error["message"].strip()


@pytest.mark.parametrize("path", named(GOOD))
def test_a_recorded_session_can_be_stopped_after_any_move(path):
    written = load(path)
    for upto in range(0, len(written["moves"]) + 1, 3):
        assert replay(written, upto) == replay({**written, "moves": written["moves"][:upto]})
