"""A folder of Markdown files and the library keep each other's words, whatever happens to either."""

import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tracker.errors import Conflict
from tracker.library import Library
from tracker.library.values import NoteView
from tracker.terms import Status, Visibility
from tracker.vault.meeting import Side
from tracker.vault.page import read
from tracker.vault.plan import Deed, PagePlan, VaultReport, changes

Open = Callable[..., Library]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return tmp_path / "vault"


def sync(
    library: Library, vault: Path, settle: dict[int, Side] | None = None, again: Sequence[int] = ()
) -> VaultReport:
    return library.sync_vault(library.plan_vault(vault, settle=settle, again=again))


def page(library: Library, vault: Path) -> PagePlan:
    """The only page of a plan."""
    (one,) = library.plan_vault(vault).pages
    return one


def file(vault: Path) -> Path:
    (one,) = vault.rglob("*.md")
    return one


def note(library: Library, paper: int = 1) -> str:
    found = library.my_note(paper)
    return found.body if found else ""


def write(library: Library, body: str, paper: int = 1) -> None:
    old = library.my_note(paper)
    saved = library.write_note(paper, body, note_id=old.id if old else None, version=old.version if old else 0)
    assert saved is None or isinstance(saved, NoteView)


def edit(vault: Path, old: str, new: str) -> None:
    path = file(vault)
    text = path.read_bytes().decode()
    assert old in text
    path.write_bytes(text.replace(old, new).encode())


@pytest.fixture
def synced(library: Library, vault: Path) -> Library:
    write(library, "one\n\ntwo\n\nthree")
    assert sync(library, vault).written == 1
    return library


def test_every_paper_that_somebody_wrote_on_has_a_file(open_library: Open, vault: Path) -> None:
    library, bob = open_library(), open_library("bob")
    write(library, "mine")
    bob.write_note(2, "For *all*\nto see.")
    library.annotate(3, 0, 40, "result", body="why?", tags=["t"])
    bob.annotate(4, 0, 40, visibility=Visibility.PRIVATE)
    assert sync(library, vault).written == 3
    pages = [read(path.read_text()) for path in vault.rglob("*.md")]
    texts = {int(page.identity.rpartition("-")[2]): page.text for page in pages}
    assert "%% tracker:note %%\nmine\n%% /tracker:note %%" in texts[1]
    assert "## Notes of others\n" in texts[2]
    assert "> **bob**\n> For *all*\n> to see.\n" in texts[2]
    assert "> [!result] " in texts[3]
    assert "\n^m-" in texts[3]
    assert page_names(vault) == {f"Papers/{row.key}" for row in library.rows([1, 2, 3])}


def page_names(vault: Path) -> set[str]:
    return {path.relative_to(vault).as_posix().split(" ")[0] for path in vault.rglob("*.md")}


def test_nothing_happens_twice(synced: Library, vault: Path) -> None:
    before, steps = file(vault).stat(), len(synced.history())
    written = (before.st_ino, before.st_mtime_ns)
    report = sync(synced, vault)
    assert (report.written, report.read, report.same, report.said) == (0, 0, 1, None)
    assert (file(vault).stat().st_ino, file(vault).stat().st_mtime_ns) == written
    assert len(synced.history()) == steps


def test_a_file_gives_the_note_and_five_keys(synced: Library, vault: Path) -> None:
    edit(vault, "two", "zwei")
    edit(vault, "status: inbox", "status: later\npriority: 2\nrating: 4\ndue: 2026-02-12\nmine: 1")
    edit(vault, "multimodal, ", "'New one', ")
    report = sync(synced, vault)
    assert (report.written, report.read) == (0, 1)
    row = synced.rows([1])[0]
    assert (row.status, row.priority, str(row.due_on)) == (Status.LATER, 2, "2026-02-12")
    assert row.tags == ("New-one", "reasoning", "training")
    assert synced.detail(1).rating == 4
    assert note(synced) == "one\n\nzwei\n\nthree"
    assert synced.history()[0].title == report.said


def test_both_sides_are_merged_and_neither_loses_a_word(synced: Library, vault: Path) -> None:
    edit(vault, "one", "ONE")
    write(synced, "one\n\ntwo\n\nTHREE")
    assert [page(synced, vault).deed, sync(synced, vault).read] == [Deed.BOTH, 1]
    assert note(synced) == "ONE\n\ntwo\n\nTHREE"
    assert "ONE\n\ntwo\n\nTHREE\n%%" in file(vault).read_text()


def test_an_overlap_touches_neither_side_until_it_is_settled(synced: Library, vault: Path) -> None:
    edit(vault, "two", "theirs")
    write(synced, "one\n\nmine\n\nthree")
    before = file(vault).read_bytes()
    report = sync(synced, vault)
    assert [(left.deed, left.told) for left in report.left] == [(Deed.CONFLICT, "note")]
    assert (note(synced), file(vault).read_bytes()) == ("one\n\nmine\n\nthree", before)
    told = list(changes(report.left[0]))
    assert "    mine" in told
    assert "    theirs" in told
    sync(synced, vault, settle={1: "both"})
    assert note(synced) == "one\n\nmine\n\nthree\n\none\n\ntheirs\n\nthree"
    assert page(synced, vault).deed is Deed.SAME


def test_reading_is_one_step_and_undoing_it_is_an_edit_like_any_other(synced: Library, vault: Path) -> None:
    edit(vault, "two", "theirs")
    edit(vault, "inbox", "done")
    sync(synced, vault)
    synced.undo()
    assert (note(synced), synced.rows([1])[0].status) == ("one\n\ntwo\n\nthree", Status.INBOX)
    assert sync(synced, vault).written == 1
    assert "\ntwo\n" in file(vault).read_text()
    synced.redo()
    sync(synced, vault)
    assert "\ntheirs\n" in file(vault).read_text()
    assert "status: done" in file(vault).read_text()


def test_a_file_may_be_moved_and_renamed(synced: Library, vault: Path) -> None:
    (vault / "read" / "deep").mkdir(parents=True)
    file(vault).rename(vault / "read/deep/My name.md")
    edit(vault, "two", "theirs")
    write(synced, "one\n\ntwo\n\nmine")
    sync(synced, vault)
    assert note(synced) == "one\n\ntheirs\n\nmine"
    assert [path.name for path in vault.rglob("*.md")] == ["My name.md"]


def test_a_heading_that_changes_leaves_the_name_of_the_file(synced: Library, vault: Path) -> None:
    name = file(vault)
    synced.set_title(1, "Another title")
    sync(synced, vault)
    assert file(vault) == name
    assert 'title: "Another title"' in name.read_text()


def test_a_deleted_file_is_no_deleted_note(synced: Library, vault: Path) -> None:
    file(vault).unlink()
    assert [left.deed for left in sync(synced, vault).left] == [Deed.GONE]
    assert note(synced)
    assert sync(synced, vault, again=[1]).written == 1
    file(vault).unlink()
    synced.forget_page(vault, 1)
    assert synced.plan_vault(vault).pages == ()
    assert synced.vaults()[0].pages == 0


def test_a_deleted_note_leaves_the_file_with_an_empty_block(synced: Library, vault: Path) -> None:
    edit(vault, "%% /tracker:abstract %%\n", "%% /tracker:abstract %%\nmy own words\n")
    synced.delete_note(synced.notes(1)[0].id)
    sync(synced, vault)
    text = file(vault).read_text()
    assert "%% tracker:note %%\n%% /tracker:note %%\n" in text
    assert "my own words" in text
    edit(vault, "%% tracker:note %%\n", "%% tracker:note %%\nagain\n")
    sync(synced, vault)
    assert note(synced) == "again"


def test_an_emptied_block_takes_the_note_away_unless_it_was_changed_here(synced: Library, vault: Path) -> None:
    edit(vault, "one\n\ntwo\n\nthree\n", "")
    plan = synced.plan_vault(vault)
    write(synced, "one\n\ntwo\n\nthree\n\nfour")
    assert "just now" in synced.sync_vault(plan).left[0].told
    sync(synced, vault)
    assert note(synced).strip() == "four"
    synced.undo()
    write(synced, "one\n\ntwo\n\nthree")
    sync(synced, vault)
    edit(vault, "one\n\ntwo\n\nthree\n", "")
    sync(synced, vault)
    assert synced.notes(1) == ()
    synced.undo()
    assert note(synced) == "one\n\ntwo\n\nthree"


def test_several_notes_have_a_block_each(synced: Library, vault: Path) -> None:
    second = synced.write_note(1, "a second one")
    assert isinstance(second, NoteView)
    sync(synced, vault)
    assert f"%% tracker:note {second.id} %%\na second one\n%% /tracker:note %%" in file(vault).read_text()
    edit(vault, "a second one", "changed there")
    sync(synced, vault)
    assert [view.body for view in synced.notes(1)] == ["one\n\ntwo\n\nthree", "changed there"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("tags: [", "tags: [[", "no YAML"),
        ("%% /tracker:note %%", "", "no partner"),
        ("status: inbox", "status: someday", "no value"),
        ("tracker: ", "trakcer: ", "put it back"),
    ],
)
def test_a_broken_file_is_told_and_left_alone(synced: Library, vault: Path, old: str, new: str, told: str) -> None:
    edit(vault, old, new)
    write(synced, "mine")
    before = file(vault).read_bytes()
    (left,) = sync(synced, vault).left
    assert left.deed is Deed.BROKEN
    assert told in left.told
    assert (file(vault).read_bytes(), note(synced)) == (before, "mine")


def test_what_is_no_utf8_is_left_alone(synced: Library, vault: Path) -> None:
    path = file(vault)
    path.write_bytes(path.read_bytes().replace(b"two", b"zw\xff"))
    assert "UTF-8" in sync(synced, vault).left[0].told


def test_two_files_with_one_id_are_named_and_left_alone(synced: Library, vault: Path) -> None:
    shutil.copy(file(vault), vault / "copy.md")
    write(synced, "mine")
    (left,) = sync(synced, vault).left
    assert "copy.md" in left.told
    assert "mine" not in (vault / "copy.md").read_text()


def test_files_of_another_library_and_of_nobody_are_left_alone(synced: Library, vault: Path) -> None:
    other, own = vault / "other.md", vault / "Papers" / "own.md"
    other.write_text(file(vault).read_text().replace("tracker: ", "tracker: ffff"))
    own.write_text("# Mine\n")
    plan = synced.plan_vault(vault)
    assert "other.md" in plan.aside[0]
    assert [one.deed for one in plan.pages] == [Deed.SAME]


def test_files_that_were_there_before_are_copied_first(open_library: Open, vault: Path, tmp_path: Path) -> None:
    library = open_library()
    write(library, "one")
    sync(library, vault)
    second = tmp_path / "second"
    shutil.copytree(vault, second)
    before = file(second).read_bytes()
    library.annotate(1, 0, 40)
    report = sync(library, second)
    assert report.backup
    assert file(Path(report.backup)).read_bytes() == before
    assert sync(library, second).backup is None
    assert sync(library, vault).written == 1


def test_first_contact_reads_what_only_the_file_has(synced: Library, vault: Path, tmp_path: Path) -> None:
    """As after moving the folder, or with a library that was restored."""
    moved = vault.rename(tmp_path / "moved")
    edit(moved, "three", "three\n\nfour")
    edit(moved, "status: inbox", "status: done")
    synced.delete_note(synced.notes(1)[0].id)
    assert sync(synced, moved).read == 1
    assert note(synced).endswith("four")
    assert synced.rows([1])[0].status is Status.DONE


def test_a_name_that_is_taken_is_not_taken_from_its_owner(library: Library, vault: Path) -> None:
    write(library, "mine")
    path = vault / library.plan_vault(vault).pages[0].path
    path.parent.mkdir(parents=True)
    own = path.with_name(path.name.upper().removesuffix(".MD") + ".md")
    own.write_text("theirs")
    sync(library, vault)
    assert own.read_text() == "theirs"
    assert {one.name for one in path.parent.iterdir()} == {own.name, f"{path.stem} (2).md"}


def test_a_file_changed_between_look_and_deed_is_left_for_the_next_time(synced: Library, vault: Path) -> None:
    write(synced, "mine\n\ntwo\n\nthree")
    plan = synced.plan_vault(vault)
    edit(vault, "three", "theirs")
    report = synced.sync_vault(plan)
    assert (report.written, "just now" in report.left[0].told) == (0, True)
    sync(synced, vault)
    assert note(synced) == "mine\n\ntwo\n\ntheirs"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_told(synced: Library, vault: Path) -> None:
    write(synced, "mine")
    (vault / "Papers").chmod(0o500)
    report = sync(synced, vault)
    (vault / "Papers").chmod(0o700)
    assert "cannot be written" in report.left[0].told
    assert sync(synced, vault).written == 1


def test_a_file_that_cannot_be_written_is_told_and_the_rest_is_synced(
    synced: Library, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(synced, "mine")
    write(synced, "another", 2)

    def full(source: str, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    report = sync(synced, vault)
    assert (report.written, [left.told for left in report.left]) == (
        1,
        ["it cannot be written: No space left on device"],
    )
    assert not list(vault.rglob("*.tmp"))
    monkeypatch.undo()
    assert sync(synced, vault).written == 1


def test_each_person_has_a_folder_of_their_own(synced: Library, open_library: Open, vault: Path) -> None:
    bob = open_library("bob")
    with pytest.raises(Conflict, match="ann"):
        bob.plan_vault(vault)


def test_two_folders_are_kept_apart(synced: Library, vault: Path, tmp_path: Path) -> None:
    second = tmp_path / "second"
    sync(synced, second)
    edit(second, "two", "theirs")
    sync(synced, second)
    assert page(synced, vault).deed is Deed.WRITE
    sync(synced, vault)
    assert "\ntheirs\n" in file(vault).read_text()
    assert [view.pages for view in synced.vaults()] == [1, 1]


def test_a_note_with_markers_and_odd_characters_comes_back_as_it_was(synced: Library, vault: Path) -> None:
    body = "---\ntags: [x\n---\n%% /tracker:note %%\n  %% \\tracker:note %%\n[[a|b]] é \t \u200d😀\n\n```\nx"
    write(synced, body)
    sync(synced, vault)
    assert page(synced, vault).deed is Deed.SAME
    edit(vault, "😀", "😀!")
    sync(synced, vault)
    assert note(synced) == body.replace("😀", "😀!")


def test_the_search_finds_what_was_read(synced: Library, vault: Path) -> None:
    edit(vault, "two", "xylophone")
    sync(synced, vault)
    assert list(synced.find("note:xylophone").ids) == [1]


def test_links_in_what_was_read_are_links(synced: Library, vault: Path) -> None:
    edit(vault, "two", "see [[2]]")
    sync(synced, vault)
    assert [link.paper_id for link in synced.backlinks(2)] == [1]


def test_undoing_the_import_of_a_paper_with_a_page_is_possible(library: Library, vault: Path) -> None:
    paper = library.add_paper("A text of its own, long enough to be an abstract of something.")
    write(library, "mine", paper)
    sync(library, vault)
    library.undo(2)
    plan = library.plan_vault(vault)
    assert plan.pages == ()
    assert "no paper" in plan.aside[0]


def test_what_is_written_under_an_annotation_becomes_a_comment_on_it(library: Library, vault: Path) -> None:
    mark = library.annotate(1, 0, 20, "result", body="strong")
    sync(library, vault)
    edit(vault, "> ann: strong\n", "> ann: strong\n> @bob really?\n> See [[2]].\n")
    assert page(library, vault).taken == ("comments",)
    assert "+ " + mark.short + ": @bob really?" in list(changes(page(library, vault)))
    report = sync(library, vault)
    assert (report.read, report.written) == (1, 1)
    assert [comment.body for comment in library.comments(1, mark.id)] == ["@bob really?\nSee [[2]]."]
    assert "> ann: strong\n> ann: @bob really?\n> See [[2]].\n\n" in file(vault).read_text()
    assert [link.paper_id for link in library.backlinks(2)] == [1]
    assert page(library, vault).deed is Deed.SAME
    library.undo()
    assert library.comments(1, mark.id) == ()
    sync(library, vault)
    assert "really?" not in file(vault).read_text()
