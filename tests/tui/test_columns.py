"""A table with headers of its own, on the screen: each column's field is turned until it is right."""

from pathlib import Path

import pytest

from tests.cli.test_columns import OWN
from tests.tui.pilot import desk, settled
from tracker.tui.screens.columns import ColumnsScreen
from tracker.tui.screens.importing import ImportScreen


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "own.csv").write_text(OWN.replace("Werk;", "Werk [/x];"), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "own.csv"


async def test_columns_are_said_on_the_screen_and_remembered(seeded: Path, table: Path) -> None:
    async with desk(seeded) as here:
        here.app.push_screen(ImportScreen([table]))
        await here.press("j")
        assert here.on(ImportScreen)
        screen = await here.press("c")
        assert here.on(ColumnsScreen)
        assert "Werk [/x]" in screen
        assert "Äpfel zählen" in screen
        screen = await here.press("right", "j", "l", "l", "j", "l", "l", "l", "j", "l", "l", "l", "l")
        for field in ("→ title", "→ abstract", "→ authors", "→ year"):
            assert field in screen
        screen = await here.press("enter")
        assert here.on(ImportScreen)
        assert "Äpfel zählen" in screen
        await here.press("enter")
        assert here.library.find("title:Äpfel author:Lee year:2024", exact=True).total == 1
        report = here.library.import_files([table])
        assert (report.read, report.same) == (2, 2)


async def test_a_column_can_be_left_out_and_going_back_changes_nothing(seeded: Path, table: Path) -> None:
    async with desk(seeded, (40, 10)) as here:
        here.app.push_screen(ImportScreen([table]))
        await here.press("j", "c")
        assert "→ title" not in await here.press("l", "space")
        await here.press("escape")
        assert here.on(ImportScreen)
        await here.press("escape")
        assert here.library.count("") == 36


async def test_what_is_no_table_has_no_columns(seeded: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.ris"
    path.write_text("TY  - JOUR\nTI  - Apples\nER  - \n")
    async with desk(seeded, (120, 24)) as here:
        here.app.push_screen(ImportScreen([path]))
        await settled(here.pilot)  # what the file would bring is said when it is read
        assert "no table" in await here.press("j", "c")
