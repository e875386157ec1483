"""The verb team."""

from __future__ import annotations

from tracker.cli.call import Call
from tracker.cli.options import Command
from tracker.errors import Unreadable


def run_team(call: Call) -> None:
    """`tracker team`, `tracker team init`, `tracker team add NAME`, `tracker team remove NAME`."""
    match call.words.pop(0) if call.words else "":
        case "":
            call.end()
            show(call)
        case "init":
            call.end()
            call.library.init_team()
            call.out.say("the library has a team; `tracker team add NAME` lets somebody in")
        case "add":
            add(call)
        case "remove":
            name = call.take("NAME")
            call.end()
            call.library.remove_member(name)
            call.out.say(f"{name} is let in no more; what they wrote and how they voted stays")
        case word:
            raise Unreadable(f"tracker team {word}: there are init, add and remove")


def show(call: Call) -> None:
    members = call.library.team()
    if call.out.json:
        call.out.value({"owner": call.library.me, "members": members})
    else:
        call.out.say(*members)


def add(call: Call) -> None:
    name = call.take("NAME")
    call.end()
    invited = call.library.add_member(name)
    if call.out.json:
        call.out.value(invited)
        return
    call.out.say(f"{name} is let in; their library is", f"  {invited.address}")
    if invited.password:
        call.out.say(
            "and their password, for the last field of ~/.pgpass, which is told only now", f"  {invited.password}"
        )


COMMANDS = {
    "team": Command(
        run_team,
        "[init | add NAME | remove NAME]",
        """
The people who share a library on PostgreSQL; without a word, who they are. `init` makes a library one for a team:
from then on the server itself keeps private notes and reading states apart, and votes of a blind round. `add` lets
somebody in, with a role and a password of their own where the server does not know them yet; `remove` lets them in no
more, and what they did stays. All of it is for the owner of the library. With --json: {owner, members}, and for `add`
{name, password, address}.
""",
        (),
        (
            ("tracker team init", "once, by the owner"),
            ("tracker team add bob", "prints bob's address and password"),
        ),
        ("init", "add", "remove"),
    ),
}
