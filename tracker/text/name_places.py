"""Where names stand: the words before and after a token that tell whether it is what the abstract introduces."""

import re
from collections.abc import Iterator

_MAKES = (
    r"\b(?:propos\w*|introduc\w*|present(?:s|ed|ing)?|develop\w*|design(?:s|ed|ing)?|creat(?:e|es|ed|ing)|devis\w+"
    r"|build|built|releas\w+|contribut\w+|construct(?:s|ed)?|describ\w+|unveil\w*|establish\w*|provid(?:e|es|ing)"
    r"|advocat\w+|formulat\w+|pioneer\w*|offer(?:s|ed)?|deriv(?:e|ed)|stud(?:y|ies)|explor(?:e|es))\b"
)
_FILLED = (
    r"(?:\s+(?:the|a|an|our|this|new|novel|simple|yet|effective|and|efficient|framework|method|approach|model"
    r"|algorithm|first))*"
)
_KINDS = (
    r"(?:method|framework|approach|model|algorithm|benchmark|system|dataset|tool|architecture|paradigm|pipeline|network"
    r"|agent|corpus|attack|defen[cs]e|strategy|technique|scheme|tracker|solver|library|toolkit|metric|suite|mechanism"
    r"|instantiation)"
)
_CALLS = (
    r"\b(?:call(?:ed|s)?|nam(?:e|ed|ely)|term(?:ed)?|dub(?:bed)?|denot\w+|refer\w* to|coin(?:ed)?|titled|abbreviated"
    r"|so-called|label(?:l?ed)|known)(?:\s+(?:it|this|the|our|as|a|new|approach|method|framework|model|algorithm|which"
    r"|design|system|by|resulting|proposed|novel|to|these|dataset|benchmark|simply|architecture|paradigm|task|strategy"
    r"|technique))*\s*[,:]?\s*\W?$"
)
_OTHERS = (
    r"\b(?:like|such as|e\.g\.,?|including|than|over|compared (?:to|with)|existing|recent|popular|outperform\w*|current"
    r"|standard|traditional|conventional|previous|prior|extend(?:s|ing)?|baselines?|vanilla|original|pre-?trained)"
    r"\s+(?:the\s+)?\W?$"
)
_DOES = (
    r"\s(?:is|are|was|has|can|first|also|not only|further|then|does|effectively|significantly|consistently"
    r"|automatically|dynamically|achiev\w+|outperform\w*|improv\w+|enabl\w+|leverag\w+|us(?:es|ed)|reduc\w+|combin\w+"
    r"|integrat\w+|consists?|comprises?|delivers?|surpass\w*|exceeds?|demonstrat\w+|provid\w+|offers?|address\w*"
    r"|employs?|introduc\w+|exploits?|learns?|generat\w+|operat\w+|allows?|treats?|works?|builds?|extends?|adapts?"
    r"|establish\w*|exhibits?|shows?|sets?|yields?|attains?|obtains?|maintains?|requires?|contains?|includes?|features"
    r"|covers?|supports?|incorporat\w+|utiliz\w+|captures?|formulat\w+|adopts?|preserves?)\b"
)

MADE = re.compile(_MAKES)
_SUBJECT = re.compile(_DOES)
_BEFORE = {
    "direct": re.compile(rf"{_MAKES}{_FILLED}\s+\W?$"),
    "near": re.compile(rf"{_MAKES}[^.,:;()]{{1,90}}\s$"),
    "apposition": re.compile(rf"{_MAKES}[^.;()]{{4,160}}[,:—–-]\s*$"),
    "called": re.compile(_CALLS),
    "our": re.compile(
        r"\b(?:[Oo]ur|proposed)\s+(?:\w+\s+)?"
        r"(?:(?:method|framework|approach|model|algorithm|benchmark|system|dataset|tool)s?,?\s+)?$"
    ),
    "noun": re.compile(rf"\b{_KINDS}s?,?:?\s(?:\W++|\w++\s)*+$"),
    "contrast": re.compile(_OTHERS),
    "in_it": re.compile(
        r"\b(?:on|in|for|of|with|from|by|to|and|into|between|at|across|via|under|as|or|against)\s+(?:the\s+)?\W?$"
    ),
    "listed": re.compile(r"[A-Z]\w*,\s+(?:and\s+)?$|\band\s+$"),
    "using": re.compile(r"\b(?:[Uu]sing|[Ww]ith|that|[Tt]hrough|[Ff]inally, we show(?: that)?|[Ii]n|[Bb]y using)\s+$"),
}
_AFTER = {
    "gloss": re.compile(r",?\s(?:an?|the first|which|that|is an?|are an?)\s"),
    "colon": re.compile(r":\s\w|\s[-–—]\s|[-–—]an?\s|,\s(?:our|the)\s"),
    "expands": re.compile(r"\s\("),
    "cited": re.compile(
        r"\s?[(\[](?:[A-Z][^()\[\]]{2,60}\W|[A-Z]\w+\W)?(?:19|20)\d\d|\s?\[\d|\sof [A-Z][\w-]+ (?:et al|and|\()"
    ),
    "does": _SUBJECT,
    "noun_after": re.compile(
        r"\s(?:framework|method|approach|algorithm|benchmark|dataset|system|corpus|model|architecture|toolkit)\b"
    ),
    "plain_noun": re.compile(
        r"\s(?:datasets|tasks?|models|problems?|methods|approaches|systems|algorithms|community|research|applications)\b"
    ),
}
_REACH_BACK, _REACH_ON = 170, 60


def evidence_at(text: str, start: int, at: int, stop: int) -> Iterator[str]:
    """What the surroundings of the token `at` to `stop`, in the sentence that begins at `start`, say for or against."""
    before, after = text[max(start, at - _REACH_BACK) : at], text[stop : stop + _REACH_ON]
    yield "place"
    yield from (kind for kind, pattern in _BEFORE.items() if pattern.search(before))
    yield from (kind for kind, pattern in _AFTER.items() if pattern.match(after))
    if at == start:
        yield "opens"
        if _SUBJECT.match(after):
            yield "subject"
    if before.endswith("(") and after[:1] in (")", ",", ";"):
        yield "bracketed"
        if MADE.search(before):
            yield "bracketed_made"
