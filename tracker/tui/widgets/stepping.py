"""Moving in a list by a key of ours."""

from textual.widgets import OptionList


def step(options: OptionList, by: int) -> None:
    """Highlight the next line, or the previous one where `by` is negative."""
    if by > 0:
        options.action_cursor_down()
    else:
        options.action_cursor_up()
