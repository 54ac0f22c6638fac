"""Cut scientific prose into sentences, and shorten it at their ends."""

import functools
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from nltk.tokenize.punkt import PunktSentenceTokenizer

_WORDS = (
    "al approx ca cf co corp dept dr e.g eq et etc ex fig figs gen i.e i.m i.p i.v inc incl jr ltd max min mr mrs ms "
    "no nos nr op p pp prof ref refs resp s.c sp spp sr st subsp suppl tab u.k u.s v var vol vs p.o b.i.d q.d "
    "jan feb mar apr jun jul aug sep sept oct nov dec"
)
ABBREVIATIONS = frozenset(_WORDS.split())
"""Punkt's own words for what a full stop does not end; p is both page and p-value."""


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
    spans = _splitter().span_tokenize(text)
    return tuple(Sentence(start, end, text[start:end]) for start, end in spans if text[start:end].strip())


def truncate_at_sentence(text: str, most: int = 300) -> str:
    """Return the whole sentences of *text* that fit in *most* characters.

    A first sentence that is too long by itself is cut at a word and ends in an ellipsis.
    """
    if len(text) <= most:
        return text
    if fitting := [sentence.end for sentence in sentences(text) if sentence.end <= most]:
        return text[: fitting[-1]].strip()
    return text[: most - 1].rsplit(maxsplit=1)[0] + "…"
