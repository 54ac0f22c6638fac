"""Put first in the summary what a reader must know first, and keep the summary to its length. Pure."""

from shared import messages as m
from shared.audit.markers import without_markers
from shared.audit.prose import NOTE, statements
from shared.sentences import truncate_at_sentence

from .searches import not_searched

LONGEST_OPENING = 240
"""Characters for what stands first, so that an answer fits behind it."""


READ_ON = (
    "The findings below name every work that was cited, and the limitations say what was not reached or not checked."
)
"""Long enough by itself: a writer's summary may be nothing but a marker."""


def opening(record: m.RunRecord) -> str:
    """Return the first sentences of the summary where the run is partial or has a hole; else nothing."""
    told = []
    if record.partial:
        told.append(f"Partial result: {_lower(record.stopped_by) or 'the run was broken off.'}")
    if missing := not_searched(record):
        told.append(f"Not searched: {', '.join(missing)}.")
    elif record.holes:
        more = f" (and {len(record.holes) - 1} more; see the limitations)" if len(record.holes) > 1 else ""
        told.append(f"Incomplete: {record.holes[0].rstrip('.')}{more}.")
    return truncate_at_sentence(" ".join(told), LONGEST_OPENING)


def _lower(sentence: str) -> str:
    """Return *sentence* to follow a colon."""
    return f"{sentence[:1].lower()}{sentence[1:]}"


def fitted(summary: str, record: m.RunRecord) -> str:
    """Return *summary* with what must stand first before it, within 100 to 500 characters without markers.

    Whole sentences are left out from the end, never the first; what is too short says where to read on.
    """
    first = opening(record)
    whole = " ".join(filter(None, (first, " ".join(summary.split()))))
    fewest, most = m.SUMMARY_CHARACTERS
    if _length(whole) > most:
        whole = _cut(whole, most)
    if _length(whole) < fewest:
        whole = f"{whole} {READ_ON}"
    return whole.strip()


def _length(text: str) -> int:
    """Return how many characters a reader sees, as the contract counts them."""
    return len(m.MARKER.sub("", text))


def _cut(text: str, most: int) -> str:
    """Return the first whole sentences that fit; a first one that is too long is cut at a word."""
    ends = [_with_note(text, one.end) for one in statements(text)]
    fitting = [end for end in ends if _length(text[:end]) <= most]
    return text[: fitting[-1]] if fitting else truncate_at_sentence(without_markers(text), most)


def _with_note(text: str, end: int) -> int:
    """Return where the audit's note on a sentence ends: it must not be cut from it."""
    found = NOTE.match(text, end)
    return found.end() if found else end
