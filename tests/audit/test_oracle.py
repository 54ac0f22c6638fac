"""Another parser and another count agree with our reports; and they would notice if something were wrong."""

import ast
import copy
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.audit import oracle
from tests.audit.oracle import disagreements, read
from tests.audit.reports import DEMO, NAMES, Real

JsonReport = dict[str, Any]


@pytest.mark.parametrize("name", NAMES)
def test_the_oracle_agrees_with_a_report(real: Mapping[str, Real], name: str) -> None:
    """On every marker, footnote, offset, verdict and count, from the page and the JSON alone."""
    assert disagreements(real[name].report, real[name].markdown) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_report_has_what_it_is_checked_by(real: Mapping[str, Real], name: str) -> None:
    """An oracle that finds nothing to look at would agree with anything."""
    report = real[name].report
    passages = [passage for claim in report["claims"] for passage in claim["passages"]]

    assert len(report["claims"]) >= 20
    assert len(passages) >= 10
    assert len(report["evidence"]) >= 10
    assert len(read(real[name].markdown).marks) >= 30


def test_the_oracle_knows_nothing_of_the_project() -> None:
    """What it shares with the audit, it would get wrong in the same way."""
    tree = ast.parse(Path(oracle.__file__).read_text(encoding="utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }

    assert imported == {"re", "unicodedata", "collections", "typing", "mistune"}


def _passage(report: JsonReport) -> dict[str, Any]:
    """Return the first passage of the ledger."""
    found: dict[str, Any] = next(claim for claim in report["claims"] if claim["passages"])["passages"][0]
    return found


def offset_moved(report: JsonReport, page: str) -> str:
    """Move a passage by one character."""
    _passage(report)["locator"]["start"] += 1
    return page


def quotation_edited(report: JsonReport, page: str) -> str:
    """Put another word at the end of a passage."""
    _passage(report)["quotation"] += " indeed"
    return page


def piece_lost(report: JsonReport, page: str) -> str:
    """Lose the evidence of a passage."""
    lost = _passage(report)["source_id"]
    report["evidence"] = [piece for piece in report["evidence"] if piece["source_id"] != lost]
    return page


def claim_lost(report: JsonReport, page: str) -> str:
    """Lose a sentence of the ledger."""
    del report["claims"][0]
    return page


def claim_of_another_work(report: JsonReport, page: str) -> str:
    """Let a sentence of the ledger lean on another work than it cites."""
    claim = next(one for one in report["claims"] if oracle.MARKER.search(one["sentence"]))
    claim["source_ids"] = ["S999"]
    return page


def sentence_unprinted(report: JsonReport, page: str) -> str:
    """Put a sentence into the ledger that the page does not show."""
    claim = next(one for one in report["claims"] if one["section"] == "Clinical findings")
    claim["sentence"] = "The river carried more sand in spring."
    return page


def verdict_lifted(report: JsonReport, page: str) -> str:
    """Show a better verdict than any checker gave."""
    next(one for one in report["claims"] if one["verdict"] == "not-checked")["verdict"] = "supported"
    return page


def reason_dropped(report: JsonReport, page: str) -> str:
    """Leave a sentence unchecked without saying why."""
    next(one for one in report["claims"] if one["verdict"] == "not-checked")["reason"] = ""
    return page


def coverage_raised(report: JsonReport, page: str) -> str:
    """Count a sentence as checked that was not."""
    report["audit"]["claims_checked"] += 1
    return page


def marker_miscounted(report: JsonReport, page: str) -> str:
    """Count a marker too many."""
    report["audit"]["markers"] += 1
    return page


def footnotes_exchanged(report: JsonReport, page: str) -> str:
    """Let two footnotes stand for each other's work."""
    one, other = report["footnotes"][:2]
    one["source_id"], other["source_id"] = other["source_id"], one["source_id"]
    return page


def reference_unlisted(report: JsonReport, page: str) -> str:
    """List a work less than is cited."""
    report["references"].pop()
    return page


def duplicate_unsaid(report: JsonReport, page: str) -> str:
    """Give two references one DOI."""
    report["references"][1]["identifiers"]["doi"] = report["references"][0]["identifiers"]["doi"]
    return page


def definition_lost(report: JsonReport, page: str) -> str:
    """Take a definition out of the page."""
    del report
    return "\n".join(line for line in page.split("\n") if not line.startswith("[^3]:"))


def definition_repeated(report: JsonReport, page: str) -> str:
    """Define a footnote twice."""
    del report
    line = next(line for line in page.split("\n") if line.startswith("[^3]:"))
    return page.replace(line, f"{line}\n{line}")


def mark_added(report: JsonReport, page: str) -> str:
    """Add a mark of a footnote that is none."""
    del report
    return page.replace("[^1]", "[^1][^77]", 1)


def mark_lost(report: JsonReport, page: str) -> str:
    """Take the marks of one line out."""
    del report
    line = next(line for line in page.split("\n") if line.startswith("- ") and line.endswith("[^2]"))
    return page.replace(line, line.removesuffix("[^2]"))


CORRUPTIONS: tuple[Callable[[JsonReport, str], str], ...] = (
    offset_moved,
    quotation_edited,
    piece_lost,
    claim_lost,
    claim_of_another_work,
    sentence_unprinted,
    verdict_lifted,
    reason_dropped,
    coverage_raised,
    marker_miscounted,
    footnotes_exchanged,
    reference_unlisted,
    duplicate_unsaid,
    definition_lost,
    definition_repeated,
    mark_added,
    mark_lost,
)


@pytest.mark.parametrize("corrupt", CORRUPTIONS)
def test_the_oracle_notices(real: Mapping[str, Real], corrupt: Callable[[JsonReport, str], str]) -> None:
    """Agreement means something only from an oracle that disagrees with what is wrong."""
    sound = real[f"rules: {DEMO[0]}"]
    report = copy.deepcopy(sound.report)
    page = corrupt(report, sound.markdown)

    assert disagreements(report, page) != []
