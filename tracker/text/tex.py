"""TeX mathematics as the nearest line of Unicode: `O(T^{O(K)})` reads `O(Tᴼ⁽ᴷ⁾)`, `\\frac{a+b}{2}` reads `(a+b)/2`."""

import re

from tracker.text import tex_symbols as table
from tracker.text.tex_line import accented, operand, scripted, tidy
from tracker.text.tex_reader import DEEPEST, TOKEN, Reader

_NAME = re.compile(r"\\([A-Za-z]+)\*?")
_SPACE = re.compile(r"\s*")
_OPTION = re.compile(r"\s*\[([^\[\]{}]*)\]")
_ENVIRONMENT = re.compile(r"\s*\{([A-Za-z]+)\*?\}(?:\{[lcr|@ ]*\})?")
LONGEST = 10_000  # characters; what is longer is no formula, and a reader stops there

_ESCAPED = dict.fromkeys(",;:> \n", " ") | dict.fromkeys("!-/()", "") | {"|": "‖"}
_LAYOUT = {"matrix": "  ", "pmatrix": "()", "bmatrix": "[]", "vmatrix": "||", "Vmatrix": "‖‖", "Bmatrix": "{}",
           "smallmatrix": "  ", "cases": "{ ", "array": "  "}  # fmt: skip
_CLOSERS = frozenset(")]|")
_OPENERS = frozenset("\\{")
_GLUED = re.compile(rf"(?:{'|'.join(sorted(table.WORDS | table.ALPHABETS.keys(), key=len, reverse=True))})([A-Z]\w*)")


def maths(source: str) -> str:
    """What stands between two `$`, as one line of text.

    Scripts become Unicode's where every character has one, else `^(…)` and `_(…)`, or `^q` for a single character; an
    unknown macro shows its name; unbalanced braces are ignored. Never raises; linear in the length of the source.
    """
    reader = _Formula(source, 0)
    parts: list[str] = []
    while reader.pos < len(source):
        parts.append(reader.row(stray=True))
    return tidy("".join(parts))


def atom(source: str, start: int) -> tuple[str, int]:
    """The macro at `start` with its arguments and scripts, and where it ends: for mathematics outside of `$`."""
    source = source[start : start + LONGEST]
    reader = _Formula(source, 0)
    text = reader.argument()
    while reader.pos < len(source) and source[reader.pos] in "^_":
        text += reader.script(source[reader.pos])
    return tidy(text), start + min(reader.pos, len(source))


class _Formula(Reader):
    """The macros of a formula."""

    def macro(self, before: list[str]) -> str:
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
            return accented(self.argument(), name)
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
        if glued := _GLUED.fullmatch(name):  # `\mathcalO(T)`, which has lost its braces
            return glued[1]
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
        return f"{space}{name}{' ' if following.isalnum() or (following and following in _OPENERS) else ''}"

    def fraction(self, before: list[str]) -> str:
        above, below = operand(self.argument()), operand(self.argument(), below=True)
        front = before[-1][-1:] if before else ""
        text = f"{above}/{below}"
        return f"({text})" if front.isalnum() or self.next_char().isalnum() else text

    def root(self) -> str:
        option = _OPTION.match(self.source, self.pos)
        if option:
            self.pos = option.end()
        degree = option[1].strip() if option else ""
        sign = {"": "√", "2": "√", "3": "∛", "4": "∜"}.get(degree) or f"{scripted(degree, '^')}√"
        return sign + operand(self.argument(), below=True)

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
        if not opening or self.depth >= DEEPEST:
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
                token = TOKEN.match(self.source, self.pos)
                parts.append(self.piece(token[0], parts, words=False) if token else "")
        return re.sub(r"\s+([,;])", r"\1", "".join(parts))
