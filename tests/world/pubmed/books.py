"""A book as efetch gives it: a ``PubmedBookArticle``, which has neither journal nor issue."""

from xml.etree.ElementTree import Element, SubElement

from tests.world.shapes import Author, Paper

from . import dates
from .articles import add_abstract, add_authors, leaf, marked, stable
from .saying import identifiers, publication_types


def book(paper: Paper) -> Element:
    """Return the record of a book, or of a chapter where the paper names the book as its journal."""
    whole = Element("PubmedBookArticle")
    document = SubElement(whole, "BookDocument")
    leaf(document, "PMID", paper.pmid, Version="1")
    listed = SubElement(document, "ArticleIdList")
    leaf(listed, "ArticleId", f"NBK{stable(paper.pmid, 10**6)}", IdType="bookaccession")
    if "doi" in identifiers(paper):
        leaf(listed, "ArticleId", paper.doi, IdType="doi")
    document.append(_book(paper))
    if paper.journal:
        document.append(marked("ArticleTitle", paper.title))
    leaf(document, "Language", paper.language)
    if paper.journal:
        add_authors(document, paper)
    for one in publication_types(paper):
        leaf(document, "PublicationType", one, UI=f"D{stable(one, 10**6):06}")
    add_abstract(document, paper)
    whole.append(_data(paper))
    return whole


def _book(paper: Paper) -> Element:
    """Return the book; of a chapter's book only the editors are named, who did not write it."""
    element = Element("Book")
    leaf(SubElement(element, "Publisher"), "PublisherName", "A publisher of guidance")
    element.append(marked("BookTitle", paper.journal or paper.title))
    dates.in_print(element, "PubDate", paper.printed or paper.online)
    if not paper.journal:
        add_authors(element, paper)
    else:
        editors = Element("Book")
        add_authors(editors, Paper(key="editors", title="", authors=(Author("Editor", "First"),)))
        for one in editors:
            one.set("Type", "editors")
            element.append(one)
    return element


def _data(paper: Paper) -> Element:
    """Return history, state and the number."""
    element = Element("PubmedBookData")
    dates.in_numbers(SubElement(element, "History"), "PubMedPubDate", dates.entered(paper), PubStatus="pubmed")
    leaf(element, "PublicationStatus", "ppublish")
    leaf(SubElement(element, "ArticleIdList"), "ArticleId", paper.pmid, IdType="pubmed")
    return element
