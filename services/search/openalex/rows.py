"""From a work of OpenAlex to a record. Pure."""

import re
from collections.abc import Mapping
from dataclasses import replace

from services.search.json_fields import Row, as_row, count, inner, rows, said
from services.search.precision import as_known
from shared import messages as m
from shared.library import Record, Skipped
from shared.library.dates import partial_date
from shared.library.kinds import is_preprint_doi, kind_of
from shared.library.spoken_names import listed_name
from shared.works import normalise

_SKIPPED = {
    "paratext": "it is front matter of a journal, not a work",
    "libguides": "it is a library's guide, not a work",
    "supplementary-materials": "it is a supplement, not a work of its own",
    "peer-review": "it is a review of a manuscript, not a study",
}
_TYPES = {
    "article": ("Journal Article",),
    "review": ("Review",),
    "editorial": ("Editorial",),
    "letter": ("Letter",),
    "preprint": ("Preprint",),
    "erratum": ("Published Erratum",),
    "retraction": ("Retraction of Publication",),
}
"""OpenAlex's types, in the words of PubMed."""

_RECORD_TYPES = {
    "book": "book",
    "book-chapter": "book-chapter",
    "reference-entry": "book-chapter",
    "dissertation": "thesis",
    "dataset": "dataset",
    "report": "report",
    "standard": "report",
    "posted-content": "preprint",
}
_CONCERN = re.compile(r"\W*(?:editorial\s+)?expression of concern\b", re.IGNORECASE)
_HOST = re.compile(r"\s*\(.*\)\s*$")


def record(given: object) -> Record | Skipped:
    """Return what one work says, or why it cannot be used."""
    row = as_row(given)
    name = f"OpenAlex {said(row, 'id').rpartition('/')[2]}" if said(row, "id") else "a row without an id"
    kind = said(row, "type")
    if reason := _SKIPPED.get("paratext" if row.get("is_paratext") is True else kind):
        return Skipped(name, reason)
    if not (said(row, "title") or said(row, "display_name")):
        return Skipped(name, "it has no title, so it cannot be cited")
    read = _record(row, name)
    return read if row.get("is_retracted") is not True or _is_notice(read) else _retracted(read)


def _record(row: Row, name: str) -> Record:
    """Return what a work with a title says, but for its retraction."""
    kind = said(row, "type")
    return Record(
        name=name,
        title=said(row, "title") or said(row, "display_name"),
        abstract=(("", restored(inner(row, "abstract_inverted_index"))),),
        authors=tuple(filter(None, map(_author, rows(row, "authorships")))),
        journal=_journal(row),
        volume=said(row, "biblio", "volume"),
        issue=said(row, "biblio", "issue"),
        pages=_pages(said(row, "biblio", "first_page"), said(row, "biblio", "last_page")),
        dates=(as_known(partial_date(said(row, "publication_date") or said(row, "publication_year"))),),
        identifiers=_identifiers(row),
        url=said(row, "id"),
        language=said(row, "language"),
        publication_types=_TYPES.get(kind, ()),
        mesh_terms=tuple(dict.fromkeys(filter(None, (said(one, "descriptor_name") for one in rows(row, "mesh"))))),
        record_type=_RECORD_TYPES.get(kind, "") or _RECORD_TYPES.get(said(row, "type_crossref"), ""),
        is_notice=kind == "retraction",
        versions=_versions(row),
        cited_by=count(row, "cited_by_count"),
        open_access_url=_readable(row),
    )


def restored(index: Mapping[str, object]) -> str:
    """Return the text of an inverted index: each word, and the places where it stands."""
    placed = sorted(
        (place, word)
        for word, places in index.items()
        if isinstance(places, list)
        for place in places
        if isinstance(place, int)
    )
    return " ".join(word for _, word in placed)


def _is_notice(read: Record) -> bool:
    """Say whether a record is about another work: OpenAlex flags some notices with the work they take back."""
    return kind_of(read) == "erratum" or _CONCERN.match(read.title) is not None


def _retracted(read: Record) -> Record:
    """Return the record as one of a retracted work."""
    return replace(read, retraction="retracted")


def _identifiers(row: Row) -> m.Identifiers:
    """Return the names of the work, which OpenAlex writes as addresses; its PMCIDs there lack their letters."""
    ids = inner(row, "ids")
    return normalise(
        m.Identifiers(
            openalex=said(row, "id") or said(ids, "openalex"),
            doi=said(row, "doi") or said(ids, "doi"),
            pmid=_last(said(ids, "pmid")),
            pmcid=_last(said(ids, "pmcid")),
        )
    )


def _last(address: str) -> str:
    """Return the last part of an address."""
    return address.rstrip("/").rpartition("/")[2]


def _author(authorship: Row) -> str:
    """Return an author as reference lists have it."""
    return listed_name(said(authorship, "author", "display_name") or said(authorship, "raw_author_name"))


def _journal(row: Row) -> str:
    """Return the journal; a repository is none, but for a preprint its server is."""
    source = inner(row, "primary_location", "source")
    if said(source, "type") == "repository" and said(row, "type") != "preprint":
        return ""
    return _HOST.sub("", said(source, "display_name"))


def _pages(first: str, last: str) -> str:
    """Return a range of pages, a single one once."""
    return first if last in {"", first} else f"{first}-{last}"


def _versions(row: Row) -> tuple[str, ...]:
    """Return the DOIs of preprints that OpenAlex holds for places of the same work."""
    own = _identifiers(row).doi
    places = (normalise(m.Identifiers(doi=said(one, "landing_page_url"))).doi for one in rows(row, "locations"))
    return tuple(dict.fromkeys(f"doi:{doi}" for doi in places if doi != own and is_preprint_doi(doi)))


def _readable(row: Row) -> str:
    """Return where the full text can be read by anyone, as PDF before other ways."""
    if inner(row, "open_access").get("is_oa") is False:
        return ""
    best = inner(row, "best_oa_location")
    return said(best, "pdf_url") or said(row, "open_access", "oa_url") or said(best, "landing_page_url")
