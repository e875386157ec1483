"""import, add, formats: what comes in."""

from pathlib import Path

import pytest

from tests.cli.conftest import Tracker

LIST = "Widget Conference 2026 paper list\n\nWe study widgets and show that they are round.\n\nWe count\ngadgets.\n"
REPORT = {"read", "new", "same", "changed", "near_duplicates", "failed", "collection", "step"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "list.txt"
    path.write_text(LIST)
    return path


def test_a_file_comes_in_as_one_step(tracker: Tracker, file: Path) -> None:
    report = tracker("import", str(file), "--tag", "new", "--tag", "w/x", "--json").json
    assert set(report) >= REPORT
    assert (report["read"], report["new"], report["failed"]) == (2, 2, [])
    assert report["collection"] == "Widget Conference 2026"
    assert isinstance(report["step"], int)
    assert tracker("list", "--count").out == "38\n"
    assert len(tracker("list", "#w/x").rows) == 2
    tracker("undo")
    assert tracker("list", "--count").out == "36\n"


def test_importing_again_changes_nothing(tracker: Tracker, file: Path) -> None:
    tracker("import", str(file))
    report = tracker("import", str(file), "--json").json
    assert (report["new"], report["same"], report["step"]) == (0, 2, None)


def test_a_dry_run_tells_and_does_nothing(tracker: Tracker, file: Path) -> None:
    report = tracker("import", str(file), "--dry-run", "--json").json
    assert (report["new"], report["step"]) == (2, None)
    assert "2 would be new" in tracker("import", str(file), "--dry-run").out
    assert tracker("list", "--count").out == "36\n"


def test_standard_input_is_read_in_any_encoding(tracker: Tracker) -> None:
    told = tracker("import", "-", "--collection", "Piped", stdin=LIST)
    assert told.code == 0
    assert "2 new" in told.out
    assert len(tracker("list", "collection:Piped").rows) == 2
    utf16 = "Über Würfel und deren Eigenschaften schreiben wir.\n".encode("utf-16")
    assert tracker("import", "-", "--json", stdin=utf16).json["new"] == 1
    cyrillic = "Мы изучаем большие языковые модели и их свойства.\n".encode("cp1251")
    assert tracker("import", "-", stdin=cyrillic).code == 1
    assert tracker("import", "-", "--encoding", "cp1251", stdin=cyrillic).code == 0


def test_nobody_is_asked_but_at_a_terminal(tracker: Tracker, file: Path) -> None:
    assert "Import?" not in tracker("import", str(file)).out


@pytest.mark.parametrize("data", [b"%PDF-1.7 \x00\x01", b"PK\x03\x04", bytes(range(256)) * 4])
def test_what_is_no_text_is_refused(data: bytes, tracker: Tracker, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes(data)
    ran = tracker("import", "x.txt")
    assert (ran.code, ran.out) == (1, "")
    assert "x.txt" in ran.err
    assert tracker("list", "--count").out == "36\n"


def test_all_files_come_in_or_none(tracker: Tracker, file: Path, tmp_path: Path) -> None:
    assert tracker("import", str(file), "missing.txt").code == 1
    assert tracker("list", "--count").out == "36\n"


def test_a_file_may_have_any_name(tracker: Tracker, tmp_path: Path) -> None:
    name = "bad\udcff\x1b[31m [x] .txt"
    (tmp_path / name).write_text(LIST)
    ran = tracker("import", name)
    assert ran.code == 0
    assert "\x1b" not in tracker("log").out


def test_control_characters_do_not_come_back_out(tracker: Tracker) -> None:
    text = "We \x1b[31mstudy\x1b[0m \u202ewidgets\u202c \x9b5m [bold]thoroughly[/bold] [/x] in this work.\n"
    tracker("import", "-", stdin=text)
    paper = tracker("list", "--sort", "-added", "--limit", "1").ids[0]
    for arguments in (["list"], ["list", "--json"], ["show", str(paper)], ["show", str(paper), "--json"], ["log"]):
        out = tracker(*arguments).out
        assert not set(out) & set("\x1b\x9b\u202e\u202c")
    assert "[bold]thoroughly[/bold] [/x]" in tracker("show", str(paper), "--json").json["text"]


def test_one_paper_is_added_and_its_id_printed(tracker: Tracker) -> None:
    ran = tracker(
        "add", "--title", "On Widgets", "--author", "Ann Lee", "--author", "Bo Li", "We study", "widgets.", "--tag", "w"
    )
    assert ran.code == 0
    paper = tracker("show", str(ran.ids[0]), "--json").json
    assert (paper["title"], paper["authors"]) == ("On Widgets", ["Ann Lee", "Bo Li"])
    assert (paper["abstract"], paper["tags"]) == ("We study widgets.", ["w"])
    again = tracker("add", "--title", "On Widgets", "We study widgets.", "--json").json
    assert (again["id"], again["new"]) == (ran.ids[0], False)


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("10.1145/3292500.3330701", "doi", "10.1145/3292500.3330701"),
        ("https://doi.org/10.1145/3292500.3330701", "doi", "10.1145/3292500.3330701"),
        ("arXiv:2412.17455v2", "arxiv_id", "2412.17455"),
        ("https://arxiv.org/pdf/2412.17455v1.pdf", "arxiv_id", "2412.17455"),
        ("hep-th/9901001", "arxiv_id", "hep-th/9901001"),
    ],
)
def test_an_identifier_is_known_by_its_form(text: str, field: str, value: str, tracker: Tracker) -> None:
    added = tracker("add", text, "--json").json
    assert tracker("show", str(added["id"]), "--json").json[field] == value


def test_the_id_of_a_paper_that_is_here_finds_it(tracker: Tracker) -> None:
    assert tracker("add", "https://arxiv.org/abs/2412.17451", "--json").json == {
        "id": tracker("show", "liu2025diving", "--json").json["id"],
        "key": "liu2025diving",
        "heading": "Diving into Self-Evolving Training for Multimodal Reasoning",
        "new": False,
        "sources": [],
    }


def test_a_url_and_a_text_from_standard_input_are_added(tracker: Tracker) -> None:
    url = tracker("add", "https://example.org/paper?id=1", "--json").json
    assert tracker("show", str(url["id"]), "--json").json["links"] == [
        {"kind": "url", "url": "https://example.org/paper?id=1"}
    ]
    text = tracker("add", "-", stdin="We look at pipes.\n").ids[0]
    assert tracker("show", str(text), "--json").json["abstract"] == "We look at pipes."
    assert tracker("add", "-", stdin="  \n").code == 2


def test_formats_are_listed(tracker: Tracker) -> None:
    assert ["text", ".txt, .text", "read"] in tracker("formats").rows
    assert {"name", "suffixes"} <= set(tracker("formats", "--json").json[0])
