"""Which form and which style: what there is, what is told of what there is not, and where it may go."""

import contextlib
import json
from pathlib import Path, PurePath

import jsonschema
import pytest

from services.cli import exporting
from services.cli.exits import BadInput
from services.cli.exporting import Wanted, problems_of, wanted
from shared import messages as m
from shared.audit.exports import FORMATS, check_choice, export, format_of
from shared.errors import CannotDo
from tests.builders import make_report
from tests.exported import by_rules, ended, hostile_report
from tests.recordings import ROOT
from tests.reporting import make_reference

CITING = make_report(
    references=(make_reference(1),),
    footnotes=(m.Footnote(number=1, source_id="S1", text="Velomirine, work 1 — J Ague (2001). (S1)"),),
)


async def test_the_json_is_held_to_the_published_schema() -> None:
    """A program need not know Vouch, only the contract."""
    end = await by_rules()
    schema = json.loads((ROOT / "docs" / "contract" / "research.completed.schema.json").read_text(encoding="utf-8"))

    given = json.loads(export(end, "json").data)

    jsonschema.validate(given, schema)
    assert m.ResearchCompleted.model_validate(given) == end
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(given | {"status": "perfect"}, schema)


def test_an_unknown_form_or_style_says_what_there_is() -> None:
    """Everything that is wrong at once."""
    assert check_choice("odt", "harvard") == (
        "there is no format 'odt': there are md, html, pdf, docx, json, bibtex, ris and csl-json",
        "there is no style 'harvard': there are apa, mla and vancouver",
    )
    assert check_choice("ris", "apa") == ("a style has no meaning for ris: it is for md, html, pdf and docx",)
    assert check_choice("pdf", "mla") == check_choice("json", "") == ()
    with pytest.raises(CannotDo, match="there is no format 'odt'"):
        export(ended(CITING), "odt")


def test_a_run_without_a_report_says_why() -> None:
    """Not an empty file."""
    end = ended(None, status="failed", stopped_by="no-source", reason="No source could be searched.")

    with pytest.raises(CannotDo, match=r"ended as failed without a report: No source could be searched\."):
        export(end, "pdf")


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("a.PDF", "pdf"),
        ("a.bib", "bibtex"),
        ("a.csl.json", "csl-json"),
        ("a.json", "json"),
        ("a.md", "md"),
        ("a.txt", ""),
        ("pdf", ""),
    ],
)
def test_the_name_of_a_file_says_its_form(name: str, form: str) -> None:
    """Markdown in a file called report.pdf helps nobody."""
    assert format_of(PurePath(name)) == form


def test_markdown_in_a_style_has_its_footnotes_in_it() -> None:
    """With the address, the S number, and what became of the work; without a style it is the page as it left."""
    retracted = CITING.model_copy(
        update={"references": (make_reference(1, retraction=m.Retraction(status="retracted", checked_in="pubmed")),)}
    )

    page = export(ended(retracted), "md", "mla").data.decode()

    assert "\n[^1]: RETRACTED: Author1, A., and B. Other. “Velomirine, Work 1”. J Ague, 2001, " in page
    assert page.endswith("https://doi.org/10.1000/v1. (S1)\n")
    assert export(ended(CITING, markdown="# As it left\n"), "md").data == b"# As it left\n"


def test_what_is_asked_for_is_known_before_anything_is_asked(tmp_path: Path) -> None:
    """By its name, by that of the file, or not at all: then the page is printed as ever."""
    pdf = tmp_path / "report.pdf"

    assert wanted(None, None, None) is None
    assert wanted(None, None, tmp_path / "report.md") is None
    assert wanted(None, None, pdf, beside=("--json",)) is None
    assert wanted(None, None, pdf) == Wanted("pdf", "", pdf)
    assert wanted("html", None, pdf) == Wanted("html", "", pdf)
    assert wanted(None, "apa", None) == Wanted("md", "apa")


def test_what_cannot_be_is_refused_before_anything_is_asked(tmp_path: Path) -> None:
    """A PDF on a terminal would be noise; in a pipe or a file it is not."""
    (problem,) = problems_of(Wanted("pdf"), terminal=True)
    assert "name a file with -o FILE" in problem
    assert problems_of(Wanted("pdf"), terminal=False) == ()
    assert problems_of(Wanted("pdf", output=tmp_path / "a.pdf"), terminal=True) == ()
    assert problems_of(Wanted("html"), terminal=True) == ()
    assert "there is no folder" in problems_of(Wanted("pdf", output=tmp_path / "none" / "a.pdf"), terminal=False)[0]
    assert problems_of(Wanted("pdf", beside=("--brief",)), terminal=False)[0].startswith(
        "--brief: that is another view"
    )


class Run:
    """A run that has ended, in the place of one that is asked for over the bus."""

    def __init__(self, end: m.ResearchCompleted, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(exporting, "reached", lambda _server: contextlib.nullcontext(end))
        monkeypatch.setattr(exporting, "end_of", self.end_of)

    async def end_of(self, end: m.ResearchCompleted, run_id: str) -> m.ResearchCompleted:
        """Return the end."""
        assert run_id == end.run_id
        return end


async def test_a_form_is_written_to_the_file_or_to_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Bytes as they are, nothing else beside them; the exit code is that of the run."""
    end = ended(CITING, status="partial")
    Run(end, monkeypatch)
    file = tmp_path / "references.bib"

    assert await exporting.exported(end.run_id, Wanted("bibtex"), None) == 3
    assert await exporting.exported(end.run_id, Wanted("bibtex", output=file), None) == 3

    out, err = capfdbinary.readouterr()
    assert out == file.read_bytes() == export(end, "bibtex").data
    assert f"written to {file}" in "".join(err.decode().split("\n"))


async def test_what_is_refused_is_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """No server is reached for a form that does not exist."""
    monkeypatch.setattr(exporting, "reached", None)

    with pytest.raises(BadInput, match="there is no format 'odt'"):
        await exporting.exported("r1", Wanted("odt"), None)


BEGINNINGS = {"html": b"<!doctype html>", "pdf": b"%PDF-", "docx": b"PK", "json": b"{", "csl-json": b"[", "md": b"# "}


def test_the_most_hostile_report_can_be_had_in_every_form() -> None:
    """Nothing a record can say breaks any; only what is no text is kept from terminals.

    Pages are made without the works here, which takes a second each: tests/pages makes them whole, and reads them.
    """
    whole = hostile_report()
    bare = whole.model_copy(
        update=dict.fromkeys(("references", "footnotes", "reviewed_not_cited", "evidence_table"), ())
    )
    for name, form in FORMATS.items():
        data = export(ended(bare if name in ("html", "pdf", "docx") else whole), name).data
        assert data.startswith(BEGINNINGS.get(name, b""))
        assert len(data) > 5_000
        assert (name, form.binary) == (name, b"\x00" in data)
