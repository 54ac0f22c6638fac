"""Chains drug → target → pathway → effect, put together from statements and from nothing else.

A chain needs a sentence for its first link. A later link without a sentence of its own keeps no
quotation; what nobody names is called ``unnamed``, never guessed.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from shared import messages as m
from shared.appraisal import terms

from .reading import Statement, Subject

MOST_CHAINS = 4
"""Mechanisms proposed at once, from design.md."""

UNNAMED_PATHWAY = "unnamed pathway"
UNNAMED_EFFECT = "unnamed effect"

_PROCESS_NOUN = re.compile(
    r"\s+(?:signall?ing(?: pathways?)?|pathways?|cascades?|axis|activity|expression|production|release|synthesis|uptake"
    r"|polymeri[sz]ation|phosphorylation|activation|assembly|function|secretion|metabolism)$",
    re.IGNORECASE,
)
_ADJECTIVE = re.compile(r"(?:al|ic|ive|ous|ar|ary)$")
_ORGANELLES = {"mitochondrial": "mitochondria", "lysosomal": "lysosomes", "ribosomal": "ribosomes"}
"""What acts through the dysfunction of an organelle acts on the organelle."""

_HUMAN_FIRST: dict[m.Subject, int] = {"human": 0, "mixed": 1, "animal": 2, "in-vitro": 3}


@dataclass(frozen=True)
class Step:
    """One link of a chain: the statements for and against it, the one to quote first."""

    supporting: tuple[Statement, ...] = ()
    contradicting: tuple[Statement, ...] = ()


@dataclass(frozen=True)
class Chain:
    """A mechanism, and the statements each of its links rests on."""

    drug: str
    target: str
    pathway: str
    effect: str
    steps: tuple[Step, Step, Step]

    @property
    def quoted(self) -> int:
        """Return how many links have a sentence."""
        return sum(bool(step.supporting) for step in self.steps)


@dataclass(frozen=True)
class Stated:
    """All that is said about a drug, the best statements first, and what was asked of it."""

    subject: Subject
    said: tuple[Statement, ...]
    outcome: str

    @property
    def affirmed(self) -> tuple[Statement, ...]:
        """Return the statements that deny nothing."""
        return tuple(one for one in self.said if not one.relation.negated)

    def onward(self, known: tuple[str, ...]) -> tuple[Statement, ...]:
        """Return what is said a known thing does to another one, the drug itself left out."""
        starting = (one for one in self.affirmed if _is_one_of(one.relation.subject, filter(None, known)))
        return tuple(one for one in starting if self._is_new(one.relation.object, known))

    def _is_new(self, term: str, known: tuple[str, ...]) -> bool:
        """Say whether *term* is neither a known thing nor the drug."""
        return not _is_one_of(term, known) and not self.subject.in_text(term)

    def by_drug(self) -> tuple[Statement, ...]:
        """Return what is said the drug itself does."""
        return tuple(one for one in self.affirmed if self.subject.in_text(one.relation.subject))

    def beside(self, first: Statement, known: tuple[str, ...]) -> str:
        """Return a process the same work says the drug changes: named there, though not as the target's doing."""
        same_work = (one.relation.object for one in self.by_drug() if one.source_id == first.source_id)
        return next((term for term in same_work if terms.is_pathway(term) and self._is_new(term, known)), "")

    def hoped(self, first: Statement) -> str:
        """Return an effect of the drug itself, the closest to what was asked: of the same work where it names one.

        What other works saw in people is not put behind a target that was seen in animals or cells.
        """
        effects = [one for one in self.by_drug() if terms.is_effect(one.relation.object)]
        same_work = [one for one in effects if one.source_id == first.source_id]
        elsewhere = effects if first.piece.subject in {"human", "unknown"} else []
        asked = terms.core(self.outcome)
        terms_of_effects = (one.relation.object for one in same_work or elsewhere)
        return max(terms_of_effects, key=lambda effect: len(terms.core(effect) & asked), default=UNNAMED_EFFECT)

    def step(self, fits: Callable[[Statement], bool], first: Statement | None = None) -> Step:
        """Return the statements that fit, for and against, *first* before all others."""
        supporting = (*filter(None, (first,)), *(one for one in self.affirmed if fits(one)))
        contradicting = tuple(one for one in self.said if one.relation.negated and fits(one))
        return Step(tuple(dict.fromkeys(supporting)), contradicting)


def chains(subject: Subject, said: tuple[Statement, ...], outcome: str) -> tuple[Chain, ...]:
    """Return the mechanisms of a drug that *said* states, the best supported first, each target once."""
    stated = Stated(subject, tuple(sorted(said, key=_worth)), outcome)
    found: list[Chain] = []
    for first in stated.affirmed:
        partner = partner_of(subject, first)
        if partner and not any(_overlap(chain, partner) for chain in found):
            found.append(_chain(stated, partner, first))
    return tuple(sorted(found, key=_rank)[:MOST_CHAINS])


def partner_of(subject: Subject, statement: Statement) -> str:
    """Return what the drug acts on, or is handled by, in a statement; empty where it says no such thing."""
    relation = statement.relation
    sides = (subject.in_text(relation.subject), subject.in_text(relation.object))
    if sides == (True, False):
        return relation.object if _can_be_target(relation.object, relation.kind) else ""
    if sides == (False, True) and relation.kind == "acts-on":
        return relation.subject if terms.is_target(relation.subject) else ""
    return ""


def _can_be_target(term: str, kind: str) -> bool:
    """Say whether a drug's object is a target: what it only improves or worsens is none."""
    process = terms.is_pathway(term) and not terms.is_effect(term)
    return process or (kind != "leads-to" and terms.is_target(term))


def _overlap(chain: Chain, partner: str) -> bool:
    """Say whether a chain is about *partner* already."""
    return _is_one_of(partner, (chain.target, chain.pathway))


def _is_one_of(term: str, known: Iterable[str]) -> bool:
    """Say whether *term* names one of the known things."""
    return any(terms.same_thing(term, other) for other in known)


def _worth(statement: Statement) -> tuple[bool, bool, int, int]:
    """Order statements by how well they carry a quotation: reported, unhedged, in people, early."""
    number = int(statement.source_id.lstrip("S") or 0)
    human = _HUMAN_FIRST.get(statement.piece.subject, len(_HUMAN_FIRST))
    return not statement.reports, statement.relation.hedged, human, number


def _rank(chain: Chain) -> tuple[int, bool, int]:
    """Order chains: most links with a sentence, a molecule for a target, most studies."""
    studies = {statement.study for statement in chain.steps[0].supporting}
    return -chain.quoted, not terms.is_target(chain.target), -len(studies)


def _chain(stated: Stated, partner: str, first: Statement) -> Chain:
    """Return the chain that begins with the drug and *partner*, as far as sentences carry it."""
    target, own_pathway = _divided(partner)
    known = (target, *terms.in_brackets(partner, first.relation.sentence.text))
    onward = stated.onward(known)
    pathway = own_pathway or _named(onward, _is_way) or stated.beside(first, known)
    further = (*stated.onward((pathway,)), *onward)
    effect = _named((one for one in further if not terms.same_thing(one.relation.object, pathway)), terms.is_effect)
    steps = (
        stated.step(lambda one: terms.same_thing(partner_of(stated.subject, one), partner), first),
        Step((first,)) if own_pathway else stated.step(lambda one: _joins(one, known, pathway)),
        stated.step(lambda one: _joins(one, (pathway, *known), effect)),
    )
    return Chain(stated.subject.drug, target, pathway or UNNAMED_PATHWAY, effect or stated.hoped(first), steps)


def _divided(partner: str) -> tuple[str, str]:
    """Return the target in *partner*, and *partner* as the pathway where it names a process of that target."""
    if organelle := _ORGANELLES.get(partner.split(maxsplit=1)[0].lower(), ""):
        return organelle, partner if terms.is_pathway(partner) else ""
    thing = _PROCESS_NOUN.sub("", partner)
    is_process_of_thing = thing != partner and not _ADJECTIVE.search(thing) and terms.is_target(thing)
    return (thing, partner) if is_process_of_thing else (partner, "")


def _is_way(term: str) -> bool:
    """Say whether *term* can stand between a target and an effect."""
    return (terms.is_pathway(term) or terms.is_target(term)) and not terms.is_effect(term)


def _named(said: Iterable[Statement], wanted: Callable[[str], bool]) -> str:
    """Return the first object that is of the wanted kind."""
    return next((one.relation.object for one in said if wanted(one.relation.object)), "")


def _joins(one: Statement, start: Iterable[str], end: str) -> bool:
    """Say whether a statement leads from one of *start* to *end*."""
    return terms.same_thing(one.relation.object, end) and _is_one_of(one.relation.subject, filter(None, start))
