"""PubMed XML as efetch gives it, in files of any length: articles here, chapters of books in ``pubmed_books``."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from .identifying import registered
from .pubmed_books import chapter
from .pubmed_parts import EMPTY, abstract_of, authors_of, identifiers_of, named, pages_of, partial, texts_in
from .pubmed_relations import relations_of, versions_of
from .relations import is_notice, state_of
from .values import Parsed, Record, Skipped, parsed
from .xml import elements, root_name, text_of

ROOTS = frozenset({"PubmedArticleSet", "PubmedArticle", "PubmedBookArticle", "PubmedBookArticleSet"})
_RECORDS = frozenset({"PubmedArticle", "PubmedBookArticle"})

_NO_TITLE = frozenset({"", "[Not Available].", "[Not Available]", "Not Available."})
"""What PubMed writes where there is no English title."""
_NO_LANGUAGE = frozenset({"und", "mul", ""})


@dataclass(frozen=True)
class Answered:
    """What efetch answered: records, or why there are none."""

    parsed: Parsed = field(default_factory=lambda: Parsed(()))
    error: str = ""


def parse(text: str, name: str) -> Parsed:
    """Return the records of an efetch answer; ``DeleteCitation`` and the like are none."""
    return parsed(stream(text, name))


def stream(source: str | Iterable[bytes], name: str) -> Iterator[Record | Skipped]:
    """Yield the records one by one, and why the rest could not be read. An open binary file is such a *source*.

    It needs the room of a few records, however long the file is. Raises ``CannotDo`` for declared entities.
    """
    for number, element in enumerate(elements(source, _RECORDS, name), start=1):
        if isinstance(element, Skipped):
            yield element
        elif element.tag == "PubmedArticle":
            yield _article(element, number)
        else:
            yield chapter(element, number)


def answered(body: bytes) -> Answered:
    """Return what efetch answered: an ``ERROR`` instead of records, or broken XML, is an error and no empty set."""
    root = root_name(body[:2000].decode("utf-8", "replace"))
    if root not in ROOTS:
        return Answered(error=_said(body) or f"<{root or 'no XML'}> in place of records")
    found = parsed(stream((body,), "the answer"))
    broken = next((one.reason for one in found.skipped), "")
    return Answered(error=f"try again, the records broke off: {broken}") if broken else Answered(found)


def _said(body: bytes) -> str:
    """Return what an answer without records says went wrong."""
    found = list(elements((body,), {"ERROR"}, "the answer"))
    return next((text_of(one) for one in found if isinstance(one, Element)), "")


def _article(whole: Element, number: int) -> Record:
    """Return what a ``PubmedArticle`` says."""
    citation = _inner(whole, "MedlineCitation")
    article = _inner(citation, "Article")
    journal = _inner(article, "Journal")
    issue = _inner(journal, "JournalIssue")
    pmid = text_of(citation.find("PMID"))
    types = texts_in(article.find("PublicationTypeList"), "PublicationType")
    relations = relations_of(citation.find("CommentsCorrectionsList"))
    kinds = {kind for kind, _ in relations}
    return Record(
        name=named(number, pmid),
        title=_title(article),
        abstract=abstract_of(article.find("Abstract")),
        authors=authors_of(article.find("AuthorList")),
        journal=text_of(journal.find("Title")) or text_of(_inner(citation, "MedlineJournalInfo").find("MedlineTA")),
        volume=text_of(issue.find("Volume")),
        issue=text_of(issue.find("Issue")),
        pages=pages_of(article.find("Pagination")),
        dates=tuple(map(partial, (issue.find("PubDate"), *article.findall("ArticleDate")))),
        identifiers=identifiers_of(whole.find("PubmedData"), article, pmid),
        registry_numbers=_registry_numbers(article.find("DataBankList")),
        language=_language(article),
        publication_types=types,
        mesh_terms=_mesh(citation.find("MeshHeadingList")),
        record_type="comment" if "CommentOn" in kinds else "",
        retraction=state_of(kinds),
        is_notice=is_notice(kinds),
        versions=versions_of(relations, types),
    )


def _inner(outer: Element, tag: str) -> Element:
    """Return the element below *outer*; a record that lacks it is searched as it is."""
    found = outer.find(tag)
    return outer if found is None else found


def _title(article: Element) -> str:
    """Return the title; that of the original language where nobody translated it."""
    title = text_of(article.find("ArticleTitle"))
    return (text_of(article.find("VernacularTitle")) or title) if title in _NO_TITLE else title


def _language(article: Element) -> str:
    """Return the first language that is known."""
    return next((text for text in texts_in(article, "Language") if text not in _NO_LANGUAGE), "")


def _mesh(headings: Element | None) -> tuple[str, ...]:
    """Return the index terms, without their qualifiers."""
    found = (text_of(one.find("DescriptorName")) for one in (EMPTY if headings is None else headings))
    return tuple(text for text in found if text)


def _registry_numbers(banks: Element | None) -> tuple[str, ...]:
    """Return the numbers of the trials the record reports: from its data banks, some of which hold sequences."""
    numbers = (
        registered(text_of(bank.find("DataBankName")), text_of(number))
        for bank in (EMPTY if banks is None else banks)
        for number in _below(bank.find("AccessionNumberList"))
    )
    return tuple(dict.fromkeys(number for number in numbers if number))


def _below(element: Element | None) -> Collection[Element]:
    """Return the elements directly below *element*, if there is one."""
    return () if element is None else tuple(element)
