"""Tables for the tests of the pages."""

import pytest


@pytest.fixture
def poker(db):
    """The fixed cast at a poker table that has begun: see tests.poker_cast."""
    from tests.poker_cast import PokerTable

    return PokerTable()


@pytest.fixture
def seat_poker(db):
    """Seat other poker tables: seat_poker(phones={"Ann": (1,)}, wild="last-card", …)."""
    from tests.poker_cast import PokerTable

    return PokerTable
