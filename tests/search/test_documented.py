"""Every query that the documentation shows, and every word of the language, finds what it says, on every engine."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.postgresql.server import Server
from tests.query.test_documented import DOCUMENTED
from tests.search.documented import make
from tests.search.found import FOUND
from tracker.library import Library
from tracker.query.fields import ALIASES, FIELDS, SIGILS, SORTS, VALUES
from tracker.query.lex import tokens
from tracker.query.parse import parse

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
HELP = sorted((ROOT / "tracker/cli").glob("*.py"))
COMMAND = re.compile(r"tracker (?:list|explain|digest|against \S+)(?: -\S+)* '([^'\n]+)'|--query '([^'\n]+)'")
FIELD = re.compile(rf"[-#@]|-?({'|'.join([*FIELDS, *ALIASES])})[:<>]")

CHANCE = re.compile("sort:-?(next|random)")


def shown() -> Iterator[str]:
    """The queries that pages and the command line's help show: in commands, in the table, and by themselves."""
    for page in (*PAGES, *HELP):
        told = page.read_text("utf-8")
        yield from (one or other for one, other in COMMAND.findall(told.replace('\\"', '"')))
        if page in PAGES:
            spans = re.findall(r"(?<!`)`([^`\n]+)`(?!`)", told)
            yield from (span for span in spans if FIELD.match(span) and _is_query(span))
    table = PAGES[0].read_text("utf-8").partition("| term | finds |")[2].partition("\n\n")[0]
    yield from (query for row in table.split("\n")[2:] for query in re.findall(r"`([^`]+)`", row.split(" | ")[0]))


def _is_query(text: str) -> bool:
    query = parse(text)
    return not query.problems and any(token.field for token in tokens(text)) and "…" not in text


def words_of_the_language() -> Iterator[str]:
    yield from (f"{field}:{value}" for field, values in VALUES.items() for value in values)
    yield from (f"sort:{sign}{key}" for key in SORTS for sign in ("", "-"))


def test_every_field_and_sign_is_among_the_queries() -> None:
    met = {token.field for query in FOUND for token in tokens(query)}
    assert met >= FIELDS.keys()
    assert all(any(re.search(rf"(^|[\s(-]){re.escape(sign)}\w", query) for query in FOUND) for sign in SIGILS)


def test_what_is_documented_has_its_papers_told_here() -> None:
    asked = {*shown(), *words_of_the_language(), *(typed for typed, _ in DOCUMENTED)}
    assert asked - FOUND.keys() == set(), (
        "reckon what these find in the library of documented.py, and say so in found.py"
    )


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_a_documented_query_finds_its_papers(engine: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    with ExitStack() as opened:
        ann, bob = (opened.enter_context(library) for library in libraries(engine, request, tmp_path))
        make(ann, bob)
        found = {query: told(ann, query) for query in FOUND}
    assert found == FOUND


def libraries(engine: str, request: pytest.FixtureRequest, folder: Path) -> Iterator[Library]:
    """An empty library as ann and as bob have it open."""
    if engine == "sqlite":
        yield from (Library.open(folder / "library.db", name, seed=False) for name in ("ann", "bob"))
        return
    server: Server = request.getfixturevalue("postgres")
    server.make("documented")
    ann = Library.open(server.url("ann", "documented"), "", seed=False)
    yield ann
    ann.init_team()
    ann.add_member("bob")
    yield Library.open(server.url("bob", "documented"), "")


def told(library: Library, query: str) -> str:
    """The papers that a query finds; in their order where that is not a matter of chance."""
    found = library.find(query).ids
    return " ".join(map(str, found if "sort:" in query and not CHANCE.search(query) else sorted(found)))
