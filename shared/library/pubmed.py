"""PubMed XML as efetch gives it: articles and chapters of books."""

import re
from collections.abc import Collection, Iterable, Iterator
from xml.etree.ElementTree import Element

from shared import messages as m

from .dates import partial_date
from .identifying import doi_in, pmcid_in, pmid_in, registered
from .values import Parsed, Record, RetractionStatus, Skipped, parsed
from .xml import elements, text_of

ROOTS = frozenset({"PubmedArticleSet", "PubmedArticle", "PubmedBookArticle", "PubmedBookArticleSet"})

_NOTICES = frozenset({"ErratumFor", "RetractionOf", "PartialRetractionOf", "ExpressionOfConcernFor"})
"""What a notice says of the work it is about."""

_STATES: tuple[tuple[str, RetractionStatus], ...] = (
    ("RetractionIn", "retracted"),
    ("RetractedandRepublishedIn", "republished"),
    ("RetractedandRepublishedFrom", "republished"),
    ("PartialRetractionIn", "partially-retracted"),
    ("ExpressionOfConcernIn", "concern"),
    ("ErratumIn", "corrected"),
    ("RepublishedIn", "corrected"),
    ("RepublishedFrom", "corrected"),
)
"""What a work says of itself, the gravest first."""

_UNLABELLED = re.compile("unlabelled", re.IGNORECASE)
_NUMERIC = re.compile(r"\d+")


def parse(text: str, name: str) -> Parsed:
    """Return the records of an efetch answer; ``DeleteCitation`` and the like are none."""
    return parsed(_records(text, name))


def _records(text: str, name: str) -> Iterator[Record | Skipped]:
    """Yield the records one by one, and why the rest could not be read."""
    for number, element in enumerate(elements(text, {"PubmedArticle", "PubmedBookArticle"}, name), start=1):
        if isinstance(element, Skipped):
            yield element
        elif element.tag == "PubmedArticle":
            yield _article(element, number)
        else:
            yield _chapter(element, number)


def _article(whole: Element, number: int) -> Record:
    """Return what a ``PubmedArticle`` says."""
    citation = _inner(whole, "MedlineCitation")
    article = _inner(citation, "Article")
    issue = _inner(article, "Journal/JournalIssue")
    pmid = text_of(citation.find("PMID"))
    relations = {one.get("RefType", "") for one in citation.findall("CommentsCorrectionsList/CommentsCorrections")}
    dates = (issue.find("PubDate"), *article.findall("ArticleDate"))
    return Record(
        name=_name(number, pmid),
        title=text_of(article.find("ArticleTitle")) or text_of(article.find("VernacularTitle")),
        abstract=_abstract(article.find("Abstract")),
        authors=_authors(article.find("AuthorList")),
        journal=text_of(article.find("Journal/Title")) or text_of(citation.find("MedlineJournalInfo/MedlineTA")),
        volume=text_of(issue.find("Volume")),
        issue=text_of(issue.find("Issue")),
        pages=text_of(article.find("Pagination/MedlinePgn")),
        dates=tuple(map(_date, dates)),
        identifiers=_identifiers(whole, article, pmid),
        registry_numbers=_registry_numbers(article),
        language=text_of(article.find("Language")),
        publication_types=_texts(article, "PublicationTypeList/PublicationType"),
        mesh_terms=_texts(citation, "MeshHeadingList/MeshHeading/DescriptorName"),
        record_type="comment" if "CommentOn" in relations else "",
        retraction=_state(relations),
        is_notice=bool(relations & _NOTICES),
    )


def _chapter(whole: Element, number: int) -> Record:
    """Return what a ``PubmedBookArticle`` says. A chapter's authors stand beside the book, a book's within it."""
    document = _inner(whole, "BookDocument")
    book_title = text_of(document.find("Book/BookTitle"))
    title = text_of(document.find("ArticleTitle"))
    by = (*document.findall("AuthorList"), *document.findall("Book/AuthorList"))
    pmid = text_of(document.find("PMID"))
    ids = _ids(document.findall("ArticleIdList/ArticleId"))
    return Record(
        name=_name(number, pmid),
        title=title or book_title,
        abstract=_abstract(document.find("Abstract")),
        authors=_authors(next((one for one in by if one.get("Type") != "editors"), None)),
        journal=book_title if title else "",
        volume=text_of(document.find("Book/Volume")),
        pages=text_of(document.find("Pagination/MedlinePgn")),
        dates=(_date(document.find("ContributionDate")) or _date(document.find("Book/PubDate")),),
        identifiers=m.Identifiers(pmid=pmid_in(pmid), doi=doi_in(ids.get("doi", ""))),
        url=_bookshelf(ids.get("bookaccession", "")),
        language=text_of(document.find("Language")),
        publication_types=_texts(document, "PublicationType"),
        record_type="book",
    )


def _inner(outer: Element, path: str) -> Element:
    """Return the element at *path*; a record that lacks it is searched as it is."""
    found = outer.find(path)
    return outer if found is None else found


def _ids(found: Iterable[Element]) -> dict[str, str]:
    """Return article ids by their type."""
    return {one.get("IdType", ""): text_of(one) for one in found}


def _bookshelf(accession: str) -> str:
    """Return the address of a book."""
    return f"https://www.ncbi.nlm.nih.gov/books/{accession}/" if accession else ""


def _state(relations: Collection[str]) -> RetractionStatus:
    """Return what a record says of its own retraction."""
    return next((state for relation, state in _STATES if relation in relations), "not-checked")


def _name(number: int, pmid: str) -> str:
    """Name a record so that a person finds it."""
    return f"record {number} (PMID {pmid or 'missing'})"


def _texts(element: Element, path: str) -> tuple[str, ...]:
    """Return the texts at *path*."""
    return tuple(text for found in element.findall(path) if (text := text_of(found)))


def _abstract(abstract: Element | None) -> tuple[tuple[str, str], ...]:
    """Return the labelled parts of an abstract; ``UNLABELLED`` is PubMed's word for no label."""
    parts = () if abstract is None else abstract.findall("AbstractText")
    return tuple((_UNLABELLED.sub("", part.get("Label", "")), text_of(part)) for part in parts)


def _authors(by: Element | None) -> tuple[str, ...]:
    """Return the authors as ``Family, Given``, a group by its own name."""
    return tuple(name for one in ([] if by is None else by.findall("Author")) if (name := _author(one)))


def _author(author: Element) -> str:
    """Return the name of one author."""
    family = text_of(author.find("LastName"))
    given = text_of(author.find("ForeName")) or text_of(author.find("Initials"))
    return text_of(author.find("CollectiveName")) or ", ".join(part for part in (family, given) if part)


def _date(date: Element | None) -> str:
    """Return a date that may lack its day or month, or be a ``MedlineDate`` such as ``1998 Dec-1999 Jan``."""
    if date is None:
        return ""
    if medline := text_of(date.find("MedlineDate")):
        return partial_date(medline)
    year, month, day = (text_of(date.find(part)) for part in ("Year", "Month", "Day"))
    return partial_date(f"{year}-{month}-{day}".rstrip("-") if _NUMERIC.fullmatch(month) else f"{year} {month} {day}")


def _identifiers(whole: Element, article: Element, pmid: str) -> m.Identifiers:
    """Return the names of the work. A deeper search for ids would find those of the works it cites."""
    ids = _ids(whole.findall("PubmedData/ArticleIdList/ArticleId"))
    located = (text_of(one) for one in article.findall("ELocationID") if one.get("EIdType") == "doi")
    return m.Identifiers(
        pmid=pmid_in(pmid or ids.get("pubmed", "")),
        pmcid=pmcid_in(ids.get("pmc", "")),
        doi=doi_in(*located, ids.get("doi", "")),
    )


def _registry_numbers(article: Element) -> tuple[str, ...]:
    """Return the numbers of the trials the record reports: from its data banks, some of which hold sequences."""
    numbers = (
        registered(text_of(bank.find("DataBankName")), text_of(number))
        for bank in article.findall("DataBankList/DataBank")
        for number in bank.findall("AccessionNumberList/AccessionNumber")
    )
    return tuple(dict.fromkeys(number for number in numbers if number))
