"""What a file that is written holds, told by how its name ends."""

ANNOTATIONS = "annotations"
PAPERS = {
    ".bib": "bibtex",
    ".ris": "ris",
    ".csv": "csv",
    ".json": "csl-json",
    ".jsonl": "jsonl",
    ".md": "markdown",
    ".html": "html",
    ".jsonld": ANNOTATIONS,
}
ROUND = {".csv": "csv", ".ris": "ris", ".svg": "prisma", ".txt": "prisma", ".json": "archive"}  # of a screening round
