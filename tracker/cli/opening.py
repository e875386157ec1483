"""Settings and library of a call, and the terminal interface on the same two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker import config

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracker.cli.call import Call
    from tracker.library import Library
    from tracker.library.catalogue import Catalogue

    Progress = Callable[[int, int], None]


def settings(call: Call) -> config.Settings:
    """The settings in force; what in the file was not understood is told."""
    found = config.settings(
        library=call.value("--library"),
        me=call.value("--me"),
        config=call.value("--config"),
        seed=False if call.flag("--empty") else None,
        ascii=True if call.flag("--ascii") else None,
    )
    for warning in found.warnings:
        call.out.warn(warning, "config")
    return found


def opened(
    found: config.Settings, *, create: bool = True, wait: bool = True, progress: Progress | None = None
) -> Library:
    from tracker.library import Library

    return Library.open(found.library, found.me, seed=found.seed, create=create, wait=wait, progress=progress)


def looked_up(found: config.Settings, *, progress: Progress | None = None) -> Catalogue:
    from tracker.library.catalogue import Catalogue

    return Catalogue.open(found.library, found.me, seed=found.seed, progress=progress)


def interface(found: config.Settings, *, tour: bool = False, served: bool = False) -> int:
    """Run the program in the terminal until it is left; its exit code. The screen is there before the library is.

    `served`: for somebody at a browser, who has no say over this machine's files.
    """
    from tracker.config_file import keep_macro
    from tracker.tui.app import Settings, TrackerApp, run

    program = TrackerApp
    if tour:
        from tracker.tui.tour import TourApp

        program = TourApp
    theme = found.theme or Settings.theme
    settings = Settings(
        found.me,
        found.library,
        theme,
        found.keys,
        found.keymap,
        dim=found.dim,
        network=found.network,
        templates=found.templates,
        macros=found.macros,
        words=found.words,
        ascii=found.ascii,
        cursor=found.cursor,
        review=found.review,
        keep_macro=None if served else lambda letter, text: keep_macro(found.file, letter, text),
        kept=found.kept,
        served=served,
    )
    return run(lambda: opened(found, wait=False), settings, program)
