"""Whether a sentence tells its reader that the work at one of its markers was retracted."""

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from .reading import Sentence
from .values import Marker

_PLACE = re.compile(r"\[S(\d+)\]")
_WORK = (
    r"(?:articles?|papers?|publications?|preprints?|works?|trials?|stud(?:y|ies)|reports?|(?:meta-?)?analys[ei]s"
    r"|reviews?|findings?|results?|data|journals?|editors?|authors?|publishers?|records?|letters?|references?|sources?)"
)
_NOT = re.compile(
    r"\b(?:not|never|nor|no|without|n[’']t)(?! only)(?:\s+[\w-]+){0,2}?\s+retract\w*|\bun-?retracted\b", re.IGNORECASE
)
_SAYS = re.compile(
    rf"\bretract(?:ed|ions?)\b[^.;]{{0,60}}\b{_WORK}\b|\b{_WORK}\b[^.;]{{0,60}}\bretract(?:ed|ions?)\b|"
    r"^\W*retracted\b|[(\[—–,:]\s*(?:(?:since|later|now|subsequently) )?retracted\b|"
    r"\b(?:been|since|later|subsequently|now|(?:which|that|it|both|all) (?:was|were|is|are)) retracted\b|"
    rf"\bwithdrawal of (?:the |this |its )?{_WORK}\b|"
    r"\b(?:article|paper|publication|preprint|work)s? (?:was|were|has been|have been|is|are)? ?(?:since |later )?"
    r"withdrawn",
    re.IGNORECASE,
)
"""A drug is withdrawn as well, and so is a patient; a retractor is a tool: none of it says that a work was."""
_CLAUSE_ENDS = re.compile(
    r"[,;:]|\b(?:but|whereas|while|unlike|although|though|and (?!(?:was|has|is|later|since)\b))", re.IGNORECASE
)
_JOINED = re.compile(r"[\s,]*(?:\([^()]*\)|\[[^\[\]]*\]|(?:which|since|later|now|but (?:was|has|since|later))\b)")
"""What goes on with the work at a marker, though a comma stands before it."""


def telling(sentences: Iterable[Sentence]) -> dict[int, bool]:
    """Return of each marker in a sentence, by its number, whether the words it stands with say "retracted"."""
    return {number: _says(words) for one in sentences for number, words in _clauses(one.text)}


def says_so(number: int, marker: Marker, told: Mapping[int, bool]) -> bool:
    """Say whether a reader of a marker learns of the retraction; one in a heading stands with all its words."""
    return told[number] if number in told else _says(marker.sentence)


def _says(words: str) -> bool:
    """Say whether words tell of a retraction; "not retracted" tells of none."""
    return _SAYS.search(_NOT.sub(" ", _PLACE.sub(" ", words))) is not None


def _clauses(text: str) -> Iterator[tuple[int, str]]:
    """Yield each marker with its clause: from the marker before it, to where the next words begin another thing.

    Where all markers stand together the whole sentence is theirs; a row of a table is, and what stands before a colon.
    """
    places = list(_PLACE.finditer(text))
    groups = list(_groups(text, places))
    if len(groups) == 1 or text.lstrip().startswith("|"):
        yield from ((int(one[1]), text) for one in places)
        return
    head = text[: groups[0][0].start()].rpartition(":")[0] if groups else ""
    begins = (0, *(group[-1].end() for group in groups))
    ends = (*(group[0].start() for group in groups[1:]), len(text))
    for group, begin, end in zip(groups, begins, ends, strict=False):
        words = f"{head} {text[begin : group[0].start()]} {_own(text[group[-1].end() : end])}"
        yield from ((int(one[1]), words) for one in group)


def _groups(text: str, places: Sequence[re.Match[str]]) -> Iterator[list[re.Match[str]]]:
    """Yield markers without a word between them together: what stands around them is said of all."""
    group = list(places[:1])
    for before, one in itertools.pairwise(places):
        if re.search(r"\w", text[before.end() : one.start()]):
            yield group
            group = []
        group.append(one)
    if group:
        yield group


def _own(behind: str) -> str:
    """Return what still belongs to a marker of the words behind it: brackets, and the rest of its clause."""
    joined = _JOINED.match(behind)
    start = joined.end() if joined else 0
    stop = _CLAUSE_ENDS.search(behind, start)
    return behind[: stop.start() if stop else len(behind)]
