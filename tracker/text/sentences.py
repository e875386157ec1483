"""Where sentences and words begin and end in plain text; offsets are code points and lose nothing but white space."""

import re

Place = tuple[int, int]

# A full stop, question or exclamation mark with its closing quotes and brackets, then white space or a blank line.
# Those of Chinese and Japanese need nothing behind them.
_STOP = re.compile(
    r"(?<![.!?…])[.!?…]++[\"'”’»)\]]*+(?=(\s++))|(?<=[a-z)\]]{3})\.(?=[A-Z])"
    r"|[。！？]++[」』”’）〉》]*+()|\n(?=[^\S\n]*+\n)|\n(?=[-*•‣◦–(\d])"
)
_LAST_WORD = re.compile(r"[^\s(\[\"“]*\Z")
_FIRST_WORD = re.compile(r"\s*[\"'“‘«(\[]*([^\s.,;:!?)\]]*)")
_WORD = re.compile(r"[\w\u0300-\u036f]+(?:[’'.\-‐‑–/+&][\w\u0300-\u036f]+)*")

# Never the end of a sentence; the second set is one if a typical opening word follows.
_INSIDE = frozenset(
    """
    e.g. i.e. vs. cf. viz. fig. figs. eq. eqs. sec. sect. tab. thm. ref. refs. ch. def. prop. lem. no. nos. vol. pp. dr.
    prof. mr. mrs. ms. st. approx. resp. incl. esp. ca. a.k.a. aka. jr. sr. univ. dept. ed. eds. v.s. s.t.
    """.split()  # noqa: SIM905
)
_UNCERTAIN = frozenset(["al.", "etc.", "w.r.t.", "i.i.d.", "inc.", "ltd.", "co.", "corp.", "u.s.", "u.k.", "ph.d."])
_OPENERS = frozenset(
    """
    a additionally after all along also although an and another as at based because besides both but by code compared
    consequently conversely crucially current despite due during each empirical empirically even existing experiments
    extensive finally first firstly following for from further furthermore given hence here how however if importantly
    in indeed inspired instead is it its lastly leveraging many more moreover motivated most nevertheless next no
    notably numerical of on one or other our overall particularly previous prior recent recently results second
    secondly several similarly since so some specifically such surprisingly that the their then theoretically there
    therefore these they third this those through thus to together towards two under unlike until using via we what
    when whereas whether which while with without yet
    """.split()  # noqa: SIM905
)


def sentences(text: str) -> list[Place]:
    """The sentences' places, in order, without the white space around them.

    `e.g.`, `et al.`, `1.5-2x`, `k1.5` and initials end no sentence; a blank line or a list item always does. Every
    character but white space lies in exactly one sentence. Linear.
    """
    places: list[Place] = []
    start = 0
    for stop in _STOP.finditer(text):
        if stop.start() >= start and _ends(text, stop):
            _add(places, text, start, stop.end())
            start = stop.end()
    _add(places, text, start, len(text))
    return places


def words(text: str) -> list[Place]:
    """The words' places: letters and digits, also joined by a hyphen, an apostrophe, a slash or a decimal point."""
    return [match.span() for match in _WORD.finditer(text)]


def _add(places: list[Place], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    end = start + len(piece.strip())
    if start < end:
        places.append((start, end))


def _ends(text: str, stop: re.Match[str]) -> bool:
    if stop[0].isspace():
        return True
    following = _FIRST_WORD.match(text, stop.end(), stop.end() + 60)
    word = following[1] if following else ""
    if stop[1] and "\n\n" in stop[1]:
        return True
    if not stop[0].startswith("."):
        return not word or not word[0].islower()
    if word and word[0].islower() and not any(char.isupper() for char in word):
        return False
    opens = word.lower() in _OPENERS
    if stop[1] is None:  # no space: only what plainly opens a sentence
        return opens and len(word) > 1
    return _after_stop(_before(text, stop.start()), opens)


def _before(text: str, stop: int) -> str:
    """The word that the full stop at `stop` belongs to, with it."""
    last = _LAST_WORD.search(text[max(0, stop - 40) : stop])
    return f"{last[0] if last else ''}.".lower()


def _after_stop(word: str, opens: bool) -> bool:
    if word in _INSIDE:
        return False
    initial = len(word) == 2 and word[0].isalpha()
    return opens or not (initial or word in _UNCERTAIN)
