"""The writer of the log: appended only, whatever is done; and what this process remembers is what the log says."""

import random
import secrets

import pytest

from games import access, correcting, play, sitting
from games.history import MOVE
from games.play import Answer, Forbidden, Stale
from games.rules.contract import Refused
from games.rules.dice import DICE
from tests.cast import Table, forget
from tests.rules.dice.playouts import Style, within


def random_deed(table, dealer, style):
    """Something that may be done now: mostly a move, now and then a step back, on, a correction, a dropped round."""
    head, host = table.session.head, table.host.device
    kind = dealer.random()
    now = table.now
    if kind < 0.06 and head:
        return correcting.go_back(table.pk, host, dealer.randrange(head + 1), head)
    if kind < 0.12 and now.line.steps:
        at = dealer.randrange(len(now.line.steps))
        step, before = now.line.steps[at], now.line.steps[at - 1].state if at else now.line.first
        offer = next(
            o for o in DICE.offers(before) if o.move == step.move.name and o.seat == getattr(step.move, "seat", None)
        )
        return correcting.correct(table.pk, host, step.number, within(dealer, style, before, offer), head)
    if kind < 0.15:
        return correcting.drop_round(table.pk, host, head, end=dealer.random() < 0.2)
    if now.line.leftover and kind < 0.6:
        return play.take_over(table.pk, host, secrets.token_urlsafe(9))
    offers = [offer for offer in now.offers if access.viewer(now, host).may(offer) and (offer.owed or kind > 0.97)]
    if not offers:
        return correcting.go_back(table.pk, host, dealer.randrange(head + 1), head)
    offer = dealer.choice(offers)
    move = within(dealer, style, now.state, offer)
    return play.make_moves(table.pk, host, [Answer(move, offer.fingerprint)], secrets.token_urlsafe(9), True)


@pytest.mark.parametrize("seed", range(4))
def test_the_log_only_grows_and_a_cold_start_finds_the_same(db, seed):
    """After any mix of deeds: earlier entries are as they were, numbers have no gap, memory equals the log."""
    dealer = random.Random(seed)
    style = Style(seed, 4, ties=0.5, buys=0.2, leaves=0.0, crowd=0.5, again=0.1)
    table = Table(cast=False, phones={"Ann": (1,), "Ben": (2,)})
    kept = []
    for _ in range(50):
        try:
            random_deed(table, dealer, style)
        except (Stale, Forbidden, Refused):
            assert table.log == kept  # nothing was recorded
        log = table.log
        assert log[: len(kept)] == kept
        kept = log
    assert [row[0] for row in kept] == list(range(1, len(kept) + 1))
    assert table.session.head == len(kept)
    warm = table.now
    forget()
    cold = table.now
    assert cold.line == warm.line
    assert cold.state.phase == warm.state.phase
    assert (table.session.status == "finished") == (cold.state.phase == "over")
    results = sum(hasattr(seat, "result") for seat in table.session.seats.all())
    assert results == (4 if cold.state.phase == "over" else 0)


def test_what_another_process_wrote_is_caught_up_with(table):
    table.play("15/20/25 ABAC")
    before = table.now.line
    sitting._memory.keep(table.pk, "something else", before)
    table.play("66543")
    forget()
    assert table.state.dice[0] == (3, 4, 5, 6, 6)


def test_a_remembered_line_is_carried_on_by_the_entries_since(table):
    table.play("15/20/25")
    old = sitting._memory._lines[table.pk]
    table.play("ABAC 66543")
    state = table.state
    sitting._memory._lines[table.pk] = old
    assert table.state == state
    correcting.go_back(table.pk, table.ann.device, 2, table.session.head)
    sitting._memory._lines[table.pk] = old
    assert table.state.picks == ("A", None, None, None)


def test_all_entries_of_one_tap_are_one_group(lay):
    table = lay(phones={"Ann": (1,)}).play("15/20/25")
    answers = [
        Answer(move, table.offer("choose", move.seat).fingerprint)
        for move in (DICE.moves["choose"](seat, "A") for seat in (1, 2, 3, 4))
    ]
    play.make_moves(table.pk, table.ann.device, answers, "a-key-of-it", True)
    rows = table.session.entries.filter(kind=MOVE).order_by("number")
    assert [row.group for row in rows] == [1, 2, 2, 2, 2]
    assert [row.key for row in rows][1:] == ["a-key-of-it", None, None, None]
