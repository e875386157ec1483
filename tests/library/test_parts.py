"""The parts that a library is made of stand beside each other."""

from collections import defaultdict

from tracker.library import Library


def test_no_part_hides_what_another_one_has() -> None:
    owners: dict[str, list[str]] = defaultdict(list)
    for part in Library.__mro__[:-1]:
        for name in vars(part):
            if not name.startswith("__") and part.__module__.startswith("tracker."):
                owners[name].append(part.__qualname__)
    assert {name: parts for name, parts in owners.items() if len(parts) > 1} == {}
