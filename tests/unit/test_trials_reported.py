"""What a report says of trials that report nothing: never more than their registry does (evidence.md, 2)."""

from datetime import date

import pytest

from services.report.trials import published, trial_line
from shared import messages as m
from shared.audit.shelf import Source, shelf_of
from tests.reporting import make_reference, work

TODAY = date(2026, 11, 21)
Listed = tuple[m.Reference, m.Evidence | None]
DONE = m.Trial(
    status="COMPLETED",
    enrolment=120,
    enrolment_is_actual=True,
    primary_completion="2018-06",
    primary_completion_is_actual=True,
)


def line(**fields: object) -> str:
    """Return the line of a trial with these facts."""
    reference = make_reference(1, kind="registry-entry", trial=DONE.model_copy(update=fields))
    return trial_line(Source(reference), TODAY)


def test_results_that_are_long_due_are_named_with_what_that_may_mean() -> None:
    """Completed in fact, years ago, and nothing was posted."""
    assert "no results 101 months after completion (possible reporting bias)" in line()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            {"status": "WITHDRAWN", "enrolment": 0},
            "status: withdrawn; enrolled or planned: nobody took part; primary completion: 2018-06",
        ),
        (
            {"status": "RECRUITING", "primary_completion_is_actual": False, "enrolment_is_actual": False},
            "status: recruiting; enrolled or planned: 120 participants (planned); primary completion: 2018-06 (plan",
        ),
        ({"has_results": True}, "results posted, none of them an outcome"),
    ],
)
def test_nothing_is_due_from_a_trial_that_was_not_done_or_is_not_over(fields: dict[str, object], said: str) -> None:
    """A plan that nobody kept up to date is no withheld result, and neither is a trial that never began."""
    told = line(**fields)

    assert said in told
    assert "bias" not in told


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (work(2, study_id="NCT00000001"), "results are reported in [S2]"),
        (work(2, study_id="NCT00000001", level="title-only"), "results may stand in [S2], which was not read"),
        ((make_reference(2, study_id="NCT00000001"), None), "results may stand in [S2], which was not read"),
        (
            work(2, study_id="NCT00000001", retraction=m.Retraction(status="retracted")),
            "results were published in [S2], since retracted",
        ),
    ],
)
def test_results_that_are_published_are_not_called_missing(other: Listed, said: str) -> None:
    """Whether anybody read them, whether they stand: to hint at silence would be wrong of the trial's people."""
    told = beside(other)

    assert told.endswith(said)
    assert "bias" not in told


@pytest.mark.parametrize(
    "other",
    [
        work(2, study_id="NCT00000001", design="protocol"),
        work(2, study_id="NCT00000001", design="review"),
        work(2, study_id="NCT00000001", kind="erratum"),
        work(2, study_id="NCT00000002"),
    ],
)
def test_a_plan_a_notice_or_another_study_publishes_no_results(other: Listed) -> None:
    """Else a published protocol would hide what was never reported."""
    assert "possible reporting bias" in beside(other)


def beside(other: Listed) -> str:
    """Return the line of a trial that is long due, with another work on the shelf."""
    entry = make_reference(1, kind="registry-entry", design="registry-entry", study_id="NCT00000001", trial=DONE)
    reference, piece = other
    shelf = shelf_of([entry, reference], [piece] if piece else [])
    return trial_line(shelf["S1"], TODAY, published(shelf["S1"], shelf))
