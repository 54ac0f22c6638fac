"""A registrant's free text made fit for our sentences, so that no rule takes a name or a plan for a finding. Pure."""

import re
from collections.abc import Iterable

from shared.appraisal.direction_words import CHANGES, HARMS_ALIKE, NONE
from shared.appraisal.result_words import LABELS, RESULTS_AFTER_ALL
from shared.library.wording import plain
from shared.sentences import ABBREVIATIONS, truncate_at_sentence

MOST_NAME_CHARACTERS = 300

_ANNOUNCING = f"{LABELS['result']}|{LABELS['conclusion']}|{RESULTS_AFTER_ALL.pattern}"
_ANNOUNCED = re.compile(
    rf"(?<!\w)(?i:{_ANNOUNCING})(?=\s*(?::|[-–—]\s|\.\s+[A-Z]))"
    r"|(?<!\w)(?:RESULTS?|FINDINGS|CONCLUSIONS?|Results?|Findings|Conclusions?)(?=\s+[A-Z0-9])"
)
"""Labels under which a reader of abstracts expects what was found."""

_TELLING = (NONE, HARMS_ALIKE, re.compile(r"\b(?:no|not|without|nor)\b", re.IGNORECASE), *(one for _, one in CHANGES))
"""Words that would tell which way a result points, if they were said of one."""

_STOP = re.compile(r"(?P<word>[^\s.?!]*)[.?!…]+(?=\s)")
_INNER_QUOTES = str.maketrans({"“": "‘", "”": "’", '"': "’"})


def words_of(text: str, most: int = MOST_NAME_CHARACTERS) -> str:
    """Return a registrant's words as they are read, shortened, and marked where they announce results."""
    return _ANNOUNCED.sub(lambda found: f"{found[0]} [as registered]", truncate_at_sentence(plain(text), most))


def quoted(text: str) -> str:
    """Return a name in quotation marks: what an outcome or an arm is called says nothing of what was found."""
    inside = words_of(text).translate(_INNER_QUOTES)
    return f"“{_STOP.sub(_comma, inside).rstrip(' .?!…')}”"


def given(text: str) -> str:
    """Return a unit, a time or a method inside a sentence: in quotation marks where it could be taken for a result."""
    if any(one.search(text) for one in _TELLING):
        return quoted(text)
    return quoted(text).strip("“”")


def _comma(stop: re.Match[str]) -> str:
    """Return a comma for what ends a sentence inside a name, nothing behind an abbreviation: it stays one sentence."""
    return stop["word"] if stop["word"].lower() in ABBREVIATIONS else f"{stop['word']},"


def spelt(code: str) -> str:
    """Return a code of the registry as words: ``ACTIVE_NOT_RECRUITING`` is ``active not recruiting``."""
    return code.replace("_", " ").lower()


def joined(names: Iterable[str]) -> str:
    """Return names as a sentence has them: ``a, b and c``."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
