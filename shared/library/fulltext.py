"""A PDF as a reference: its work, its whole text, and the places in it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from shared import messages as m
from shared.pdf import ABSTRACT, SILENT, Document
from shared.sentences import sentences

from .concluding import concluded
from .spoken_names import listed_name
from .values import Page, Record, Reference, Section, Skipped

MOST_ABSTRACT_CHARACTERS = 6_000
"""An abstract has 2,000; what is longer runs on into the text."""

_MOST_OPENING_CHARACTERS = 2_500
"""Of a text without an abstract, for what it is about."""


def reference_of(document: Document, name: str) -> Reference | Skipped:
    """Return the work that a PDF called *name* is, with its whole text."""
    sections = tuple(Section(one.label, one.start, one.end) for one in document.sections)
    pages = tuple(Page(number, one.label, one.start, one.end) for number, one in enumerate(document.pages, 1))
    start, end = _told(document.text, sections)
    found = concluded(_record(document, name, document.text[start:end]))
    if isinstance(found, Skipped):
        return found
    return replace(found, text=document.text, sections=sections, pages=pages, file=name, title_only=False)


def abstract_of(reference: Reference) -> tuple[str, m.Locator]:
    """Return what of a reference tells what it found, and where that stands.

    Of a record it is all there is; of a full text the abstract, or without one how the text begins.
    """
    if not reference.pages:
        section = "title" if reference.title_only else "abstract"
        return reference.text, m.Locator(section=section, end=len(reference.text))
    start, end = _told(reference.text, reference.sections)
    return reference.text[start:end], locator_of(reference, start, end)


_LEVELS: Mapping[m.WorkKind, m.ReadLevel] = {"registry-entry": "registry", "web-page": "web-page"}
"""Of kinds whose text is no abstract; a web page is never clinical evidence, wherever it was kept."""


def level_of(reference: Reference) -> str:
    """Return how much of the work there is to read, in the words of ``Evidence.level``."""
    if reference.pages:
        return "full-text"
    if reference.title_only:
        return "title-only"
    return _LEVELS.get(reference.work.kind, "abstract")


def locator_of(reference: Reference, start: int, end: int) -> m.Locator:
    """Return where ``text[start:end]`` stands; its page is the one it begins on."""
    page = page_at(reference, start)
    return m.Locator(section=section_at(reference, start), page=page.number if page else None, start=start, end=end)


def section_at(reference: Reference, offset: int) -> str:
    """Return the label of the section an offset stands in; a record without any is an abstract."""
    inside = (one.label for one in reference.sections if one.start <= offset < one.end)
    return next(inside, "" if reference.pages else "abstract")


def page_at(reference: Reference, offset: int) -> Page | None:
    """Return the page an offset stands on; a record has none."""
    return next((page for page in reversed(reference.pages) if page.start <= offset < page.end), None)


def _record(document: Document, name: str, abstract: str) -> Record:
    """Return what a PDF says of its work, in the words of no format."""
    arxiv = document.arxiv
    doi = document.doi or (f"10.48550/arXiv.{arxiv}" if arxiv else "")
    return Record(
        name=name,
        title=document.title,
        abstract=(("", abstract),),
        authors=tuple(map(listed_name, document.authors)),
        dates=(document.date,),
        identifiers=m.Identifiers(doi=doi),
        url=f"https://arxiv.org/abs/{arxiv}" if arxiv else "",
        retraction="retracted" if document.is_retracted else "not-checked",
    )


def _told(text: str, sections: Sequence[Section]) -> tuple[int, int]:
    """Return where the abstract stands, or else the opening of the text."""
    own = next((place for place, one in enumerate(sections) if one.label == ABSTRACT), None)
    if own is not None:
        run = list(takewhile(lambda one: one.label == ABSTRACT, sections[own:]))
        return _cut(text, run[0].start, run[-1].end, MOST_ABSTRACT_CHARACTERS)
    body = next((one for one in sections if one.label not in SILENT), None) or next(iter(sections), None)
    if body is None:
        return 0, len(text)
    return _cut(text, body.start, body.end, _MOST_OPENING_CHARACTERS)


def _cut(text: str, start: int, end: int, most: int) -> tuple[int, int]:
    """Return a span cut at the end of a sentence, where it is too long."""
    if end - start <= most:
        return start, end
    ends = [start + one.end for one in sentences(text[start : start + most])]
    return start, ends[-2] if len(ends) > 1 else start + most
