"""One line per work: title, journal, year and the link by which it can be found.

All of it comes from the registry. Which style (APA, BibTeX …) is another matter.
"""

import re
from collections.abc import Iterable
from urllib.parse import quote

from shared import messages as m

STATUS_NAMES = {
    "retracted": "RETRACTED",
    "concern": "expression of concern",
    "corrected": "corrected",
    "republished": "retracted and republished",
    "partially-retracted": "partially retracted",
}
LEVEL_NAMES = {
    "full-text": "full text read",
    "abstract": "abstract read",
    "registry": "registry entry read",
    "title-only": "title only",
    "web-page": "web page",
}
_YEAR = re.compile(r"(?:1[89]|20)\d\d")
_SAFE = "/:;()._-,~@=&+%?#"
_WEB = re.compile(r"https?://[^\s<>\"`\\]+", re.IGNORECASE)


def year_of(citation: m.Citation) -> str:
    """Return the year of a citation, or nothing."""
    found = _YEAR.search(citation.date)
    return found.group() if found else ""


def url_of(reference: m.Reference) -> str:
    """Return the most lasting address of a work; only ``https`` and ``http`` ever leave."""
    known = reference.identifiers
    if known.doi:
        return f"https://doi.org/{quote(bare_doi(known.doi), safe=_SAFE.replace('?', '').replace('#', ''))}"
    if known.pmid:
        return f"https://pubmed.ncbi.nlm.nih.gov/{quote(known.pmid, safe='')}/"
    if known.pmcid:
        return f"https://pmc.ncbi.nlm.nih.gov/articles/{quote(known.pmcid, safe='')}/"
    if known.openalex:
        return f"https://openalex.org/{quote(known.openalex.rsplit('/', 1)[-1], safe='')}"
    return next((quote(one, safe=_SAFE) for one in (known.url, reference.citation.url) if _WEB.fullmatch(one)), "")


def bare_doi(doi: str) -> str:
    """Return a DOI without the address of its resolver."""
    return re.sub(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", "", doi.strip(), flags=re.IGNORECASE)


def reference_text(reference: m.Reference, note: str = "") -> str:
    """Return ``Title — Journal (Year). https://doi.org/… (S3, note)``."""
    citation = reference.citation
    title = " ".join(citation.title.split()).rstrip(".")
    where = " ".join(part for part in (citation.journal, f"({year_of(citation) or 'n.d.'})") if part)
    status = STATUS_NAMES.get(reference.retraction.status, "")
    beside = ", ".join(filter(None, (reference.source_id, note)))
    parts = (f"{status}: {title}" if status else title, f"— {where}.", url_of(reference), f"({beside})")
    return " ".join(filter(None, parts))


def duplicates_among(references: Iterable[m.Reference]) -> tuple[str, ...]:
    """Return each pair of sources that share an identifier: one work under two numbers."""
    seen: dict[tuple[str, str], str] = {}
    pairs: list[str] = []
    for reference in references:
        for name in _names(reference):
            first = seen.setdefault(name, reference.source_id)
            if first != reference.source_id:
                pairs.append(f"{first} = {reference.source_id}")
    return tuple(dict.fromkeys(pairs))


def _names(reference: m.Reference) -> Iterable[tuple[str, str]]:
    """Yield the identifiers of a work that no other work has."""
    known = reference.identifiers
    found = (("doi", bare_doi(known.doi).lower()), ("pmid", known.pmid), ("pmcid", known.pmcid.upper()))
    return (name for name in found if name[1])
