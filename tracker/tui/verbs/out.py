"""What leaves the program: links opened, text copied."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import urlsplit

from textual.binding import BindingType

from tracker.formats.endings import ANNOTATIONS, PAPERS
from tracker.text.count import counted
from tracker.tui.keys import bind
from tracker.tui.sending import send
from tracker.tui.verbs.paper import PaperScreen

if TYPE_CHECKING:
    from tracker.library.values import Detail


class OutVerbs(PaperScreen):
    """Opening and copying."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("o", "open_link", "open in a browser", id="open_out", section="out", tip="open the paper in a browser"),
        bind(
            "W",
            "write_file",
            "write to a file",
            id="write_file",
            section="out",
            tip="the marked papers, else all that are shown; the file's ending says the format",
        ),
        bind("y>t", "copy('title')", "title", id="copy.title", section="out"),
        bind("y>a", "copy('abstract')", "abstract", id="copy.abstract", section="out"),
        bind("y>b", "copy('bibtex')", "BibTeX", id="copy.bibtex", section="out"),
        bind("y>l", "copy('link')", "link", id="copy.link", section="out"),
        bind("y>m", "copy('markdown')", "Markdown", id="copy.markdown", section="out"),
    ]

    def action_open_link(self) -> None:
        if self.current is None:
            return
        links = [link.url for link in self.library.detail(self.current).links if web(link.url)]
        if not links:
            self.say("this paper has no web address — E adds one to a note", "$muted")
        elif len(links) == 1:
            self.open_address(links[0])
        else:
            self._choose()

    def _choose(self) -> None:
        from tracker.tui.screens.links import Links

        if self.current is not None:
            links = [link for link in self.library.detail(self.current).links if web(link.url)]
            self.app.push_screen(Links(links), lambda url: None if url is None else self.open_address(url))

    def open_address(self, url: str) -> None:
        self.app.open_url(url)
        paper = self.current
        begun = None if paper is None else self.attempt(lambda: self.library.open_outside(paper))
        if begun:
            self.desk.tell(f"{begun} — u undoes")
        self.say(f"opened {url}")

    def action_copy(self, what: str) -> None:
        if what == "bibtex":
            text = "".join(self.library.export_papers(self.targets, what)).rstrip()
        else:
            texts = [COPIES[what](self.library.detail(paper)) for paper in self.targets]
            text = "\n\n".join(text for text in texts if text)
        if text:
            self.app.copy_to_clipboard(text)
            self.say(f"{what} copied, {len(text):,} characters — if nothing arrives, the terminal forbids OSC 52")
        else:
            self.say(f"there is no {what} to copy", "$muted")

    def action_write_file(self) -> None:
        papers = self.going_out
        if papers:
            send(self, counted(len(papers), "paper"), "papers.bib", PAPERS, partial(self._pieces, papers))
        else:
            self.say("no paper is chosen", "$muted")

    def _pieces(self, papers: Sequence[int], target: Path) -> Iterable[str]:
        format = PAPERS[target.suffix.lower()]
        if format == ANNOTATIONS:
            return self.library.export_annotations(papers, "jsonld")
        return self.library.export_papers(papers, format)


def web(url: str) -> bool:
    """Only http and https are ever handed to another program."""
    return urlsplit(url).scheme in ("http", "https")


def heading(detail: Detail) -> str:
    from tracker.tui.safe import plain

    return plain(detail.row.heading)


def abstract(detail: Detail) -> str:
    from tracker.tui.widgets.reading import abstract

    return abstract(detail.abstract).plain


def link(detail: Detail) -> str:
    return next((link.url for link in detail.links if web(link.url)), "")


def markdown(detail: Detail) -> str:
    tags = " ".join(f"#{tag}" for tag in detail.row.tags)
    parts = [f"# {heading(detail)}", ", ".join(detail.row.authors), link(detail), tags, f"> {detail.abstract}"]
    parts += [note.body for note in detail.notes]
    return "\n\n".join(part for part in parts if part)


COPIES: dict[str, Callable[[Detail], str]] = {
    "title": heading,
    "abstract": abstract,
    "link": link,
    "markdown": markdown,
}
