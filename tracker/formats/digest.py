"""Mails that list papers: arXiv's daily digests and the reports of NEP."""

import re
from collections.abc import Iterator

from tracker.formats.fields import lines_of, made, people
from tracker.formats.record import Failure, Record

SUFFIXES = (".eml", ".mbox", ".mail")

ARXIV = re.compile(r"^(?:arXiv:|Paper(?: \(\*cross-listing\*\))?: ?|arXiv \(\*cross-listing\*\):)\s*\S*\d", re.M)
NEP = re.compile(r"^NEP: New Economics Papers", re.M)
SLASHES = re.compile(r"\\\\(?:\s*\(.*)?\s*$")
RULE = re.compile(r"[-%]{20,}\s*(?:.*[-%]{10,})?\s*$")
QUOTED = re.compile(r"^Content-Transfer-Encoding:[ \t]*quoted-printable", re.M | re.I)
FIELD = re.compile(
    r"(Title|Authors?|Categories|Comments|Journal-ref|DOI|MSC-class|ACM-class|Report-no|Date|License):\s*(.*)"
)
NUMBER = re.compile(r"((?:[a-z-]+(?:\.[A-Z]{2})?/)?\d[\d.]*\d)(?:v\d+)?(?![\w/])")
NUMBERED = re.compile(r"^(\d{1,4})\.[ \t]+(?=\S)", re.M)
NEP_FIELD = re.compile(r"^(Keywords|Date|URL|JEL):[ \t]*(.*(?:\n[ \t]+\S.*)*)", re.M)


def looks_like(head: str) -> bool:
    head = re.sub(r"\r\n?", "\n", head)
    return bool(NEP.search(head)) or (r"\\" in head and bool(ARXIV.search(head)))


def read(text: str) -> Iterator[Record | Failure]:
    """A record a paper; papers of which a digest only tells that they were replaced are records too."""
    text = _decoded(re.sub(r"\r\n?", "\n", text))
    found = False
    for one in _nep(text) if NEP.search(text) else _arxiv(text):
        found = True
        yield one
    if not found:
        yield Failure("", 1, "There are no papers in this digest", text[:2000])


def _decoded(text: str) -> str:
    """A mail with what its way through the net wrapped and spelled out put back."""
    if not QUOTED.search(text[:8192]):
        return text
    from quopri import decodestring

    return decodestring(text.encode("utf-8", "surrogatepass")).decode("utf-8", "replace")


def _arxiv(text: str) -> Iterator[Record | Failure]:
    """Entries begin with their id, whatever stands between them."""
    begun, entry = 0, list[str]()
    for number, line in enumerate(lines_of(text), 1):
        starts = ARXIV.match(line)
        if entry and (starts or (RULE.match(line) and _has_title(entry))):
            yield _paper(entry, begun)
            entry = []
        if starts:
            begun = number
        if starts or entry:
            entry.append(line)
    if entry:
        yield _paper(entry, begun)


def _has_title(entry: list[str]) -> bool:
    return any(line.startswith("Title:") for line in entry)


def _paper(entry: list[str], number: int) -> Record | Failure:
    """A paper of arXiv: fields up to a line of two backslashes, then its abstract up to the next."""
    cuts = [at for at, line in enumerate(entry) if SLASHES.match(line)]
    head = entry[: cuts[0]] if cuts else entry
    body = entry[cuts[0] + 1 : cuts[1] if len(cuts) > 1 else len(entry)] if cuts else []
    fields = _fields(head)
    return made(
        number,
        "\n".join(entry).strip(),
        title=fields.get("Title"),
        abstract=" ".join(" ".join(body).split()) if cuts and "(" not in entry[cuts[0]] else None,
        authors=people(re.sub(r"\s*\([^()]*\)", "", fields.get("Authors") or fields.get("Author") or "")),
        year=fields.get("Date"),
        venue=fields.get("Journal-ref"),
        doi=fields.get("DOI"),
        arxiv_id=found[1] if head and (found := NUMBER.search(head[0])) else None,
        keywords=(fields.get("Categories") or "").split(),
    )


def _fields(lines: list[str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    name = ""
    for line in lines:
        if found := FIELD.match(line):
            name = found[1]
            fields[name] = found[2]
        elif name and line[:1].isspace():
            fields[name] += f" {line.strip()}"
        else:
            name = ""
    return fields


def _nep(text: str) -> Iterator[Record | Failure]:
    """The numbered entries below the list of contents: those with an address."""
    starts = [mark.start() for mark in NUMBERED.finditer(text)]
    line, at = 1, 0
    for start, end in zip(starts, [*starts, len(text)][1:], strict=True):
        line, at = line + text.count("\n", at, start), start
        raw = text[start:end].strip()
        if "\nURL:" in raw:
            yield _report(raw, line)


def _report(raw: str, number: int) -> Record | Failure:
    fields = {name: " ".join(value.split()) for name, value in NEP_FIELD.findall(raw)}
    body = NEP_FIELD.split(raw)[0]
    parts = [part for part in re.split(r"\n\s*\n", body.strip()) if part.strip()]
    head = parts[0].split("\n") if parts else [""]
    names = [line.strip() for line in head[1:]] or [line.strip() for part in parts[1:2] for line in part.split("\n")]
    texts = parts[1:] if len(head) > 1 else parts[2:]
    return made(
        number,
        raw,
        title=NUMBERED.sub("", head[0]),
        abstract="\n\n".join(" ".join(part.split()) for part in texts),
        authors=[name for line in names for name in people(re.sub(r"\s*\([^()]*\)", "", line))],
        year=fields.get("Date"),
        url=fields.get("URL"),
        keywords=re.split(r"[;,]\s*", fields.get("Keywords", "")),
    )
