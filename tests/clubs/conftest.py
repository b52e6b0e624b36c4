"""A club for each test."""

import pytest


@pytest.fixture
def circle(db):
    """The fixed cast of a club: see tests.club_cast."""
    from tests.club_cast import Circle

    return Circle()
