"""What the recorded poker sessions show besides their outcome, which test_golden compares."""

import json
import re
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


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_moves_are_spelled_as_they_were_read(path):
    moves = read(path)["moves"]
    assert [spell(read_move(POKER, move)) for move in moves] == moves


def test_what_is_printed_for_a_shown_hand():
    """E1: the five as printed, heaviest first, and what they stand for."""
    hands = replay(read(SEEDS / "poker-e1-two-sets.json"))[0]["state"]["last_hand"]["hands"]
    assert set(hands["1"]["cards"]) == {"As", "Ad", "Ah", "Kc", "Qs"}
    assert hands["1"]["cards"] == hands["1"]["as"]
    assert hands["1"]["cards"][3:] == ["Kc", "Qs"]


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_nothing_printed_tells_a_card_that_was_not_shown(path):
    session = read(path)
    try:
        printed = json.dumps(replay(session)[0]["state"])
    except Stopped:
        return
    seen = {move["card"] for move in session["moves"] if move.get("card")}
    entered = {}
    for move in session["moves"]:
        if move["move"] == "hole":
            entered[move["seat"]] = move["cards"]
        if move["move"] == "show":
            seen.update(move.get("cards") or entered[move["seat"]])
    stands_for = {card for found in re.findall(r'"as": \[([^]]*)', printed) for card in re.findall(r'"(..)"', found)}
    assert set(re.findall(r'"([2-9TJQKA][cdhs])"', printed)) <= seen | stands_for
