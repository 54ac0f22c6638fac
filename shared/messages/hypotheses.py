"""Hypotheses about a mechanism, and what is known for and against them."""

from typing import Annotated, Literal

from pydantic import Field

from .base import Count, Share, Text, Value

HypothesisStatus = Literal["supported-in-humans", "supported-preclinically", "mixed", "contradicted", "untested"]
"""What independent later works say of it (evidence.md, 4); never a majority of counts."""


class Link(Value):
    """One step of a mechanism, such as drug → target, with the sentence it rests on."""

    name: Literal["drug-target", "target-pathway", "pathway-effect"]
    quotation: str = ""
    """Verbatim from the first of ``supporting``."""
    supporting: tuple[str, ...] = ()
    contradicting: tuple[str, ...] = ()


class MechanismHypothesis(Value):
    """A mechanism drug → target → pathway → effect, with the sources for and against it."""

    drug: Text
    target: Text
    pathway: Text
    effect: Text
    confidence: Share
    supporting_evidence: tuple[str, ...] = ()
    """Source ids such as ``S3``."""
    contradicting_evidence: tuple[str, ...] = ()
    search_suggestions: tuple[str, ...] = ()
    hypothesis_id: str = ""
    links: tuple[Link, ...] = ()
    derived_from: tuple[str, ...] = ()
    """What it was made from: this never counts as a test of it."""
    tested_by: tuple[str, ...] = ()
    """Sources first seen after it was proposed that address one of its links."""
    status: HypothesisStatus = "untested"
    proposed_at: Count = 0
    """The number of sources there were when it was proposed: S numbers above it are later."""
    made_by: str = ""

    @property
    def mechanism(self) -> str:
        """Return the chain in one line."""
        return f"{self.drug} → {self.target} → {self.pathway} → {self.effect}"

    def to_search_queries(self) -> tuple[str, ...]:
        """Return the queries that would test each link, without repeats, in order."""
        links = (
            f"{self.drug} {self.target}",
            f"{self.target} {self.pathway}",
            f"{self.pathway} {self.effect}",
        )
        return tuple(dict.fromkeys((*links, *self.search_suggestions)))


class HypothesisAssessment(Value):
    """What the hypothesis agent thinks after reading the evidence."""

    hypotheses: Annotated[tuple[MechanismHypothesis, ...], Field(max_length=40)]
    primary_hypothesis: MechanismHypothesis | None = None
    knowledge_gaps: tuple[str, ...]
    recommended_searches: tuple[str, ...]
