"""Check what a sentence says against the passages of a source, by rules (evidence.md, 7).

Rules recognise quotations, numbers, directions and named slips. They never say *supported* of a
paraphrase: what they cannot settle is *not checked*.
"""

from collections.abc import Iterable
from typing import NamedTuple

from shared import messages as m
from shared.appraisal.results import is_hedged
from shared.audit.attributing import design_of, is_attribution, names_kinds, size_of, subject_of
from shared.audit.checking import wording
from shared.audit.checking.numbers import Quantity, missing, quantities
from shared.audit.checking.turning import agrees, turned
from shared.audit.prose import FEWEST_WORDS, Clause, outside_quotations, quotations
from shared.audit.references import year_of
from shared.audit.shelf import (
    Source,
    content_words,
    direction_read,
    found_verbatim,
    passage_in,
    reports_result,
    results_of,
)
from shared.sentences import Sentence

CHECKER = "rules"

LEAST_OVERLAP = 0.3
"""Of a paraphrase's words, the share its passage must hold before the two are compared at all."""

_STRENGTH: dict[m.Verdict, int] = {
    "contradicted": 0,
    "mismatch": 1,
    "not-checked": 2,
    "partly": 3,
    "numbers-and-direction-match": 4,
    "supported": 5,
    "verbatim": 6,
}


class Finding(NamedTuple):
    """What the check of one clause against one source says, and the place it looked at."""

    verdict: m.Verdict
    reason: str = ""
    passages: tuple[m.SourcePassage, ...] = ()


def weakest(findings: Iterable[Finding]) -> Finding:
    """Return the finding that shows where several were made, with the passages of all."""
    made = tuple(findings)
    worst = min(made, key=lambda finding: _STRENGTH[finding.verdict])
    return worst._replace(passages=tuple(dict.fromkeys(passage for one in made for passage in one.passages)))


def strongest(findings: Iterable[Finding]) -> Finding:
    """Return the best of several findings on the same words."""
    return max(findings, key=lambda finding: _STRENGTH[finding.verdict])


def check(clause: Clause, sentence: str, source: Source) -> Finding:
    """Return what rules can say of *clause*, which stands in *sentence* and cites *source*."""
    if early := _before_reading(sentence, source) or _lifted(clause.text, source):
        return early
    own_words = outside_quotations(clause.text)
    if quoted := _quoted(clause, source):
        return _beside(quoted, own_words, source)
    if names_kinds(own_words):
        return Finding("not-checked", "it names a kind of evidence and states no result")
    return _told(own_words, source)


def _beside(quoted: Finding, own_words: str, source: Source) -> Finding:
    """Return the finding on a quotation together with what stands beside it."""
    if quoted.verdict == "mismatch" or is_attribution(own_words, source):
        return quoted
    told = _told(own_words, source)
    if told.verdict == "not-checked":
        told = told._replace(reason="the words beside the quotation were not checked")
    return weakest((quoted, told))


def _told(own_words: str, source: Source) -> Finding:
    """Return the finding on unquoted words against the piece that bears them best."""
    return strongest(_paraphrase(own_words, piece, source) for piece in source.pieces)


def _before_reading(sentence: str, source: Source) -> Finding | None:
    """Return what is known without looking for a passage."""
    if source.retracted:
        return _of_retracted(sentence, source)
    if not source.pieces:
        return Finding("not-checked", f"no text of {source.source_id} reached the report")
    if wording.loses_species(sentence, subject_of(source)):
        return Finding("mismatch", f"species lost: {source.source_id} is {subject_of(source)} work")
    return None


def _of_retracted(sentence: str, source: Source) -> Finding:
    """Return a mismatch unless the sentence says that the work is retracted."""
    if wording.says_retracted(sentence):
        return Finding("not-checked", f"the registry, not a passage, says that {source.source_id} is retracted")
    return Finding("mismatch", f"{source.source_id} is retracted and supports nothing")


def _quoted(clause: Clause, source: Source) -> Finding | None:
    """Return whether each quotation stands in the source; ``None`` where nothing is quoted."""
    wanted = [one.text for one in quotations(clause.text) if len(one.text.split()) >= FEWEST_WORDS]
    if not wanted:
        return None
    places = [_place(quotation.rstrip(" …"), source) for quotation in wanted]
    found = tuple(place for place in places if place)
    if len(found) < len(wanted):
        return Finding("mismatch", f"a quotation is not in {source.source_id}", found)
    reason = "" if _rests_on_results(found, source) else "quoted from a sentence that reports no result"
    return Finding("verbatim", reason, found)


def _rests_on_results(found: tuple[m.SourcePassage, ...], source: Source) -> bool:
    """Say whether each quotation is taken from a result or a conclusion."""
    return all(any(reports_result(passage, piece) for piece in source.pieces) for passage in found)


def _lifted(words: str, source: Source) -> Finding | None:
    """Return the place of words that stand in the source as they are, without quotation marks."""
    found = _place(words, source) if len(words.split()) >= FEWEST_WORDS else None
    return Finding("verbatim", "", (found,)) if found else None


def _place(quotation: str, source: Source) -> m.SourcePassage | None:
    """Return the first place of a quotation among the pieces of a source."""
    return next((found for piece in source.pieces if (found := found_verbatim(quotation, piece))), None)


def _paraphrase(own_words: str, piece: m.Evidence, source: Source) -> Finding:
    """Return what rules can say of words that are not quoted."""
    stated = missing(quantities(own_words), _of_the_record(source))
    if absent := missing(stated, quantities(piece.content)):
        return Finding("mismatch", f"the number {_written(absent[0])} is not in {source.source_id}")
    nearest = _nearest(own_words, stated, piece)
    if nearest is None or _overlap(own_words, nearest.text) < LEAST_OVERLAP:
        return Finding("not-checked", f"no result in {source.source_id} is near enough in words to compare")
    passages = (passage_in(piece, nearest.start, nearest.end),)
    if slip := _slip(own_words, nearest.text, source):
        return Finding("mismatch", slip, passages)
    return _compared(own_words, stated, nearest.text)._replace(passages=passages)


def _of_the_record(source: Source) -> tuple[Quantity, ...]:
    """Return the numbers that belong to the work and not to its text: year and size."""
    record = f"{year_of(source.reference.citation)} {size_of(source) or ''}"
    return quantities(record)


def _written(quantity: Quantity) -> str:
    """Return a quantity as a person writes it."""
    return f"{quantity.value}{'' if quantity.unit == '%' else ' '}{quantity.unit}".strip()


def _nearest(own_words: str, stated: tuple[Quantity, ...], piece: m.Evidence) -> Sentence | None:
    """Return the result of *piece* that holds most of the numbers, then most of the words."""
    return max(
        results_of(piece),
        key=lambda sentence: (-len(missing(stated, quantities(sentence.text))), _overlap(own_words, sentence.text)),
        default=None,
    )


def _overlap(own_words: str, passage: str) -> float:
    """Return the share of the words that carry meaning that the passage holds, too."""
    words = content_words(own_words)
    return len(words & content_words(passage)) / len(words) if words else 0.0


def _slip(own_words: str, passage: str, source: Source) -> str:
    """Return the named way in which the words part from their passage, or nothing."""
    if pair := _contrary(own_words, passage):
        return f"direction differs: {pair[0]} said, {pair[1]} in {source.source_id}"
    if swapped := wording.swaps_measure(own_words, passage):
        return swapped
    if wording.claims_cause(own_words, design_of(source)):
        return "causal words on observational evidence"
    if wording.drops_subgroup(own_words, passage):
        return "a subgroup told as the whole"
    if is_hedged(passage) and not is_hedged(own_words):
        return "hedging removed"
    return ""


def _contrary(own_words: str, passage: str) -> tuple[str, str] | None:
    """Return two directions that cannot both be meant, else two words of change, ours first; ``None`` for neither."""
    ours, theirs = direction_read(own_words), direction_read(passage)
    if _opposed(ours, theirs):
        return ours, theirs
    changes = turned(own_words, passage)
    return (f"“{changes[0]}”", f"“{changes[1]}”") if changes else None


def _opposed(ours: m.Direction, theirs: m.Direction) -> bool:
    """Say whether two known directions cannot both be meant."""
    plain = {"benefit", "harm", "no-difference"}
    return ours in plain and theirs in plain and ours != theirs


def _compared(own_words: str, stated: tuple[Quantity, ...], passage: str) -> Finding:
    """Return whether numbers and direction stand in this one passage."""
    ours = direction_read(own_words)
    if not stated:
        return Finding("not-checked", "a paraphrase without a number: rules cannot judge it")
    if missing(stated, quantities(passage)):
        return Finding("not-checked", "its numbers stand in different sentences of the source")
    if ours not in {"unknown", direction_read(passage)} or (ours == "unknown" and not agrees(own_words, passage)):
        return Finding("not-checked", "rules cannot read the direction of the passage")
    return Finding("numbers-and-direction-match")
