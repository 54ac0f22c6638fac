"""What a run knows, in Markdown, for when no report could be written. Pure."""

from collections.abc import Iterable, Mapping, Sequence

from shared import messages as m

from .selecting import number_of

MOST_SOURCES = 100
"""Listed; the rest is counted."""

_NOTICE = "_A summary by rules, not a checked report. Not medical advice; not a systematic review._"


def summarised(
    question: str,
    sources: Mapping[str, Sequence[m.Work]],
    hypotheses: Sequence[m.MechanismHypothesis],
    assessment: m.JudgeAssessment | None,
) -> str:
    """Return the question, the *sources* (S number → its records), hypotheses and the last assessment as Markdown."""
    parts = (
        (f"# {_line(question)}", "", _NOTICE),
        ("", "## Sources", "", *_sources(sources)),
        ("", "## Hypotheses", "", *(_hypothesis(one, sources) for one in hypotheses)) if hypotheses else (),
        ("", "## Last assessment", "", *_assessment(assessment)) if assessment else (),
    )
    return "\n".join(line for part in parts for line in part) + "\n"


def by_source(works: Iterable[m.Work], among: Mapping[str, str]) -> dict[str, list[m.Work]]:
    """Return the records of each S number, in the order of the numbers."""
    found: dict[str, list[m.Work]] = {}
    for work in sorted(works, key=lambda work: work.work_id):
        if work.work_id in among:
            found.setdefault(among[work.work_id], []).append(work)
    return dict(sorted(found.items(), key=lambda item: number_of(item[0])))


def _line(text: str) -> str:
    """Return *text* on one line."""
    return " ".join(text.split())


def _sources(sources: Mapping[str, Sequence[m.Work]]) -> list[str]:
    if not sources:
        return ["No source was registered before the run ended. This says nothing about what a full search would find."]
    lines = [_source(source_id, records) for source_id, records in list(sources.items())[:MOST_SOURCES]]
    unlisted = len(sources) - len(lines)
    return [*lines, f"- … and {unlisted} more"] if unlisted else lines


def _source(source_id: str, records: Sequence[m.Work]) -> str:
    citation = records[0].citation
    retracted = " **Retracted.**" if any(record.retraction.bars for record in records) else ""
    facts = [_line(fact) for fact in (citation.journal, citation.date) if fact]
    return f"- {source_id}: {_line(citation.title)}{' – ' if facts else ''}{', '.join(facts)}{retracted}"


def _hypothesis(hypothesis: m.MechanismHypothesis, known: Mapping[str, object]) -> str:
    ways = (("from", hypothesis.derived_from or hypothesis.supporting_evidence), ("tested by", hypothesis.tested_by))
    named = [f"{way} {', '.join(ids)}" for way, found in ways if (ids := [one for one in found if one in known])]
    return f"- {_line(hypothesis.mechanism)} ({'; '.join((hypothesis.status.replace('-', ' '), *named))})"


def _assessment(assessment: m.JudgeAssessment) -> list[str]:
    details = assessment.details
    return [
        "The scores say how much evidence of which design was found, not which way it points.",
        "",
        f"- Mechanism {details.mechanism_score} of 10: {_line(details.mechanism_reasoning)}",
        f"- Clinical evidence {details.clinical_evidence_score} of 10: {_line(details.clinical_reasoning)}",
        f"- Direction: {assessment.direction.replace('-', ' ')}",
        f"- {_line(assessment.reasoning)}",
    ]
