"""What is asked, in PubMed's language. Pure."""

from collections.abc import Iterator

from services.search.asked.values import Asked, Expression, Group, Term
from services.search.hedges import hedge
from services.search.questions import written
from shared import messages as m
from shared.errors import CannotDo
from shared.library.languages import language_name

_EARLIEST, _LATEST = "1500/01/01", "3000/12/31"
_UNKNOWN_LANGUAGE = '"und"[Language]'
"""PubMed's word for a record whose language nobody entered: a filter keeps it."""


def as_asked(expression: Expression, *, literal: bool) -> str:
    """Return *expression* as PubMed reads it.

    What somebody wrote keeps its tags, and where it has none PubMed maps it itself. A question's words are looked
    for in titles and abstracts, and among the index terms, whose entry words PubMed knows.
    """
    return written(expression if literal else _in_fields(expression), _term)


def _in_fields(expression: Expression) -> Expression:
    """Return *expression* with each term in the fields to look in."""
    if isinstance(expression, Term):
        return Group("OR", tuple(_fields(expression)))
    if expression.how == "OR":  # the spellings of one concept stand side by side
        terms = [part for part in expression.parts if isinstance(part, Term)]
        return Group("OR", tuple(field for term in terms for field in _fields(term)))
    return Group(expression.how, tuple(map(_in_fields, expression.parts)))


def _fields(term: Term) -> Iterator[Term]:
    """Yield a term once for each field."""
    yield Term(term.text, term.quoted, "Title/Abstract")
    yield Term(term.text, term.quoted, "MeSH Terms")


def _term(term: Term) -> str:
    """Return one term, in quotes where it must stand as it is or holds a sign that means something to PubMed."""
    quoted = term.quoted or not all(character.isalnum() or character in " -*'/:." for character in term.text)
    text = term.text.replace('"', " ")
    return (f'"{text}"' if quoted else text) + (f"[{term.field}]" if term.field else "")


def looked_up(asked: Asked) -> str:
    """Return the query for the one work or trial that is named. Raises ``CannotDo`` for a name PubMed does not know."""
    ids, number = asked.identifiers, asked.registry_number
    if number:
        return f'"{number}"[Secondary Source ID] OR "{number}"[Title/Abstract]'
    if ids.pmid:
        return f"{ids.pmid}[PMID]"
    if ids.doi:
        return f'"{ids.doi.replace(chr(34), " ")}"[AID]'
    if ids.pmcid:
        return f'"{ids.pmcid}"[PMCID]'
    message = f"PubMed does not know the identifier {asked.text}: ask for the DOI or the PMID"
    raise CannotDo(message)


def filtered(query: str, filters: m.Filters) -> str:
    """Return *query* narrowed to what the filters may keep; which of that they keep, the records decide."""
    required = [f"({query})", *_clauses(filters)]
    whole = " AND ".join(required) if len(required) > 1 else query
    return whole if filters.preprints else f"({whole}) NOT preprint[Publication Type]"


def _clauses(filters: m.Filters) -> Iterator[str]:
    """Yield what the filters require."""
    if filters.published_from or filters.published_to:
        yield _dates(filters)
    if filters.languages:
        names = dict.fromkeys(f'"{language_name(one)}"[Language]' for one in filters.languages)
        yield f"({' OR '.join((*names, _UNKNOWN_LANGUAGE))})"
    types, words = hedge(filters.study_designs)
    if types or words:
        named = (f'"{one}"[Publication Type]' for one in types)
        told = (f'"{one}"[Title/Abstract]' for one in words)
        yield f"({' OR '.join((*named, *told))})"


def _dates(filters: m.Filters) -> str:
    """Return the range of dates: from the first of January, which PubMed takes a work for that names only its year."""
    first = f"{filters.published_from.year:04}/01/01" if filters.published_from else _EARLIEST
    last = f"{filters.published_to:%Y/%m/%d}" if filters.published_to else _LATEST
    return f'("{first}"[Date - Publication] : "{last}"[Date - Publication])'
