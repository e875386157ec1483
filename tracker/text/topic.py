"""What an abstract is about, by the words that come again."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

_WORD = re.compile(r"\w{3,}")
_RUN = re.compile(r"(?<![\w-])[^\W\d][\w-]*+(?: [^\W\d][\w-]*+)++")
_LONGEST = 34  # cells of a heading that a field may take
_LEAST = 4.0  # a weaker field is left out

# Words that say nothing about a topic.
_EMPTY = frozenset(
    """
    the and for that with this are from can our which such these have been has their its not but more than also both
    into using use used based via while where when each between over under within without most other how they them one
    two may often however propose introduce present paper work show approach method methods framework novel new results
    experiments performance existing significantly across through demonstrate
    despite during what would could should your every current previous recent several many various given those there
    then thus hence since because although though whether will must might being was were had does did doing here who
    whose some any all few only same another either neither nor yet still even very much less least first second third
    further furthermore moreover additionally finally specifically especially including make makes made provide provides
    achieve achieves achieving improve improves require requires remain remains play plays become becomes crucial key
    important challenging widely respectively well like approaches works studies study
    """.split()  # noqa: SIM905
)


def content(text: str) -> set[str]:
    """The words of a text that say something, in small letters."""
    return {word for word in _WORD.findall(text.lower()) if word not in _EMPTY}


class Topic:
    """The words of one abstract with how much each tells: how often it comes again, and whether it comes first."""

    def __init__(self, places: Sequence[str]) -> None:
        self.first = places[0].lower()
        self.weights = Counter(word for place in places for word in content(place))
        self.weights.update(content(places[0]))
        self.phrases = _phrases(places)

    def covered(self, text: str) -> float:
        """How much of the topic a text names."""
        weights = self.weights
        return sum(min(weights[word] - 1, 4) for word in content(text) if weights[word] > 1)

    def field(self, said: set[str]) -> str:
        """The two or three words that come up most in the abstract and are not `said` yet, or nothing."""
        scores = {phrase: self._score(phrase, said) for phrase in self.phrases}
        best = max(scores, key=lambda phrase: scores[phrase], default="")
        return self._written(best) if best and scores[best] > _LEAST else ""

    def _written(self, phrase: str) -> str:
        """The phrase as it is mostly written, without the capital of a sentence's first word."""
        form = self.phrases[phrase].most_common(1)[0][0]
        first, _, rest = form.partition(" ")
        return f"{form[0].lower()}{form[1:]}" if first[1:].islower() and rest.islower() else form

    def _score(self, phrase: str, said: set[str]) -> float:
        words = phrase.split()
        fresh = [parts for word in words if not said.intersection(parts := _WORD.findall(word))]
        if len(fresh) * 2 < len(words):
            return 0.0
        news = sum(self.weights[part] - 0.5 for parts in fresh for part in parts)
        again = self.phrases[phrase].total() - 1
        return news + 4.0 * again + 3.0 * (phrase in self.first) - 4.0 * (len(words) - 2)


def _phrases(places: Sequence[str]) -> dict[str, Counter[str]]:
    """Neighbouring words, by their small letters, with the ways they are written."""
    found: dict[str, Counter[str]] = {}
    for place in places:
        for run in _RUN.finditer(place):
            for phrase in _neighbours(run[0].split()):
                if len(phrase) <= _LONGEST:
                    found.setdefault(phrase.lower(), Counter())[phrase] += 1
    return found


def _neighbours(words: list[str]) -> Iterator[str]:
    telling = [len(word) > 2 and word.lower() not in _EMPTY and not word.endswith("ly") for word in words]
    for size in (2, 3):
        for at in range(len(words) - size + 1):
            if all(telling[at : at + size]):
                yield " ".join(words[at : at + size])
