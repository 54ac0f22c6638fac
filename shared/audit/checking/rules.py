"""Check what a sentence says against the passages of a source, by rules (evidence.md, 7).

Rules recognise quotations, numbers, directions and named slips. They never say *supported* of a
paraphrase: what they cannot settle is *not checked*.
"""

from shared import messages as m
from shared.audit.attributing import is_attribution, names_kinds, subject_of
from shared.audit.checking import wording
from shared.audit.checking.copies import copied, of_copy
from shared.audit.checking.findings import Finding, strongest, weakest
from shared.audit.checking.paraphrases import opposed_by, paraphrase
from shared.audit.checking.reading import is_readable
from shared.audit.prose import FEWEST_WORDS, Clause, outside_quotations, quotations
from shared.audit.shelf import Source, found_verbatim, reports_result


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
    """Return the finding on unquoted words: against what they nearly copy, else against what bears them best."""
    if not is_readable(own_words):
        return Finding("not-checked", "it is in a language that rules cannot read")
    readable = [piece for piece in source.pieces if is_readable(piece.content)]
    if not readable:
        return Finding("not-checked", f"{source.source_id} is in a language that rules cannot read")
    near = copied(own_words, readable)
    if not near:
        told = strongest(paraphrase(own_words, piece, source) for piece in readable)
        return opposed_by(own_words, readable) or told
    told = strongest(of_copy(own_words, one, source) for one in near)
    if told.verdict != "not-checked" or any(one.is_close for one in near):
        return told
    # Compared word by word it was settled neither way: what a looser reading finds is a doubt, and no contradiction.
    opposed = opposed_by(own_words, readable)
    return opposed._replace(verdict="mismatch") if opposed else told


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
