"""The hypothesis agent that asks Claude: it proposes chains; code checks every source, quotation and test."""

from collections.abc import Iterable, Mapping
from typing import Literal
from xml.sax.saxutils import escape

from pydantic import BaseModel, Field

from shared import messages as m
from shared.llm.asking import ask, lines
from shared.llm.fencing import fenced, untrusted
from shared.llm.fitting import Fitted, legible, told_of
from shared.llm.opening import Thinking
from shared.thinking import Thought

from .proposing import MOST_CHARACTERS
from .reading import Subject, subjects, takes_part
from .rules import LINKS, MOST_KEPT, hypothesis_id, is_same
from .testing import Side, Sides, number, updated
from .weighing import believable

PROMPT_TOKENS = 1_500
"""Left for the prompt and the scheme of its answer; hypotheses and queries beyond it make the answer shorter."""

MOST_NEW = 4
"""Mechanisms proposed at once, from design.md."""

MOST_SAID = 8
"""Gaps, searches and suggestions that are kept."""

MOST_NAME_CHARACTERS = 200
"""Of a part of a chain: what is longer is no name, and no query."""

FEWEST_WORDS = 5
"""Of a quotation: a scrap stands word for word in any text, and states no link."""

Pieces = Mapping[str, m.Evidence]
"""By their source ids: what was shown, and may carry something."""

LinkName = Literal["drug-target", "target-pathway", "pathway-effect"]


class ProposedLink(BaseModel):
    """One step of a chain, as the model gives it."""

    name: LinkName
    quotation: str = ""
    supporting: list[str]
    contradicting: list[str]


class ProposedChain(BaseModel):
    """A mechanism, as the model gives it."""

    drug: str
    target: str
    pathway: str
    effect: str
    confidence: float = Field(ge=0, le=1)
    links: list[ProposedLink]
    search_suggestions: list[str]

    @property
    def parts(self) -> dict[str, str]:
        """Return the names along the chain, each in one line."""
        names = {"drug": self.drug, "target": self.target, "pathway": self.pathway, "effect": self.effect}
        return {part: " ".join(name.split()) for part, name in names.items()}

    @property
    def is_named(self) -> bool:
        """Say whether every part has a name."""
        return all(0 < len(part) <= MOST_NAME_CHARACTERS for part in self.parts.values())


class Test(BaseModel):
    """A source that the model takes for a test of an earlier hypothesis."""

    hypothesis_id: str
    source_id: str
    link: LinkName
    side: Side


class Proposal(BaseModel):
    """What the model is asked for."""

    hypotheses: list[ProposedChain]
    tested: list[Test]
    knowledge_gaps: list[str]
    recommended_searches: list[str]


class ClaudeProposer:
    """Asks a model for mechanisms; how they stood their tests is for the rules to say."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking

    async def propose(self, order: m.HypothesisRequested) -> Thought[m.HypothesisAssessment]:
        """Return what Claude proposes. Raises ``RetryLater``, or ``CannotDo`` with what was spent."""
        calls = self._thinking.on(order)
        async with calls.settled():
            shown = legible(order.evidence, calls.room_tokens - PROMPT_TOKENS, MOST_CHARACTERS)
            request = await self._thinking.request(calls, order.domain, content(order, shown))
            proposal = await ask(calls, request, Proposal)
        known = {piece.source_id: piece for piece in shown.pieces if takes_part(piece)}
        said = assessment_of(proposal, order, known, calls.answered_by)
        return Thought(said, calls.answered_by, calls.spent, told_of("hypothesis", shown))


def content(order: m.HypothesisRequested, shown: Fitted) -> str:
    """Return what the model is told of an order."""
    parts = (
        fenced("question", order.question),
        *(fenced("hypothesis", one.mechanism, {"id": one.hypothesis_id}) for one in order.hypotheses),
        *shown.sources,
    )
    return "\n".join(filter(None, (untrusted(parts), shown.note, "Propose mechanisms from this evidence.")))


def assessment_of(
    proposal: Proposal, order: m.HypothesisRequested, known: Pieces, made_by: str
) -> m.HypothesisAssessment:
    """Return the earlier hypotheses with their tests, then the new ones, which lean on *known* pieces alone. Pure."""
    about = {one.drug.lower(): one for one in subjects(order.question, order.evidence)}
    tests = [one for one in proposal.tested if one.source_id in known]
    earlier = [_tested(one, order, about, tests) for one in order.hypotheses]
    stated = [_hypothesis(one, order, known, made_by) for one in proposal.hypotheses if one.is_named][:MOST_NEW]
    new = {one.hypothesis_id: one for one in reversed(stated) if not any(is_same(one, old) for old in earlier)}
    kept = (*earlier, *reversed(new.values()))[:MOST_KEPT]
    return m.HypothesisAssessment(
        hypotheses=kept,
        primary_hypothesis=max(kept, key=lambda one: (one.confidence, len(one.tested_by)), default=None),
        knowledge_gaps=lines(proposal.knowledge_gaps, MOST_SAID),
        recommended_searches=lines(proposal.recommended_searches, MOST_SAID),
    )


def _hypothesis(
    proposed: ProposedChain, order: m.HypothesisRequested, known: Pieces, made_by: str
) -> m.MechanismHypothesis:
    """Return a chain in the contract's words, believed no further than the sources of its weakest link allow."""
    links = tuple(_link(name, proposed.links, known) for name, _, _ in LINKS)
    supporting = _once(source for link in links for source in link.supporting)
    return m.MechanismHypothesis(
        **proposed.parts,
        confidence=min(proposed.confidence, believable(links, known)),
        supporting_evidence=supporting,
        contradicting_evidence=_once(source for link in links for source in link.contradicting),
        search_suggestions=lines(proposed.search_suggestions, MOST_SAID),
        hypothesis_id=hypothesis_id(**proposed.parts),
        links=links,
        derived_from=supporting,
        proposed_at=order.sources_until,
        made_by=made_by,
    )


def _link(name: LinkName, proposed: Iterable[ProposedLink], known: Pieces) -> m.Link:
    """Return a link with the sources that may carry it, those that hold its quotation first."""
    given = next((one for one in proposed if one.name == name), None)
    if given is None:
        return m.Link(name=name)
    supporting = _once(one for one in given.supporting if one in known)
    quotation, holding = _held(given.quotation.strip(), {one: known[one].content for one in supporting})
    return m.Link(
        name=name,
        quotation=quotation,
        supporting=_once((*holding, *supporting)),
        contradicting=_once(one for one in given.contradicting if one in known and one not in supporting),
    )


def _held(quotation: str, texts: Mapping[str, str]) -> tuple[str, list[str]]:
    """Return a quotation as it stands in *texts*, and which of them hold it; nothing of a scrap, or of no text's."""
    if len(quotation.split()) >= FEWEST_WORDS:
        for spelt in (quotation, escape(quotation)):  # a record may hold ``&lt;`` itself
            if holding := [source for source, text in texts.items() if spelt in text]:
                return spelt, holding
    return "", []


def _tested(
    earlier: m.MechanismHypothesis,
    order: m.HypothesisRequested,
    about: dict[str, Subject],
    tests: Iterable[Test],
) -> m.MechanismHypothesis:
    """Return an earlier hypothesis with its tests: those that a sentence shows, and those the model names."""
    named: Sides = {}
    for one in tests:
        if one.hypothesis_id == earlier.hypothesis_id and number(one.source_id) > earlier.proposed_at:
            named.setdefault(one.source_id, {})[one.link] = one.side
    return updated(earlier, order.evidence, about.get(earlier.drug.lower()), named)


def _once(sources: Iterable[str]) -> tuple[str, ...]:
    """Return the sources without repeats, in order."""
    return tuple(dict.fromkeys(sources))
