"""The judge's answer: scores by the designs that are there, and the sentences they rest on."""

import re
from collections.abc import Mapping
from typing import Any

from tests.world.claude.shapes import Asked, Source

from .words import condition_of, drug_of, mechanisms, results_of

MOST_FINDINGS = 6

CLINICAL: Mapping[str, int] = {
    "meta-analysis": 9,
    "systematic-review": 8,
    "randomised-trial": 8,
    "controlled-trial": 6,
    "cohort": 5,
    "case-control": 4,
    "cross-sectional": 3,
    "case-report": 2,
}
"""What each design in people is worth."""
MECHANISM = (1, 5, 7, 8)
"""By how many sources state what acts on what."""
TRIALS = frozenset({"meta-analysis", "randomised-trial"})
CONFIDENCE = (0.4, 0.7, 0.85)
"""By how many trials there are; ``NO_PEOPLE`` where none is on people."""
NO_PEOPLE = 0.3
SIGNIFICANT = 0.05

_CHANCE = re.compile(r"\bp\s?[<=]\s?(0\.\d+)", re.IGNORECASE)
_SAME = re.compile(
    r"\b(?:not differ|no significant|not significant\w*|did not reduce|no difference|similar|alike)\b", re.IGNORECASE
)
_HARM = re.compile(r"\b(?:adverse|dizziness|faint\w*|harm\w*|higher risk|worse\w*|malformation\w*)\b", re.IGNORECASE)
_BENEFIT = re.compile(
    r"\b(?:reduc\w*|lower\w*|fewer|fell|rarer|declin\w*|decreas\w*|improv\w*|effective|prevent\w*)\b", re.IGNORECASE
)


def scores(asked: Asked) -> dict[str, Any]:
    """Return scores, with reasons and key findings."""
    people = [one for one in asked.usable if one.subject == "human"]
    stating = sorted({one.source.id for one in mechanisms(asked.usable, asked.question)})
    designs = sorted({one.design.replace("-", " ") for one in people if one.design})
    drug = drug_of(asked.question)
    return {
        "mechanism_score": MECHANISM[min(len(stating), len(MECHANISM) - 1)],
        "mechanism_reasoning": f"The sources that say what acts on what are {', '.join(stating) or 'none'}.",
        "clinical_score": max((CLINICAL.get(one.design, 1) for one in people), default=0),
        "clinical_reasoning": f"The designs among the works on people are: {', '.join(designs) or 'none'}.",
        "confidence": _confidence(people),
        "reasoning": "The scores follow the designs of the works that were shown, retracted ones left out.",
        "key_findings": _findings(people, asked.question),
        "drug_candidates": [drug],
        "conflicts": [],
        "next_search_queries": [
            f"{drug} {condition_of(asked.question)} randomised trial",
            f"{drug} mechanism of action",
        ],
    }


def _confidence(people: list[Source]) -> float:
    """Return how sure one may be: by how many trials on people there are."""
    return CONFIDENCE[min(sum(one.design in TRIALS for one in people), 2)] if people else NO_PEOPLE


def _findings(people: list[Source], question: str) -> list[dict[str, Any]]:
    """Return a finding of each work on people that reports something."""
    reporting = [one for one in people if results_of(one, question)]
    return [_finding(one, question) for one in reporting[:MOST_FINDINGS]]


def _finding(source: Source, question: str) -> dict[str, Any]:
    """Return the most telling sentence of a source, word for word."""
    text = results_of(source, question)[0]
    return {"text": text, "source_ids": [source.id], "direction": direction_of(text)}


def direction_of(sentence: str) -> str:
    """Return which way a sentence points."""
    chances = [float(found) for found in _CHANCE.findall(sentence)]
    if _SAME.search(sentence) or (chances and min(chances) > SIGNIFICANT):
        return "no-difference"
    sides = bool(_BENEFIT.search(sentence)), bool(_HARM.search(sentence))
    return {(True, True): "mixed", (True, False): "benefit", (False, True): "harm"}.get(sides, "unknown")
