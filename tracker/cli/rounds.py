"""The verbs about screening rounds: round and rounds."""

from __future__ import annotations

from collections.abc import Callable

from tracker.cli.call import Call, number
from tracker.cli.deciding import told
from tracker.cli.exporting import deliver
from tracker.cli.files import target_of
from tracker.cli.options import Command, Option, Usage
from tracker.cli.round_lines import progress, tally_json, tally_lines, view_json
from tracker.errors import Unreadable
from tracker.formats.endings import ROUND
from tracker.terms import Assignment, Blind, Role, Stage
from tracker.text.count import counted


def run_rounds(call: Call) -> None:
    """`tracker rounds`."""
    call.end()
    views = call.library.rounds()
    if call.out.json:
        call.out.value([view_json(view) for view in views])
    elif call.out.terminal:
        from tracker.cli.lines import columns

        table = [(view.name, view.state, progress(view), ", ".join(m.name for m in view.people)) for view in views]
        for line in columns(table, ["bold", "", "", "dim"], call.out.width, wide=0):
            call.out.pieces(line)
    else:
        call.out.rows((v.name, v.state, v.papers, [m.name for m in v.people], v.created_at) for v in views)


def run_round(call: Call) -> None:
    """`tracker round …`; by itself, the rounds there are."""
    if not call.words:
        run_rounds(call)
        return
    verb = call.take("new, show, close, export …")
    if verb not in VERBS:
        from tracker.query.near import nearest

        near = nearest(verb, VERBS)
        raise Usage(f"tracker round takes {', '.join(VERBS)}, not “{verb}”{f'; did you mean {near}?' if near else ''}")
    VERBS[verb](call)


def _new(call: Call) -> None:
    name = call.take("NAME")
    call.end()
    view = call.library.new_round(
        name,
        call.value("--query") or "",
        names(call, "--people"),
        votes=_votes(call.value("--votes")),
        blind=_blind(call),
        criteria=_criteria(call.value("--criteria")) or "",
        reasons=call.values("--reason"),
        stage=_stage(call.value("--stage")),
        after=call.value("--after"),
        pilot=call.number("--pilot", least=1),
        seed=call.number("--seed"),
        assignment=_assignment(call),
        overlap=call.number("--overlap") or 0,
        deciders=names(call, "--deciders"),
        include_words=call.values("--light"),
        exclude_words=call.values("--dim"),
    )
    if call.out.json:
        call.out.value(view_json(view))
    else:
        call.out.say(f"made the round “{view.name}” over {counted(view.papers, 'paper')}, seed {view.seed}")


def _show(call: Call) -> None:
    name = call.take("NAME")
    call.end()
    tally = call.library.tally(name)
    if call.out.json:
        call.out.value(tally_json(tally))
    else:
        call.out.say(*tally_lines(tally))


def _close(call: Call) -> None:
    _done(call, call.library.close_round)


def _unblind(call: Call) -> None:
    _done(call, call.library.unblind_round)


def _archive(call: Call) -> None:
    _done(call, call.library.archive_round)


def _done(call: Call, deed: Callable[[str], str | None]) -> None:
    name = call.take("NAME")
    call.end()
    told(call, (), deed(name))


def _join(call: Call) -> None:
    name, people = call.take("NAME"), list(call.words)
    if not people:
        raise Usage("Nobody is named: tracker round join NAME PERSON…")
    role = call.value("--role") or Role.REVIEWER
    if role not in list(Role):
        raise Unreadable(f"--role takes {', '.join(Role)}, not “{role}”")
    told(call, (), call.library.join_round(name, people, role=Role(role)))


def _leave(call: Call) -> None:
    name = call.take("NAME")
    person = call.words.pop(0) if call.words else None
    call.end()
    told(call, (), call.library.leave_round(name, person))


def _edit(call: Call) -> None:
    name = call.take("NAME")
    call.end()

    def given(option: str) -> list[str] | None:
        return call.values(option) if call.flag(option) else None

    changes = {"reasons": given("--reason"), "include_words": given("--light"), "exclude_words": given("--dim")}
    told(call, (), call.library.edit_round(name, criteria=_criteria(call.value("--criteria")), **changes))


def _update(call: Call) -> None:
    name = call.take("NAME")
    call.end()
    count = call.library.update_round(name)
    told(call, (), f"took {counted(count, 'paper')} more into the round" if count else None)


def _export(call: Call) -> None:
    name = call.take("NAME")
    call.end()
    target = target_of(call)
    format = call.value("--format") or ("csv" if target is None else ROUND.get(target.suffix.lower(), "csv"))
    if format == "prisma" and call.out.json and target is None:
        call.out.value(call.library.flow(name))
        return
    picture = target is not None and target.suffix.lower() == ".svg"
    pieces = call.library.export_round(name, format, picture=picture)
    deliver(call, target, pieces, format, call.library.round(name).papers)


def _read(call: Call) -> None:
    from tracker.cli.texts import read_text

    path = call.take("FILE")
    call.end()
    view = call.library.read_round(read_text(path))
    if call.out.json:
        call.out.value(view_json(view))
    else:
        call.out.say(f"read the round “{view.name}” over {counted(view.papers, 'paper')}; it is archived")


def _log(call: Call) -> None:
    name = call.take("NAME")
    call.end()
    events = call.library.round_log(name)
    if call.out.json:
        call.out.value(events)
    else:
        call.out.rows((event.at, event.person, event.what, event.paper, event.detail) for event in events)


VERBS: dict[str, Callable[[Call], None]] = {
    "new": _new,
    "show": _show,
    "close": _close,
    "unblind": _unblind,
    "archive": _archive,
    "join": _join,
    "leave": _leave,
    "edit": _edit,
    "update": _update,
    "export": _export,
    "log": _log,
    "read": _read,
}


# --- what was typed ------------------------------------------------------------------------------------------------


def names(call: Call, option: str) -> list[str]:
    """People between commas."""
    return [name.strip() for value in call.values(option) for name in value.split(",") if name.strip()]


def _votes(text: str | None) -> int | None:
    return None if text is None else 0 if text == "all" else number(text, "--votes (or all)", least=1)


def _blind(call: Call) -> Blind:
    given = [blind for option, blind in BLIND.items() if call.flag(option)]
    if len(given) > 1:
        raise Usage(f"A round is one of {', '.join(BLIND)}")
    return given[0] if given else Blind.CLOSED


BLIND = {"--blind": Blind.CLOSED, "--own-vote": Blind.OWN, "--open": Blind.OPEN}


def _assignment(call: Call) -> Assignment:
    if call.flag("--overlap"):
        return Assignment.OVERLAP
    return Assignment.SPLIT if call.flag("--split") else Assignment.EVERYONE


def _stage(text: str | None) -> Stage:
    if text is not None and text not in list(Stage):
        raise Unreadable(f"--stage takes {' or '.join(Stage)}, not “{text}”")
    return Stage(text) if text else Stage.ABSTRACT


def _criteria(path: str | None) -> str | None:
    from tracker.cli.texts import read_text

    return None if path is None else read_text(path)


COMMANDS = {
    "rounds": Command(
        run_rounds,
        "",
        "Lists the screening rounds. Piped, a line holds name, state, papers, people, and when it was made.",
        (),
        (("tracker rounds", "all of them"),),
    ),
    "round": Command(
        run_round,
        "new|show|close|unblind|archive|join|leave|edit|update|export|log NAME, or read FILE",
        """
Screening rounds: several people say include, maybe or exclude of the same papers.

new makes a round over the papers of --query, or with --after over those that an earlier round included. People vote
with `tracker vote` or in the terminal interface (g t). In a blind round nobody sees another's vote, nor what it comes
to, until the round is closed (--own-vote: until they voted on the paper, and then their vote is frozen).

show tells how far a round is, what it comes to, how far people agree and how much is found; close ends the voting;
unblind shows all votes while it goes on, which is kept on record; join and leave are about people, whose votes stay;
edit changes criteria and reasons; update takes in papers that match by now; archive puts a closed round away.

export writes decisions with reasons and votes as csv or ris, the flow of papers as prisma (text, or a picture where
the file ends in .svg), what was done as log, or all of it as archive, which `tracker round read FILE` reads back.

On a shared file blind voting is a courtesy of the program, not protection, and names are as typed.
""",
        (
            Option("--query", "Q", "the papers of a new round", fills="query"),
            Option("--people", "A,B", "who votes, names between commas (you)", many=True),
            Option("--deciders", "A,B", "who settles conflicts and has no vote", many=True),
            Option("--votes", "N", "votes that each paper needs, or all (2)"),
            Option("--blind", "", "votes are hidden until the round is closed (so unless said)"),
            Option("--own-vote", "", "the votes on a paper are hidden until your own, which then is frozen"),
            Option("--open", "", "everybody sees all votes"),
            Option("--criteria", "FILE", "what to go by, Markdown; - is standard input", fills="file"),
            Option("--reason", "R", "a reason to exclude, on the next digit", many=True),
            Option("--light", "WORD", "a word that speaks for a paper, lit while screening", many=True),
            Option("--dim", "WORD", "a word that speaks against it", many=True),
            Option("--after", "ROUND", "over what this round included", fills="round"),
            Option("--stage", "S", "abstract or full-text"),
            Option("--pilot", "N", "over N papers by chance, to talk about first"),
            Option("--seed", "N", "what chance follows from"),
            Option("--split", "", "fix who gets which papers, as many each"),
            Option("--overlap", "N", "fix it so that everybody gets N per cent, and the rest one each"),
            Option("--role", "R", "of who joins: reviewer, lead or decider"),
            Option("--format", "F", "of an export: csv, ris, prisma, log or archive", fills="round-format"),
            Option("--output", "FILE", "where an export goes", also="-o", fills="file"),
            Option("--force", "", "replace the file where it is there already"),
        ),
        (
            ("tracker round new first --query '#reasoning' --people ann,bob --reason 'off topic'", "two votes each"),
            ("tracker round show first", "how far it is, and what it comes to"),
            ("tracker round close first", "end the voting and show all votes"),
            ("tracker round export first --format prisma -o flow.svg", "the PRISMA 2020 diagram"),
        ),
        ("round-verb", "round"),
    ),
}
