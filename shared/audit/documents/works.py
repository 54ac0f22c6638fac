"""Works that a document can be held against: from a report of ours, or from a library of references."""

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from shared import messages as m

from .values import KnownWork

if TYPE_CHECKING:
    from shared.library import Reference as LibraryReference


def works_of_report(report: m.ResearchReport) -> tuple[KnownWork, ...]:
    """Return the works of a report of ours, with the passages it was written from."""
    pieces: defaultdict[str, list[m.Evidence]] = defaultdict(list)
    for piece in report.evidence:
        pieces[piece.source_id].append(piece)
    listed = (*report.references, *report.reviewed_not_cited)
    return tuple(KnownWork(one, tuple(pieces[one.source_id])) for one in listed)


def works_of_library(references: Iterable["LibraryReference"]) -> tuple[KnownWork, ...]:
    """Return the works of a reference file, with their abstracts or whole texts."""
    return tuple(_of_library(f"S{number}", one) for number, one in enumerate(references, start=1))


def _of_library(source_id: str, one: "LibraryReference") -> KnownWork:
    """Return one work of a reference file."""
    work = one.work
    reference = m.Reference(
        source_id=source_id,
        citation=work.citation,
        identifiers=work.identifiers,
        kind=work.kind,
        design=work.design,
        subject_studied=work.subject,
        retraction=work.retraction,
        trial=work.trial,
    )
    if one.title_only or not one.text.strip():
        return KnownWork(reference)
    piece = m.Evidence(
        work_id=work.work_id,
        content=one.text,
        citation=work.citation,
        level="full-text" if one.file else "abstract",
        design=work.design,
        subject=work.subject,
        sample_size=work.sample_size,
        retraction=work.retraction,
        source_id=source_id,
    )
    return KnownWork(reference, (piece,))
