"""The golden case as orders whose facts are the key's own: judge and report are asked without any search.

So what they make of evidence is held against the key apart from how records are found, merged and described.
"""

from collections.abc import Iterable
from datetime import timedelta

from services.judge.judging import judge
from services.judge.rubric import RubricAssessor
from services.report.rules import RuleWriter
from services.report.writing import write
from services.search.clinicaltrials.rows import record
from services.search.pieces import piece_of
from shared import clock
from shared import messages as m
from shared.library import Provenance, Reference, concluded
from shared.library.formats import reader_of
from shared.library.values import Record
from tests.builders import RUN, make_record

from .answers import QUESTION, WORKS
from .registry import ENTRIES
from .running import HERE

NUMBERS = {
    "ORCHARD": "NCT90000001",
    "MEADOW": "NCT90000007",
    "HARBOUR": "NCT90000008",
    "Halloran": "ISRCTN90000006",
    "SUMMIT": "NCT90000019",
    "BEACON": "NCT90000022",
    "PIER": "NCT90000023",
}
"""Registry numbers of the studies that have one."""


def references() -> dict[str, Reference]:
    """Return the records of the case by the key's names."""
    found: dict[str, Reference] = {}
    for name in ("corpus.nbib", "page.ris"):
        text = (HERE / name).read_text(encoding="utf-8")
        reader = reader_of(text)
        assert reader is not None
        found |= {
            (one.identifiers.pmid or "page"): _read(one, "library")
            for one in _records(reader.parse(text, name).records)
        }
    return found | {one.name: _read(one, "clinicaltrials") for one in _records(map(record, ENTRIES))}


def _records(told: Iterable[object]) -> list[Record]:
    """Return what was read; nothing of the case may be skipped."""
    records = list(told)
    assert all(isinstance(one, Record) for one in records)
    return records  # type: ignore[return-value] # as asserted


def _read(told: Record, source: m.SourceName) -> Reference:
    """Return the work that a record stands for."""
    made = concluded(told, Provenance(source, "the record"))
    assert isinstance(made, Reference)
    return made


def report_order() -> m.ReportRequested:
    """Return the order of the report, every work described as the key describes it, all of them read."""
    read = references()
    numbered = [(f"S{n}", name, read[name]) for n, name in enumerate(WORKS, start=1)]
    now = clock.now()
    return m.ReportRequested(
        run_id=RUN,
        step="report",
        expires_at=now + timedelta(minutes=2),
        question=QUESTION,
        bibliography=tuple(_listed(*one) for one in numbered),
        evidence=tuple(_piece(*one) for one in numbered),
        record=m.RunRecord(searches=(make_record(query=QUESTION, asked_at=now),), rounds=1),
    )


def _listed(source_id: str, name: str, read: Reference) -> m.Reference:
    """Return a work as the registry would list it."""
    key, work = WORKS[name], read.work
    return m.Reference(
        source_id=source_id,
        citation=work.citation,
        identifiers=work.identifiers,
        kind=work.kind,
        design=key.get("design", "unknown"),
        subject_studied=key.get("subject", "unknown"),
        study_id=NUMBERS.get(key["study"], source_id),
        retraction=_retraction(name),
        trial=work.trial,
    )


def _piece(source_id: str, name: str, read: Reference) -> m.Evidence:
    """Return what was read of a work."""
    key = WORKS[name]
    facts: dict[str, object] = {
        "source_id": source_id,
        "study_id": NUMBERS.get(key["study"], source_id),
        "design": key.get("design", "unknown"),
        "subject": key.get("subject", "unknown"),
        "retraction": _retraction(name),
    }
    return piece_of(read, 0.5, "1-search").model_copy(update=facts)


def _retraction(name: str) -> m.Retraction:
    """Return what the key says of a retraction."""
    return m.Retraction.model_validate({"status": WORKS[name].get("retraction", "not-checked")})


def judge_order(order: m.ReportRequested) -> m.JudgeRequested:
    """Return the judge's order on the same pieces."""
    return m.JudgeRequested(
        run_id=RUN, step="1-judge", expires_at=order.expires_at, question=order.question, evidence=order.evidence
    )


async def report_from_key() -> tuple[m.ReportRequested, m.ResearchReport]:
    """Return the order and the report that judge and report make of it, both by rules."""
    order = report_order()
    judged = await judge(judge_order(order), RubricAssessor())
    order = order.model_copy(update={"assessment": judged.assessment})
    return order, (await write(order, RuleWriter())).report
