"""Every screen of the program, one after the other, as it stands in a library that people have worked in."""

from __future__ import annotations

import importlib.util
from collections.abc import AsyncIterator
from pathlib import Path
from types import ModuleType

from tests.tui.pilot import Desk
from tracker.library import Library

BIBTEX = """@article{a, title={On Counting}, year={2024}, abstract={We count what models count.}}
@article{b, title={Non-Asymptotic Length Generalization}, year={2025}, abstract={Length generalization.}}
"""

# name, keys that lead there from the list of all papers, how often Esc leads back
SCREENS: tuple[tuple[str, tuple[str, ...], int], ...] = (
    ("library", (), 0),
    ("marked", ("space", "down", "space"), 1),
    ("corrected", ("slash", *"atention"), 2),
    ("wrong query", ("slash", *"yeer:2020 "), 2),
    ("no match", ("slash", *"zzzz #theory", "escape"), 1),
    ("next up", ("z",), 1),
    ("menu", ("right",), 1),
    ("help", ("question_mark",), 1),
    ("tags", ("t", "down", "enter"), 1),
    ("question", ("P",), 1),
    ("reader", ("home", "down", "enter", "j"), 1),
    ("selecting", ("enter", "v", "l", "l"), 2),
    ("jump", ("enter", "f"), 2),
    ("threads", ("enter", "enter"), 2),
    ("differences", ("enter", "D"), 2),
    ("note", ("e",), 1),
    ("notes & tags", ("g", "n"), 1),
    ("kinds", ("g", "k"), 1),
    ("history", ("g", "u"), 1),
    ("stats", ("g", "s"), 1),
    ("map", ("g", "m"), 1),
    ("review", ("g", "v", "space"), 1),
    ("compare", ("C",), 1),
    ("rounds", ("g", "T"), 1),
    ("new round", ("g", "T", "n"), 2),
    ("triage", ("g", "t"), 1),
    ("round", ("g", "t", "i"), 2),
    ("agreement", ("g", "c"), 1),
    ("duplicates", ("g", "D"), 1),
    ("merge", ("g", "D", "enter"), 2),
    ("field", ("slash", "f1"), 2),
    ("palette", ("ctrl+p",), 1),
    ("import", ("g", "I", "LIST", "enter"), 1),
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
    """A library as it looks after some weeks: also a paper that may be here twice, and a wording that changed."""
    path = folder / "lived.db"
    pictures().lived_in(path)
    with Library.open(path, "ann") as library:
        row = library.rows([1])[0]
        abstract = library.detail(1).abstract
        twice = folder / "twice.bib"
        twice.write_text(f"@article{{t, title={{{row.heading} Again}}, abstract={{{abstract[200:700]}}}}}", "utf-8")
        library.import_files([twice])
    return path


async def every_screen(here: Desk, folder: Path) -> AsyncIterator[str]:
    """Go to each screen, and name it while it is shown."""
    (folder / "list.bib").write_text(BIBTEX, "utf-8")
    for name, keys, back in SCREENS:
        for key in keys:
            await here.press(*(str(folder / "list.bib") if key == "LIST" else (key,)))
        yield name
        await here.press(*["escape"] * back)
        assert here.app.screen is here.app.first, name
