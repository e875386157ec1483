"""Cuts a query into tokens with positions; knows where a term ends, not what it means."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from tracker.query.fields import FIELDS, LISTED, ORDERED, SIGILS, WORDED, Kind, field_named

DEPTH = 50  # brackets nested deeper than this are not looked at, so that a tree can be walked by recursion

# A term without field, sign or bracket. It may hold “: a set with a sign beyond Latin-1 takes long to compile.
PLAIN = re.compile(r'\s*([^\s()":<>=#@^~/-][^\s()":<>=]*)(?=[\s)]|\Z)')
KEYWORDS = {"OR": "OR", "|": "OR", "||": "OR", "AND": "AND", "NOT": "NOT"}

Complain = Callable[..., None]


@cache
def _head() -> re.Pattern[str]:
    return re.compile(r"([A-Za-z][A-Za-z_-]*)(:[<>]=?|:[=~]?|[<>]=?|=)")


@cache
def _run() -> re.Pattern[str]:
    return re.compile(r'[^\s()"“]+')


@cache
def _phrase() -> re.Pattern[str]:
    return re.compile(r'"((?:[^"\\]|\\.|\\\Z)*+)("?)|“((?:[^”\\]|\\.|\\\Z)*+)(”?)', re.DOTALL)


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(r"/(?!\s)((?:[^/\\]|\\.|/(?![\s)]|\Z))++)/", re.DOTALL)


@cache
def _minus() -> re.Pattern[str]:
    return re.compile(r"-+(?=[^\s)-])")


def quotation(text: str, at: int, end: int) -> re.Match[str] | None:
    """The quotation that begins at `at`: group 1 (or 3) is what it says, 2 (or 4) its closing mark or empty."""
    return _phrase().match(text, at, end) if text.startswith(('"', "“"), at, end) else None


class Token(NamedTuple):
    """`kind` is one of ( ) OR AND NOT - term word; a word is a term without field, sign or bracket.

    A "(" may carry a field, as in note:(a OR b).
    """

    kind: str
    start: int
    end: int
    field: str = ""  # canonical; empty where the term names none
    op: str = ""  # ":" ":=" ":~" "<" "<=" ">" ">="; empty where the term names none
    body: int = 0  # where the value begins


def tokens(text: str) -> Iterator[Token]:
    """All tokens of `text`, in order; blanks between them are nobody's."""
    scanner = _Scanner(text)
    at = 0
    while at < len(text):
        if (plain := PLAIN.match(text, at)) and "“" not in plain[1]:
            start, at = plain.span(1)
            yield Token(KEYWORDS.get(plain[1], "word"), start, at, "", "", start)
        elif (sign := text[at]) in "()":
            at += 1
            yield Token(sign, at - 1, at)
        elif sign.isspace():
            at += 1
        else:
            token = scanner.token(at)
            at = token.end
            yield token


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.pairs = _pairs(text)
        self.patterns = "/" in text  # false once no pattern can follow

    def token(self, at: int) -> Token:
        if self.text[at] == "-" and (minus := _minus().match(self.text, at)):
            return Token("-", at, minus.end())
        field, op, body = self.head(at)
        if op and self.text.startswith("(", body):
            return Token("(", at, body + 1, field, op, body)
        end = self.value(body, field)
        kind = "term" if op else KEYWORDS.get(self.text[at:end], "term")
        return Token(kind, at, end, field, op, body)

    def head(self, at: int) -> tuple[str, str, int]:
        """Field, operator and where the value begins; ("", "", at) for a bare term."""
        if sigil := SIGILS.get(self.text[at]):
            return self.exactly(*sigil, at + 1)
        match = _head().match(self.text, at) if self.text[at].isalpha() else None
        if not match or not (field := field_named(match[1])):
            return "", "", at
        op = match[2]
        if FIELDS[field] in ORDERED:
            return field, ":" if op in ("=", ":=", ":~") else op.lstrip(":") or ":", match.end()
        return self.exactly(field, ":", match.end(1) + 1) if op.startswith(":") else ("", "", at)

    def exactly(self, field: str, op: str, body: int) -> tuple[str, str, int]:
        """An `=` or `~` after the colon or the sigil belongs to the operator."""
        sign = self.text[body : body + 1]
        if op == ":" and sign and sign in "=~" and FIELDS[field] is not Kind.SORT:
            return field, ":" + sign, body + 1
        return field, op, body

    def value(self, at: int, field: str) -> int:
        """Where the value that begins at `at` ends."""
        kind = FIELDS[field] if field else Kind.TEXT
        if kind in LISTED:
            return self.listed(at)
        if quoted := quotation(self.text, at, len(self.text)):
            return quoted.end()
        if kind in WORDED and (end := self.pattern(at)):
            return end
        return self.run(at)

    def listed(self, at: int) -> int:
        """Names, quoted or not, with commas between them; `-` may precede a name and `*` follow it."""
        if end := self.pattern(at):
            return end
        while True:
            if quoted := quotation(self.text, at, len(self.text)):
                at = quoted.end()
                at += self.text.startswith("*", at)
                if not self.text.startswith(",", at):
                    return at
            end = self.run(at)
            again = self.text[at:end].rpartition(",")[2] in ("", "-") and self.text.startswith(('"', "“"), end)
            if end == at or not again:
                return end
            at = end

    def pattern(self, at: int) -> int:
        """Where the /pattern/ that begins at `at` ends; 0 if there is none."""
        if not self.patterns or not self.text.startswith("/", at):
            return 0
        if self.text[at + 1 : at + 2].strip() and (match := _pattern().match(self.text, at)):
            return match.end()
        self.patterns = not self.text[at + 1 : at + 2].strip()
        return 0

    def run(self, at: int) -> int:
        """The end of a run without blanks. Brackets right after a letter and closed inside are part of it: O(T^2)."""
        start, run = at, _run()
        while match := run.match(self.text, at):
            at = match.end()
            while at in self.pairs and at > start and (self.text[at - 1].isalnum() or self.text[at - 1] in "_)"):
                if self.text[start:at] in KEYWORDS:
                    return at
                at = self.pairs[at] + 1
        return at


def is_pattern(value: str) -> bool:
    """Whether the text of a value is a /pattern/."""
    return len(value) > 2 and value[0] == value[-1] == "/" and not value[1].isspace()


def _pairs(text: str) -> dict[int, int]:
    """Each `(` whose `)` follows without a blank or a quotation mark between them."""
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for match in re.finditer(r'[()\s"“]', text) if "(" in text else ():
        if match[0] == "(":
            opened.append(match.start())
        elif match[0] != ")":
            opened.clear()
        elif opened:
            pairs[opened.pop()] = match.start()
    return pairs


def balanced(found: list[Token], end: int, complain: Complain) -> list[Token]:
    """The tokens with every bracket closed and none nested deeper than DEPTH."""
    kept: list[Token] = []
    opened: list[Token] = []
    for token in found:
        if token.kind == "(":
            opened.append(token)
        elif token.kind == ")":
            if not opened:
                complain(token.start, token.end, "this ) closes nothing — take it away", "")
                continue
            opened.pop()
        depth = len(opened) + (token.kind == ")")
        if token.kind not in "()" or depth <= DEPTH:
            kept.append(token)
    kept.extend(Token(")", end, end) for _ in opened[:DEPTH])
    _report(opened, found, complain)
    return kept


def _report(opened: list[Token], found: list[Token], complain: Complain) -> None:
    for token in opened:
        complain(token.end - 1, token.end, "this ( is not closed — taken as closed at the end", pending=True)
    depth = 0
    for token in found:
        depth += (token.kind == "(") - (token.kind == ")" and depth > 0)
        if depth > DEPTH:
            complain(token.start, token.end, f"brackets nested deeper than {DEPTH} are not looked at")
            return
