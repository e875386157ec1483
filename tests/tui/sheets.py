"""Pictures of every screen to look at, in several sizes and colours: `python -m tests.tui.sheets FOLDER [SCREEN …]`."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from rich.color import Color, ColorSystem
from rich.terminal_theme import DEFAULT_TERMINAL_THEME

from tests.services.server import running
from tests.tui.looks import SCREENS, every_screen, lived_in, pictures, telling
from tests.tui.pilot import desk

SIZES = ((80, 24), (140, 40))


class Look(NamedTuple):
    """How the program is shown: a theme, how many colours there are, and whether signs beyond ASCII."""

    name: str
    theme: str = "tracker-dark"
    colourless: bool = False
    sixteen: bool = False
    ascii: bool = False


LOOKS = (
    Look("dark"),
    Look("light", "tracker-light"),
    Look("plain", colourless=True),
    Look("sixteen", sixteen=True, ascii=True),
)


async def draw(look: Look, size: tuple[int, int], folder: Path, wanted: list[str]) -> None:
    """Draw every screen that is wanted into the folder, as SVG."""
    os.environ.pop("NO_COLOR", None)
    if look.colourless:
        os.environ["NO_COLOR"] = "1"
    with tempfile.TemporaryDirectory() as work, running() as server:
        settings = replace(telling(server, lived_in(Path(work))), theme=look.theme, ascii=look.ascii)
        async with desk(Path(settings.place), size, settings) as here:
            async for name in every_screen(here, Path(work), wanted):
                file = folder / f"{name.replace(' ', '-')}-{size[0]}-{look.name}.svg"
                drawn = pictures().drawn(here.app, f"{name} · {look.name}")
                file.write_text(of_sixteen(drawn) if look.sixteen else drawn, "utf-8")


def of_sixteen(svg: str) -> str:
    """A picture in the colours that a terminal which knows sixteen is sent instead, as a Linux console shows them."""

    def nearest(found: re.Match[str]) -> str:
        number = Color.parse(found[0]).downgrade(ColorSystem.STANDARD).number
        assert number is not None
        return DEFAULT_TERMINAL_THEME.ansi_colors[number].hex

    return re.sub(r"#[0-9a-f]{6}\b", nearest, svg)


def developed(folder: Path, screen: str, width: int) -> None:
    """One picture of a screen in all its looks, made by Chromium."""
    shots = [folder / f"{screen}-{width}-{look.name}.svg" for look in LOOKS]
    images = "".join(f'<img src="{shot.name}">' for shot in shots if shot.exists())
    across = 2 if width < 100 else 1
    page = folder / f"{screen}-{width}.html"
    style = f"body{{margin:0;display:grid;grid-template-columns:repeat({across},1fr);width:1600px}}img{{width:100%}}"
    page.write_text(f"<style>{style}</style>{images}", "utf-8")
    height = 1090 if across == 2 else 1010 * len(shots)
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    shot = [f"--screenshot={page.with_suffix('.png')}", f"--window-size=1600,{height}", page.as_uri()]
    subprocess.run([*command, *shot], check=True, capture_output=True)


def main() -> None:
    """Draw all screens, or those that are named, in every size and look."""
    folder, wanted = Path(sys.argv[1]).resolve(), sys.argv[2:]
    if unknown := set(wanted) - {name for name, *_ in SCREENS}:
        sys.exit(f"No screen named {', '.join(unknown)}; there are {', '.join(name for name, *_ in SCREENS)}")
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.pop("TRACKER_OFFLINE", None)
    for size in SIZES:
        for look in LOOKS:
            asyncio.run(draw(look, size, folder, wanted))
    if shutil.which("chromium"):
        for file in folder.glob("*-dark.svg"):
            screen, width, _ = file.stem.rsplit("-", 2)
            developed(folder, screen, int(width))


if __name__ == "__main__":
    main()
