"""The verb add: one paper, from what is known of it."""

from __future__ import annotations

import re
import sys

from tracker.cli.call import Call, stdin
from tracker.cli.options import Command, Option, Usage

DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?(10\.\d{4,9}/\S+)", re.I)
ARXIV = re.compile(
    r"(?:https?://(?:www\.)?arxiv\.org/(?:abs|pdf)/|arxiv:\s*)?((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7}))(?:v\d+)?(?:\.pdf)?",
    re.I,
)
URL = re.compile(r"https?://\S+", re.I)


def run_add(call: Call) -> None:
    """`tracker add`."""
    text = " ".join(call.words)
    named = identified(_stdin_text() if text == "-" else text)
    for name in ("title", "url", "doi", "arxiv_id"):
        option = call.value(f"--{name.removesuffix('_id')}")
        if option is not None:
            named[name] = option
    before = call.library.undoable()
    paper = call.library.add_paper(
        named.get("text"),
        title=named.get("title"),
        authors=call.values("--author"),
        url=named.get("url"),
        doi=named.get("doi"),
        arxiv_id=named.get("arxiv_id"),
        collection=call.value("--collection"),
    )
    _tell(call, paper, new=call.library.undoable() != before)
    return


def identified(text: str) -> dict[str, str]:
    """What a text is: a DOI, an arXiv id, a URL, or an abstract."""
    text = text.strip()
    for name, pattern in (("doi", DOI), ("arxiv_id", ARXIV), ("url", URL)):
        found = pattern.fullmatch(text)
        if found:
            return {name: found[found.re.groups]}
    return {"text": text} if text else {}


def _tell(call: Call, paper: int, *, new: bool) -> None:
    tags = call.values("--tag")
    if tags:
        call.library.tag([paper], tags)
    row = call.library.rows([paper])[0]
    if call.out.json:
        call.out.value({"id": paper, "key": row.key, "heading": row.heading, "new": new})
    elif call.out.terminal:
        call.out.say(f"{'added' if new else 'here already'}: {paper} {row.key} “{row.heading}”")
    else:
        call.out.rows([(paper, row.key, "added" if new else "same")])


def _stdin_text() -> str:
    from tracker.formats.encoding import decode

    text = decode(stdin().buffer.read() if hasattr(sys.stdin, "buffer") else stdin().read().encode()).text
    if not text.strip():
        raise Usage("Standard input is empty")
    return text


COMMANDS = {
    "add": Command(
        run_add,
        "[TEXT|-]",
        """
Adds one paper and prints its id. TEXT is an abstract, a DOI, an arXiv id or a URL; - reads it from standard
input. A paper that is here already, by its text, an id, or title and year, is not added again; what is new
about it is kept.
""",
        (
            Option("--title", "T", "the title"),
            Option("--author", "A", "an author", many=True),
            Option("--url", "U", "where it is to be read"),
            Option("--doi", "D", "its DOI"),
            Option("--arxiv", "ID", "its arXiv id"),
            Option("--collection", "C", "put it into this collection", fills="collection"),
            Option("--tag", "T", "tag it", fills="tag", many=True),
        ),
        (
            ("tracker add --title 'Attention is all you need' arXiv:1706.03762", "by its arXiv id"),
            ("xclip -o | tracker add -", "the abstract on the clipboard"),
        ),
    )
}
