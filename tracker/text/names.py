"""The name of the system, method or benchmark that an abstract introduces."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tracker.text.acronyms import acronyms
from tracker.text.name_evidence import ENOUGH, FAMILIAR, WEIGHTS
from tracker.text.name_places import MADE, evidence_at
from tracker.text.sentences import sentences

_TOKEN = re.compile(r"[^\W_](?:[^\W_]|[²³⁴⁵⁺]|[-‐–&](?=[^\W_])|\.(?=\d)|\+(?![\w+]))*")
_PHRASE = re.compile(r"(?<![\w+-])(?:[A-Z][\w+-]*+\s++){1,3}[A-Z][\w+-]*\w")
_WEB = re.compile(r"https?://\S+|www\.\S+|(?<!\S)\S+\.(?:com|io|org)/\S+")
_ADJECTIVE = re.compile(
    r"-(?:based|driven|free|friendly|aware|level|like|guided|augmented|enhanced|powered|style|specific|only|trained|tuned"
    r"|tuning|generated|to-\w+|wise|shot|time|agnostic|invariant|equivariant|inspired|hard|complete|norm|class|type"
    r"|related|art|scale|models?|training|dimensional|step|bit|order|oriented|centric|relevant|written|annotated|sized"
    r"|parameter|english|german|french|chinese|language|word|sentence|the-\w+)s?$",
    re.IGNORECASE,
)
_TYPICAL = re.compile(r"bench|eval|former|net$|gen$|verse|gym|arena", re.IGNORECASE)
_REPOSITORY = re.compile(
    r"(?:github\.com|gitlab\.com|huggingface\.co(?:/datasets)?)/[\w.-]+/([\w.-]+)|//([\w-]+)\.github\.io(?:/([\w-]+))?"
)
_SMALL = re.compile(r"\b[^\WA-Z]+\b")
_READ = 20_000  # characters; no abstract is as long
_WORDLIKE = ("title", "first_word", "phrase")  # shapes that ordinary words have, too


class Candidate(NamedTuple):
    """A name as it is written and the evidence for it."""

    name: str
    evidence: frozenset[str]

    @property
    def score(self) -> float:
        """The sum of the evidence's weights: the logarithm of odds, up to a constant."""
        return sum(WEIGHTS.get(kind, 0.0) for kind in self.evidence)


def system_name(text: str) -> str | None:
    """The name of what a plain text introduces (`AdaDecode`, `SI-MCTS`, `Paprika`), or None where none is likely.

    Every token that looks like a name is weighed by where it stands (after "we propose", "called", in brackets behind
    its expansion, as a sentence's subject …), how it is written and how often; `name_evidence` says how the weights
    were found. Deterministic; reads the first 20,000 characters.
    """
    best = max(candidates(text), key=lambda one: one.score, default=None)
    return best.name if best and best.score >= ENOUGH else None


def candidates(text: str) -> list[Candidate]:
    """All tokens that may be the name, in order of appearance, with their evidence."""
    text = text[:_READ]
    places = sentences(text)
    makers = [bool(MADE.search(text, *place)) for place in places]
    found: dict[str, list[str]] = {}
    for number, (start, end) in enumerate(places):
        sentence = _sentence_evidence(makers, number)
        for name, at, stop in _named(text, start, end):
            found.setdefault(name, []).extend((*evidence_at(text, start, at, stop), sentence))
    expansions = {pair.short: pair.long for pair in acronyms(text)}
    repositories = _repositories(text)
    small = set(_SMALL.findall(text))
    return [
        Candidate(
            name,
            frozenset(kinds)
            | frozenset(_of_form(name, kinds, small))
            | frozenset(_of_expansion(name, kinds, expansions))
            | frozenset(["repository"] if name_key(name) in repositories else []),
        )
        for name, kinds in found.items()
    ]


def name_key(name: str) -> str:
    """What makes two spellings of a name one: letters and digits only, case and scripts folded, no plural."""
    folded = "".join(char for char in unicodedata.normalize("NFKD", name).casefold() if char.isalnum())
    return folded[:-1] if len(folded) > 3 and folded.endswith("s") else folded


def _named(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """The tokens of a sentence that are shaped like names, and capitalised phrases; not those in addresses."""
    web = [match.span() for match in _WEB.finditer(text, start, end)]
    for token in _TOKEN.finditer(text, start, end):
        if token[0].islower():
            continue
        name = _singular(token[0])
        inside = any(first <= token.start() < last for first, last in web)
        if not inside and shape(name) and not _ADJECTIVE.search(name):
            yield name, token.start(), token.end()
    for phrase in _PHRASE.finditer(text, start + 1, end):
        yield phrase[0], phrase.start(), phrase.end()


def _singular(token: str) -> str:
    return token[:-1] if len(token) > 3 and token[-1] == "s" and token[-2].isupper() else token


def shape(name: str) -> str:
    """How a token is written; empty where it is no name at all."""
    capitals = sum(map(str.isupper, name))
    if not capitals or len(name) < 2:
        return ""
    if " " in name:
        return "phrase"
    if name[1:].islower() or (name.isalpha() and capitals == 1 and name[0].isupper()):
        return "title"
    letters = sum(map(str.isalpha, name))
    if capitals == letters:
        return "single" if capitals < 2 else "caps_digit" if letters < len(name.replace("-", "")) else "caps"
    parts = [part for part in name.split("-") if len(part) > 3]
    if "-" in name and all(part[0].isupper() and part[1:].islower() for part in parts):
        return "hyphenated"
    return "camel" if capitals > 1 or not name[0].isupper() else "mixed"


def _sentence_evidence(makers: list[bool], number: int) -> str:
    """Whether the sentence introduces something, or stands before or after the first that does."""
    if makers[number]:
        return "in_maker"
    return "late" if any(makers[:number]) else "early"


def _of_form(name: str, kinds: list[str], small: set[str]) -> Iterator[str]:
    """The evidence of how a name is written and how often."""
    times = kinds.count("place")
    form = shape(name)
    form = "first_word" if form == "title" and times == 1 and "opens" in kinds else form
    yield f"shape_{form}"
    yield "once" if times == 1 else "twice" if times == 2 else "often"
    if kinds.count("subject") > 1:
        yield "subject_again"
    if "early" in kinds and "in_maker" in kinds:
        yield "early_and_made"
    parts = name.split("-")
    if name in FAMILIAR or (parts[0] in FAMILIAR and parts[-1] in FAMILIAR):
        yield "familiar"
    if _TYPICAL.search(name):
        yield "typical"
    if len(name) <= 3:
        yield "short"
    if form in _WORDLIKE:
        yield from (f"{form}_{kind}" for kind in ("direct", "called", "apposition", "subject") if kind in kinds)
        if form != "phrase" and name.lower() in small:
            yield "also_small"


def _of_expansion(name: str, kinds: list[str], expansions: Mapping[str, str]) -> Iterator[str]:
    """The evidence of what a name is said to stand for."""
    if name not in expansions:
        return
    words = [word for word in re.split(r"[\s-]+", expansions[name]) if len(word) > 3]
    yield "expanded"
    yield "expanded_capitals" if sum(word[0].isupper() for word in words) * 2 > len(words) else "expanded_small"
    yield from (f"expanded_{kind}" for kind in ("bracketed_made", "early", "direct") if kind in kinds)


def _repositories(text: str) -> set[str]:
    """The keys of what repositories and project pages in the text are called."""
    return {name_key(name) for match in _REPOSITORY.finditer(text) for name in match.groups() if name}
