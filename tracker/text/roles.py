"""What each sentence of an abstract is likely there for; a reader's aid to be shown as a guess, never stored as one."""

import re
from collections.abc import Sequence
from enum import StrEnum

from tracker.text.sentences import sentences


class Role(StrEnum):
    """What a sentence does. Sentences that only say where the code is have no role."""

    BACKGROUND = "background"
    PROBLEM = "problem"
    METHOD = "method"
    RESULT = "result"
    CLAIM = "claim"


def _cue(weight: float, pattern: str) -> tuple[float, re.Pattern[str]]:
    return weight, re.compile(pattern, re.IGNORECASE)


_CUES: dict[Role, Sequence[tuple[float, re.Pattern[str]]]] = {
    Role.BACKGROUND: (
        _cue(
            1.5,
            r"\b(?:has|have) (?:been|become|emerged|shown|achieved|proven|significantly|found"
            r"|historically)\b",
        ),
        _cue(
            1.5,
            r"\b(?:recent (?:advances|work|works|progress|approaches)|prior work|previous works?"
            r"|researchers have)\b",
        ),
        _cue(1.5, r"\b(?:is|are) (?:a|an|the|widely|increasingly|becoming|crucial|essential|commonly)\b"),
        _cue(1.0, r"\b(?:plays? a|poses? a|emerged from|typically|in recent years|raises?|underscores)\b"),
    ),
    Role.PROBLEM: (
        _cue(2.0, r"^(?:however|yet|unfortunately|nevertheless|but|still|despite)\b"),
        _cue(
            1.5,
            r"\b(?:lacks?|lacking|fails?|struggles?|suffers?|overlook\w*|neglect\w*|hinders?|impedes?"
            r"|prohibitive|costly)\b",
        ),
        _cue(
            1.5,
            r"\b(?:remains?|unclear|under-?explored|unexplored|bottleneck|drawbacks?|limitations?|gap"
            r"|long-standing)\b",
        ),
        _cue(
            1.0,
            r"\b(?:challeng\w+|difficult|limited|insufficient|expensive|inconsistent|short of|vulnerab\w+"
            r"|concerns?)\b",
        ),
        _cue(
            1.0,
            r"\b(?:cannot|can not|not (?:well|fully|obvious)|restricts?|often (?:fail|lead|collapse"
            r"|degrade)\w*)\b",
        ),
        _cue(1.5, r"\?$"),
        _cue(1.5, r"\w,? (?:but|yet|while)\b.{0,120}\b(?:fall|fail|challeng|struggl|lack|not|limit|concern)\w*"),
        _cue(1.5, r"^(?:previous|existing|current|prior) (?:\w+ ){1,4}.*\b(?:solely|only|often|but|incomplete)\b"),
    ),
    Role.METHOD: (
        _cue(
            2.5,
            r"\b(?:we|paper|work|article)\s+(?:\w+ly |also |then |first |further )*(?:propose|introduce"
            r"|present|develop|design)",
        ),
        _cue(
            2.0,
            r"\b(?:we|paper|work)\s+(?:\w+ly |also |then |first |here )*(?:formulate|construct|build|use"
            r"|employ|apply|leverage|adopt|utilize|train|extend|formalize|reframe|derive|study|explore"
            r"|investigate|examine|focus|aim|consider|tackle|refer|augment|collect|pause)",
        ),
        _cue(
            1.0,
            r"\b(?:by|via|through) \w+ing\b|\bspecifically\b|\bto (?:achieve|implement|address|do) this\b"
            r"|\bto this end\b",
        ),
        _cue(
            1.0,
            r"\b(?:consist\w*|compris\w+|integrat\w+|equips?|enables?|allows?|aggregates?|augments?"
            r"|employing|combin\w+|formulates?)\b",
        ),
        _cue(
            0.7,
            r"\b(?:our|this|the (?:proposed|core)) (?:\w+ )?(?:method|framework|approach|algorithm|model"
            r"|idea|benchmark|technique)\b",
        ),
    ),
    Role.RESULT: (
        _cue(
            2.5,
            r"\b(?:experiment\w*|evaluations?|results|empirical\w*|analysis|analyses"
            r"|findings?)\b.{0,80}\b(?:show|demonstrat|reveal|suggest|confirm|validat|indicat|achiev"
            r"|improv|underscor)",
        ),
        _cue(
            2.0,
            r"\b(?:we|paper)\s+(?:\w+ly |also |then |first |further |can )*(?:show|find|demonstrate|prove"
            r"|observe|discover|achieve|identify|uncover|reveal|establish|corroborate|have observed)",
        ),
        _cue(
            1.5,
            r"\b(?:outperform\w*|surpass\w*|state-of-the-art|sota|superior|achiev\w+|improvements?|gains?"
            r"|comparable to|speed ?up)\b",
        ),
        _cue(
            1.5,
            r"\bwe (?:also |further |extensively )?(?:evaluate|experiment|test|validate|benchmark)\b"
            r"|\bimplying\b",
        ),
        _cue(1.5, r"\d(?:\.\d+)?\s?(?:%|×|x\b)|\bF1\b"),
        _cue(
            1.0,
            r"\b(?:significantly|substantially|consistently|effectively|largely|compared (?:to|with)"
            r"|accuracy|across (?:\w+ )?(?:tasks|datasets|models|benchmarks))\b",
        ),
        _cue(1.0, r"\b(?:upper bounds?|guarantees?|is equivalent|yields?|scales? (?:better|poorly))\b"),
    ),
    Role.CLAIM: (
        _cue(
            2.5,
            r"\b(?:we (?:hope|believe|argue|advocate|contend)|position paper|should|calls? for|paves?"
            r"|pave the way)\b",
        ),
        _cue(
            2.0,
            r"\b(?:these (?:findings|results|insights)|our (?:work|findings|results|study)|this (?:study"
            r"|work)) (?:\w+ )?(?:suggest|underscore|highlight|offer|provide|open|introduce|contribut|pave"
            r"|can|lay|demonstrat)\w*",
        ),
        _cue(
            1.5,
            r"\b(?:implications?|promising|opening new|opens? (?:up )?new|foundation for|pathway"
            r"|insights? (?:into|that)|potential (?:for|of|to)|future|towards? (?:ai|more|a)"
            r"|more (?:efficient|robust|secure|reliable|trustworthy))\b",
        ),
        _cue(
            1.0,
            r"\b(?:can (?:in turn|inform|inspire|help)|new paradigm|novel perspective|serves? as|helps?"
            r"|inspire)\b",
        ),
    ),
}
_NO_ROLE = re.compile(
    r"\b(?:(?:our |the |all )?(?:codes?|repository|resources|datasets?|models?|website|videos?)\b.{0,60}"
    r"\b(?:available|released|found|provided?)\b|open-?sourced?\b.{0,60}https?:|https?://)",
    re.IGNORECASE,
)
_MAKES = re.compile(
    r"\b(?:we|this paper|this work|this position paper|this study|the paper|our work)\b(?! (?:know|live|have seen))",
    re.IGNORECASE,
)


def roles(text: str) -> list[Role | None]:
    """The likely role of each of `sentences(text)`, by its wording and its place; None where it has none.

    Each role adds up its cues' weights and a prior for the place: before the first "we …" an abstract sets out
    background and problem, after it method and result, at its end what follows. A guess that is right about four times
    in five on the seed abstracts; `tests/text/test_roles.py` keeps the labelled sentences and the exact figure.
    """
    places = [text[start:end] for start, end in sentences(text)]
    first = next((number for number, place in enumerate(places) if _MAKES.search(place)), len(places))
    return [_role(place, number, first, len(places)) for number, place in enumerate(places)]


def _role(sentence: str, number: int, first: int, count: int) -> Role | None:
    if _NO_ROLE.search(sentence):
        return None
    scores = {role: sum(weight for weight, cue in cues if cue.search(sentence)) for role, cues in _CUES.items()}
    for role, prior in _prior(number, first, count).items():
        scores[role] += prior
    return max(scores, key=lambda role: scores[role])


def _prior(number: int, first: int, count: int) -> dict[Role, float]:
    """What a sentence's place alone says."""
    if number < first:
        return {Role.BACKGROUND: 3.0 if number == 0 else 2.0, Role.PROBLEM: 2.0}
    done = (number - first) / max(1, count - first - 1)
    last = 1.0 if number == count - 1 else 0.0
    return {Role.METHOD: 1.5 if number == first else 1.2 - done, Role.RESULT: 0.3 + done, Role.CLAIM: last}
