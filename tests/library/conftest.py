"""What the library promises, it promises on every engine."""

import pytest


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest) -> str:
    """These tests run on both."""
    return str(request.param)
