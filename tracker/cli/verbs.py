"""The verbs of the program: names, modules and one-line helps, so that nothing else is imported to find one."""

from typing import NamedTuple


class Verb(NamedTuple):
    """A verb, and the module in tracker.cli whose COMMANDS declares it."""

    name: str
    module: str
    told: str


GROUPS: tuple[tuple[str, tuple[Verb, ...]], ...] = (
    (
        "Find and read",
        (
            Verb("list", "listing", "papers that match a query, best first"),
            Verb("next", "queueing", "what to read next, and why"),
            Verb("review", "reviewing", "what you marked comes back before you forget it"),
            Verb("stats", "reckoning", "what is left and until when, your pace, what you keep"),
            Verb("similar", "likening", "the papers most like one"),
            Verb("compare", "likening", "two abstracts side by side"),
            Verb("map", "likening", "papers in groups that speak of the same"),
            Verb("explain", "explaining", "a query in words, and what is wrong with it"),
            Verb("show", "showing", "one paper in full"),
            Verb("saved", "saving", "saved searches: list, add, remove"),
        ),
    ),
    (
        "Decide",
        (
            Verb("status", "deciding", "mark papers as inbox, later, reading, done or skipped"),
            Verb("star", "deciding", "star papers"),
            Verb("priority", "deciding", "give papers a priority from 0 to 3"),
            Verb("rate", "deciding", "rate papers from 1 to 5"),
            Verb("due", "deciding", "set the day by which to read papers"),
            Verb("snooze", "deciding", "put papers off until a day"),
            Verb("pass", "queueing", "say “not now”: papers come later in the queue"),
            Verb("tag", "tagging", "tag papers; rename, merge, nest and delete tags"),
            Verb("rules", "ruling", "deeds on what a query finds: shown before they are done"),
            Verb("tags", "tagging", "all tags, with counts"),
        ),
    ),
    (
        "Write",
        (
            Verb("note", "noting", "show or write your note on a paper"),
            Verb("notes", "noting", "all notes, or those on the papers that match"),
            Verb("annotate", "annotating", "mark words of an abstract"),
            Verb("annotations", "annotating", "what was marked, in all papers or in those that match"),
            Verb("comment", "commenting", "comment on a paper or an annotation; read the threads"),
            Verb("kinds", "kinds", "the kinds of annotations"),
            Verb("kind", "kinds", "make, change, rename or put away a kind of annotation"),
        ),
    ),
    (
        "Decide together",
        (
            Verb("rounds", "rounds", "the screening rounds there are"),
            Verb("round", "rounds", "make a screening round, see how far it is, close it"),
            Verb("screen", "voting", "what to vote on next in a round, and why"),
            Verb("vote", "voting", "include, maybe or exclude a paper in a round"),
            Verb("conflicts", "voting", "papers on which votes differ"),
            Verb("decide", "voting", "settle what becomes of such a paper"),
            Verb("team", "teams", "the people who share a library on PostgreSQL: let them in"),
        ),
    ),
    (
        "Take in and give out",
        (
            Verb("add", "adding", "add one paper from a text, a DOI, an arXiv id or a URL"),
            Verb("import", "importing", "take in files of abstracts"),
            Verb("feeds", "feeding", "feeds of new papers: list them, fetch them"),
            Verb("against", "merging", "lay a list beside the library: what only one of them has"),
            Verb("duplicates", "merging", "papers that may be one"),
            Verb("merge", "merging", "make one paper of two"),
            Verb("enrich", "enriching", "look up what papers lack: titles, authors, ids, abstracts"),
            Verb("digest", "digesting", "papers grouped by tag, to mail to others"),
            Verb("export", "exporting", "write papers in a format that the next tool reads"),
            Verb("formats", "importing", "the file formats there are"),
            Verb("vault", "vaulting", "notes as Markdown files in a folder, in step both ways"),
        ),
    ),
    (
        "Look after",
        (
            Verb("undo", "history", "take back what you did last"),
            Verb("redo", "history", "do again what you took back"),
            Verb("log", "history", "what was done, by whom and when"),
            Verb("backup", "upkeep", "make a verified copy of the library"),
            Verb("restore", "upkeep", "bring back a backup; what was there is kept beside it"),
            Verb("doctor", "upkeep", "look for anything wrong with the library"),
        ),
    ),
    (
        "The program",
        (
            Verb("serve", "serving", "the same screens in a browser, behind a login"),
            Verb("tour", "touring", "two minutes of doing, over a library that is thrown away"),
            Verb("keys", "program", "the keys of the terminal interface"),
            Verb("config", "configuring", "show, find or edit the settings"),
            Verb("completion", "completion", "a script that completes verbs, tags and papers in your shell"),
            Verb("help", "program", "help on a verb"),
        ),
    ),
)

COMPLETER = Verb("__complete", "completion", "what could be typed next; for the completion scripts")
VERBS = {verb.name: verb for _, group in GROUPS for verb in group}
