"""Hold the auditor of documents to a mutation: it names the one fault, where it is, and invents none."""

from collections import Counter
from collections.abc import Iterator

from shared import messages as m
from shared.audit.documents import (
    DocumentAudit,
    KnownWork,
    Problem,
    Record,
    audit_document,
    works_of_report,
)
from tests.audit.mutating import Mutation


def audit_of(mutation: Mutation, record: m.ResearchReport) -> DocumentAudit:
    """Return the audit of a mutated page by somebody who knows what the mutation lets them know."""
    looked_up = {name: None if title is None else Record(title) for name, title in (mutation.titles or {}).items()}
    sources = tuple(_retracted(record, mutation.retracted)) if mutation.retracted else ()
    return audit_document(
        mutation.page.text,
        kind="markdown",
        sources=sources,
        looked_up=looked_up,
        record=record if mutation.with_record else None,
    )


def _retracted(record: m.ResearchReport, number: str) -> Iterator[KnownWork]:
    """Yield the work of a footnote as a source gives it that knows of its retraction, without its texts."""
    source_id = next(one.source_id for one in record.footnotes if str(one.number) == number)
    for work in works_of_report(record):
        if work.reference.source_id == source_id:
            retraction = m.Retraction(status="retracted", checked_in="pubmed")
            yield KnownWork(work.reference.model_copy(update={"retraction": retraction}))


def wrong(mutation: Mutation, before: DocumentAudit, after: DocumentAudit) -> list[str]:
    """Return what an audit missed of a mutation, and what it made up."""
    return [*_missed(mutation, after), *_made_up(mutation, before, after)]


def _missed(mutation: Mutation, after: DocumentAudit) -> Iterator[str]:
    """Yield the places of the fault that no problem of its kind names."""
    kept = [one for one in after.problems if one.kind in mutation.wanted]
    named = [one for one in kept if mutation.said in (one.sentence or one.reference)]
    if mutation.labels:
        marked = {one.marker for one in named}
        if mutation.name == "references swapped":
            yield from (f"missed: {label}" for label in sorted(mutation.labels - marked))
        elif not mutation.labels & marked:
            yield f"missed: one of {sorted(mutation.labels)}"
    else:
        lines = {one.line for one in named}
        yield from (f"missed: line {line}" for line in sorted(mutation.lines - lines))


def _made_up(mutation: Mutation, before: DocumentAudit, after: DocumentAudit) -> Iterator[str]:
    """Yield the problems that are not the mutation's and were not there before."""
    new = Counter(map(_essence, after.problems)) - Counter(map(_essence, before.problems))
    for one in after.problems:
        if new[_essence(one)] and not _explained(one, mutation):
            yield f"made up: {one.kind} in line {one.line}: {one.message}"


def _essence(one: Problem) -> tuple[str, str, str]:
    """Return what stays of a problem when lines move and the words around it change."""
    return one.kind, one.marker, one.message


def _explained(one: Problem, mutation: Mutation) -> bool:
    """Say whether a problem is the fault itself or follows from it, where the mutation was made."""
    here = one.marker in mutation.labels or one.line in mutation.lines
    return here and one.kind in mutation.wanted | mutation.beside
