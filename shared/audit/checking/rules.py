"""Check what a sentence says against the passages of a source, by rules (evidence.md, 7).

Rules recognise quotations, numbers, directions and named slips. They never say *supported* of a
paraphrase: what they cannot settle is *not checked*.
"""

import re

from shared import messages as m
from shared.appraisal.tongues import is_readable
from shared.audit.attributing import is_attribution, names_kinds, subject_of
from shared.audit.checking import wording
from shared.audit.checking.copies import Copied, copied, of_copy
from shared.audit.checking.differing import denied_anew
from shared.audit.checking.findings import Finding, strongest, weakest
from shared.audit.checking.paraphrases import opposed_by, paraphrase
from shared.audit.checking.tokens import tokens
from shared.audit.prose import FEWEST_WORDS, Clause, clauses, outside_quotations, quotations
from shared.audit.shelf import Source, found_verbatim, passage_in, reports_result, results_of

_JOINTS = r"but|whereas|while|although|though|however"
_JOINT_BEFORE = re.compile(rf"(?:[;:]|\s[-–—]|,\s+and|\b(?:{_JOINTS}))\s+$", re.IGNORECASE)
_JOINT_BEHIND = re.compile(rf"[;:,]\s|\s[-–—]\s|\s(?:and|{_JOINTS})\b", re.IGNORECASE)
"""Where a clause of a result begins and ends."""


def check(clause: Clause, sentence: str, source: Source) -> Finding:
    """Return what rules can say of *clause*, which stands in *sentence* and cites *source*."""
    if early := _before_reading(clause, sentence, source) or _lifted(clause.text, source):
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
    told = strongest(_of_near(own_words, one, source) for one in near)
    if told.verdict != "not-checked" or any(one.is_close for one in near):
        return told
    # Compared word by word it was settled neither way: what a looser reading finds is a doubt, and no contradiction.
    opposed = opposed_by(own_words, readable)
    return opposed._replace(verdict="mismatch") if opposed else told


def _of_near(own_words: str, copy: Copied, source: Source) -> Finding:
    """Return the finding on a near copy; a denial of what the passage never speaks of is not borne by it."""
    told = of_copy(own_words, copy, source)
    if told.verdict == "numbers-and-direction-match" and (new := denied_anew(own_words, copy.sentence.text)):
        return told._replace(verdict="partly", reason=f"“{new}” is not in the passage it is near to")
    return told


def _before_reading(clause: Clause, sentence: str, source: Source) -> Finding | None:
    """Return what is known without looking for a passage."""
    if source.retracted:
        return _of_retracted(sentence, source)
    if not source.pieces:
        return Finding("not-checked", f"no text of {source.source_id} reached the report")
    if wording.loses_species(clause.text, subject_of(source), _opening(sentence)):
        return Finding("mismatch", f"species lost: {source.source_id} is {subject_of(source)} work")
    return None


def _opening(sentence: str) -> str:
    """Return what the clauses of a sentence may share: what stands before its first marker."""
    return clauses(sentence)[0].text


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
    """Return the place of words that are, without quotation marks, a result of the source or a whole clause of it."""
    if len(words.split()) < FEWEST_WORDS:
        return None
    wanted = re.compile(r"\s+".join(map(re.escape, words.split())))
    for piece in source.pieces:
        for result in results_of(piece):
            found = wanted.search(result.text)
            if found and _stands_alone(found):
                place = passage_in(piece, result.start + found.start(), result.start + found.end())
                return Finding("verbatim", "", (place,))
    return None


def _stands_alone(found: re.Match[str]) -> bool:
    """Say whether words mean by themselves what they mean in their sentence: cut at joints, nothing denied before."""
    before, behind = found.string[: found.start()], found.string[found.end() :]
    denied = any(token.kind in {"denial", "doubt"} for token in tokens(before))
    starts = not before.strip() or _JOINT_BEFORE.search(before) is not None
    ends = not behind.strip(" .;,") or _JOINT_BEHIND.match(behind) is not None
    return starts and ends and not denied


def _place(quotation: str, source: Source) -> m.SourcePassage | None:
    """Return the first place of a quotation among the pieces of a source."""
    return next((found for piece in source.pieces if (found := found_verbatim(quotation, piece))), None)
