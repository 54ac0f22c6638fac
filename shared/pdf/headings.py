"""Which section of a paper each paragraph belongs to: by the headings that papers have. Pure."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .sections import ABSTRACT, FRONT, OWN_PARTS, REFERENCES, TEXT, WHOLE_SECTIONS, name_of
from .values import Paragraph

_RUN_IN = re.compile(
    r"(?:(?P<abstract>abstract|summary)|(?P<keywords>key ?words?|index terms)|(?P<front>citation|copyright|received"
    r"|accepted|submitted|published(?: online)?|academic editors?|correspondence(?: to)?|reprints?)"
    r"|(?P<other>abbreviations"
    r"|acknowledge?ments?|funding"
    r"|(?:conflicts? of|competing|declaration of) interests?|author contributions|data availability(?: statement)?))"
    r"\s*[.:—–-]+\s*(?=\S)",
    re.IGNORECASE,
)
_ABSTRACT_PART = re.compile(
    r"(?:(?:study )?objectives?|background|aims?|purpose|importance|context|introduction|rationale)\s?:\s+(?=\S)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){0,3}|[IVX]{1,5})[.)]?\s+(?=[A-Z])")
_FIRST = re.compile(r"(?:1|I)(?:\.|\))?\s+[A-Z]")
_FIRST_ENTRY = re.compile(r"(?:\[1\]|\(1\)|1\.)\s+\S")
_ENTRY = re.compile(r"[\[(]?(\d{1,3})[\]).]\s+\S")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")

_MOST_WORDS = 12
_LARGER = 1.06
"""Than the text: the font of a heading whose words are in no list."""

_SMALLER = 0.92
"""Than the text: notes on the first page, about authors and rights."""

_FEWEST_ENTRIES = 4
_FEWEST_PROSE_WORDS = 50
_SMALL_PRINT = re.compile(r"@|©|copyright|licen[cs]e|correspond|universit|department", re.IGNORECASE)


class Part(NamedTuple):
    """A paragraph, the section it is in, and whether it is the heading of one."""

    paragraph: Paragraph
    label: str
    is_heading: bool = False
    skip: int = 0
    """Characters at its beginning that are a heading set into the text: ``Abstract:``."""


class _Outline:
    """Goes through a document's paragraphs and knows where it is."""

    def __init__(self, paragraphs: Sequence[Paragraph], size: float) -> None:
        self._size = size
        self._label = FRONT
        self._words = 0
        """Of the section so far."""
        self._has_headings = any(name_of(one.text) for one in paragraphs if _may_be_heading(one))

    def part(self, paragraph: Paragraph) -> Part:
        """Return the next paragraph with its section."""
        if named := self._heading(paragraph):
            self.begin(named)
            return Part(paragraph, named, is_heading=True)
        label, skip = self._begun(paragraph)
        self._words += len(paragraph.text.split())
        return Part(paragraph, label, skip=skip)

    def begin(self, label: str) -> None:
        """Begin a section."""
        self._words = self._words if label == self._label else 0
        self._label = label

    def _heading(self, paragraph: Paragraph) -> str:
        """Return the section that begins with *paragraph*, or nothing where it is no heading of one."""
        if not _may_be_heading(paragraph):
            return ""
        if name := name_of(paragraph.text):
            return self._within(name, paragraph.text)
        closed = self._label in {FRONT, REFERENCES} or (self._label == ABSTRACT and not _FIRST.match(paragraph.text))
        if closed or not _looks_like_one(paragraph, self._size):
            return ""
        return "" if self._label in WHOLE_SECTIONS else _NUMBERED.sub("", paragraph.text).strip()

    def _within(self, name: str, text: str) -> str:
        """Return the section a named heading begins: parts of an abstract are the abstract, and a list stays one."""
        if self._label == REFERENCES and name in OWN_PARTS:
            return REFERENCES
        opens = name == "Introduction" and (self._words > 0 or "introduction" in text.lower())
        return ABSTRACT if self._label == ABSTRACT and name in OWN_PARTS and not opens else name

    def _begun(self, paragraph: Paragraph) -> tuple[str, int]:
        """Return the section of a paragraph that may begin with a heading set into it, and the length of that."""
        if found := _RUN_IN.match(paragraph.text):
            label = self._run_in(found)
            if label:
                return label, 0 if label == FRONT else found.end()
        if self._label == FRONT:
            self.begin(self._after_front(paragraph))
        small = paragraph.page == 0 and paragraph.size < _SMALLER * self._size
        return (FRONT if small and self._label not in {FRONT, ABSTRACT, TEXT} else self._label), 0

    def _run_in(self, found: re.Match[str]) -> str:
        """Return the section that a heading set into its paragraph begins, often for that paragraph alone."""
        if found["keywords"]:
            if self._label in {FRONT, ABSTRACT}:
                self.begin("Introduction")
            return "Keywords"
        if found["abstract"]:
            if self._label == FRONT:
                self.begin(ABSTRACT)
                return ABSTRACT
            return ""
        if found["front"]:
            return FRONT
        return "" if self._label == REFERENCES else name_of(found["other"])

    def _after_front(self, paragraph: Paragraph) -> str:
        """Return the section that begins without a heading: an abstract before an introduction, or simply text."""
        if paragraph.page > 0 or not self._has_headings:
            return TEXT
        return ABSTRACT if _ABSTRACT_PART.match(paragraph.text) or _is_prose(paragraph.text) else FRONT


def parts_of(paragraphs: Sequence[Paragraph], size: float) -> Iterator[Part]:
    """Yield each paragraph with its section; *size* is the font of the text, in points."""
    outline, listed = _Outline(paragraphs, size), _list_of_references(paragraphs)
    for place, paragraph in enumerate(paragraphs):
        if place == listed:
            outline.begin(REFERENCES)
        yield outline.part(paragraph)


def _may_be_heading(paragraph: Paragraph) -> bool:
    """Say whether a paragraph is short enough for a heading."""
    return len(paragraph.text.split()) <= _MOST_WORDS


def _is_prose(text: str) -> bool:
    """Say whether *text* is several sentences, and neither addresses nor small print."""
    ends = len(re.findall(r"[a-z)\]]\.(?:\s|$)", text))
    return len(text.split()) >= _FEWEST_PROSE_WORDS and ends >= 2 and not _SMALL_PRINT.search(text)  # noqa: PLR2004


def _looks_like_one(paragraph: Paragraph, size: float) -> bool:
    """Say whether a short paragraph is a heading by its number or its font."""
    text = paragraph.text
    if text.endswith((".", ",", ";", ":")) or not re.search(r"[A-Za-z]{3}", text):
        return False
    return bool(_NUMBERED.match(text)) or (paragraph.size > _LARGER * size and text[:1].isupper())


def _list_of_references(paragraphs: Sequence[Paragraph]) -> int:
    """Return where a list of references without a heading begins, or -1: numbered entries with years, to the end."""
    for place in range(len(paragraphs) - 1, len(paragraphs) // 3, -1):
        if _FIRST_ENTRY.match(paragraphs[place].text) and _is_list(paragraphs[place:]):
            return place
    return -1


def _is_list(paragraphs: Sequence[Paragraph]) -> bool:
    """Say whether *paragraphs* begin with numbered entries that have years."""
    numbers: list[int] = []
    dated = 0
    for paragraph in paragraphs[: 3 * _FEWEST_ENTRIES]:
        if found := _ENTRY.match(paragraph.text):
            numbers.append(int(found[1]))
            dated += bool(_YEAR.search(paragraph.text))
    expected = list(range(1, len(numbers) + 1))
    return len(numbers) >= _FEWEST_ENTRIES and numbers == expected and dated > len(numbers) / 2
