"""Which column of a table tells what: the headers of reference managers, databases and screening programs, in the
languages that they come in."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tracker.formats.fields import address, arxiv, doi, kind_of, made, people, words
from tracker.formats.labels import gathered, labelled
from tracker.formats.marked import unmarked
from tracker.formats.record import Failure, Record

# Field → its headers in lower case without signs and blanks, the best first.
HEADERS: dict[str, str] = {
    "title": (
        "title articletitle documenttitle papertitle primarytitle titleofpaper paper name displayname ti t1 titel "
        "titre titolo titulo título 標題 标题 文獻標題 文献标题 題名 题名 タイトル 論文名 文献タイトル 제목 "
        "название titleprimary titlename studytitle itemtitle publictitle scientifictitle brieftitle "
        "officialtitle articlename 论文题目 论文标题 题目 論文タイトル 論文題名 논문제목 tytuł başlık العنوان "
        "název rubrik tittel otsikko cím заголовок назва titlu naslov tiêuđề"
    ),
    "abstract": (
        "abstract abstractnote abstracttext ab n2 summary description zusammenfassung résumé resume resumen "
        "resumo riassunto 摘要 抄録 要旨 抄録本文 초록 аннотация briefsummary 论文摘要 概要 개요 요약 "
        "streszczenie abstrakt özet الملخص sammanfattning sammendrag tiivistelmä absztrakt анотація samenvatting "
        "rezumat sažetak реферат"
    ),
    "full_names": "authorfullnames authorsfullnames 作者全名 著者フルネーム af authorfull",
    "authors": (
        "authors author authornames authornamesraw authorships authorshipsauthordisplayname authorlist au aus a1 "
        "autoren autor auteurs auteur autores autori 作者 著者 著者名 저자 авторы автор authorsprimary "
        "primaryauthors firstauthor 著者名等 저자명 논문저자 autorzy yazarlar yazar المؤلفون autoři författare "
        "forfattere forfatter kirjoittajat szerzők автори avtorji investigators"
    ),
    "year": (
        "year publicationyear publishedyear pubyear py yearofpublication jahr erscheinungsjahr année annee año "
        "ano anno 年份 年 出版年 出版年份 発行年 연도 год yr yearpublished jaar 刊行年 発表年 发表年份 年度 "
        "发表时间 발행년 발행연도 rok yıl السنة år vuosi év рік leto godina"
    ),
    "date": (
        "date publicationdate datepublished dateofpublication published coverdate issued 出版日期 発行日 pubdate "
        "publicationdateoriginal"
    ),
    "venue": (
        "journal sourcetitle publicationtitle journaltitle journalname venue conferencename conference booktitle "
        "secondarytitle primarylocationsourcedisplayname hostvenue t2 jf publication source zeitschrift revue "
        "revista rivista 來源出版物名稱 来源出版物名称 來源標題 来源出版物 来源标题 出版物名 期刊 刊名 掲載誌名 "
        "저널 журнал so periodicalfull pubtitle journalbook journalabbreviation sourcename periodicaltitle "
        "publicationname 期刊名称 期刊名 学术期刊 出版源 誌名 収録刊行物 雑誌名 학술지명 학술지 게재지 czasopismo "
        "dergi المجلة časopis tidskrift tidsskrift lehti folyóirat titredelasource títulodelafuente "
        "titulodelafuente publicationjournal"
    ),
    "doi": "doi digitalobjectidentifier doilink do di itemdoi doiurl",
    "arxiv_id": "arxiv arxivid arxivnumber",
    "openreview_id": "openreview openreviewid forumid forum",
    "url": (
        "url link urls sourceurls externalurl plink fulltextlink landingpageurl primarylocationlandingpageurl "
        "weblink website ur 連結 链接 リンク 링크 articleurl documenturl fulltexturl articlelink permalink"
    ),
    "pdf_url": "pdf pdfurl pdflink openaccesspdf bestoalocationpdfurl openaccessoaurl",
    "code_url": "code codeurl codelink github githublink repo repository",
    "project_url": "projecturl project projectpage homepage",
    "pages": "pages page pagerange seiten páginas 頁碼 页码 ページ",
    "first_page": "startpage firstpage pagestart bibliofirstpage sp beginpage 起始頁碼 起始页码 開始ページ bp",
    "last_page": "endpage lastpage pageend bibliolastpage ep 結束頁碼 结束页码 終了ページ otherpages",
    "keywords": (
        "keywords keyword authorkeywords authorskeywords 作者關鍵字 作者关键词 著者キーワード キーワード 關鍵字 "
        "关键词 schlagwörter schlagworte motsclés palabrasclave palavraschave 키워드 ключевыеслова kw de "
        "indexkeywords 索引關鍵字 索引关键词 索引キーワード subjects keywordsdisplayname automatictags "
        "descriptors subjectterms meshterms emtreemedicalindextermsmajorfocus ieeeterms słowakluczowe "
        "anahtarkelimeler الكلماتالمفتاحية nyckelord nøkkelord trefwoorden parolechiave palabrasclavedeautor "
        "motsclésdauteur"
    ),
    "tags": "tags manualtags labels tag labelsfiledin foldersfiledin",
    "notes": (
        "notes note comments comment reviewernotes mynotes memo 備註 备注 usernotes mynote annotation annotations "
        "reviewernote myreview"
    ),
    "label": "included labelincluded asreviewlabel finalincluded label finallabel abstractincluded",
    "status": "status readingstatus readstatus decision screeningdecision exclusiveshelf readingstate",
    "key": (
        "key citationkey bibtexkey recordid ut id lensid eid accessionnumber articleid covidence refid publicationid"
    ),
    "collection": "collection",
    "proceedings": "proceedings",
    "title_variants": "titlevariants originaltitle shorttitle alternatetitle",
    "system_name": "systemname",
    "system_expansion": "systemexpansion",
    "aliases": "aliases",
    "headline": "headline",
}
FIELD_OF = {header: field for field, headers in HEADERS.items() for header in headers.split()}
RANK = {header: place for headers in HEADERS.values() for place, header in enumerate(headers.split())}
TELLING = {"title", "abstract", "doi", "arxiv_id", "openreview_id"}  # without one of these a table holds no papers
ALL = {"keywords", "tags", "notes", "title_variants", "aliases"}  # fields that several columns may add to
SIGNS = re.compile(r"[\W_]+")
FORMULA = re.compile(r"""^="(.*)"$""", re.S)
GUARDED = re.compile(r"'+[=+\-@]")
LIST = re.compile(r"\[\s*(['\"]).*\1\s*,?\s*\]", re.S)
ITEM = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"", re.S)
PEOPLE = re.compile(r"\[\s*\{.*\}\s*\]", re.S)
NAMED = re.compile(
    r"""['"](?:name|display_name|full_?name)['"]\s*:\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")""", re.S
)
NUMBERED = re.compile(r"\s*\(\d{5,}\)")
PLACED = re.compile(r"\s*(?:\([^()]*\))?\*?(?=\s*(?:[;,]|$))")  # where somebody works, and who is to be written to
EMPTY = {
    "\\n",  # MySQL's
    *("", "nan", "none", "null", "n/a", "na", "-", "[no abstract available]", "[no author name available]"),
    *("no abstract available", "[no title available]", "[no author id available]"),
}
LONGEST = max(map(len, EMPTY))
EMBASE = re.compile(r"\s*\((?:19|20)\d\d\) .*$", re.S)  # what stands behind the journal in a column "Source"


def field_of(header: str) -> str | None:
    """The field that a column of this name holds."""
    return FIELD_OF.get(SIGNS.sub("", header.casefold()))


def rank_of(header: str) -> int:
    """How good a name of its field a header is; the best is 0."""
    return RANK.get(SIGNS.sub("", header.casefold()), 0)


def fields_of(header: Sequence[str]) -> list[str | None]:
    return [field_of(name) for name in header]


def is_header(cells: Sequence[str]) -> bool:
    """Whether a row names columns of papers."""
    found = [field for field in fields_of(cells) if field]
    return bool(TELLING & set(found)) and len(set(found)) > 1


class Table:
    """The columns of one table, by what they hold."""

    def __init__(self, header: Sequence[str], named: Mapping[str, str] | None = None) -> None:
        """`named`: header → the field that somebody says it holds, or an empty text for none."""
        self.size = len(header)
        self.header = list(header)
        self.places: dict[str, list[int]] = {}
        told = named or {}
        ranked = [
            (told.get(name, field_of(name)), -1 if told.get(name) else rank_of(name), at)
            for at, name in enumerate(header)
        ]
        for field, _, at in sorted(ranked, key=lambda one: (one[1], one[2])):
            if field:
                self.places.setdefault(field, []).append(at)

    def record(self, cells: Sequence[str], line: int, raw: str) -> Record | Failure:
        """The paper of a row."""
        row = {field: values for field, places in self.places.items() if (values := _values(places, cells))}
        first = {field: values[0] for field, values in row.items()}
        status, tags, notes = gathered(tuple(map(unmarked, row.get("notes", ()))))
        return made(
            line,
            raw,
            **{name: first.get(name) for name in ("title", "abstract", "key", "collection", "proceedings")},
            venue=EMBASE.sub("", first.get("venue", "")),
            **{name: first.get(name) for name in ("system_name", "system_expansion", "headline")},
            **_links(first),
            authors=_people(first),
            year=first.get("year") or first.get("date"),
            doi=first.get("doi"),
            arxiv_id=first.get("arxiv_id") or _arxiv(first),
            openreview_id=first.get("openreview_id"),
            pages=_pages(first),
            keywords=_listed(row, "keywords"),
            tags=(*_listed(row, "tags"), *tags),
            notes=notes,
            status=labelled(first.get("label") or first.get("status") or "") or status,
            title_variants=[part for value in row.get("title_variants", ()) for part in words(value, ";")],
            aliases=[part for value in row.get("aliases", ()) for part in words(value, ";")],
        )


def _values(places: Sequence[int], cells: Sequence[str]) -> list[str]:
    """What a row's cells of a field hold, the best column first."""
    found = [text for at in places if at < len(cells) and (text := cells[at].strip())]
    return [value for text in found if not is_nothing(text) and (value := cell(text))]


def cell(text: str) -> str:
    """A cell as it was meant: without the guards that keep a spreadsheet from computing it."""
    text = text.strip()
    if found := FORMULA.match(text):
        return found[1].replace('""', '"')
    return text[1:] if GUARDED.match(text) or is_nothing(text.lstrip("'")) else text


def is_nothing(text: str) -> bool:
    """Whether a cell says that there is nothing, as in `NaN`."""
    return len(text) <= LONGEST and text.lower() in EMPTY


def _items(text: str) -> Iterator[str] | None:
    """The items of a cell that holds a list as Python writes it."""
    if not LIST.fullmatch(text):
        return None
    return (re.sub(r"\\(.)", r"\1", found[1] or found[2] or "") for found in ITEM.finditer(text))


def _people(row: Mapping[str, str]) -> list[str] | tuple[str, ...]:
    text = row.get("full_names") or row.get("authors") or ""
    if PEOPLE.fullmatch(text):  # objects, as JSON or Python write them
        return [re.sub(r"\\(.)", r"\1", found[1] or found[2] or "") for found in NAMED.finditer(text)]
    if (items := _items(text)) is not None:
        return [name for item in items for name in people(item)]
    if "(" in text or "*" in text:
        text = PLACED.sub("", NUMBERED.sub("", text))
    return people(text.replace("|", ";").replace("//", ";"))


def _listed(row: Mapping[str, Sequence[str]], field: str) -> list[str]:
    found: list[str] = []
    for text in row.get(field, ()):
        items = _items(text)
        found += items if items is not None else words(text, ";|\n,")
    return found


def _pages(row: Mapping[str, str]) -> str | None:
    first, last = row.get("first_page"), row.get("last_page")
    if row.get("pages") or not first:
        return row.get("pages")
    return f"{first}-{last}" if last and last != first else first


def _arxiv(row: Mapping[str, str]) -> str | None:
    return next((found for name in ("doi", "url", "pdf_url") if (found := arxiv(row.get(name)))), None)


def _links(row: Mapping[str, str]) -> dict[str, Any]:
    """Addresses; the one column of links may hold a PDF or code."""
    found = {name: row[name] for name in ("pdf_url", "code_url", "project_url") if name in row}
    if url := address(row.get("url")):
        kind = "url" if doi(url) else kind_of(url)
        found.setdefault("url" if kind in found else kind, url)
    return found
