"""A small file of each format, as programs and people write them."""

from io import BytesIO
from pathlib import Path

VARIANTS = Path(__file__).with_name("variants")

BIBTEX = r"""% a comment
@string{jc = "J. Counting"}
@article{lee2020,
  title = {Counting with {BERT} and {\"o}ther $x_i$}, author = "Lee, Ann and Ray, Bob",
  journal = jc # { B}, year = 2020, abstract = {We study 5\% of it.}, keywords = {a, b}, crossref = {whole},
}
@inproceedings{whole, title = {All}, xdata = {x}, year = 1999}
@xdata{x, publisher = {P}}
"""
RIS = """Record #1 of 2
TY  - JOUR
TI  - Counting with BERT
AU  - Lee, Ann
PY  - 2020
AB  - We study
counting.
N1  - RAYYAN-INCLUSION: {"ann"=>"Included"} | RAYYAN-LABELS: a,b
ER  -

TY  - CONF
T1  - Forgetting
DO  - 10.1234/x
ER  -
"""
NBIB = """PMID- 28754806
OWN - NLM
DP  - 2018 Apr
TI  - Impact of counting on
      clinical outcomes.
LID - 10.1234/xyz [doi]
AB  - BACKGROUND: We count.
FAU - Lee, Ann
AU  - Lee A
JT  - Journal of Counting

PMID- 28754807
TI  - Forgetting
"""
WOS = """FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Lee, A
   Ray, B
AF Lee, Ann
   Ray, Bob
TI Counting with
   machines
SO JOURNAL OF COUNTING
AB We study counting.
DE counting; machines
DI 10.1234/xyz
PY 2020
UT WOS:1
ER

EF
"""
ENW = """%0 Journal Article
%T Counting
%A Lee, Ann
%A Ray, Bob
%D 2020
%J Journal of Counting
%X We study counting.
%K a
b
%U https://example.org/a

%0 Book
%T Forgetting
"""
PUBMED = """<?xml version="1.0"?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle//EN" "https://example.org/x.dtd">
<PubmedArticleSet>
<PubmedArticle><MedlineCitation><PMID Version="1">123</PMID><Article>
<Journal><JournalIssue><PubDate><Year>2018</Year></PubDate></JournalIssue><Title>J. Counting</Title></Journal>
<ArticleTitle>Counting <i>E. coli</i> with 10<sup>5</sup> &nbsp;models</ArticleTitle>
<Abstract><AbstractText Label="AIM">We count.</AbstractText>
<AbstractText Label="END">It works.</AbstractText></Abstract>
<AuthorList><Author><LastName>Lee</LastName><ForeName>Ann</ForeName></Author>
<Author><CollectiveName>Counting Group</CollectiveName></Author></AuthorList>
<ELocationID EIdType="doi">10.1234/xyz</ELocationID>
</Article></MedlineCitation></PubmedArticle>
</PubmedArticleSet>
"""
ENDNOTE = """<?xml version="1.0" encoding="UTF-8"?>
<xml><records><record><rec-number>7</rec-number><ref-type name="Journal Article">17</ref-type>
<contributors><authors><author><style face="normal">Lee, Ann</style></author></authors></contributors>
<titles><title><style face="normal">Counting </style><style face="italic">well</style></title>
<secondary-title>J. Counting</secondary-title></titles><dates><year>2020</year></dates>
<keywords><keyword>a</keyword></keywords><abstract>We count.</abstract>
<electronic-resource-num>10.1234/xyz</electronic-resource-num></record></records></xml>
"""
OPML = (
    '<?xml version="1.0"?><opml version="2.0"><body><outline type="rss" xmlUrl="https://example.org/f"/></body></opml>'
)
FEED = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"><title>arXiv Query</title>
<entry><id>http://arxiv.org/abs/2501.05444v1</id><title>Counting with
 models</title><summary>We count.</summary><published>2025-01-09T18:59:59Z</published>
<author><name>Ann Lee</name></author><author><name>Bob Ray</name></author>
<link href="http://arxiv.org/abs/2501.05444v1" rel="alternate"/><category term="cs.LG"/>
<arxiv:doi>10.1234/xyz</arxiv:doi></entry></feed>
"""
JSONL = """{"title": "Counting", "authors": ["Ann Lee"], "year": 2020, "abstract": "We count."}
{"title": "Forgetting", "author": "Ann Lee;Bob Ray", "status": "Poster", "keywords": "a;b"}
"""
JSON = """{"notes": [
 {"id": "X3ikghfWwD", "content": {"title": {"value": "Counting"}, "authors": {"value": ["Ann Lee"]},
  "abstract": {"value": "We count."}, "venue": {"value": "ICML 2025 oral"}}},
 {"id": "WZlq625BWD", "content": {"title": "Forgetting", "authors": ["Bob Ray"]}}
]}
"""
CSV = """key,title,authors,year,abstract,notes
1,"Counting, well","Lee, Ann; Ray, Bob",2020,"We study
counting.",a note
2,Forgetting,"Ray, Bob",2021,We forget.,
"""
DIGEST = r"""------------------------------------------------------------------------------
\\
arXiv:2501.05444
Date: Thu, 9 Jan 2025 18:59:59 GMT   (1234kb,D)

Title: Counting with
  models
Authors: Ann Lee, Bob Ray and Cy Dee (MIT)
Categories: cs.LG cs.CL
Comments: 10 pages
\\
  We study counting. It is
hard.
\\ ( https://arxiv.org/abs/2501.05444 ,  1234kb)
------------------------------------------------------------------------------
\\
arXiv:2401.00001
replaced with revised version Wed, 8 Jan 2025 10:00:00 GMT   (99kb)

Title: Forgetting
Authors: Bob Ray
Categories: cs.LG
\\ ( https://arxiv.org/abs/2401.00001 ,  99kb)
"""
OVID = """<1>
Accession Number
  0144.
Author
  Lee, Ann 1;  Ray, Bob 1
Title
  Counting in forests.[Article]
Source
  Ecology.   8(6):1048-1064, September 2015.
Abstract
  We count.

  Trees too.
<2>
Title
  Forgetting
"""
MARKDOWN = """# A list

- [Reasoning](#reasoning)

## Reasoning

- [Counting with models](https://arxiv.org/abs/2501.05444), Ann Lee, Bob Ray. ICML 2025 [[code](https://github.com/a/b)]
- [x] **Forgetting.** *Bob Ray, Cy Dee.* NeurIPS 2024. [paper](https://example.org/b.pdf)

| Title | Venue | Code |
|:------|-------|------|
| [Trees](https://example.org/t) | ICLR 2024 | [![GitHub](https://example.org/i.svg)](https://github.com/a/c) |
"""
YAML = """lee2020:
  type: article
  title: Counting with models
  author: ["Lee, Ann", "Ray, Bob"]
  date: 2020-01-01
  serial-number:
    doi: 10.1234/xyz
  parent:
    title: Journal of Counting
ray2021:
  type: article
  title: Forgetting
"""
SAMPLES = {
    "bibtex": BIBTEX,
    "ris": RIS,
    "nbib": NBIB,
    "wos": WOS,
    "enw": ENW,
    "pubmed": PUBMED,
    "endnote": ENDNOTE,
    "opml": OPML,
    "feed": FEED,
    "jsonl": JSONL,
    "json": JSON,
    "csv": CSV,
    "digest": DIGEST,
    "ovid": OVID,
    "markdown": MARKDOWN,
    "yaml": YAML,
    **{
        name: (VARIANTS / file).read_text("utf-8")
        for name, file in (
            ("cochrane", "cochrane.txt"),
            ("pubmed-text", "pubmed.txt"),
            ("sciencedirect", "sciencedirect.txt"),
            ("identifiers", "urls.txt"),
            ("zotero-rdf", "zotero.rdf"),
            ("xml", "dblp.xml"),
            ("labelled", "cinahl_text.txt"),
            ("web-page", "page.html"),
        )
    },
}


def workbook(rows: list[list[object]]) -> bytes:
    """A spreadsheet with one sheet."""
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    out = BytesIO()
    book.save(out)
    return out.getvalue()
