"""Propose mechanisms from a few diverse pieces of evidence, and keep only what leans on them."""

from collections.abc import Iterable, Mapping
from itertools import chain, zip_longest
from typing import Protocol

from shared import messages as m
from shared.sentences import truncate_at_sentence
from shared.thinking import Thought

MOST_EVIDENCE = 10
"""Pieces in one proposal, from design.md; they come already diverse."""

MOST_CHARACTERS = 2_500
"""Of one piece: a whole abstract, for its conclusions are where mechanisms are stated."""


class Proposer(Protocol):
    """Whoever proposes mechanisms: Claude, or the rules, which need no key."""

    async def propose(self, order: m.HypothesisRequested) -> Thought[m.HypothesisAssessment]:
        """Return earlier and new hypotheses, or raise ``RetryLater`` or ``CannotDo``."""
        ...


async def propose(order: m.HypothesisRequested, proposer: Proposer) -> m.HypothesisCompleted:
    """Return what was proposed without anything that leans on a source nobody was shown."""
    shown = order.model_copy(update={"evidence": tuple(cut(piece) for piece in order.evidence[:MOST_EVIDENCE])})
    thought = await proposer.propose(shown)
    assessment = keep_shown(thought.said, shown)
    return m.HypothesisCompleted(
        run_id=order.run_id,
        step=order.step,
        attempt=order.attempt,
        spent=thought.spent,
        made_by=thought.made_by,
        notes=(*thought.notes, *left_out(thought.said, assessment)),
        assessment=assessment,
        queries=queries(assessment, order.asked),
    )


def left_out(proposed: m.HypothesisAssessment, kept: m.HypothesisAssessment) -> tuple[str, ...]:
    """Return a note on what was proposed and is not kept; nothing where all is."""
    names = {one.hypothesis_id for one in kept.hypotheses}
    count = sum(one.hypothesis_id not in names for one in proposed.hypotheses)
    if not count:
        return ()
    named = "1 mechanism was" if count == 1 else f"{count} mechanisms were"
    return (f"{named} left out: the hypothesis agent named no source for it that it was shown.",)


def cut(piece: m.Evidence) -> m.Evidence:
    """Return *piece* with the whole sentences that fit."""
    return piece.model_copy(update={"content": truncate_at_sentence(piece.content, MOST_CHARACTERS)})


def keep_shown(assessment: m.HypothesisAssessment, shown: m.HypothesisRequested) -> m.HypothesisAssessment:
    """Drop what rests on unseen sources, and quotations that are not in the source they name."""
    texts = {piece.source_id: piece.content for piece in shown.evidence}
    known = {*texts, *chain.from_iterable(map(_leans_on, shown.hypotheses))}
    ids = {earlier.hypothesis_id for earlier in shown.hypotheses}
    only = (_only(hypothesis, known, texts) for hypothesis in assessment.hypotheses)
    kept = tuple(one for one in only if one.derived_from or one.hypothesis_id in ids)
    return assessment.model_copy(
        update={"hypotheses": kept, "primary_hypothesis": _still(assessment.primary_hypothesis, kept)}
    )


def _still(
    primary: m.MechanismHypothesis | None, kept: tuple[m.MechanismHypothesis, ...]
) -> m.MechanismHypothesis | None:
    """Return the primary hypothesis as it was kept, if it was."""
    named = (primary.hypothesis_id, primary.mechanism) if primary else ("", "")
    return next((one for one in kept if (one.hypothesis_id, one.mechanism) == named), None)


def _leans_on(hypothesis: m.MechanismHypothesis) -> Iterable[str]:
    """Return every source a hypothesis names."""
    yield from hypothesis.supporting_evidence
    yield from hypothesis.contradicting_evidence
    yield from hypothesis.derived_from
    yield from hypothesis.tested_by
    for link in hypothesis.links:
        yield from (*link.supporting, *link.contradicting)


def _only(hypothesis: m.MechanismHypothesis, known: set[str], texts: Mapping[str, str]) -> m.MechanismHypothesis:
    """Return *hypothesis* with known sources alone."""
    fields = ("supporting_evidence", "contradicting_evidence", "derived_from", "tested_by")
    sources: dict[str, object] = {field: _known(getattr(hypothesis, field), known) for field in fields}
    links = tuple(_checked(link, known, texts) for link in hypothesis.links)
    return hypothesis.model_copy(update=sources | {"links": links})


def _known(sources: Iterable[str], known: set[str]) -> tuple[str, ...]:
    """Return the sources somebody was shown."""
    return tuple(source for source in sources if source in known)


def _checked(link: m.Link, known: set[str], texts: Mapping[str, str]) -> m.Link:
    """Return *link* with known sources, its quotation only if the first of them has it word for word."""
    supporting = _known(link.supporting, known)
    source = texts.get(supporting[0], link.quotation) if supporting else ""
    return link.model_copy(
        update={
            "supporting": supporting,
            "contradicting": _known(link.contradicting, known),
            "quotation": link.quotation if link.quotation in source else "",
        }
    )


def queries(assessment: m.HypothesisAssessment, asked: Iterable[str]) -> tuple[str, ...]:
    """Return the queries that would test what is not tested yet, none of them asked before."""
    untested_first = sorted(assessment.hypotheses, key=lambda one: bool(one.tested_by))
    in_turn = zip_longest(*(one.to_search_queries() for one in untested_first), fillvalue="")
    wanted = (*chain.from_iterable(in_turn), *assessment.recommended_searches)
    before = {query.casefold() for query in asked}
    fresh: dict[str, str] = {}
    for query in filter(None, map(_searchable, wanted)):
        if query.casefold() not in before:
            fresh.setdefault(query.casefold(), query)
    return tuple(fresh.values())[: m.MOST_QUERIES]


def _searchable(query: str) -> str:
    """Return *query* with each word once; empty where it begins with what no sentence names."""
    return "" if query.startswith("unnamed ") else " ".join(dict.fromkeys(query.replace("unnamed ", "").split()))
