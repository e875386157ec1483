"""What every engine has to find in a small library, whatever it is built on: queries and the papers they match."""

from typing import NamedTuple


class Contracted(NamedTuple):
    title: str
    authors: str
    year: int
    abstract: str


PAPERS = (  # numbered from 1
    Contracted(
        "Calibration of Self-Attention",
        "Paul Erdős\nAda Lovelace",
        2021,
        "We calibrate **S**elf-attention in transformers. Calibration errors shrink with $L_p$ norms in $O(T^2)$ time.",
    ),
    Contracted(
        "Parsing with Graph Neural Networks",
        "Wei Zhang",
        2022,
        "A dependency parser built on graph neural networks. The model reaches F1 < 0.72 on noise — don’t despair.",
    ),
    Contracted(
        "M-STaR: Training from Demonstrations",
        "Ada Byron",
        2023,
        "Agents learn from demonstrations. We release a dataset and three models for imitation.",
    ),
    Contracted(
        "扩散模型的校准",
        "李明",
        2024,
        "Diffusion models are calibrated. The data set is large; ∆ denotes the change of the naïve baseline.",
    ),
    Contracted(
        "Learned Forms of Language",
        "Grace Hopper",
        2020,
        "Language models memorise. A form of overfitting [CLS] that transformers share; state-of-the-art results.",
    ),
)

TAGS = {"safety": (2, 5), "method/diffusion": (4,), "parsing": (3,)}

MATCHES: dict[str, set[int]] = {
    # words: folded, plurals alike, all of them in any order and any field
    "calibration": {1},
    "CALIBRATION errors": {1},
    "erdos": {1},
    "Erdős": {1},
    "naive": {4},
    "model": {2, 3, 4, 5},
    "models": {2, 3, 4, 5},
    "transformer share": {5},
    "lovelace attention": {1},
    "don't despair": {2},
    "Δ": {4},
    # Markdown and TeX are not in the way, compounds are found as people write them
    "self-attention": {1},
    "self attention": {1},
    "selfattention": {1},
    "L_p": {1},
    "lp": {1},
    "O(T^2)": {1},
    "M-STaR": {3},
    "mstar": {3},
    "F1<0.72": {2},
    "state-of-the-art": {5},
    "language-model": {5},
    "language-models": {5},
    "dataset": {3, 4},
    "data set": {3, 4},
    "[CLS]": {5},
    # scripts without blanks: any run of characters
    "扩散": {4},
    "模型": {4},
    "李明": {4},
    "型模": set(),
    # beginnings, phrases, exact words, fields
    "calib*": {1, 4},
    "transform* memor*": {5},
    '"graph neural"': {2},
    '"neural graph"': set(),
    "=models": {3, 4, 5},
    "title:calibration": {1},
    "abs:calibration": {1},
    "title:diffusion": set(),
    "author:ada": {1, 3},
    "author:erdos,zhang": {1, 2},
    'author:"Hopper, Grace"': {5},
    'author:"Grace Hopper"': {5},
    'author:"Hopper Grace"': set(),
    # a bare word is a tag's name too
    "safety": {2, 5},
    "diffusion": {4},
    "parsing": {2, 3},
    "parsing graph": {2},
    # tags, years, groups, not, or
    "#safety": {2, 5},
    "#method": {4},
    "tag:=method": set(),
    "tag:none": {1},
    "year:2022..": {2, 3, 4},
    "year<2021": {5},
    "-model": {1},
    "calibration OR parsing": {1, 2, 3},
    "(calibration OR language) -year:2020": {1},
    "model -#safety": {3, 4},
    "status:inbox": {1, 2, 3, 4, 5},
    "status:done": set(),
    "prio:0": {1, 2, 3, 4, 5},
    "has:abstract has:authors": {1, 2, 3, 4, 5},
    "/transformers? share/": {5},
    "/F1 < 0\\.\\d+/": {2},
    "/^ada lovelace/": set(),
    "/erdős\\s+ada/": {1},
    "abs:/^we calibrate/": {1},
    "id:3": {3},
    "": {1, 2, 3, 4, 5},
    # typos: a word that nobody holds is the nearest one
    "calibraton": {1},
    "clibration": {1},
    "calibratoin": {1},
    "xalibration": {1},
    "calibrattion": {1},
    "grph": {2},
    "demonstartinos": {3},
    "graphneural": {2},
    "demon strations": {3},
    "~calibrate": {1, 4},
    "alibratio": {1},
}

# With corrections off, and what is never bent.
EXACTLY: dict[str, set[int]] = {"calibraton": set(), "calibration": {1}, "selfattention": {1}, '"calibraton"': set()}

FIRST = {  # the best of several
    "calibrated models": 4,
    "graph networks": 2,
    "language models": 5,
    "learned": 5,
}
