"""What python-docx has no words for: footnotes, links, bookmarks, the text alternative of a picture.

Each is a few elements of WordprocessingML. Word numbers footnotes itself, in the order of their first
calls, which is our order; a later call of the same work is a field that repeats its number.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from docx.enum.style import WD_STYLE_TYPE
from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import XmlPart
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.oxml.parser import parse_xml
from docx.shared import Pt

from shared.audit.exports.page import Listed, Mark, Run

if TYPE_CHECKING:
    from docx.document import Document
    from docx.shape import InlineShape
    from docx.table import _Row
    from docx.text.paragraph import Paragraph

Element = Any
"""lxml's, which has no types here."""

NAMESPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SEPARATORS = f"""<w:footnotes xmlns:w="{NAMESPACE}">
<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>
<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>
</w:footnotes>"""
"""The lines above footnotes: without them Word calls the file broken."""

TEXT_STYLE, CALL_STYLE = "FootnoteText", "FootnoteReference"


class Links:
    """Writes into one document what leads from one place to another."""

    def __init__(self, document: "Document", notes: Sequence[Listed]) -> None:
        self._document = document
        self._notes = {note.number: note for note in notes}
        self._styles: dict[str, str] = {}
        self._bookmarks = 0
        part = document.part
        self._footnotes = XmlPart(
            PackURI("/word/footnotes.xml"), CONTENT_TYPE.WML_FOOTNOTES, parse_xml(SEPARATORS), part.package
        )
        part.relate_to(self._footnotes, RELATIONSHIP_TYPE.FOOTNOTES)
        _styled(document)

    def paragraph(self, text: str = "", style: str = "Normal") -> "Paragraph":
        """Return a new paragraph; the library would look through all styles for the one of each."""
        made = self._document.add_paragraph(text)
        made._p.style = self._style_id(style)  # noqa: SLF001 -- see above
        return made

    def _style_id(self, name: str) -> str:
        """Return the id of a style, looked up once."""
        if name not in self._styles:
            self._styles[name] = self._document.styles[name].style_id
        return self._styles[name]

    def call(self, paragraph: "Paragraph", mark: Mark) -> None:
        """Write the call of a footnote: the first one brings its text, the others repeat its number."""
        note = self._notes.get(mark.number)
        if note is None:
            return
        name = f"note_{mark.number}"
        if mark.nth == 1:
            self._footnotes.element.append(self._footnote(note))
            run = _run("", CALL_STYLE)
            run.append(_element("footnoteReference", id=mark.number))
            self._between(paragraph, name, run)
        else:
            paragraph._p.extend(_field(rf" NOTEREF {name} \h ", str(mark.number)))  # noqa: SLF001 -- as above
        if note.flag:
            paragraph.add_run(f" {note.flag}").font.superscript = True

    def _footnote(self, note: Listed) -> Element:
        """Return a footnote with its reference."""
        footnote, paragraph, properties = (
            _element("footnote", id=note.number),
            _element("p"),
            _element("pPr"),
        )
        properties.append(_element("pStyle", val=TEXT_STYLE))
        number = _run("", CALL_STYLE)
        number.append(_element("footnoteRef"))
        paragraph.extend((properties, number))
        flag = f"{note.flag}: " if note.flag else ""
        for run in (Run(f" {flag}", "strong"), *note.runs, Run(f" ({note.beside})")):
            paragraph.append(self._letters(run))
        footnote.append(paragraph)
        return footnote

    def _letters(self, run: Run) -> Element:
        """Return letters of a footnote, as a link where they are one."""
        letters = _run(run.text, italic=run.style == "emphasis", bold=run.style == "strong")
        if not run.url:
            return letters
        link = OxmlElement("w:hyperlink")
        link.set(qn("r:id"), self._footnotes.relate_to(run.url, RELATIONSHIP_TYPE.HYPERLINK, is_external=True))
        link.append(letters)
        return link

    def outside(self, paragraph: "Paragraph", text: str, url: str) -> None:
        """Write a link to an address."""
        link = OxmlElement("w:hyperlink")
        link.set(qn("r:id"), paragraph.part.relate_to(url, RELATIONSHIP_TYPE.HYPERLINK, is_external=True))
        link.append(_run(text, underlined=True))
        paragraph._p.append(link)  # noqa: SLF001 -- the library has no other way

    def inside(self, paragraph: "Paragraph", text: str, name: str) -> None:
        """Write a raised link to a place in the document."""
        link = _element("hyperlink", anchor=name)
        link.append(_run(text, CALL_STYLE))
        paragraph._p.append(link)  # noqa: SLF001 -- the library has no other way

    def mark(self, paragraph: "Paragraph", name: str) -> None:
        """Give a place its name."""
        self._between(paragraph, name)

    def _between(self, paragraph: "Paragraph", name: str, *inside: Element) -> None:
        """Write elements with a bookmark around them."""
        self._bookmarks += 1
        start, end = _element("bookmarkStart", id=self._bookmarks), _element("bookmarkEnd", id=self._bookmarks)
        start.set(qn("w:name"), name)
        paragraph._p.extend((start, *inside, end))  # noqa: SLF001 -- the library has no other way

    @staticmethod
    def repeat(row: "_Row") -> None:
        """Have the head of a table stand on every page."""
        row._tr.get_or_add_trPr().append(_element("tblHeader"))  # noqa: SLF001 -- the library has no other way

    @staticmethod
    def tell(picture: "InlineShape", title: str, told: str) -> None:
        """Give a picture its text alternative."""
        properties = picture._inline.docPr  # noqa: SLF001 -- the library has no other way
        properties.set("title", title)
        properties.set("descr", told)


def _styled(document: "Document") -> None:
    """Add the styles of footnotes, which the library's own document lacks."""
    text = document.styles.add_style("footnote text", WD_STYLE_TYPE.PARAGRAPH, builtin=True)
    text.element.set(qn("w:styleId"), TEXT_STYLE)
    text.font.size = Pt(8)
    call = document.styles.add_style("footnote reference", WD_STYLE_TYPE.CHARACTER, builtin=True)
    call.element.set(qn("w:styleId"), CALL_STYLE)
    call.font.superscript = True
    lines = _element("footnotePr")
    lines.extend(_element("footnote", id=number) for number in (-1, 0))
    document.settings.element.find(qn("w:compat")).addprevious(lines)


def _element(name: str, **attributes: object) -> Element:
    """Return an element of WordprocessingML."""
    made = OxmlElement(f"w:{name}")
    for attribute, value in attributes.items():
        made.set(qn(f"w:{attribute}"), str(value))
    return made


def _field(instruction: str, result: str) -> list[Element]:
    """Return a field in its long form, with what it shows: not every reader knows the short one."""
    told = _run("", CALL_STYLE)
    told.append(_element("instrText"))
    told[-1].text = instruction
    runs = [_run("", CALL_STYLE), told, _run("", CALL_STYLE), _run(result, CALL_STYLE), _run("", CALL_STYLE)]
    for place, kind in ((0, "begin"), (2, "separate"), (4, "end")):
        runs[place].append(_element("fldChar", fldCharType=kind))
    return runs


def _run(text: str, style: str = "", *, italic: bool = False, bold: bool = False, underlined: bool = False) -> Element:
    """Return letters."""
    run, properties = _element("r"), _element("rPr")
    if style:
        properties.append(_element("rStyle", val=style))
    properties.extend(_element(name) for name, wanted in (("b", bold), ("i", italic)) if wanted)
    if underlined:
        properties.append(_element("u", val="single"))
    run.append(properties)
    if text:
        letters = _element("t")
        letters.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        letters.text = text
        run.append(letters)
    return run
