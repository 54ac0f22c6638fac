"""References as CSL-JSON: what every reference manager and every CSL processor reads."""

import json
import re
from collections.abc import Iterable
from typing import Any

from shared import messages as m
from shared.audit.exports.cleaning import in_a_line
from shared.audit.references import STATUS_NAMES, bare_doi, url_of

TYPES: dict[m.WorkKind, str] = {
    "article": "article-journal",
    "preprint": "article",
    "abstract": "paper-conference",
    "erratum": "article-journal",
    "comment": "article-journal",
    "registry-entry": "webpage",
    "protocol": "report",
    "book": "book",
    "web-page": "webpage",
    "other": "article",
}
GENRES: dict[m.WorkKind, str] = {
    "preprint": "preprint",
    "abstract": "conference abstract",
    "erratum": "erratum",
    "comment": "comment",
    "registry-entry": "trial registration",
    "protocol": "study protocol",
}

Item = dict[str, Any]

_INITIALS = re.compile(r"(?P<family>.*\S)\s+(?P<given>[^\W\d_a-z]{1,4})")
_COLLECTIVE = re.compile(
    r"\b(?:groups?|consortium|network|collaborat(?:ion|ive|ors)|investigators|committee|team|society|association"
    r"|organi[sz]ation|institutes?|cent(?:er|re)|alliance|initiative|council|task force|foundation|agency"
    r"|panel|programme|program|registry|university|hospital|ministry|department)\b",
    re.IGNORECASE,
)
"""Words of a name that no person bears: what stands behind them is a country or a short form."""
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?")


def to_csl_json(references: Iterable[m.Reference]) -> str:
    """Return references as a CSL-JSON file."""
    return json.dumps([item_of(one) for one in references], ensure_ascii=False, indent=2) + "\n"


def item_of(reference: m.Reference) -> Item:
    """Return a reference as one item; what is not known is left out."""
    citation, known = reference.citation, reference.identifiers
    item: Item = {
        "id": reference.source_id,
        "type": TYPES[reference.kind],
        "title": in_a_line(citation.title),
        "author": [name_of(one) for one in map(in_a_line, citation.authors) if one],
        "issued": date_of(citation.date),
        "container-title": "" if "://" in citation.journal else in_a_line(citation.journal),
        "volume": in_a_line(citation.volume),
        "issue": in_a_line(citation.issue),
        "page": in_a_line(citation.pages),
        "genre": GENRES.get(reference.kind, ""),
        "DOI": in_a_line(bare_doi(known.doi)),
        "PMID": in_a_line(known.pmid),
        "PMCID": in_a_line(known.pmcid),
        "URL": url_of(reference),
        "note": STATUS_NAMES.get(reference.retraction.status, ""),
    }
    return {name: value for name, value in item.items() if value}


def name_of(author: str) -> dict[str, str]:
    """Return a person's name in its parts; a collective name as it is."""
    family, comma, given = (part.strip() for part in author.partition(","))
    if comma and family and given:
        return {"family": family, "given": given}
    found = _INITIALS.fullmatch(author)
    if found and not _COLLECTIVE.search(author):
        return {"family": found["family"], "given": " ".join(found["given"])}
    return {"literal": author}


def date_of(date: str) -> Item:
    """Return a date with the precision it was given in; nothing where it is none."""
    found = _DATE.match(date.strip())
    return {"date-parts": [[int(part) for part in found.groups() if part]]} if found else {}
