"""Words that copy no sentence of a source: cautiously held against the result that bears them best."""

from shared import messages as m
from shared.appraisal.results import is_hedged
from shared.audit.attributing import design_of, size_of
from shared.audit.checking import bearing, wording
from shared.audit.checking.aligning import NEAR, is_too_long
from shared.audit.checking.findings import Finding
from shared.audit.checking.numbers import Quantity, all_quantities, missing, quantities
from shared.audit.checking.opposing import opposite
from shared.audit.checking.turning import agrees, turned
from shared.audit.references import year_of
from shared.audit.shelf import Source, content_words, direction_read, passage_in, results_of
from shared.sentences import Sentence

LEAST_OVERLAP = 0.3
"""Of a paraphrase's words, the share its passage must hold before the two are compared at all."""

MOST_QUOTED = 120
"""Characters of a passage in a reason."""


def paraphrase(own_words: str, piece: m.Evidence, source: Source) -> Finding:
    """Return what rules can say of words that are not quoted."""
    if is_too_long(own_words):
        return Finding("not-checked", "it is too long to compare word by word")
    stated = missing(quantities(own_words), of_the_record(source))
    if absent := missing(stated, all_quantities(piece.content)):
        return Finding("mismatch", bearing.absence(absent[0], piece.content, source.source_id))
    nearest = _nearest(own_words, stated, piece)
    if nearest is None or overlap(own_words, nearest.text) < LEAST_OVERLAP:
        return Finding("not-checked", f"no result in {source.source_id} is near enough in words to compare")
    passages = (passage_in(piece, nearest.start, nearest.end),)
    if pair := turned(own_words, nearest.text):
        reason = f"direction differs: “{pair[0]}” said, “{pair[1]}” in {source.source_id}"
        return Finding("contradicted", reason, passages)
    if slip := _slip(own_words, nearest.text, source):
        return Finding("mismatch", slip, passages)
    return _compared(own_words, stated, nearest.text, source.source_id)._replace(passages=passages)


def of_the_record(source: Source) -> tuple[Quantity, ...]:
    """Return the numbers that belong to the work and not to its text: year and size."""
    record = f"{year_of(source.reference.citation)} {size_of(source) or ''}"
    return quantities(record)


def _nearest(own_words: str, stated: tuple[Quantity, ...], piece: m.Evidence) -> Sentence | None:
    """Return the result of *piece* that holds most of the numbers, then most of the words."""
    return max(
        results_of(piece),
        key=lambda sentence: (-len(missing(stated, all_quantities(sentence.text))), overlap(own_words, sentence.text)),
        default=None,
    )


def overlap(own_words: str, passage: str) -> float:
    """Return the share of the words that carry meaning that the passage holds, too."""
    words = content_words(own_words)
    return len(words & content_words(passage)) / len(words) if words else 0.0


def _slip(own_words: str, passage: str, source: Source) -> str:
    """Return the named way in which the words part from their passage, or nothing."""
    ours, theirs = direction_read(own_words), direction_read(passage)
    if _opposed(ours, theirs):
        return f"direction differs: {ours} said, {theirs} in {source.source_id}"
    if swapped := wording.swaps_measure(own_words, passage):
        return swapped
    design = design_of(source)
    if wording.claims_cause(own_words, design) and not wording.claims_cause(passage, design):
        return "causal words on observational evidence"
    if wording.drops_subgroup(own_words, passage):
        return "a subgroup told as the whole"
    if is_hedged(passage) and not is_hedged(own_words) and overlap(own_words, passage) >= NEAR:
        return "hedging removed"
    return ""


def _opposed(ours: m.Direction, theirs: m.Direction) -> bool:
    """Say whether two known directions cannot both be meant."""
    plain = {"benefit", "harm", "no-difference"}
    return ours in plain and theirs in plain and ours != theirs


def _compared(own_words: str, stated: tuple[Quantity, ...], passage: str, source_id: str) -> Finding:
    """Return whether numbers and direction stand in this one passage."""
    ours = direction_read(own_words)
    if not stated:
        return Finding("not-checked", "a paraphrase without a number: rules cannot judge it")
    if missing(stated, all_quantities(passage)):
        return Finding("not-checked", "its numbers stand in different sentences of the source")
    if misplaced := bearing.wrong(own_words, passage, source_id):
        return Finding("mismatch", misplaced)
    if ours not in {"unknown", direction_read(passage)} or (ours == "unknown" and not agrees(own_words, passage)):
        return Finding("not-checked", "rules cannot read the direction of the passage")
    if doubt := bearing.doubt(own_words, passage, source_id):
        return Finding("not-checked", doubt)
    return Finding("numbers-and-direction-match")


def opposed_by(own_words: str, pieces: list[m.Evidence]) -> Finding | None:
    """Return that a result says the opposite in its own words, or ``None``."""
    for piece in pieces:
        results = results_of(piece)
        if clause := opposite(own_words, [result.text for result in results]):
            start = next(one.start + one.text.find(clause) for one in results if clause in one.text)
            passage = passage_in(piece, start, start + len(clause))
            return Finding("contradicted", f"direction differs: {piece.source_id} says “{_short(clause)}”", (passage,))
    return None


def _short(clause: str) -> str:
    """Return a clause as far as a note has room for it."""
    return clause if len(clause) <= MOST_QUOTED else f"{clause[:MOST_QUOTED].rsplit(maxsplit=1)[0]} …"
