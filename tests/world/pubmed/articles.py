"""A paper as efetch gives it: a ``PubmedArticle`` with everything that a reader may stumble over."""

import re
import zlib
from collections.abc import Callable, Sequence
from html import escape
from xml.etree.ElementTree import Element, ParseError, SubElement, fromstring

from tests.world.shapes import Author, Paper

from . import dates
from .headings import headings
from .relations import Relation
from .saying import identifiers, publication_types
from .words import words

_INLINE = re.compile(r"&lt;(/?(?:i|b|u|sub|sup))&gt;")
_ID_TYPES = {"pmid": "pubmed", "pmcid": "pmc", "doi": "doi"}


def marked(tag: str, text: str, **attributes: str) -> Element:
    """Return an element whose *text* keeps its inline tags; tags that do not match are letters."""
    inner = _INLINE.sub(r"<\1>", escape(text, quote=False))
    try:
        element = fromstring(f"<{tag}>{inner}</{tag}>")  # noqa: S314 -- our own text
    except ParseError:
        element = Element(tag)
        element.text = text
    element.attrib.update(attributes)
    return element


def leaf(parent: Element, tag: str, text: str, **attributes: str) -> Element:
    """Add an element with plain text."""
    element = SubElement(parent, tag, attributes)
    element.text = text
    return element


def stable(text: str, most: int) -> int:
    """Return a number below *most* that is always the same for *text*."""
    return zlib.crc32(text.encode()) % most


def article(paper: Paper, relations: Sequence[Relation], cited: Sequence[Paper]) -> Element:
    """Return the record of *paper*, which cites the papers in *cited*."""
    whole = Element("PubmedArticle")
    citation = SubElement(
        whole, "MedlineCitation", Status="MEDLINE" if paper.mesh else "PubMed-not-MEDLINE", Owner="NLM"
    )
    leaf(citation, "PMID", paper.pmid, Version="1")
    dates.in_numbers(citation, "DateRevised", dates.entered(paper))
    citation.append(_article(paper))
    leaf(SubElement(citation, "MedlineJournalInfo"), "MedlineTA", paper.journal)
    _relations(citation, relations)
    _headings(citation, paper)
    _keywords(citation, paper)
    whole.append(_data(paper, cited))
    return whole


def _article(paper: Paper) -> Element:
    """Return the part that a reader would cite."""
    element = Element("Article", PubModel=_model(paper))
    element.append(_journal(paper))
    element.append(marked("ArticleTitle", title(paper)))
    if paper.pages:
        leaf(SubElement(element, "Pagination"), "MedlinePgn", paper.pages)
    if "doi" in identifiers(paper) and stable(paper.pmid, 3) != 0:
        leaf(element, "ELocationID", paper.doi, EIdType="doi", ValidYN="Y")
    parts: tuple[Callable[[Element, Paper], None], ...] = (add_abstract, add_authors, _language, _banks, _types)
    for add in parts:
        add(element, paper)
    if paper.vernacular_title:
        element.append(marked("VernacularTitle", paper.vernacular_title))
    if paper.online:
        dates.in_numbers(element, "ArticleDate", dates.printed(paper.online).begins, DateType="Electronic")
    return element


def _model(paper: Paper) -> str:
    """Return where it appeared: in print, on line or both."""
    return {(True, True): "Print-Electronic", (False, True): "Electronic"}.get(
        (bool(paper.printed), bool(paper.online)), "Print"
    )


def title(paper: Paper) -> str:
    """Return the title with its stop; one that was translated stands in brackets."""
    if paper.vernacular_title and not paper.title.startswith("["):
        return f"[{paper.title.rstrip('.')}]."
    return paper.title if paper.title.endswith((".", "?", "!", "]")) else f"{paper.title}."


def _journal(paper: Paper) -> Element:
    """Return journal and issue; what appeared on line alone has that date here, too."""
    element = Element("Journal")
    issue = SubElement(element, "JournalIssue", CitedMedium="Internet" if paper.online else "Print")
    for tag, text in (("Volume", paper.volume), ("Issue", paper.issue)):
        if text:
            leaf(issue, tag, text)
    dates.in_print(issue, "PubDate", paper.printed or paper.online)
    leaf(element, "Title", paper.journal)
    leaf(element, "ISOAbbreviation", paper.journal)
    return element


def add_abstract(parent: Element, paper: Paper) -> None:
    """Add the abstract, in labelled parts or as one."""
    if not paper.abstract:
        return
    abstract = SubElement(parent, "Abstract")
    for label, text in paper.abstract:
        said = {"Label": label.upper(), "NlmCategory": "UNASSIGNED"} if label else {}
        abstract.append(marked("AbstractText", text, **said))


def add_authors(parent: Element, paper: Paper) -> None:
    """Add persons and groups; a record without any has no list at all."""
    everybody = (*paper.authors, *((Author(paper.group),) if paper.group else ()))
    if not everybody:
        return
    listed = SubElement(parent, "AuthorList", CompleteYN="Y")
    for author in everybody:
        one = SubElement(listed, "Author", ValidYN="Y")
        if not author.given:
            leaf(one, "CollectiveName", author.family)
            continue
        leaf(one, "LastName", author.family)
        leaf(one, "ForeName", author.given)
        leaf(one, "Initials", "".join(word[0].upper() for word in words(author.given)))


def _language(parent: Element, paper: Paper) -> None:
    """Add the language of the text."""
    leaf(parent, "Language", paper.language)


def _banks(parent: Element, paper: Paper) -> None:
    """Add the registry that knows the trial, by number."""
    if not paper.registry_numbers:
        return
    banks = SubElement(parent, "DataBankList", CompleteYN="Y")
    for number in paper.registry_numbers:
        bank = SubElement(banks, "DataBank")
        leaf(bank, "DataBankName", "ISRCTN" if number.upper().startswith("ISRCTN") else "ClinicalTrials.gov")
        leaf(SubElement(bank, "AccessionNumberList"), "AccessionNumber", number)


def _types(parent: Element, paper: Paper) -> None:
    """Add the publication types."""
    listed = SubElement(parent, "PublicationTypeList")
    for one in publication_types(paper):
        leaf(listed, "PublicationType", one, UI=f"D{stable(one, 10**6):06}")


def _relations(parent: Element, relations: Sequence[Relation]) -> None:
    """Add what is said of others."""
    if not relations:
        return
    listed = SubElement(parent, "CommentsCorrectionsList")
    for relation in relations:
        one = SubElement(listed, "CommentsCorrections", RefType=relation.kind)
        leaf(one, "RefSource", relation.source)
        if relation.pmid:
            leaf(one, "PMID", relation.pmid, Version="1")


def _headings(parent: Element, paper: Paper) -> None:
    """Add MeSH headings with their qualifiers."""
    if not paper.mesh:
        return
    listed = SubElement(parent, "MeshHeadingList")
    for heading in headings(paper):
        one, major = SubElement(listed, "MeshHeading"), "Y" if heading.is_major else "N"
        said = "N" if heading.qualifier else major
        leaf(one, "DescriptorName", heading.name, UI=f"D{stable(heading.name, 10**6):06}", MajorTopicYN=said)
        if heading.qualifier:
            leaf(one, "QualifierName", heading.qualifier, MajorTopicYN=major)


def _keywords(parent: Element, paper: Paper) -> None:
    """Add the authors' own keywords."""
    if paper.keywords:
        listed = SubElement(parent, "KeywordList", Owner="NOTNLM")
        for word in paper.keywords:
            leaf(listed, "Keyword", word, MajorTopicYN="N")


def _data(paper: Paper, cited: Sequence[Paper]) -> Element:
    """Return history, state and identifiers, and those of other works in its references."""
    element = Element("PubmedData")
    history = SubElement(element, "History")
    for state in ("entrez", "pubmed", *(("medline",) if paper.mesh else ())):
        dates.in_numbers(history, "PubMedPubDate", dates.entered(paper), PubStatus=state)
    leaf(element, "PublicationStatus", "ppublish" if paper.printed else "epublish")
    _ids(element, paper, with_doi=stable(paper.pmid, 3) != 1)
    if cited:
        references = SubElement(element, "ReferenceList")
        for other in cited:
            reference = SubElement(references, "Reference")
            leaf(reference, "Citation", f"{other.journal}. {dates.written(other)}.")
            _ids(reference, other, with_doi=True)
    return element


def _ids(parent: Element, paper: Paper, *, with_doi: bool) -> None:
    """Add the list of identifiers; a DOI may stand elsewhere."""
    listed = SubElement(parent, "ArticleIdList")
    for name, value in identifiers(paper).items():
        if name != "doi" or with_doi:
            leaf(listed, "ArticleId", value, IdType=_ID_TYPES[name])
