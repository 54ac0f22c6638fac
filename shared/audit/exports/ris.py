"""References as RIS, which every reference manager imports."""

from collections.abc import Iterable, Iterator

from shared import messages as m
from shared.audit.exports.cleaning import in_a_line
from shared.audit.exports.csl import GENRES, name_of
from shared.audit.references import STATUS_NAMES, bare_doi, url_of, year_of

KINDS: dict[m.WorkKind, str] = {
    "article": "JOUR",
    "preprint": "UNPB",
    "abstract": "CPAPER",
    "erratum": "JOUR",
    "comment": "JOUR",
    "registry-entry": "ELEC",
    "protocol": "RPRT",
    "book": "BOOK",
    "web-page": "ELEC",
    "other": "GEN",
}


def to_ris(references: Iterable[m.Reference]) -> str:
    """Return references as a RIS file; what is not known is left out."""
    return "\n".join(map(_record, references))


def _record(reference: m.Reference) -> str:
    """Return one record, a line for each field."""
    lines = (f"{tag}  - {value}" for tag, value in _fields(reference) if value)
    return "\n".join((f"TY  - {KINDS[reference.kind]}", *lines, "ER  - ", ""))


def _fields(reference: m.Reference) -> Iterator[tuple[str, str]]:
    """Yield tags and values, each on one line: a line break would begin a field."""
    citation, known = reference.citation, reference.identifiers
    first, _, last = in_a_line(citation.pages).replace("–", "-").partition("-")
    yield "ID", reference.source_id
    yield "TI", in_a_line(citation.title)
    for author in citation.authors:
        parts = name_of(in_a_line(author))
        yield "AU", parts.get("literal") or f"{parts['family']}, {parts['given']}"
    yield "T2", in_a_line(citation.journal)
    yield "PY", year_of(citation)
    yield "DA", _date(citation.date)
    yield "VL", in_a_line(citation.volume)
    yield "IS", in_a_line(citation.issue)
    yield "SP", first.strip()
    yield "EP", last.strip()
    yield "DO", in_a_line(bare_doi(known.doi))
    yield "AN", in_a_line(known.pmid)
    yield "UR", url_of(reference)
    yield "M3", GENRES.get(reference.kind, "")
    yield "N1", STATUS_NAMES.get(reference.retraction.status, "")


def _date(date: str) -> str:
    """Return ``YYYY/MM/DD/`` with what is known of it; nothing where only the year is, which has its own field."""
    parts = in_a_line(date).split("-")
    return "/".join((*parts, *("",) * (4 - len(parts)))) if 1 < len(parts) < 4 else ""  # noqa: PLR2004 -- the parts of a date
