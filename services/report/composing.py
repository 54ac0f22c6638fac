"""Put a report together: the writer's prose as it may leave, and all that the program says. Pure."""

from dataclasses import dataclass, replace

from shared import messages as m
from shared.audit.auditing import audited
from shared.audit.footnotes import footnotes_for
from shared.audit.foreign import without_dangling
from shared.audit.inspecting import (
    CLINICAL,
    CONCLUSION,
    HYPOTHESES,
    LIMITATIONS,
    MECHANISTIC,
    SUMMARY,
    TITLE,
    Inspection,
)
from shared.audit.markers import cited
from shared.audit.rendering import body
from shared.audit.shelf import Shelf, shelf_of

from .appraising import evidence_rows
from .conflicts import standing_conflicts
from .counting import study_counts, tested
from .cutting import without_cut
from .drafting import Draft
from .grouping import Groups, groups_of
from .readings import direction_of_answer
from .recording import levels_read, limitations, methodology
from .rows import candidates, candidates_left_out, hypotheses_left_out, revised, with_markers
from .searches import sources_searched
from .standing import fitted
from .theming import themes_of


@dataclass(frozen=True)
class _Material:
    """All a report is made from."""

    order: m.ReportRequested
    draft: Draft
    inspection: Inspection
    shelf: Shelf
    groups: Groups


def composed(
    order: m.ReportRequested, draft: Draft, inspection: Inspection, sent_back: tuple[str, ...] = ()
) -> m.ResearchReport:
    """Return the whole report: prose, rows, the program's parts, then footnotes and audit over all of it.

    *sent_back* are the problems for which the audit had the first draft written again.
    """
    shelf = shelf_of(order.bibliography, order.evidence)
    groups = groups_of(shelf, order.evidence, order.question)
    material = _Material(order, draft, inspection, shelf, groups)
    summary, cut = _summary(material)
    inspection = without_cut(inspection, summary) if cut else inspection
    material = replace(material, inspection=inspection)
    report = _referenced(_unnumbered(material, summary), material)
    inspection = replace(inspection, problems=(*inspection.problems, *cut))
    audit = audited(report, inspection, shelf).model_copy(update={"sent_back": sent_back})
    return report.model_copy(update={"audit": audit})


def _summary(material: _Material) -> tuple[str, tuple[str, ...]]:
    """Return the summary in its bounds, and a problem where something had to be left out for it."""
    written = " ".join(material.inspection.final(SUMMARY, material.draft.executive_summary).split())
    summary = fitted(written, material.order.record)
    return summary, () if written in summary else (f"{SUMMARY}: cut at its greatest length",)


def _unnumbered(material: _Material, summary: str) -> m.ResearchReport:
    """Return the report before its sources are numbered."""
    order, final = material.order, material.inspection.final
    rows = tuple(revised(row, material.inspection) for row in candidates(order, material.shelf))
    judged = order.assessment
    return m.ResearchReport(
        references=(),
        title=final(TITLE, material.draft.title),
        executive_summary=summary,
        research_question=order.question,
        methodology=methodology(order, material.groups, material.draft.made_by),
        hypotheses_tested=_hypotheses(material),
        mechanistic_findings=_section(MECHANISTIC, material.draft.mechanistic_findings, material),
        clinical_findings=_section(CLINICAL, material.draft.clinical_findings, material),
        drug_candidates=_drugs(material, rows),
        limitations=_limitations(material),
        conclusion=final(CONCLUSION, material.draft.conclusion),
        sources_searched=sources_searched(order.record),
        total_papers_reviewed=max(order.record.flow.judged, len({piece.source_id for piece in order.evidence})),
        search_rounds=order.record.rounds,
        confidence_score=judged.confidence if judged else 0.0,
        direction=direction_of_answer(order, material.groups),
        certainty_reasons=_certainty(material),
        study_flow=order.record.flow,
        study_counts=study_counts(material.groups),
        candidate_details=rows,
        evidence_table=evidence_rows(material.groups, material.shelf, order.question),
        themes=themes_of(material.groups, judged.details.key_findings if judged else ()),
        contradictions=standing_conflicts(judged.details.conflicts if judged else (), material.shelf),
        claims=material.inspection.claims,
        evidence=tuple(piece for piece in order.evidence if piece.source_id in material.shelf),
        made_by=material.draft.made_by,
    )


def _hypotheses(material: _Material) -> tuple[m.TestedHypothesis, ...]:
    """Return the hypotheses with their labels as they may leave."""
    shown = tested(material.order.hypotheses, material.shelf)
    final = material.inspection.final
    return tuple(one.model_copy(update={"mechanism": final(HYPOTHESES, one.mechanism)}) for one in shown)


def _section(title: str, drafted: str, material: _Material) -> m.ReportSection:
    """Return a section of findings; one that cites nothing says why."""
    content = material.inspection.final(title, drafted)
    citations = cited(content)
    note = "" if citations else _why_nothing(title, material.groups)
    return m.ReportSection(title=title, content=content, citations=citations, coverage_note=note)


def _why_nothing(title: str, groups: Groups) -> str:
    """Return why a section cites nothing, as far as the program knows."""
    if not groups.usable:
        return "nothing that may support a finding was read."
    if title == CLINICAL and not (groups.human or groups.human_secondary):
        return "none of the works read reports a result in humans; see the mechanistic findings for the rest."
    if title == MECHANISTIC and not groups.preclinical:
        return "no passage that states a mechanism, and no work in animals or in vitro, was among the works read."
    return "the writer cited no source here."


def _certainty(material: _Material) -> tuple[str, ...]:
    """Return the judge's reasons; their S numbers become markers, those of no source are named."""
    judged = material.order.assessment
    reasons = judged.certainty_reasons if judged and material.groups.usable else ()
    return tuple(without_dangling(with_markers(reason), material.shelf) for reason in reasons)


def _drugs(material: _Material, rows: tuple[m.CandidateDetails, ...]) -> tuple[str, ...]:
    """Return the candidates' names: those of the rows, and those the judge named without one."""
    judged = material.order.assessment
    out = candidates_left_out(material.order, material.shelf)
    named = judged.details.drug_candidates if judged and material.groups.usable else ()
    return tuple(dict.fromkeys((*(row.drug for row in rows), *(drug for drug in named if drug not in out))))


def _limitations(material: _Material) -> tuple[str, ...]:
    """Return the program's limitations and the writer's, and what was left out with the reason."""
    left_out = {
        "Candidates": ", ".join(candidates_left_out(material.order, material.shelf)),
        "Hypotheses": "; ".join(hypotheses_left_out(material.order, material.shelf)),
    }
    told = (
        f"{kind} left out because no work that stands supports them: {out}." for kind, out in left_out.items() if out
    )
    beside = (material.inspection.final(LIMITATIONS, one) for one in material.draft.limitations)
    return (*limitations(material.order, material.groups, material.draft.made_by), *told, *beside)


def _referenced(report: m.ResearchReport, material: _Material) -> m.ResearchReport:
    """Return the report with footnotes, references in their order, and what was reviewed besides."""
    known = {one.source_id: one for one in material.order.bibliography}
    notes = footnotes_for(body(report), known, levels_read(material.groups))
    met = {one.source_id for one in notes}
    return report.model_copy(
        update={
            "footnotes": notes,
            "references": tuple(known[one.source_id] for one in notes),
            "reviewed_not_cited": tuple(one for name, one in known.items() if name not in met),
            "study_flow": report.study_flow.model_copy(update={"cited": len(notes)}),
        }
    )
