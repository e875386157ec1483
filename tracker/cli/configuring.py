"""The verb config: the settings."""

from __future__ import annotations

from typing import Any

from tracker import config
from tracker.cli.call import Call
from tracker.cli.options import Command, Usage


def run_config(call: Call) -> None:
    """`tracker config`, `config path`, `config show` and `config edit`."""
    word = call.words.pop(0) if call.words else "show"
    call.end()
    match word:
        case "path":
            file = str(config.config_file(call.value("--config")))
            call.out.value(file) if call.out.json else call.out.say(file)
        case "show":
            _show(call)
        case "edit":
            _edit(call)
        case _:
            raise Usage(f"tracker config takes path, show or edit, not “{word}”")


def _show(call: Call) -> None:
    settings = call.settings
    values: dict[str, Any] = {
        "file": str(settings.file),
        "library": config.without_password(settings.library),
        "me": settings.me,
        "theme": settings.theme,
        "ascii": settings.ascii,
        "cursor": settings.cursor,
        "seed": settings.seed,
        "dim": settings.dim,
        "keys": settings.keys,
        "review": settings.review,
        "keymap": dict(settings.keymap),
    }
    if call.out.json:
        call.out.value(values)
        return
    keymap = values.pop("keymap")
    values |= {f"keymap.{name}": keys for name, keys in keymap.items()}
    values |= {"theme": settings.theme or "the interface's own"}
    values |= {name: str(value).lower() for name, value in values.items() if isinstance(value, bool)}
    call.out.say(*(f"{name} = {value}" for name, value in values.items()))


def _edit(call: Call) -> None:
    """Open the file in the editor and read it again, so that a mistake is told at once."""
    from tracker.cli.editor import edit
    from tracker.config_file import written_template

    file = config.config_file(call.value("--config"))
    if not file.exists():
        written_template(file, call.settings)
    edit(file)
    call.__dict__.pop("settings", None)
    call.out.say(f"the settings in {call.settings.file} are read")


COMMANDS = {
    "config": Command(
        run_config,
        "[path|show|edit]",
        """
Shows the settings in force (show), prints where their file is (path), or opens it in $VISUAL or $EDITOR (edit),
with a commented template where there is none yet. Options count before the environment, that before the file.
""",
        (),
        (("tracker config", "what holds"), ("tracker config edit", "change it")),
        ("config",),
    )
}
