"""EndNote XML: one ``record`` each, the text in ``style`` elements."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from shared import messages as m

from .dates import partial_date
from .identifying import banked, doi_in, is_embase, is_pubmed, pmcid_in, pmid_in, pmid_of_central
from .publication_types import PUBLICATION_TYPES
from .values import Parsed, Record, Skipped, parsed
from .wording import named
from .xml import elements, lines_of, text_of

ROOTS = frozenset({"xml", "records", "record"})

_QUALIFIERS = re.compile(r"\s*(?:/|\[).*")


def parse(text: str, name: str) -> Parsed:
    """Return the records of an EndNote library."""
    return parsed(_records(text, name))


def _records(text: str, name: str) -> Iterator[Record | Skipped]:
    """Yield the records one by one, and why the rest could not be read."""
    for number, element in enumerate(elements(text, {"record"}, name), start=1):
        yield element if isinstance(element, Skipped) else _record(element, number)


def _record(element: Element, number: int) -> Record:
    """Return what one ``record`` says."""
    urls = _all(element, "urls//url")
    notes = lines_of(element.find("notes"))
    return Record(
        name=f"record {number} (rec-number {_one(element, 'rec-number') or 'missing'})",
        title=_one(element, "titles/title"),
        abstract=(("", _one(element, "abstract")),),
        authors=tuple(named(author) for author in _all(element, "contributors/authors/author")),
        journal=_one(element, "periodical/full-title") or _one(element, "titles/secondary-title"),
        volume=_one(element, "volume"),
        issue=_one(element, "number"),
        pages=_one(element, "pages"),
        dates=(partial_date(_one(element, "dates/pub-dates/date"), _one(element, "dates/year")),),
        identifiers=_identifiers(element, urls),
        url=next(iter(urls), ""),
        registry_numbers=banked(notes),
        language=_one(element, "language"),
        publication_types=_types(element, notes),
        mesh_terms=tuple(_QUALIFIERS.sub("", word).strip("* ") for word in _all(element, "keywords/keyword")),
        record_type=next((kind.get("name", "") for kind in element.findall("ref-type")), ""),
    )


def _one(element: Element, path: str) -> str:
    """Return the text at *path*, or nothing."""
    return text_of(element.find(path))


def _all(element: Element, path: str) -> tuple[str, ...]:
    """Return the texts at *path* that say something."""
    return tuple(text for found in element.findall(path) if (text := text_of(found)))


def _identifiers(element: Element, urls: tuple[str, ...]) -> m.Identifiers:
    """Return the names of the work; each provider keeps the PMID in a field of its own."""
    provider = f"{_one(element, 'remote-database-provider')} {_one(element, 'remote-database-name')}"
    return m.Identifiers(
        pmid=pmid_in(
            pmid_of_central(_one(element, "custom3")),
            _one(element, "accession-num") if is_pubmed(provider) else "",
            _one(element, "custom5") if is_embase(provider) else "",
        ),
        pmcid=pmcid_in(_one(element, "custom2")),
        doi=doi_in(_one(element, "electronic-resource-num"), *urls),
    )


def _types(element: Element, notes: tuple[str, ...]) -> tuple[str, ...]:
    """Return the publication types: the work type, and the lines of an NLM import's notes that name one."""
    written = (kind.strip() for kind in _one(element, "work-type").split(";"))
    noted = (line for line in notes if line in PUBLICATION_TYPES)
    return tuple(dict.fromkeys(kind for kind in (*written, *noted) if kind))
