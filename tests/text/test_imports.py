"""Reading a text costs no import that most texts do not need; each promise is checked in a fresh process."""

import subprocess
import sys

import pytest

HEAVY = ("markdown_it", "rapidfuzz", "dataclasses", "inspect", "html", "urllib", "textual", "rich", "sqlalchemy")


def loaded(code: str) -> set[str]:
    """The modules that are there after `code` was run in a fresh process."""
    told = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(told.stdout.split())


@pytest.mark.parametrize(
    "code",
    [
        "from tracker.text.clean import clean; clean('naïve')",
        "from tracker.text.canonical import canonical; canonical('naïve')",
        "from tracker.text.render import render; render('**a** $x^2$ &')",
        "from tracker.text.sentences import sentences; sentences('One. Two.')",
        "from tracker.text.headline import headline; headline('We propose FooNet, a net.')",
        "from tracker.text.roles import roles; roles('We propose it.')",
    ],
)
def test_a_module_of_text_imports_nothing_heavy(code: str) -> None:
    assert sorted(set(HEAVY) & loaded(code)) == []


def test_an_unmarked_abstract_does_not_even_import_the_scanner() -> None:
    modules = loaded("from tracker.text.render import render; render('Nothing is marked here.')")
    assert {"tracker.text.markup", "tracker.text.tex"} & modules == set()
