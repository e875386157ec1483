"""What a verb takes on the command line, declared once: parsing, help and completion read the same declarations.

Words and options may come in any order. A query may begin with `-`, and so may a tag to take off: where a verb allows
it, a `-word` that is none of its options is a word.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tracker.errors import Unreadable

if TYPE_CHECKING:
    from tracker.cli.call import Call


class Usage(Unreadable):
    """The command line itself is wrong."""

    kind = "usage"


class Option(NamedTuple):
    """One option. `value` is what help calls its value; a switch has none. `fills` says what completes the value."""

    name: str
    value: str
    told: str
    also: str = ""
    fills: str = ""
    many: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, self.also) if self.also else (self.name,)


class Command(NamedTuple):
    """A verb in full. `words` is what help calls its words; `fills`, what completes each and all after."""

    run: Callable[["Call"], None]
    words: str
    text: str
    options: tuple[Option, ...] = ()
    examples: tuple[tuple[str, str], ...] = ()
    fills: tuple[str, ...] = ()
    dashes: bool = False  # a word may begin with `-`
    hidden: bool = False


class Given(NamedTuple):
    """What was typed after the verb."""

    words: Sequence[str]
    values: Mapping[str, Sequence[str]]


QUERY = Option("--query", "QUERY", "the papers that match, instead of ids and keys", fills="query")

GLOBALS = (
    Option("--library", "FILE", "the library, a file or a URL (also TRACKER_LIBRARY)", fills="file"),
    Option("--config", "FILE", "the settings (also TRACKER_CONFIG)", fills="file"),
    Option("--me", "NAME", "who you are (also TRACKER_ME; the login name)"),
    Option("--empty", "", "do not seed a library that is made new"),
    Option("--json", "", "print one JSON value; errors are JSON too"),
    Option("--no-color", "", "no colours (also NO_COLOR)"),
    Option("--ascii", "", "signs and lines of the screen in ASCII"),
    Option("--version", "", "print the version"),
    Option("--help", "", "print this help", also="-h"),
)


def parse(arguments: Sequence[str], command: Command) -> Given:
    """Words and options of a verb. Usage where an option is not known, lacks its value or has one too many."""
    known = {name: option for option in (*command.options, *GLOBALS) for name in option.names}
    words: list[str] = []
    values: dict[str, list[str]] = {}
    rest = list(reversed(arguments))
    while rest:
        token = rest.pop()
        if token == "--":
            words += reversed(rest)
            break
        option, attached = _option(token, known)
        if option:
            values.setdefault(option.name, []).append(_value(option, attached, rest))
        elif token.startswith("--") or (token[:1] == "-" and token != "-" and not command.dashes):
            raise Usage(f"There is no option {token}{_near(token, known)}")
        else:
            words.append(token)
    _check_text(command, known, words, values)
    return Given(words, values)


def leading(arguments: Sequence[str]) -> int:
    """How many arguments stand before the verb: global options and their values."""
    known = {name: option for option in GLOBALS for name in option.names}
    at = 0
    while at < len(arguments) and arguments[at].startswith("-"):
        option, attached = _option(arguments[at], known)
        if option is None:
            near = _near(arguments[at], known)
            raise Usage(f"There is no option {arguments[at]}{near or '; options of a verb come after the verb'}")
        at += 2 if option.value and attached is None else 1
    return min(at, len(arguments))


def _option(token: str, known: Mapping[str, Option]) -> tuple[Option | None, str | None]:
    """The option that a token names and the value attached to it: `--limit=3`, `-n3`."""
    if token in known:
        return known[token], None
    name, mark, value = token.partition("=")
    if mark and name.startswith("--") and name in known:
        return known[name], value
    short = known.get(token[:2])
    if short and short.value == "N" and token[2:].isdigit():
        return short, token[2:]
    return None, None


def _value(option: Option, attached: str | None, rest: list[str]) -> str:
    if not option.value:
        if attached is not None:
            raise Usage(f"{option.name} takes no value")
        return ""
    if attached is not None:
        return attached
    if not rest:
        raise Usage(f"{option.name} needs a value: {option.name} {option.value}")
    return rest.pop()


def _check_text(
    command: Command, known: Mapping[str, Option], words: Sequence[str], values: Mapping[str, Sequence[str]]
) -> None:
    """Refuse what is no text, where it is not the name of a file."""
    texts = [] if command.fills == ("file",) else list(words)
    texts += [text for name, some in values.items() if known[name].fills != "file" for text in some]
    for text in texts:
        if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
            raise Usage(f"“{text.encode('utf-8', 'backslashreplace').decode()}” is not UTF-8 text")


def _near(token: str, known: Mapping[str, Option]) -> str:
    from tracker.query.near import nearest

    near = nearest(token.partition("=")[0], [name for name in known if name.startswith("--")])
    return f"; did you mean {near}?" if near else ""
