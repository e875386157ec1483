"""How abstracts read and how well headings are guessed: `python -m tests.benchmarks.text [--show]` prints the tables.

Speeds are processor time on one core, beside a floor measured in the same run: markdown-it-py's inline parser on the
same texts. Names and headings are counted on the half of the papers that no rule and no weight was made on.
`--show` also prints every place that is counted as residue, to be judged by eye.
"""

import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from markdown_it import MarkdownIt
from rapidfuzz.fuzz import token_set_ratio

from tests.text.abstracts import ICML, NEEDS_ICML, Paper, icml, seeds
from tests.text.marked import read, shown
from tests.text.test_render_laws import HARD, MACRO, NOT_SHOWN, letters, missing
from tests.text.test_roles import confusion
from tests.text.test_seeds import FRAGMENTS
from tracker.text.clean import clean
from tracker.text.headline import Headline, headline
from tracker.text.names import name_key
from tracker.text.render import plain, render
from tracker.text.rendered import Rendered, Style

GOLD = Path(__file__).parents[1] / "text" / "render_gold.json"
POSITION = "Position"
ROUNDS = 3
MEGABYTE = 1_000_000

# What a person would call mark-up, by class; prices, sets in formulas and stars in formulas are none.
RESIDUE = {
    "macro": re.compile(r"\\[A-Za-z]+"),
    "backslash": re.compile(r"\\[^A-Za-z]"),
    "dollar": re.compile(r"(?<!\d)\$(?!\d)"),
    "brace": re.compile(r"[{}]"),
    "star": re.compile(r"(?<![\w)])\*+\w|\w\*\*|\*\w+\*"),
    "underscore": re.compile(r"(?<!\w)_+\w[^_\n]*_(?!\w)"),
    "caret": re.compile(r"\^"),
    "tick": re.compile(r"`"),
    "TeX quote": re.compile(r"''"),
    "dash": re.compile(r"--"),
    "tie": re.compile(r"[A-Za-z.]~\w"),
    "tag": re.compile(r"</?(?:i|b|em|sub|sup|p|jats:\w+)\b[^<>]*>"),
    "entity": re.compile(r"&(?:#\d+|[a-z]+);"),
    "link": re.compile(r"\]\("),
}


def main() -> None:
    seeds_exact()
    if not ICML.exists():
        print(f"skipped: {NEEDS_ICML}")
        return
    papers = icml()
    rendering(papers)
    speed([paper.abstract for paper in papers])
    longest()
    names(papers[1::2])
    headings(papers[1::2])
    sentence_roles()


def seeds_exact() -> None:
    gold = json.loads(GOLD.read_text())["abstracts"]
    known = {text: shown(render(text)) for text in seeds()}
    exact = sum(read(one["marked"]) in known.values() for one in gold)
    fragments = sum(shown(render(source)) == read(marked) for source, marked in FRAGMENTS)
    print(f"seeds     {exact} of {len(gold)} gold renderings exact in characters, styles and links;", end=" ")
    print(f"{fragments} of {len(FRAGMENTS)} marked fragments")


def rendering(papers: Sequence[Paper]) -> None:
    texts = [clean(paper.abstract) for paper in papers]
    lost = sum(bool(_lost(text)) for text in texts)
    found = [residue(render(text)) for text in texts]
    marked = sum(map(bool, found))
    classes = Counter(kind for kinds in found for kind in set(kinds))
    print(f"residue   {marked} of {len(texts)} abstracts keep mark-up: {1 - marked / len(texts):.2%} clean", end="; ")
    print(", ".join(f"{kind} {count}" for kind, count in classes.most_common()) or "no class left")
    print(f"lost      {lost} of {len(texts)} abstracts lose a letter or digit")
    if "--show" in sys.argv:
        for excerpt in (excerpt for kinds in found for excerpt in kinds.values()):
            print("          ", excerpt)


def _lost(text: str) -> str:
    return missing(letters(NOT_SHOWN.sub("", MACRO.sub("", text))), letters(plain(text)))


def residue(rendered: Rendered) -> dict[str, str]:
    """The classes of mark-up left outside of formulas, code and links, each with an excerpt."""
    text = list(rendered.text)
    for span in rendered.spans:
        if span.style in (Style.MATH, Style.CODE, Style.LINK):
            inside = rendered.text[span.start : span.end]
            left = RESIDUE["macro"].search(inside) or RESIDUE["dollar"].search(inside)
            text[span.start : span.end] = list(inside) if left else "x" * (span.end - span.start)
    masked = "".join(text)
    found = {kind: pattern.search(masked) for kind, pattern in RESIDUE.items()}
    return {kind: _excerpt(rendered.text, match) for kind, match in found.items() if match}


def _excerpt(text: str, match: re.Match[str]) -> str:
    return text[max(0, match.start() - 30) : match.end() + 30]


def taken(work: Callable[[str], object], texts: Iterable[str]) -> float:
    """Processor seconds for all texts, the best of some rounds."""
    texts = list(texts)
    return min(_once(work, texts) for _ in range(ROUNDS))


def _once(work: Callable[[str], object], texts: list[str]) -> float:
    start = time.process_time()
    for text in texts:
        work(text)
    return time.process_time() - start


def speed(texts: list[str]) -> None:
    render(texts[0] + "$x$")
    ours, floor = taken(render, texts), taken(MarkdownIt("commonmark").parseInline, texts)
    marked = [text for text in texts if render(text).runs]
    print(f"speed     {len(texts) / ours:,.0f} abstracts a second, {floor / ours:.1f} times markdown-it-py's", end="; ")
    print(f"of the {len(marked)} with mark-up {len(marked) / taken(render, marked):,.0f} a second", end="; ")
    print(f"headings {len(texts) / taken(lambda text: headline(plain(text)), texts):,.0f} a second")


def longest() -> None:
    """A megabyte of each mark that costs most, and what twice the length costs where all of it is read."""
    times = {unit: _once(render, [unit * (MEGABYTE // len(unit))]) for unit in HARD}
    unit = max(times, key=lambda one: times[one])
    half, full = (taken(render, [unit * (size // len(unit))]) for size in (50_000, 100_000))
    print(f"longest   1 MB of {unit!r} renders in {times[unit]:.2f} s, the worst of {len(HARD)};", end=" ")
    print(f"100,000 characters of it take {full / half:.1f} times as long as 50,000")


def names(papers: Sequence[Paper]) -> None:
    titled = [(paper, plain(paper.name or "")) for paper in papers if paper.name]
    guesses = [(name, headline(plain(paper.abstract))) for paper, name in titled]
    systems = [(name, guess.name) for name, guess in guesses if name != POSITION]
    given = [(name, found) for name, found in systems if found]
    right = sum(name_key(name) == name_key(found) for name, found in given)
    position = [guess for name, guess in guesses if name == POSITION]
    said = sum(guess.text.startswith(f"{POSITION}: ") for guess in position)
    others = [headline(plain(paper.abstract)).name for paper in papers if not paper.name]
    print(
        f"names     {right} of {len(systems)} found ({right / len(systems):.1%}), precision {right / len(given):.1%};",
        end=" ",
    )
    print(f"“Position:” {said} of {len(position)}; both {(right + said) / len(guesses):.1%};", end=" ")
    print(f"a name is also given to {sum(map(bool, others))} of {len(others)} papers whose title has none")


def headings(papers: Sequence[Paper]) -> None:
    """Of a paper's own title and four others, is its own nearest to the guessed heading?"""
    chance = random.Random(7)
    titles = [plain(paper.title) for paper in papers]
    guesses = [headline(plain(paper.abstract)) for paper in papers]
    right = Counter[str]()
    for place, guess in enumerate(guesses):
        others = chance.sample([title for at, title in enumerate(titles) if at != place], 4)
        right[_kind(guess)] += _near(guess, titles[place]) > max(_near(guess, title) for title in others)
    kinds = Counter(map(_kind, guesses))
    print(
        f"headings  {right.total()} of {len(papers)} nearest to their own title ({right.total() / len(papers):.1%});",
        end=" ",
    )
    print(", ".join(f"{kind} {right[kind]} of {count}" for kind, count in kinds.items()))


def _near(guess: Headline, title: str) -> float:
    return token_set_ratio(guess.text.lower(), title.lower())


def _kind(guess: Headline) -> str:
    return "with a name" if guess.name else "position" if guess.text.startswith(POSITION) else "without"


def sentence_roles() -> None:
    pairs, fresh = confusion(seeds()), confusion(seeds()[1::2])
    right = sum(count for (label, guess), count in pairs.items() if label == guess)
    right_fresh = sum(count for (label, guess), count in fresh.items() if label == guess)
    print(f"roles     {right} of {pairs.total()} labelled seed sentences ({right / pairs.total():.1%});", end=" ")
    print(
        f"{right_fresh} of {fresh.total()} ({right_fresh / fresh.total():.1%}) of those whose misses were not looked at"
    )
    signs = "bpmrc-"
    print("          labelled \\ guessed " + "".join(f"{sign:>5}" for sign in signs))
    for label in signs:
        print(f"          {label:>18}  " + "".join(f"{pairs[label, guess]:>5}" for guess in signs))


if __name__ == "__main__":
    main()
