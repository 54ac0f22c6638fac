"""Which way works point, and which way the answer does, in the words that reports use. Pure."""

from collections.abc import Iterable
from typing import Literal

from shared import messages as m
from shared.appraisal.effects import shows_no_difference
from shared.appraisal.results import compares_harms_alone
from shared.audit.shelf import Source, direction_read, results_of

from .grouping import Groups

Told = m.Direction | Literal["alike", "harms-alike"]
"""What is said of a work: its direction, that it shows treatments to be alike, or that it found harms alone alike."""

READINGS: dict[m.Direction, str] = {
    "benefit": "points to benefit",
    "harm": "points to harm",
    "no-difference": "ends with no difference shown",
    "mixed": "points both ways",
    "unknown": "gives no direction that rules can read",
}


def reading_of(source: Source) -> m.Direction:
    """Return which way a work points: as it was read before, else as its text reads."""
    told = (
        piece.direction if piece.direction != "unknown" else direction_read(piece.content, source.asked)
        for piece in source.pieces
    )
    return next((direction for direction in told if direction != "unknown"), "unknown")


NULLS: frozenset[Told] = frozenset({"no-difference", "alike"})
_TELLINGS: dict[Told, str] = {
    **dict(READINGS.items()),
    "alike": "shows no difference",
    "harms-alike": "ends with no difference shown in harms",
}


def told_of(source: Source) -> Told:
    """Return what is said of a work beside others; only a narrow interval or equivalence shows no difference."""
    reading = reading_of(source)
    if reading != "no-difference":
        return reading
    if all(compares_harms_alone(piece.content) for piece in source.pieces):
        return "harms-alike"
    results = " ".join(result.text for piece in source.pieces for result in results_of(piece))
    return "alike" if shows_no_difference(results) else "no-difference"


def by_telling(sources: Iterable[Source]) -> dict[Told, list[Source]]:
    """Return works by what is said of them, in the order of telling."""
    told: dict[Told, list[Source]] = {way: [] for way in _TELLINGS}
    for one in sources:
        told[told_of(one)].append(one)
    return {way: found for way, found in told.items() if found}


def pointing_words(number: int, told: Told) -> str:
    """Return how many point which way: ``1 points to harm``, ``7 point to benefit``."""
    verb, _, rest = _TELLINGS[told].partition(" ")
    return f"{number} {verb if number == 1 else verb.removesuffix('s')} {rest}"


def direction_of_answer(order: m.ReportRequested, groups: Groups) -> m.Direction:
    """Return the direction as judged where a work read here bears it out, else what the human studies agree on."""
    if not groups.usable:
        return "unknown"
    judged = order.assessment.direction if order.assessment else "unknown"
    borne_out = {reading_of(one) for one in (*groups.human, *groups.human_secondary)}
    if judged == "mixed" or judged in borne_out - {"unknown"}:
        return judged
    told = {reading_of(one) for one in groups.human} - {"unknown"}
    if not told:
        return "unknown"
    return told.pop() if len(told) == 1 else "mixed"
