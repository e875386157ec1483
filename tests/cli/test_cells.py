"""Text in terminal cells: widths, cropping, wrapping."""

import pytest

from tracker.cli.cells import cropped, padded, wrapped
from tracker.text.cells import cells


@pytest.mark.parametrize(
    ("text", "width"),
    [("", 0), ("abc", 3), ("é", 1), ("e\u0301", 1), ("汉字", 4), ("ｱ", 1), ("Ａ", 2), ("a\u200db", 2)],
)
def test_cells_are_what_a_terminal_gives(text: str, width: int) -> None:
    assert cells(text) == width


@pytest.mark.parametrize("text", ["plain words", "汉字汉字汉字", "e\u0301" * 9, "a汉b字c"])
@pytest.mark.parametrize("width", range(12))
def test_text_is_cropped_and_padded_to_the_cell(text: str, width: int) -> None:
    assert cells(cropped(text, width)) <= width
    assert cells(padded(text, width)) == width
    assert padded(text, 40, right=True).endswith(text)


def test_words_are_wrapped_and_none_is_lost() -> None:
    text = "some words 汉字汉字汉字汉字 and averyveryverylongword"
    for width in range(2, 60):
        lines = wrapped(text, width)
        assert max(map(cells, lines)) <= width
        assert "".join("".join(lines).split()) == "".join(text.split())
    assert wrapped("  ", 10) == []
