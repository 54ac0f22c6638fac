"""The golden clinical case: reports by rules and by the scripted Claude say what the answer key says."""

import asyncio
import functools
import re
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import date

import pytest

from shared import messages as m
from shared.audit.rendering import to_markdown

from .answers import KEY, QUESTION, WORKS, Answers, wrong_exclusions, wrong_facts, wrong_studies
from .orders import report_from_key
from .running import Golden, by_claude

WAYS = ("rules", "claude", "key")
"""A run by rules, a run whose judge and writer ask the scripted Claude, and an order made of the key's own facts."""


@pytest.fixture(params=WAYS)
def answers(request: pytest.FixtureRequest) -> Answers:
    """Return the answers of a report."""
    return answered(request.param)


@functools.cache
def answered(way: str) -> Answers:
    """Return the answers of the report that is made this way, made once for all tests."""
    return asyncio.run(_by_key() if way == "key" else _by_run(way))


async def _by_key() -> Answers:
    """Return what a report says that was made of the key's own facts."""
    order, report = await report_from_key()
    return Answers(report, order.bibliography)


async def _by_run(way: str) -> Answers:
    """Return what the report of a whole run says."""
    async with AsyncExitStack() as stack:
        run = Golden(await stack.enter_async_context(by_claude()) if way == "claude" else None)
        report = await run.asked(QUESTION)
        return Answers(report, run.ordered.bibliography)


def test_all_works_are_registered(answers: Answers) -> None:
    """Nothing is merged that is two works, and nothing is lost on the way."""
    assert set(answers.names.values()) == set(WORKS)
    assert len(answers.names) == len(WORKS) == 25


def test_independent_studies_are_counted_once_by_kind(answers: Answers) -> None:
    """Five works of one trial are one study; a retracted one, a title and a rat are no human study."""
    assert answers.report.study_counts == m.StudyCounts.model_validate(KEY["counts"])
    assert wrong_studies(answers) == []


def test_each_work_is_described_as_it_is(answers: Answers) -> None:
    """Design and subject, size, effect with its interval, direction, retraction, peer review."""
    assert wrong_facts(answers) == []


def test_what_does_not_count_says_why(answers: Answers) -> None:
    """A reader must be able to object to each exclusion."""
    assert wrong_exclusions(answers) == []


def test_nothing_that_counts_is_missing_from_the_table(answers: Answers) -> None:
    """What was not read for lack of room may be no study that counts."""
    missing = set(WORKS) - set(answers.rows)

    assert {WORKS[name].get("excluded") for name in missing} <= {"title only"}
    assert "title only" not in {row.why_not for row in answers.report.evidence_table if row.counted}


def test_the_answer_is_mixed(answers: Answers) -> None:
    """Two trials contradict each other, and a third contradicts both: no majority decides."""
    assert answers.report.direction == KEY["direction"]


def test_the_summary_by_rules_says_so_first() -> None:
    """An open contradiction keeps the run from being sufficient, which comes first; then no side is taken."""
    first, second, *_ = answered("rules").report.executive_summary.split(". ")

    assert first.startswith("Partial result")
    assert second == "The human evidence read points both ways"


def test_contradictions_name_both_sides_and_what_differs(answers: Answers) -> None:
    """Opposite directions or an excluding interval, under like conditions; else what differs is named."""
    told = dict(answers.contradictions)

    assert set(told) == {sides(one["between"]) for one in KEY["contradictions"]}
    for one in KEY["contradictions"]:
        differs, wanted = told[sides(one["between"])], one["differs_in"]
        assert any(word in differs for word in wanted) if wanted else differs == ""


def test_not_significant_beside_significant_is_no_contradiction(answers: Answers) -> None:
    """The small trial's interval excludes neither side; liver injury is another outcome than flares."""
    told = {pair for pair, _ in answers.contradictions}

    assert not told & {sides(pair) for pair in KEY["no_contradiction"]}


def sides(studies: Sequence[str]) -> frozenset[frozenset[str]]:
    """Return two studies as the two sides of a disagreement: neither may stand on both."""
    return frozenset(frozenset((one,)) for one in studies)


def test_null_results_have_a_place_of_their_own(answers: Answers) -> None:
    """Both null trials stand beside the benefit and the harm on the outcome that was asked about."""
    theme = answers.report.themes[0]

    assert theme.title.startswith("flare")
    assert answers.studies(theme.no_difference) == {"Halloran", "MEADOW"}
    assert answers.studies(theme.harm) == {"HARBOUR"}
    assert {"ORCHARD", "register", "winter"} <= answers.studies(theme.benefit)


def test_a_review_names_what_it_includes(answers: Answers) -> None:
    """Else one trial would speak twice; what a text names is no reference list, so nothing is checked."""
    for name in ("91000005", "91000018"):
        row = answers.rows[name]
        assert answers.studies(row.includes) == set(WORKS[name]["includes"])
        assert not row.overlap_checked


def test_no_evidence_rests_on_the_retracted_trial(answers: Answers) -> None:
    """It may be named only to say that it is retracted."""
    report, retracted = answers.report, answers.numbered("91000010")
    leaning = (*report.themes, *report.contradictions, *report.candidate_details, *report.hypotheses_tested)

    assert not any(re.search(rf"\b{retracted}\b", one.model_dump_json()) for one in leaning)
    assert retracted not in {*report.clinical_findings.citations, *report.mechanistic_findings.citations}


def test_trials_without_results_say_how_they_stand(answers: Answers) -> None:
    """Completed and silent is possible reporting bias; a stop is a harm only where its reason says so."""
    lines = trial_lines(answers)

    for name, words in KEY["unreported"].items():
        assert all(word in lines[name] for word in words), lines[name]
    assert f"no results {_months_since('2021-03')} months after completion" in lines["NCT90000019"]


def test_a_trial_whose_results_are_published_is_not_called_unreported(answers: Answers) -> None:
    """Its entry holds none, but its article does: nothing is missing."""
    for name, works in KEY["reported_elsewhere"].items():
        line = trial_lines(answers)[name]
        assert "possible reporting bias" not in line
        assert all(f"{answers.numbered(work)}" in re.findall(r"S\d+", line) for work in works)


def trial_lines(answers: Answers) -> dict[str, str]:
    """Return the lines on trials without results by their number; Claude's draft has none, so the rules' say it."""
    told = answers.report.clinical_findings.content.splitlines()
    return {found[1]: line for line in told if (found := re.match(r"- (NCT\d+),", line))}


def _months_since(month: str) -> int:
    """Return the months from then until the corpus was searched: today, or the day of the made order."""
    today, year, number = date.today(), int(month[:4]), int(month[5:])  # noqa: DTZ011 -- a month is exact enough
    return 12 * (today.year - year) + today.month - number


def test_the_candidate_stands_as_the_sources_say(answers: Answers) -> None:
    """Best evidence, stopped trials with their reasons, harms as quoted, approval as stated, and never "safe"."""
    (row,) = answers.report.candidate_details
    key, whole = KEY["candidate"], row.model_dump_json()

    assert (row.drug, row.direction) == (key["drug"], key["direction"])
    for field in ("best_human_evidence", "best_preclinical_evidence"):
        kind, work = key[field]
        assert kind in getattr(row, field)
        assert answers.numbered(work) in getattr(row, field)
    assert answers.numbered(key["approval"]) in row.approval
    assert row.approval.startswith("as stated in")
    word, retracted = key["never"]
    assert not re.search(rf"\b(?:{word}|{answers.numbered(retracted)})\b", whole)


def test_harms_and_stopped_trials_are_in_the_row(answers: Answers) -> None:
    """A reader who sees one table must see them."""
    (row,) = answers.report.candidate_details
    key = KEY["candidate"]

    for work, words in key["harms"].items():
        assert words in row.harms
        assert f"[{answers.numbered(work)}]" in row.harms
    for work, why in key["stopped"].items():
        assert any(why in one and f"[{answers.numbered(work)}]" in one for one in row.trials)
    assert any(
        f"[{answers.numbered(work)}]" in one for work in key["contraindications"] for one in row.contraindications
    )


def test_the_page_shows_the_table(answers: Answers) -> None:
    """What the fields hold, a reader sees: one row a work, no row twice."""
    page = to_markdown(answers.report)
    table = page.partition("## Evidence table")[2].partition("\n## ")[0]

    assert len(re.findall(r"^\| [^|]*\[\^", table, re.MULTILINE)) == len(answers.report.evidence_table)
    assert "hazard ratio 0.99; 95% CI 0.88 to 1.11 | no difference | yes" in table
    assert "hazard ratio 0.71; 95% CI 0.28 to 1.80 | no difference shown | yes" in table
