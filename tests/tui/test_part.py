"""A part of a page lays the screen out anew only where it says something else."""

import pytest
from textual.app import App, ComposeResult
from textual.content import Content

from tracker.tui.widgets.part import Part


class Page(App[None]):
    def compose(self) -> ComposeResult:
        yield Part(id="one")


@pytest.mark.parametrize(
    ("said", "laid_out"),
    [
        (Content.styled("the same", "bold"), False),
        (Content.styled("the same", "italic"), True),
        (Content.styled("another", "bold"), True),
    ],
    ids=["nothing new", "another style", "another text"],
)
async def test_only_what_is_new_is_laid_out(said: Content, laid_out: bool) -> None:
    app = Page()
    async with app.run_test(size=(40, 10)) as pilot:
        part = app.query_one(Part)
        part.put(Content.styled("the same", "bold"))
        await pilot.pause()
        part.put(said)
        assert part._layout_required is laid_out
        await pilot.pause()
        assert part.render_line(0).text.strip() == said.plain
