"""Questions in the language of Europe PMC. Pure.

Every phrase stands in quotes, where brackets, colons and operators are plain text; words without a field are looked
for in titles and abstracts, because a full text mentions most things once.
"""

import re
from collections.abc import Iterator

from services.search.fitting import each_word, left_out, shorter, without
from services.search.hedges import hedge
from services.search.precision import earliest
from services.search.questions import Asked, Expression, Term, written
from shared import messages as m
from shared.errors import CannotDo
from shared.library.languages import language_code

MOST_CHARACTERS = 1_499
"""The server refuses queries of 1,500 and more."""

_TAGS = {
    "TITLE": "ti tt",
    "ABSTRACT": "ab",
    "TITLE_ABS": "tiab tw",
    "KW": "mh majr sh ot",
    "CHEM": "nm pa rn",
    "AUTH": "au fau auid cn",
    "AUTH_FIRST": "1au",
    "AUTH_LAST": "lastau",
    "INVESTIGATOR": "ir fir",
    "AFF": "ad",
    "GRANT_ID": "gr",
    "JOURNAL": "ta jid",
    "VOLUME": "vi",
    "ISSUE": "ip",
    "PUBLISHER": "pubn",
    "ISBN": "isbn",
    "PUB_TYPE": "pt",
    "LANG": "la",
    "DOI": "aid lid",
    "EXT_ID": "pmid",
    "PMCID": "pmcid",
    "ACCESSION_ID": "si",
    "": "all",
}
_FIELDS = {tag: field for field, tags in _TAGS.items() for tag in tags.split()}
"""PubMed's tags, as Europe PMC names the same field; ``KW`` holds MeSH terms, too."""

_DATES = frozenset({"dp", "edat", "epdat", "ppdat", "crdt"})
_REFINED = re.compile(r":(?:noexp|~\d+)$")
_ANYWHERE = "TITLE_ABS"
_TRUNCATED = re.compile(r"[^\W_]{3,}\*")
_YEARS = re.compile(r"(\d{4})[/\d]*(?:\s*:\s*(\d{4})[/\d]*)?")
_CODES = """
ara bul cat chi cze dan dut eng est fin fre ger gre heb hin hrv hun ice ind ita jpn kor lav lit may nor per pol por rum
rus slo slv spa srp swe tha tur ukr vie
"""
_THREE_LETTERS = {language_code(code): code for code in _CODES.split()}
_UNTOLD = ("PPR", "PMC")
"""Parts of the collection whose records may not say their language: a filter must not drop them in silence."""


def term(one: Term) -> str:
    """Return a term in its field, escaped."""
    tag = _tag(one)
    if tag in _DATES and (years := _YEARS.match(one.text)):
        return f"PUB_YEAR:[{years[1]} TO {years[2] or years[1]}]"
    if tag == "la":
        return f"LANG:{quoted(_language(one.text))}"
    field = _FIELDS[tag] if tag else _ANYWHERE
    prefix = f"{field}:" if field else ""
    if field not in {_ANYWHERE, ""}:
        return prefix + quoted(one.text)
    return each_word(one, lambda phrase: prefix + quoted(phrase))


def _tag(one: Term) -> str:
    """Return the field tag of a term; how far a heading spreads and how near words stand cannot be asked."""
    return _REFINED.sub("", one.field)


def _impossible(one: Term) -> bool:
    """Say whether a term stands in a field that Europe PMC does not have."""
    tag = _tag(one)
    return _YEARS.match(one.text) is None if tag in _DATES else bool(tag) and tag not in _FIELDS


def quoted(phrase: str) -> str:
    """Return a phrase in quotes; a single truncated word keeps its star, which means nothing within quotes."""
    if _TRUNCATED.fullmatch(phrase):
        return phrase
    escaped = phrase.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{" ".join(escaped.split())}"'


def rendered(expression: Expression, filters: m.Filters, *, literal: bool) -> tuple[str, tuple[str, ...]]:
    """Return the query of *expression* under *filters*, and what a person should know of what was left out.

    Raises ``CannotDo`` for a *literal* expression that is too long, or of which nothing can be asked.
    """
    asked = without(expression, _impossible)
    if asked is None:
        message = "Europe PMC has none of the fields that this query asks for: ask with words"
        raise CannotDo(message)
    text, cut = _fitted(asked, filters, literal=literal)
    return text, (*left_out(expression, _impossible, "Europe PMC"), *cut)


def _fitted(asked: Expression, filters: m.Filters, *, literal: bool) -> tuple[str, tuple[str, ...]]:
    """Return the first way to write it that is short enough.

    What narrows to a design is the first to go, for the records tell it, too; a literal query is not cut, for that
    would change what it means.
    """
    kept = _narrowed(filters)
    whole = written(asked, term)
    for text in (_joined(whole, (*_designs(filters), *kept)), _joined(whole, kept)):
        if len(text) <= MOST_CHARACTERS:
            return text, ()
    for cut in () if literal else shorter(asked):
        if len(text := _joined(written(cut, term), kept)) <= MOST_CHARACTERS:
            return text, (
                "Europe PMC takes queries below 1,500 characters: some spellings, or the last words, were left out",
            )
    message = f"Europe PMC takes queries below 1,500 characters, and this one has {len(whole):,}: shorten it"
    raise CannotDo(message)


def lookup(asked: Asked) -> str:
    """Return the query for one work or trial by its name. Raises ``CannotDo`` for a name it does not know."""
    if asked.registry_number:
        number = quoted(asked.registry_number)
        return f"TITLE_ABS:{number} OR ACCESSION_ID:{number}"
    named = (identified(name) for name in names_of(asked.identifiers))
    if query := next(named, ""):
        return query
    message = "Europe PMC knows no OpenAlex ids: ask for the DOI, or ask OpenAlex"
    raise CannotDo(message)


def names_of(ids: m.Identifiers) -> tuple[str, ...]:
    """Return the names Europe PMC knows a work by, each with its type, the surest first."""
    names = (("pmid", ids.pmid), ("doi", ids.doi), ("pmcid", ids.pmcid))
    return tuple(f"{kind}:{value}" for kind, value in names if value)


def identified(name: str) -> str:
    """Return the query for one name with its type: ``pmid:20516115``, ``doi:10.1000/1``, ``pmcid:PMC1``."""
    kind, _, value = name.partition(":")
    if kind == "pmid":
        return f"(EXT_ID:{quoted(value)} AND SRC:MED)"
    return f"{'DOI' if kind == 'doi' else 'PMCID'}:{quoted(value)}"


def _joined(text: str, clauses: tuple[str, ...]) -> str:
    """Return *text* and every clause, all of which must hold."""
    return " AND ".join((f"({text})", *clauses)) if clauses else text


def _narrowed(filters: m.Filters) -> tuple[str, ...]:
    """Return what the filters ask of date, language and collection."""
    return tuple(filter(None, (_dates(filters), _languages(filters), "" if filters.preprints else "NOT SRC:PPR")))


def _dates(filters: m.Filters) -> str:
    """Return the range of first publication, empty where none is asked for."""
    first, last = earliest(filters), filters.published_to
    return f"FIRST_PDATE:[{first or '1500-01-01'} TO {last or '3000-12-31'}]" if first or last else ""


def _languages(filters: m.Filters) -> str:
    """Return the languages, or the parts of the collection that do not say theirs."""
    if not filters.languages:
        return ""
    asked = dict.fromkeys(_language(one) for one in filters.languages)
    return f"({' OR '.join((*(f'LANG:{quoted(one)}' for one in asked), *(f'SRC:{one}' for one in _UNTOLD)))})"


def _language(name: str) -> str:
    """Return the code by which MEDLINE knows a language."""
    code = language_code(name)
    return _THREE_LETTERS.get(code, code)


def _designs(filters: m.Filters) -> Iterator[str]:
    """Yield what the filters ask of study design: publication types, or words that tell it."""
    types, words = hedge(filters.study_designs)
    told = (*(f"PUB_TYPE:{quoted(one)}" for one in types), *(f"{_ANYWHERE}:{quoted(one)}" for one in words))
    if told:
        yield f"({' OR '.join(told)})"
