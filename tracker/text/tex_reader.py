"""The reader beneath TeX's macros: tokens, groups, arguments and scripts."""

import re

from tracker.text.tex_line import scripted

TOKEN = re.compile(r"\\(?:[A-Za-z]+\*?|[\s\S]?)|\s+|[A-Za-z0-9.,()\[\]|=+/:;!<>]+|[\s\S]")
_SPACE = re.compile(r"\s*")
DEEPEST = 40  # groups below this depth are read flat, so that no input exhausts the stack
_CHARS = {"-": "−", "'": "′", "~": " ", "&": " "}


class Reader:
    """A recursive-descent reader over one source; `pos` is where it is."""

    def __init__(self, source: str, pos: int) -> None:
        self.source = source
        self.pos = pos
        self.depth = 0
        self.flat = 0  # braces opened below the deepest group and not closed yet

    def row(self, *, stray: bool = False, words: bool = False) -> str:
        """Everything up to the `}` that closes the group, which is eaten; a `stray` one is passed over."""
        parts: list[str] = []
        while token := TOKEN.match(self.source, self.pos):
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
        if self.depth >= DEEPEST:
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
        if self.depth >= DEEPEST:
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
        raise NotImplementedError
