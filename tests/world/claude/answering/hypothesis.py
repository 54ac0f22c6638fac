"""The hypothesis agent's answer: chains from a drug to an effect, each link with the sentence that states it."""

from collections.abc import Iterable, Sequence
from typing import Any

from tests.world.claude.shapes import Asked, Hypothesis

from .words import Acting, actings, condition_of, content_words, drug_of, mechanisms

MOST_HYPOTHESES = 2
NAMES = ("drug-target", "target-pathway", "pathway-effect")


def proposal(asked: Asked) -> dict[str, Any]:
    """Return mechanisms that the sources state, and which earlier ones they speak for or against."""
    drug, said = drug_of(asked.question), list(actings(asked.usable))
    acting = [one for one in mechanisms(asked.usable, asked.question) if _is_in(drug, one.subject) and not one.negated]
    firsts = {one.object.lower(): one for one in reversed(acting)}
    chains = [_hypothesis(asked, drug, one, said) for one in reversed(firsts.values())]
    chains.sort(key=lambda one: -one["confidence"])
    return {
        "hypotheses": chains[:MOST_HYPOTHESES],
        "tested": [test for one in asked.hypotheses for test in _tests(one, said)],
        "knowledge_gaps": _gaps(drug, chains),
        "recommended_searches": [f"{drug} mechanism of action", f"{drug} {condition_of(asked.question)}".strip()],
    }


def _hypothesis(asked: Asked, drug: str, first: Acting, said: Sequence[Acting]) -> dict[str, Any]:
    """Return the chain that begins with the drug acting on the object of *first*."""
    condition = condition_of(asked.question)
    onward = _next(first.object, drug, said)
    pathway = onward[0].object if onward else "unnamed pathway"
    further = [one for one in _next(pathway, drug, said) if one.object != first.object]
    links = [_link(name, step) for name, step in zip(NAMES, ([first], onward, further), strict=True)]
    links[0]["contradicting"] = [one.source.id for one in said if one.negated and _is_in(first.object, one.object)]
    return {
        "drug": drug,
        "target": first.object,
        "pathway": pathway,
        "effect": further[0].object if further else condition or "unnamed effect",
        "confidence": _confidence(links),
        "links": links,
        "search_suggestions": [f"{drug} {first.object}", f"{first.object} {condition}".strip()],
    }


def _confidence(links: Iterable[dict[str, Any]]) -> float:
    """Return how far a chain may be believed: by how many of its links have a sentence."""
    return round(0.25 + 0.15 * sum(bool(link["quotation"]) for link in links), 2)


def _next(start: str, drug: str, said: Iterable[Acting]) -> list[Acting]:
    """Return what a thing is said to act on, the drug's own doing left out."""
    known = (one for one in said if not one.negated and not _is_in(drug, one.subject) and not _is_in(drug, one.object))
    return [one for one in known if _is_in(start, one.subject) and not _is_in(start, one.object)]


def _is_in(thing: str, text: str) -> bool:
    """Say whether a text names a thing."""
    return bool(thing) and set(content_words(thing)) <= set(content_words(text))


def _link(name: str, said: Sequence[Acting]) -> dict[str, Any]:
    """Return a link with the sentence it rests on; one that nobody states rests on none."""
    same = [one for one in said if one.object == said[0].object]
    return {
        "name": name,
        "quotation": said[0].sentence if said else "",
        "supporting": list(dict.fromkeys(one.source.id for one in same)),
        "contradicting": [],
    }


def _tests(earlier: Hypothesis, said: Iterable[Acting]) -> list[dict[str, str]]:
    """Return the sources that speak of the first link of an earlier hypothesis."""
    drug, _, rest = earlier.text.partition("→")
    target = rest.partition("→")[0]
    sides = {
        one.source.id: "against" if one.negated else "for"
        for one in said
        if _is_in(drug, one.subject) and _is_in(target, one.object)
    }
    return [
        {"hypothesis_id": earlier.id, "source_id": source, "link": NAMES[0], "side": side}
        for source, side in sides.items()
    ]


def _gaps(drug: str, chains: list[dict[str, Any]]) -> list[str]:
    """Return what no sentence says."""
    if not chains:
        return [f"No source that was shown says what {drug or 'the drug'} acts on."]
    open_links = (one["target"] for one in chains for link in one["links"] if not link["quotation"])
    return [f"No source that was shown says what follows from {target}." for target in dict.fromkeys(open_links)]
