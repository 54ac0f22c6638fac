"""Whether a work reports a randomised trial of its own, by its words alone. Pure.

What is said of others' trials, of trials still to be done and of random samples is taken out before looking; a
second look at a trial (post hoc, pooled, an extension's follow-up) is not the trial.
"""

import re

from .needles import may_hold
from .others_trials import ANOTHER_TRIAL, OTHERS
from .randomising_words import ALLOTTED, BLINDED, OBSERVED, PEOPLE
from .second_looks import (
    ALLOCATED,
    META_ANALYSIS,
    NO_TRIAL_TEXT,
    NO_TRIAL_TITLE,
    REVIEWING_TEXT,
    SECOND_TEXT,
    SECOND_TITLE,
    TRIAL_TITLE,
    WE_ALLOCATED,
)

_STEMS = ("random", "blind", "mask", "placebo", "dummy", "cross")
"""Every word by which allocation is told holds one."""
_STOP = re.compile(r"(?<=[.;])")


def is_randomised(title: str, text: str) -> bool:
    """Say whether the words report a randomised trial done by this work's authors."""
    telling = [part for part in _STOP.split(text) if may_hold(part, _STEMS)]
    if not (telling or may_hold(title, _STEMS)) or NO_TRIAL_TITLE.search(title) or NO_TRIAL_TEXT.search(text):
        return False
    if second_look(title, text) or (text and not PEOPLE.search(f"{title}. {text}")):
        return False
    own = f"{OTHERS.sub(' ', title)}. {ANOTHER_TRIAL.sub(' ', OTHERS.sub(' ', ''.join(telling)))}"
    return bool(ALLOTTED.search(own)) or bool(BLINDED.search(own) and not OBSERVED.search(f"{title}. {text}"))


def second_look(title: str, text: str) -> bool:
    """Say whether a work analyses or reviews again what was found before."""
    if SECOND_TITLE.search(title):
        return True
    if WE_ALLOCATED.search(text):
        return False
    return SECOND_TEXT.search(text) is not None or _reviews(title, text)


def _reviews(title: str, text: str) -> bool:
    """Say whether a text reviews or pools the work of others; a trial names such work beside its own."""
    if TRIAL_TITLE.search(title):
        return False
    reviewing = REVIEWING_TEXT.search(text) is not None
    return reviewing or (META_ANALYSIS.search(text) is not None and not ALLOCATED.search(text))
