"""How well the mechanism is understood, from the sentences that state it and the hypotheses made of them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from shared import messages as m
from shared.appraisal import terms
from shared.appraisal.directions import is_hedged
from shared.appraisal.drugs import is_agent, mentions
from shared.appraisal.relations import Relation, relations_in
from shared.appraisal.results import statements
from shared.appraisal.topics import Topic

from .standing import counts, study

NOTHING, EFFECTS_ONLY, ONE_TARGET, TARGETS, PATHWAY, CONFIRMED, SEVERAL = 0, 2, 4, 5, 6, 7, 8
"""The rubric of the source documents: 0-3 minimal, 4-5 some targets, 6-7 targets and pathways, 8-9 several."""

HEDGED_ONLY = 5
"""Pathways that only may be are no clear mechanism."""

ENOUGH_STUDIES = 3


@dataclass(frozen=True)
class Part:
    """A target, a pathway or an effect as one source names it."""

    name: str
    source_id: str
    study: str
    firm: bool
    subject: m.Subject = "unknown"
    other_names: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return every name its source gives it."""
        return (self.name, *self.other_names)


@dataclass(frozen=True)
class Mechanism:
    """What is said of how a drug works."""

    targets: tuple[Part, ...] = ()
    pathways: tuple[Part, ...] = ()
    effects: tuple[Part, ...] = ()


def mechanism_of(order: m.JudgeRequested, topic: Topic) -> Mechanism:
    """Return the targets, pathways and effects that the evidence and the hypotheses state of the topic's drugs."""
    stated = [(piece, relation) for piece in order.evidence for relation in _affirmed(piece)]
    parts = [*chain.from_iterable(_of_drug(piece, relation, topic) for piece, relation in stated)]
    parts += _of_hypotheses(order, topic)
    known = tuple(chain.from_iterable(part.names for part in _of_kind("target", parts)))
    pathways = tuple(_part(piece, one, one.object) for piece, one in stated if _is_further(one, known))
    return Mechanism(_of_kind("target", parts), (*_of_kind("pathway", parts), *pathways), _of_kind("effect", parts))


def _of_hypotheses(order: m.JudgeRequested, topic: Topic) -> Iterator[tuple[str, Part]]:
    """Yield what the hypotheses about the topic's drugs add."""
    pieces = {piece.source_id: piece for piece in order.evidence}
    return chain.from_iterable(_of_hypothesis(one, topic, pieces) for one in order.hypotheses)


def _of_kind(wanted: str, parts: Iterable[tuple[str, Part]]) -> tuple[Part, ...]:
    """Return the parts of one kind."""
    return tuple(part for kind, part in parts if kind == wanted)


def _affirmed(piece: m.Evidence) -> tuple[Relation, ...]:
    """Return the relations a piece that counts states and does not deny."""
    said = _relations(piece) if counts(piece) else ()
    return tuple(relation for relation in said if not relation.negated)


def _of_drug(piece: m.Evidence, relation: Relation, topic: Topic) -> Iterator[tuple[str, Part]]:
    """Yield what a relation says the drug acts on, with its kind."""
    term = _said_of(relation, topic.names)
    if kind := _kind(term, relation):
        yield kind, _part(piece, relation, term)


def _relations(piece: m.Evidence) -> tuple[Relation, ...]:
    """Return the relations a piece states."""
    return relations_in(piece.content, ((0, piece.locator.section),) if piece.locator.section else ())


def _part(piece: m.Evidence, relation: Relation, term: str) -> Part:
    """Return one part with where it is from."""
    others = terms.in_brackets(term, relation.sentence.text)
    return Part(term, piece.source_id, study(piece), _is_firm(relation), piece.subject, others)


def _is_firm(relation: Relation) -> bool:
    """Say whether a sentence reports the relation as found."""
    return relation.role in {"result", "conclusion"} and not relation.hedged


def _said_of(relation: Relation, names: tuple[str, ...]) -> str:
    """Return what a relation says the drug acts on or brings about."""
    sides = (is_agent(relation.subject, names), mentions(relation.object, names))
    if sides == (True, False):
        return relation.object
    return relation.subject if sides == (False, True) and relation.kind == "acts-on" else ""


def _kind(term: str, relation: Relation) -> str:
    """Return whether a drug's object is a target, a pathway or an effect."""
    if terms.is_pathway(term) and not terms.is_effect(term):
        return "pathway"
    if terms.is_target(term) and relation.kind != "leads-to":
        return "target"
    return "effect" if terms.is_effect(term) else ""


def _is_further(relation: Relation, targets: tuple[str, ...]) -> bool:
    """Say whether a relation puts a pathway behind one of the drug's targets."""
    onward = terms.is_pathway(relation.object) and not terms.is_effect(relation.object)
    return onward and any(terms.same_thing(relation.subject, target) for target in targets)


def _of_hypothesis(
    one: m.MechanismHypothesis, topic: Topic, pieces: Mapping[str, m.Evidence]
) -> Iterator[tuple[str, Part]]:
    """Yield the parts of a hypothesis that a quoted sentence states; from an unread source none is firm."""
    if one.status == "contradicted" or not mentions(one.drug, topic.names):
        return
    for link, kind, name in zip(one.links, ("target", "pathway"), (one.target, one.pathway), strict=False):
        if link.quotation and (source := _standing_source(link, pieces)):
            yield kind, _quoted(name, source, link.quotation, pieces.get(source))


def _standing_source(link: m.Link, pieces: Mapping[str, m.Evidence]) -> str:
    """Return the first source of a link that is not known to add nothing."""
    return next((source for source in link.supporting if source not in pieces or counts(pieces[source])), "")


def _quoted(name: str, source: str, quotation: str, piece: m.Evidence | None) -> Part:
    """Return a part that a hypothesis quotes; from a piece that is not at hand it is not firm."""
    if piece is None:
        return Part(name, source, source, firm=False)
    return Part(name, source, study(piece), _reported(piece, quotation), piece.subject)


def _reported(piece: m.Evidence, quotation: str) -> bool:
    """Say whether a piece reports the quoted sentence as found, without hedging."""
    return not is_hedged(quotation) and any(s.text == quotation for s, _ in statements(piece.content))


def distinct(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Return the parts that name different things, the firm ones first."""
    found: list[Part] = []
    for part in sorted(parts, key=lambda part: not part.firm):
        if not any(terms.same_thing(part.name, other.name) for other in found):
            found.append(part)
    return tuple(found)


def mechanism_score(known: Mechanism) -> tuple[int, str]:
    """Return the rubric's score for a mechanism, and the reason with its sources."""
    targets = distinct(known.targets)
    pathways = tuple(one for one in distinct(known.pathways) if not _is_one_of(one, targets))
    if not targets and not pathways:
        return _without_target(known)
    firm = Mechanism(_firm(targets), _firm(pathways))
    score = min(_by_parts(targets, pathways, 1), HEDGED_ONLY)
    if firm.targets and firm.pathways:
        score = _by_parts(firm.targets, firm.pathways, _reporting(known))
    named = filter(None, (_named("Targets", targets), _named("Pathways", pathways)))
    return score, f"{'; '.join(named)}.{_missing(targets, pathways)}"


def _is_one_of(part: Part, others: Iterable[Part]) -> bool:
    """Say whether *part* is one of the *others* under another heading: a thing is not its own pathway."""
    return any(part.name.lower() == other.name.lower() for other in others)


def _firm(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Return the parts a source reports as found."""
    return tuple(part for part in parts if part.firm)


def _reporting(known: Mechanism) -> int:
    """Return how many studies report a target or a pathway as found."""
    return len({part.study for part in (*_firm(known.targets), *_firm(known.pathways))})


def _missing(targets: tuple[Part, ...], pathways: tuple[Part, ...]) -> str:
    """Return a sentence that says which of the two is not named."""
    if targets and pathways:
        return ""
    return " No pathway is named." if targets else " No target is named."


def _without_target(known: Mechanism) -> tuple[int, str]:
    """Return the score where no sentence names a target or a pathway."""
    if known.effects:
        return EFFECTS_ONLY, f"Only effects are stated, no target or pathway ({_named('effects', known.effects)})."
    return NOTHING, "No sentence among the pieces read states a mechanism."


def _by_parts(targets: tuple[Part, ...], pathways: tuple[Part, ...], reporting: int) -> int:
    """Return the score for how many targets and pathways are named, and by how many studies."""
    if not targets or not pathways:
        return TARGETS if len(targets) + len(pathways) > 1 else ONE_TARGET
    if min(len(targets), len(pathways)) > 1 and reporting >= ENOUGH_STUDIES:
        return SEVERAL
    return CONFIRMED if reporting > 1 else PATHWAY


def _named(title: str, parts: Iterable[Part], most: int = 5) -> str:
    """Return parts with their sources, as a sentence has them; what is not from people says so."""
    shown = [f"{part.name} ({', '.join(_from(part))})" for part in parts][:most]
    return f"{title}: {', '.join(shown)}" if shown else ""


def _from(part: Part) -> Iterator[str]:
    """Yield the source of a part, whom it was studied on, and whether it is established."""
    yield part.source_id
    if part.subject not in {"human", "unknown"}:
        yield part.subject.replace("-", " ")
    if not part.firm:
        yield "not established"
