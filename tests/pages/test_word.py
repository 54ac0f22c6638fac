"""The Word file of a report, read back as what it is: XML in a ZIP archive, without the library that wrote it."""

import asyncio
import io
import zipfile

import pytest
from lxml import etree

from shared import messages as m
from shared.audit.exports import export
from shared.audit.exports.cleaning import in_a_line
from tests.exported import HOSTILE, by_model, ended, hostile_report

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
SPACES = {
    "w": W.strip("{}"),
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "p": "http://schemas.openxmlformats.org/package/2006/relationships",
}


class Read:
    """The parts of a Word file."""

    def __init__(self, data: bytes) -> None:
        archive = zipfile.ZipFile(io.BytesIO(data))
        assert archive.testzip() is None
        self.parts = {name: archive.read(name) for name in archive.namelist()}
        self.trees = {
            name: etree.fromstring(one) for name, one in self.parts.items() if name.endswith((".xml", ".rels"))
        }

    def found(self, path: str, part: str = "word/document.xml") -> list[etree._Element]:
        """Return what an XPath finds in a part."""
        found: list[etree._Element] = self.trees[part].xpath(path, namespaces=SPACES)
        return found


def told(element: etree._Element) -> str:
    """Return the letters of an element."""
    return "".join(one.text or "" for one in element.iter(f"{W}t"))


@pytest.fixture(scope="module")
def written() -> tuple[m.ResearchCompleted, Read]:
    """Return a run whose report a model wrote, and its Word file."""
    end = asyncio.run(by_model())
    return end, Read(export(end, "docx", "apa").data)


def test_a_word_file_has_real_footnotes_headings_and_tables(written: tuple[m.ResearchCompleted, Read]) -> None:
    """Whoever goes on writing in Word has Word's own footnotes, which renumber themselves."""
    end, read = written
    assert end.report is not None

    notes = {one.get(f"{W}id"): told(one) for one in read.found("//w:footnote[not(@w:type)]", "word/footnotes.xml")}
    calls = [one.get(f"{W}id") for one in read.found("//w:footnoteReference")]
    assert calls == list(notes) == [str(one.number) for one in end.report.footnotes]
    assert notes["1"].strip().startswith("Author1, A., & Other, B. (2001).")
    styles = [one.get(f"{W}val") for one in read.found("//w:pStyle")]
    assert {"Heading1", "Heading2", "ListBullet", "Caption", "Quote"} <= set(styles)
    heads = [told(table) for table in read.found("//w:tbl/w:tr[w:trPr/w:tblHeader]")]
    assert "MechanismStatusStudies forStudies againstMade from" in heads
    text = "\n".join(told(one) for one in read.found("//w:p"))
    assert "[unverified: the number 77% is not in S2]" in text
    assert "Not medical advice; not a systematic review." in text


def test_a_later_call_repeats_the_number_of_the_first(written: tuple[m.ResearchCompleted, Read]) -> None:
    """Its field names the bookmark around the first call, and every link inside has a place to lead to."""
    _, read = written

    places = {one.get(f"{W}name") for one in read.found("//w:bookmarkStart")}
    fields = [(one.text or "").split()[1] for one in read.found("//w:instrText")]
    anchors = [one.get(f"{W}anchor") for one in read.found("//w:hyperlink[@w:anchor]")]
    assert fields
    assert anchors
    assert {*fields, *anchors} <= places
    ends = [one.get(f"{W}fldCharType") for one in read.found("//w:fldChar")]
    assert ends == ["begin", "separate", "end"] * len(fields)
    numbers = [one.get(f"{W}id") for one in read.found("//w:bookmarkStart")]
    assert len(numbers) == len(set(numbers))


def test_a_picture_is_there_and_says_what_it_shows(written: tuple[m.ResearchCompleted, Read]) -> None:
    """With its text alternative, and its numbers as a table behind it."""
    _, read = written

    pictures = read.found("//wp:docPr")
    assert len(pictures) == 2
    assert all(len(one.get("descr", "")) > 40 and one.get("title") for one in pictures)
    assert sum(name.startswith("word/media/") for name in read.parts) == 2


def test_nothing_hostile_breaks_the_file() -> None:
    """Every part is XML, every relation leads to a part or an address of the web, and the text is there."""
    read = Read(export(ended(hostile_report()), "docx").data)

    outside = [
        one.get("Target")
        for name in read.trees
        if name.endswith(".rels")
        for one in read.found('//p:Relationship[@TargetMode="External"]', name)
    ]
    assert outside
    assert all(one.startswith(("https://", "http://")) for one in outside)
    text = " ".join(told(one) for one in read.found("//w:p"))
    assert in_a_line(HOSTILE)[:200] in " ".join(text.split())
    assert "RETRACTED" in text
