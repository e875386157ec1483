"""Reads a query: `parse` makes a tree of any text, and says with positions what it could not understand.

    or    = and { ("OR" | "|") and }          binds weaker than a blank
    and   = unary { ["AND"] unary }           a blank means AND
    unary = { "-" | "NOT" } ( group | term )
    group = [ field ":" ] "(" or ")"          the field is for terms that name none: note:(sink OR "long context")
    term  = [ field op | sigil ] value        sigils: #tag @person ^title ~near =exact
    value = "phrase" | /pattern/ | word | word* | a,b | 2..4 | 2026-01..

Choices made where the grammar leaves room:
- A word runs to the next blank, bracket or quotation mark. A bracket right after a letter, a digit or `_` and closed
  before the next blank is part of the word: `O(T^2)`, `f(x)`. So are `-`, `_`, `^`, `/`, `|`, `.` inside it: `M-STaR`.
- `<`, `>` and `=` make a field of number and date fields only: `rating>=4`; `F1<0.72` and `p=3` are words.
- A term of ASCII signs alone, such as `-` between blanks, says nothing and is passed over.
- `/` begins a pattern if a `/` before a blank, a `)` or the end closes it: `/usr/bin` is a word.
- Groups of statuses become the statuses they stand for, so that an engine sees values of Status only; `status:open` and
  `is:open` mean inbox, later or reading, and not snoozed.
- A mistyped field, value, number or date leaves its term out, and is a problem that is not quiet.
- While typing, the last word, name or author is the beginning of one, and what is wrong at the end is quiet.
"""

from datetime import datetime

from tracker.query import values, words
from tracker.query.fields import FIELDS, Kind, field_named
from tracker.query.lex import Token, balanced, is_pattern, tokens
from tracker.query.near import nearest
from tracker.query.shape import all_of, any_of, enclosed, none_of
from tracker.query.source import MOST, Source, crop, quote
from tracker.query.tree import Node, Problem, Query

LONGEST = 10_000  # characters that are read: more was pasted by mistake
SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~“”"
JOINING = frozenset(("or", "and", "not"))  # written small, these are words
SHORT = 12  # words and signs: in a longer text these three are hardly meant to join
Scope = tuple[str, str]  # the field and operator in front of the bracket that a term stands in, or empty
READERS = {
    Kind.TEXT: words.text,
    Kind.PEOPLE: words.text,
    Kind.NAMES: values.names,
    Kind.CHOICE: values.choice,
    Kind.NUMBER: values.number,
    Kind.DATE: values.date,
    Kind.LIKE: values.like,
    Kind.IN: values.saved,
    Kind.SORT: values.sort,
}


def parse(text: str, *, now: datetime | None = None, typing: bool = False) -> Query:
    """The query that `text` says. Never fails: what makes no sense becomes a problem, and the rest still holds.

    `now`: local, aware time (best with a ZoneInfo), from which `2w` and `yesterday` are counted; if left out, the
    system's. `typing`: the text is still being typed.
    """
    read = text[:LONGEST]
    source = Source(read, now, typing)
    grammar = _Grammar(source, balanced(list(tokens(read)), len(read), source.complain))
    tree = grammar.either(("", ""))
    problems = sorted(source.problems)
    if len(text) > LONGEST:
        cut = Problem(LONGEST, len(text), f"a query is read up to {LONGEST:,} characters", "")
        problems = [*problems[: MOST - 1], cut]
    return Query(text, tree, tuple(source.sorts), tuple(problems))


class _Parts:
    """The parts of an And or Or that say something, and from where to where they stand, brackets included."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.start = self.end = 0

    def add(self, node: Node | None, start: int, end: int) -> None:
        if node is not None:
            self.start = self.start if self.nodes else start
            self.nodes.append(node)
            self.end = end

    def all(self) -> tuple[list[Node], int, int]:
        return self.nodes, self.start, self.end


class _Grammar:
    """Recursive descent over balanced tokens; `at` is the next one."""

    def __init__(self, source: Source, tokens: list[Token]) -> None:
        self.source = source
        self.tokens = [*tokens, Token("", len(source.text), len(source.text))]
        self.at = 0
        self.seen = 0  # terms so far, with a meaning or without

    def kind(self) -> str:
        return self.tokens[self.at].kind

    def next(self) -> Token:
        self.at += 1
        return self.tokens[self.at - 1]

    def either(self, scope: Scope) -> Node | None:
        parts = _Parts()
        waiting: Token | None = None
        while True:
            seen = self.seen
            parts.add(*self.every(scope))
            if self.seen == seen and waiting:
                self.dangling(waiting, "after")
            if self.kind() != "OR":
                return any_of(*parts.all())
            joined = self.seen > seen or waiting
            waiting = self.next()
            if not joined:
                self.dangling(waiting, "before")
                waiting = None

    def every(self, scope: Scope) -> tuple[Node | None, int, int]:
        """What stands between two ORs, and where its first part begins and its last one ends."""
        parts = _Parts()
        before = self.seen
        waiting: Token | None = None
        while (kind := self.kind()) not in ("", "OR", ")"):
            start, seen = self.at, self.seen
            if kind != "AND":
                parts.add(self.term(scope) if kind == "word" else self.unary(scope), *self.extent(start))
                waiting = None if self.seen > seen else waiting
            elif seen == before:
                self.dangling(self.next(), "before")
            else:
                waiting = self.joining(waiting)
        if waiting:
            self.dangling(waiting, "after")
        return all_of(*parts.all()), parts.start, parts.end

    def joining(self, waiting: Token | None) -> Token:
        """The AND that comes next, after one that may still wait for its other side."""
        if waiting:
            self.dangling(waiting, "after")
        return self.next()

    def unary(self, scope: Scope) -> Node | None:
        start, seen, signs = self.at, self.seen, 0
        while self.kind() in ("-", "NOT"):
            sign = self.next()
            signs += 1 if sign.kind == "NOT" else sign.end - sign.start
        part = self.primary(scope)
        if signs:
            sign = sign._replace(start=self.tokens[start].start)
            self.unsorted(sign)
        if signs and self.seen == seen:
            self.dangling(sign, "after")
        return none_of(part, *self.extent(start)) if signs % 2 else part

    def primary(self, scope: Scope) -> Node | None:
        match self.kind():
            case "" | "OR" | "AND" | ")":
                return None
            case "(":
                return self.group(scope)
            case _:
                return self.term(scope)

    def group(self, scope: Scope) -> Node | None:
        opened, seen = self.next(), self.seen
        inner = self.either((opened.field or scope[0], opened.op) if opened.op else scope)
        closed = self.next()
        if self.seen == seen and closed.end > closed.start:
            self.source.complain(opened.start, closed.end, "these brackets are empty — take them away", "")
        return enclosed(inner, opened.start, closed.end)

    def term(self, scope: Scope) -> Node | None:
        self.seen += 1
        token = self.next()
        field, op = token.field or scope[0], token.op or scope[1]
        value = self.source.text[token.body : token.end]
        if not value.strip(SIGNS) and not is_pattern(value):
            self.empty(token)
            return None
        if token.kind == "term" and not token.op and self.mistyped(token):
            return None
        if token.kind == "word":
            self.misread(token, value)
        return READERS[FIELDS[field] if field else Kind.TEXT](self.source, field, op, token)

    def extent(self, start: int) -> tuple[int, int]:
        """Where the text of the tokens since `start` begins and ends."""
        return self.tokens[start].start, self.tokens[self.at - 1].end

    def dangling(self, token: Token, side: str) -> None:
        word = self.source.text[token.start : token.end]
        message = f"{word} has nothing {side} it — add a term or take {word} away"
        self.source.complain(token.start, token.end, message, "")

    def empty(self, token: Token) -> None:
        if token.field:
            message = f"{token.field}: has no value yet — press Tab to see the values"
            self.source.complain(token.start, token.end, message)

    def unsorted(self, sign: Token) -> None:
        """A minus in front of sort: is meant for its key."""
        token = self.tokens[self.at - 1]
        value = self.source.text[token.body : token.end].lstrip("-")
        if token.field == "sort" and value.strip(SIGNS):
            message = f"a - in front of sort: does nothing — did you mean sort:-{crop(value)}?"
            self.source.complain(sign.start, token.end, message, f"sort:-{value}")

    def misread(self, token: Token, word: str) -> None:
        """A hint where a word was likely meant as a sign of the language; not in sentences, which are full of them."""
        joins = word in JOINING and len(self.tokens) <= SHORT and self.kind() not in ("", ")")
        if joins and (word == "not" or self.seen > 1):
            message = f"“{word}” is looked for as a word — did you mean {word.upper()}, in capitals?"
            self.source.complain(token.start, token.end, message, word.upper(), quiet=True)
        elif "*" in word.rstrip("*"):
            message = "a * stands for the rest of a word only at its end, as in multi*"
            self.source.complain(token.start, token.end, message, quiet=True)

    def mistyped(self, token: Token) -> bool:
        """Whether a bare term has a field that is nearly one of ours; a hint where it only looks like a field."""
        word = self.source.text[token.start : token.end]
        name, equals, value = word.partition("=")
        if equals and value and field_named(name):
            message = f"“{crop(word)}” is looked for as text — did you mean {crop(f'{name}:{value}')} ?"
            self.source.complain(token.start, token.end, message, f"{name}:{value}", quiet=True)
        name, colon, value = word.rstrip("*").partition(":")
        if not colon or not self.source.patient or not (name[:1].isalpha() and name.replace("-", "_").isidentifier()):
            return False
        opens = self.source.text[token.end : token.end + 1] in ('"', "“", "(")
        meant = ":" not in value and not value.startswith("//") if value else opens
        if meant and (near := nearest(name, FIELDS)):
            message = f"there is no field “{crop(name)}” — did you mean {near}: ?"
            self.source.complain(token.start, token.start + len(name), message, near)
            return True
        if value:
            message = f"there is no field “{crop(name)}”, so this is looked for as text"
            self.source.complain(token.start, token.end, message, quote(word), quiet=True)
        return False
