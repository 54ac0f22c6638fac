"""Which sentences of an abstract report something that can be checked.

Cut by a rule of their own, so that a slip of the project's splitter cannot hide here. A sentence that this rule may
have cut wrongly is left out.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_LABEL = re.compile(
    r"(?:(?<=^)|(?<=[.!?)] ))(?:([A-Z][A-Z()/&,' -]{3,45}|[A-Z][a-z]+(?: and [a-z]+)?): ?(?=[A-Z0-9(\"])"
    r"|((?:MAIN |PRINCIPAL |STUDY )?(?:RESULTS?|CONCLUSIONS?|METHODS?|BACKGROUND|OBJECTIVES?|DESIGN|SETTING|PATIENTS"
    r"|PARTICIPANTS|INTERVENTIONS?|FINDINGS|INTERPRETATION|AIMS?|PURPOSE|CONTEXT|INTRODUCTION|FUNDING|LIMITATIONS"
    r"|RATIONALE|MEASUREMENTS|MEASURES|OUTCOME MEASURES|METHODOLOGY|SIGNIFICANCE|METHODOLOGY/PRINCIPAL FINDINGS"
    r"|CONCLUSIONS/SIGNIFICANCE)(?: AND [A-Z]+)?) (?=[A-Z0-9][a-z0-9]*\b))"
)
_END = re.compile(
    r"(?<=[a-z)%\]])[.!?](?= [A-Z]|\s*$)|(?<=\d)\.(?= [A-Z][a-z]| [A-Z]+ |$)|(?<=[A-Z]{2})\.(?= [A-Z][a-z]|$)"
)
_SHORTENED = re.compile(
    r"(?:\b(?:vs|al|et|e\.g|i\.e|approx|ca|cf|sp|spp|no|nos|fig|dr|st|resp|inc|var|min|max|ref)|\b[A-Z])$",
    re.IGNORECASE,
)
_RESULT = re.compile(
    r"result|finding|conclusion|outcome(?!s? measure)|interpretation|discussion|clinical implications", re.IGNORECASE
)
_NO_RESULT = re.compile(
    r"\b(?:aim(?:s|ed)?|objectives?|purpose|hypothes\w+|whether|to (?:determine|assess|evaluate|investigate|examine"
    r"|compare|study|test|explore|describe|review)|we (?:investigated|examined|evaluated|assessed|compared|studied"
    r"|sought|reviewed|tested|used|performed|measured|recruited|enrolled|conducted|randomi[sz]ed|analy[sz]ed)"
    r"|(?:was|were) (?:then |also |all )?(?:used|measured|assessed|evaluated|determined|examined|performed|searched"
    r"|recruited|enrolled|invited|asked|collected|obtained|compared|investigated|studied|analy[sz]ed|conducted|assigned"
    r"|randomi[sz]ed|randomly|selected|eligible|included|followed|given|administered|allocated|calculated|recorded"
    r"|designed|undertaken|carried out|scheduled|divided)|should be|further (?:studies|research|work)|previous(?:ly)?"
    r"|this (?:article|paper|review)|(?:has|have) (?:long )?been|is known|are known|commonly|widely"
    r"|characteri[sz]ed by|will be|is needed|are needed|remains? (?:unclear|unknown)|little is known)\b",
    re.IGNORECASE,
)
_CHECKABLE = re.compile(
    r"\d|\b(?:in|de)creas|\breduc|\bimprov|\bhigher\b|\blower\b|\bgreater\b|\bsignifican|\bdiffer|\bassociated\b"
    r"|\beffective|\bsuperior|\bmore\b|\bless\b|\bfewer\b|\bshorter\b|\blonger\b|\binhibit|\bprevent|\brose\b|\bfell\b"
    r"|\bworse|\bbetter\b|\bsimilar\b|\bno \w+ (?:effect|evidence)|\btrend|\btended",
    re.IGNORECASE,
)
FEWEST_WORDS, MOST_WORDS = 7, 60


class Told(NamedTuple):
    """A sentence, and under which heading of the abstract it stands; nothing where there is none."""

    text: str
    section: str


def told(text: str) -> Iterator[Told]:
    """Yield the sentences of an abstract in order, each exactly as it stands there."""
    bounds = [(found.start(), found.end(), found[1] or found[2]) for found in _LABEL.finditer(text)]
    starts = [(0, ""), *((end, label) for _, end, label in bounds)]
    ends = [*(start for start, _, _ in bounds), len(text)]
    for (start, label), end in zip(starts, ends, strict=True):
        yield from (Told(sentence, label) for sentence in _cut(text[start:end]))


def _cut(part: str) -> Iterator[str]:
    """Yield the sentences of one part; a full stop after an abbreviation or an initial ends none."""
    start = 0
    for end in _END.finditer(part):
        if not _SHORTENED.search(part[start : end.start()]):
            yield part[start : end.end()].strip()
            start = end.end()


def checkable(text: str) -> Iterator[str]:
    """Yield the sentences that report a result: no aim, no method, no background, nothing cut in half."""
    labelled = _LABEL.search(text) is not None
    every = tuple(told(text))
    for place, (sentence, section) in enumerate(every):
        if not _RESULT.search(section) if labelled else place * 3 < len(every):
            continue
        if _is_whole(sentence) and _CHECKABLE.search(sentence) and not _NO_RESULT.search(sentence):
            yield sentence


def _is_whole(sentence: str) -> bool:
    """Say whether a sentence looks like one: its length, its first letter, its end, its brackets and its quotes."""
    return (
        FEWEST_WORDS <= len(sentence.split()) <= MOST_WORDS
        and (sentence[0].isupper() or sentence[0].isdigit())
        and sentence[-1] == "."
        and all(_SHORTENED.search(sentence[: stop.start()]) for stop in re.finditer(r"\. ", sentence))
        and sentence.count("(") == sentence.count(")")
        and sentence.count("[") == sentence.count("]")
        and not re.search(r"^To |\d\. \d|\.;|[<>=:] ?\. \d|P ?:|[\"“”<]\S*[\"“”>]|&\w+;|\(ABSTRACT|\d+/-$", sentence)
    )
