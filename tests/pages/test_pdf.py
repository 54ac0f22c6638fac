"""The PDF of a report, read back by two libraries that did not write it."""

import io

import pypdf
import pypdfium2
import pytest

from shared.audit.exports import export
from shared.errors import CannotDo
from tests.exported import by_model, ended, hostile_report
from tests.reporting import LARGE_TRIAL


def squeezed(text: str) -> str:
    """Return a text without white space and hyphens at the ends of lines: a page breaks where it likes."""
    return "".join(text.replace("-\n", "").split())


async def test_a_pdf_says_what_the_page_says() -> None:
    """Title, findings, what failed, the footnotes on their pages, the ledger and its passages; twice the same bytes."""
    end = await by_model()
    assert end.report is not None
    data = export(end, "pdf", "apa").data

    document = pypdfium2.PdfDocument(data)
    pages = [page.get_textpage().get_text_bounded() for page in document]
    text = squeezed("\n".join(pages))
    assert squeezed(LARGE_TRIAL) in text
    assert squeezed("[unverified: the number 77% is not in S2]") in text
    assert squeezed("Not medical advice; not a systematic review.") in squeezed(pages[0])
    assert squeezed("Author1, A., & Other, B. (2001)") in squeezed(pages[0]), "the footnote stands below its call"
    assert squeezed("Claim ledger") in text
    assert data == export(end, "pdf", "apa").data

    picture = document[0].render(scale=0.5).to_pil().convert("L")
    darkest, lightest = picture.getextrema()
    assert (darkest < 64, lightest > 192) == (True, True), "a page with ink on it"


async def test_a_pdf_is_tagged_titled_and_linked() -> None:
    """For screen readers; each sign leads to its sentence of the ledger, each reference to its address."""
    end = await by_model()
    assert end.report is not None
    reader = pypdf.PdfReader(io.BytesIO(export(end, "pdf").data))

    assert reader.metadata is not None
    assert reader.metadata.title == end.report.title
    root = reader.trailer["/Root"].get_object()
    assert root["/MarkInfo"]["/Marked"].value
    assert root["/Lang"] == "en"
    links = [one.get_object() for page in reader.pages for one in page.get("/Annots", ())]
    assert any("/Dest" in one or "/D" in one.get("/A", {}) for one in links)
    assert any("doi.org" in str(one.get("/A", {}).get("/URI", "")) for one in links)


def test_nothing_hostile_is_set_as_markup() -> None:
    """Commands of TeX and Typst stand on the page as they were written, and the page goes on behind them."""
    reader = pypdf.PdfReader(io.BytesIO(export(ended(hostile_report()), "pdf", "mla").data))
    text = squeezed("\n".join(page.extract_text() for page in reader.pages))

    for said in (r"\input{/etc/passwd}", "#leta=1;#pagebreak()*stars*_lines_`ticks`@ref<label>", "<script>alert(1)"):
        assert said in text
    assert text.rindex("Thenumbersofthefigures") > text.rindex("#pagebreak()")
    assert "RETRACTED" in text


def test_a_pdf_that_cannot_be_set_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason is told, and that the page can be had in another form."""

    def fails(*_given: object, **_options: object) -> bytes:
        message = "out of fonts"
        raise RuntimeError(message)

    monkeypatch.setattr("typst.compile", fails)

    with pytest.raises(CannotDo, match="could not be set: out of fonts; another --format"):
        export(ended(hostile_report()), "pdf")
