"""TeX mathematics as the nearest line of Unicode: `O(T^{O(K)})` reads `O(Tᴼ⁽ᴷ⁾)`, `\\frac{a+b}{2}` reads `(a+b)/2`."""

import re

from tracker.text import tex_symbols as table
from tracker.text.clean import normal

_TOKEN = re.compile(r"\\(?:[A-Za-z]+\*?|[\s\S]?)|\s+|[A-Za-z0-9.,()\[\]|=+/:;!<>]+|[\s\S]")
_NAME = re.compile(r"\\([A-Za-z]+)\*?")
_SPACE = re.compile(r"\s*")
_OPTION = re.compile(r"\s*\[([^\[\]{}]*)\]")
_ENVIRONMENT = re.compile(r"\s*\{([A-Za-z]+)\*?\}(?:\{[lcr|@ ]*\})?")
_SPACED_OUT = re.compile(r"\s+")
LONGEST = 10_000  # characters; what is longer is no formula, and a reader stops there
_DEEPEST = 40  # groups below this depth are read flat, so that no input exhausts the stack

_ESCAPED = {
    ",": " ",
    ";": " ",
    ":": " ",
    ">": " ",
    " ": " ",
    "\n": " ",
    "!": "",
    "-": "",
    "/": "",
    "|": "‖",
    "(": "",
    ")": "",
}
_LAYOUT = {"matrix": "  ", "pmatrix": "()", "bmatrix": "[]", "vmatrix": "||", "Vmatrix": "‖‖", "Bmatrix": "{}",
           "smallmatrix": "  ", "cases": "{ ", "array": "  "}  # fmt: skip
_CLOSERS = frozenset(")]|")
_CHARS = {"-": "−", "'": "′", "~": " ", "&": " "}


def maths(source: str) -> str:
    """What stands between two `$`, as one line of text.

    Scripts become Unicode's where every character has one, else `^(…)` and `_(…)`, or `^q` for a single character; an
    unknown macro shows its name; unbalanced braces are ignored. Never raises; linear in the length of the source.
    """
    reader = _Reader(source, 0)
    parts: list[str] = []
    while reader.pos < len(source):
        parts.append(reader.row(stray=True))
    return _tidy("".join(parts))


def atom(source: str, start: int) -> tuple[str, int]:
    """The macro at `start` with its arguments and scripts, and where it ends: for mathematics outside of `$`."""
    source = source[start : start + LONGEST]
    reader = _Reader(source, 0)
    text = reader.argument()
    while reader.pos < len(source) and source[reader.pos] in "^_":
        text += reader.script(source[reader.pos])
    return _tidy(text), start + min(reader.pos, len(source))


def scripted(text: str, sign: str) -> str:
    """`text` raised (`^`) or lowered (`_`); in brackets behind the sign where Unicode has no such letters."""
    glyphs = table.SUPERSCRIPTS if sign == "^" else table.SUBSCRIPTS
    text = text.strip()
    close = "".join(text.split())
    if all(char in glyphs for char in close):
        return "".join([glyphs[char] for char in close])
    return sign + (text if len(text) == 1 else _bracketed(text))


def _tidy(text: str) -> str:
    return normal(_SPACED_OUT.sub(" ", text).strip(), "NFC")


def _bracketed(text: str) -> str:
    """In round brackets, unless one pair of them already holds it all."""
    if not (text.startswith("(") and text.endswith(")")):
        return f"({text})"
    depth = 0
    for position, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if not depth:
            return text if position == len(text) - 1 else f"({text})"
    return f"({text})"


def _operand(text: str, *, below: bool = False) -> str:
    """A part of a fraction or a root, in brackets where the line would otherwise be read differently."""
    text = text.strip()
    plain = text.isalnum() and (not below or len(text) == 1 or text.isdigit())
    if plain or len(text) <= 1 or (not below and not re.search(r"[\s+−=,/<>≤≥±]", text)):
        return text
    core = re.sub("[⁰-₎ⁱᵃ-ᵿᶿ²³¹\u0300-\u036f]", "", text)
    return text if len(core) == 1 else _bracketed(text)


class _Reader:
    """A recursive-descent reader over one source; `pos` is where it is."""

    def __init__(self, source: str, pos: int) -> None:
        self.source = source
        self.pos = pos
        self.depth = 0
        self.flat = 0  # braces opened below the deepest group and not closed yet

    def row(self, *, stray: bool = False, words: bool = False) -> str:
        """Everything up to the `}` that closes the group, which is eaten; a `stray` one is passed over."""
        parts: list[str] = []
        while token := _TOKEN.match(self.source, self.pos):
            piece = token[0]
            if not piece:
                break
            if piece == "}":
                self.pos += 1
                if self.flat:
                    self.flat -= 1
                elif not stray:
                    break
                continue
            if piece.startswith(r"\end") and piece.rstrip("*") == r"\end" and self.depth and not stray:
                break
            parts.append(self.piece(piece, parts, words=words))
        return "".join(parts)

    def piece(self, token: str, before: list[str], *, words: bool) -> str:
        """What one token, with all that belongs to it, reads as."""
        if token[0] == "\\":
            return self.macro(before)
        if token in "^_":
            if words and token == "_":
                self.pos += 1
                return "_"
            return self.script(token)
        if token == "{":
            return self.group(words=words)
        self.pos += len(token)
        if token.isspace():
            return " "
        return token if words else _CHARS.get(token, token)

    def group(self, *, words: bool = False) -> str:
        self.pos += 1
        if self.depth >= _DEEPEST:
            self.flat += 1
            return ""
        self.depth += 1
        text = self.row(words=words)
        self.depth -= 1
        return text

    def argument(self, *, words: bool = False) -> str:
        """The next group, macro or single character."""
        self.skip_space()
        if self.pos >= len(self.source):
            return ""
        char = self.source[self.pos]
        if char == "{":
            return self.group(words=words)
        if char == "}":
            return ""
        if char == "\\":
            return self.nested_macro()
        self.pos += 1
        return _CHARS.get(char, char)

    def nested_macro(self) -> str:
        if self.depth >= _DEEPEST:
            self.pos += 1
            return ""
        self.depth += 1
        text = self.macro([])
        self.depth -= 1
        return text.strip()

    def skip_space(self) -> None:
        if space := _SPACE.match(self.source, self.pos):
            self.pos = space.end()

    def script(self, sign: str) -> str:
        self.pos += 1
        self.skip_space()
        if self.pos >= len(self.source):
            return sign
        if self.source[self.pos] in "^_":  # a sign that raises nothing, as in x^^2
            return ""
        return scripted(self.argument(), sign)

    def macro(self, before: list[str]) -> str:
        """The macro at `pos` and its arguments; `before` is what stands in front of it, for the spaces around it."""
        name = _NAME.match(self.source, self.pos)
        if not name:
            escaped = self.source[self.pos + 1 : self.pos + 2]
            self.pos += 2
            return "; " if escaped == "\\" else _ESCAPED.get(escaped, escaped)
        self.pos = name.end()
        return self.named(name[1], before)

    def named(self, name: str, before: list[str]) -> str:
        if name in table.OPERATORS:
            return self.operator(table.OPERATORS[name], before)
        if name in table.LETTERS:
            return self.letter(table.LETTERS[name])
        if name in table.ALPHABETS:
            alphabet = table.ALPHABETS[name]
            return "".join([alphabet.get(char, char) for char in self.argument()])
        if name in table.WORDS:
            return self.argument(words=True)
        if name in table.MATH_ACCENTS:
            return _accented(self.argument(), name)
        return self.structure(name, before)

    def structure(self, name: str, before: list[str]) -> str:
        match name:
            case "frac" | "dfrac" | "tfrac" | "cfrac" | "nicefrac" | "sfrac":
                return self.fraction(before)
            case "sqrt":
                return self.root()
            case "binom" | "dbinom" | "tbinom":
                return f"({self.argument()} choose {self.argument()})"
            case "overset" | "stackrel":
                above, base = self.argument(), self.argument()
                return base + scripted(above, "^")
            case "underset":
                below, base = self.argument(), self.argument()
                return base + scripted(below, "_")
            case "xrightarrow" | "xleftarrow":
                return self.long_arrow("→" if name == "xrightarrow" else "←")
            case "begin":
                return self.environment()
            case "not":
                return self.argument() + "\u0338"
            case _:
                return self.plain(name, before)

    def plain(self, name: str, before: list[str]) -> str:
        """Macros that set no mathematics: layout, colours, names of functions, and those nobody here knows."""
        if name in table.SILENT:
            return self.silent(name)
        if name in table.SILENT_WITH_ARGUMENT:
            self.argument()
            return ""
        match name:
            case "textcolor" | "colorbox" | "raisebox" | "scalebox":
                self.argument()
                return self.argument()
            case "pmod":
                return f" (mod {self.argument()})"
            case "tag":
                return f" ({self.argument()})"
            case "operatorname":
                return self.function(self.argument(words=True), before)
            case "over" | "atop":
                return "/"
            case _ if name in table.TEXT_SIGNS and name not in ("i", "j", "l", "o", "L", "O", "S", "P"):
                return table.TEXT_SIGNS[name]
            case _ if name in table.FUNCTIONS:
                return self.function(name.removeprefix("b") if name == "bmod" else name, before)
            case _:
                return self.unknown(name, before)

    def silent(self, name: str) -> str:
        self.skip_space()
        if name in ("left", "right", "middle") and self.source.startswith(".", self.pos):
            self.pos += 1
        return ""

    def unknown(self, name: str, before: list[str]) -> str:
        text = self.function(name, before)
        if not self.source.startswith("{", self.pos):
            return text
        argument = self.argument()
        return f"{text.rstrip()}({argument})" if argument else text

    def next_char(self) -> str:
        return self.source[self.pos : self.pos + 1]

    def letter(self, text: str) -> str:
        """A letter macro eats the space that only ends its name, as TeX does."""
        space = _SPACE.match(self.source, self.pos)
        if space and self.source[space.end() : space.end() + 1].isalnum():
            self.pos = space.end()
        return text

    def operator(self, text: str, before: list[str]) -> str:
        """An operator keeps the space after it only where there is one, or nothing, in front of it."""
        front = before[-1] if before else ""
        if front and not front.endswith((" ", "(", "[", "{")):
            self.skip_space()
        elif (
            front.endswith(" ") and text not in "±∓" and self.next_char() not in ("", " ", "}", ")", "]", ",", "^", "_")
        ):
            return text + " "
        return text

    def function(self, name: str, before: list[str]) -> str:
        front = before[-1][-1:] if before else ""
        space = " " if front.isalnum() or front in _CLOSERS else ""
        following = self.next_char()
        return f"{space}{name}{' ' if following.isalnum() or following == chr(92) else ''}"

    def fraction(self, before: list[str]) -> str:
        above, below = _operand(self.argument()), _operand(self.argument(), below=True)
        front = before[-1][-1:] if before else ""
        text = f"{above}/{below}"
        return f"({text})" if front.isalnum() or self.next_char().isalnum() else text

    def root(self) -> str:
        option = _OPTION.match(self.source, self.pos)
        if option:
            self.pos = option.end()
        degree = option[1].strip() if option else ""
        sign = {"": "√", "2": "√", "3": "∛", "4": "∜"}.get(degree) or f"{scripted(degree, '^')}√"
        return sign + _operand(self.argument(), below=True)

    def long_arrow(self, sign: str) -> str:
        option = _OPTION.match(self.source, self.pos)
        if option:
            self.pos = option.end()
        above = self.argument()
        below = scripted(option[1], "_") if option and option[1].strip() else ""
        return sign + below + (scripted(above, "^") if above.strip() else "")

    def environment(self) -> str:
        """A matrix or an aligned formula on one line: cells parted by commas, rows by semicolons."""
        opening = _ENVIRONMENT.match(self.source, self.pos)
        if not opening or self.depth >= _DEEPEST:
            return self.argument()
        self.pos = opening.end()
        self.depth += 1
        text = self.cells(opening[1] in _LAYOUT)
        self.depth -= 1
        frame = _LAYOUT.get(opening[1], "  ")
        return frame[0] + text.strip().removesuffix(";").strip() + frame[1]

    def cells(self, matrix: bool) -> str:
        parts: list[str] = []
        while self.pos < len(self.source):
            if self.source.startswith(r"\end", self.pos):
                self.pos += 4
                self.argument()
                break
            if self.source[self.pos] == "&":
                self.pos += 1
                parts.append(", " if matrix else " ")
            elif self.source[self.pos] == "}":
                break
            else:
                token = _TOKEN.match(self.source, self.pos)
                parts.append(self.piece(token[0], parts, words=False) if token else "")
        return re.sub(r"\s+([,;])", r"\1", "".join(parts))


def _accented(text: str, name: str) -> str:
    """The accent over a single letter, whatever scripts it bears; a line over each of several; else `hat(AB)`."""
    text = text.strip()
    accent = table.MATH_ACCENTS[name]
    rest = re.sub("[⁰-₎ⁱᵃ-ᵿᶿ²³¹ₐ-ₜ\u0300-\u036f]|[\\^_](?:\\([^()]*\\)|.)", "", text[1:])
    if text and not rest:
        return text[0] + accent + text[1:]
    if name in ("overline", "bar"):
        return "".join([char + "\u0305" if char.isalnum() else char for char in text])
    return f"{name.removeprefix('wide')}({text})" if text else ""
