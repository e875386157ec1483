"""PubMed, Web of Science, EndNote, Ovid and the mails of arXiv and NEP."""

from tests.formats import samples
from tests.formats.kinds import of
from tracker.formats import digest, enw, nbib, ovid, wos


def test_pubmed() -> None:
    first, second = of(nbib.read(samples.NBIB))
    assert (first.title, first.abstract) == ("Impact of counting on clinical outcomes.", "BACKGROUND: We count.")
    assert (first.authors, first.year, first.doi) == (("Ann Lee",), 2018, "10.1234/xyz")
    assert (first.key, first.url) == ("28754806", "https://pubmed.ncbi.nlm.nih.gov/28754806/")
    assert (second.title, second.line) == ("Forgetting", 12)


def test_web_of_science() -> None:
    (record,) = of(wos.read(samples.WOS))
    assert (record.title, record.authors) == ("Counting with machines", ("Ann Lee", "Bob Ray"))
    assert (record.keywords, record.venue, record.year) == (("counting", "machines"), "JOURNAL OF COUNTING", 2020)
    assert record.line == 3


def test_refworks() -> None:
    text = (
        "RT Journal Article\nID 1\nA1 Lee, Ann\nA1 Ray, Bob\nT1 Counting\nJF J. Counting\nYR 2020\n\nRT Book\nT1 Two\n"
    )
    assert wos.looks_like(text)
    first, second = of(wos.read(text))
    assert (first.title, first.authors, first.venue, first.year) == (
        "Counting",
        ("Ann Lee", "Bob Ray"),
        "J. Counting",
        2020,
    )
    assert (second.title, second.line) == ("Two", 9)


def test_endnote() -> None:
    first, second = of(enw.read(samples.ENW))
    assert (first.title, first.authors, first.keywords) == ("Counting", ("Ann Lee", "Bob Ray"), ("a", "b"))
    assert (second.title, second.line) == ("Forgetting", 12)


def test_refer_without_types_is_parted_by_empty_lines() -> None:
    assert [record.title for record in of(enw.read("%A Lee, Ann\n%T One\n\n%A Ray, Bob\n%T Two\n"))] == ["One", "Two"]


def test_ovid() -> None:
    first, second = of(ovid.read(samples.OVID))
    assert (first.title, first.authors) == ("Counting in forests", ("Ann Lee", "Bob Ray"))
    assert (first.abstract, first.venue, first.year) == ("We count.\n\nTrees too.", "Ecology", 2015)
    assert (second.title, second.line) == ("Forgetting", 14)


def test_arxiv_mails() -> None:
    first, second = of(digest.read(samples.DIGEST))
    assert (first.title, first.abstract) == ("Counting with models", "We study counting. It is hard.")
    assert first.authors == ("Ann Lee", "Bob Ray", "Cy Dee")
    assert (first.arxiv_id, first.year, first.keywords) == ("2501.05444", 2025, ("cs.LG", "cs.CL"))
    assert (second.title, second.arxiv_id, second.abstract) == ("Forgetting", "2401.00001", None)


def test_old_arxiv_ids() -> None:
    head = "\\\\\nPaper: hep-th/9901001\nDate: Fri, 1 Jan 1999\n\nTitle: Counting\nAuthors: Ann Lee\n"
    text = f"{head}\\\\\n  We count.\n\\\\\n"
    (record,) = of(digest.read(text))
    assert (record.arxiv_id, record.year, record.abstract) == ("hep-th/9901001", 1999, "We count.")
