"""A server of this test's own, and nobody else's answers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services.server import Server, running


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.delenv("TRACKER_OFFLINE")
    monkeypatch.setenv("TRACKER_CACHE", str(tmp_path / "cache"))
    for variable in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(variable, raising=False)
    with running() as server:
        yield server
