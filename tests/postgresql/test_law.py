"""The law of undo, on a server."""

from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.library.test_history import call, calls, everything
from tests.postgresql.server import Server
from tracker.library import Library


@settings(
    max_examples=6,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(calls, min_size=1, max_size=10))
def test_any_calls_undone_to_the_start_and_redone_give_the_same_rows(
    postgres: Server, sequence: list[tuple[Any, ...]]
) -> None:
    with postgres.copied("seeded") as name, Library.open(postgres.url("bob", name), "") as library:
        start, before = everything(library), len(library.history())
        for step in sequence:
            call(library, *step)
        end, steps = everything(library), len(library.history()) - before
        assert len(library.undo(100)) == steps
        assert everything(library) == start
        assert len(library.redo(100)) == steps
        assert everything(library) == end
        assert all(finding.well for finding in library.check())
