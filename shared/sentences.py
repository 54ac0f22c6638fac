"""Cut scientific prose into sentences, and shorten it at their ends."""

import functools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from nltk.tokenize.punkt import PunktSentenceTokenizer

_WORDS = (
    "al approx ca cf co corp dept dr e.g eq et etc ex fig figs gen i.e i.m i.p i.v inc incl jr ltd max min mr mrs ms "
    "no nos nr op p pp prof ref refs resp s.c sp spp sr st subsp suppl tab u.k u.s v var vol vs p.o b.i.d q.d "
    "c.i s.d s.e s.e.m e.u q.d q.i.d t.i.d p.r.n a.m p.m "
    "jan feb mar apr jun jul aug sep sept oct nov dec"
)
ABBREVIATIONS = frozenset(_WORDS.split())
"""Punkt's own words for what a full stop does not end; p is both page and p-value."""

LONGEST_REMEMBERED = 10_000
"""Characters: an abstract is shorter, a whole document is cut anew."""


class Sentence(NamedTuple):
    """A sentence, and where it stands in the text: ``text == whole[start:end]``."""

    start: int
    end: int
    text: str


@functools.cache
def _splitter() -> "PunktSentenceTokenizer":
    """Return a Punkt tokenizer that knows our abbreviations; it needs no trained model."""
    from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer  # noqa: PLC0415 -- a quarter of start-up

    parameters = PunktParameters()
    parameters.abbrev_types = set(ABBREVIATIONS)
    return PunktSentenceTokenizer(parameters)


def sentences(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of *text* in order, each with its character offsets."""
    return _remembered(text) if len(text) <= LONGEST_REMEMBERED else _cut(text)


@functools.lru_cache(maxsize=512)
def _remembered(text: str) -> tuple[Sentence, ...]:
    """Cut an abstract once: every claim on it, and every pair of works, asks again."""
    return _cut(text)


def _cut(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of *text*."""
    spans = (part for start, end in _splitter().span_tokenize(text) for part in _behind_letters(text, start, end))
    return tuple(Sentence(start, end, text[start:end]) for start, end in spans if text[start:end].strip())


_LETTERED = re.compile(
    r"\b(?i:groups?|arms?|cohorts?|class|vitamins?|hepatitis|influenza|subunits?|panels?|appendix|parts?|sites?|types?)"
    r" [A-Za-z]\. (?=[A-Z“(])(?![A-Z]\. )"
)
"""A letter that is no initial: in group A. The next sentence begins behind its full stop."""


def _behind_letters(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of a stretch that Punkt took for one sentence, since a single letter looks like an initial."""
    for found in _LETTERED.finditer(text, start, end):
        yield start, found.end() - 1
        start = found.end()
    yield start, end


def truncate_at_sentence(text: str, most: int = 300) -> str:
    """Return the whole sentences of *text* that fit in *most* characters.

    A first sentence that is too long by itself is cut at a word and ends in an ellipsis.
    """
    if len(text) <= most:
        return text
    if fitting := [sentence.end for sentence in sentences(text) if sentence.end <= most]:
        return text[: fitting[-1]].strip()
    return text[: most - 1].rsplit(maxsplit=1)[0] + "…"
