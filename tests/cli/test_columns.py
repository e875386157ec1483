"""A table with headers of its own: what its columns hold is said once."""

from pathlib import Path

import pytest

from tests.cli.conftest import Tracker
from tests.formats.samples import workbook

OWN = """Werk;Kurz, knapp;Wer;Wann
Äpfel zählen;Wir zählen Äpfel und Birnen.;Ann Lee;2024
Regen;Es regnet sehr.;Bo Ray;2023
"""
MAP = "title=Werk,abstract=Kurz, knapp,authors=wer,year=Wann"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "own.csv"
    path.write_text(OWN)
    return path


def test_columns_are_what_somebody_says(tracker: Tracker, table: Path) -> None:
    told = tracker("import", str(table), "--map", MAP, "--json").json
    assert (told["new"], told["failed"]) == (2, [])
    paper = tracker("show", str(tracker("list", "Äpfel", "--limit", "1").ids[0]), "--json").json
    assert (paper["title"], paper["authors"], paper["year"]) == ("Äpfel zählen", ["Ann Lee"], 2024)
    assert paper["abstract"] == "Wir zählen Äpfel und Birnen."


def test_what_was_said_is_remembered_for_the_same_headers(tracker: Tracker, table: Path, tmp_path: Path) -> None:
    tracker("import", str(table), "--map", MAP, "--dry-run")
    ran = tracker("import", str(table))
    assert (ran.code, "None of the columns is known (Werk, Kurz, knapp" in ran.err) == (1, True)
    tracker("import", str(table), "--map", MAP)
    other = tmp_path / "other.csv"
    other.write_text("Wann;Wer;Werk;Kurz, knapp\n2022;Cy Poe;Wolken;Wolken ziehen.\n")
    told = tracker("import", str(other), "--json").json
    assert (told["new"], told["failed"]) == (1, [])
    paper = tracker("show", str(tracker("list", "Wolken", "--limit", "1").ids[0]), "--json").json
    assert (paper["title"], paper["year"]) == ("Wolken", 2022)


def test_a_column_can_be_left_out_and_a_guess_corrected(tracker: Tracker, tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("title,abstract,notes,name\nx,We count apples.,secret,Apples\n")
    tracker("import", str(path), "--map", "title=name", "--map", "-=title,-=notes")
    paper = tracker("show", str(tracker("list", "apples", "--limit", "1").ids[0]), "--json").json
    assert (paper["title"], paper["notes"]) == ("Apples", [])


def test_the_columns_are_shown_with_what_is_in_them(tracker: Tracker, table: Path) -> None:
    rows = tracker("import", str(table), "--columns", "--map", MAP).rows
    assert rows[0] == ["Werk", "title", "Äpfel zählen · Regen"]
    assert [row[1] for row in rows] == ["title", "abstract", "authors", "year"]
    told = tracker("import", str(table), "--columns", "--format", "csv", "--json")
    assert told.code in (0, 1)
    assert tracker("list", "--count").out == "36\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [("titel=Werk", "did you mean title"), ("Werk", "does not say which column"), ("title=", "does not say which")],
)
def test_what_cannot_be_understood_is_told(words: str, told: str, tracker: Tracker, table: Path) -> None:
    ran = tracker("import", str(table), "--map", words)
    assert (ran.code, told in ran.err) == (2, True)


def test_headers_that_are_not_there_are_told_with_those_that_are(tracker: Tracker, table: Path) -> None:
    ran = tracker("import", str(table), "--map", "title=Titel", "--format", "csv")
    assert ran.code == 1
    assert "Werk, Kurz, knapp, Wer, Wann" in ran.err


def test_columns_of_a_spreadsheet_are_what_somebody_says_too(tracker: Tracker, tmp_path: Path) -> None:
    pytest.importorskip("openpyxl", reason="openpyxl, which reads spreadsheets, is not installed")
    path = tmp_path / "own.xlsx"
    path.write_bytes(workbook([["Liste von Ann"], ["Werk", "Kurz", "Wann"], ["Äpfel zählen", "Wir zählen.", 2024]]))
    assert "--map" in tracker("import", str(path)).err
    told = tracker("import", str(path), "--map", "title=Werk,abstract=Kurz,year=Wann", "--columns", "--json").json
    assert [one["field"] for one in told] == ["title", "abstract", "year"]
    assert tracker("import", str(path), "--map", "title=Werk,abstract=Kurz,year=Wann", "--json").json["new"] == 1
    path.write_bytes(workbook([["Werk", "Kurz", "Wann"], ["Birnen wiegen", "Wir wiegen.", 2025]]))
    assert tracker("import", str(path), "--json").json["new"] == 1
