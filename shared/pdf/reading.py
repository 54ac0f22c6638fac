"""A PDF as a text with pages and sections. Pure: from what is printed to what it says."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from shared.errors import CannotDo

from . import facts
from .columns import in_order
from .headings import Part, parts_of
from .hyphens import Vocabulary
from .lines import lines_of
from .margins import running
from .paragraphs import body_size, paragraphs_of
from .values import Document, Line, Paragraph, Printed, Sheet, Span

_FEWEST_LETTERS = 3
"""On a page that can be read."""

_LEAST_LETTERS_SHARE = 0.5
"""Of a text's signs but space: fewer letters are what fonts without a table of characters give."""

_MOST_NAMED_PAGES = 10


def document(printed: Printed, name: str) -> Document:
    """Return what *printed* says; *name* is the file's. Raises ``CannotDo`` where nothing can be read.

    The reason goes on from the file's name.
    """
    pages = [lines_of(sheet.words) for sheet in printed.sheets]
    _check_letters(printed.sheets)
    kept = _without_heads(pages, printed.sheets)
    read = [(*in_order(lines), *_sideways(sheet)) for lines, sheet in zip(kept, printed.sheets, strict=True)]
    words = Vocabulary(line for lines in read for line in lines)
    size = body_size(read)
    paragraphs = [one for number, lines in enumerate(read) for one in paragraphs_of(number, lines, words)]
    parts = [part for part in parts_of(paragraphs, size) if part.paragraph.text]
    return _assembled(printed, name, parts, pages)


def _without_heads(pages: Sequence[Sequence[Line]], sheets: Sequence[Sheet]) -> list[list[Line]]:
    """Return the lines of each page without what is printed on every page, such as its number."""
    heads = running(pages, [sheet.height for sheet in sheets])
    return [[line for place, line in enumerate(lines) if (n, place) not in heads] for n, lines in enumerate(pages)]


def _sideways(sheet: Sheet) -> tuple[Line, ...]:
    """Return the lines of text that runs up or down a page, after all that is upright."""
    return in_order(lines_of(sheet.sideways)) if sheet.sideways else ()


def _check_letters(sheets: Sequence[Sheet]) -> None:
    """Raise ``CannotDo`` where there is no text, or none that anybody can read."""
    text = "".join(word.text for sheet in sheets for word in (*sheet.words, *sheet.sideways))
    letters = sum(map(str.isalpha, text))
    if not text:
        scanned = any(sheet.pictures for sheet in sheets)
        blank = "has no text on any page: get the file again from where it came"
        scan = "holds pictures of pages and no text: run text recognition (OCR) over the scan and give the result"
        raise CannotDo(scan if scanned else blank)
    if letters < max(_FEWEST_LETTERS, _LEAST_LETTERS_SHARE * len(text)) and not _is_figures(text):
        reason = (
            "has letters that cannot be read: its fonts do not say which they are. Run text recognition (OCR) over it"
        )
        raise CannotDo(reason)


def _is_figures(text: str) -> bool:
    """Say whether *text* is made of letters and figures alone: a table is no damaged text."""
    return sum(map(str.isalnum, text)) > _LEAST_LETTERS_SHARE * len(text) and any(map(str.isalpha, text))


def _assembled(printed: Printed, name: str, parts: Sequence[Part], pages: Sequence[Sequence[Line]]) -> Document:
    """Return the document that *parts* make."""
    first = in_order(pages[0])
    texts = [
        "\n".join(line.text for line in (*lines, *_sideways(sheet)))
        for lines, sheet in zip(pages, printed.sheets, strict=True)
    ]
    text, places = _joined([part.paragraph for part in parts])
    return Document(
        text=text,
        pages=_pages(printed.sheets, parts, places),
        sections=tuple(_sections(parts, places)),
        title=facts.title_of(first, printed.sheets[0].height, printed.facts, name),
        authors=facts.authors_of(printed.facts),
        doi=facts.doi_of(texts, printed.facts),
        date=facts.date_of(texts, printed.facts),
        arxiv=facts.arxiv_of(texts[0]),
        is_retracted=facts.is_retracted([lines_of((*sheet.words, *sheet.sideways)) for sheet in printed.sheets]),
        notes=tuple(_notes(printed.sheets)),
    )


def _joined(paragraphs: Sequence[Paragraph]) -> tuple[str, list[int]]:
    """Return the paragraphs as lines of one text, and where each begins."""
    places: list[int] = []
    at = 0
    for paragraph in paragraphs:
        places.append(at)
        at += len(paragraph.text) + 1
    return "\n".join(paragraph.text for paragraph in paragraphs), places


def _pages(sheets: Sequence[Sheet], parts: Sequence[Part], places: Sequence[int]) -> tuple[Span, ...]:
    """Return where each page stands in the text."""
    found: dict[int, tuple[int, int]] = {}
    for part, start in zip(parts, places, strict=True):
        begun, _ = found.get(part.paragraph.page, (start, start))
        found[part.paragraph.page] = (begun, start + len(part.paragraph.text))
    at, spans = 0, []
    for number, sheet in enumerate(sheets):
        start, at = found.get(number, (at, at))
        spans.append(Span(sheet.label, start, at))
    return tuple(spans)


def _sections(parts: Sequence[Part], places: Sequence[int]) -> Iterator[Span]:
    """Yield the sections, each without its heading; a heading parts two sections of one name."""
    placed = list(zip(parts, places, strict=True))
    for (label, is_heading), group in groupby(placed, key=lambda one: (one[0].label, one[0].is_heading)):
        if is_heading:
            continue
        members = list(group)
        (first, start), (last, end) = members[0], members[-1]
        yield Span(label, start + first.skip, end + len(last.paragraph.text))


def _notes(sheets: Sequence[Sheet]) -> Iterator[str]:
    """Yield what a person should know of how well the file could be read."""
    if recognised := [n for n, sheet in enumerate(sheets, 1) if sheet.is_recognised]:
        yield f"was scanned, and a program recognised its text: compare quotations with {_named(recognised)}"
    unread = [n for n, sheet in enumerate(sheets, 1) if sheet.pictures and not (sheet.words or sheet.sideways)]
    if unread:
        yield f"has pictures without text on {_named(unread)}: what stands there was not read"


def _named(numbers: Sequence[int]) -> str:
    """Return page numbers in words."""
    shown = ", ".join(map(str, numbers[:_MOST_NAMED_PAGES]))
    return f"page{'s' if len(numbers) > 1 else ''} {shown}{' …' if len(numbers) > _MOST_NAMED_PAGES else ''}"
