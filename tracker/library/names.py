"""Names that must be one thing however they are typed: of people, tags and collections; and the keys of papers."""

import re
import unicodedata
from collections.abc import Iterable

from tracker.errors import Unreadable
from tracker.text.clean import one_line

LONGEST_TAG = 64
SMALL_WORDS = {"a", "an", "the", "on", "of", "in", "for", "to", "and", "with", "is", "are", "how", "what", "why", "do"}


def name_key(name: str) -> str:
    """The form in which two names are the same: compatible characters, no case, single blanks."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def tag_name(typed: str) -> str:
    """A tag as it is kept: no `#` in front, blanks and commas turned into `-`, `a/b` for nesting."""
    name = re.sub(r"[\s,]+", "-", one_line(typed).strip().lstrip("#+")).strip("-/")
    if not name:
        raise Unreadable(f"“{one_line(typed)}” is no tag; a tag has at least one letter, as in #reading-group")
    if name_key(name) == "none" or name.endswith("*"):
        raise Unreadable(f"“{name}” cannot be a tag: in a query it means something else; choose another name")
    if len(name) > LONGEST_TAG:
        raise Unreadable(f"A tag has at most {LONGEST_TAG} characters, and “{name[:20]}…” has {len(name)}")
    return re.sub(r"/{2,}", "/", name)


def plain_word(word: str) -> str:
    """Letters and digits a–z 0–9 of a word, accents taken off; may be empty."""
    bare = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in bare if c.isascii() and c.isalnum())


def paper_key(authors: Iterable[str], year: int | None, heading: str) -> str:
    """A citation key such as `liu2025diving`; without author or year, what there is of it; `paper` at worst.

    Never a bare number: that would be another paper's id.
    """
    author = next(iter(authors), "")
    last = author.split(",")[0] if "," in author else (author.split() or [""])[-1]
    words = (plain_word(word[0]) for word in re.finditer(r"[^\W_]+", heading))
    first = next((word for word in words if word and word not in SMALL_WORDS), "")
    key = (plain_word(last) + str(year or "") + first)[:40]
    return key if key and not key.isdigit() else f"paper{key}"
