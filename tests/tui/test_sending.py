"""What is written to files from the screens, and what somebody at a browser can do with files: fetch, and no more."""

import json
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from tests.tui.pilot import desk
from tracker.formats.endings import PAPERS
from tracker.library import Library
from tracker.tui.settings import Settings


async def test_what_is_shown_is_written_in_the_format_of_the_ending(seeded: Path, tmp_path: Path) -> None:
    async with desk(seeded) as here:
        here.library.annotate(1, 0, 20, "result")
        await here.press("/", *"#theory", "enter")
        for ending in PAPERS:
            target = tmp_path / f"out{ending}"
            await here.press("W")
            here.app.screen.query_one(Input).value = str(target)
            assert "wrote 4 papers to" in await here.press("enter")
            assert target.exists()
        assert (tmp_path / "out.bib").read_text("utf-8").count("@") == 4
        assert len((tmp_path / "out.jsonl").read_text("utf-8").splitlines()) == 4
        await here.press("escape", "j", "space", "W")
        assert "write 1 paper to" in here.text


async def test_no_file_is_written_over_and_none_of_a_kind_that_is_unknown(seeded: Path, tmp_path: Path) -> None:
    there = tmp_path / "there.bib"
    there.write_text("mine")
    async with desk(seeded, (140, 40)) as here:
        for typed, said in ((there, "is there already"), (tmp_path / "x.docx", "says no format"), ("", "nothing was")):
            await here.press("W")
            here.app.screen.query_one(Input).value = str(typed)
            assert said in await here.press("enter")
        await here.press("W")
        here.app.screen.query_one(Input).value = str(tmp_path / "none" / "x.bib")
        assert "cannot be written" in await here.press("enter")
    assert there.read_text() == "mine"
    assert list(tmp_path.glob("*.docx")) == []


async def test_a_round_is_written_from_its_screens(seeded: Path, tmp_path: Path) -> None:
    with Library.open(seeded, "ann") as library:
        library.new_round("first", "#theory", ["ann"], votes=1)
    async with desk(seeded, (140, 40)) as here:
        for keys, name, begins in (
            (("g", "c", "W"), "decisions.csv", "id,"),
            (("escape", "g", "t", "i", "W"), "flow.svg", "<svg"),
        ):
            await here.press(*keys)
            here.app.screen.query_one(Input).value = str(tmp_path / name)
            assert "wrote “first” to" in await here.press("enter")
            assert (tmp_path / name).read_text("utf-8").startswith(begins)


async def test_at_a_browser_a_file_is_sent_there_and_none_of_this_machine_is_read_or_written(
    seeded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.txt").write_text("An abstract that nobody may fetch from here.")
    async with desk(seeded, (140, 40), Settings(me="bob", place=str(seeded), served=True)) as here:
        assert "where the library is" in await here.press("g", "I")
        assert "S keeps your notes" not in await here.press("g", "n")
        assert "where the library is" in await here.press("S")
        await here.press("escape")
        sent: list[dict[str, Any]] = []
        monkeypatch.setattr(
            here.app._driver, "deliver_binary", lambda file, **told: sent.append({"text": file.read(), **told})
        )
        await here.press("/", *"#theory", "enter", "W")
        here.app.screen.query_one(Input).value = str(tmp_path / "out.jsonl")
        screen = await here.press("enter")
        assert "sent 4 papers to your browser as out.jsonl" in screen
    assert [path.name for path in tmp_path.iterdir() if path.suffix in (".jsonl", ".bib")] == []
    assert [told["save_path"].name for told in sent] == ["out.jsonl"]
    assert len([json.loads(line) for line in sent[0]["text"].splitlines()]) == 4


async def test_at_a_browser_an_empty_library_offers_no_file_of_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "near.bib").write_text("@misc{a, title={T}}")
    path = tmp_path / "empty.db"
    Library.open(path, "ann", seed=False).close()
    async with desk(path) as here:
        assert "near.bib" in here.text
    async with desk(path, settings=Settings(me="bob", place=str(path), served=True)) as here:
        assert "near.bib" not in here.text
        assert "import a file" not in here.text
        assert "▌take the papers that come with tracker" in here.text
