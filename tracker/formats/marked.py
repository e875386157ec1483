"""Text with the tags of JATS or HTML in it, as plain text: paragraphs stay, and so do the marks of raised signs."""

import re
from html import unescape

TAG = re.compile(
    r"<(/?)(?:[a-z]+:)?(p|sec|title|abstract|div|br|break|li|list|list-item|ul|ol|h[1-6]|i|italic|em|b|bold|strong|u|"
    r"underline|span|font|a|ext-link|uri|xref|sc|scp|tt|code|monospace|sup|sub|inf|jats|math|mrow|mi|mo|mn|msub|msup|"
    r"inline-formula|disp-formula|tex-math|alternatives|named-content|styled-content|blockquote|small|strike)"
    r"\b[^<>]{0,2000}>",
    re.I,
)
LABEL = re.compile(
    r"<((?:[a-z]+:)?title)\b[^<>]*>\s*(?:abstract|summary|resumen|résumé|zusammenfassung)\s*[.:]?\s*</\1>", re.I
)
BLOCKS = {"p", "sec", "abstract", "div", "br", "break", "li", "list", "list-item", "ul", "ol", "title", "blockquote"}
SCRIPTS = {"sup": "sup", "sub": "sub", "inf": "sub"}
COMMENT = re.compile(r"<!--.*?-->|<!\[CDATA\[|\]\]>", re.S)
ENTITY = re.compile(r"&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});", re.I)
SPACES = re.compile(r"[ \t\r\f\v]*\n[ \t\r\f\v\n]*\n\s*")


def unmarked(text: str) -> str:
    """Plain text; unchanged where there are neither tags nor entities in it."""
    if "<" in text:
        text = TAG.sub(_tag, LABEL.sub("", COMMENT.sub("", text)))
    if "&" in text:
        text = ENTITY.sub(lambda found: unescape(found[0]), text)
    if "\n" not in text:
        return text.strip()
    return "\n\n".join(" ".join(part.split()) for part in SPACES.split(text) if part.strip())


def _tag(found: re.Match[str]) -> str:
    name = found[2].lower()
    if name in BLOCKS or re.fullmatch(r"h\d", name):
        return "\n\n"
    return f"<{found[1]}{SCRIPTS[name]}>" if name in SCRIPTS else ""
