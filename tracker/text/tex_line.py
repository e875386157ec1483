"""How the parts of a formula are set on one line: scripts, fractions' operands, accents."""

import re

from tracker.text import tex_symbols as table
from tracker.text.clean import normal

_SPACED_OUT = re.compile(r"\s+")


def scripted(text: str, sign: str) -> str:
    """`text` raised (`^`) or lowered (`_`); in brackets behind the sign where Unicode has no such letters."""
    glyphs = table.SUPERSCRIPTS if sign == "^" else table.SUBSCRIPTS
    text = text.strip()
    close = "".join(text.split())
    if all(char in glyphs for char in close):
        return "".join([glyphs[char] for char in close])
    return sign + (text if len(text) == 1 else bracketed(text))


def tidy(text: str) -> str:
    return normal(_SPACED_OUT.sub(" ", text).strip(), "NFC")


def bracketed(text: str) -> str:
    """In round brackets, unless one pair of them already holds it all."""
    if not (text.startswith("(") and text.endswith(")")):
        return f"({text})"
    depth = 0
    for position, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if not depth:
            return text if position == len(text) - 1 else f"({text})"
    return f"({text})"


def operand(text: str, *, below: bool = False) -> str:
    """A part of a fraction or a root, in brackets where the line would otherwise be read differently."""
    text = text.strip()
    plain = text.isalnum() and (not below or len(text) == 1 or text.isdigit())
    if plain or len(text) <= 1 or (not below and not re.search(r"[\s+−=,/<>≤≥±]", text)):
        return text
    core = re.sub("[⁰-₎ⁱᵃ-ᵿᶿ²³¹\u0300-\u036f]", "", text)
    return text if len(core) == 1 else bracketed(text)


def accented(text: str, name: str) -> str:
    """The accent over a single letter, whatever scripts it bears; a line over each of several; else `hat(AB)`."""
    text = text.strip()
    accent = table.MATH_ACCENTS[name]
    rest = re.sub("[⁰-₎ⁱᵃ-ᵿᶿ²³¹ₐ-ₜ\u0300-\u036f]|[\\^_](?:\\([^()]*\\)|.)", "", text[1:])
    if text and not rest:
        return text[0] + accent + text[1:]
    if name in ("overline", "bar"):
        return "".join([char + "\u0305" if char.isalnum() else char for char in text])
    return f"{name.removeprefix('wide')}({text})" if text else ""
