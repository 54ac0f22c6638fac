"""Real answers of ClinicalTrials.gov are read whole, and only those with results support a finding."""

import json
import re

import pytest

from services.search.clinicaltrials.rows import listing_in
from shared.appraisal.results import direction_of, statements
from shared.library import Reference
from tests.recorded import report_clinicaltrials as report
from tests.recordings import recording

WITH_RESULTS = "aact_NCT02552212.json"


@pytest.fixture(autouse=True)
def _recorded() -> None:
    """Skip with a plain reason where there are no recordings."""
    recording(report.ROOT)


def read(folder: str, file: str = "") -> list[Reference]:
    """Return the studies of a folder, or of one file in it."""
    found = report.references(folder)
    return [one for name, one in found if isinstance(one, Reference) and file in {"", name}]


@pytest.mark.parametrize("folder", ["v2_search", "v2_study"])
def test_every_study_of_version_2_is_read(folder: str) -> None:
    """21 in answers to searches, 12 alone; what a source cut away of some is missing, and nothing else."""
    (row,) = (one for one in report.rows() if one.folder.endswith(folder))

    assert (row.records, row.parsed, row.refused) == ({"v2_search": 21, "v2_study": 12}[folder],) * 2 + ((),)
    assert {row.filled[name] for name in ("title", "address", "text")} == {1.0}


@pytest.mark.parametrize(
    ("folder", "files", "reason"),
    [("v1", 4, "version 1 of its interface, which is retired"), ("xml_legacy", 3, "XML or HTML, as its retired")],
)
def test_retired_formats_are_refused_with_a_reason(folder: str, files: int, reason: str) -> None:
    """They must not look like an answer without studies."""
    found = list(report.references(folder))

    assert len(found) == files
    assert all(isinstance(why, str) and reason in why for _, why in found)


def test_pages_follow_each_other() -> None:
    """The total stands on the first page; the last names no next."""
    first, second, last = (
        listing_in(recording(f"clinicaltrials/v2_search/biomcp_search_{name}_20260811.json").read_bytes())
        for name in ("phelan_limit5", "phelan_next", "nsclc_egfr_l858r")
    )

    assert (first.total, bool(first.next_token)) == (21, True)
    assert (second.total, bool(second.next_token)) == (None, True)
    assert (last.total, last.next_token) == (2, "")


def test_only_posted_results_are_statements() -> None:
    """Of 33 studies three and a copy were sent with results; of the others nothing may carry a finding."""
    every = [*read("v2_search"), *read("v2_study")]
    reporting = {one.work.citation.url.rpartition("/")[2] for one in every if statements(one.text)}

    assert reporting == {"NCT02552212", "NCT01234567", "NCT000001"}
    for one in every:
        plan = one.work.design == "registry-entry"
        assert plan == (not statements(one.text))


def test_results_carry_no_direction_of_their_own() -> None:
    """Numbers of arms do not say what is better: only words do, and names of outcomes are none."""
    assert {direction_of(one.text) for one in read("v2_study")} == {"unknown"}


def test_a_trial_with_results_is_read_with_its_numbers() -> None:
    """Its design is the trial's; date, numbers and harms are the registry's own."""
    (reference,) = read("v2_study", WITH_RESULTS)

    work = reference.work
    assert (work.kind, work.design, work.subject, work.sample_size) == (
        "registry-entry",
        "randomised-trial",
        "human",
        317,
    )
    assert (work.registry_numbers, work.citation.date) == (("NCT02552212", "2015-001894-41"), "2015-09-17")
    assert work.trial is not None
    assert (work.trial.results_posted, work.trial.primary_completion) == ("2020-08-17", "2018-05")
    for told in (
        "7.0 percentage of subjects (n = 158) in “Placebo (FAS)” and 47.2 percentage of subjects (n = 159)",
        "Odds Ratio (OR) 15.231 (95% CI 7.336 to 31.623), p <0.001",
        "4 of 158 in “Placebo (SS)”, 8 of 159 in “CZP 200 mg Q2W (SS)”",
    ):
        assert told in reference.text


@pytest.mark.parametrize("file", [WITH_RESULTS, "aact_design_outcome_empty.json", "aact_study_data_initialize.json"])
def test_every_number_in_the_results_is_the_registrys(file: str) -> None:
    """Nothing is computed, rounded or added, but for how many lines and outcomes are left out."""
    said = json.dumps(json.loads(recording(f"clinicaltrials/v2_study/{file}").read_bytes()), ensure_ascii=False)
    known = set(re.findall(r"\d+(?:\.\d+)?", said))

    (reference,) = read("v2_study", file)

    results = reference.text.partition("RESULTS: ")[2]
    told = re.sub(r"The registry has \d+ further|\(\d+ further lines", "", results)
    assert results
    assert set(re.findall(r"\d+(?:\.\d+)?", told)) - known == set()


def test_names_and_numbers_of_edited_files_are_taken_as_they_are() -> None:
    """The name of a file is no number: one holds another study, one a number that is none."""
    (copied,), (odd,) = read("v2_study", "aact_NCT02278341.json"), read("v2_study", "aact_study_data_initialize.json")

    assert copied.work.registry_numbers[0] == "NCT02552212"
    assert (odd.work.registry_numbers, odd.work.design) == ((), "unknown")
