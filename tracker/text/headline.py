"""A heading for an abstract without a title: what it introduces and what that is, or else its main clause."""

import re
from typing import NamedTuple

from tracker.text.cells import cells, fitting
from tracker.text.names import system_name
from tracker.text.sentences import sentences
from tracker.text.topic import Topic, content

WIDTH = 90
_FIELD = 35  # cells of it that a field may take
_READ = 20_000  # characters; no abstract is as long

_PROPOSE = r"(?:propose|introduce|present|develop|design|devise|formulate|construct|build|create|release)"
_STUDY = (
    r"(?:study|investigate|explore|examine|analy[sz]e|consider|address|tackle|revisit|characteri[sz]e|formali[sz]e|prove"
    r"|argue|initiate|reframe|unify|advocate|focus on|(?:aim|seek) to(?: \w+)?)"
)
_REPORT = (
    r"(?:describe|provide|offer|establish|show|demonstrate|find|reveal|observe|identify|derive|give|leverage|employ|use"
    r"|apply|ask|discover|obtain|extend|contribute|conduct|perform|evaluate|compare|report)"
)
_ADVERB = r"(?:(?:also|then|first|further|thus|here|therefore|hence|next|instead|can|will|\w+ly)\s+)*"
_LEAD = re.compile(
    rf"\b(?:(?:[Ww]e|I|[Tt]he authors)|(?:[Tt]his|[Oo]ur|[Tt]he present)\s+(?:paper|work|study|article|research|survey"
    rf"|analysis))\s+{_ADVERB}(?:(?P<propose>{_PROPOSE})|(?P<study>{_STUDY})|{_REPORT})(?:s|es|d|ed)?\b\s*"
    rf"(?:and\s+(?:{_PROPOSE}|{_STUDY}|{_REPORT})s?\b\s*)?(?:that\s+|how\s+|whether\s+)?"
)
_IN_THIS = re.compile(
    r"\b(?:[Ii]n this (?:paper|work|study|article)|[Tt]his (?:paper|work|study)|[Hh]ere"
    r"|[Tt]o (?:address|this end|bridge|overcome))"
)
_ARGUES = re.compile(
    r"\b(?:[Tt]his|[Ii]n (?:this|our)) (?:position|perspective) paper,?\s*(?:we|I|that)?\s*(?:(?:argue|contend|advocate"
    r"|posit|claim|call|propose|assert|is|highlight|promote|observe|critique)s?\b)?\s*(?:that\s)?"
)
_ARTICLE = re.compile(
    r"(?:(?:an?|the|our|this|novel|new|simple|yet|but|effective|efficient|and|first|general|powerful|principled"
    r"|innovative|surprisingly|conceptually|of its kind|comprehensive|unified|lightweight|proposed),?\s+)+",
    re.IGNORECASE,
)

# What may stand behind a name and explain it.
_GLOSS = re.compile(
    r"(?:\s*\([^()]*\))?(?:[,:]\s*|\s*[—–-]+\s*|\s+is\s+|\s+as\s+)(?:which\s+is\s+)?(?:an?|the|our)\s+", re.IGNORECASE
)
_WHICH = re.compile(r"(?:\s*\([^()]*\))?,?\s+(?:which|that|to)\s+")
_COLON = re.compile(r"\s*:\s+")
_EXPANDED = re.compile(r"\s*\((?![^()]*\d{4})([^()]{8,100})\)")  # a year makes it a citation
_GOES_ON = re.compile(r"(?:to|for|that|which|framework|method|approach|algorithm|model|in|of|by|on|as|with)\b")
_CALLED = re.compile(
    r"[,:\s]*\b(?:called|named|termed|dubbed|namely|i\.e\.,?|which we (?:call|term|name|dub))\W*$|\s*[,:—–-]\s*$"
)

# Where a heading may end, best after 60 % of its room; and words that it does not end on.
_CUT = re.compile(
    r"[;:]\s|\.\s|\s[—–]\s|—|,\s+(?:which|where|while|and|with|using|enabling|achieving|leading|thereby|by|such)\b|,\s"
)
_LOOSE_END = re.compile(
    r"[\s,;:—–-]+(?:an?|the|of|for|to|in|on|at|by|with|from|and|or|that|which|via|as|into|is|are|be|can|its|their|our"
    r"|this|these|both|while|using|through|under|over|between|without|within|than|not|more|across|based|such|whose"
    r"|where|when|how|if|i\.e|e\.g|without \w+|\w{3,}ly)$",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[a-z)]{3})\.\s|;\s")
_FIRST_WORDS = frozenset("the a an we this these in on for to by using with from how that it its our".split())  # noqa: SIM905


class Headline(NamedTuple):
    """A guessed heading of at most 90 terminal cells, and the name of the system in it, if the abstract gives one."""

    text: str
    name: str | None


def headline(text: str) -> Headline:
    """The heading a person would recognise an untitled plain-text abstract by; a guess, always to be marked as one.

    `AdaDecode: accelerates LLM decoding …` where `system_name` finds a name, with the words that explain it where it is
    introduced. `Position: …` with what a position paper argues. Else the clause after "we propose", "this paper
    studies" … that weighs most by its verb, its place and the words it shares with the rest. Where neither says what
    the abstract is about, its most frequent phrase follows a dot. Pure rules, no model; empty for an empty text.
    """
    places = [text[start:end] for start, end in sentences(text[:_READ])]
    if not places:
        return Headline("", None)
    topic = Topic(places)
    if name := system_name(text):
        gloss = _explained(name, places, topic)
        return Headline(_with_field(f"{name}: {_small(gloss)}" if gloss else name, topic), name)
    argued = next((found for sentence in places if (found := _ARGUES.search(sentence))), None)
    if argued:
        return Headline(_cut(f"Position: {_small(_clause(argued.string[argued.end() :]))}"), None)
    heading = _with_field(_capital(_contribution(places, topic)), topic)
    return Headline(heading or fitting(" ".join(places[0].split()), WIDTH), None)


def _with_field(clause: str, topic: Topic) -> str:
    """The clause, and behind a dot what it is about where it does not say so itself."""
    field = topic.field(content(_cut(clause, WIDTH - _FIELD)))
    return f"{_cut(clause, WIDTH - cells(field) - 3)} · {field}" if field else _cut(clause)


def _explained(name: str, places: list[str], topic: Topic) -> str:
    """What the abstract says `name` is, where it says most of its topic; the earlier the better."""
    written = re.compile(rf"(?<![\w-]){re.escape(name)}s?(?![\w-])")
    holding = [(sentence, found) for sentence in places if (found := written.search(sentence))]
    glosses = [gloss for sentence, found in holding[:4] if len(content(gloss := _gloss(sentence, found))) > 1]
    if glosses:
        return max(glosses, key=lambda gloss: topic.covered(fitting(gloss, WIDTH)) - 2.0 * glosses.index(gloss))
    for sentence, found in holding[:1]:
        return max(_clause(sentence[found.end() :].lstrip(" ,:)(")), _object(sentence[: found.start()]), key=len)
    return ""


def _gloss(sentence: str, found: re.Match[str]) -> str:
    """The explanation beside a name in its sentence, or nothing."""
    before, after = sentence[: found.start()], sentence[found.end() :]
    if before.endswith("(") and after.startswith(")"):
        return _expansion(_object(before[:-1]), after[1:])
    if gloss := _GLOSS.match(after):
        return _clause(after[gloss.end() :])
    if (expanded := _EXPANDED.match(after)) and len(expanded[1].split()) > 1:
        return f"{expanded[1]}{_tail(after[expanded.end() :])}"
    if colon := _COLON.match(after):
        return _clause(after[colon.end() :])
    described = _object(before)
    if described and _CALLED.search(before):
        return f"{described}{_tail(after)}"
    which = _WHICH.match(after)
    return _clause(after[which.end() :]) if which else ""


def _expansion(long: str, after: str) -> str:
    """What a name in brackets stands for, and what follows the brackets if there is room."""
    gloss = _GLOSS.match(after)
    return f"{long}, {_clause(after[gloss.end() :])}" if gloss and len(long) < 40 else f"{long}{_tail(after)}"


def _tail(after: str) -> str:
    """The rest of the sentence, if it goes on about the name."""
    rest = after.lstrip(" ,")
    return f" {rest}" if _GOES_ON.match(rest) else ""


def _object(before: str) -> str:
    """What is proposed: the words between the verb and the name."""
    leads = list(_LEAD.finditer(before))
    words = before[leads[-1].end() :] if leads else before.rsplit(",", 1)[-1]
    return _clause(_CALLED.sub("", words))


def _clause(words: str) -> str:
    words = words.strip(" ,:—–-").removeprefix("to ")
    article = _ARTICLE.match(words)
    return words[article.end() :] if article else words


def _contribution(places: list[str], topic: Topic) -> str:
    """The clause after "we propose", "this paper studies" … that is likeliest to say what is new."""
    best, best_score = places[0], 0.0
    for number, sentence in enumerate(places):
        for lead in _LEAD.finditer(sentence):
            words = _clause(sentence[lead.end() :])
            verb = 3.0 if lead["propose"] else 2.5 if lead["study"] else 1.5
            place = 1.5 * bool(_IN_THIS.search(sentence)) - 0.15 * number
            score = verb + place + 0.5 * topic.covered(fitting(words, WIDTH))
            if score > best_score and len(words) > 15:
                best, best_score = words, score
    return best


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] if text.split(" ", 1)[0].islower() else text


def _small(text: str) -> str:
    """Without the capital of a sentence's first word."""
    first = text.split(" ", 1)[0].lower()
    return text[:1].lower() + text[1:] if first in _FIRST_WORDS else text


def _cut(text: str, width: int = WIDTH) -> str:
    """At most `width` cells, ended at a clause's end or at least not on a preposition."""
    text = " ".join(text.split()).rstrip(" .,;:")
    if stop := _SENTENCE_END.search(text):
        text = text[: stop.start()]
    if cells(text) <= width:
        return text
    short = fitting(text, width)
    clauses = [cut.start() for cut in _CUT.finditer(short) if cut.start() > width * 0.6]
    short = short[: clauses[-1]] if clauses else short
    while loose := _LOOSE_END.search(short):
        short = short[: loose.start()]
    return short.rstrip(" .,;:—–-(")
