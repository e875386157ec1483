"""The verbs tag and tags."""

from __future__ import annotations

from tracker.cli.call import Call
from tracker.cli.deciding import told
from tracker.cli.options import QUERY, Command, Option, Usage
from tracker.cli.papers import papers

DEEDS = ("rename", "merge", "nest", "delete")


def run_tag(call: Call) -> None:
    """`tracker tag`, also its rename, merge, nest and delete."""
    if call.words[:1] and call.words[0] in DEEDS:
        _deed(call)
        return
    add, remove = call.values("--add"), call.values("--remove")
    add += [word[1:] for word in call.words if word.startswith("+")]
    remove += [word[1:] for word in call.words if word.startswith("-") and word != "-"]
    call.words = [word for word in call.words if word == "-" or word[:1] not in "+-"]
    if not add and not remove:
        raise Usage("No tags: write +tag to put one on and -tag to take one off, as in tracker tag +nlp -later 7 12")
    ids = papers(call)
    told(call, ids, call.library.tag(ids, add, remove))


def _deed(call: Call) -> None:
    """What is done with a tag itself."""
    deed, tag = call.take("A verb"), call.take("The tag")
    if deed == "delete":
        call.end()
        told(call, (), call.library.delete_tag(tag))
        return
    other = call.take("The other tag")
    call.end()
    deeds = {"rename": call.library.rename_tag, "merge": call.library.merge_tags, "nest": call.library.nest_tag}
    told(call, (), deeds[deed](tag, other))


def run_tags(call: Call) -> None:
    """`tracker tags`."""
    call.end()
    tags = call.library.tags()
    if call.out.json:
        call.out.value(tags)
    elif call.out.terminal:
        from tracker.cli.lines import columns

        for line in columns([(str(t.papers), f"#{t.name}") for t in tags], ["dim", ""], call.out.width, wide=1):
            call.out.pieces(line)
    else:
        call.out.rows(tags)


COMMANDS = {
    "tag": Command(
        run_tag,
        "+TAG… -TAG… PAPERS | rename OLD NEW | merge OLD INTO | nest TAG PARENT | delete TAG",
        """
Puts tags on papers (+tag) and takes tags off them (-tag). Tags are shared by everybody who uses the library; a
tag that is not there yet is made, and a/b nests b below a.

`tracker tag rename OLD NEW` gives a tag, and those nested in it, another name; `tracker tag merge OLD INTO` puts
everything tagged OLD under INTO. Both change #OLD in notes too. `tracker tag nest TAG PARENT` puts a tag below
another one (/ for the top), and `tracker tag delete TAG` takes it off everything.
""",
        (
            Option("--add", "TAG", "the same as +TAG", fills="tag", many=True),
            Option("--remove", "TAG", "the same as -TAG", fills="tag", many=True),
            QUERY,
        ),
        (
            ("tracker tag +nlp -later 7 12", "one tag on, one off, on two papers"),
            ("tracker tag +eval/judges --query 'title:judge'", "a nested tag on all that a query finds"),
            ("tracker tag rename saftey safety", "mend a name everywhere"),
        ),
        ("change", "paper"),
        dashes=True,
    ),
    "tags": Command(
        run_tags,
        "",
        "Prints all tags that are on a paper, the commonest first, and how many. Piped: name, tab, number.",
        (),
        (("tracker tags --json", "as JSON: [{name, papers}]"),),
    ),
}
