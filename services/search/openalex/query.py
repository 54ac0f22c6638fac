"""Questions in the language of OpenAlex. Pure.

It searches titles, abstracts and full texts, understands ``AND``, ``OR``, ``NOT``, brackets and quotes, and has no
fields within a query: its filters are a list of their own, in which commas and bars part values.
"""

import re
from collections.abc import Iterator

from services.search.asked.fields import RESTRICTIONS
from services.search.fitting import each_word, left_out, shorter, without
from services.search.hedges import hedge
from services.search.precision import earliest
from services.search.questions import Asked, Expression, Term, written
from shared import messages as m
from shared.errors import CannotDo
from shared.library.languages import language_code

MOST_CHARACTERS = 1_200
"""A whole address may have about 4,000 once it is encoded, which makes three of each quote and bracket."""

_SPECIAL = re.compile(r"[^\w\s'’-]|_")
"""What may be an operator or a wildcard to the server; none of it tells one word from another."""

_NOT_WORDS = RESTRICTIONS | frozenset(
    [
        "ad",
        "aid",
        "auid",
        "cois",
        "cn",
        "dcom",
        "ed",
        "fau",
        "fir",
        "gr",
        "ip",
        "ir",
        "isbn",
        "jid",
        "lid",
        "lr",
        "pg",
        "pl",
        "pmcid",
        "pmid",
        "ps",
        "pubn",
        "rn",
        "si",
        "vi",
    ]
)
"""PubMed's tags of what is not said in a title, an abstract or a text."""

_IDS = ("doi", "pmid", "pmcid", "openalex")
_PARTS = re.compile(r"[,|]")


def term(one: Term) -> str:
    """Return a term without what the server would take for an operator."""
    return each_word(one, quoted)


def quoted(phrase: str) -> str:
    """Return words that must stand together in quotes, a single one as it is; small letters make it no operator."""
    plain = " ".join(_SPECIAL.sub(" ", phrase).split())
    if " " in plain or "-" in plain:
        return f'"{plain}"'
    return plain.lower() if plain in {"AND", "OR", "NOT"} else plain


def rendered(expression: Expression, filters: m.Filters, *, literal: bool) -> tuple[str, tuple[str, ...]]:
    """Return the text to search for, and what a person should know of what was left out.

    Raises ``CannotDo`` for a *literal* expression that is too long, or of which nothing can be asked.
    """
    asked = without(expression, _is_no_word)
    if asked is None:
        message = "OpenAlex is asked by words of title, abstract or text, and there is none in this query"
        raise CannotDo(message)
    text, cut = _fitted(asked, filters, literal=literal)
    return text, (*left_out(expression, _is_no_word, "OpenAlex"), *cut)


def _is_no_word(term: Term) -> bool:
    """Say whether a term asks for something but words."""
    return term.field in _NOT_WORDS


def _fitted(asked: Expression, filters: m.Filters, *, literal: bool) -> tuple[str, tuple[str, ...]]:
    """Return the first way to write it that is short enough; the words of a design are the first to go."""
    whole = written(asked, term)
    for text in (*(f"({whole}) AND {words}" for words in _designs(filters)), whole):
        if len(text) <= MOST_CHARACTERS:
            return text, ()
    for cut in () if literal else shorter(asked):
        if len(text := written(cut, term)) <= MOST_CHARACTERS:
            return text, (f"OpenAlex takes {MOST_CHARACTERS:,} characters: spellings or last words were left out",)
    message = f"OpenAlex takes queries of {MOST_CHARACTERS:,} characters, and this one has {len(whole):,}: shorten it"
    raise CannotDo(message)


def narrowed(filters: m.Filters) -> tuple[str, ...]:
    """Return the filters of date, language and type."""
    first, last = earliest(filters), filters.published_to
    codes = dict.fromkeys(filter(None, (_PARTS.sub("", language_code(one)) for one in filters.languages)))
    asked = (
        (first, f"from_publication_date:{first}"),
        (last, f"to_publication_date:{last}"),
        (codes, f"language:{'|'.join(codes)}"),
        (not filters.preprints, "type:!preprint"),
    )
    return tuple(text for wanted, text in asked if wanted)


def lookup(asked: Asked) -> tuple[str, tuple[str, ...]]:
    """Return search text and filters for one work or trial by its name."""
    if asked.registry_number:
        return quoted(asked.registry_number), ()
    return "", identified(asked.identifiers)


def identified(ids: m.Identifiers) -> tuple[str, ...]:
    """Return the filter for a work with one of these identifiers. Raises ``CannotDo`` for one with a comma or bar."""
    kind, value = next((kind, getattr(ids, kind)) for kind in _IDS if getattr(ids, kind))
    if _PARTS.search(value):
        message = f"OpenAlex cannot be asked for {value}, for commas part its filters: ask for the title"
        raise CannotDo(message)
    return (f"doi:https://doi.org/{value}" if kind == "doi" else f"ids.{kind}:{value}",)


def _designs(filters: m.Filters) -> Iterator[str]:
    """Yield the words that tell the designs asked for."""
    _, words = hedge(filters.study_designs)
    if words:
        yield f"({' OR '.join(quoted(one) for one in words)})"
