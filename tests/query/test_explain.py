"""What a query means, in words."""

from datetime import UTC, datetime

import pytest

from tracker.query.explain import explain
from tracker.query.parse import parse

NOW = datetime(2026, 1, 20, 12, tzinfo=UTC)

SAID = [
    (
        "#safety status:later -#theory added:<2w",
        "tag safety and later and not tag theory and added in the last 2 weeks",
    ),
    ("", "every paper"),
    ("status:unraed", "every paper"),
    ("is:open sort:next", "open, sorted by what to read next"),
    ("-status:open tag:none", "not open and no tag"),
    ("status:unread", "unread (inbox or later)"),
    ("status:later,reading has:-abstract", "(later or reading) and without an abstract"),
    ("a b OR c", "(“a” and “b”) or “c”"),
    ("(a OR b) -(c d)", "(“a” or “b”) and not (“c” and “d”)"),
    ('title:=x abs:"y z"', "title with exactly “x” and abstract with the phrase “y z”"),
    ("~word calib* /a.b/", "a word like “word” and a word beginning with “calib” and the pattern /a.b/"),
    ("tag:=method #a*", "tag method itself and tag a…"),
    ('collection:"ICML 2025","A b"', "collection “ICML 2025” or “A b”"),
    ("@bob vote:yes", "by bob and vote yes"),
    ("-tag:none", "some tag"),
    ("tag:~safty venue:~iclm", "tag like safty and venue like iclm"),
    ("vote:none", "no vote"),
    ("has:note,pdf", "with a note or a PDF"),
    ("is:check", "with an annotation whose place is in doubt"),
    ("is:orphaned", "with an annotation that lost its place"),
    ("kind:result,claim", "with an annotation of kind result or claim"),
    ('like:187 in:"Next up"', "like paper 187 and found by the saved search “Next up”"),
    ("rating:3 rating>=4", "rating 3 and rating at least 4"),
    ("rating:2..4 prio<2", "rating from 2 to 4 and priority below 2"),
    ("added:>30d", "added more than 30 days ago"),
    ("added:1w", "added in the last week"),
    ("added:yesterday", "added yesterday"),
    ("opened:2026-01", "opened in 2026-01"),
    ("opened:2026-01-02", "opened on 2026-01-02"),
    ("added<2026", "added before 2026"),
    ("added:2025-12..2026-01", "added between 2025-12 and 2026-01"),
    ("added:2027..2026", "added between 2026 and 2027"),
    ("added:..2026", "added until 2026"),
    ("due:2w", "due in the next 2 weeks"),
    ("due:<2w", "due in less than 2 weeks"),
    ("due:>1w", "due in more than 1 week"),
    ("due:<today", "due before today"),
    ("added:(2026-01-02)", "added since 2026-01-02 00:00 UTC and before 2026-01-03 00:00 UTC"),
    ("score>=0.6 sort:score", "likelihood that you keep it at least 0.6, sorted by what you are likeliest to keep"),
    ("sort:-score", "every paper, sorted by what you are likeliest to keep (last first)"),
    ("a sort:-added,title", "“a”, sorted by added (descending) then title"),
]


@pytest.mark.parametrize(("typed", "said"), SAID)
def test_a_query_is_said_in_words(typed: str, said: str) -> None:
    assert explain(parse(typed, now=NOW)) == said
