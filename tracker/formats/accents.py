"""BibTeX's text as people read it: accents and special letters in Unicode, protecting braces gone, mathematics as it
stands."""

import re
import unicodedata

from tracker.text.tex_symbols import TEXT_ACCENTS, TEXT_SIGNS

_ACCENT = (
    r"\\['`^\"~=.]\s*(?:\{\s*\\?[A-Za-z]\s*\}|\\[ij](?![A-Za-z])\s?|[A-Za-z])"
    r"|\\[cvuHkrdb](?:\s*\{\s*\\?[A-Za-z]\s*\}|\s+\\?[A-Za-z](?![A-Za-z]))"
)
_SIGN = rf"\\(?:{'|'.join(sorted(TEXT_SIGNS, key=len, reverse=True))})(?![A-Za-z])"
_TOKEN = re.compile(
    r"(?P<maths>\$(?:[^$\\]|\\[\s\S])*\$)"
    rf"|(?P<accent>\{{\s*(?:{_ACCENT})\s*\}}|{_ACCENT})"
    rf"|(?P<sign>\{{\s*{_SIGN}\s*\}}|{_SIGN}(?:\{{\}}|[ \t]+|))"
    r"|\\(?P<escaped>[&%#_])"
    r"|(?P<macro>\\(?:[A-Za-z]+\*?[ \t]*\{?|[\s\S]))"
    r"|(?P<brace>[{}])"
)
_TIE = re.compile(r"(?<!\\)~")
_NAME = re.compile(r"\\[A-Za-z]+$")
_FRAME = re.compile(r"[{}\s]")
_QUOTED = "aeiouyAEIOUYhtwxHWX"


def text(source: str) -> str:
    """Accents and special letters in Unicode; braces, escaped signs, macros and mathematics as they stand."""
    return (
        _TOKEN.sub(lambda found: found[0] if found["escaped"] else _kept(found), source) if "\\" in source else source
    )


def title(source: str) -> str:
    """The same with signs as they are meant and without braces, but those of macros and mathematics."""
    if "\\" not in source and "{" not in source and "}" not in source:
        return source
    open_: list[bool] = []  # for each open brace, whether it stays

    def piece(found: re.Match[str]) -> str:
        macro, brace = found["macro"], found["brace"]
        if macro and macro.endswith("{"):
            open_.append(True)
        elif brace == "{":
            open_.append(False)
            return ""
        elif brace == "}":
            return "}" if open_ and open_.pop() else _apart(found)
        return _kept(found)

    return _TOKEN.sub(piece, source)


def _apart(found: re.Match[str]) -> str:
    """What has to stand for a brace that goes: a macro right before it may not run into the letters behind it."""
    after = found.string[found.end() : found.end() + 1]
    return "{}" if after.isalpha() and _NAME.search(found.string, max(0, found.start() - 30), found.start()) else ""


def plain(source: str) -> str:
    """The same without macros either: for names of people and places."""
    if "\\" not in source and "{" not in source and "~" not in source and "}" not in source:
        return source
    shown = _TOKEN.sub(lambda found: "" if found["brace"] else _unset(found), _TIE.sub(" ", source))
    return " ".join(shown.split())


def _unset(found: re.Match[str]) -> str:
    macro = found["macro"]
    if macro is None:
        return _kept(found)
    return " " if macro in ("\\ ", "\\,", "\\\n") else macro[1] if macro in ("\\$", "\\{", "\\}") else ""


def _kept(found: re.Match[str]) -> str:
    if found["accent"]:
        return _accented(found)
    if found["sign"]:
        name = _FRAME.sub("", found["sign"])[1:]
        return TEXT_SIGNS[name].strip() or " "
    if found["macro"] in ("\\'", '\\"'):
        return found[0][1]
    return found["escaped"] or found[0]


def _accented(found: re.Match[str]) -> str:
    """The composed letter; `it\\'s` and `\\"quoted\\"` bear no accent."""
    bare = _FRAME.sub("", found["accent"])
    accent, letter = bare[1], bare[-1]
    before = found.string[found.start() - 1 : found.start()]
    if not found["accent"].startswith("{") and "{" not in found["accent"]:
        after = found.string[found.end() : found.end() + 1]
        if accent == "'" and letter in "st" and before.islower() and not after.isalpha():
            return f"'{letter}"
        if accent == '"' and (letter not in _QUOTED or (letter.islower() and not (before.isalpha() or before == "}"))):
            return f'"{letter}'
    return unicodedata.normalize("NFC", letter + TEXT_ACCENTS[accent])
