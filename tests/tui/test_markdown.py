"""A note reads as it is meant, whatever stands in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.tui.widgets.markdown import RULE, markdown


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("# One\n## Two ##", "One\nTwo"),
        ("- a\n  * b\n1. c", "• a\n  • b\n1. c"),
        ("> said *so*", "│ said so"),
        ("---", RULE),
        ("a\nb\n\nc", "a b\n\nc"),
        ("```py\n# no *heading*\n~~~\n```\n- x", "  # no *heading*\n  ~~~\n• x"),
        ("[@click=app.quit]x[/] [b]", "[@click=app.quit]x[/] [b]"),
        ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
    ],
)
def test_a_note_is_laid_out(body: str, expected: str) -> None:
    assert markdown(body).plain == expected


def test_links_are_lit_and_dead_ones_otherwise() -> None:
    content = markdown("[[a]] [[b|c]] `[[d]]`", {"b"})
    assert [(span.start, span.style) for span in content.spans if span.style in ("$link", "$warning")] == [
        (0, "$link"),
        (6, "$warning"),
        (14, "$link"),
    ]


@given(st.text(max_size=300))
def test_any_text_can_be_laid_out(body: str) -> None:
    assert "\x1b" not in markdown(body).plain
