"""Words that nearly copy a sentence of a source: every difference that is known to matter is named."""

from collections.abc import Sequence
from typing import NamedTuple

from shared import messages as m
from shared.audit.attributing import design_of
from shared.audit.checking import bearing, wording
from shared.audit.checking.aligning import CLOSE, NEAR, is_too_long, nearness, unmatched
from shared.audit.checking.differing import Copy, difference
from shared.audit.checking.findings import Finding
from shared.audit.checking.numbers import all_quantities, quantities
from shared.audit.checking.paraphrases import LEAST_OVERLAP, of_the_record, overlap
from shared.audit.shelf import Source, passage_in, results_of, sentences_of
from shared.sentences import Sentence

AS_NEAR = 0.05
"""Sentences of a source that are nearly as near as the nearest are as likely meant."""


class Copied(NamedTuple):
    """A sentence of a source that is nearly copied, and how nearly."""

    near: float
    piece: m.Evidence
    sentence: Sentence

    @property
    def is_close(self) -> bool:
        """Say whether hardly anything else is said."""
        return self.near >= CLOSE


def copied(own_words: str, pieces: Sequence[m.Evidence]) -> tuple[Copied, ...]:
    """Return the sentences of which *own_words* are a near copy: the nearest, and those as near."""
    found = [
        Copied(nearness(own_words, sentence.text), piece, sentence)
        for piece in pieces
        for sentence in sentences_of(piece)
        if overlap(own_words, sentence.text) >= LEAST_OVERLAP
    ]
    best = max((one.near for one in found), default=0.0)
    return tuple(one for one in found if one.near >= max(NEAR, best - AS_NEAR))


def of_copy(own_words: str, copy: Copied, source: Source) -> Finding:
    """Return what rules can say of words that nearly copy a sentence."""
    piece, sentence = copy.piece, copy.sentence
    passages = (passage_in(piece, sentence.start, sentence.end),)
    if is_too_long(own_words) or is_too_long(sentence.text):
        return Finding("not-checked", "it or its passage is too long to compare word by word", passages)
    if slip := _slip(own_words, sentence.text, source):
        return Finding("mismatch", slip, passages)
    numbers = (*all_quantities(piece.content), *of_the_record(source))
    if found := difference(Copy(own_words, sentence.text, numbers, source.source_id, _all_said(source))):
        return Finding("contradicted" if found.opposes else "mismatch", found.reason, passages)
    return _undisputed(own_words, copy, source.source_id)._replace(passages=passages)


def _undisputed(own_words: str, copy: Copied, source_id: str) -> Finding:
    """Return what a near copy without a known difference is worth."""
    if misplaced := bearing.wrong(own_words, copy.sentence.text, source_id):
        return Finding("mismatch", misplaced)
    if copy.sentence not in results_of(copy.piece):
        return Finding("not-checked", "the sentence it is near to reports no result")
    if added := unmatched(own_words, copy.sentence.text):
        return Finding("partly", f"“{added}” is not in the passage it is near to")
    if not quantities(own_words):
        return Finding("not-checked", "a paraphrase without a number: rules cannot judge it")
    if doubt := bearing.doubt(own_words, copy.sentence.text, source_id):
        return Finding("not-checked", doubt)
    return Finding("numbers-and-direction-match")


def _all_said(source: Source) -> str:
    """Return the title and every text that was read of a source."""
    return " ".join((source.reference.citation.title, *(piece.content for piece in source.pieces)))


def _slip(own_words: str, passage: str, source: Source) -> str:
    """Return the named slip that no single word of a near copy shows, or nothing."""
    design = design_of(source)
    if wording.claims_cause(own_words, design) and not wording.claims_cause(passage, design):
        return "causal words on observational evidence"
    return "a subgroup told as the whole" if wording.drops_subgroup(own_words, passage) else ""
