"""How files of other formats begin, so that none of them is read as a list of abstracts."""

import re

START = re.compile(
    r"""\A\s*(?:
        [{\[]\s*["{\[]                      # JSON
        |<[?!a-zA-Z/]                       # XML, HTML
        |<\d+>\s*$                          # Ovid
        |[A-Z][A-Z0-9]\s{2}-\s|PMID-\s      # RIS, PubMed
        |FN\s\S                             # Web of Science
        |%[A-Z0@]\s                         # EndNote
        |From\s\S+.*\d\d:\d\d               # a mailbox
    )""",
    re.M | re.X,
)
ANYWHERE = re.compile(
    r"""^(?:
        (?:TY|ER)\s{2}-(?:\s|$)             # RIS under a preface
        |\s*@[A-Za-z]+\s*[{(]\s*[^\s,{}]*\s*,\s*$  # BibTeX: an entry's first line
        |\s*@[A-Za-z]+\s*\{\s*$             # BibTeX: an entry without a key
        |\s*@[A-Za-z]+\s*\{[^,{}]*,.*=      # BibTeX: an entry in one line
        |\s*<t(?:able|r|d)\b                # a table in HTML
        |\s*:PROPERTIES:\s*$               # Org mode
        |\s*\\(?:bibitem|documentclass|begin\{document\})  # LaTeX
        |.*\{\{\s*[Cc]ite\s?[a-z]+\s*\|        # a wiki's templates
        |MIME-Version:\s\d                 # mail, or a page that was saved as one
        |.*([;,\t])\1{4}                    # a spreadsheet's empty cells
    )""",
    re.M | re.X,
)
KNOWN = (
    (r"^\s*\\(?:bibitem|documentclass|begin\{document\})", "LaTeX; take the .bib file that it was made from"),
    (r"\{\{\s*[Cc]ite", "a wiki's templates; save its page, or export BibTeX"),
    (r"^MIME-Version:\s\d", "mail, or a page saved as one; save the page as HTML"),
    (r"^\s*:PROPERTIES:", "Org mode; export BibTeX"),
)
ROOT = re.compile(r"\A[\s\ufeff]*(?:<\?[^>]*>\s*|<!--.*?-->\s*|<![^>]*>\s*)*<([\w:.-]{1,60})", re.S)
COLUMNS = {"title", "article title", "abstract", "authors", "author", "doi", "key", "item type", "lens id", "pmid"}


def is_other(head: str) -> bool:
    """Whether a text that begins so is plainly in another format."""
    head = re.sub(r"\r\n?", "\n", head)
    return bool(START.search(head) or ANYWHERE.search(head)) or _is_table(head.lstrip().split("\n", 1)[0])


def _is_table(line: str) -> bool:
    """Whether the first line names columns of papers."""
    mark = max(",;\t", key=line.count)
    cells = [cell.strip().strip('"').lower() for cell in line.split(mark)]
    return len(cells) > 1 and f"{mark} " not in line and bool(COLUMNS & set(cells)) and max(map(len, cells)) <= 60


def told_of(head: str) -> str:
    """What can be said of a file that no format reads: of XML, its outermost element."""
    if root := ROOT.match(head):
        return f" (XML of <{root[1]}>)"
    return next((f" ({what})" for sign, what in KNOWN if re.search(sign, head, re.M)), "")
