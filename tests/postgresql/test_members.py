"""What a member does to papers on which others have something of their own."""

from collections.abc import Callable

import pytest

from tracker.errors import Conflict
from tracker.library import Library
from tracker.terms import Status, Visibility

Open = Callable[..., Library]


def test_merging_loses_nothing_that_another_keeps_to_themselves(open_library: Open) -> None:
    bob, cyn = open_library("bob"), open_library("cyn")
    cyn.set_status([2], Status.DONE)
    cyn.annotate(2, 0, 20, "claim", body="a quagga", visibility=Visibility.PRIVATE)
    with pytest.raises(Conflict, match="of their own on this"):
        bob.merge(1, 2)
    assert cyn.rows([2])[0].status is Status.DONE
    assert [view.body for view in cyn.annotations(2)] == ["a quagga"]
