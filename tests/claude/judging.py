"""What is wrong with a run and its report, whatever Claude did; and what the report says of it."""

import re
from collections.abc import Iterator
from typing import Any

from services.cli.demoing import faults as strange
from services.cli.resolving import footnotes
from shared import messages as m
from shared.audit.auditing import faults_of
from tests.claude.cases import LIMITS
from tests.claude.running import AFTER_SECONDS, Told
from tests.world.claude.behaving.prose import INVENTED_DOI, INVENTED_ID, INVENTED_NAME, INVENTED_TITLE
from tests.world.claude.planting import SENTENCE

ROUNDING_USD = 1e-6
CHECKED = "## How far this was checked"
"""Here a report names what fails in it, so that what was invented stands there once more."""

_NOTE = re.compile(r"\[(?:not in the registry|unknown source|a list of \d+ references)[^\]]*\]")
_MARKED = re.compile(r"\[(?:unverified|no source given)")

ESSENCE = (
    *("title", "executive_summary", "clinical_findings", "mechanistic_findings", "hypotheses_tested"),
    *("drug_candidates", "conclusion", "direction", "confidence_score", "certainty_reasons", "candidate_details"),
    *("study_counts", "reviewed_not_cited"),
)
"""What a report says, apart from how and when it came about."""


def essence(report: m.ResearchReport) -> dict[str, Any]:
    """Return what a report says."""
    told = {name: getattr(report, name) for name in ESSENCE}
    told["reviewed_not_cited"] = [one.source_id for one in report.reviewed_not_cited]
    return told | {"references": [one.source_id for one in report.references]}


def differing(told: Told, sober: Told) -> list[str]:
    """Return the parts in which a report is another than that of a Claude who behaves."""
    one, other = essence(told.report), essence(sober.report)
    return [name for name in one if one[name] != other[name]]


def said(told: Told) -> tuple[str, ...]:
    """Return all by which a run tells a person what went wrong, each with the place where it stands."""
    report = told.report
    sources = {
        "sent back": report.audit.sent_back,
        "problem": report.audit.problems,
        "hole": told.end.holes,
        "limitation": report.limitations,
        "methodology": tuple(line.lstrip("- ") for line in report.methodology.content.splitlines()),
    }
    return tuple(f"{place}: {' '.join(line.split())}" for place, lines in sources.items() for line in lines)


def answer(told: Told) -> str:
    """Return the first thing a run says of what its case expects; empty where it says nothing of it."""
    return next((line for line in said(told) if told.case.says and re.search(told.case.says, line)), "")


def faults(told: Told) -> list[str]:
    """Return everything that no behaviour of Claude's may bring about."""
    if told.end.report is None:
        return [f"no report: {told.end.reason}"]
    return [*_of_the_run(told), *_of_the_allowances(told), *_of_the_page(told.end), *_of_the_sources(told.report)]


def _of_the_run(told: Told) -> Iterator[str]:
    """Yield what is wrong with how a run ended, and where nothing was unruly in it."""
    took = (told.end.ended_at - told.end.started_at).total_seconds()
    if told.end.status not in {"complete", "partial"}:
        yield f"it ended {told.end.status}: {told.end.reason}"
    if took > LIMITS["deadline_seconds"] + AFTER_SECONDS:
        yield f"it took {took:.0f} s"
    if told.case.behaviour and not any(call.behaviour == told.case.behaviour for call in told.calls):
        yield "Claude behaved"


def _of_the_allowances(told: Told) -> Iterator[str]:
    """Yield where more was spent than the run or one of its orders was allowed."""
    spent, limits = told.end.spent, told.run.asked.limits
    if spent.tokens > limits.max_tokens or spent.usd > limits.max_usd:
        yield f"the run used {spent.tokens} tokens and ${spent.usd}"
    for name, step in told.run.steps.items():
        for used, allowed in ((one.spent, one.allowance) for one in step.attempts if one.spent):
            if used.tokens > allowed.tokens or used.usd > allowed.usd + ROUNDING_USD:
                yield f"{name} used {used.tokens} tokens of {allowed.tokens}, ${used.usd} of ${allowed.usd}"


def _of_the_page(end: m.ResearchCompleted) -> Iterator[str]:
    """Yield what is wrong with the page as a person reads it."""
    found = footnotes(end.markdown)
    if not found.resolve:
        yield str(found)
    yield from strange(end)
    for line in end.markdown.partition(CHECKED)[0].splitlines():
        text = line.replace("\\", "")
        yield from (
            f"invented: {line}" for one in (INVENTED_NAME, INVENTED_DOI, INVENTED_ID) if one in _NOTE.sub("", text)
        )
        if (INVENTED_TITLE in text or SENTENCE in text) and not _MARKED.search(text):
            yield f"not marked: {line}"


def _of_the_sources(report: m.ResearchReport) -> Iterator[str]:
    """Yield references that are none, and retracted works that support something."""
    yield from faults_of(report)
    yield from (f"orphan: {one}" for one in report.audit.orphans)
    works = [one.identifiers.doi or one.identifiers.pmid or one.citation.title for one in report.references]
    yield from (f"twice: {one}" for one in works if works.count(one) > 1)
    yield from (f"invented: {one}" for one in works if one in {INVENTED_DOI, INVENTED_TITLE})
    yield from _of_the_retracted(report)


def _of_the_retracted(report: m.ResearchReport) -> Iterator[str]:
    """Yield where a retracted work supports anything."""
    gone = {one.source_id for one in report.references if one.retraction.bars}
    leaning = [one.supporting_sources for one in report.hypotheses_tested]
    leaning += [row.source_ids for row in report.candidate_details]
    yield from (f"leans on the retracted {one}" for ids in leaning for one in gone.intersection(ids))
    for claim in report.claims:
        if gone.intersection(claim.source_ids) and claim.verdict != "mismatch" and "retract" not in claim.sentence:
            yield f"cites a retracted work: {claim.sentence}"
