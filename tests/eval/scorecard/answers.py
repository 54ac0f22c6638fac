"""Whether a text's results speak for yes or no to a question that can be answered so. Pure.

Each result is read for an effect that was shown or denied, and counts by the words that it shares with the question.
What comes out is a leaning, below 0 to no and above to yes, not how sure it is. Only the evaluation asks so: the
product gives no yes or no.
"""

import re
from typing import Literal

from shared.appraisal.direction_words import CERTAIN, CHANGES, NONE
from shared.appraisal.results import result_sentences

YesNo = Literal["yes", "no", "maybe"]

LEAST_YES = 0.75
"""From which leaning on an answer is yes; chosen by macro-F1 on one half of PubMedQA's 500 questions.

No second threshold, for “maybe”, did better there than the luck of the questions, so that is said only where no result
tells anything.
"""

_SHOWN = re.compile(
    r"\b(?:significant(?:ly)?|associated|correlated?s?|correlations?|predict(?:s|ed|or|ors|ive)|differ(?:s|ed|ent"
    r"|ences?)"
    r"|independent(?:ly)? (?:risk|predict\w+|associat\w+)|related|risk factors?|successful(?:ly)?|feasible|possible"
    r"|all (?:patients|cases|subjects)|majority|most)\b",
    re.IGNORECASE,
)
_ALIKE = re.compile(
    r"\b(?:same|similar|equal(?:ly)?|equivalent|comparable|alike|unnecessary|harmless|futile|overrated|omit(?:ted)?"
    r"|as (?:good|effective|safe|well|accurate) as)\b",
    re.IGNORECASE,
)
"""Questions to which “no difference was shown” speaks for yes."""
_DENIED = re.compile(r"\bp\s?[>=]\s?0?[.·](?:[1-9]|0[5-9])|\bNS\b", re.IGNORECASE)
"""A p-value of 0.05 or more."""
_WORD = re.compile(r"[^\W\d_]{4,}")
_STEM = 5
"""So many letters of a word are compared: *predicts*, *prediction* and *predictor* are one."""
_BESIDE = 0.3
"""Added to the share of words, so that a result counts, too, which shares none with the question."""
_CERTAINLY = 1.5
"""What a significant effect counts, beside one that is only told."""


def answered(question: str, text: str) -> YesNo:
    """Return which way the results of *text* answer *question*; maybe where they tell nothing."""
    lean = leaning(question, text)
    if lean is None:
        return "maybe"
    return "yes" if lean >= LEAST_YES else "no"


def leaning(question: str, text: str) -> float | None:
    """Return how far the results of *text* lean to yes (up to 1.5) or to no (down to -1), or ``None``."""
    asked = _stems(question)
    told = [
        (_weight(asked, one.text), shown) for one in result_sentences(text) if (shown := _shown(one.text)) is not None
    ]
    if not told:
        return None
    lean = sum(weight * shown for weight, shown in told) / sum(weight for weight, _ in told)
    return -lean if _ALIKE.search(question) else lean


def _stems(text: str) -> frozenset[str]:
    """Return how the longer words of a text begin."""
    return frozenset(word[:_STEM].lower() for word in _WORD.findall(text))


def _weight(asked: frozenset[str], sentence: str) -> float:
    """Return what a sentence counts, by the share of the question's words that it holds."""
    shared = len(asked & _stems(sentence)) / len(asked) if asked else 0.0
    return (_BESIDE + shared) ** 2


def _shown(sentence: str) -> float | None:
    """Return how much of an effect a sentence shows, less 1 where it denies one; nothing where it does neither."""
    denied = NONE.search(sentence) is not None or _DENIED.search(sentence) is not None
    bare = NONE.sub(" ", sentence)
    shown = _CERTAINLY if CERTAIN.search(bare) else float(_tells(bare))
    return shown - denied if shown or denied else None


def _tells(sentence: str) -> bool:
    """Say whether a sentence has any word of an effect."""
    return bool(_SHOWN.search(sentence)) or any(words.search(sentence) for _, words in CHANGES)
