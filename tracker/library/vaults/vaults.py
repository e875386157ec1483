"""Keeping notes in step with a folder of Markdown files: a plan to look at first, then both sides at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.errors import NotFound, TrackerError
from tracker.later import models
from tracker.library.door import OpenStep, chunks
from tracker.library.names import name_key
from tracker.library.notes.links import written
from tracker.library.notes.notes import give_text
from tracker.library.reading import change_state, stand, states
from tracker.library.tags import find_tag, put, tag_of, take_off
from tracker.library.vaults.planning import Planning, sha
from tracker.stored import moment_or_none
from tracker.text.clean import clean

if TYPE_CHECKING:
    from sqlmodel import Session

    from tracker.vault.fields import Fields
    from tracker.vault.folder import Folder
    from tracker.vault.meeting import Side
    from tracker.vault.plan import PagePlan, VaultPlan, VaultReport, VaultView

WRITERS = 8  # files written at a time: a disk takes as long for eight as for one

VAULTS = """
SELECT v.folder, count(p.paper_id), v.synced_at FROM vault v
LEFT JOIN vault_page p ON p.vault_id = v.id AND NOT p.forgotten
WHERE v.person_id = :me GROUP BY v.id ORDER BY v.synced_at DESC
"""

Pages = list["PagePlan"]
Base = tuple[int, str, str, str, bool]  # paper, path, text, hash of the file, forgotten


class Vaults(Planning):
    """Every paper with a note or an annotation has a page in the folder. What was typed in a file is never
    overwritten: where both sides changed the same, neither is touched until somebody says which one stands."""

    def vaults(self) -> list[VaultView]:
        """The folders that the person syncs with, the one synced last first."""
        from tracker.vault.plan import VaultView

        rows = self.store.read(VAULTS, {"me": self.me_id})
        return [VaultView(folder, pages, moment_or_none(at)) for folder, pages, at in rows]

    def plan_vault(
        self, folder: str | Path, *, settle: Mapping[int, Side] | None = None, again: Collection[int] = ()
    ) -> VaultPlan:
        """What a sync with this folder would do; nothing is written.

        `settle` says of papers whose sides clash which one stands; `again`, of which papers a file that was deleted
        is to be written anew.
        """
        from tracker.vault.folder import Folder

        return self._plan(Folder(Path(folder)), settle or {}, again)

    def sync_vault(self, plan: VaultPlan) -> VaultReport:
        """Do what was planned. A page that was changed on either side since then is left for the next time."""
        from tracker.vault.folder import Folder
        from tracker.vault.plan import READING, WAITING, Deed, VaultReport

        place = Folder(Path(plan.folder)).made()
        pages, stale = _still(place, [page for page in plan.pages if page.deed not in WAITING])
        backup = place.keep(self._first_met(plan.folder, pages), f"{datetime.now():%Y%m%d-%H%M%S}")
        pages, late, said = self._take_in(plan.folder, pages)
        wrote, failed = _written(place, [page for page in pages if page.text is not None])
        with self.store.transaction() as session:
            self._met(session, plan.folder, ((page, page.after, (page.text or "").encode()) for page in wrote))
        waiting = [page for page in plan.pages if page.deed in WAITING]
        read = sum(page.deed in READING for page in pages)
        left = (*waiting, *stale, *late, *failed)
        return VaultReport(plan, len(wrote), read, plan.count(Deed.SAME), left, str(backup) if backup else None, said)

    def forget_page(self, folder: str | Path, paper_id: int) -> str:
        """Do not write the file of a paper again that the person deleted. No step: the note stays as it is."""
        from tracker.vault.folder import Folder

        place = str(Folder(Path(folder)).root)
        known = self._known(place).get(paper_id)
        if known is None:
            raise NotFound(f"{self.told([paper_id])} has no file in {folder}")
        with self.store.transaction() as session:
            _keep(session, self._vault(session, place), [(paper_id, known.path, known.base, known.sha, True)])
        return f"forgot the file of {self.told([paper_id])}"

    # What both sides had

    def _vault(self, session: Session, folder: str) -> int:
        from sqlmodel import select

        Vault, person = models.Vault, self._person(session)
        vault = session.exec(select(Vault).where(Vault.person_id == person, Vault.folder == folder)).first()
        vault = vault or Vault(person_id=person, folder=folder)
        vault.synced_at = datetime.now(UTC)
        session.add(vault)
        session.flush()
        assert vault.id is not None
        return vault.id

    def _met(self, session: Session, folder: str, pages: Iterable[tuple[PagePlan, str, bytes]]) -> None:
        """Both sides have these texts now, and the files hold these bytes."""
        known = self._known(folder)
        bases = [(page.paper_id, page.path, text, sha(data), False) for page, text, data in pages]
        fresh = [base for base in bases if base[1:] != known.get(base[0])]
        _keep(session, self._vault(session, folder), fresh)

    def _first_met(self, folder: str, pages: Iterable[PagePlan]) -> list[str]:
        """Files that would be written and were never synced before."""
        known = self._known(folder)
        return [page.path for page in pages if page.text is not None and page.data and page.paper_id not in known]

    # What the library takes

    def _take_in(self, folder: str, pages: Pages) -> tuple[Pages, Pages, str | None]:
        """Read the changes of files into the library, in one step: the pages for which that was still right, those
        for which it was not, and what was done."""
        from tracker.vault.plan import READING, WRITING

        reading = [page for page in pages if page.deed in READING]
        with self.step("read notes from the vault") as step:
            late = self._changed_since(reading)
            fresh = [page for page in reading if page.paper_id not in late]
            self._take_notes(step, fresh)
            _decide(step, fresh)
            self._take_remarks(step, fresh)
            told = self.told([page.paper_id for page in fresh])
            step.title = f"read what changed in the vault {Path(folder).name} on {told}"
            kept = [page for page in pages if page.paper_id not in late]
            met = (page for page in kept if page.deed not in WRITING)
            texts = ((page, page.after if page.text is None else page.halfway, page.data or b"") for page in met)
            self._met(step.session, folder, texts)
        told = "it was changed in the library just now; look again"
        return kept, [page._replace(told=told) for page in pages if page.paper_id in late], step.said

    def _changed_since(self, pages: Sequence[PagePlan]) -> set[int]:
        """The papers of which the library holds something else by now than what the plan was made from."""
        now = self._here([page.paper_id for page in pages])
        return {page.paper_id for page in pages if now.get(page.paper_id, (None, None))[1] != page.here}

    def _take_remarks(self, step: OpenStep, pages: Sequence[PagePlan]) -> None:
        """Lines below the quotation of a mark begin threads on it."""
        for page in pages:
            for remark in page.remarks:
                self._begun(step, page.paper_id, clean(remark.text), self.annotation(remark.mark).id)

    def _take_notes(self, step: OpenStep, pages: Sequence[PagePlan]) -> None:
        """Give notes the texts of their blocks; a block whose note is gone makes a new one."""
        mine = _notes_of(step, [page.paper_id for page in pages if page.notes])
        linked = {row[0] for row in self.store.read("SELECT DISTINCT from_id FROM link WHERE from_kind = 'note'")}
        changed: list[models.Note] = []
        for page in pages:
            for name, body in page.notes.items():
                note = _note_of(name, mine.get(page.paper_id, [])) or models.Note(
                    paper_id=page.paper_id, author_id=step.person_id
                )
                if not clean(body).strip() and not note.title:
                    self._erase(step, note)
                else:
                    give_text(note, note.title, clean(body))
                    changed.append(note)
        step.session.add_all(changed)
        step.session.flush()
        for note in changed:
            if "[[" in note.body or str(note.id) in linked:
                written(step, "note", note.id or 0, note.paper_id, note.body)


def _notes_of(step: OpenStep, papers: Sequence[int]) -> dict[int, list[models.Note]]:
    """The person's notes on papers, the oldest first."""
    from sqlmodel import col, select

    Note = models.Note
    found: dict[int, list[models.Note]] = {}
    for part in chunks(papers):
        mine = select(Note).where(Note.author_id == step.person_id, col(Note.paper_id).in_(part))
        for note in step.session.exec(mine.order_by(col(Note.id))).all():
            found.setdefault(note.paper_id or 0, []).append(note)
    return found


def _note_of(name: str, mine: Sequence[models.Note]) -> models.Note | None:
    """The note that a block is about: the first, or the one with the block's number."""
    number = name.removeprefix("note").strip()
    return next((note for note in mine if not number or str(note.id) == number), None)


def _still(folder: Folder, pages: Sequence[PagePlan]) -> tuple[Pages, Pages]:
    """The pages whose files are as they were when it was planned, and the others."""
    fresh: Pages = []
    stale: Pages = []
    for page in pages:
        if page.data is None or folder.read(page.path) == page.data:
            fresh.append(page)
        else:
            stale.append(page._replace(told="the file was changed just now; look again"))
    return fresh, stale


def _written(folder: Folder, pages: Sequence[PagePlan]) -> tuple[Pages, Pages]:
    """Write files: those that were, and those that could not be, with why."""
    from concurrent.futures import ThreadPoolExecutor

    def write(page: PagePlan) -> str:
        try:
            folder.write(page.path, (page.text or "").encode(), page.data)
        except TrackerError as error:
            return str(error)
        except OSError as error:
            return f"it cannot be written: {error.strerror}"
        return ""

    with ThreadPoolExecutor(WRITERS) as pool:
        told = list(zip(pages, pool.map(write, pages), strict=True))
    return [page for page, why in told if not why], [page._replace(told=why) for page, why in told if why]


def _keep(session: Session, vault: int, pages: Sequence[Base]) -> None:
    """Store what both sides have, in place of what they had."""
    import sqlalchemy as sa
    from sqlmodel import col

    Page = models.VaultPage
    for part in chunks([paper for paper, *_ in pages]):
        session.connection().execute(sa.delete(Page).where(col(Page.vault_id) == vault, col(Page.paper_id).in_(part)))
    names = ("paper_id", "path", "base", "sha", "forgotten")
    rows = [dict(zip(names, page, strict=True)) | {"vault_id": vault} for page in pages]
    if rows:
        session.connection().execute(sa.insert(Page), rows)


def _decide(step: OpenStep, pages: Sequence[PagePlan]) -> None:
    """Give papers what was decided about them in their files."""
    deciding = {page.paper_id: (page.here.fields, page.fields) for page in pages if page.fields and page.here}
    for state in states(step, list(deciding)):
        old, new = deciding[state.paper_id]
        change_state(step, state, partial(_give, old=old, new=new))
    for paper, (old, new) in deciding.items():
        before, after = {name_key(tag): tag for tag in old.tags}, {name_key(tag): tag for tag in new.tags}
        for key in after.keys() - before.keys():
            put(step, [paper], tag_of(step, after[key]))
        for key in before.keys() - after.keys():
            if tag := find_tag(step, before[key]):
                take_off(step, [paper], tag)


def _give(state: models.ReadingState, *, old: Fields, new: Fields) -> None:
    if new.status != old.status:
        stand(state, new.status, datetime.now(UTC))
        state.snoozed_until = None
    state.priority, state.rating, state.due_on = new.priority, new.rating, new.due
