"""From a row of Europe PMC's search to a record; lite rows lack the abstract and lists. Pure."""

import re
from html import unescape

from services.search.json_fields import Row, as_row, count, rows, said, words
from services.search.precision import as_known
from shared import messages as m
from shared.library import Record, Skipped
from shared.library.dates import partial_date
from shared.library.identifying import doi_in, pmcid_in, pmid_in
from shared.library.publication_types import PUBLICATION_TYPES

from .links import is_comment, is_notice, retraction, versions

ARTICLE = "https://europepmc.org/article"

_KINDS = {"PPR": "preprint", "NBK": "book", "ETH": "thesis", "HIR": "guideline"}
"""Parts of the collection that hold one kind of record."""

_TYPES = {name.lower(): name for name in PUBLICATION_TYPES} | {
    "research-article": "Journal Article",
    "review-article": "Review",
    "systematic-review": "Systematic Review",
    "case-report": "Case Reports",
    "article-commentary": "Comment",
    "correction": "Published Erratum",
    "retraction": "Retraction of Publication",
    "retraction notice": "Retraction of Publication",
}
"""Publication types as PubMed spells them: rows hold PubMed's, in any case, beside those of the full text."""

_HEADING = re.compile(r"<h4>(.*?)</h4>", re.IGNORECASE | re.DOTALL)
_FREE = frozenset({"OA", "F", "U"})
"""Codes of availability that cost a reader nothing today."""
_STYLES = ("pdf", "html", "doi")
"""The best way to read first."""
_BY_FULL_STOP = re.compile(r"\.?\s*$")


def record(given: object) -> Record | Skipped:
    """Return what one row says, or why it cannot be used."""
    row = as_row(given)
    source, number = said(row, "source"), said(row, "id")
    name = f"Europe PMC {source}/{number}" if number else "a row without an id"
    if source == "PAT":
        return Skipped(name, "it is a patent, which reports no study")
    if not said(row, "title"):
        return Skipped(name, "it has no title, so it cannot be cited")
    return _record(row, source, name)


def _record(row: Row, source: str, name: str) -> Record:
    """Return what a row with a title says. Mark-up may be escaped: ``m&lt;sup&gt;6&lt;/sup&gt;A``."""
    types = _types(row)
    return Record(
        name=name,
        title=unescape(said(row, "title")),
        abstract=abstract(unescape(said(row, "abstractText"))),
        authors=_authors(row),
        journal=_journal(row, source),
        volume=said(row, "journalInfo", "volume") or said(row, "journalVolume"),
        issue=said(row, "journalInfo", "issue") or said(row, "issue"),
        pages=said(row, "pageInfo"),
        dates=_dates(row, source),
        identifiers=_identifiers(row, source),
        url=f"{ARTICLE}/{source}/{said(row, 'id')}",
        language=said(row, "language"),
        publication_types=types,
        mesh_terms=tuple(said(one, "descriptorName") for one in rows(row, "meshHeadingList", "meshHeading")),
        record_type=_KINDS.get(source, "comment" if is_comment(row) else ""),
        retraction=retraction(row, types),
        is_notice=is_notice(row),
        versions=versions(row, is_preprint=source == "PPR" or "Preprint" in types),
        cited_by=count(row, "citedByCount"),
        open_access_url=_readable(row),
    )


def abstract(text: str) -> tuple[tuple[str, str], ...]:
    """Return label and text of each part: ``<h4>`` closes one part and names the next."""
    first, *rest = _HEADING.split(text)
    labelled = zip(rest[::2], rest[1::2], strict=True)
    return tuple((label.strip().rstrip(":"), part.strip()) for label, part in (("", first), *labelled) if part.strip())


def _types(row: Row) -> tuple[str, ...]:
    """Return the publication types, each once."""
    given = words(row, "pubTypeList", "pubType") or tuple(filter(None, said(row, "pubType").split("; ")))
    return tuple(dict.fromkeys(_TYPES.get(one.lower(), one) for one in given))


def _authors(row: Row) -> tuple[str, ...]:
    """Return the authors as ``Family, Given``, a group by its own name; a lite row has ``Family GG`` in one text."""
    listed = tuple(filter(None, (_author(one) for one in rows(row, "authorList", "author"))))
    text = _BY_FULL_STOP.sub("", said(row, "authorString"))
    return listed or tuple(filter(None, (one.strip() for one in text.split(","))))


def _author(author: Row) -> str:
    """Return the name of one author."""
    family = said(author, "lastName")
    given = said(author, "firstName") or said(author, "initials")
    whole = said(author, "collectiveName") or said(author, "fullName")
    return ", ".join(filter(None, (family, given))) if family else whole


def _journal(row: Row, source: str) -> str:
    """Return the journal, of a preprint its server, of a chapter its book."""
    if source == "PPR":
        return said(row, "bookOrReportDetails", "publisher")
    journal = said(row, "journalInfo", "journal", "title") or said(row, "journalTitle")
    return journal or said(row, "bookOrReportDetails", "comprisingTitle")


def _dates(row: Row, source: str) -> tuple[str, ...]:
    """Return when it appeared on line and in print.

    ``firstPublicationDate`` and ``printPublicationDate`` are filled up to whole days by the server, so the words of
    the issue come before them; of a preprint all versions count, for the first is its publication.
    """
    if source == "PPR":
        posted = (said(one, "firstPublishDate") for one in rows(row, "versionList", "version"))
        return tuple(map(partial_date, (said(row, "firstPublicationDate"), *posted)))
    known = (
        partial_date(said(row, "electronicPublicationDate")),
        partial_date(said(row, "journalInfo", "dateOfPublication")),
    )
    return known if any(known) else (as_known(partial_date(said(row, "firstPublicationDate") or said(row, "pubYear"))),)


def _identifiers(row: Row, source: str) -> m.Identifiers:
    """Return the names of the work. A preprint's address names it for articles that call it their preprint."""
    return m.Identifiers(
        pmid=pmid_in(said(row, "pmid") or (said(row, "id") if source == "MED" else "")),
        pmcid=pmcid_in(said(row, "pmcid")),
        doi=doi_in(said(row, "doi")),
        url=f"{ARTICLE}/PPR/{said(row, 'id')}" if source == "PPR" else "",
    )


def _readable(row: Row) -> str:
    """Return where the full text can be read by anyone, as PDF before other ways."""
    ways = {
        said(one, "documentStyle").lower(): said(one, "url")
        for one in reversed(rows(row, "fullTextUrlList", "fullTextUrl"))
        if said(one, "availabilityCode") in _FREE
    }
    listed = next((ways[style] for style in _STYLES if ways.get(style)), "")
    pmcid = pmcid_in(said(row, "pmcid"))
    held = pmcid and "Y" in {said(row, "inEPMC"), said(row, "isOpenAccess")}
    return listed or (f"https://europepmc.org/articles/{pmcid}" if held else "")
