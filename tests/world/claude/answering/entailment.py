"""The second checker's answer: whether a source says what a sentence of a report says, by words, numbers, direction."""

import re
from collections.abc import Iterator
from typing import Any

from tests.world.claude.shapes import Asked, Cited, Source

from .judge import direction_of
from .words import content_words, sentences

LEAST_SHARED = 0.3
"""Of a sentence's words, the share that its source must have, or it says nothing of the kind."""
MOSTLY = 0.6
"""The share from which on it says all of it."""

_MARKER = re.compile(r"\s*\[S\d+(?:, S\d+)*\]")
_QUOTED = re.compile(r"“([^”]+)”")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_OPPOSITE = frozenset({frozenset({"benefit", "harm"}), frozenset({"benefit", "no-difference"})})


def verdicts(asked: Asked) -> dict[str, Any]:
    """Return a verdict on every sentence and each of its sources."""
    known = {one.id: one for one in asked.sources}
    return {"verdicts": [_verdict(cited, one, known.get(one)) for cited in asked.sentences for one in cited.sources]}


def _verdict(cited: Cited, source_id: str, source: Source | None) -> dict[str, Any]:
    """Return what is said of one sentence and one source."""
    verdict, quotation, reason = _judged(_MARKER.sub("", cited.text), source) if source else ("unstated", "", "")
    told = {"verdict": verdict, "quotation": quotation, "reason": reason}
    return {"sentence": cited.number, "source_id": source_id, **told}


def _judged(text: str, source: Source) -> tuple[str, str, str]:
    """Return the verdict, the passage it rests on, and why it is no better."""
    if quoted := next(_standing(text, source), ""):
        return "supported", quoted, ""
    wanted = set(content_words(text))
    nearest = max(sentences(source.text), key=lambda one: len(wanted & set(content_words(one))), default="")
    shared = len(wanted & set(content_words(nearest))) / max(len(wanted), 1)
    if shared < LEAST_SHARED:
        return "unstated", "", ""
    if not set(_NUMBER.findall(text)) <= set(_NUMBER.findall(nearest)):
        return "contradicted", nearest, "the source gives other numbers"
    if frozenset({direction_of(text), direction_of(nearest)}) in _OPPOSITE:
        return "contradicted", nearest, "the source points the other way"
    return ("supported", nearest, "") if shared >= MOSTLY else ("partly", nearest, "the source says less")


def _standing(text: str, source: Source) -> Iterator[str]:
    """Yield what a sentence quotes and its source holds."""
    return (found for found in _QUOTED.findall(text) if found in source.text)
