"""How a study was done: publication types first, then titles, index terms and wording (evidence.md, 2). Pure.

Whom it was done on is in ``subjects.py``, on how many in ``sizes.py``; both can be had from here too.
"""

from collections.abc import Iterable

from shared import messages as m

from .design_words import (
    CLINICAL_TRIAL,
    COMPARED,
    COMPARES,
    CONTROLLED,
    LETTERS,
    NOTICES,
    OPINIONS,
    REVIEWS,
    TERMS,
    TEXTS,
    TITLES,
    TYPES,
    Names,
    Patterns,
)
from .phrases import in_short
from .randomising import is_randomised, second_look
from .sizes import sample_size_of
from .subjects import subject_of

__all__ = ["design_of", "sample_size_of", "subject_of"]

_TRIALS: frozenset[m.Design | None] = frozenset({"randomised-trial", "controlled-trial"})
_NO_TRIALS: frozenset[m.Design | None] = frozenset({"protocol", "meta-analysis", "systematic-review", "editorial"})
_NO_PEOPLE: frozenset[m.Subject] = frozenset({"animal", "in-vitro", "in-silico"})
_TRIED = in_short(r"\btrial\b", r"\brandomi[sz]", r"\bimplement", r"\bcompar")
_TRIAL_TERM = "randomized controlled trial"
"""Embase's index term for a work that is one; works about trials have "(topic)" behind it."""


def design_of(publication_types: Iterable[str], mesh_terms: Iterable[str], title: str, text: str) -> m.Design:
    """Return how a study was done; what nothing tells is unknown.

    A second look at a trial, and a trial without a comparison group, count as a cohort.
    """
    types, terms = _plain(publication_types), _plain(mesh_terms)
    text = "" if text.strip(" .\n") == title.strip(" .\n") else text  # a title twice is no abstract
    titled = _told(TITLES, title)
    return (
        _by_type(types, titled)
        or _not_yet_or_not_own(titled, title, text)
        or _by_review(types, text)
        or _by_trial(types, terms, title, text)
        or titled
        or _otherwise(types, terms, text)
    )


def _not_yet_or_not_own(titled: m.Design | None, title: str, text: str) -> m.Design | None:
    """Return what a work is whose words tell of trials that it does not report; guidelines may be tried, too."""
    if titled in _NO_TRIALS or (titled == "guideline" and not _TRIED.search(title)):
        return titled
    return _told(TEXTS[:1], text)


def _plain(names: Iterable[str]) -> set[str]:
    """Return names as they are compared: small letters, without the star of a major heading."""
    return {name.lower().strip("* ") for name in names}


def _otherwise(types: set[str], terms: set[str], text: str) -> m.Design:
    """Return what index terms or the text tell, where neither types nor title do."""
    return _named(TERMS, terms) or _told(TEXTS, text) or ("editorial" if types & LETTERS else "unknown")


def _by_type(types: set[str], titled: m.Design | None) -> m.Design | None:
    """Return what the publication types tell; a title that names a protocol or a summary of trials corrects them."""
    if types & NOTICES:
        return "unknown"
    typed = _named(TYPES, types)
    if typed in _TRIALS and titled in _NO_TRIALS:
        return titled
    return typed or ("editorial" if types & OPINIONS and not _trial_type(types) else None)


def _by_review(types: set[str], text: str) -> m.Design | None:
    """Return what kind of review a work is, where its type says that it is one."""
    if not types & REVIEWS:
        return None
    found = _told(TEXTS[:3], text)
    return found or "review"


def _by_trial(types: set[str], terms: set[str], title: str, text: str) -> m.Design | None:
    """Return which trial a work reports, where it is one and was done on people."""
    if subject_of(terms, title, text) in _NO_PEOPLE:
        return None
    again = second_look(title, text)
    if is_randomised(title, text) or (_TRIAL_TERM in terms and not again and _may_compare(text)):
        return "randomised-trial"
    if not again and _is_controlled(types, title, text):
        return "controlled-trial"
    return "cohort" if _trial_type(types) else None


def _is_controlled(types: set[str], title: str, text: str) -> bool:
    """Say whether the words tell of a control group, or a trial by its type compares groups."""
    told = CONTROLLED.search(f"{title}. {text}")
    return told is not None or (_trial_type(types) and COMPARED.search(text) is not None)


def _may_compare(text: str) -> bool:
    """Say whether nothing speaks against a comparison: an abstract that compares no groups reports none."""
    return not text or COMPARES.search(text) is not None


def _named(designs: Names, found: set[str]) -> m.Design | None:
    """Return the first design that one of the names stands for."""
    return next((design for design, names in designs if found & names), None)


def _told(designs: Patterns, words: str) -> m.Design | None:
    """Return the first design that the words tell."""
    return next((design for design, pattern in designs if pattern.search(words)), None)


def _trial_type(types: set[str]) -> bool:
    """Say whether a publication type names a clinical trial of some kind."""
    return any(CLINICAL_TRIAL.fullmatch(kind) for kind in types)
