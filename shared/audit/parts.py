"""The text fields of a report that the ledger covers, and what they are called."""

from typing import NamedTuple

SUMMARY, CLINICAL, MECHANISTIC, CONCLUSION = (
    "Executive summary",
    "Clinical findings",
    "Mechanistic findings",
    "Conclusion",
)
TITLE, LIMITATIONS, HYPOTHESES, KEY_FINDINGS, CANDIDATES = (
    "Title",
    "Limitations",
    "Hypotheses tested",
    "Key findings",
    "Drug candidates",
)
EVIDENCE_TABLE = "Evidence table"
EVIDENTIAL = frozenset({SUMMARY, CLINICAL, MECHANISTIC, CONCLUSION})
"""Sections whose declarative sentences are drawn from sources and must cite them."""


class Part(NamedTuple):
    """One text field of a report; a row such as a key finding has its sources beside it."""

    section: str
    text: str
    source_ids: tuple[str, ...] = ()
