"""Records in all the shapes that tests of formats need."""

from collections.abc import Iterable, Iterator, Sequence

from hypothesis import strategies as st

from tracker.formats.record import Failure, Record

# Characters that every format can hold: no control characters, no halves of pairs, no odd white space.
LETTERS = st.characters(
    codec="utf-8", categories=("L", "M", "N", "P", "S"), exclude_characters="{}\\$", include_characters=" "
)
WORDS = st.text(LETTERS, min_size=1, max_size=30).map(lambda text: " ".join(text.split())).filter(bool)
SIMPLE = st.text(st.sampled_from("abcdeÄßñжλ"), min_size=2, max_size=9)
TITLES = st.lists(SIMPLE, min_size=1, max_size=6).map(" ".join)
ODD = st.sampled_from(  # what means something else in one format or another
    [
        *(
            "a } b",
            "}{",
            "{ a",
            "a\\",
            "\\",
            "NaN",
            "N/A",
            "-",
            "None",
            "'NaN",
            "=1+1",
            "Code",
            "GitHub",
            "a~b",
            "a] b",
        ),
        *(
            "[a](https://example.org/b)",
            "x](y",
            "[CLS] a",
            "a_b",
            "50% of a & b #1",
            "*a* b",
            "`a`",
            "a | b",
            "<b",
            "C#",
        ),
    ]
)
NAMES = st.one_of(
    st.tuples(SIMPLE, SIMPLE).map(lambda two: f"{two[0].capitalize()} {two[1].capitalize()}"),
    st.sampled_from(["Ann van der Lee", "OpenAI", "Google Brain Team", "Martin King Jr.", "Barnes and Noble, Inc."]),
)
TAGS = st.text(st.sampled_from("abcäж-/"), min_size=1, max_size=8).filter(lambda tag: any(map(str.isalnum, tag)))
DOIS = st.text(st.sampled_from("abc123.-_/"), min_size=1, max_size=12).map(lambda end: f"10.1234/a{end}b")
ARXIV = st.integers(0, 99999).map(lambda number: f"2501.{number:05d}")
PAGES = st.tuples(st.integers(1, 999), st.integers(0, 50)).map(lambda two: f"{two[0]}-{two[0] + two[1] + 1}")
STATES = st.sampled_from([None, "inbox", "later", "reading", "done", "skipped", "included", "maybe"])
PARAGRAPHS = st.lists(WORDS, min_size=1, max_size=3).map("\n\n".join)


def some(values: st.SearchStrategy[str], most: int = 3) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(values, max_size=most, unique=True).map(tuple)


def of(found: Iterable[Record | Failure]) -> list[Record]:
    """The records of a file in which nothing failed."""
    everything = list(found)
    assert not [one for one in everything if isinstance(one, Failure)]
    return [one for one in everything if isinstance(one, Record)]


def failures(found: Iterable[Record | Failure]) -> list[Failure]:
    return [one for one in found if isinstance(one, Failure)]


def bare(records: Iterable[Record], fields: Sequence[str] = Record._fields) -> Iterator[dict[str, object]]:
    """Records by field, without where they stood."""
    for record in records:
        yield {name: getattr(record, name) for name in fields if name not in ("line", "raw")}
