"""TeX macros in running text: styles, citations, links, accents, and mathematics that forgot its `$`."""

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from tracker.text import tex
from tracker.text import tex_symbols as table
from tracker.text.bare_links import as_url, is_web, unescaped
from tracker.text.rendered import Style
from tracker.text.tex_line import scripted

if TYPE_CHECKING:
    from tracker.text.markup import Scanner

_NAME = re.compile(r"\\([A-Za-z]+)\*?")
_GROUP = re.compile(r"\s*\{([^{}]*)\}")
_EMPTY = re.compile(r"\s*\{\s*\}")
_OPEN = re.compile(r"\s*\{")
_SWITCH = re.compile(r"\{\s*\\(em|it|itshape|sl|bf|bfseries|tt|ttfamily|sc|scshape|sf|sffamily|rm)(?![A-Za-z])\s*")
_CITATION = re.compile(r"\s*(?:\[[^\[\]]*\]\s*){0,2}\{([^{}]*)\}")
_VERB = re.compile(r"\\verb\*?([^A-Za-z\s*])([^\n]*?)\1")
_ACCENT = re.compile(r"\\(['`^\"~=.])\s*(?:\{\s*\\?([A-Za-z])\s*\}|\\([ij])(?![A-Za-z])\s?|([A-Za-z]))")
_LETTER_ACCENT = re.compile(r"\s*\{\s*\\?([A-Za-z])\s*\}|\s+([A-Za-z])(?![A-Za-z])")
_ACCENTED_BARE = {"'": "aeiouyAEIOUYcnzCNZ", '"': "aeiouyAEIOUY"}
_PLAIN_GROUP = 80  # a longer group in braces is not there to protect a word from BibTeX

_STYLES: dict[str, Style | None] = {
    **dict.fromkeys(table.names("textit textsl emph underline uline em it itshape sl"), Style.ITALIC),
    **dict.fromkeys(table.names("textbf bf bfseries"), Style.BOLD),
    **dict.fromkeys(table.names("texttt mathtt tt ttfamily"), Style.CODE),
    **dict.fromkeys(
        table.names(
            "text textrm textnormal textup textmd textsc textsf mbox hbox mathsf mathrm sc scshape sf sffamily rm "
            "ensuremath title section subsection paragraph MakeUppercase uppercase lowercase"
        ),
        None,
    ),
}
_TEXT_ONLY = re.compile(
    r"\s*+(?:\\(?:textit|textsl|emph|underline|uline|textbf|texttt|mathtt|textsc|textsf|textrm|text|mbox)\s*+"
    r"\{(?:[^{}$^]|\{[^{}$]*+\})*+\}\s*+)++"
)
_MATHS = frozenset(table.names("frac dfrac tfrac sqrt binom overset underset not operatorname xrightarrow xleftarrow"))
_DISPLAYS = frozenset(
    table.names("equation align gather multline eqnarray displaymath math alignat flalign cases array")
)
_MATRICES = frozenset(table.names("matrix pmatrix bmatrix vmatrix Vmatrix Bmatrix smallmatrix"))
# Markdown escapes brackets with the same backslash: between them must be something that only a formula has.
_FORMULA = re.compile(r"[\\^_=<>+]")
_LONG = 300
_CITES = re.compile(r"(?:[Cc]ite|autocite|parencite|textcite|footcite)[a-z]*|(?:eq|auto|[cC]|name|page)?ref")


class Opened(NamedTuple):
    """A brace on the page and what its `}` will mean: a style, a link, a bracket to close, or nothing."""

    piece: int
    kind: str
    style: Style | None = None
    url: str = ""


class Macros:
    """The macros of one page and the braces they opened."""

    def __init__(self, scanner: "Scanner") -> None:
        self.scanner = scanner
        self.opened: list[Opened] = []

    def is_text(self, content: str) -> bool:
        """Whether what stands between two `$` only sets words in a style, as `$\\textit{Reward Model}$` does."""
        return bool(_TEXT_ONLY.fullmatch(content))

    def read(self) -> None:
        """The macro or escape at the scanner's place."""
        scanner = self.scanner
        name = _NAME.match(scanner.source, scanner.pos)
        if not name:
            return self.escape()
        end = name.end()
        if name[1] in _STYLES:
            return self.style(_STYLES[name[1]], end)
        if self.target(name[1], end) or self.accent(name[1], end):
            return None
        return self.symbol(name[1], end)

    # Braces.

    def push(self, end: int, kind: str, style: Style | None = None, url: str = "", *, text: str = "") -> None:
        self.opened.append(Opened(len(self.scanner.page.texts), kind, style, url))
        self.scanner.put(text, end)

    def open(self) -> None:
        """A `{` of its own: `{\\em …}` sets a style, others are looked at when they close."""
        switch = _SWITCH.match(self.scanner.source, self.scanner.pos)
        if switch:
            return self.push(switch.end(), "style", _STYLES[switch[1]])
        return self.push(self.scanner.pos + 1, "plain", text="{")

    def close(self) -> None:
        scanner, page = self.scanner, self.scanner.page
        if not self.opened:
            return scanner.keep()
        piece, kind, style, url = self.opened.pop()
        if kind == "plain":
            return self.close_plain(piece)
        if kind in "^_":
            text = "".join(page.texts[piece:]) if len(page.texts) - piece < _PLAIN_GROUP else ""
            if text:
                page.lift(piece, scripted(text, kind), scanner.pos + 1)
            return scanner.drop()
        if style:
            page.span(piece, len(page.texts), style, url)
        return scanner.put(")" if kind == "bracket" else "", scanner.pos + 1)

    def close_plain(self, piece: int) -> None:
        """Braces that only protect a word or a macro vanish; sets and placeholders keep theirs."""
        scanner, page = self.scanner, self.scanner.page
        start = page.starts[piece] + 1
        inside = scanner.source[start : scanner.pos] if scanner.pos - start <= _PLAIN_GROUP else "{ }"
        protects = not re.search(r"[\s,:|{}]", inside) or "\\" in inside
        if not protects:
            return scanner.keep()
        page.texts[piece] = ""
        return scanner.drop()

    # Macros with an argument.

    def style(self, style: Style | None, end: int) -> None:
        opening = _OPEN.match(self.scanner.source, end)
        if opening:
            return self.push(opening.end(), "style", style)
        return self.scanner.drop(end - self.scanner.pos)

    def target(self, name: str, end: int) -> bool:
        """Macros that point somewhere; whether this was one."""
        scanner, source = self.scanner, self.scanner.source
        if name in ("url", "path", "nolinkurl") and (group := _GROUP.match(source, end)):
            self.link(group)
        elif name == "href" and (group := _GROUP.match(source, end)) and (text := _OPEN.match(source, group.end())):
            url = _address(group[1])
            self.push(text.end(), "style", Style.LINK if url else None, url)
        elif _CITES.fullmatch(name) and (group := _CITATION.match(source, end)):
            scanner.put(f"[{' '.join(group[1].split())}]", group.end())
        elif name == "verb" and (verb := _VERB.match(source, scanner.pos)):
            scanner.styled(verb[2], verb.end(), Style.CODE)
        else:
            return self.bracket(name, end)
        return True

    def link(self, group: re.Match[str]) -> None:
        shown, url = unescaped(group[1].strip()), _address(group[1])
        if url:
            self.scanner.styled(shown, group.end(), Style.LINK, url)
        else:
            self.scanner.put(shown, group.end())

    def bracket(self, name: str, end: int) -> bool:
        """Footnotes and scripts; whether this was one."""
        opening = _OPEN.match(self.scanner.source, end)
        kinds = {"footnote": "bracket", "thanks": "bracket", "textsuperscript": "^", "textsubscript": "_"}
        if not opening or name not in kinds:
            return False
        self.push(opening.end(), kinds[name], text=" (" if kinds[name] == "bracket" else "")
        return True

    def accent(self, name: str, end: int) -> bool:
        """`\\v{c}` and its like."""
        letter = _LETTER_ACCENT.match(self.scanner.source, end) if name in table.TEXT_ACCENTS else None
        if not letter:
            return False
        self.scanner.put(_composed(letter[1] or letter[2], name), letter.end())
        return True

    # Macros that stand for a sign, and unknown ones.

    def symbol(self, name: str, end: int) -> None:
        scanner = self.scanner
        if name in table.TEXT_SIGNS:
            empty = _EMPTY.match(scanner.source, end)
            return scanner.put(table.TEXT_SIGNS[name].replace("\u2003", " "), empty.end() if empty else end)
        if name == "begin":
            return self.environment(end)
        if name in table.SILENT or name in table.SILENT_WITH_ARGUMENT:
            return self.silent(name, end)
        if is_symbol(name):
            return self.maths()
        known = next((name[:size] for size in range(len(name) - 1, 3, -1) if is_symbol(name[:size])), "")
        if known and name[len(known)].isupper():
            return scanner.styled(tex.maths("\\" + known), scanner.pos + 1 + len(known), Style.MATH)
        return self.unknown(name, end)

    def maths(self) -> None:
        """A formula without `$`: the macro, its arguments and scripts."""
        scanner = self.scanner
        text, end = tex.atom(scanner.source, scanner.pos)
        while scanner.source[end - 1 : end].isspace():
            end -= 1
        scanner.styled(text, end, Style.MATH)

    def silent(self, name: str, end: int) -> None:
        group = _GROUP.match(self.scanner.source, end) if name in table.SILENT_WITH_ARGUMENT else None
        end = group.end() if group else end
        while self.scanner.source[end : end + 1] == " ":
            end += 1
        self.scanner.drop(end - self.scanner.pos)

    def unknown(self, name: str, end: int) -> None:
        source = self.scanner.source
        if empty := _EMPTY.match(source, end):
            return self.scanner.put(name, empty.end())
        if source.startswith("{", end):
            return self.push(end + 1, "bracket", text=f"{name}(")
        return self.scanner.put(name, end)

    def environment(self, end: int) -> None:
        """Displayed formulas are mathematics; of other environments only the frame goes."""
        scanner = self.scanner
        group = _GROUP.match(scanner.source, end)
        name = group[1].strip().rstrip("*") if group else ""
        if not group or (name not in _DISPLAYS and name not in _MATRICES):
            return self.silent("begin", end)
        closer = f"\\end{{{group[1]}}}"
        close = scanner.find(closer, group.end())
        if close < 0:
            return scanner.drop(group.end() - scanner.pos)
        return scanner.formula(scanner.pos, close + len(closer), close + len(closer))

    # Escapes.

    def escape(self) -> None:
        scanner = self.scanner
        char = scanner.after()
        if char and char in "([\\" and self.display():
            return None
        if char == "\\":
            return scanner.put(" ", scanner.pos + 2)
        if char == "\n" or not char:
            return scanner.drop()
        accent = _ACCENT.match(scanner.source, scanner.pos)
        if accent and self.is_accent(accent):
            return scanner.put(_composed(accent[2] or accent[3] or accent[4], accent[1]), accent.end())
        if char in " ,;:":
            return scanner.put(" ", scanner.pos + 2)
        if char in "-/" and scanner.before().isalpha() and scanner.after(2).isalpha():
            return scanner.drop(2)
        if char.isprintable() and not char.isalnum() and char.isascii():
            return scanner.put(char, scanner.pos + 2)
        return scanner.keep()

    def is_accent(self, accent: re.Match[str]) -> bool:
        """`M\\"uller`, but not the `\\"` of an escaped quotation nor the `\\'` of `it\\'s`."""
        if accent[4] is None:
            return True
        bare = _ACCENTED_BARE.get(accent[1])
        if bare is None:
            return accent[1] in "`^~" and accent[4] in "aeiounAEIOUN"
        return accent[4] in bare and (self.scanner.before().isalpha() or self.scanner.before() == "{")

    def display(self) -> bool:
        """`\\(…\\)` and `\\[…\\]`, also with the backslash doubled; whether this was one."""
        scanner = self.scanner
        size = 2 if scanner.after() == "\\" else 1
        sign = scanner.after(size)
        if not sign or sign not in "([":
            return False
        closer = "\\" * size + (")" if sign == "(" else "]")
        start = scanner.pos + size + 1
        close = scanner.find(closer, start)
        if close < 0 or (size == 1 and not _is_formula(scanner.source[start : min(close, start + _LONG)])):
            return False
        scanner.formula(start, close, close + size + 1)
        return True


def _is_formula(content: str) -> bool:
    return len(content) == _LONG or len(content.strip()) == 1 or bool(_FORMULA.search(content))


def is_symbol(name: str) -> bool:
    """Whether a macro outside of `$` is mathematics."""
    return (
        name in table.LETTERS
        or name in table.OPERATORS
        or name in table.ALPHABETS
        or name in table.MATH_ACCENTS
        or name in _MATHS
    )


def _address(raw: str) -> str:
    url = unescaped(raw.strip())
    url = as_url(url) if url and not re.match(r"[a-z]+:", url) else url
    return url if is_web(url) else ""


def _composed(letter: str, accent: str) -> str:
    base = {"i": "i", "j": "j"}.get(letter, letter)
    return unicodedata.normalize("NFC", base + table.TEXT_ACCENTS[accent])
