"""A short pattern must not become one that takes all memory."""

import pytest

from tracker.query.repeats import written_out


@pytest.mark.parametrize(
    ("pattern", "parts"),
    [
        ("abc", 3),
        ("a{3}b", 4),
        ("(ab){2,5}c", 11),
        ("a{,7}", 7),
        (r"\({3}[)(]{2}", 5),
        (r"[\]{9}]{2}", 2),
        ("a{x}", 4),
        ("()){5}", 5),
        ("((a|b)c)*", 5),
        (r"\d{1000000}", 1_000_000),
        ("((((a{50}){50}){50}){50}){50}", 50**5),
    ],
)
def test_counted_repeats_are_written_out(pattern: str, parts: int) -> None:
    assert written_out(pattern) == parts
