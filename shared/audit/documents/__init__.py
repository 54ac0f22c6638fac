"""Audit any report in Markdown or HTML, ours or another system's (docs/auditing.md)."""

from .auditing import WORST_FIRST, audit_document
from .values import DocumentAudit, Kind, KnownWork, Listed, Marker, Problem, ProblemKind, Record
from .works import works_of_library, works_of_report

__all__ = [
    "WORST_FIRST",
    "DocumentAudit",
    "Kind",
    "KnownWork",
    "Listed",
    "Marker",
    "Problem",
    "ProblemKind",
    "Record",
    "audit_document",
    "works_of_library",
    "works_of_report",
]
