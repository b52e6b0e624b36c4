"""The ladder of hands, and the best five of ten. [P6]"""

import json
import os
import random
from itertools import pairwise
from pathlib import Path

import pytest

from games.rules.poker.cards import DECK, RANKS, Card
from games.rules.poker.ladder import CATEGORIES
from games.rules.poker.ranking import best_hand

from . import plainly

KNOWN = json.loads((Path(__file__).parent / "hands.json").read_text(encoding="utf-8"))
# All of them where CINCY_FULL is set: 50,000 hands against pokerkit take some minutes.
FULL = bool(os.environ.get("CINCY_FULL"))


def five(words, wild_rank=None):
    return best_hand(words.split(), wild_rank)


def ranks(hand):
    """The ranks that decide, as hands.json writes them: a straight's top card alone."""
    distinct = list(dict.fromkeys(card.rank for card in hand.as_cards))
    return distinct[:1] if hand.category in ("straight", "straight flush") else distinct


@pytest.mark.clause("P6.1", "P6.3", "P9.3")
@pytest.mark.parametrize("known", KNOWN, ids=[known["id"] for known in KNOWN])
def test_known_hands(known):
    hand = best_hand(known["hole"] + known["board"], known["wild_rank"])
    assert (hand.category, ranks(hand)) == (known["category"], known["ranks"])


LADDER = [  # best first
    ("As Ad Ac Ah 2c", "2", "five of a kind"),
    ("2s 2d 2c 2h 3c", "3", "five of a kind"),
    ("As Ks Qs Js Ts", None, "straight flush"),
    ("Ks Qs Js Ts 9s", None, "straight flush"),
    ("5s 4s 3s 2s As", None, "straight flush"),
    ("As Ad Ac Ah 2c", None, "four of a kind"),
    ("Ks Kd Kc Kh Ac", None, "four of a kind"),
    ("Ks Kd Kc Kh Qc", None, "four of a kind"),
    ("Ks Kd Kc Ah Ac", None, "full house"),
    ("Ks Kd Kc Qh Qc", None, "full house"),
    ("Qs Qd Qc Ah Ac", None, "full house"),
    ("As Ks Qs Js 9s", None, "flush"),
    ("As Ks Qs Js 8s", None, "flush"),
    ("Ks Qs Js Ts 8s", None, "flush"),
    ("As Kd Qc Jh Tc", None, "straight"),
    ("6s 5d 4c 3h 2c", None, "straight"),
    ("5s 4d 3c 2h Ac", None, "straight"),
    ("As Ad Ac Kh Qc", None, "three of a kind"),
    ("As Ad Ac Kh Jc", None, "three of a kind"),
    ("2s 2d 2c Ah Kc", None, "three of a kind"),
    ("As Ad Kc Kh 2c", None, "two pairs"),
    ("As Ad Qc Qh Kc", None, "two pairs"),
    ("As Ad Qc Qh Jc", None, "two pairs"),
    ("Ks Kd Qc Qh Ac", None, "two pairs"),
    ("As Ad 4c 3h 2c", None, "pair"),
    ("Ks Kd Ac Qh Jc", None, "pair"),
    ("Ks Kd Ac Qh Tc", None, "pair"),
    ("Ks Kd Ac Jh Tc", None, "pair"),
    ("As Kd Qc Jh 9c", None, "high card"),
    ("As Kd Qc Jh 8c", None, "high card"),
    ("7s 5d 4c 3h 2c", None, "high card"),
]


@pytest.mark.clause("P6.1")
@pytest.mark.parametrize(("words", "wild_rank", "category"), LADDER)
def test_a_hand_has_its_name(words, wild_rank, category):
    assert five(words, wild_rank).category == category


@pytest.mark.clause("P6.1", "P6.2", "P6.3")
@pytest.mark.parametrize(("better", "worse"), list(pairwise(LADDER)))
def test_a_better_hand_is_stronger(better, worse):
    assert five(*better[:2]) > five(*worse[:2])
    assert five(*worse[:2]) < five(*better[:2])


@pytest.mark.clause("P6.2")
def test_there_is_no_wrap_around():
    assert five("2s Ad Kc Qh Jc").category == "high card"


@pytest.mark.clause("P6.3")
def test_suits_never_break_a_tie():
    spades, hearts = five("As Ks Qs Js 9s"), five("Ah Kh Qh Jh 9h")
    assert spades == hearts
    assert spades.strength == hearts.strength
    assert hash(spades) == hash(hearts)
    assert spades <= hearts <= spades


@pytest.mark.clause("P6.4")
def test_what_is_not_in_the_five_never_counts():
    """E1: a third king beside three aces and a king."""
    row = "Ah Kc 8c 2d Qs"
    ann, ben = five(f"As Ad 3c 4c 6d {row}"), five(f"Ks Kd 5h 7h 9d {row}")
    assert ann > ben
    assert set(ann.cards) == {"As", "Ad", "Ah", "Kc", "Qs"}
    assert [card.rank for card in ben.cards] == list("KKKAQ")
    assert five("As Ks Qs Js Ts 2c") == five("As Ks Qs Js Ts Th")


@pytest.mark.clause("P6.4")
def test_any_number_may_come_from_hand_and_row():
    row = "As Ks Qs Js Ts"
    assert five(f"2c 3c 4d 5d 7h {row}").cards == tuple(row.split())
    assert five(f"{row} 2c 3c 4d 5d 7h").cards == tuple(row.split())


@pytest.mark.clause("P6.4")
def test_of_two_flushes_the_better_counts():
    assert five("2c 3c 4c 5c 7c 2d 3d 4d 5d 8d").cards == ("8d", "5d", "4d", "3d", "2d")


@pytest.mark.clause("P6.3")
@pytest.mark.parametrize(
    ("words", "wild_rank", "cards", "stand_for"),
    [
        ("Kc 3d Kd 3h 7s 2c", None, "Kc Kd 3d 3h 7s", "Kc Kd 3d 3h 7s"),
        ("Ah 2c 3s 4d 5c", None, "5c 4d 3s 2c Ah", "5c 4d 3s 2c Ah"),
        ("9d 9h 2c 5s Jc", "2", "9d 9h 2c Jc 5s", "9d 9h 9c Jc 5s"),
        ("9d 9h 9c 9s 2c", "2", "9d 9h 9c 9s 2c", "9d 9h 9c 9s 9c"),
        ("Th 9c 2d 7h 6s", "2", "Th 9c 2d 7h 6s", "Th 9c 8c 7h 6s"),
        ("Kh Qh 2d Th 4h", "2", "2d Kh Qh Th 4h", "Ah Kh Qh Th 4h"),
        ("6h 5c 4d 3s 2h", "2", "2h 6h 5c 4d 3s", "7c 6h 5c 4d 3s"),
        ("Ah 5c 4d 3s 2h", "2", "5c 4d 3s 2h Ah", "5c 4d 3s 2h Ah"),
    ],
)
def test_cards_run_in_order_of_weight(words, wild_rank, cards, stand_for):
    hand = five(words, wild_rank)
    assert (hand.cards, hand.as_cards) == (tuple(cards.split()), tuple(stand_for.split()))


def test_cards_may_be_texts_or_cards():
    words = ["As", "Ad", "3c", "4c", "6d", "Ah", "Kc", "8c", "2d", "Qs"]
    assert best_hand(words) == best_hand([Card(word) for word in words]) == best_hand(iter(words))


def test_no_card_is_there_twice():
    with pytest.raises(ValueError, match="twice"):
        five("As As 3c 4c 6d")
    with pytest.raises(KeyError):
        five("As Ax 3c 4c 6d")


def dealt(seed, count, wild=None):
    """Random cards, as many as given; with `wild`, so many of a rank among them, and that rank."""
    rng = random.Random(seed)
    if wild is None:
        return rng.sample(DECK, count), None
    rank = rng.choice(RANKS)
    of_rank = [card for card in DECK if card.rank == rank]
    others = [card for card in DECK if card.rank != rank]
    return rng.sample(of_rank, wild) + rng.sample(others, count - wild), rank


@pytest.mark.clause("P6.1", "P6.2", "P6.3", "P6.4")
@pytest.mark.parametrize("count", [5, 6, 7, 8, 9, 10])
def test_the_best_hand_is_the_best_of_all_fives(count):
    for seed in range(60):
        cards, _ = dealt(seed, count)
        assert_is(best_hand(cards), cards, None, plainly.best(cards))


@pytest.mark.clause("P9.3")
@pytest.mark.parametrize(
    ("wild", "hands"), [(1, 1200 if FULL else 60), (2, 700 if FULL else 12), (3, 90 if FULL else 2)]
)
def test_wild_cards_stand_for_whatever_is_best(wild, hands):
    for seed in range(hands):
        cards, rank = dealt(seed, 5 + seed % (6 if wild < 3 else 3), wild)
        assert_is(best_hand(cards, rank), cards, rank, plainly.best(cards, rank))


@pytest.mark.clause("P9.3")
def test_four_wild_cards_stand_for_whatever_is_best():
    for seed in range(10 if FULL else 1):
        cards, rank = dealt(seed, 5 + seed % 2, 4)
        assert_is(best_hand(cards, rank), cards, rank, plainly.best(cards, rank))


def assert_is(hand, cards, wild_rank, worth):
    """The hand has this worth, and its own five cards show it, by the law of wild cards."""
    assert CATEGORIES.index(hand.category) == worth[0]
    assert plainly.worth(hand.as_cards) == worth
    assert len(set(hand.cards)) == 5
    assert set(hand.cards) <= set(cards)
    assert all(was == now or was.rank == wild_rank for was, now in zip(hand.cards, hand.as_cards, strict=True))
    if hand.category != "five of a kind":
        assert len(set(hand.as_cards)) == 5


@pytest.mark.clause("P6.3")
def test_strength_orders_as_plainly_as_anything():
    hands = []
    for seed in range(400):
        cards, rank = dealt(seed, 6, seed % 3 if seed % 4 else None)
        hands.append((best_hand(cards, rank), plainly.best(cards, rank)))
    for one, other in pairwise(hands):
        assert (one[0] < other[0], one[0] == other[0]) == (one[1] < other[1], one[1] == other[1])


@pytest.mark.clause("P6.1", "P6.3", "P6.4")
def test_pokerkit_sees_the_same_hands():
    """Ten random cards each; the same names, and neighbours in the same order."""
    pokerkit = pytest.importorskip("pokerkit")
    names = {"One pair": "pair", "Two pair": "two pairs"}
    before = None
    for seed in range(50_000 if FULL else 150):
        cards, _ = dealt(seed, 10)
        ours = best_hand(cards)
        theirs = pokerkit.StandardHighHand.from_game("".join(cards[:5]), "".join(cards[5:]))
        label = theirs.entry.label.value
        assert ours.category == names.get(label, label.lower())
        if before:
            assert (ours > before[0], ours == before[0]) == (theirs > before[1], theirs == before[1])
        before = ours, theirs
