"""XML of PubMed and EndNote, feeds and lists of feeds."""

import pytest

from tests.formats import samples
from tests.formats.kinds import failures, of
from tracker.formats import endnote_xml, feed, opml, pubmed
from tracker.formats.record import Record
from tracker.formats.registry import source_of


def test_pubmed() -> None:
    (record,) = of(pubmed.read(samples.PUBMED))
    assert record.title == "Counting E. coli with 10<sup>5</sup> models"
    assert record.abstract == "AIM: We count.\n\nEND: It works."
    assert (record.authors, record.year, record.line) == (("Ann Lee", "Counting Group"), 2018, 4)
    assert (record.venue, record.doi, record.key) == ("J. Counting", "10.1234/xyz", "123")


def test_endnote() -> None:
    (record,) = of(endnote_xml.read(samples.ENDNOTE))
    assert (record.title, record.authors, record.keywords) == ("Counting well", ("Ann Lee",), ("a",))
    assert (record.venue, record.year, record.doi, record.key) == ("J. Counting", 2020, "10.1234/xyz", "7")


def test_a_damaged_entry_is_alone() -> None:
    good = "<record><titles><title>{}</title></titles></record>\n"
    text = f"<xml><records>\n{good.format('A')}<record><titles>oops</record>\n"
    text += f"{good.format('B &amp; C & D &eacute;')}<record>"
    found = list(endnote_xml.read(text))
    assert [one.title for one in found if isinstance(one, Record)] == ["A", "B & C & D é"]
    assert [failure.line for failure in failures(found)] == [3, 5]


BOMB = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize("entity", ["&b;", "&f;"])
def test_no_entity_is_ever_written_out(entity: str) -> None:
    text = samples.PUBMED.replace("Counting <i>", f"Counting {entity} <i>").replace("<!DOCTYPE", f"{BOMB}<!DOCTYPE")
    told = str(list(source_of(text.encode(), "x.xml").records()))
    assert "haha" not in told
    assert "root:" not in told
    inner = samples.PUBMED.replace("<ArticleTitle>", f"{BOMB}<ArticleTitle>{entity}")
    assert failures(pubmed.read(inner))
    atom = samples.FEED.replace("<feed", f"{BOMB}<feed").replace("We count", f"We count {entity}")
    told = str(list(feed.read(atom)))
    assert "haha" not in told
    assert "root:" not in told


def test_arxiv_feed() -> None:
    (record,) = of(feed.read(samples.FEED))
    assert (record.title, record.abstract) == ("Counting with models", "We count.")
    assert (record.authors, record.year) == (("Ann Lee", "Bob Ray"), 2025)
    assert (record.arxiv_id, record.doi, record.keywords) == ("2501.05444", "10.1234/xyz", ("cs.LG",))


def test_rss_of_arxiv_and_of_journals() -> None:
    text = """<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>cs.LG</title>
<item><title>Counting</title><link>https://arxiv.org/abs/2501.05444</link><dc:creator>Ann Lee, Bob Ray</dc:creator>
<description>arXiv:2501.05444v1 Announce Type: new \nAbstract: We count.</description></item>
<item><title>Forgetting</title><link>https://example.org/a</link><description>&lt;p&gt;We &lt;b&gt;forget&lt;/b&gt;.
</description></item></channel></rss>"""
    first, second = of(feed.read(text))
    assert (first.abstract, first.authors, first.arxiv_id) == ("We count.", ("Ann Lee", "Bob Ray"), "2501.05444")
    assert (second.abstract, second.url, second.line) == ("We forget.", "https://example.org/a", 5)


def test_an_answer_without_papers_says_so() -> None:
    (failure,) = feed.read('<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title></feed>')
    assert "no entries" in str(failure)
    error = "<entry><id>http://arxiv.org/api/errors#x</id><title>Error</title><summary>incorrect id</summary></entry>"
    (failure,) = feed.read(f'<feed xmlns="http://www.w3.org/2005/Atom">{error}</feed>')
    assert "incorrect id" in str(failure)


def test_a_list_of_feeds_holds_no_papers() -> None:
    (failure,) = opml.read(samples.OPML)
    assert isinstance(failure.line, int)
    assert "1 feeds" in str(failure) or "1 feed" in str(failure)
