"""Files are found by what they say, named safely, and written whole or not at all, never outside the folder."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.errors import Conflict, NotFound
from tracker.vault.folder import Folder
from tracker.vault.names import folded, free, stem

PAGE = b"---\ntracker: lib-1\n---\n"


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("A plain title", "key A plain title"),
        ("../../etc/passwd", "key .. .. etc passwd"),
        ("What? A [link]] to #x | y^z", "key What A link to x y z"),
        ("\x1b[31m\u202ered\u200b", "key 31mred"),
        ("ends in dots ...", "key ends in dots"),
        ("a" * 300, "key " + "a" * 116),
    ],
)
def test_a_title_makes_a_name_that_is_safe(heading: str, expected: str) -> None:
    assert stem("key", heading) == expected


@pytest.mark.parametrize("word", ["con", "NUL", "com1", "...", "", "/"])
def test_no_name_is_reserved_or_empty(word: str) -> None:
    assert stem("", word).endswith(" page")


@given(st.text(max_size=200), st.text(max_size=400))
def test_any_title_makes_the_name_of_one_file(key: str, heading: str) -> None:
    name = stem(key, heading)
    assert name
    assert not set(name) & set('/\\:*?"<>|#^[]%\n\0')
    assert name not in (".", "..")
    assert not name.startswith((".", " "))
    assert not name.endswith((".", " "))
    assert len(f"{name} (99).md".encode()) < 255
    os.fsencode(name)


def test_two_names_are_told_apart_also_where_case_and_composition_are_not() -> None:
    taken = {folded("Papers/É.md"), folded("Papers/é (2).md")}
    assert free("Papers/é", ".md", taken) == "Papers/é (3).md"
    assert free("Papers/e\u0301", ".md", taken) == "Papers/e\u0301 (3).md"


def test_pages_are_found_wherever_they_lie_but_not_behind_links(tmp_path: Path) -> None:
    root, outside = tmp_path / "vault", tmp_path / "outside"
    (root / "deep" / "er").mkdir(parents=True)
    (root / ".obsidian").mkdir()
    outside.mkdir()
    for place in (root / "deep/er/a.md", root / ".obsidian/b.md", outside / "c.md"):
        place.write_bytes(PAGE)
    (root / "link").symlink_to(outside)
    (root / "d.md").symlink_to(outside / "c.md")
    (root / "e.md").write_bytes(b"---\nother: 1\n---\n")
    found = Folder(root).look()
    assert list(found.pages) == ["deep/er/a.md"]
    assert {"d.md", "e.md"} <= found.taken


def test_a_file_is_written_whole_and_keeps_its_rights(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.write("Papers/a.md", b"one", None)
    (tmp_path / "Papers/a.md").chmod(0o640)
    folder.write("Papers/a.md", b"two", b"one")
    assert (tmp_path / "Papers/a.md").read_bytes() == b"two"
    assert (tmp_path / "Papers/a.md").stat().st_mode & 0o777 == 0o640
    assert [path.name for path in (tmp_path / "Papers").iterdir()] == ["a.md"]


@pytest.mark.parametrize("expected", [None, b"older"])
def test_a_file_that_is_another_by_now_is_left(tmp_path: Path, expected: bytes | None) -> None:
    (tmp_path / "a.md").write_bytes(b"theirs")
    with pytest.raises(Conflict, match="look"):
        Folder(tmp_path).write("a.md", b"ours", expected)
    assert (tmp_path / "a.md").read_bytes() == b"theirs"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_file_that_is_gone_is_not_brought_back(tmp_path: Path) -> None:
    with pytest.raises(Conflict, match="gone"):
        Folder(tmp_path).write("a.md", b"ours", b"theirs")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["../a.md", "link/a.md", "link/b/a.md"])
def test_nothing_is_written_outside(tmp_path: Path, name: str) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "outside").mkdir()
    (tmp_path / "vault/link").symlink_to(tmp_path / "outside")
    with pytest.raises(Conflict, match="out of it"):
        Folder(tmp_path / "vault").write(name, b"ours", None)
    assert list((tmp_path / "outside").iterdir()) == []


def test_a_link_in_the_place_of_a_file_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "secret").write_bytes(b"theirs")
    (tmp_path / "vault/a.md").symlink_to(tmp_path / "secret")
    folder = Folder(tmp_path / "vault")
    assert folder.read("a.md") is None
    for expected in (b"theirs", None):
        with pytest.raises(Conflict):
            folder.write("a.md", b"ours", expected)
    assert (tmp_path / "secret").read_bytes() == b"theirs"


def test_the_folder_must_be_one_or_have_a_place(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for name in ("file", "no/where"):
        with pytest.raises(NotFound, match="no folder"):
            Folder(tmp_path / name)
    assert Folder(tmp_path / "new").look().pages == {}
    assert not (tmp_path / "new").exists()


def test_what_is_no_file_or_cannot_be_read_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "a.md").write_bytes(PAGE)
    (tmp_path / os.fsdecode(b"odd\xff.md")).write_bytes(PAGE)
    (tmp_path / "closed.md").write_bytes(PAGE)

    def closed(path: Path, mode: str) -> object:
        if path.name == "closed.md":
            raise PermissionError(13, "Permission denied")
        return open(path, mode)

    monkeypatch.setattr("tracker.vault.folder.open", closed, raising=False)
    found = Folder(tmp_path).look()
    assert list(found.pages) == ["a.md"]
    assert found.unread == {"closed.md": "Permission denied", "odd?.md": "its name is no text"}
