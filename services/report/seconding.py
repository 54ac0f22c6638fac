"""A draft with what is wrong with it, by the rules and, where a model wrote it, by the second checker as well."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from shared import messages as m
from shared.audit.entailing import ITSELF, Answered, Asked, believed, to_ask
from shared.audit.escaping import without_references
from shared.audit.inspecting import (
    CLINICAL,
    CONCLUSION,
    EVIDENTIAL,
    LIMITATIONS,
    MECHANISTIC,
    SUMMARY,
    TITLE,
    Inspection,
    Part,
    inspect,
)
from shared.audit.ledger import NOBODY, Opinions
from shared.audit.shelf import Shelf
from shared.thinking import NOTHING

from .drafting import Draft

MEND_FACTOR = 1.5
"""What a second draft may cost beside the first: the conversation is longer by the first one and its faults."""


@dataclass(frozen=True)
class Audited:
    """A draft with what is wrong with it."""

    draft: Draft
    inspection: Inspection
    opinions: Opinions = field(default_factory=dict)
    """What the second checker said, so that nothing is asked twice."""

    @classmethod
    def of(cls, draft: Draft, shelf: Shelf, opinions: Opinions = NOBODY) -> Self:
        """Return *draft*, inspected; flaws of its form count as problems."""
        found = inspected(draft, shelf, opinions)
        return cls(draft, told_plainly(replace(found, problems=(*draft.flaws, *found.problems))), opinions)

    @property
    def problems(self) -> tuple[str, ...]:
        """Return everything that is wrong."""
        return self.inspection.problems

    def is_as_good_as(self, other: "Audited") -> bool:
        """Say whether no more is wrong with it, and nothing sound is lost: what says little has few faults."""
        flaws, theirs = len(self.draft.flaws), len(other.draft.flaws)
        keeps = flaws < theirs or other.works(sound=True) <= self.works()
        return keeps and flaws <= theirs and len(self.problems) <= len(other.problems)

    def works(self, *, sound: bool = False) -> frozenset[str]:
        """Return the works that its sentences on evidence cite, or those of *sound* sentences only."""
        claims = (one for one in self.inspection.claims if one.section in EVIDENTIAL)
        kept = (one for one in claims if not (sound and one.verdict in {"mismatch", "contradicted"}))
        return frozenset(source_id for one in kept for source_id in one.source_ids)

    def beside(self, first: "Audited") -> Self:
        """Return it with what it no longer says as a limitation, beside the *first* draft, which was sent back."""
        fewer = first.inspection.evidence_sentences - self.inspection.evidence_sentences
        lost = sorted(first.works() - self.works(), key=lambda source_id: (len(source_id), source_id))
        told = filter(None, (f"{_sentences_fewer(fewer)}" if fewer > 0 else "", _no_longer(lost)))
        if not (what := "; ".join(told)):
            return self
        return replace(self, draft=self.draft.with_limitation(f"Against its first draft, this text has {what}."))


def _sentences_fewer(count: int) -> str:
    """Return how many sentences on evidence are gone, in words."""
    return f"{count} {'sentence' if count == 1 else 'sentences'} on evidence fewer"


def _no_longer(source_ids: Sequence[str]) -> str:
    """Return in words that works are cited no more; nothing where there are none."""
    return f"no sentence on {', '.join(source_ids)} any more" if source_ids else ""


def inspected(draft: Draft, shelf: Shelf, opinions: Opinions = NOBODY) -> Inspection:
    """Return the inspection of a draft's own text fields."""
    parts = (
        Part(TITLE, draft.title),
        Part(SUMMARY, draft.executive_summary),
        Part(CLINICAL, draft.clinical_findings),
        Part(MECHANISTIC, draft.mechanistic_findings),
        Part(CONCLUSION, draft.conclusion),
        *(Part(LIMITATIONS, one) for one in draft.limitations),
    )
    return inspect(parts, shelf, draft.program_sentences, opinions)


def told_plainly(found: Inspection) -> Inspection:
    """Return *found* with problems that cite nothing, link nowhere and hold no footnote: the report lists them."""
    plain = (without_references(one) for one in found.problems)
    return replace(found, problems=tuple(dict.fromkeys(plain)))


def to_mend(draft: Draft) -> m.Spending:
    """Return what must be left of an order for another draft."""
    return m.Spending(tokens=int(draft.spent.tokens * MEND_FACTOR), usd=draft.spent.usd * MEND_FACTOR)


async def audited(draft: Draft, shelf: Shelf, known: Opinions = NOBODY, keep: m.Spending = NOTHING) -> Audited:
    """Return a draft audited by rules and then by its second checker; *known* is what that one said before."""
    first = Audited.of(draft, shelf, known)
    asked = to_ask(first.inspection.claims, shelf)
    if draft.checker is None or not asked:
        return first
    answered = Answered()
    if new := [one for one in asked if one.key not in known]:
        answered = await draft.checker.judge(new, keep)
    opinions = {**known, **{one.asked.key: believed(one, one.by, draft.made_by) for one in answered.said}}
    seconded = replace(draft, spent=answered.spent or draft.spent)
    for told in _limits(asked, opinions, answered.why):
        seconded = seconded.with_limitation(told)
    return Audited.of(seconded, shelf, opinions)


def _limits(asked: Sequence[Asked], opinions: Opinions, why: str) -> Iterator[str]:
    """Yield what a reader must know of the second check: that a model checked itself, and how far it did not reach."""
    judges = {one.key: opinions[one.key].verdict_by for one in asked if one.key in opinions}
    for judge in sorted(set(judges.values())):
        if judge.endswith(ITSELF):
            count = len({sentence for (sentence, _), by in judges.items() if by == judge})
            yield f"{_sentences(count)} checked against the sources by {judge}."
    if left := {one.sentence for one in asked if one.key not in opinions}:
        because = without_references(why).rstrip(".") or "it gave no answer"
        end = "" if because.endswith("?") else "."
        yield f"{_sentences(len(left))} left to the rules alone, and not checked by a model: {because}{end}"


def _sentences(count: int) -> str:
    """Return how many sentences, for a statement on them."""
    return f"{count} sentence was" if count == 1 else f"{count} sentences were"
