"""A report as a Word file: headings, lists, tables, and real footnotes, for whoever goes on writing."""

import io
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from shared.audit.exports.drawing import png
from shared.audit.exports.page import (
    Block,
    Bullets,
    Entry,
    Figure,
    Heading,
    Line,
    Listed,
    Mark,
    Page,
    Paragraph,
    Run,
    Table,
    Verbatim,
    words,
)
from shared.audit.exports.wording import SIGNS, spoken, told
from shared.audit.tables import STANDING_LINE

if TYPE_CHECKING:
    from docx.document import Document
    from docx.text.paragraph import Paragraph as WordParagraph

PICTURE_INCHES = 6.0
MANY_COLUMNS, SMALL_POINTS = 5, 7
"""A table with more columns has its letters in this size."""

MOST_TITLE_CHARACTERS = 255
"""In a file's properties: Word's own limit."""

BEGINNING = datetime(1980, 1, 1, tzinfo=UTC)
"""The moment of a page that has none: no clock has a part in it."""


def to_docx(page: Page, made_at: datetime | None = None) -> bytes:
    """Return the page as a Word file, dated *made_at*."""
    from docx import Document  # noqa: PLC0415 -- 0.2 s to import

    document = Document()
    about = document.core_properties
    about.title, about.author, about.language = page.title[:MOST_TITLE_CHARACTERS], "Vouch", "en"
    about.comments = STANDING_LINE
    about.created = about.modified = (made_at or BEGINNING).astimezone(UTC).replace(tzinfo=None)
    document.sections[0].footer.paragraphs[0].text = STANDING_LINE
    Writer(document, page).write()
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


class Writer:
    """Writes one page into one document."""

    def __init__(self, document: "Document", page: Page) -> None:
        from shared.audit.exports.wordlinks import Links  # noqa: PLC0415 -- imports the library

        self._document, self._page = document, page
        self._links = Links(document, page.notes)

    def write(self) -> None:
        """Write everything, top to bottom."""
        for place, block in enumerate(self._page.blocks):
            self._block(block)
            if not place:
                self._list(map(words, self._page.coverage))
        if self._page.uncited:
            self._document.add_heading("Reviewed but not cited" if self._page.notes else "References", 2)
            for one in self._page.uncited:
                self._listed(self._links.paragraph(style="List Bullet"), one)
        if self._page.ledger:
            self._ledger(self._page.ledger)

    def _block(self, block: Block) -> None:
        """Write one block."""
        match block:
            case Heading():
                self._line(self._document.add_heading("", block.level), block.line)
            case Paragraph():
                self._line(self._links.paragraph(), block.line)
            case Bullets():
                self._list(block.items)
            case Table():
                self._table(block.head, block.rows)
            case Verbatim():
                self._links.paragraph(block.text, "No Spacing")
            case Figure():
                self._figure(block)

    def _list(self, items: Iterable[Line]) -> None:
        """Write a list."""
        for item in items:
            self._line(self._links.paragraph(style="List Bullet"), item)

    def _line(self, paragraph: "WordParagraph", line: Line) -> None:
        """Write a line; the sign of a sentence stands behind it and leads to its entry."""
        for stretch in line:
            self._parts(paragraph, stretch.parts)
            if stretch.claim:
                sign = SIGNS[self._page.ledger[stretch.claim - 1].verdict].sign
                self._links.inside(paragraph, f"[{sign}]", f"claim_{stretch.claim}")

    def _parts(self, paragraph: "WordParagraph", parts: Sequence[Run | Mark]) -> None:
        """Write letters and calls of footnotes, neighbouring calls apart."""
        before: Run | Mark | None = None
        for part in parts:
            if isinstance(part, Run):
                self._run(paragraph, part)
            else:
                if isinstance(before, Mark):
                    paragraph.add_run(",").font.superscript = True
                self._links.call(paragraph, part)
            before = part

    def _run(self, paragraph: "WordParagraph", run: Run) -> None:
        """Write letters in their style."""
        if run.url:
            self._links.outside(paragraph, run.text, run.url)
            return
        written = paragraph.add_run(run.text)
        written.bold, written.italic = run.style == "strong" or None, run.style == "emphasis" or None

    def _table(self, head: Sequence[Line], rows: Sequence[Sequence[Line]]) -> None:
        """Write a table; its head is repeated on every page."""
        from docx.shared import Pt  # noqa: PLC0415 -- imports the library

        table = self._document.add_table(rows=0, cols=len(head), style="Table Grid")
        for row in (head, *rows):
            cells = table.add_row().cells
            for cell, line in zip(cells, row, strict=False):
                self._line(cell.paragraphs[0], line)
                for run in cell.paragraphs[0].runs:
                    run.bold = row is head or run.bold
                    run.font.size = Pt(SMALL_POINTS) if len(head) > MANY_COLUMNS else None
        self._links.repeat(table.rows[0])
        self._links.paragraph()

    def _figure(self, figure: Figure) -> None:
        """Write a picture with its text alternative, and its numbers below it."""
        from docx.shared import Inches  # noqa: PLC0415 -- imports the library

        picture = self._document.add_picture(io.BytesIO(png(figure)), width=Inches(PICTURE_INCHES))
        self._links.tell(picture, figure.title, figure.told)
        caption = self._links.paragraph(style="Caption")
        caption.add_run(f"{figure.title}. {figure.told}")
        self._table([words(cell) for cell in figure.head], [[words(cell) for cell in row] for row in figure.rows])

    def _listed(self, paragraph: "WordParagraph", one: Listed) -> None:
        """Write a reference."""
        if one.flag:
            paragraph.add_run(f"{one.flag}: ").bold = True
        for run in one.runs:
            self._run(paragraph, run)
        paragraph.add_run(f" ({one.beside})")

    def _ledger(self, entries: Sequence[Entry]) -> None:
        """Write every sentence with its verdict and its passages."""
        self._document.add_heading("Claim ledger", 2)
        self._links.paragraph(
            "Every sentence that leans on a source, with its verdict and the passages as they stand in the source."
        )
        self._list(words(f"{sign.sign}  {sign.name}: {sign.means}") for sign in SIGNS.values())
        for one in entries:
            paragraph = self._links.paragraph()
            self._links.mark(paragraph, f"claim_{one.number}")
            paragraph.add_run(f"{one.number}. ").bold = True
            sources = f" [{', '.join(one.source_ids)}]" if one.source_ids else ""
            paragraph.add_run(f"{one.sentence}{sources}")
            paragraph.add_run(f"\n[{SIGNS[one.verdict].sign}] {told(one)}").bold = True
            paragraph.add_run(f" ({one.section})")
            if one.disagreement:
                paragraph.add_run(f"\nThe checkers disagree: {one.disagreement}")
            self._list(map(words, spoken(one)))
            for place in one.passages:
                where = ", ".join(filter(None, (place.source_id, place.where)))
                self._links.paragraph(f"“{place.quotation}” – {where}", "Quote")
