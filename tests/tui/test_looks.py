"""How the screens look: legible in both themes, and telling without colours."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from rich._palettes import STANDARD_PALETTE as VGA
from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.theme import Theme

from tests.services.server import running
from tests.tui.looks import every_screen, lived_in, telling
from tests.tui.pilot import Desk, desk
from tracker.tui.app import Settings, TrackerApp
from tracker.tui.sheet import FILE
from tracker.tui.themes import themes
from tracker.tui.widgets.lines import Lines

LEAST = 4.5  # WCAG 2.2, level AA, for text
Colour = tuple[int, int, int]


def segments(app: TrackerApp) -> Iterator[Segment]:
    """All that is drawn on the screen now."""
    for strip in app.screen._compositor.render_strips():
        yield from strip


def luminance(colour: Colour) -> float:
    """As WCAG defines it."""
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (c / 255 for c in colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def legible(style: Style | None) -> float:
    """The contrast of a text with its ground; 0 where one of them is left to the terminal, or the text is dimmed."""
    if style is None or style.dim or not (style.color and style.bgcolor):
        return 0
    if style.color.triplet is None or style.bgcolor.triplet is None:
        return 0
    return contrast(style.color.triplet, style.bgcolor.triplet)


def test_black_on_white_is_the_most_there_is() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """The settings of a library that people have worked in, with a service to ask on this machine."""
    monkeypatch.delenv("TRACKER_OFFLINE")
    monkeypatch.setenv("TRACKER_CACHE", str(tmp_path / "cache"))
    with running() as server:
        yield telling(server, lived_in(tmp_path))


@pytest.mark.parametrize(("theme", "size"), [("tracker-dark", (80, 24)), ("tracker-light", (140, 40))])
async def test_every_screen_can_be_read_and_tells_without_colours_where_one_is(
    theme: str, size: tuple[int, int], tmp_path: Path, told: Settings
) -> None:
    """On every list the line under the cursor begins with a bar, and it is the only one that does."""
    faint, listed = {}, set()
    async with desk(Path(told.place), size, replace(told, theme=theme)) as here:
        async for name in every_screen(here, tmp_path):
            for text, style, _ in segments(here.app):
                if any(letter.isalnum() for letter in text) and legible(style) < LEAST:
                    faint[name, text.strip(), str(style)] = legible(style)
            for lines in here.app.screen.query(Lines):
                if lines.at is not None and lines.display:
                    listed.add(name)
                    assert barred(here, lines) == {lines.at}, name
    assert not faint
    assert len(listed) >= 8


def barred(here: Desk, lines: Lines) -> set[int]:
    """The lines that a bar stands before."""
    rows = here.text.splitlines()[lines.region.y : lines.region.bottom]
    top, left = lines.scroll_offset.y, lines.content_region.x
    inside = lines.content_region.y - lines.region.y
    return {lines._lines[top + n][0] for n, row in enumerate(rows[inside:]) if row[left : left + 1] == "▌"}


@pytest.mark.parametrize("theme", themes(few=True), ids=lambda theme: str(theme.name))
def test_texts_can_be_read_where_a_terminal_has_sixteen_colours(theme: Theme) -> None:
    """As a Linux console shows them. A red sign in the cursor's line comes near, and stands beside a word."""
    told = theme.variables | {name: str(getattr(theme, name)) for name in ("foreground", "primary", "success", "error")}
    grounds = {"background": theme.background, "surface": theme.surface, "panel": theme.panel}
    grounds |= {name: theme.variables[name] for name in ("cursor", "cursor-away")}
    texts = (
        "foreground",
        "muted",
        "heading",
        "tag",
        "star",
        "urgent",
        "code",
        "math",
        "link",
        "key",
        "primary",
        "success",
    )
    faint = {
        (text, ground): contrast(of_sixteen(told[text]), of_sixteen(str(colour)))
        for ground, colour in grounds.items()
        for text in (*texts, *(() if ground == "cursor" else ("error",)))
    }
    assert not {pair: found for pair, found in faint.items() if found < LEAST}


def of_sixteen(colour: str) -> Colour:
    """The colour that stands for another where there are sixteen."""
    number = Color.parse(colour).downgrade(ColorSystem.STANDARD).number
    assert number is not None
    return VGA[number]


def test_every_colour_is_a_variable_of_the_theme() -> None:
    rules = re.sub(r"/\*.*?\*/", "", FILE.read_text("utf-8"), flags=re.S)
    for name, value in re.findall(r"([a-z-]*(?:color|background|border|tint)[a-z-]*):([^;]*);", rules):
        assert not re.search(r"#[0-9a-fA-F]{3}|rgb|hsl|ansi_|\b(?:red|green|blue|white|black|gray|grey)\b", value), name
