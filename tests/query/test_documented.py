"""Every query that the documentation shows, and what each error says."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from tests.query.printing import printed
from tracker.query.parse import LONGEST, parse
from tracker.query.tree import And, Choice, How, In, Like, Name, Names, Not, Or, Problem, Query, Sort, Span, Text

NOW = datetime(2026, 1, 20, 15, 30, tzinfo=ZoneInfo("Europe/Berlin"))  # 14:30 UTC


def read(text: str, *, typing: bool = False) -> Query:
    return parse(text, now=NOW, typing=typing)


# As typed, and in canonical form: fields for sigils, statuses for their groups, instants in UTC for dates.
DOCUMENTED = [
    ("status:unread #nlp year:2020.. -bert", "status:inbox,later tag:nlp year>=2020 -bert"),
    ('note:(sink OR "long context")', 'note:sink OR note:"long context"'),
    ("tag:a tag:b", "tag:a tag:b"),
    ("tag:method", "tag:method"),
    ("tag:=method", "tag:=method"),
    ("#method/diffusion", "tag:method/diffusion"),
    ("tag:a/b tag:a* tag:none", "tag:a/b tag:a* tag:none"),
    ("t:a #b s:done", "tag:a tag:b status:done"),
    ("self-attention", "self-attention"),
    ('"self attention"', '"self attention"'),
    ("status:inbox status:later status:reading", "status:inbox status:later status:reading"),
    ("status:done,skipped status:closed", "status:done,skipped status:done,skipped"),
    ("status:open", "status:inbox,later,reading -is:snoozed"),
    ("is:open sort:next", "status:inbox,later,reading -is:snoozed sort:next"),
    ("status:open tag:none", "status:inbox,later,reading -is:snoozed tag:none"),
    ("status:read s:to-read", "status:done status:later"),
    ("is:unread", "status:inbox,later"),
    ("is:snoozed is:due is:marked is:starred", "is:snoozed is:due is:marked is:starred"),
    ("is:conflict is:orphaned is:duplicate is:untitled", "is:conflict is:orphaned is:duplicate is:untitled"),
    ("is:check is:orphan", "is:check is:orphaned"),
    ("is:changed is:mine is:asked is:seen", "is:changed is:mine is:asked is:seen"),
    ("has:note has:annotation has:mark has:question", "has:note has:annotation has:annotation has:question"),
    ("has:abstract has:title has:authors has:url", "has:abstract has:title has:authors has:url"),
    ("has:pdf has:code has:due has:vote has:thread", "has:pdf has:code has:due has:vote has:thread"),
    ("has:tag has:link has:doi has:arxiv has:deadlink", "has:tag has:link has:doi has:arxiv has:deadlink"),
    ("has:-abstract", "-has:abstract"),
    ("title:x abs:x note:x annotation:x mark:x comment:x", "title:x abs:x note:x annotation:x annotation:x comment:x"),
    ("author:liu venue:icml collection:a list:a", "author:liu venue:icml collection:a collection:a"),
    ("source:icml25 words:80.. sort:next", "source:icml25 words>=80 sort:next"),
    ("id:0187 by:bob @me", "id:0187 by:bob by:me"),
    ("@bob vote:yes", "by:bob vote:yes"),
    ("vote:maybe vote:no vote:none", "vote:maybe vote:no vote:none"),
    ("kind:problem kind:method kind:claim kind:note", "kind:problem kind:method kind:claim kind:note"),
    ('kind:result "23.4%"', 'kind:result "23.4%"'),
    ("kind:question", "kind:question"),
    ("abs:/jailbreak/", "abs:/jailbreak/"),
    ('like:187 in:other in:"Next up"', 'like:187 in:other in:"Next up"'),
    ("rating:3 rating>=4 rating:>=4 rating:2..4", "rating:3 rating>=4 rating>=4 rating:2..4"),
    ("prio:1 words<80 marks>2 score>0.5 agree<=.5", "prio:1 words<80 marks>2 score>0.5 agree<=0.5"),
    ("sort:next sort:score sort:added sort:-added", "sort:next sort:score sort:added sort:-added"),
    ("sort:random sort:file sort:changed sort:agree", "sort:random sort:file sort:changed sort:agree"),
    ("status:later tag:saftey", "status:later tag:saftey"),
    ("#safety status:later -#theory added:<1w", "tag:safety status:later -tag:theory added>2026-01-13T14:30:00Z"),
    ("added:<1w vote:yes", "added>2026-01-13T14:30:00Z vote:yes"),
    ("a | b OR c AND d NOT e", "a OR b OR c d -e"),
    ("~word ^title =exact calib*", "~word title:title =exact calib*"),
    ("title:=word title:~word", "title:=word title:~word"),
    ("tag:~word,other", "tag:~word,other"),
    ("L_p O(T^2) M-STaR F1<0.72 f(x)", "L_p O(T^2) M-STaR F1<0.72 f(x)"),
    (r'"he said \"no\""', r'"he said \"no\""'),
    ("“curly marks”", '"curly marks"'),
    ("tag:a,b author:li,wang year:2020,2022", "tag:a,b (author:li OR author:wang) (year:2020 OR year:2022)"),
    ('collection:"ICML 2025","NeurIPS"', 'collection:"ICML 2025",NeurIPS'),
    ("", ""),
]


@pytest.mark.parametrize(("typed", "canonical"), DOCUMENTED)
def test_a_documented_query_is_understood_without_a_problem(typed: str, canonical: str) -> None:
    assert printed(read(typed)) == canonical
    assert not read(typed).problems


def test_the_tree_of_a_query_carries_places_in_its_text() -> None:
    assert read('#a,b* -title:"x y" (w OR like:7)').tree == And(
        (
            Names("tag", (Name("a"), Name("b", prefix=True)), 0, 5),
            Not(Text(("title",), "x y", How.PHRASE, 7, 18), 6, 18),
            Or((Text((), "w", How.WORD, 20, 21), Like("7", 25, 31)), 19, 32),
        ),
        0,
        32,
    )


def test_other_kinds_of_terms_have_their_own_nodes() -> None:
    assert read("s:unread").tree == Choice("status", ("inbox", "later"), 0, 8)
    assert read("in:Inbox").tree == In("Inbox", 0, 8)
    assert read("rating>3").tree == Span("rating", 3, None, True, False, 0, 8)
    assert read("sort:-added,title") == Query("sort:-added,title", None, (Sort("added", True), Sort("title", False)))


DATES = [
    ("added:2w", "added>=2026-01-06T14:30:00Z"),
    ("added:<2w", "added>2026-01-06T14:30:00Z"),
    ("added:>30d", "added<2025-12-21T14:30:00Z"),
    ("added:yesterday", "added:2026-01-18T23:00:00Z..<2026-01-19T23:00:00Z"),
    ("changed:today", "changed:2026-01-19T23:00:00Z..<2026-01-20T23:00:00Z"),
    ("opened:2026-01", "opened:2025-12-31T23:00:00Z..<2026-01-31T23:00:00Z"),
    ("added:2025-12..2026-01", "added:2025-11-30T23:00:00Z..<2026-01-31T23:00:00Z"),
    ("added:2026-01-15", "added:2026-01-14T23:00:00Z..<2026-01-15T23:00:00Z"),
    ("added:..2026", "added<2026-12-31T23:00:00Z"),
    ("added:2025-07", "added:2025-06-30T22:00:00Z..<2025-07-31T22:00:00Z"),  # summer time
    ("added<2026-01", "added<2025-12-31T23:00:00Z"),
    ("added:>2026-01", "added>=2026-01-31T23:00:00Z"),
    ("added<=2026-01", "added<2026-01-31T23:00:00Z"),
    ("added:>=2026-01", "added>=2025-12-31T23:00:00Z"),
    ("added:2w..4w", "added:2025-12-23T14:30:00Z..2026-01-06T14:30:00Z"),
    ("finished:1m", "finished>=2025-12-20T14:30:00Z"),
    ("finished:1y", "finished>=2025-01-20T14:30:00Z"),
    ("added:3h", "added>=2026-01-20T11:30:00Z"),
    ("due:2w", "due:2026-01-20..<2026-02-04"),  # from today to the day in two weeks
    ("due:<2w", "due<2026-02-03"),  # overdue too
    ("due:>2w", "due>=2026-02-04"),
    ("due:today", "due:2026-01-20..<2026-01-21"),
    ("due:<today", "due<2026-01-20"),  # overdue
    ("due:2026-02", "due:2026-02-01..<2026-03-01"),
    ("snoozed:2w", "snoozed:2026-01-20T14:30:00Z..2026-02-03T14:30:00Z"),
    ("snoozed:>2w", "snoozed>2026-02-03T14:30:00Z"),
    ("added:2026-01-15T10:00", "added:2026-01-15T09:00:00Z"),
]


@pytest.mark.parametrize(("typed", "canonical"), DATES)
def test_a_date_is_counted_from_now_in_local_time_and_kept_in_utc(typed: str, canonical: str) -> None:
    assert printed(read(typed)) == canonical
    assert not read(typed).problems


def test_the_end_of_a_month_is_kept_when_months_are_counted_back() -> None:
    now = datetime(2026, 3, 31, 12, tzinfo=UTC)
    assert printed(parse("added:1m", now=now)) == "added>=2026-02-28T12:00:00Z"


ERRORS = [
    ("satus:unread", (0, 5), "there is no field “satus” — did you mean status: ?", "status"),
    ("status:unraed", (7, 13), "status: has no value “unraed” — did you mean unread?", "unread"),
    (
        "added:<2fortnights",
        (7, 18),
        "“2fortnights” is no date — try 2w, yesterday, 2026-01 or 2025-12..2026-01",
        None,
    ),
    ("rating:good", (7, 11), "rating: needs a number, as in rating:3, rating>=3 or rating:2..4", None),
    ("year:good", (5, 9), "year: needs a number, as in year:2025, year>=2025 or year:2023..2025", None),
    ("diffusion OR", (10, 12), "OR has nothing after it — add a term or take OR away", ""),
    ("OR diffusion", (0, 2), "OR has nothing before it — add a term or take OR away", ""),
    ("diffusion AND", (10, 13), "AND has nothing after it — add a term or take AND away", ""),
    ("diffusion NOT", (10, 13), "NOT has nothing after it — add a term or take NOT away", ""),
    ("(a OR (b c)", (0, 1), "this ( is not closed — taken as closed at the end", None),
    ("a) b", (1, 2), "this ) closes nothing — take it away", ""),
    ("a ()", (2, 4), "these brackets are empty — take them away", ""),
    ("tag:", (0, 4), "tag: has no value yet — press Tab to see the values", None),
    ("#", (0, 1), "tag: has no value yet — press Tab to see the values", None),
    ("sort:aded", (5, 9), "sort: has no value “aded” — did you mean added?", "added"),
    ("has:qestion", (4, 11), "has: has no value “qestion” — did you mean question?", "question"),
    ("is:done", (0, 7), "is: has no value “done” — did you mean status:done?", "status:done"),
    ("vote:perhaps", (5, 12), "vote: has no value “perhaps” — it takes yes, maybe, no, none", None),
    ("-sort:added", (0, 11), "a - in front of sort: does nothing — did you mean sort:-added?", "sort:-added"),
    ('"long con', (0, 9), "this quotation mark is not closed — taken as closed at the end", '"long con"'),
    ("/a(/", (0, 4), "“a(” is no pattern: missing ), unterminated subpattern at position 1", None),
    ("/((a{50}){50}){50}/", (0, 19), "“((a{50}){50}){50}” is no pattern: what it repeats is too long", None),
]


@pytest.mark.parametrize(("typed", "place", "message", "fix"), ERRORS)
def test_an_error_says_where_it_is_and_what_to_do(
    typed: str, place: tuple[int, int], message: str, fix: str | None
) -> None:
    assert read(typed).problems == (Problem(*place, message, fix),)


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("diffusion satus:unread", "diffusion"),
        ("diffusion status:unraed OR -rating:good", "diffusion"),
        ("status:unraed,later", "status:later"),
        ("(a OR (b c)", "a OR b c"),
        ("a) b", "a b"),
        ("a tag: -#", "a"),
        ("added:31d..x b", "b"),
    ],
)
def test_what_still_makes_sense_is_searched(typed: str, canonical: str) -> None:
    assert printed(read(typed)) == canonical
    assert read(typed).problems


@pytest.mark.parametrize("typed", ["https://arxiv.org/abs/2401.1", "a:b:c", "foobar:baz", "arXiv:2401.00001"])
def test_text_that_looks_like_a_field_is_text_with_one_quiet_hint(typed: str) -> None:
    query = read(typed)
    name = typed.partition(":")[0]
    assert query.tree == Text((), typed, How.WORD, 0, len(typed))
    message = f"there is no field “{name}”, so this is looked for as text"
    assert query.problems == (Problem(0, len(typed), message, f'"{typed}"', quiet=True),)


@pytest.mark.parametrize(
    ("typed", "place", "message", "fix"),
    [
        ("words:200..100", (6, 14), "words: 200..100 is read as 100..200", "100..200"),
        ("added:2027..2026-03", (6, 19), "added: 2027..2026-03 is read as 2026-03..2027", "2026-03..2027"),
        ("added:today..yesterday", (6, 22), "added: today..yesterday is read as yesterday..today", "yesterday..today"),
        ("rating:9", (7, 8), "rating: is a number from 1 to 5", None),
        ("rating:3,7..9", (9, 13), "rating: is a number from 1 to 5", None),
        ("rating:<1", (8, 9), "rating: is a number from 1 to 5", None),
        ("prio>3", (5, 6), "prio: is a number from 0 to 3", None),
        ("words:..-1", (6, 10), "words: is a number from 0 upwards", None),
    ],
)
def test_bounds_that_are_hardly_meant_are_told_once_they_are_typed(
    typed: str, place: tuple[int, int], message: str, fix: str | None
) -> None:
    assert read(typed).problems == (Problem(*place, message, fix, quiet=True),)
    assert not read(typed, typing=True).problems


@pytest.mark.parametrize("typed", ["added:31d..1d", "added:1d..31d", "words:0..", "rating>=5", "year:2020..<2020"])
def test_bounds_that_may_be_meant_are_not_remarked_upon(typed: str) -> None:
    assert not read(typed).problems


@pytest.mark.parametrize(
    ("typed", "taken"),
    [
        ("model or language", "model OR language"),
        ("model not language", "model NOT language"),
        ("not model", "NOT model"),
        ("status=inbox", "status:inbox"),
        ("#a tag=safety", "#a tag:safety"),
    ],
)
def test_a_word_likely_meant_as_a_sign_is_a_word_with_a_hint_that_can_be_taken(typed: str, taken: str) -> None:
    (problem,) = read(typed).problems
    assert problem.quiet
    assert typed[: problem.start] + str(problem.fix) + typed[problem.end :] == taken
    assert not read(taken).problems


def test_a_star_that_ends_no_word_is_told() -> None:
    (problem,) = read("mul*modal").problems
    assert (problem.quiet, problem.fix, problem.start, problem.end) == (True, None, 0, 9)
    assert not read("mul*").problems


@pytest.mark.parametrize(
    "typed", ["or", "model or", "what to do or not to do, and why, or when that is too late and so on"]
)
def test_small_words_at_an_end_or_in_a_sentence_are_no_problem(typed: str) -> None:
    assert not read(typed).problems


@pytest.mark.parametrize(
    "typed", ["CalibJudge: post-hoc", "at 10:30", "and/or", "/usr/bin", "k=5", "a - b", "10.5", "C++"]
)
def test_ordinary_text_is_no_problem(typed: str) -> None:
    assert not read(typed).problems


def test_brackets_deeper_than_anybody_needs_are_not_followed() -> None:
    query = read("(" * 4_000 + "a" + ")" * 4_000)
    assert isinstance(query.tree, Text)
    assert [problem.message for problem in query.problems] == ["brackets nested deeper than 50 are not looked at"]
    assert printed(read("-(a OR " * 4_000)).count("(") <= 50


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("calib", "calib*"),
        ("post calib", "post calib*"),
        ("calib ", "calib"),
        ("title:atten", "title:atten*"),
        ("-ber", "-ber*"),
        ("#saf", "tag:saf*"),
        ("author:li,wan", "author:li OR author:wan*"),
        ('"long con"', '"long con"'),
        ("=exa", "=exa"),
        ("status:later,rea", "status:later"),
    ],
)
def test_the_last_word_is_a_beginning_while_it_is_typed(typed: str, canonical: str) -> None:
    query = read(typed, typing=True)
    assert printed(query) == canonical
    assert not query.problems


@pytest.mark.parametrize("typed", ["a OR", "tag:", "(a b", "added:2x", "status:zz", '"a b'])
def test_what_is_unfinished_is_a_quiet_problem_while_it_is_typed(typed: str) -> None:
    assert [problem.quiet for problem in read(typed, typing=True).problems] == [True]
    assert [problem.quiet for problem in read(typed).problems] == [False]


def test_a_pattern_that_python_warns_of_warns_nobody(recwarn: pytest.WarningsRecorder) -> None:
    assert read("/[[a]/").tree
    assert not recwarn.list


def test_of_a_query_that_was_pasted_by_mistake_the_beginning_is_read() -> None:
    query = read("model " * 2_000_000)
    assert isinstance(query.tree, And)
    assert len(query.tree.parts) == LONGEST // len("model ") + 1
    assert [(problem.start, problem.fix) for problem in query.problems] == [(LONGEST, "")]
