"""Terms that hold names of things: tags, collections, venues, sources, people, papers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from tracker.query.near import nearest
from tracker.query.tree import Name, Names
from tracker.store.reader import Reader
from tracker.store.search.near import FUZZY, FUZZY_WORDS
from tracker.store.search.sql.fields import Asker
from tracker.store.search.sql.plan import Plan, among, any_of, none_of, where
from tracker.text.fold import fold, spellings


class Unknown(NamedTuple):
    """A name that nothing has, and the nearest one that something has."""

    name: Name
    said: str
    near: str | None


class Kind(NamedTuple):
    """Where the names of a field are kept, and which papers have them."""

    noun: str
    names: str  # SQL for (id, name)
    papers: str  # SQL for the papers that have one of {ids}
    some: str  # SQL for the papers that have any
    nested: bool = False  # `a` stands for `a/b` too; else a part of the name is enough


_KINDS = "(SELECT row_number() OVER (ORDER BY name) AS number, name FROM kind) AS numbered"

KINDS = {
    "tag": Kind(
        "tag",
        "SELECT id, name FROM tag",
        "SELECT paper_id FROM paper_tag WHERE tag_id IN ({ids})",
        "SELECT paper_id FROM paper_tag",
        nested=True,
    ),
    "collection": Kind(
        "collection",
        "SELECT id, name FROM collection",
        "SELECT paper_id FROM collection_paper WHERE collection_id IN ({ids})",
        "SELECT paper_id FROM collection_paper",
    ),
    "venue": Kind(
        "venue",
        "SELECT min(id), venue FROM paper WHERE venue IS NOT NULL GROUP BY venue",
        "SELECT id FROM paper WHERE venue IN (SELECT venue FROM paper WHERE id IN ({ids}))",
        "SELECT id FROM paper WHERE venue IS NOT NULL",
    ),
    "source": Kind(
        "source",
        "SELECT id, source FROM import_batch",
        "SELECT id FROM paper WHERE batch_id IN ({ids})",
        "SELECT id FROM paper WHERE batch_id IS NOT NULL",
    ),
    "kind": Kind(
        "kind of annotation",
        f"SELECT number, name FROM {_KINDS}",
        f"SELECT paper_id FROM annotation WHERE kind IN (SELECT name FROM {_KINDS} WHERE number IN ({{ids}}))"
        " AND deleted_at IS NULL AND (visibility = 'team' OR author_id = {me})",
        "SELECT paper_id FROM annotation WHERE deleted_at IS NULL AND visibility = 'team'",
        nested=True,
    ),
    "by": Kind(
        "person",
        "SELECT id, name FROM person",
        "SELECT paper_id FROM note WHERE paper_id IS NOT NULL AND author_id IN ({ids})"
        " AND (visibility = 'team' OR author_id = {me})"
        " UNION SELECT paper_id FROM paper_tag WHERE person_id IN ({ids})"
        " UNION SELECT paper_id FROM annotation WHERE author_id IN ({ids}) AND deleted_at IS NULL"
        " AND (visibility = 'team' OR author_id = {me})"
        " UNION SELECT c.paper_id FROM comment c LEFT JOIN annotation a ON a.id = c.annotation_id"
        " WHERE c.author_id IN ({ids}) AND c.deleted_at IS NULL"
        " AND (a.id IS NULL OR a.visibility = 'team' OR a.author_id = {me})",
        "SELECT paper_id FROM note WHERE paper_id IS NOT NULL UNION SELECT paper_id FROM paper_tag"
        " UNION SELECT paper_id FROM annotation WHERE deleted_at IS NULL AND visibility = 'team'"
        " UNION SELECT paper_id FROM comment WHERE deleted_at IS NULL",
    ),
}


def names(connection: Reader, term: Names, asker: Asker, unknown: Callable[[Unknown], None]) -> Plan:
    """The papers that have any of the names; `unknown` is told of those that nothing has."""
    if term.field == "id":
        return any_of([_papers(connection, name) for name in term.values])
    kind = KINDS[term.field]
    known = connection.execute(kind.names).fetchall()
    plans: list[Plan] = []
    for name in term.values:
        if fold(name.text) == "none" and not (name.exact or name.near):
            plans.append(none_of(where(f"p.id IN ({kind.some})")))
        elif ids := _ids(name, kind, known, asker):
            numbers = ",".join(map(str, ids))
            plans.append(where(f"p.id IN ({kind.papers.format(ids=numbers, me=asker.me)})"))
        else:
            near = nearest(fold(name.text), [fold(each) for _, each in known])
            lacking = "nobody is named" if kind.noun == "person" else f"no paper has the {kind.noun}"
            unknown(Unknown(name, f"{lacking} “{name.text}”", near))
    return any_of(plans)


def people(connection: Reader, term: Names, asker: Asker) -> list[int]:
    """The people that a `by:` term names."""
    kind = KINDS["by"]
    known = connection.execute(kind.names).fetchall()
    return [person for name in term.values for person in _ids(name, kind, known, asker)]


def tag_words(connection: Reader) -> dict[str, list[int]]:
    """The tags by the bare words that name them: whole, or a part between slashes."""
    found: dict[str, list[int]] = {}
    for tag, name in connection.execute("SELECT id, name FROM tag"):
        for word in {word for part in (name, *name.split("/")) for word in _joined(part)}:
            found.setdefault(word, []).append(tag)
    return found


def tagged(known: Mapping[str, Sequence[int]], word: str, *, prefix: bool) -> list[int]:
    """The tags that a bare word names; `prefix`: that begin with it."""
    forms = tuple(_joined(word))
    begun = [each for each in known if each.startswith(forms)] if prefix and forms else forms
    return sorted({tag for each in begun for tag in known.get(each, ())})


def _joined(name: str) -> Iterable[str]:
    return ("".join(form) for form in spellings(name))


def _ids(name: Name, kind: Kind, known: Sequence[tuple[int, str]], asker: Asker) -> list[int]:
    text = fold(name.text)
    if kind.noun == "person" and text == "me":
        return [asker.me]
    ids = [number for number, each in known if _means(name, text, fold(each), nested=kind.nested)]
    return list({*ids, *_near(text, known)}) if name.near else ids


def _near(text: str, known: Sequence[tuple[int, str]]) -> list[int]:
    """Those of the names that are spelled much like one."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    found = process.extract(
        text, [fold(each) for _, each in known], scorer=OSA.normalized_similarity, score_cutoff=FUZZY, limit=FUZZY_WORDS
    )
    places: list[int] = [place for _, _, place in found]
    return [known[place][0] for place in places]


def _means(name: Name, text: str, known: str, *, nested: bool) -> bool:
    if name.exact or text == known:
        return text == known
    if name.prefix:
        return known.startswith(text) or (not nested and text in known)
    return known.startswith(f"{text}/") if nested else text in known


def _papers(connection: Reader, name: Name) -> Plan:
    if name.prefix:
        return where("substr(p.key, 1, ?) = ?", len(name.text), name.text)
    number = int(name.text) if name.text.isascii() and name.text.isdigit() and len(name.text) < 19 else -1
    rows = connection.execute("SELECT id FROM paper WHERE id = ? OR key = ?", (number, name.text))
    return among(row[0] for row in rows)
