"""Mechanisms from relation sentences, without a model: what is proposed can be quoted."""

import hashlib
from collections.abc import Iterator
from itertools import chain
from typing import Literal

from shared import messages as m
from shared.appraisal import terms
from shared.thinking import RULES, Thought

from .chains import UNNAMED_EFFECT, UNNAMED_PATHWAY, Chain, Step, chains
from .reading import Subject, outcome_asked, statements, subjects, takes_part
from .testing import updated
from .weighing import confidence_of

MOST_KEPT = 40
"""Hypotheses of a run, from the contract."""

LINKS: tuple[tuple[Literal["drug-target", "target-pathway", "pathway-effect"], str, str], ...] = (
    ("drug-target", "drug", "target"),
    ("target-pathway", "target", "pathway"),
    ("pathway-effect", "pathway", "effect"),
)


class RuleProposer:
    """Proposes what the sentences read say, and nothing else."""

    async def propose(self, order: m.HypothesisRequested) -> Thought[m.HypothesisAssessment]:
        """Return the earlier hypotheses with their tests, and new ones from this evidence."""
        about = subjects(order.question, order.evidence)
        stated = _new(order, about)
        earlier = _earlier(order, about, stated)
        new = tuple(one for one in stated if not any(is_same(one, old) for old in earlier))
        together = (*earlier, *new)[:MOST_KEPT]
        proposed = m.HypothesisAssessment(
            hypotheses=together,
            primary_hypothesis=max(together, key=lambda one: (one.confidence, len(one.tested_by)), default=None),
            knowledge_gaps=_gaps(order, about, together),
            recommended_searches=_searches(about, together, order),
        )
        return Thought(proposed)


def _earlier(
    order: m.HypothesisRequested, about: tuple[Subject, ...], stated: tuple[m.MechanismHypothesis, ...]
) -> tuple[m.MechanismHypothesis, ...]:
    """Return the hypotheses of earlier rounds, tested by this evidence and strengthened by what it states."""
    known = {subject.drug.lower(): subject for subject in about}
    tested = (updated(one, order.evidence, known.get(one.drug.lower())) for one in order.hypotheses)
    return tuple(_strengthened(one, stated) for one in tested)


def _new(order: m.HypothesisRequested, about: tuple[Subject, ...]) -> tuple[m.MechanismHypothesis, ...]:
    """Return the mechanisms this evidence states."""
    said, outcome = statements(order.evidence), outcome_asked(order.question)
    return tuple(_hypothesis(one, order) for subject in about for one in chains(subject, said, outcome))


def _hypothesis(stated: Chain, order: m.HypothesisRequested) -> m.MechanismHypothesis:
    """Return a chain as the contract writes it."""
    links = tuple(_link(stated, n) for n in range(len(LINKS)))
    supporting = tuple(dict.fromkeys(source for link in links for source in link.supporting))
    return m.MechanismHypothesis(
        drug=stated.drug,
        target=stated.target,
        pathway=stated.pathway,
        effect=stated.effect,
        confidence=confidence_of(stated),
        supporting_evidence=supporting,
        contradicting_evidence=tuple(dict.fromkeys(source for link in links for source in link.contradicting)),
        search_suggestions=(f"{stated.drug} {stated.target} mechanism",),
        hypothesis_id=hypothesis_id(stated.drug, stated.target, stated.pathway, stated.effect),
        links=links,
        derived_from=supporting,
        proposed_at=order.sources_until,
        made_by=RULES,
    )


def _link(stated: Chain, n: int) -> m.Link:
    """Return the n-th link with the sentence it rests on; without one it has no quotation."""
    step = stated.steps[n]
    return m.Link(
        name=LINKS[n][0],
        quotation=step.supporting[0].relation.sentence.text if step.supporting else "",
        supporting=_sources(step, supporting=True),
        contradicting=_sources(step, supporting=False),
    )


def _sources(step: Step, *, supporting: bool) -> tuple[str, ...]:
    """Return the S numbers of one side, the quoted one first."""
    side = step.supporting if supporting else step.contradicting
    return tuple(dict.fromkeys(one.source_id for one in side))


def hypothesis_id(drug: str, target: str, pathway: str, effect: str) -> str:
    """Name a mechanism after its parts, so that the same one has the same id in every round."""
    parts = (" ".join(sorted(terms.core(part))) or part.lower() for part in (drug, target, pathway))
    text = "|".join((*parts, " ".join(sorted(terms.core(effect)))))
    return f"h{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def is_same(one: m.MechanismHypothesis, other: m.MechanismHypothesis) -> bool:
    """Say whether two hypotheses have the same drug act on the same target."""
    return one.drug.lower() == other.drug.lower() and terms.same_thing(one.target, other.target)


def _strengthened(one: m.MechanismHypothesis, stated: tuple[m.MechanismHypothesis, ...]) -> m.MechanismHypothesis:
    """Return *one* with the confidence that later works give the same mechanism; a denied one keeps its own."""
    if one.contradicting_evidence:
        return one
    later = (new.confidence for new in stated if is_same(one, new) and terms.same_thing(one.pathway, new.pathway))
    return one.model_copy(update={"confidence": max((one.confidence, *later))})


def _gaps(
    order: m.HypothesisRequested, about: tuple[Subject, ...], found: tuple[m.MechanismHypothesis, ...]
) -> tuple[str, ...]:
    """Return what no sentence read says: about each mechanism, or about any at all."""
    if not found:
        return (_none_found(order, about),)
    unstated = (gap for one in found for gap in _unstated(one))
    untested = (f"No later work tests every link of {one.mechanism}." for one in found if one.status == "untested")
    return tuple(dict.fromkeys((*unstated, *untested)))


def _none_found(order: m.HypothesisRequested, about: tuple[Subject, ...]) -> str:
    """Say that no mechanism was found, of what and in how much."""
    read = sum(takes_part(piece) for piece in order.evidence)
    of = " or ".join(subject.drug for subject in about) or "a drug"
    return f"No sentence about a mechanism of {of} was found in the {read} pieces of evidence read."


def _unstated(one: m.MechanismHypothesis) -> Iterator[str]:
    """Yield a sentence for each link that no source states."""
    for link, (_, start, end) in zip(one.links, LINKS, strict=False):
        if not link.quotation:
            yield f"No sentence read says how {getattr(one, start)} leads to {getattr(one, end)}."


def _searches(
    about: tuple[Subject, ...], found: tuple[m.MechanismHypothesis, ...], order: m.HypothesisRequested
) -> tuple[str, ...]:
    """Return what to ask next where a mechanism, or a part of one, is missing."""
    outcome, explained = outcome_asked(order.question), {one.drug for one in found}
    whole = (_for_mechanism(subject.drug, outcome) for subject in about if subject.drug not in explained)
    open_question = [] if about else [f"{order.question.rstrip('?')} mechanism"]
    return tuple(dict.fromkeys(chain.from_iterable((*whole, *map(_for_parts, found), open_question))))


def _for_mechanism(drug: str, outcome: str) -> Iterator[str]:
    """Yield what finds a mechanism of a drug that has none."""
    yield f"{drug} mechanism of action"
    yield f"{drug} molecular target"
    if outcome:
        yield f"{drug} {outcome} mechanism"


def _for_parts(one: m.MechanismHypothesis) -> Iterator[str]:
    """Yield what finds the parts of a mechanism that nobody named."""
    if one.pathway == UNNAMED_PATHWAY:
        yield f"{one.drug} {one.target} pathway"
    if one.effect == UNNAMED_EFFECT:
        yield f"{one.drug} {one.target} effect"
