"""What an answer means for a run: texts are left behind, ids and numbers are kept."""

from collections.abc import Iterable
from dataclasses import replace

from shared import messages as m
from shared.audit.numbers import numbers_of
from shared.finders import finder, first_of_each
from shared.registry import WorkKey, key_of
from shared.searches import CUT

from .state import Lean, Outcome, Run, Verdict, new_queries

ANSWERS: dict[str, tuple[type[m.Answer], ...]] = {
    "search": (m.SearchCompleted, m.SearchFailed),
    "retrieval": (m.RetrievalCompleted, m.RetrievalFailed),
    "hypothesis": (m.HypothesisCompleted, m.HypothesisFailed),
    "judge": (m.JudgeCompleted, m.JudgeFailed),
    "report": (m.ReportCompleted, m.ReportFailed),
}
"""What may answer an order to each agent; anything else comes from the wrong agent."""

Pairs = tuple[tuple[str, str], ...]

MOST_GAPS = 8
MOST_GAP = 200
"""Gaps that a state keeps of one assessment, and characters of each: orders to search carry them."""

MOST_ASKED = 2_000
"""Characters of what a source was asked, in all its ways: whoever looks again pastes it, so it is kept whole."""

MOST_TEXT = 600
MOST_NAME = 120
MOST_NAMES = 20
MOST_NOTES = 5
"""Characters, and names of skipped records, that a state keeps of what others wrote: it must fit its bucket."""


def outcome_of(heard: m.Answer, run: Run, same: Pairs = ()) -> Outcome:
    """Return what *heard* means; *same* are pairs of records that the memory thinks are one work."""
    notes = heard.notes[:MOST_NOTES] if isinstance(heard, m.Completed) else ()
    return replace(_meaning(heard, run, same), notes=tuple(map(bounded, notes)))


def _meaning(heard: m.Answer, run: Run, same: Pairs) -> Outcome:
    """Return what an answer means, without what it says of itself."""
    match heard:
        case m.Failed():
            return Outcome(failed=bounded(heard.reason), over_budget=heard.over_budget)
        case m.Found():
            return _found(heard, same)
        case m.HypothesisCompleted():
            return _proposed(heard, run)
        case m.JudgeCompleted():
            return _judged(heard, run)
        case m.ReportCompleted():
            return Outcome(leans=tuple(_of_sections(heard.report)), audit=numbers_of(heard.report.audit))
    message = f"{type(heard).__name__} is no answer that the coordinator knows"
    raise TypeError(message)


def _found(heard: m.Found, same: Pairs) -> Outcome:
    """Keep the identities, and which works have evidence, best first."""
    proposed = {tuple(sorted((pair.first, pair.second))) for pair in heard.same_works}
    together = proposed | {tuple(sorted(pair)) for pair in same}
    return Outcome(
        keys=tuple(_keys(heard)),
        pieces=tuple(dict.fromkeys(piece.work_id for piece in heard.evidence)),
        same=tuple((first, second) for first, second in sorted(together)),
        searches=tuple(_noted(record, heard.step) for record in heard.searches),
    )


def _keys(heard: m.Found) -> Iterable[WorkKey]:
    """Yield what each record says of which work it is, with the queries that found it."""
    for nth, work in enumerate(heard.works):
        places = heard.found_by[nth] if nth < len(heard.found_by) else ()
        asked = (place for place in places if place < len(heard.searches))
        names = first_of_each(finder(heard.searches[place].source, heard.step, place) for place in asked)
        yield replace(key_of(work), found_by=names)


def _noted(record: m.SearchRecord, step: str) -> m.SearchRecord:
    """Return what was asked of a source at a step; its texts are bounded, the counts say how much there was."""
    update = {
        "step": step,
        "query": bounded(record.query),
        "asked": bounded(record.asked, MOST_ASKED),
        "reason": bounded(record.reason),
        "skipped_names": tuple(bounded(name, MOST_NAME) for name in record.skipped_names[:MOST_NAMES]),
    }
    return record.model_copy(update=update)


def bounded(text: str, most: int = MOST_TEXT) -> str:
    """Return the text, cut where it would swell the state of the run."""
    return text if len(text) <= most else text[: most - 1] + CUT


def _proposed(heard: m.HypothesisCompleted, run: Run) -> Outcome:
    """Keep what to ask next, what is not known yet, and what leans on which source."""
    gaps = (" ".join(gap.split()) for gap in heard.assessment.knowledge_gaps)
    return Outcome(
        queries=new_queries(run, heard.queries),
        gaps=tuple(bounded(gap, MOST_GAP) for gap in gaps if gap)[:MOST_GAPS],
        leans=tuple(_of_hypotheses(heard.assessment.hypotheses)),
    )


def _judged(heard: m.JudgeCompleted, run: Run) -> Outcome:
    """Keep the scores the rule needs, what to ask next, and what leans on which source."""
    details = heard.assessment.details
    findings = (Lean("finding", one.finding_id, one.source_ids) for one in details.key_findings)
    conflicts = (
        Lean("conflict", one.conflict_id, (*one.first_source_ids, *one.second_source_ids)) for one in details.conflicts
    )
    return Outcome(
        verdict=Verdict(details.mechanism_score, details.clinical_evidence_score, heard.assessment.confidence),
        queries=new_queries(run, heard.assessment.next_search_queries),
        leans=(*findings, *conflicts),
        judged=heard.pieces_judged,
    )


def _of_hypotheses(hypotheses: Iterable[m.MechanismHypothesis]) -> Iterable[Lean]:
    """Yield each hypothesis with the sources for and against it."""
    for one in hypotheses:
        sources = (*one.derived_from, *one.supporting_evidence, *one.contradicting_evidence, *one.tested_by)
        yield Lean("hypothesis", one.hypothesis_id, tuple(dict.fromkeys(sources)))


def _of_sections(report: m.ResearchReport) -> Iterable[Lean]:
    """Yield each part of the report with the sources its claims cite."""
    sections: dict[str, dict[str, None]] = {}
    for claim in report.claims:
        sections.setdefault(claim.section, {}).update(dict.fromkeys(claim.source_ids))
    return (Lean("section", name, tuple(sources)) for name, sources in sections.items() if sources)
