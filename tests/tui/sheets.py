"""Pictures of every screen to look at, in several sizes and colours: `python -m tests.tui.sheets FOLDER [SCREEN …]`."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from tests.services.server import running
from tests.tui.looks import every_screen, lived_in, telling
from tests.tui.pilot import desk

SIZES = ((80, 24), (140, 40))


class Look(NamedTuple):
    """How the program is shown: a theme, and whether there are colours at all, or signs beyond ASCII."""

    name: str
    theme: str = "tracker-dark"
    colourless: bool = False
    ascii: bool = False


LOOKS = (Look("dark"), Look("light", "tracker-light"), Look("plain", colourless=True), Look("ascii", ascii=True))


async def pictures(look: Look, size: tuple[int, int], folder: Path, wanted: list[str]) -> None:
    """Draw every screen that is wanted into the folder, as SVG."""
    os.environ.pop("NO_COLOR", None)
    if look.colourless:
        os.environ["NO_COLOR"] = "1"
    with tempfile.TemporaryDirectory() as work, running() as server:
        settings = replace(telling(server, lived_in(Path(work))), theme=look.theme, ascii=look.ascii)
        async with desk(Path(settings.place), size, settings) as here:
            async for name in every_screen(here, Path(work)):
                if not wanted or name in wanted:
                    file = folder / f"{name.replace(' ', '-')}-{size[0]}-{look.name}.svg"
                    file.write_text(here.app.export_screenshot(title=f"{name} · {look.name}"), "utf-8")


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
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.pop("TRACKER_OFFLINE", None)
    for size in SIZES:
        for look in LOOKS:
            asyncio.run(pictures(look, size, folder, wanted))
    if shutil.which("chromium"):
        for file in folder.glob("*-dark.svg"):
            screen, width, _ = file.stem.rsplit("-", 2)
            developed(folder, screen, int(width))


if __name__ == "__main__":
    main()
