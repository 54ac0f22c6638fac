"""What to search next: built from what is missing, never what was asked before."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from shared import messages as m
from shared.appraisal.topics import Topic


class Missing(NamedTuple):
    """What the rule still asks for."""

    clinical: bool
    mechanism: bool
    confidence: bool


def next_queries(order: m.JudgeRequested, topic: Topic, missing: Missing) -> tuple[str, ...]:
    """Return at most eight queries for what is missing."""
    about = topic.drugs or (order.question.rstrip("? "),)
    wanted: list[str] = []
    if missing.clinical:
        wanted += _clinical(about, topic)
    if missing.mechanism:
        wanted += _mechanism(about, order.hypotheses)
    if missing.confidence:
        wanted += _wider(about, topic)
    return unasked(wanted, order.asked)


def unasked(queries: Iterable[str], asked: Iterable[str]) -> tuple[str, ...]:
    """Return the queries that were not asked before, each once."""
    before = {query.casefold() for query in asked}
    fresh: dict[str, str] = {}
    for query in queries:
        if query.strip() and query.casefold() not in before:
            fresh.setdefault(query.casefold(), query)
    return tuple(fresh.values())[: m.MOST_QUERIES]


def _clinical(about: Iterable[str], topic: Topic) -> Iterator[str]:
    """Yield what finds stronger evidence in people."""
    condition = _condition(topic)
    for drug in about:
        yield f"{drug} randomised trial"
        yield f"{drug} meta-analysis"
        if condition:
            yield f"{drug} {condition} clinical trial"
        yield f"{drug} cohort patients"


def _mechanism(about: Iterable[str], hypotheses: Iterable[m.MechanismHypothesis]) -> Iterator[str]:
    """Yield what finds targets and pathways: those of the hypotheses first."""
    for one in sorted(hypotheses, key=lambda one: -one.confidence):
        yield f"{one.drug} {one.target}"
        if not one.pathway.startswith("unnamed"):
            yield f"{one.target} {one.pathway}"
    for drug in about:
        yield f"{drug} mechanism of action"
        yield f"{drug} molecular target pathway"


def _wider(about: Iterable[str], topic: Topic) -> Iterator[str]:
    """Yield what finds more independent studies."""
    condition = _condition(topic)
    for drug in about:
        yield f"{drug} {condition}".strip()
        yield f"{drug} efficacy placebo"
        yield f"{drug} safety adverse events"
        yield f"{drug} systematic review"


def _condition(topic: Topic) -> str:
    """Return the words of the question beside its drug."""
    return " ".join(topic.condition)
