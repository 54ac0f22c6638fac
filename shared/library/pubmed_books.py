"""Books and their chapters in PubMed XML."""

from xml.etree.ElementTree import Element

from shared import messages as m

from .identifying import doi_in, pmid_in
from .pubmed_parts import EMPTY, abstract_of, authors_of, ids_in, named, pages_of, partial, texts_in
from .values import Record
from .xml import text_of


def chapter(whole: Element, number: int) -> Record:
    """Return what a ``PubmedBookArticle`` says. A chapter's authors stand beside the book, a book's within it.

    A book that nobody signs as its author is signed by its editors; a chapter is not.
    """
    document = _below(whole, "BookDocument")
    book = _below(document, "Book")
    book_title, title = text_of(book.find("BookTitle")), text_of(document.find("ArticleTitle"))
    pmid = text_of(document.find("PMID"))
    ids = {**ids_in(whole.find("PubmedBookData/ArticleIdList")), **ids_in(document.find("ArticleIdList"))}
    return Record(
        name=named(number, pmid),
        title=title or book_title,
        abstract=abstract_of(document.find("Abstract")),
        authors=authors_of(_signed(document, book, is_chapter=bool(title))),
        journal=book_title if title else "",
        volume=text_of(book.find("Volume")),
        pages=pages_of(document.find("Pagination")),
        dates=(partial(document.find("ContributionDate")) or partial(book.find("PubDate")),),
        identifiers=m.Identifiers(pmid=pmid_in(pmid or ids.get("pubmed", "")), doi=doi_in(ids.get("doi", ""))),
        url=_bookshelf(ids.get("bookaccession", "")),
        language=text_of(document.find("Language")),
        publication_types=texts_in(document, "PublicationType"),
        record_type="book",
    )


def _signed(document: Element, book: Element, *, is_chapter: bool) -> Element | None:
    """Return the list of those who sign."""
    by = [*document.findall("AuthorList"), *(EMPTY if book is document else book.findall("AuthorList"))]
    signed = [one for one in by if one.get("Type") != "editors"] or ([] if is_chapter else by)
    return next(iter(signed), None)


def _below(outer: Element, tag: str) -> Element:
    """Return the element below *outer*; a record that lacks it is searched as it is."""
    found = outer.find(tag)
    return outer if found is None else found


def _bookshelf(accession: str) -> str:
    """Return the address of a book."""
    return f"https://www.ncbi.nlm.nih.gov/books/{accession}/" if accession else ""
