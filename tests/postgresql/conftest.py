"""Everything here runs on a server."""

import pytest


@pytest.fixture
def engine() -> str:
    return "postgres"
