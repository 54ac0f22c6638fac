"""Questions in Essie, the language of ClinicalTrials.gov. Pure.

A word stands bare, so that the registry looks for its synonyms, too; in quotes stands what is asked for word for word,
and what Essie would take for an operator or refuse, such as square brackets.
"""

import re

from services.search.fitting import each_word, left_out, without
from services.search.questions import Expression, Term
from shared import messages as m
from shared.errors import CannotDo

_OPERATORS = (
    "AND OR NOT AREA RANGE MIN MAX SEARCH EXPANSION EXPAND COVERAGE COVER TILT MISSING ALL DISTANCE"
    " CONCEPT RELAXATION LOSSY NONE TERM"
)
_RESERVED = frozenset(_OPERATORS.split())
_BARE = re.compile(r"[^\W_](?:[\w'-]*[^\W_])?")
"""A word that means nothing but itself."""

_TAGS = "au la pt dp pdat dcom ta jour ad doi aid lid pmid uid"
_OF_PUBLICATIONS = frozenset(_TAGS.split())
"""PubMed's tags for what a registry entry does not have; all others say where in a text to look."""


def rendered(expression: Expression) -> tuple[str, tuple[str, ...]]:
    """Return *expression* in Essie, and what of it could not be asked; raise ``CannotDo`` where nothing is left."""
    kept = without(expression, _is_of_publications)
    if kept is None:
        problem = "ClinicalTrials.gov holds studies, not publications: ask for the drug, the disease or the effect"
        raise CannotDo(problem)
    return _essie(kept), left_out(expression, _is_of_publications, "ClinicalTrials.gov")


def _essie(expression: Expression) -> str:
    """Return an expression with Essie's operators; its NOT has one side only, so an AND stands before it."""
    if isinstance(expression, Term):
        return term(expression)
    operator = " AND NOT " if expression.how == "NOT" else f" {expression.how} "
    parts = ((part, _essie(part)) for part in expression.parts)
    return operator.join(text if isinstance(part, Term) else f"({text})" for part, text in parts)


def _is_of_publications(one: Term) -> bool:
    """Say whether a term is looked for in a field that only publications have."""
    return one.field in _OF_PUBLICATIONS


def term(one: Term) -> str:
    """Return a term: its words, all of which must be there, or a phrase."""
    return each_word(one, phrase)


def phrase(text: str) -> str:
    """Return words in quotes, with quotes in them escaped; a plain word as it is."""
    text = text.rstrip("*") or text  # Essie knows no truncation, but every ending of a word
    if _BARE.fullmatch(text) and text.upper() not in _RESERVED:
        return text
    escaped = text.replace("\\", " ").replace('"', '\\"')
    return f'"{" ".join(escaped.split())}"'


def narrowed(filters: m.Filters) -> str:
    """Return the range of days on which a study was first posted, empty where none is asked for."""
    first, last = filters.published_from, filters.published_to
    return f"AREA[StudyFirstPostDate]RANGE[{first or 'MIN'},{last or 'MAX'}]" if first or last else ""
