"""What the text of a Markdown item or cell tells: title, people, venue, year, and where its links lead."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tracker.formats.fields import arxiv, doi, kind_of, openreview, people, words, year
from tracker.formats.headings import CONFERENCE

IMAGE = re.compile(r"!\[([^\[\]]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)")
LINKED = re.compile(
    r"(?<!!)\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]\(<?(https?://[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+\"[^\"]*\")?\)"
)
BARE_URL = re.compile(r"(?<![(<\w])<?(https?://[^\s<>()\]]+)>?")
BRACKETS = re.compile(r"\[\s*(?:[,|/·&]?\s*)*\]|\(\s*(?:[,|/·&]?\s*)*\)")
HTML = re.compile(r"</?(?:a|b|i|br|em|strong|sub|sup|img|span|div|p|code|details|summary)\b[^<>]*>", re.I)
EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f]|:[a-z_]{3,30}:")
STRONG = re.compile(r"\*\*(?=\S)(.{1,500}?)(?<=\S)\*\*|__(?=\S)(.{1,500}?)(?<=\S)__|[“\"](.{8,500}?)[,.]?[”\"]")
LABEL = re.compile(
    r"(?:\W*(?:paper|pdf|arxiv|code|link|website|project|page|homepage|html|github|blog|slides?|poster|video|data(?:set)?|"
    r"openreview|demo|models?|huggingface|hf|bib(?:tex)?|doi|abs(?:tract)?|here|pmlr|talk|supp\w*|official|repo|"
    r"arxiv[:\s]?\d{4}\.\d{4,5}(?:v\d)?|tweet|colab|url|📄|💻)\W*)+",
    re.I,
)
NAME = re.compile(r"[^\W\d_a-z](?:[^\W\d_]|[.'’\-])*(?:\s+(?:[^\W\d_]|[.'’\-])+){1,5}")
INITIALED = re.compile(r"(?:[A-Z]\. ?){1,3}[A-Z][\w'’-]+\.?")  # C. Poe
DATED = re.compile(
    r"^\s*[\[(]\s*(?:\d{4}[\s/.,-]*(?:\d{1,2}|\w{3,9})?[\s/.,-]*\d{0,2}|\w{2,12}[\s']+\d{2,4})\s*[\])]\s*[-–:]?\s*"
)
ET_AL = re.compile(r",?\s*(?:et al\b\.?|\.\.\.|…)\s*$")
PARTED = re.compile(r"\.\s+(?=\S\S)|\s[-–—|·•]+\s|<br\s*/?>|[*_`()\[\]{}]|\n|\s{2,}|:\s")
VENUE = re.compile(r"(?<!\*)\*(?!\*)((?:[^*\\]|\\.){1,300})\*(?!\*)(?:, (\d{4}))?")
ITALIC_PEOPLE = re.compile(r",\s+[*_](?=[A-Z][^*_]*(?:,| and | et al))")
FIELDS = {
    "pdf": "pdf_url", "code": "code_url", "github": "code_url", "project": "project_url", "project page": "project_url",
    "website": "project_url", "homepage": "project_url", "paper page": "url",
}  # fmt: skip
NOTE = re.compile(r"[ \t]+- Note: ")
ESCAPED = re.compile(r"\\([\\\[\]*_`#|<>!.()-])")


class Link(NamedTuple):
    label: str
    url: str


def links(source: str) -> list[Link]:
    """The links of a text in their order, pictures in them as their names; bare addresses too."""
    source = IMAGE.sub(r"\1", source)
    found = [Link(bare(label), url) for label, url in LINKED.findall(source)]
    return found + [Link("", url.rstrip(".,;")) for url in BARE_URL.findall(LINKED.sub(" ", source))]


def bare(source: str) -> str:
    """A text without links, pictures and marks of emphasis, on one line."""
    source = LINKED.sub(r"\1", IMAGE.sub("", source))
    source = EMOJI.sub("", HTML.sub(" ", source))
    source = re.sub(r"\*\*|__|(?<!\w)[*_](?=\w)|(?<=[\w.?!])[*_](?!\w)", "", source)
    return unescaped(" ".join(source.split())).strip(" |")


def unescaped(source: str) -> str:
    return ESCAPED.sub(r"\1", source)


def of_item(first: str, rest: Sequence[str]) -> dict[str, Any] | None:
    """A paper from an item's first line and the lines that belong to it; None where nothing names one."""
    body, quoted, notes = _parts(rest)
    whole = "\n".join([first, *body])
    title, after = _title(first)
    found = links(whole)
    if not title or (not found and not STRONG.search(first)):
        return None
    lines = [line.strip() for line in body]
    told = _told(lines)
    text = "\n".join([after, *(line for line in lines if not TOLD.match(line))])
    venue, before = VENUE.search(text), _before(first, title)
    plain = HTML.sub("\n", LINKED.sub(" | ", IMAGE.sub("", text)))
    return {
        "title": title,
        "authors": people(told["by"]) if "by" in told else _people(plain) or _person(venue),
        "venue": unescaped(venue[1]) if venue and not _is_people(venue) else _venue(plain) or _venue(before),
        "year": (venue[2] if venue else None) or (plain if year(plain) else before),
        "abstract": "\n".join(quoted).strip() or None,
        "keywords": words(told.get("keywords", ""), ";,"),
        "tags": [
            *(word[1:] for line in lines if TAGS.fullmatch(line) for word in line.split()),
            *words(told.get("tags", ""), ";"),
        ],
        "status": told.get("status"),
        "notes": notes,
        **of_links(found),
    }


TOLD = re.compile(r"(by|Keywords:|Tags:|Status:) (.*)", re.I)
TAGS = re.compile(r"(?:#\S+(?:\s+|$))+")


def _told(lines: Iterable[str]) -> dict[str, str]:
    """What lines tell that say what they are: `by …`, `Keywords: …`, `Tags: …`, `Status: …`."""
    found = (TOLD.match(line) for line in lines)
    return {one[1].lower().rstrip(":"): one[2].strip() for one in found if one}


def _parts(rest: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """The lines of an item's text, those that it quotes, and its notes."""
    body: list[str] = []
    quoted: list[str] = []
    notes: list[list[str]] = []
    for line in rest:
        if NOTE.match(line):
            notes.append([NOTE.sub("", line)])
        elif notes and (line.startswith("    ") or not line.strip()):
            notes[-1].append(line[4:])
        elif (bare_line := line.strip()).startswith(">"):
            quoted.append(bare_line[1:].removeprefix(" "))
        elif bare_line:
            body.append(line)
    return body, quoted, ["\n".join(note).strip() for note in notes]


def _title(first: str) -> tuple[str, str]:
    """The title of an item, and what follows it."""
    source = IMAGE.sub(r"\1", first)
    strong = STRONG.search(source)
    for found in LINKED.finditer(source):
        if strong and strong.start() < found.start():
            break
        label = bare(found[1])
        if label and not LABEL.fullmatch(label) and "](" not in found[1]:
            return _kept(found[1]), source[found.end() :]
    if strong:
        title, after = _kept(next(filter(None, strong.groups()))), source[strong.end() :]
        return (title.removesuffix(".") if after.strip() else title), after
    source = DATED.sub("", source)
    behind = ITALIC_PEOPLE.search(source)
    source, rest = (source[: behind.start()], source[behind.start() :]) if behind else (source, "")
    text = BRACKETS.sub("", bare(LINKED.sub("", source))).strip(" -–—:|.,")
    head = re.split(r"\s[-–—|]\s|\.\s|\s\((?=[^()]*\d{4})", text, maxsplit=1)
    return head[0].strip(" ,.:"), text[len(head[0]) :] + rest


def _kept(label: str) -> str:
    """A title as it stands, without the marks that set all of it apart."""
    label = " ".join(label.split())
    if found := re.fullmatch(r"(?:\*\*|__)(.+)(?:\*\*|__)", label):
        label = found[1]
    if linked := LINKED.fullmatch(label):
        label = linked[1]
    return unescaped(label).strip(" ,")


def _people(text: str) -> tuple[str, ...]:
    """The people whom a part of a text begins with: two at least, or one where it says that there are others."""
    for part in PARTED.split(text):
        names = _names(part)
        if len(names) > 1 or (names and ET_AL.search(part.strip(" ,;"))):
            return people("; ".join(names))
    return ()


def _names(part: str) -> list[str]:
    """The names that a part of a text begins with."""
    found: list[str] = []
    for name in re.split(r"\s*[,;]\s*(?:and\s+)?|\s+(?:and|&)\s+", ET_AL.sub("", part.strip(" ,;*_"))):
        name = re.sub(r"(?<=\w\w)\.$", "", name.strip())
        if not NAME.fullmatch(name) or CONFERENCE.fullmatch(name):
            break
        found.append(name)
    return found


def _person(found: re.Match[str] | None) -> tuple[str, ...]:
    """The one person whom a part in italics names."""
    return tuple(_names(found[1])) if found and INITIALED.fullmatch(found[1]) else ()


def _is_people(found: re.Match[str]) -> bool:
    """Whether italics hold names: several, one and others, or one with an initial, which no venue has."""
    names = _names(found[1])
    return len(names) > 1 or bool((names and ET_AL.search(found[1])) or INITIALED.fullmatch(found[1]))


def _before(first: str, title: str) -> str:
    """What stands in front of the title, where lists of a field put the venue."""
    return bare(first.partition(title)[0]) if title in first else ""


def _venue(text: str) -> str | None:
    """A conference with its year, such as ICML 2025."""
    parts = (part.strip(" ,.;:*_`") for part in PARTED.split(text))
    return next((part for part in parts if part and len(part) < 60 and CONFERENCE.fullmatch(part)), None)


def of_links(found: Sequence[Link]) -> dict[str, str]:
    """What the links of a paper lead to, by their names and else by where they lead; the first of each kind."""
    told: dict[str, str] = {}
    for label, spelled in found:
        url = spelled.replace("%28", "(").replace("%29", ")")
        ids = {"doi": doi(url), "arxiv_id": arxiv(url), "openreview_id": openreview(url)}
        for name, value in ids.items():
            if value:
                told.setdefault(name, value)
        if label.lower() in ("doi", "arxiv", "openreview") and any(ids.values()):
            continue
        told.setdefault(FIELDS.get(label.lower()) or ("project_url" if ".github.io" in url else kind_of(url)), url)
    return told
