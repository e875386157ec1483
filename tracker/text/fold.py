"""What counts as the same word: case, accents, dashes, quotes, sub- and superscripts folded away."""

import re
from codecs import register_error
from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from unicodedata import normalize

LONGEST = 64  # letters of a word that are compared; the rest of a longer one is ignored

_MARKS = "[\u0300-\u036f\u0591-\u05bd\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
_LETTERS = str.maketrans(
    {"∆": "δ", "ı": "i", "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"}
)
_SIGNS = dict.fromkeys("‐‑‒–−﹣－", "-") | dict.fromkeys("—―", " - ") | dict.fromkeys("‘’‚‛′´`", "'")
_SIGNS |= dict.fromkeys("“”„‟«»″", '"') | dict.fromkeys("\u00ad\u200b\u200c\u200d\ufeff", "")
_LINKS = "-'_^"  # between two runs of letters these make one compound: self-attention, L_p, T^2
_LINK = re.compile("[-'_^]")
_PART = re.compile("[^-'_^]+")
_NUMBERS = re.compile("[-'_0-9]+")  # 2019-2020 is no compound; 10^5 is one, as 10⁵ is one word
_WORD = re.compile("[^- '_^]+")
# Scripts written without blanks: each character is a word, so that any run of them is found as a phrase.
# Compared rather than compiled: the pattern would take milliseconds of every start of the program.
_SINGLE = (
    *(("\u3040", "\u30ff"), ("\u31f0", "\u31ff"), ("\u3400", "\u4dbf"), ("\u4e00", "\u9fff"), ("\uac00", "\ud7a3")),
    *(("\uf900", "\ufaff"), ("\U00020000", "\U0003ffff")),
)

Token = tuple[str, int, int]  # a folded word and where it stands in the text it was taken from


def _fold_character(character: str) -> str:
    if character in _SIGNS:
        return _SIGNS[character]
    if character.isascii():
        return character.lower()
    folded = normalize("NFKC", character).casefold().translate(_LETTERS)
    return normalize("NFC", _marks().sub("", normalize("NFD", folded)))


@cache
def _marks() -> re.Pattern[str]:
    return re.compile(_MARKS)  # takes longer than all else here, and ASCII has none


def _single(character: str) -> bool:
    return any(first <= character <= last for first, last in _SINGLE)


class _Folded(dict[int, str]):
    """Code point to folded text, worked out when first met."""

    def __missing__(self, code: int) -> str:
        self[code] = folded = _fold_character(chr(code))
        return folded


class Spelling(dict[int, str]):
    """Code point to what is left of it in words: letters, digits and links; a blank for all else.

    `name` is that of the handler by which the codecs of Python ask for what is no ASCII.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        register_error(name, self._other)

    def __missing__(self, code: int) -> str:
        kept = (c if c.isalnum() or c in _LINKS else " " for c in _FOLDED[code])
        self[code] = spelled = "".join(f" {c} " if _single(c) else c for c in kept)
        if len(spelled) != 1:
            _uneven.add(chr(code))
        return spelled

    def of(self, text: str) -> str:
        """The text spelled. Bytes are spelled at the speed of ASCII, the few runs that are none as they are met."""
        return text.encode("ascii", self._name).translate(self._ascii).decode()

    @cached_property
    def _ascii(self) -> bytes:
        return bytes(ord(self[code]) if code < 128 else code for code in range(256))

    def _other(self, error: UnicodeError) -> tuple[bytes, int]:
        assert isinstance(error, UnicodeEncodeError)
        return error.object[error.start : error.end].translate(self).encode(), error.end


_uneven: set[str] = set()  # the characters met so far whose spelling is not one character long
_FOLDED = _Folded()
_SPELLED = Spelling("tracker.spelled")


def fold(text: str) -> str:
    """The text in lower case, without accents, with plain quotes and dashes."""
    return text.translate(_FOLDED)


def parted(text: str) -> str:
    """The folded words of a text without its compounds, with one or more blanks before and after each."""
    return without_links(spelled(text), " ")


def without_links(spelled: str, between: str) -> str:
    """A spelled text with something else in the place of its links, and with a blank before and after it."""
    for link in _LINKS:  # replaced one by one: a tenth of what a pattern takes
        spelled = spelled.replace(link, between)
    return f" {spelled} "


def words(text: str) -> list[str]:
    """The folded words of a text in order, then its compounds as one word each: self attention selfattention."""
    found = spelled(text)
    plain = without_links(found, " ").split()
    if max(map(len, plain), default=0) > LONGEST:
        plain = [word[:LONGEST] for word in plain]
    return plain + [word for word, _, _ in compounds(found)]


def distinct(text: str) -> dict[str, None]:
    """The words of `words()`, each once, in half the time."""
    return each_once(spelled(text))


def each_once(spelled: str) -> dict[str, None]:
    """The words and compounds of a spelled text."""
    found = dict.fromkeys(without_links(spelled, " ").split())
    if max(map(len, found), default=0) > LONGEST:
        found = dict.fromkeys(word[:LONGEST] for word in found)
    for link in _LINKS:
        place = spelled.find(link)
        while place >= 0:
            start, end = spelled.rfind(" ", 0, place) + 1, spelled.find(" ", place) % (len(spelled) + 1)
            first, second = spelled[start:place], spelled[place + 1 : end]
            if first.isalpha() and second.isalpha():
                found[(first + second)[:LONGEST]] = None
            else:
                found |= _closed(spelled[start:end])
            place = spelled.find(link, end)
    return found


@lru_cache(maxsize=4096)  # most compounds are in many texts
def _closed(run: str) -> dict[str, None]:
    return dict.fromkeys(word for word, _, _ in compounds(run))


def spellings(text: str) -> list[list[str]]:
    """The ways in which a few words may stand in `words()`: split and, where they hold compounds, joined.

    `O(T^2)` gives `o t 2` and `o t2`; `self-attention` gives `self attention` and `selfattention`. Empty without words.
    """
    split: list[str] = []
    joined: list[str] = []
    for run in spelled(text).split():
        parts = [run[first:last][:LONGEST] for first, last in _parts(run)]
        split += parts
        joined += [_LINK.sub("", run)[:LONGEST]] if parts else []
    return [split, joined] if joined != split else [split] if split else []


def spelled(text: str, spelling: Spelling = _SPELLED) -> str:
    """The folded letters and digits of a text, links between them, and blanks for all else."""
    return spelling.of(text)


def compounds(spelled: str) -> Iterator[Token]:
    """Each compound of a spelled text read as one word, with its place there."""
    done = 0
    for link in _LINK.finditer(spelled):
        place = link.start()
        if place < done:
            continue
        at = spelled.rfind(" ", 0, place) + 1
        done = spelled.find(" ", place + 1) % (len(spelled) + 1)
        first, second = spelled[at:place], spelled[place + 1 : done]
        if first.isalpha() and second.isalpha():  # as most are
            yield (first + second)[:LONGEST], at, done
        else:
            run = spelled[at:done]
            yield from ((word, at + start, at + end) for word, start, end in _compounds(run, _parts(run)))


def tokens(text: str) -> list[Token]:
    """The words of `words()`, each with its place in `text`: first one by one in order, then the compounds."""
    found = spelled(text)
    plain = [(match[0][:LONGEST], *match.span()) for match in _WORD.finditer(found)]
    return placed(text, [*plain, *compounds(found)])


def placed(text: str, found: list[Token]) -> list[Token]:
    """Tokens with places in the spelled text, moved to where these characters come from in `text`."""
    origin = None if text.isascii() or not found else _origin(text)
    if origin is None:
        return found
    return [(word, origin[first], _end(text, origin[last - 1])) for word, first, last in found]


@lru_cache(maxsize=64)  # several words are placed in the same texts
def _origin(text: str) -> list[int] | None:
    """By place in the text as it was spelled, the place in the text itself; None where they are the same."""
    if _uneven.isdisjoint(text):
        return None
    return [index for index, character in enumerate(text) for _ in _SPELLED[ord(character)]]


def _end(text: str, last: int) -> int:
    """Just after the character at `last` and the accents and invisible signs that follow it."""
    end = last + 1
    while end < len(text) and not _SPELLED[ord(text[end])]:
        end += 1
    return end


def _parts(run: str) -> list[tuple[int, int]]:
    return [match.span() for match in _PART.finditer(run)]


def _compounds(run: str, parts: list[tuple[int, int]]) -> list[Token]:
    """What a run with links reads as one word; of three parts also each pair: self-attention-based."""
    count = len(parts)
    if count < 2 or parts[-1][1] - parts[0][0] != sum(last - first + 1 for first, last in parts) - 1:
        return []
    chosen = [(0, count - 1), (0, 1), (1, 2)] if count == 3 else [(0, count - 1)]
    spans = [(parts[first][0], parts[last][1]) for first, last in chosen]
    return [(_LINK.sub("", run[a:b])[:LONGEST], a, b) for a, b in spans if not _NUMBERS.fullmatch(run, a, b)]
