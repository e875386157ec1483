"""The verb rules: deeds on what a query finds, looked at before they are done."""

from __future__ import annotations

from tracker.cli.call import Call
from tracker.cli.deciding import told
from tracker.cli.options import Command, Usage
from tracker.text.count import counted

SHOWN = 10  # papers of a rule that are shown before it is applied


def run_rules(call: Call) -> None:
    """`tracker rules`, `rules add`, `try`, `apply` and `remove`."""
    match call.words.pop(0) if call.words else "list":
        case "list":
            call.end()
            _list(call)
        case "add":
            name, query, deed = call.take("NAME"), call.take("QUERY"), call.take("DEED")
            call.end()
            told(call, (), call.library.save_rule(name, query, deed))
        case "try":
            name = call.take("NAME")
            call.end()
            _try(call, name)
        case "apply":
            name = call.take("NAME")
            call.end()
            done, ids = call.library.apply_rule(name)
            told(call, ids, done)
        case "remove":
            name = call.take("NAME")
            call.end()
            told(call, (), call.library.remove_rule(name))
        case word:
            raise Usage(f"tracker rules takes add, try, apply or remove, or nothing to list them, not “{word}”")


def _list(call: Call) -> None:
    rules = [(*rule, len(call.library.awaiting(rule))) for rule in call.library.rules()]
    if call.out.json:
        call.out.value([dict(zip(("name", "query", "deed", "papers"), rule, strict=True)) for rule in rules])
    else:
        call.out.rows(rules)


def _try(call: Call, name: str) -> None:
    """What a rule would do, without doing it."""
    rule = call.library.rule(name)
    ids = call.library.awaiting(rule)
    if call.out.json:
        call.out.value({**rule._asdict(), "papers": ids})
        return
    call.out.say(f"{rule.deed} on {counted(len(ids), 'paper')} of {rule.query}")
    call.out.rows((row.id, row.key, row.heading) for row in call.library.rows(ids[:SHOWN]))
    if len(ids) > SHOWN:
        call.out.say(f"… and {len(ids) - SHOWN} more")
    call.out.aside(f"`tracker rules apply '{rule.name}'` does it, `tracker undo` takes it back")


COMMANDS = {
    "rules": Command(
        run_rules,
        "[add NAME QUERY DEED | try NAME | apply NAME | remove NAME]",
        """
Lists the rules with how many papers wait for each; keeps one, shows what it would do, does it, or takes it away. A rule
is a query and a deed: tag +a -b, later, done, skip, star, priority N, rate N, due DAY, snooze DAY, several parted by
semicolons. Nothing is done before `apply`, and that is one step, which undo takes back.
""",
        (),
        (
            ("tracker rules add jailbreaks 'abs:jailbreak' 'tag +safety; later'", "keep one"),
            ("tracker rules try jailbreaks", "see what it would do"),
            ("tracker rules apply jailbreaks", "do it"),
        ),
        ("rules-verb", "rule", "query"),
        dashes=True,
    ),
}
