"""The rubric for clinical evidence, and how far the search is saturated (source documents; evidence.md, 5).

Scores say how much evidence of which design was found, never which way it points. Only pieces on
the question's topic are scored, and a study counts once however many works report it.
"""

from collections.abc import Iterable

from shared import messages as m
from shared.appraisal.topics import Topic

from .standing import CONTROLLED, SECONDARY, coverage, human, listed, of_design, relevant, studies

SMALL_TRIAL = 50
"""Participants; a smaller randomised trial is some evidence, not strong evidence."""

LARGE_SUM = 1_000
"""Participants in randomised trials together that make a body of evidence robust."""

ENOUGH_STUDIES = 3
"""Independent studies in people after which another one is unlikely to change what was searched."""

MOST_CONFIDENCE = 0.95
_PARTS = {"designs": 0.4, "studies": 0.3, "coverage": 0.3}
"""What makes a search saturated: strong designs found, several studies, the question's words covered."""


def clinical_score(evidence: Iterable[m.Evidence], topic: Topic) -> tuple[int, str]:
    """Return the rubric's score for evidence in people, and the reason with its sources."""
    pieces = relevant(evidence, topic)
    people = human(pieces)
    pooled, randomised = of_design(people, "meta-analysis"), of_design(people, "randomised-trial")
    if pooled or len(studies(randomised)) > 1:
        return _robust(pooled, randomised)
    if people:
        return _one_trial(randomised) if randomised else _some(people)
    return _none(pieces)


def _robust(pooled: tuple[m.Evidence, ...], randomised: tuple[m.Evidence, ...]) -> tuple[int, str]:
    """Return the score of meta-analyses or several randomised trials."""
    trials = len(studies(randomised))
    both = bool(pooled) and trials > 1
    large = trials > ENOUGH_STUDIES and participants(randomised) >= LARGE_SUM
    noun = "randomised trial" if trials == 1 else "independent randomised trials"
    reviews = "meta-analysis" if len(pooled) == 1 else "meta-analyses"
    told = [f"{trials} {noun} in people ({listed(randomised)})"] * bool(randomised)
    told += [f"{len(pooled)} {reviews} ({listed(pooled)})"] * bool(pooled)
    return 7 + both + large, f"The evidence in people holds {' and '.join(told)}."


def participants(pieces: Iterable[m.Evidence]) -> int:
    """Return how many people the studies had whose size is known, each study once."""
    return sum(max(piece.sample_size or 0 for piece in group) for group in studies(pieces).values())


def _one_trial(randomised: tuple[m.Evidence, ...]) -> tuple[int, str]:
    """Return the score of a single randomised trial."""
    known = [piece.sample_size for piece in randomised if piece.sample_size]
    small = bool(known) and max(known) < SMALL_TRIAL
    size = f" with {max(known)} participants" if known else ""
    return 5 if small else 6, f"{listed(randomised)} report one randomised trial in people{size}."


def _some(people: tuple[m.Evidence, ...]) -> tuple[int, str]:
    """Return the score of evidence in people without a randomised trial."""
    controlled, observed = (
        of_design(people, *CONTROLLED),
        of_design(people, "cohort", "case-control", "cross-sectional"),
    )
    if controlled:
        return 5, f"Controlled but not randomised studies in people: {listed(controlled)}."
    if observed:
        return 5 if len(studies(observed)) > 1 else 4, f"Observational studies in people alone: {listed(observed)}."
    if all(piece.design in SECONDARY for piece in people):
        return 3, f"Only reviews or guidelines report on people: {listed(people)}; no primary study was read."
    return 4, f"Uncontrolled evidence in people alone, such as case reports: {listed(people)}."


def _none(left: tuple[m.Evidence, ...]) -> tuple[int, str]:
    """Return the score where nothing that counts is about people."""
    if not left:
        return 0, "No evidence that counts was read: nothing on topic with results that stands."
    if animal := tuple(piece for piece in left if piece.subject in {"animal", "mixed"}):
        return 2, f"No study in people among the sources read; animal studies alone ({listed(animal)})."
    return 1, f"No study in people among the sources read; other works alone ({listed(left)})."


def confidence(evidence: Iterable[m.Evidence], topic: Topic) -> float:
    """Return how saturated the search is, from 0 to 0.95: a weighted sum of designs, studies and coverage."""
    pieces = relevant(evidence, topic)
    people = human(pieces)
    primary = set(studies(people)) - set(studies(of_design(people, *SECONDARY)))
    parts = {
        "designs": _designs(people) if pieces else 0.0,
        "studies": min(1.0, len(primary) / ENOUGH_STUDIES),
        "coverage": coverage(topic, pieces),
    }
    return round(MOST_CONFIDENCE * sum(_PARTS[name] * part for name, part in parts.items()), 2)


def _designs(people: tuple[m.Evidence, ...]) -> float:
    """Return from 0 to 1 how strong the designs are that were found."""
    if of_design(people, "meta-analysis") or len(studies(of_design(people, "randomised-trial"))) > 1:
        return 1.0
    if of_design(people, "randomised-trial"):
        return 0.7
    return 0.4 if people else 0.1
