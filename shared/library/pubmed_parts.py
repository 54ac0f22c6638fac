"""The parts that articles and chapters of books have in common in PubMed XML."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from shared import messages as m

from .dates import partial_date
from .identifying import doi_in, pmcid_in, pmid_in
from .xml import text_of

EMPTY: tuple[Element, ...] = ()
_NO_LABEL = "UNLABELLED"
"""PubMed's word for a part of an abstract that has no label."""


def named(number: int, pmid: str) -> str:
    """Name a record so that a person finds it."""
    return f"record {number} (PMID {pmid or 'missing'})"


def texts_in(outer: Element | None, tag: str) -> tuple[str, ...]:
    """Return the texts of the elements called *tag* directly below *outer*."""
    found = EMPTY if outer is None else outer.findall(tag)
    return tuple(text for one in found if (text := text_of(one)))


def ids_in(listed: Element | None) -> dict[str, str]:
    """Return the ids of a list by their type."""
    return {one.get("IdType", ""): text_of(one) for one in (EMPTY if listed is None else listed)}


def abstract_of(abstract: Element | None) -> tuple[tuple[str, str], ...]:
    """Return the labelled parts of an abstract."""
    parts = EMPTY if abstract is None else abstract.findall("AbstractText")
    return tuple((_label(part.get("Label", "")), text_of(part)) for part in parts)


def _label(label: str) -> str:
    """Return the label of a part, nothing where PubMed says that it has none."""
    return "" if label.upper() == _NO_LABEL else label


def authors_of(by: Element | None) -> tuple[str, ...]:
    """Return the authors as ``Family, Given``, a group by its own name; a name that was corrected later is left out."""
    authors = EMPTY if by is None else by.findall("Author")
    return tuple(name for one in authors if one.get("ValidYN") != "N" and (name := _author(one)))


def _author(author: Element) -> str:
    """Return the name of one author."""
    family = text_of(author.find("LastName"))
    if not family:
        return text_of(author.find("CollectiveName")) or text_of(author.find("ForeName"))
    given = text_of(author.find("ForeName")) or text_of(author.find("Initials"))
    return f"{family}, {given}" if given else family


def pages_of(pagination: Element | None) -> str:
    """Return the pages as they are printed, or from the first to the last."""
    if pagination is None:
        return ""
    if printed := text_of(pagination.find("MedlinePgn")):
        return printed
    first, last = text_of(pagination.find("StartPage")), text_of(pagination.find("EndPage"))
    return f"{first}-{last}" if first and last else first


def partial(date: Element | None) -> str:
    """Return a date that may lack its day or month, or be a ``MedlineDate`` such as ``1998 Dec-1999 Jan``.

    A season tells no month: which months a spring has, a journal decides.
    """
    if date is None:
        return ""
    year = text_of(date.find("Year"))
    if not year:
        return partial_date(text_of(date.find("MedlineDate")))
    month, day = text_of(date.find("Month")), text_of(date.find("Day"))
    if not month:
        return partial_date(year)
    return partial_date(f"{year}-{month}-{day}".rstrip("-") if month.isdecimal() else f"{year} {month} {day}")


def identifiers_of(data: Element | None, article: Element, pmid: str) -> m.Identifiers:
    """Return the names of the work. A deeper search for ids would find those of the works it cites."""
    ids = ids_in(None if data is None else data.find("ArticleIdList"))
    return m.Identifiers(
        pmid=pmid_in(pmid or ids.get("pubmed", "")),
        pmcid=pmcid_in(ids.get("pmc", "")),
        doi=doi_in(*_located(article.findall("ELocationID")), ids.get("doi", "")),
    )


def _located(locations: Iterable[Element]) -> Iterable[str]:
    """Yield the DOIs that say where the article is; one that is marked as wrong is none."""
    return (text_of(one) for one in locations if one.get("EIdType") == "doi" and one.get("ValidYN") != "N")
