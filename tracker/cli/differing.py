"""What changed between two wordings of an abstract, and where its annotations went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracker.cli.call import Call
from tracker.cli.cells import wrapped
from tracker.cli.marks import annotation_json, annotation_lines
from tracker.cli.options import Usage
from tracker.errors import NotFound
from tracker.library.values import State, WordingView
from tracker.text.render import render
from tracker.text.worddiff import WordDiff

SIGNS = {"same": "{}", "old": "[-{}-]", "new": "{{+{}+}}"}


def differences(call: Call, paper: int, width: int) -> None:
    """`tracker show PAPER --diff`: the newest wording beside the one before it, or two that --wording names."""
    wordings = call.library.wordings(paper)
    if len(wordings) < 2:
        raise NotFound(f"The abstract of {call.library.told([paper])} has only ever had one wording")
    old, new = _two(call, wordings)
    runs = list(WordDiff(render(old.text).text, render(new.text).text).shown())
    if call.out.json:
        call.out.value(_json(call, paper, wordings, (old, new), runs))
        return
    call.out.say(*(_told(wording) for wording in wordings), "")
    text = "".join(SIGNS[kind].format(text) for kind, text in runs if text)
    call.out.say(*(line for part in text.split("\n") for line in (wrapped(part, width) if width else [part])))
    signs = {kind.name: kind.sign for kind in call.library.kinds()}
    for view in call.library.annotations(paper):
        if view.state is not State.OK:
            call.out.say("", *annotation_lines(view, signs.get(view.kind, "·"), (), width))
            call.out.say(f"  made on: “{' '.join(view.quote.split())}”")


def _two(call: Call, wordings: Sequence[WordingView]) -> tuple[WordingView, WordingView]:
    number = call.number("--wording", least=2) or len(wordings)
    if number > len(wordings):
        raise Usage(f"There are {len(wordings)} wordings; --wording takes a number from 2 to {len(wordings)}")
    return wordings[number - 2], wordings[number - 1]


def _told(wording: WordingView) -> str:
    who = f" by {wording.person}" if wording.person else ""
    return f"wording {wording.number}: {wording.at.astimezone():%Y-%m-%d %H:%M} from {wording.source}{who}"


def _json(
    call: Call,
    paper: int,
    wordings: Sequence[WordingView],
    two: tuple[WordingView, WordingView],
    runs: Sequence[tuple[str, str]],
) -> dict[str, Any]:
    return {
        "paper": paper,
        "wordings": wordings,
        "old": two[0].number,
        "new": two[1].number,
        "runs": [{"kind": kind, "text": text} for kind, text in runs if text],
        "annotations": [annotation_json(view) for view in call.library.annotations(paper)],
    }
