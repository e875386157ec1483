"""Every screen of the program, one after the other, as it stands in a library that people have worked in."""

from __future__ import annotations

import importlib.util
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from types import ModuleType

from tests.services.server import Server
from tests.tui.pilot import Desk, settled
from tracker.formats.record import Record
from tracker.library import Library
from tracker.tui.app import Settings
from tracker.tui.sequence import Sequences

BIBTEX = """@article{a, title={On Counting}, year={2024}, abstract={We count what models count.}}
@article{b, title={Non-Asymptotic Length Generalization}, year={2025}, abstract={Length generalization.}}
"""
REWORDED = 2  # the paper that another wording of its abstract came for
NOTED = 3  # a paper with a note

ESC = ("escape",)

# name, keys that lead there from the list of all papers, keys that lead back
SCREENS: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("library", (), ()),
    ("marked", ("space", "down", "space"), ESC),
    ("completion", ("slash", *"tag:"), ESC * 3),
    ("corrected", ("slash", *"atention"), ESC * 2),
    ("wrong query", ("slash", *"yeer:2020 "), ESC * 2),
    ("no match", ("slash", *"zzzz #theory", "escape"), ESC),
    ("next up", ("z",), ESC),
    ("menu", ("right",), ESC),
    ("prefix", ("g", "HINT"), ESC),
    ("snooze", ("b", "HINT"), ESC),
    ("help", ("question_mark",), ESC),
    ("tags", ("t", "down", "enter"), ESC),
    ("question", ("P",), ESC),
    ("reader", ("home", "down", "enter", "j"), ESC),
    ("selecting", ("enter", "v", "l", "l"), ESC * 2),
    ("jump", ("enter", "f"), ESC * 2),
    ("threads", ("enter", "O"), ESC * 2),
    ("comment", ("enter", "c"), ESC * 2),
    ("differences", ("REWORDED", "enter", "D"), ESC * 3),
    ("note", ("e",), ESC),
    ("note conflict", ("NOTED", "e", *"my words", "ELSEWHERE", "escape"), ("t", *ESC)),
    ("notes & tags", ("g", "n"), ESC),
    ("sync", ("g", "n", "S"), ESC * 2),
    ("kinds", ("g", "k"), ESC),
    ("rules", ("g", "R"), ESC),
    ("history", ("g", "u"), ESC),
    ("stats", ("g", "s"), ESC),
    ("map", ("g", "m"), ESC),
    ("review", ("g", "v"), ESC),
    ("answer", ("g", "v", "space"), ESC),
    ("compare", ("C",), ESC),
    ("rounds", ("g", "T"), ESC),
    ("new round", ("g", "T", "n"), ESC * 2),
    ("triage", ("g", "t"), ESC),
    ("round", ("g", "t", "i"), ESC * 2),
    ("agreement", ("g", "c"), ESC),
    ("duplicates", ("g", "D"), ESC),
    ("merge", ("g", "D", "enter"), ESC * 2),
    ("field", ("slash", "f1"), ESC * 2),
    ("palette", ("ctrl+p",), ESC),
    ("file", ("g", "I"), ESC),
    ("import", ("g", "I", "LIST", "enter"), ESC),
    ("columns", ("g", "I", "TABLE", "enter", "c"), ESC * 2),
    ("look up", ("UNKNOWN", "M"), ESC * 2),
)


def pictures() -> ModuleType:
    """The script that makes the pictures of the documents: it knows how a library looks after an hour of work."""
    path = Path(__file__).parents[2] / "docs" / "pictures.py"
    spec = importlib.util.spec_from_file_location("pictures", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def lived_in(folder: Path) -> Path:
    """A library as it looks after some weeks: with a paper that may be here twice, another wording, a vault, rules."""
    path = folder / "lived.db"
    pictures().lived_in(path)
    with Library.open(path, "ann") as library:
        row = library.rows([1])[0]
        abstract = library.detail(1).abstract
        twice = folder / "twice.bib"
        twice.write_text(f"@article{{t, title={{{row.heading} Again}}, abstract={{{abstract[200:700]}}}}}", "utf-8")
        library.import_files([twice])
        reworded(library, folder / "reworded.csv")
        library.save_rule("images", "abs:diffusion", "tag +images; later")
        library.save_rule("judges", '"LLM judge"', "star")
        kept_as_files(library, folder / "vault")
        library.add_paper("We study how large language models count apples and pears in long documents. " * 3)
    (folder / "list.bib").write_text(BIBTEX, "utf-8")
    (folder / "list.csv").write_text("Werk;Jahr;Kurz\nOn Counting;2024;We count.\nOn Pears;2025;We pear.\n", "utf-8")
    return path


def reworded(library: Library, file: Path) -> None:
    """Another wording of an abstract, which moved one mark, put one in doubt and lost one."""
    detail = library.detail(REWORDED)
    first, *rest = detail.abstract.split(". ")
    library.annotate(REWORDED, len(first) + 2, len(first) + 2 + len(rest[0]), "claim")
    changed = ". ".join([first.replace(" ", " rather ", 2), *rest[1:], "A sentence that is new"])
    file.write_text(f'id,abstract\n{detail.row.key},"{changed}"\n', "utf-8")
    library.import_files([file])


def kept_as_files(library: Library, vault: Path) -> None:
    """A vault in which a page changed on both sides, one here only, and one is gone."""
    library.sync_vault(library.plan_vault(vault))
    pages = sorted(vault.rglob("*.md"))
    for page in pages[:2]:
        text = page.read_text("utf-8")
        page.write_text(text.replace("%% /tracker:note %%", "Typed in the file.\n%% /tracker:note %%"), "utf-8")
    pages[-1].unlink()
    note = library.detail(NOTED).notes[0]
    library.write_note(NOTED, f"{note.body} Again.", note_id=note.id, version=note.version)


def telling(server: Server, path: Path) -> Settings:
    """How the program is set where a service can be asked, which knows one of the papers."""
    with Library.open(path, "ann") as library:
        abstract = library.detail(library.find("apples pears").ids[0]).abstract
    server.papers = [Record(title="Counting Fruits", authors=("Ann Lee",), abstract=abstract, year=2025, doi="10.1/x")]
    return Settings(me="ann", place=str(path), network=server.network)


async def every_screen(here: Desk, folder: Path, wanted: Sequence[str] = ()) -> AsyncIterator[str]:
    """Go to each screen, or to those that are wanted, and name it while it is shown."""
    for name, keys, back in SCREENS:
        if wanted and name not in wanted:
            continue
        for key in keys:
            await press(here, folder, key)
        yield name
        await here.press(*back)
        assert here.app.screen is here.app.first, name


async def press(here: Desk, folder: Path, key: str) -> None:
    """Press a key, or do what a word in capitals stands for."""
    match key:
        case "LIST":
            await here.type(str(folder / "list.bib"))
        case "TABLE":
            await here.type(str(folder / "list.csv"))
        case "HINT":
            assert isinstance(here.app.screen, Sequences)
            here.app.screen.show_hint()
            await settled(here.pilot)
        case "REWORDED":
            await here.press("slash", *"is:changed", "enter")
        case "NOTED":
            await here.press("slash", *"note:audit note:compare", "enter")
        case "UNKNOWN":
            await here.press("slash", *"apples pears", "enter")
        case "ELSEWHERE":
            written_elsewhere(folder)
        case _:
            await here.press(key)


def written_elsewhere(folder: Path) -> None:
    """The same note is changed in another window meanwhile."""
    with Library.open(folder / "lived.db", "ann") as other:
        note = other.detail(NOTED).notes[0]
        other.write_note(NOTED, "What was written in another window.", note_id=note.id, version=note.version)
