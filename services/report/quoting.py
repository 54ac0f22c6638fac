"""Choose the passages worth quoting: results and conclusions that speak to the question. Pure.

A passage is quoted whole and verbatim, so nothing here changes a character of it.
"""

import functools
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from operator import itemgetter

from shared import messages as m
from shared.appraisal.effects import PERCENT, main_effect
from shared.appraisal.relations import Relation, relations_in
from shared.appraisal.results import is_about, is_hedged, is_whole
from shared.appraisal.terms import is_effect, is_pathway, is_target
from shared.audit.attributing import described
from shared.audit.markers import MARKER, marker_of, tidied
from shared.audit.shelf import Source, content_words, direction_read, passage_in, results_of
from shared.sentences import Sentence

FEWEST_WORDS_QUOTED = 6
LEAST_WORTH = -1.0
"""A sentence with neither figure nor direction and few words of the question says nothing to quote."""
LONGEST_QUOTATION = 360
"""Characters: what is longer is quoted only where a work has nothing shorter."""

Found = tuple[m.Evidence, Sentence]
"""A sentence and the piece it stands in."""

_FIGURE = re.compile(r"\d\s?%|\bp\s?[<=>≤]|\bCI\b|\bratio\b|\d+ of \d+|\d/\d", re.IGNORECASE)
_PROMISED = re.compile(
    r"\b(?:is|are) (?:being|an? [^.,]{0,40}) ?(?:developed|investigated|promising)\b|\b(?:further|larger|more) "
    r"(?:\w+ )?(?:studies|trials|research|work) (?:is|are)\b",
    re.IGNORECASE,
)
_POINTING_BACK = re.compile(
    r"^(?:They|It|These|This|Both|Such|Its|Their|Those|He|She)\b|\b(?:of|among|in) (?:them|these|those)\b"
)
"""A sentence that leans on the one before it is not understood alone."""

_MARKS = re.compile(r"[“”\"]")


def quotation(source: Source, passages: Iterable[m.SourcePassage]) -> str:
    """Return the sentence that names a work and quotes it, with its marker."""
    marker = marker_of((source.source_id,))
    quoted = "; ".join(f"“{' '.join(passage.quotation.split())}” {marker}" for passage in passages)
    return f"{described(source)}: {quoted}" if quoted else ""


def passages_on(source: Source, question: str, most: int = 1) -> tuple[m.SourcePassage, ...]:
    """Return up to *most* results of a work, the ones that answer the question best, in text order."""
    wanted = content_words(question)
    weighed = [(_worth(found[1].text, wanted, source.asked), found) for found in _results(source)]
    ranked = sorted((pair for pair in weighed if pair[0] >= LEAST_WORTH), key=itemgetter(0), reverse=True)
    chosen = _varied([found for _, found in ranked], most)
    return tuple(passage_in(piece, one.start, one.end) for piece, one in sorted(chosen, key=lambda found: found[1]))


def estimate_in(source: Source, question: str) -> m.SourcePassage | None:
    """Return the result of a work that speaks to the question and states an estimate with its interval.

    Where none does, the best result without one; nothing where the work holds no result.
    """
    wanted = content_words(question)
    weighed = [(_estimates(found[1].text, wanted, source), found) for found in _results(source)]
    told = [pair for pair in weighed if pair[0][-1] >= LEAST_WORTH]
    if not told:
        return None
    piece, sentence = max(told, key=itemgetter(0))[1]
    return passage_in(piece, sentence.start, sentence.end)


def _estimates(text: str, wanted: frozenset[str], source: Source) -> tuple[bool, bool, float]:
    """Return how well a result tells how large an effect was: of the drug asked about, with an interval, on topic."""
    effect = main_effect(text)
    worth = _worth(text, wanted, source.asked)
    compares = effect is not None and effect.has_interval and effect.measure != PERCENT
    return is_about(text, source.asked), compares, worth


def mechanism_in(source: Source, links: Iterable[m.Link], question: str) -> tuple[m.SourcePassage, ...]:
    """Return the result of a work that says how one thing acts on another; empty where none does.

    Sentences that a hypothesis rests on come first.
    """
    wanted = content_words(question)
    resting = [link.quotation for link in links if link.quotation and source.source_id in link.supporting[:1]]

    def rank(found: Found) -> tuple[bool, float]:
        return _rested_upon(found[1].text, resting), _worth(found[1].text, wanted)

    ranked = sorted(_results(source), key=rank, reverse=True)
    stating = (found for found in ranked if rank(found)[0] or states_mechanism(found[1].text))
    return tuple(passage_in(piece, one.start, one.end) for piece, one in islice(stating, 1))


def _rested_upon(text: str, quotations: Iterable[str]) -> bool:
    """Say whether a link of a hypothesis quotes this sentence, or a part of it."""
    return any(quoted in text or text in quoted for quoted in quotations)


@functools.lru_cache(maxsize=4096)
def states_mechanism(sentence: str) -> bool:
    """Say whether a sentence tells, without a hedge, what acts on a target or leads to a process."""
    return any(_is_mechanism(relation) for relation in relations_in(sentence) if not relation.hedged)


def _is_mechanism(relation: Relation) -> bool:
    """Say whether a relation is about molecules, cells or pathways; a drug's effect on disease is not."""
    if relation.kind == "leads-to":
        return is_pathway(relation.object) and not is_effect(relation.object)
    return is_target(relation.object) or is_target(relation.subject)


def _results(source: Source) -> Iterator[Found]:
    """Yield the results of a work that can be quoted without being mistaken for our own words."""
    for piece in source.pieces:
        if piece.level in {"title-only", "web-page"}:
            continue
        yield from ((piece, sentence) for sentence in results_of(piece) if quotable(sentence.text))


def quotable(text: str) -> bool:
    """Say whether quotation marks around *text* would be read right, and nothing in it as a marker."""
    return (
        len(text.split()) >= FEWEST_WORDS_QUOTED
        and not _MARKS.search(text)
        and is_whole(text)
        and not MARKER.search(tidied(text))
        and "\n\n" not in text
    )


def _worth(text: str, wanted: frozenset[str], asked: tuple[str, ...] = ()) -> float:
    """Return how much a result tells on the question: its words, figures, direction and brevity.

    What is said of another drug than the one *asked* about comes behind what is said of it.

    The weights are choices: a sentence with neither figure nor direction comes after all others,
    and one that only hopes (may, could) after those that report.
    """
    words = content_words(text)
    shared = len(words & wanted) / len(wanted) if wanted else 0.0
    figure, direction = bool(_FIGURE.search(text)), direction_read(text) != "unknown"
    told = 2 * shared + figure + 0.5 * direction - 2 * (not figure and not direction)
    too_long = max(0, len(text) - LONGEST_QUOTATION) / 200
    weak = (is_hedged(text) and not figure) + bool(_PROMISED.search(text)) + bool(_POINTING_BACK.search(text))
    return told - too_long - weak - (not is_about(text, asked))


def _varied(ranked: list[Found], most: int) -> list[Found]:
    """Return the best results that do not say the same twice, the later ones only if short."""
    chosen: list[Found] = []
    for piece, sentence in ranked:
        room = LONGEST_QUOTATION if chosen else len(sentence.text)
        fresh = all(_distinct(sentence.text, other.text) for _, other in chosen)
        if len(chosen) < most and fresh and len(sentence.text) <= room:
            chosen.append((piece, sentence))
    return chosen


def _distinct(one: str, other: str) -> bool:
    """Say whether two results share less than half of their words."""
    first, second = content_words(one), content_words(other)
    return len(first & second) <= min(len(first), len(second)) / 2
