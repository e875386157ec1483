"""Damaged files of every format: read or refused, never a crash."""

import random
from io import BytesIO
from zipfile import ZipFile

import pytest

from tests.formats.samples import SAMPLES, VARIANTS, workbook
from tracker.errors import Unreadable
from tracker.formats.registry import source_of
from tracker.seeds import seed_files

SHAPES = VARIANTS.with_name("shapes")
FURTHER = {  # forms that have no sample of their own, and further ones of those that have
    "xml": ("refworks.xml", "acl.xml", "sources.xml", "tei.xml", "dc.rdf"),
    "labelled": ("scifinder.txt", "noteexpress.net", "cnki.txt"),
    "references": ("apa.txt", "numbered_refs.txt"),
    "scopus-text": ("scopus.txt",),
    "web-page": ("bookmarks.html", "coins.html"),
}
SEED = seed_files()[0].read_bytes()[:6000]
CATALOGUES = ("dblp", "jats", "mods", "oai", "arxivraw", "marc", "bibtexml", "crossref_unixref", "europepmc")
LABELLED = ("cinahl_text", "proquest", "copac", "biblioscape")
FORMS: dict[str, list[bytes]] = {
    "text": [
        SEED,
        SEED.decode("utf-8", "ignore").encode("utf-16"),
        b"A title\nAnn Lee, Bob Ray\n" + SEED,
        b"\r\n".join(SEED.split()),
    ],
    **{name: [sample.encode(), sample.replace("\n", "\r\n").encode("utf-16")] for name, sample in SAMPLES.items()},
    "xml": [(VARIANTS / f"{name}.xml").read_bytes() for name in CATALOGUES],
    "labelled": [
        (VARIANTS / f"{name}.txt").read_bytes() for name in ("cinahl_text", "proquest", "copac", "biblioscape")
    ],
    "xlsx": [workbook([["title", "year"], ["Counting", 2020], ["Forgetting", None]])],
}
for _name, _files in FURTHER.items():
    FORMS.setdefault(_name, []).extend((SHAPES / file).read_bytes() for file in _files)

PIECES = [
    *(
        b"\0",
        b"\xff",
        b"\n\n",
        b"\r",
        b"\f",
        b"-\n",
        b"\xe2\x80",
        b"ICML 2025\n",
        b"@article{",
        b"# ",
        b'"',
        b"'",
        b"{",
    ),
    *(
        b"}",
        b"[",
        b"]",
        b"<",
        b">",
        b"&",
        b"&x;",
        b"%0 ",
        b"TY  - ",
        b"ER  - ",
        b",",
        b";",
        b"\\",
        b"\\\\\n",
        b"|",
        b"=",
        b"$",
    ),
    *(
        b"<![CDATA[",
        b"<!--",
        b"<!DOCTYPE x [<!ENTITY a 'b'>]>",
        b"\xf0\x9f\x98\x80",
        b"\xed\xa0\x80",
        b"9" * 400,
        b"1e999",
    ),
    *(
        b"- ",
        b"---\n",
        b"* [",
        b"](http://",
        b"&a ",
        b"*a ",
        b"!!python/object:os.system ",
        b"null",
        b"[" * 300,
        b"\x1f\x8b",
    ),
    b"% Encoding: gb18030\n",
]

MARKS = [
    "{",
    '"',
    "<",
    "[",
    "@a{",
    "<record>",
    "\\",
    "$",
    "TY  - ",
    "&",
    "- ",
    " ",
    "--",
    "* [",
    "<1>\n",
    "|",
    "'",
    "<item>",
    "[a](http://",
]


def mutated(rng: random.Random, forms: list[bytes]) -> bytes:
    data = bytearray(rng.choice(forms))
    for _ in range(rng.randint(1, 8)):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(4):
            case 0:
                data[at:at] = rng.choice(PIECES)
            case 1:
                del data[at : at + rng.randint(1, 300)]
            case 2:
                data[at : at + 1] = bytes([rng.randrange(256)])
            case _:
                data[at:at] = data[: rng.randint(1, 300)]
    return bytes(data)


def resheeted(rng: random.Random, forms: list[bytes]) -> bytes:
    """A spreadsheet whose parts are whole zip members with damaged XML in them."""
    out = BytesIO()
    with ZipFile(BytesIO(forms[0])) as old, ZipFile(out, "w") as new:
        chosen = rng.choice(old.namelist())
        for name in old.namelist():
            new.writestr(name, mutated(rng, [old.read(name)]) if name == chosen else old.read(name))
    return out.getvalue()


def readable(data: bytes, format: str | None) -> bool:
    try:
        return bool(list(source_of(data, "mutated", format=format).records()))
    except Unreadable as error:
        return not str(error)


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("count", [60, pytest.param(10_000, marks=pytest.mark.slow)])
def test_damaged_files_are_read_or_refused(name: str, count: int) -> None:
    rng = random.Random(count)
    read = 0
    for _ in range(count):
        data = resheeted(rng, FORMS[name]) if name == "xlsx" and rng.random() < 0.5 else mutated(rng, FORMS[name])
        read += readable(data, name if rng.random() < 0.7 else None)
    assert read > count // 4 or name == "xlsx"


@pytest.mark.parametrize("name", list(SAMPLES))
@pytest.mark.parametrize("mark", MARKS)
def test_a_long_run_of_one_mark_ends(name: str, mark: str) -> None:
    """Whatever can be left open is: a reader that looks for the other end each time would not come back."""
    assert readable((mark * (60_000 // len(mark))).encode(), name) in (True, False)
