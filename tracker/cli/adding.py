"""The verb add: one paper, from what is known of it."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from tracker.cli.call import Call, stdin
from tracker.cli.options import Command, Option, Usage
from tracker.formats.identified import IDS, identified, record_of
from tracker.library.importing.reports import Filled
from tracker.services.trouble import NoNetwork


def run_add(call: Call) -> None:
    """`tracker add`."""
    text = " ".join(call.words)
    named = identified(_stdin_text() if text == "-" else text)
    for name in ("title", "url", "doi", "arxiv_id"):
        option = call.value(f"--{name.removesuffix('_id')}")
        if option is not None:
            named[name] = option
    authors, before = call.values("--author"), call.library.undoable()
    found = looked_up(call, named, authors)
    paper = call.library.add_paper(
        named.get("text"),
        title=named.get("title"),
        authors=authors,
        url=named.get("url"),
        doi=named.get("doi"),
        arxiv_id=named.get("arxiv_id"),
        openreview_id=named.get("openreview_id"),
        collection=call.value("--collection"),
        found=found,
    )
    _tell(call, paper, new=call.library.undoable() != before, sources=sorted({one.service for one in found}))


def looked_up(call: Call, named: Mapping[str, str], authors: Sequence[str]) -> tuple[Filled, ...]:
    """What services know of a paper that has an id or an address; where that is nothing, it is told why."""
    if call.flag("--no-fetch") or not any(name in named for name in IDS):
        return ()
    record = record_of(named, authors)
    stored = "only what you said was stored; `tracker enrich` looks again"
    try:
        found = call.library.look_up_new(
            record, call.settings.network(), said=lambda _, who: call.out.doing(f"asking {who}")
        )
    except NoNetwork as error:
        call.out.warn(f"{error}. {stored[0].upper()}{stored[1:]}", "network")
        return ()
    for trouble in found.troubles:
        call.out.warn(trouble, "service")
    if found.asked and not found.filled:
        call.out.warn(f"no service knows this paper; {stored}", "network")
    return found.filled


def _tell(call: Call, paper: int, *, new: bool, sources: Sequence[str]) -> None:
    tags = call.values("--tag")
    if tags:
        call.library.tag([paper], tags)
    row = call.library.rows([paper])[0]
    if call.out.json:
        call.out.value({"id": paper, "key": row.key, "heading": row.heading, "new": new, "sources": sources})
    elif call.out.terminal:
        known = f" (from {', '.join(sources)})" if sources else ""
        call.out.say(f"{'added' if new else 'here already'}: {paper} {row.key} “{row.heading}”{known}")
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
input. Of an id or an address, title, authors, abstract and the rest are looked up as `tracker enrich` does; where
nobody can be asked, what you said is stored and a warning says so. A paper that is here already, by its text, an
id, or title and year, is not added again; what is new about it is kept.
""",
        (
            Option("--title", "T", "the title"),
            Option("--author", "A", "an author", many=True),
            Option("--url", "U", "where it is to be read"),
            Option("--doi", "D", "its DOI"),
            Option("--arxiv", "ID", "its arXiv id"),
            Option("--no-fetch", "", "store what is said, and ask nobody"),
            Option("--collection", "C", "put it into this collection", fills="collection"),
            Option("--tag", "T", "tag it", fills="tag", many=True),
        ),
        (
            ("tracker add https://arxiv.org/abs/1706.03762", "title, authors and abstract are looked up"),
            ("tracker add --no-fetch --title 'Attention is all you need' arXiv:1706.03762", "by its arXiv id"),
            ("xclip -o | tracker add -", "the abstract on the clipboard"),
        ),
    )
}
