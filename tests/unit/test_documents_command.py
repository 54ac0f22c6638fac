"""`vouch audit` as a person types it: what it prints, how it leaves, and what it refuses to read."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from services.cli import documents
from services.cli.__main__ import app
from tests.builders import make_report
from tests.printing import article
from tests.reporting import make_piece, make_reference

SOUND = "# Ague\n\nRelapse fell [1].\n\n## References\n\n1. Velomirine, work 1. J Ague. 2001. doi:10.1000/v1\n"
UNSOUND = SOUND.replace("fell [1]", "fell [1, 7]")


def audit(*arguments: str, given: bytes = b"") -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(app, ("audit", *arguments), input=given)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """Return a file with a problem in it."""
    path = tmp_path / "report.md"
    path.write_text(UNSOUND)
    return path


def test_a_sound_report_leaves_with_0_and_says_what_was_not_checked(tmp_path: Path) -> None:
    """For a step of CI; what could not be checked is no problem, and is not hidden."""
    path = tmp_path / "report.md"
    path.write_text(SOUND)

    told = audit(str(path))

    assert (told.exit_code, told.stdout) == (0, "")
    assert "no problem in what could be checked" in told.stderr
    assert "Retraction: not checked for 1 of 1 references" in told.stderr


def test_a_problem_leaves_with_1_and_is_printed_with_its_line(page: Path) -> None:
    """In a pipe: a line each, its cells between tabs."""
    told = audit(str(page))

    head, row = (line.split("\t") for line in told.stdout.splitlines())
    assert told.exit_code == 1
    assert dict(zip(head, row, strict=True)) == {
        "Line": "3",
        "Problem": "dangling-marker",
        "What": "[1, 7] names reference 7, which is not listed",
        "Sentence": "Relapse fell [1, 7].",
        "Marker": "[1, 7]",
        "Reference": "",
    }


def test_json_holds_everything(page: Path) -> None:
    """For a program: counts, problems, markers, references, claims, and what was not checked."""
    told = audit(str(page), "--json")

    found = json.loads(told.stdout)
    assert told.exit_code == 1
    assert (found["kind"], found["counts"]["dangling-marker"]) == ("markdown", 1)
    assert [one["kind"] for one in found["problems"]] == ["dangling-marker"]
    assert (len(found["markers"]), len(found["references"])) == (1, 1)
    assert {"claims", "not_checked", "not_read", "file"} <= set(found)


def test_standard_input_and_html_are_read() -> None:
    """By how it begins, or as it is told."""
    html = b"<!doctype html><p>Relapse fell [7].</p>"

    assert json.loads(audit("-", "--json", given=html).stdout)["kind"] == "html"
    assert json.loads(audit("-", "--json", "--kind", "md", given=html).stdout)["kind"] == "markdown"
    assert json.loads(audit("-", "--json", given=UNSOUND.encode("utf-16")).stdout)["counts"]["problems"] == 1


def test_with_a_reference_file_the_claims_are_checked(tmp_path: Path, page: Path) -> None:
    """And what could not be read in it is named."""
    ris = "TY  - JOUR\nTI  - {}\nPY  - 2001\nDO  - 10.1000/v1\nAB  - Relapse rose in all of 40 patients.\nER  - \n"
    (tmp_path / "mine.ris").write_text(ris.format("Velomirine, work 1") + ris.format("").replace("v1", "v2"))
    page.write_text(SOUND.replace("Relapse fell", "Relapse fell in 12 of 40 patients"))

    told = audit(str(page), "--sources", str(tmp_path / "mine.ris"))

    assert told.exit_code == 1
    assert "12 of 40" in told.stdout.splitlines()[1]
    assert told.stdout.splitlines()[1].split("\t")[1].startswith("claim-")
    assert "not read: mine.ris" in told.stderr


def test_the_json_of_a_report_is_a_source(tmp_path: Path, page: Path) -> None:
    """As `vouch report RUN --json` prints it, or the report alone."""
    record = make_report(references=(make_reference(1),), evidence=(make_piece(1),))
    (tmp_path / "alone.json").write_text(record.model_dump_json())
    (tmp_path / "whole.json").write_text(json.dumps({"report": json.loads(record.model_dump_json())}))

    for name in ("alone.json", "whole.json"):
        told = audit(str(page), "--sources", str(tmp_path / name))
        assert (told.exit_code, "Claims: not checked" in told.stderr) == (1, False)


def test_a_page_is_compared_with_the_one_that_left(tmp_path: Path, page: Path) -> None:
    """A later version may render a report in other words: that is no change by hand."""
    record = make_report(references=(make_reference(1),), evidence=(make_piece(1),))
    whole = {"report": json.loads(record.model_dump_json()), "markdown": UNSOUND}
    (tmp_path / "whole.json").write_text(json.dumps(whole))
    sources = ("--sources", str(tmp_path / "whole.json"))

    before = audit(str(page), *sources).stdout
    page.write_text(f"{UNSOUND}\n## More\n\nNobody had said this.\n")
    after = audit(str(page), *sources).stdout

    assert ("altered" in before, "altered" in after) == (False, True)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (b"", "is empty: there is nothing to audit"),
        (b" \n", "is empty: there is nothing to audit"),
        (article(), "is a PDF: audit the Markdown or HTML it was made from"),
        (b"PK\x03\x04rest", "is a Word document or another archive"),
        (b"\x89PNG\x00\x00", "is no text: Vouch audits Markdown and HTML"),
        (b'{"title": "x"}', "is JSON: audit the page, and give the JSON with --sources"),
        ("Fièvre [1]".encode("latin-1"), "is not in UTF-8 (byte 3 is none of it): save it as UTF-8"),
        (b"<html>" + b"<div>" * 20_000, "elements inside one another"),
    ],
)
def test_what_is_no_report_leaves_with_2_and_the_reason(given: bytes, why: str) -> None:
    """Empty, binary, damaged: a sentence, and no traceback."""
    told = audit("-", given=given)

    assert (told.exit_code, told.stdout) == (2, "")
    assert f"vouch: standard input {why}" in told.stderr or why in told.stderr


def test_files_that_cannot_be_read_are_named_all_at_once(tmp_path: Path, page: Path) -> None:
    """With what to do about each."""
    (tmp_path / "bad.json").write_text('{"research_question": "why?"}')
    (tmp_path / "bad.ris").write_text("nothing")

    told = audit(
        str(page), "-s", str(tmp_path / "none.ris"), "-s", str(tmp_path / "bad.ris"), "-s", str(tmp_path / "bad.json")
    )

    assert told.exit_code == 2
    assert "none.ris does not exist: check the path" in told.stderr
    assert "bad.ris is in none of the formats Vouch reads" in told.stderr
    assert "bad.json looks like a report of Vouch, but" in told.stderr
    assert audit(str(tmp_path)).exit_code == 2
    assert "is a folder: name a file in it" in audit(str(tmp_path)).stderr


def test_a_huge_file_is_refused_before_it_is_read(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is far beyond any report."""
    monkeypatch.setattr(documents, "MOST_BYTES", 50)

    for told in (audit(str(page)), audit("-", given=UNSOUND.encode())):
        assert (told.exit_code, "give a part of it" in told.stderr) == (2, True)


def test_the_help_names_the_exit_codes() -> None:
    """A step of CI relies on them."""
    told = " ".join(audit("--help").stdout.replace("│", " ").split())

    assert "0 when no problem was found, 1 when one was, 2 when a file cannot be read or holds no text" in told


def test_a_page_without_text_leaves_with_2() -> None:
    """Nothing was audited: a step of CI must not pass on it."""
    told, whole = audit("-", given=b"<!doctype html><p></p>"), audit("-", "--json", given=b"<!doctype html><p></p>")

    assert (told.exit_code, whole.exit_code) == (2, 2)
    assert "no text was found in it" in told.stderr
    assert "no problem" not in told.stderr
    assert json.loads(whole.stdout)["not_checked"] == ["No text was found to audit."]
