"""Cut a report's prose into the sentences that the ledger holds, and those into clauses.

A line is a paragraph, a ``### `` heading, a ``- `` item or a ``|`` table row. A quotation counts as
one word, whatever stops stand in it, and a marker behind the full stop still belongs to the sentence.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from shared.audit.markers import MARKER, cited, ids_in, without_markers
from shared.sentences import sentences


class Clause(NamedTuple):
    """Words with the sources that the marker behind them names."""

    text: str
    source_ids: tuple[str, ...]


class Statement(NamedTuple):
    """One declarative sentence of a text: ``text == whole[start:end]``, markers included."""

    start: int
    end: int
    text: str


class Quotation(NamedTuple):
    """Quoted words, without their marks, and where the marks stand."""

    start: int
    end: int
    text: str


FEWEST_WORDS = 3
"""A shorter quotation is a term, not a passage."""
SHORTEST_SENTENCE = 2
"""Words: "It failed" states something, "Trials" is a label."""

LONGEST_LABEL = 3
"""Words of a heading: "Trials in humans" is a label, "Velomirine cut relapse by half" states something."""

NOTE = re.compile(r"\s*\[(?:unverified: |no source given)[^\]]*\]")
"""What the audit puts behind a sentence that fails."""

_OWN_NOTE = re.compile(
    rf"{NOTE.pattern}"
    r"|\s*\[(?:not in the registry: |unknown source S|a list of \d+ references was taken out: )[^\]]*\]"
)
"""The same, and what it puts in place of what a writer made up."""

_LINE = re.compile(r"[^\n]+")
_STRUCTURE = re.compile(r"[ \t]*(?:[-*+] |\d+[.)] |> )?[ \t]*")
_HEADING = re.compile(r"[ \t]*#")
_ROW = re.compile(r"[ \t]*\|")
_SPACE = re.compile(r"\s*")
_WORD = re.compile(r"[^\W_]+")
_SHARE = re.compile(r"\d\s?%")
_TABLE_RULE = re.compile(r"[\s|:-]+")
_LEADING_MARKERS = re.compile(rf"(?:[ \t]*{MARKER.pattern})+(?:[ \t]*[.;,])?")
_GOING_ON = re.compile(rf"(?:[ \t]*{MARKER.pattern})*[ \t]*(?:[;:,–—()]|[a-z])")
_ASKING = re.compile(
    r"[\s#*_]*(?:how|why|what|whether|which|when|where|does|do|did|is|are|can|should)\b", re.IGNORECASE
)
_ASSERTING = re.compile(
    r"\b(?:cures|prevents|reduces|lowers|decreases|halves|increases|raises|improves|protects|kills|eliminates|causes"
    r"|worsens)\b"
    r"|(?<!\bof)(?<!\bfor)(?<!\bin)(?<!\bwith)(?<!\ba)(?<!\bthe)(?<!\band)(?<!\bon)(?<!\bat)(?<=\w)\s"
    r"(?:cured|prevented|reduced|lowered|decreased|halved|increased|raised|improved|protected|killed|eliminated|cut"
    r"|caused|worsened|fell|rose)\b"
    r"|\b(?:is|are|was|were|proved|proves)\s(?:\w+\s)?(?:safe|effective|efficacious|proven|superior|inferior|harmful"
    r"|toxic|ineffective|beneficial)\b",
    re.IGNORECASE,
)
"""A claim or a change with its verb: what makes a statement of a heading."""
_STRAIGHT = re.compile(r'"([^"\n]+)"')


def quotations(text: str) -> tuple[Quotation, ...]:
    """Return the quotations of *text* in order: between “ and ”, or between straight marks."""
    curly = tuple(_curly(text))
    straight = (Quotation(found.start(), found.end(), found[1]) for found in _STRAIGHT.finditer(text))
    return tuple(sorted((*curly, *_outside(straight, curly))))


def _curly(text: str) -> Iterator[Quotation]:
    """Yield the outermost quotations between curly marks; one that never closes is none."""
    depth = opened = 0
    for found in re.finditer("[“”]", text):
        if found.group() == "“":
            opened = opened if depth else found.start()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                yield Quotation(opened, found.end(), text[opened + 1 : found.start()])


def _outside(straight: Iterable[Quotation], curly: Sequence[Quotation]) -> Iterator[Quotation]:
    """Yield the *straight* ones that share no character with a *curly* one; both are in order."""
    at = 0
    for one in straight:
        while at < len(curly) and curly[at].end <= one.start:
            at += 1
        if at == len(curly) or one.end <= curly[at].start:
            yield one


def outside_quotations(text: str) -> str:
    """Return the writer's own words in *text*: without quotations and markers."""
    bare, at = [], 0
    for quotation in quotations(text):
        bare.append(text[at : quotation.start])
        at = quotation.end
    return without_markers(_OWN_NOTE.sub("", " ".join((*bare, text[at:]))))


def statements(text: str) -> tuple[Statement, ...]:
    """Return the declarative sentences of *text*, in order, with their offsets."""
    lines = [(found.start(), found.group()) for found in _LINE.finditer(text)]
    below = (*(line for _, line in lines[1:]), "")
    pairs = zip(lines, below, strict=False)  # where there is no line, there is none below
    return tuple(one for (start, line), after in pairs for one in _of_line(line, start, after))


def _of_line(line: str, offset: int, below: str) -> Iterator[Statement]:
    """Yield the declarative sentences of one line; *below* is the next one, which tells the head of a table."""
    if _TABLE_RULE.fullmatch(line):
        return
    if _ROW.match(line) or _HEADING.match(line):
        if _row_states(line, below) if _ROW.match(line) else _heading_states(line):
            yield Statement(offset, offset + len(line), line)
        return
    found = _STRUCTURE.match(line)
    start = found.end() if found else 0
    for first, last in _spans(line[start:]):
        one = Statement(offset + start + first, offset + start + last, line[start + first : start + last])
        if _declares(one.text):
            yield one


def _row_states(line: str, below: str) -> bool:
    """Say whether a row of a table states something: every row does but an empty one, and a head that cites nothing."""
    is_head = "-" in below and _TABLE_RULE.fullmatch(below) is not None
    return bool(cited(line)) or (not is_head and len(_WORD.findall(without_markers(line))) >= SHORTEST_SENTENCE)


def _heading_states(line: str) -> bool:
    """Say whether a heading states something: one that cites, gives a share or says what happens does, no title."""
    words = _WORD.findall(without_markers(line))
    return len(words) > LONGEST_LABEL and bool(cited(line) or _SHARE.search(line) or _asserts(line))


def _asserts(label: str) -> bool:
    """Say whether a heading, or a line that ends in a colon, says what something does or is."""
    return _ASKING.match(label) is None and _ASSERTING.search(label) is not None


def _spans(prose: str) -> list[tuple[int, int]]:
    """Return where the sentences of one paragraph stand, markers with the sentence before them."""
    spans: list[tuple[int, int]] = []
    for sentence in sentences(_masked(prose)):
        start = sentence.start
        found = _LEADING_MARKERS.match(prose, start)
        if found and spans:
            spans[-1] = (spans[-1][0], found.end())
            start = _after_space(prose, found.end())
        if start < sentence.end:
            spans.append((start, sentence.end))
    return spans


def _after_space(prose: str, at: int) -> int:
    """Return where the next word stands."""
    found = _SPACE.match(prose, at)
    return found.end() if found else at


def _masked(prose: str) -> str:
    """Return *prose* with each quotation as one long word, so that only the writer's stops count.

    A stop that ends the quotation is the writer's as well, unless the sentence goes on behind it.
    """
    pieces, at = [], 0
    for quotation in quotations(prose):
        inside = "x" * (quotation.end - quotation.start)
        if quotation.text.rstrip().endswith((".", "!", "?")) and not _GOING_ON.match(prose, quotation.end):
            inside = inside[:-2] + ".”"
        pieces += [prose[at : quotation.start], inside]
        at = quotation.end
    return "".join((*pieces, prose[at:]))


def _declares(sentence: str) -> bool:
    """Say whether a sentence states something: no question, no label."""
    bare = without_markers(_OWN_NOTE.sub("", sentence)).strip(" |-.;,")
    label = bare.endswith(":") and not (len(bare.split()) > LONGEST_LABEL and _asserts(bare))
    return len(bare.split()) >= SHORTEST_SENTENCE and not bare.endswith("?") and not label


def clauses(sentence: str) -> tuple[Clause, ...]:
    """Return each stretch of *sentence* with the marker behind it; what follows the last joins it."""
    found = tuple(MARKER.finditer(sentence))
    if not found:
        return (Clause(sentence.strip(), ()),)
    starts = (0, *(marker.end() for marker in found[:-1]))
    parts = [
        Clause(sentence[start : marker.start()].strip(" ,;"), ids_in(marker.group()))
        for start, marker in zip(starts, found, strict=True)
    ]
    rest = sentence[found[-1].end() :].strip(" .;,|")
    if rest:
        parts[-1] = Clause(f"{parts[-1].text} {rest}".strip(), parts[-1].source_ids)
    return tuple(parts)
