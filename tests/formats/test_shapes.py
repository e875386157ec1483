"""What further programs, services and people write, also cut off, put one behind the other or mixed: each entry is a
paper with what names it, or is told of; what nobody reads is refused with a word that helps."""

from pathlib import Path

import pytest

from tracker.errors import Unreadable
from tracker.formats.record import Failure, Record
from tracker.formats.registry import source

FOLDER = Path(__file__).with_name("shapes")
REFUSED = {"bibitem.tex": "LaTeX", "wiki.txt": "a wiki's templates", "webarchive.mht": "save the page as HTML"}
FILES = sorted(path for path in FOLDER.iterdir() if path.name not in REFUSED)
ONE = {"tandf.bib", "bibdesk.bib", "zotero_notes.ris", "coins.html", "nan.json", "md_cut.md"}
TOLD = {"pubmed_trunc.xml": 1, "nan.json": 1, "strings.json": 2, "md_cut.md": 1, "pandoc.md": 1}
NONE, CHINESE = {"strings.json"}, {"noteexpress.net", "cnki.txt"}
NO_TITLES = {"ids.json", "nan.json"}
CREDITED = {
    *(
        "openreview.bib",
        "tandf.bib",
        "mathscinet.bib",
        "ieee_br.bib",
        "scifinder.txt",
        "ads.txt",
        "scopus.txt",
        "acl.xml",
    ),
    *("refworks.xml", "tei.xml", "readcube.csv", "cmt.csv", "hotcrp.csv", "polish.csv", "korean.csv", "arabic.csv"),
    *("pwc.json", "biorxiv.json", "plos.json", "springer_api.json", "ieee_api.json", "lens.json", "ads_api.json"),
    *("unpaywall.jsonl", "eppi.json", "apa.txt", "numbered_refs.txt", "arxiv.eml", "scopus_api.json", "sources.xml"),
}
NAMED = {  # by what else a file names its first paper
    "kaggle.jsonl": ("arxiv_id", "0704.0001"),
    "hf_daily.json": ("arxiv_id", "2401.00001"),
    "esummary.json": ("doi", "10.1234/apples"),
    "lens.json": ("doi", "10.1234/apples"),
    "springer.csv": ("doi", "10.1007/s1"),
    "noteexpress.net": ("year", 2020),
    "acl.xml": ("venue", "Proceedings of the 58th Meeting"),
    "apa.txt": ("venue", "Journal of Orchards"),
    "zotero_notes.ris": ("notes", ("My note on apples",)),
    "readcube.csv": ("notes", ("mine",)),
    "ads.txt": ("key", "2020ApJ...123..456L"),
    "pocket.csv": ("status", "unread"),
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_each_entry_is_a_paper_or_is_told_of(path: Path) -> None:
    found = list(source(path).records())
    papers = [one for one in found if isinstance(one, Record)]
    assert len(papers) == (0 if path.name in NONE else 1 if path.name in ONE else 2)
    assert sum(isinstance(one, Failure) for one in found) == TOLD.get(path.name, 0)
    titles = [(one.title or "").lower().rstrip(".") for one in papers if path.name not in NO_TITLES | CHINESE]
    assert titles == ["counting apples in the rain", "forgetting pears on purpose"][: len(titles)]
    assert path.name not in CREDITED or "Lee" in papers[0].authors[0]
    name, value = NAMED.get(path.name, ("raw", papers[0].raw if papers else ""))
    assert not papers or getattr(papers[0], name) == value


@pytest.mark.parametrize("name", REFUSED)
def test_what_nobody_reads_is_refused_with_a_word_that_helps(name: str) -> None:
    with pytest.raises(Unreadable, match=REFUSED[name]):
        source(FOLDER / name)
