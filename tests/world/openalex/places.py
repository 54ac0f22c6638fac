"""Where OpenAlex says that a paper stands, and who can read it there."""

import zlib
from typing import Any

from tests.world.shapes import Paper

Work = dict[str, Any]
PMC = "https://www.ncbi.nlm.nih.gov/pmc/articles/"


def location(paper: Paper, doi: str | None) -> Work:
    """Return where a paper stands."""
    free, is_preprint = paper.open_access, paper.kind == "preprint"
    version = ("submittedVersion" if is_preprint else "publishedVersion") if free else None
    return {
        "is_oa": free,
        "landing_page_url": doi or f"https://pubmed.ncbi.nlm.nih.gov/{paper.pmid}",
        "pdf_url": f"{PMC}{paper.pmcid}/pdf" if free and paper.pmcid else None,
        "source": _journal(paper, "repository" if is_preprint else "journal"),
        "license": "cc-by" if free else None,
        "license_id": "https://openalex.org/licenses/cc-by" if free else None,
        "version": version,
        "is_accepted": free and not is_preprint,
        "is_published": free and not is_preprint,
    }


def _journal(paper: Paper, type_: str) -> Work:
    """Return a journal or repository."""
    number = zlib.crc32(paper.journal.encode())
    issn = f"9999-{zlib.crc32(f'issn {paper.journal}'.encode()) % 1000:03d}X"
    publisher = f"https://openalex.org/P{number % 1_000_000 + 9_000_000_000}"
    return {
        "id": f"https://openalex.org/S{number % 10_000_000 + 9_900_000_000}",
        "display_name": paper.journal,
        "issn_l": issn,
        "issn": [issn],
        "is_oa": paper.open_access,
        "is_in_doaj": paper.open_access,
        "is_indexed_in_scopus": False,
        "is_core": True,
        "host_organization": publisher,
        "host_organization_name": "Invented Press",
        "host_organization_lineage": [publisher],
        "host_organization_lineage_names": ["Invented Press"],
        "type": type_,
    }


def access(paper: Paper, doi: str | None) -> Work:
    """Return whether a paper can be read by anyone."""
    free = paper.open_access
    colour = ("green" if paper.kind == "preprint" else "gold") if free else "closed"
    address = doi or (f"{PMC}{paper.pmcid}" if paper.pmcid else None)
    return {
        "is_oa": free,
        "oa_status": colour,
        "oa_url": address if free else None,
        "any_repository_has_fulltext": bool(free and paper.pmcid),
    }
