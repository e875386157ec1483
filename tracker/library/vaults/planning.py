"""What a sync with a folder would do: each page of the library beside the file that says it is that page."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from tracker.errors import Conflict
from tracker.library.names import name_key, tag_name
from tracker.library.notes.notes import Notes
from tracker.library.vaults.pages import Pages

if TYPE_CHECKING:
    from tracker.library.values import Row
    from tracker.vault.folder import Folder, Found
    from tracker.vault.meeting import Outcome, Side
    from tracker.vault.plan import PagePlan, VaultPlan
    from tracker.vault.writing import Here

FOLDER = "Papers"  # where new pages are put

KNOWN = """
SELECT p.paper_id, p.path, p.base, p.sha, p.forgotten FROM vault_page p JOIN vault v ON v.id = p.vault_id
WHERE v.person_id = :me AND v.folder = :folder
"""

OTHERS = """
SELECT p.name FROM vault v JOIN person p ON p.id = v.person_id WHERE v.folder = :folder AND v.person_id <> :me
"""


def sha(data: bytes) -> str:
    """What a file held, in short."""
    return sha256(data).hexdigest()


class Known(NamedTuple):
    """A page as both sides had it when they met last."""

    path: str
    base: str
    sha: str
    forgotten: bool


class Seen(NamedTuple):
    """What is there to plan with: both sides, the last meeting, and what the person said of single pages."""

    found: Found
    known: Mapping[int, Known]
    here: Mapping[int, tuple[Row, Here]]
    claims: Mapping[str, list[str]]  # identity → the files that have it
    settle: Mapping[int, Side]
    again: Collection[int]


class Planning(Notes, Pages):
    """Finds out what is to be done with each page of a folder."""

    def _known(self, folder: str) -> dict[int, Known]:
        rows = self.store.read(KNOWN, {"me": self.me_id, "folder": folder})
        return {paper: Known(path, base, sha, bool(forgotten)) for paper, path, base, sha, forgotten in rows}

    def _plan(self, folder: Folder, settle: Mapping[int, Side], again: Collection[int]) -> VaultPlan:
        from tracker.vault.plan import VaultPlan

        root = str(folder.root)
        if other := self.store.one(OTHERS, {"me": self.me_id, "folder": root}):
            raise Conflict(f"{root} is kept in step with the notes of {other[0]}; give a folder of your own")
        known = self._known(root)
        found = folder.look({page.path for page in known.values()})
        claims = _claims(found)
        ids = {*self._written_on(), *known, *_papers(claims, self._identity())}
        seen = Seen(found, known, self._here(ids), claims, settle, again)
        return VaultPlan(root, tuple(_pages(seen)), tuple(_aside(seen)))


def _claims(found: Found) -> dict[str, list[str]]:
    """The files that say whose page they are."""
    from tracker.vault.page import claimed

    claims: dict[str, list[str]] = {}
    for path, data in found.pages.items():
        if identity := claimed(data):
            claims.setdefault(identity, []).append(path)
    return claims


def _papers(claims: Mapping[str, list[str]], library: str) -> Iterator[int]:
    """The papers of this library that files name."""
    for identity in claims:
        of, _, number = identity.partition("-")
        if of == library and number.isdigit() and len(number) < 18:
            yield int(number)


def _pages(seen: Seen) -> Iterator[PagePlan]:
    from tracker.vault.plan import Deed, PagePlan

    taken = set(seen.found.taken)
    for paper, (row, here) in seen.here.items():
        paths, known = seen.claims.get(here.identity, []), seen.known.get(paper)
        page = PagePlan(paper, row.heading, paths[0] if paths else known.path if known else "", Deed.SAME, here=here)
        if len(paths) > 1:
            told = f"{' and '.join(sorted(paths))} say that they are the same page; delete one of them"
            yield page._replace(deed=Deed.BROKEN, told=told)
        elif paths:
            yield _met(seen, page, seen.found.pages[page.path], known)
        elif known and known.path in seen.found.unread:
            yield page._replace(deed=Deed.BROKEN, told=f"it cannot be read: {seen.found.unread[known.path]}")
        elif known and known.path in seen.found.pages:
            yield page._replace(deed=Deed.BROKEN, told=f"its line “tracker: {here.identity}” is gone; put it back")
        elif known is None or paper in seen.again:
            yield _new(seen, page, taken)
        elif not known.forgotten:
            yield page._replace(deed=Deed.GONE, told="the file is gone: write it again, or forget it")


def _new(seen: Seen, page: PagePlan, taken: set[str]) -> PagePlan:
    """A page that has no file. It keeps its name for ever, whatever becomes of the heading."""
    from tracker.vault import names
    from tracker.vault.plan import Deed
    from tracker.vault.writing import new_page

    assert page.here
    row = seen.here[page.paper_id][0]
    path = page.path or names.free(f"{FOLDER}/{names.stem(row.key, row.heading)}", ".md", taken)
    taken.add(names.folded(path))
    text = new_page(page.here)
    return page._replace(path=path, deed=Deed.NEW, text=text, after=text)


def _met(seen: Seen, page: PagePlan, data: bytes, known: Known | None) -> PagePlan:
    """What becomes of a page that has a file."""
    from tracker.vault.meeting import Tags, meet
    from tracker.vault.page import Broken, read
    from tracker.vault.plan import Deed
    from tracker.vault.writing import new_page

    assert page.here
    if known and known.sha == sha(data) and known.path == page.path and known.base == new_page(page.here):
        return page._replace(data=data, after=known.base)
    try:
        there, base = read(data.decode()), read(known.base) if known else None
        outcome = meet(base, there, page.here, Tags(tag_name, name_key), seen.settle.get(page.paper_id))
    except UnicodeDecodeError:
        return page._replace(deed=Deed.BROKEN, told="it is not UTF-8")
    except Broken as broken:
        return page._replace(deed=Deed.BROKEN, told=str(broken))
    return _planned(page, data, outcome)


def _planned(page: PagePlan, data: bytes, outcome: Outcome) -> PagePlan:
    from tracker.vault.plan import Deed

    reads, writes = bool(outcome.notes or outcome.fields or outcome.remarks), outcome.text is not None
    deed = Deed.BOTH if reads and writes else Deed.READ if reads else Deed.WRITE if writes else Deed.SAME
    return page._replace(
        deed=Deed.CONFLICT if outcome.clashes else deed,
        told=", ".join(clash.what for clash in outcome.clashes),
        data=data,
        text=outcome.text,
        halfway=outcome.halfway,
        after=outcome.after,
        sent=outcome.sent,
        fields=outcome.fields,
        notes=outcome.notes,
        remarks=outcome.remarks,
        clashes=outcome.clashes,
    )


def _aside(seen: Seen) -> Iterator[str]:
    """The files that are left alone, and why."""
    ours = {here.identity for _, here in seen.here.values()}
    for identity, paths in sorted(seen.claims.items()):
        if identity not in ours:
            yield f"{', '.join(paths)}: no paper of this library is {identity}, so it is left alone"
    for path, why in seen.found.unread.items():
        yield f"{path}: cannot be read ({why})"
