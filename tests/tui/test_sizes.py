"""Every size of terminal shows something that can be worked with."""

from pathlib import Path

import pytest
from textual.color import Color

from tests.tui.pilot import desk
from tracker.library import Library
from tracker.tui.themes import DARK, LIGHT
from tracker.tui.widgets.bars import whole_end

SIZES = [(20, 5), (60, 20), (80, 24), (140, 40), (200, 60), (1, 1)]
WALK = ("enter", "J", "escape", "e", "escape", "t", "escape", "question_mark", "escape", "slash")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_every_screen_lives_in_every_size(seeded: Path, size: tuple[int, int]) -> None:
    async with desk(seeded, size) as here:
        for key in WALK:
            screen = await here.press(key)
            assert all(len(line) <= size[0] for line in screen.splitlines())
        if size[1] >= 5:
            await here.press("escape")
            assert "●" in here.text


async def test_a_terminal_may_change_its_size_while_the_program_runs(seeded: Path) -> None:
    async with desk(seeded) as here:
        for width, height in [(140, 40), (20, 5), (200, 60), (60, 20), (80, 24)]:
            await here.pilot.resize_terminal(width, height)
            await here.press("j")
            assert "▌" in here.text
        assert here.papers.cursor == 5


@pytest.mark.parametrize("open_it", [("ctrl+p",), ("g", "T"), ("question_mark",), ("o",)], ids="-".join)
async def test_a_terminal_may_shrink_to_one_cell_and_come_back(seeded: Path, open_it: tuple[str, ...]) -> None:
    with Library.open(seeded, "ann") as library:
        library.mark_seen(1)  # else it may be seen meanwhile
    async with desk(seeded) as here:
        before = await here.press(*open_it)
        await here.pilot.resize_terminal(1, 1)
        await here.press("pagedown", "pageup", "end", "j")
        await here.pilot.resize_terminal(80, 24)
        assert await here.press() == before


@pytest.mark.parametrize("size", [(120, 30), (140, 40), (250, 60)], ids=str)
async def test_wide_terminals_show_views_list_and_detail_side_by_side(seeded: Path, size: tuple[int, int]) -> None:
    async with desk(seeded, size) as here:
        first = here.text.splitlines()[1]
        assert first.startswith(" VIEWS")
        assert "36 papers" in first
        assert "DECIDED" in here.text
        assert "MARKS" in await here.press("enter")


@pytest.mark.parametrize("theme", ["tracker-dark", "tracker-light"])
def test_text_can_be_read_on_its_background(theme: str) -> None:
    colours = next(one for one in (DARK, LIGHT) if one.name == theme)
    texts = {
        name: getattr(colours, name) for name in ("primary", "secondary", "accent", "foreground", "success", "error")
    }
    names = ("muted", "heading", "tag", "star", "urgent", "code", "math", "link", "key")
    texts |= {name: colours.variables[name] for name in names}
    grounds = [
        colours.background,
        colours.surface,
        colours.panel,
        colours.variables["cursor"],
        colours.variables["cursor-away"],
    ]
    poor = {
        (name, ground): round(ratio, 2)
        for name, text in texts.items()
        for ground in grounds
        if (ratio := contrast(str(text), str(ground))) < 4.5
    }
    assert not poor
    found, under = colours.variables["found-text"], colours.variables["found"]
    assert contrast(found, under) >= 4.5


def contrast(text: str, ground: str) -> float:
    """The ratio of WCAG 2."""
    light, dark = sorted((_luminance(text), _luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in Color.parse(colour).normalized
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def test_what_undoes_a_deed_is_never_cropped_away() -> None:
    said = "took #interpretability and #reasoning off “A very long title of a paper” — u undoes"
    assert whole_end(said, 40) == "took #interpretability and #… — u undoes"
    assert whole_end(said, 200) == said
    assert whole_end("no dash here", 5) == "no d…"
