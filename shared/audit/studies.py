"""Bring the rows of the evidence table together by study: each study once, as the strongest of its works. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import get_args

from shared import messages as m
from shared.audit.attributing import SECONDARY

STRONGEST_FIRST: tuple[m.Design, ...] = get_args(m.Design)
_SUBJECTS: tuple[m.Subject, ...] = ("human", "animal", "in-vitro")
COUNTED_APART = "review: counted apart"
"""Why a review that takes part is in no count of studies; any other reason bars it."""


def by_study(table: Iterable[m.EvidenceRow]) -> Mapping[str, tuple[m.EvidenceRow, ...]]:
    """Return the rows that count by their study, the strongest first: those on people, then by design."""
    studies: dict[str, list[m.EvidenceRow]] = defaultdict(list)
    for row in table:
        if row.counted and not row.retraction.bars and row.design not in SECONDARY:
            studies[row.study_id or row.source_id].append(row)
    return {study: tuple(sorted(rows, key=_strength)) for study, rows in studies.items()}


def apart(table: Iterable[m.EvidenceRow]) -> tuple[m.EvidenceRow, ...]:
    """Return the reviews and guidelines that take part: barred by nothing but that they speak of others' studies."""
    reviews = (row for row in table if row.design in SECONDARY and not row.retraction.bars)
    return tuple(row for row in reviews if row.counted or row.why_not in {"", COUNTED_APART})


def _strength(row: m.EvidenceRow) -> tuple[int, int]:
    """Return where a work stands among those of its study."""
    subjects = (*_SUBJECTS, row.subject_studied)
    return subjects.index(row.subject_studied), STRONGEST_FIRST.index(row.design)
