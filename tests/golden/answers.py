"""Holds a report against the answer key: it knows the key and the report's own fields, and nothing of the product."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from shared import messages as m

KEY: Mapping[str, Any] = json.loads(Path(__file__).with_name("key.json").read_text(encoding="utf-8"))
QUESTION: str = KEY["question"]
WORKS: Mapping[str, Mapping[str, Any]] = KEY["works"]


class Answers:
    """A report in the words of the key: works by their names there, studies by theirs."""

    def __init__(self, report: m.ResearchReport, bibliography: Iterable[m.Reference]) -> None:
        self.report = report
        self.names = {one.source_id: _named(one) for one in bibliography}
        self.rows = {self.names[row.source_id]: row for row in report.evidence_table}

    def works(self, source_ids: Iterable[str]) -> set[str]:
        """Return works by the key's names."""
        return {self.names[one] for one in source_ids}

    def studies(self, source_ids: Iterable[str]) -> set[str]:
        """Return the studies of works by the key's names."""
        return {WORKS[name]["study"] for name in self.works(source_ids)}

    @property
    def contradictions(self) -> set[tuple[frozenset[frozenset[str]], str]]:
        """Return the two sides of each disagreement, each side its studies, with what they differ in."""
        return {(self._sides(one), one.differs_in) for one in self.report.contradictions}

    def _sides(self, conflict: m.Conflict) -> frozenset[frozenset[str]]:
        """Return the studies of each side."""
        both = (conflict.first_source_ids, conflict.second_source_ids)
        return frozenset(frozenset(self.studies(side)) for side in both)

    def numbered(self, name: str) -> str:
        """Return the S number of a work."""
        return next(source_id for source_id, known in self.names.items() if known == name)


def _named(reference: m.Reference) -> str:
    """Return what the key calls a work: its PMID, its registry number, or the page."""
    if reference.kind == "registry-entry":
        return reference.identifiers.url.rsplit("/", 1)[-1].upper()
    return reference.identifiers.pmid or "page"


def wrong_facts(answers: Answers) -> list[str]:
    """Return every fact of the evidence table that is not as the key has it."""
    fields = {
        "design": "design",
        "subject": "subject_studied",
        "size": "sample_size",
        "direction": "direction",
        "effect": "effect",
        "peer_reviewed": "peer_reviewed",
    }
    found = []
    for name, row in answers.rows.items():
        key = WORKS[name]
        told = {known: getattr(row, field) for known, field in fields.items()} | {"retraction": row.retraction.status}
        found += [
            f"{key['name']}: {one} is {told[one]!r}, not {key[one]!r}"
            for one in told
            if one in key and told[one] != key[one]
        ]
    return found


def wrong_exclusions(answers: Answers) -> list[str]:
    """Return every work of the table that counts and should not, or the other way round, or for another reason."""
    found = []
    for name, row in answers.rows.items():
        reason = WORKS[name].get("excluded", "")
        if row.counted == bool(reason) or reason not in row.why_not:
            found.append(f"{WORKS[name]['name']}: counted {row.counted}, {row.why_not!r}, not {reason!r}")
    return found


def wrong_studies(answers: Answers) -> list[str]:
    """Return the studies of the key whose works do not share a study, and works that share one with another study."""
    told: dict[str, set[str]] = {}
    for name, row in answers.rows.items():
        told.setdefault(row.study_id, set()).add(WORKS[name]["study"])
    mixed = [f"{one} holds {studies}" for one, studies in told.items() if len(studies) > 1]
    ids = {
        study: {one for one, studies in told.items() if study in studies}
        for study in {w["study"] for w in WORKS.values()}
    }
    return mixed + [f"{study} has {known}" for study, known in ids.items() if len(known) > 1]
