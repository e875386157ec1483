"""Lists and tables in Markdown, and the pages that are written."""

import pytest

from tests.formats import samples
from tests.formats.kinds import failures, of
from tracker.formats.html import write as html
from tracker.formats.markdown import looks_like, read, write
from tracker.formats.record import Record


def one(text: str) -> Record:
    (record,) = of(read(text))
    return record


def test_items_and_rows_are_papers_and_links_inside_the_page_are_none() -> None:
    first, second, third = of(read(samples.MARKDOWN))
    assert (first.title, first.authors, first.venue) == ("Counting with models", ("Ann Lee", "Bob Ray"), "ICML 2025")
    assert (first.arxiv_id, first.code_url, first.year) == ("2501.05444", "https://github.com/a/b", 2025)
    assert (second.title, second.authors, second.venue) == ("Forgetting", ("Bob Ray", "Cy Dee"), "NeurIPS 2024")
    assert (second.pdf_url, second.status) == ("https://example.org/b.pdf", "read")
    assert (third.title, third.venue, third.code_url) == ("Trees", "ICLR 2024", "https://github.com/a/c")
    assert [record.line for record in (first, second, third)] == [7, 8, 12]


@pytest.mark.parametrize(
    "item",
    [
        "- [Counting: a Study](https://example.org/a) (ICML 2020)",
        "* **Counting: a Study.** Ann Lee, Bob Ray. [[paper](https://example.org/a)]",
        "1. Counting: a Study. Ann Lee, Bob Ray. ICML 2020. [[paper](https://example.org/a)]",
        '- "Counting: a Study," Ann Lee and Bob Ray, ICML 2020. [link](https://example.org/a)',
        "- [2020/01] Counting: a Study [![arXiv](https://x.org/b.svg)](https://example.org/a)",
        "+ [**Counting: a Study**](https://example.org/a) 🔥",
    ],
)
def test_titles_are_found_wherever_people_put_them(item: str) -> None:
    record = one(item)
    assert (record.title, record.url) == ("Counting: a Study", "https://example.org/a")


def test_an_item_that_names_nothing_is_told_of() -> None:
    (failure,) = failures(read("- [A](https://example.org/a)\n- no link here\n"))
    assert (failure.line, failure.raw) == (2, "- no link here")


def test_what_is_set_in_belongs_to_the_item_above() -> None:
    record = one("- [A](https://example.org/a)\n  - [code](https://github.com/a/b)\n  > We count.\n  >\n  > Twice.\n")
    assert (record.code_url, record.abstract) == ("https://github.com/a/b", "We count.\n\nTwice.")


def test_it_is_known_by_its_links() -> None:
    assert looks_like(samples.MARKDOWN)
    assert not looks_like("# ICML 2025\n\nWe study how models count.\n\n- and how they do not\n")


def test_a_page_escapes_everything() -> None:
    evil = Record(
        title="<script>1</script>", abstract="a </p><img onerror=x>", url='https://x.org/"onclick="x', notes=("<b>",)
    )
    page = "".join(html([evil, Record(title="B", url="javascript:alert(1)")]))
    assert "<script>" not in page
    assert "<img" not in page
    assert 'onclick="x"' not in page
    assert "javascript:" not in page
    assert "&lt;b&gt;" in page


def test_a_reading_list_is_for_people() -> None:
    record = Record(
        title="Counting", authors=("Ann Lee", "Bob Ray"), venue="ICML", year=2020, url="https://example.org/a"
    )
    text = "".join(write([record]))
    assert text == "- [Counting](https://example.org/a)\n  by Ann Lee, Bob Ray\n  *ICML*, 2020\n\n"
