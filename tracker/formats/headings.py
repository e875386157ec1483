"""What a list's heading says the list is called."""

import re

_KIND = r"(?:papers?|abstracts?|articles?|publications?)"
_LIST = (
    rf"(?:(?:full|complete)\s+)?(?:list\s+of\s+(?:all\s+)?(?:the\s+)?(?:accepted\s+|selected\s+)?{_KIND}"
    rf"|(?:accepted|selected)\s+{_KIND}(?:\s+list)?|{_KIND}\s+list)"
    r"|(?:已?(?:接收|录用|錄用|接受|入选)的?)?(?:论文|論文|摘要|文章)(?:列表|清单|清單|目录|目錄|一覧|リスト)"
    r"|已?(?:接收|录用|錄用|接受|入选)的?(?:论文|論文)|논문\s*목록"
)
AT_END = re.compile(rf"[\s:：|,;(\[–—-]*(?:(?<!\w)|(?<=[\s(]))(?:{_LIST})[\s)\]:：.]*$", re.I)
AT_START = re.compile(rf"^(?:{_LIST})\s*(?:[:：|–—-]+|\s(?:of|from|at|for|in)\s(?:the\s)?)\s*", re.I)
BARE = re.compile(rf"[\s:：|,(–—-]+(?:{_KIND}|论文|論文)[\s):：]*$", re.I)
MARKS = "#=*_:：|-–— \t\u3000"
CONFERENCE = re.compile(  # an acronym, at most two names, a year, and what may follow: NeurIPS Datasets 2024 (Oral)
    r"\w*[A-Z]\w*[A-Z][\w&/+-]*(?:\s+[A-Z]\w*){0,2}[\s-]*(?:(?:19|20)\d\d|['’]\d\d)\b(?:[\s:|,–—-]*[(\[]?[A-Z\d][^\s.]*)*"
)


def collection_name(heading: str) -> str:
    """The name without marks and words that only say "list of papers": "ICML 2025 论文列表" is "ICML 2025"."""
    tidy = " ".join(heading.split()).strip(MARKS)
    for pattern in (AT_END, AT_START):
        name = pattern.sub("", tidy).strip(MARKS)
        if len(name) >= 3 and name != tidy:
            return name
    name = BARE.sub("", tidy).strip(MARKS)
    return name if name != tidy and CONFERENCE.fullmatch(name) else tidy


def is_heading(line: str) -> bool:
    """Whether a line names a list by itself: "list of papers", a conference and a year, or a # in front."""
    tidy = " ".join(line.split()).strip(MARKS)
    if not tidy or len(tidy) > 100 or tidy.endswith((".", "。")):
        return False
    known = collection_name(tidy) != tidy or AT_END.fullmatch(tidy) or CONFERENCE.fullmatch(tidy)
    return bool(known) or line.startswith("# ")
