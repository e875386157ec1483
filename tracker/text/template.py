"""What a new note begins with: a text of the person's own for each collection, with places for what is known."""

import re
from collections.abc import Iterable, Mapping

EVERY = "*"  # the template for papers of no other
_PLACE = re.compile(r"\{(\w+)\}")


def chosen(templates: Mapping[str, str], collections: Iterable[str]) -> str:
    """The template of the first of these collections that has one, else that for all; empty where there is none."""
    by_name = {name.casefold(): text for name, text in templates.items()}
    names = [*(name.casefold() for name in collections), EVERY]
    return next((by_name[name] for name in names if name in by_name), "")


def filled(template: str, known: Mapping[str, str]) -> str:
    """The template with `{title}` and the like replaced; braces around anything else stay."""
    return _PLACE.sub(lambda place: known.get(place[1], place[0]), template).strip("\n")
