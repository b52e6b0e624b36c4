"""Recorded sessions come out as they did when they were recorded."""

import json
from pathlib import Path

import pytest

from games.codec import read_move, spell
from games.replaying import Stopped, replay
from games.rules.poker import POKER

SEEDS = Path(__file__).parents[3] / "seeds" / "sessions"


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


GOLDEN = sorted(
    path.with_suffix("").with_suffix(".json")
    for path in SEEDS.glob("*.expected.json")
    if read(path.with_suffix("").with_suffix(".json"))["game"] == "poker"
)


def answer(session):
    try:
        return json.loads(json.dumps(replay(session)[0]))
    except Stopped as stopped:
        return {"error": {"index": stopped.index, "code": stopped.refused.code}}


def comparable(answered):
    """Of the hands only the category counts: where several fives are equally strong, any of them will do."""
    last = answered.get("state", {}).get("last_hand") or {}
    for hand in last.get("hands", {}).values():
        hand.pop("cards", None)
        hand.pop("as", None)
    return answered


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_a_recorded_session_comes_out_as_expected(path):
    assert comparable(answer(read(path))) == comparable(read(path.with_suffix(".expected.json")))


def test_there_are_recorded_sessions():
    assert len(GOLDEN) >= 37


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_moves_are_spelled_as_they_were_read(path):
    moves = read(path)["moves"]
    assert [spell(read_move(POKER, move)) for move in moves] == moves


def test_what_is_printed_for_a_shown_hand():
    """E1: the five as printed, heaviest first, and what they stand for."""
    hands = answer(read(SEEDS / "poker-e1-two-sets.json"))["state"]["last_hand"]["hands"]
    assert set(hands["1"]["cards"]) == {"As", "Ad", "Ah", "Kc", "Qs"}
    assert hands["1"]["cards"] == hands["1"]["as"]
    assert hands["1"]["cards"][3:] == ["Kc", "Qs"]
