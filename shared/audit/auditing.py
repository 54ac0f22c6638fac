"""Audit a finished report: every citation must hold, from whichever side one looks.

The audit reads the report and the registry alone, so that anyone who has both can repeat it.
"""

import re
from collections.abc import Iterable, Iterator

from shared import messages as m
from shared.audit.inspecting import Inspection
from shared.audit.markers import cited
from shared.audit.references import duplicates_among
from shared.audit.rendering import body, to_markdown
from shared.audit.shelf import Shelf

_USED = re.compile(r"\[\^(\d+)\](?!:)")
_DEFINED = re.compile(r"^\[\^(\d+)\]:", re.MULTILINE)


def audited(report: m.ResearchReport, inspection: Inspection, shelf: Shelf) -> m.Audit:
    """Return what the audit found in *report*, whose parts *inspection* marked."""
    listed = {reference.source_id for reference in report.references}
    met = cited(body(report))
    return m.Audit(
        markers=inspection.markers,
        markers_rewritten=inspection.markers_rewritten,
        works_registered=len(shelf.sources),
        works_merged=report.study_flow.merged,
        disagreements=sum(bool(claim.disagreement) for claim in inspection.claims),
        dangling=inspection.dangling,
        orphans=tuple(sorted(listed - set(met), key=_number)),
        invented=inspection.invented,
        duplicates=duplicates_among(report.references),
        retracted_cited=tuple(one for one in met if one in shelf and shelf[one].retracted),
        claims=len(inspection.claims),
        claims_checked=inspection.claims_checked,
        evidence_sentences=inspection.evidence_sentences,
        cited_sentences=inspection.cited_sentences,
        program_sentences=inspection.program_sentences,
        problems=(*inspection.problems, *faults_of(report)),
    )


def _number(source_id: str) -> int:
    """Return the number of an S number, so that S9 comes before S10."""
    return int(source_id.removeprefix("S"))


def faults_of(report: m.ResearchReport) -> tuple[str, ...]:
    """Return where text, references and footnotes of a report disagree; nothing in a sound one."""
    return tuple(_faults(report))


def _faults(report: m.ResearchReport) -> Iterator[str]:
    """Yield each disagreement as a sentence."""
    met, listed = set(cited(body(report))), {one.source_id for one in report.references}
    noted = {one.source_id for one in report.footnotes}
    yield from _each("{} is cited, but no reference lists it", met - listed)
    yield from _each("{} is listed as a reference, but never cited", listed - met)
    yield from _each("{} is cited, but has no footnote", met - noted)
    page = to_markdown(report)
    used, defined = set(_USED.findall(page)), set(_DEFINED.findall(page))
    yield from _each("footnote {} is used, but not defined", used - defined)
    yield from _each("footnote {} is defined, but never used", defined - used)
    yield from _each("{} are one work under two numbers", duplicates_among(report.references))
    yield from _each("the section {} cites nothing and does not say why", _silent(report))


def _each(sentence: str, names: Iterable[str]) -> Iterator[str]:
    """Yield *sentence* about each name."""
    return map(sentence.format, sorted(names))


def _silent(report: m.ResearchReport) -> Iterator[str]:
    """Yield the sections of findings that cite nothing and give no reason."""
    for section in (report.clinical_findings, report.mechanistic_findings):
        if not cited(section.content) and not section.coverage_note:
            yield section.title
