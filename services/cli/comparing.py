"""What became of a draft: the audit's marks in the report, and the draft's sentences that it no longer has. Pure."""

import re
from collections import Counter
from collections.abc import Iterator

from shared import messages as m
from shared.audit.markers import tidied, without_markers
from shared.audit.prose import statements
from shared.thinking import RULES

from .drafts import Draft

_UNKNOWN = re.compile(r"\[unknown source ([^\]]*)\]")
_FOREIGN = re.compile(r"\[not in the registry: ([^\]]*)\]")
_UNVERIFIED = re.compile(r"\[unverified: [^\]]*\]")
_UNSOURCED = re.compile(r"\[no source given\]")
_TAKEN_OUT = re.compile(r"\[a list of \d+ references was taken out[^\]]*\]")
_NOTES = (_UNKNOWN, _UNVERIFIED, _UNSOURCED, _TAKEN_OUT)
"""What the audit adds; a foreign reference it only puts into brackets."""

_LIST = re.compile(
    r"^[#*_ \t]*(?:references?|sources?|bibliography|footnotes?|works cited)[*_ \t]*:?[*_ \t]*$.*?(?=^#|\Z)",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
_LINK = re.compile(r"https?://")
_WORD = re.compile(r"\w+")


def changes(draft: Draft | None, end: m.ResearchCompleted) -> str:
    """Return in a line what became of the last draft that was seen; nothing where none was."""
    if draft is None or not draft.text.strip():
        return ""
    if end.report is None:
        return "the draft was dropped: no checked report came of it"
    if end.report.made_by == RULES:
        return "the draft was dropped: the report was written by rules"
    return "; ".join(filter(None, (_sent_back(end.report.audit), _changed(draft.text, end.report))))


def _sent_back(audit: m.Audit) -> str:
    """Return that the audit had the first draft written again, if it had."""
    return f"the first draft was sent back for {_many(len(audit.sent_back), 'problem')}" if audit.sent_back else ""


def _changed(draft: str, report: m.ResearchReport) -> str:
    """Return what is not as it was drafted, counted."""
    written = "\n".join(_fields(report))
    marks = _marks(written) - _marks(draft)
    told = (
        (marks[_UNKNOWN], "citation", " marked as unknown"),
        (marks[_FOREIGN], "reference", " marked as not in the registry"),
        (marks[_UNVERIFIED], "sentence", " marked as unverified"),
        (marks[_UNSOURCED], "sentence", " marked as without a source"),
        (len(lost(draft, written)), "sentence", " replaced"),
        (marks[_TAKEN_OUT], "reference list", " taken out"),
    )
    counted = ", ".join(f"{_many(count, what)}{how}" for count, what, how in told if count)
    return f"the draft changed: {counted}" if counted else "every sentence of the draft stands as it was written"


def lost(draft: str, written: str) -> tuple[str, ...]:
    """Return the sentences of a draft that are not in the report; the lines of a reference list are none."""
    known = f" {_words(written)} "
    told = (one.text for one in statements(_LIST.sub("", draft)))
    return tuple(sentence for sentence in told if f" {_words(sentence)} " not in known)


def _fields(report: m.ResearchReport) -> Iterator[str]:
    """Yield the parts that a writer writes."""
    yield report.title
    yield report.executive_summary
    yield report.clinical_findings.content
    yield report.mechanistic_findings.content
    yield report.conclusion
    yield from report.limitations


def _marks(text: str) -> Counter[re.Pattern[str]]:
    """Return how often each mark stands in *text*; a mark on several citations counts for each."""
    counted = Counter({mark: len(mark.findall(text)) for mark in (_FOREIGN, *_NOTES)})
    counted[_UNKNOWN] = sum(ids.count(",") + 1 for ids in _UNKNOWN.findall(text))
    return counted


def _words(text: str) -> str:
    """Return the words of *text* as they are recognised again, whatever was added and however it was laid out."""
    for note in _NOTES:
        text = note.sub(" ", text)
    text = _FOREIGN.sub(r"\1", _LINK.sub("", text))
    return " ".join(_WORD.findall(without_markers(tidied(text)).casefold()))


def _many(count: int, what: str) -> str:
    """Return a number with its noun."""
    return f"{count} {what}{'' if count == 1 else 's'}"
