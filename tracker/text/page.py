"""The sheet a renderer writes on: pieces of text that remember their source, and spans over pieces."""

from tracker.text.bare_links import is_web
from tracker.text.clean import is_safe, unsafe
from tracker.text.rendered import Rendered, Run, Span, Style


class Page:
    """Pieces in source order. A piece may still change its text until the page is set (unmatched `*`, open tags)."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.safe = is_safe(source)
        self.texts: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.spans: list[tuple[int, int, Style, str]] = []  # first piece, piece after the last

    def put(self, text: str, start: int, end: int) -> int:
        """Write `text` for the source `start` to `end`; returns the piece's index."""
        self.texts.append(text)
        self.starts.append(start)
        self.ends.append(end)
        return len(self.texts) - 1

    def copy(self, start: int, end: int) -> None:
        """Write the source as it stands, but for what no terminal may see."""
        if not self.safe:
            for stripped in unsafe().finditer(self.source, start, end):
                self._copy(start, stripped.start())
                start = stripped.end()
        self._copy(start, end)

    def _copy(self, start: int, end: int) -> None:
        if start < end:
            self.put(self.source[start:end], start, end)

    def trim(self) -> None:
        """Take the white space off the end of what was copied last."""
        if self.texts and len(self.texts[-1]) == self.ends[-1] - self.starts[-1]:
            self.texts[-1] = self.texts[-1].rstrip(" \t")
            self.ends[-1] = self.starts[-1] + len(self.texts[-1])

    def styled(self, text: str, start: int, end: int, style: Style, url: str = "") -> None:
        """Write one piece and a span over it."""
        piece = self.put(text, start, end)
        self.spans.append((piece, piece + 1, style, url))

    def span(self, opener: int, closer: int, style: Style, url: str = "") -> None:
        """A span over what stands between two pieces."""
        self.spans.append((opener + 1, closer, style, url))

    def lift(self, opener: int, text: str, end: int) -> None:
        """Replace everything from the piece `opener` on by `text`, as one piece."""
        for piece in range(opener, len(self.texts)):
            self.texts[piece] = ""
        self.put(text, self.starts[opener], end)

    def set(self) -> Rendered:
        """The finished page."""
        text = "".join(self.texts)
        if not is_safe(text):  # in a formula or an address, or made of an entity
            self.texts = [unsafe().sub("", piece) for piece in self.texts]
            text = "".join(self.texts)
        offsets = [0]
        for piece in self.texts:
            offsets.append(offsets[-1] + len(piece))
        spans = {
            Span(offsets[first], offsets[last], style, url)
            for first, last, style, url in self.spans
            if offsets[first] < offsets[last] and (style is not Style.LINK or is_web(url))
        }
        ordered = sorted(spans, key=lambda span: (span.start, -span.end, span.style))
        return Rendered(text, tuple(ordered), tuple(self._runs(offsets)))

    def _runs(self, offsets: list[int]) -> list[Run]:
        runs: list[Run] = []
        for text, start, end, offset in zip(self.texts, self.starts, self.ends, offsets, strict=False):
            if not text:
                continue
            size, width = len(text), end - start
            last = runs[-1] if runs else None
            if last and size == width and last[2] == last[3] and last[1] + last[3] == start:
                runs[-1] = Run(last[0], last[1], last[2] + size, last[3] + size)
            else:
                runs.append(Run(offset, start, size, width))
        return runs
