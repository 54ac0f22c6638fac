"""What became of a draft is counted, and said in a line under the report."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from services.cli.comparing import changes, lost
from services.cli.drafts import Draft
from services.cli.presenting import Printing, present
from services.cli.screen import Screen
from services.report import drafting
from services.report.parsing import draft_of, parsed
from services.report.writing import write
from shared import messages as m
from tests.builders import NOON, QUESTION, RUN, at, make_report, make_section
from tests.reporting import LARGE_TRIAL, MICE, full_order

DRAFT = """# Drug A for disease B

## Executive summary
Drug A halved relapses in two trials [S1][S2]. It is early.

## Clinical findings
- Drug A halved relapses [S1,S2].
- Nobody was harmed [S2].

## Conclusion
More trials are needed.
"""
SUMMARY = "Drug A halved relapses in two trials [S1, S2]. It is early. " + "The program added this. " * 3
FINDINGS = "- Drug A halved relapses [S1, S2].\n- Nobody was harmed [S2]."
UNCHANGED = "every sentence of the draft stands as it was written"

SOUND = f"""# Velomirine for marsh fever

## Executive summary
Author1 and Other 2001 reports: “{LARGE_TRIAL}” [S1].

## Clinical findings
Author1 and Other 2001 reports: “{LARGE_TRIAL}” [S1].

## Mechanistic findings
Author5 and Other 2005, in mice: “{MICE}” [S5].

## Conclusion
Author1 and Other 2001 reports: “{LARGE_TRIAL}” [S1].
"""
UNRULY = f"""{SOUND.replace("[S1].", "[S1][S99].", 1)}
It acts on the liver. See doi:10.9999/invented for more [S5].

## References
1. Madeup A. A trial that never was. 2019.
"""


def ended(report: m.ResearchReport | None, markdown: str = "# A page\n") -> m.ResearchCompleted:
    """Return the end of a run."""
    return m.ResearchCompleted(
        run_id=RUN,
        question=QUESTION,
        status="complete" if report else "cancelled",
        stopped_by="sufficient" if report else "cancelled",
        reason="Ended.",
        report=report,
        markdown=markdown if report else "",
        started_at=NOON,
        ended_at=at(4),
    )


def checked(summary: str = SUMMARY, findings: str = FINDINGS, **fields: object) -> m.ResearchReport:
    """Return a report that was made from the draft."""
    section = make_section("Clinical findings", findings)
    return make_report(executive_summary=summary, clinical_findings=section, **fields)


def became(report: m.ResearchReport | None, draft: str = DRAFT) -> str:
    """Return what is said of a draft and its report."""
    return changes(Draft(1, draft), ended(report))


class Scripted:
    """A writer that hands in one draft, however often it is sent back."""

    def __init__(self, draft: str) -> None:
        found = parsed(draft)
        whole = draft_of(found)
        self._draft = replace(whole, conclusion=f"{whole.conclusion}\n\n{found.beside}".strip())

    async def write(self, order: m.ReportRequested, problems: tuple[str, ...] = ()) -> drafting.Draft:
        """Return the draft."""
        del order, problems
        return self._draft


async def audited(draft: str) -> m.ResearchReport:
    """Return the report that the report agent makes of a draft."""
    done = await write(full_order(), Scripted(draft))
    return done.report.model_copy(update={"made_by": "a model"})


@pytest.mark.parametrize(
    ("report", "said"),
    [
        (checked(), UNCHANGED),
        (checked(findings=f"{FINDINGS} [unverified: the number 2 is not in S1]"), "1 sentence marked as unverified"),
        (checked(conclusion="More trials are needed. [no source given]"), "1 sentence marked as without a source"),
        (checked(SUMMARY.replace(", S2]", "] [unknown source S2]")), "1 citation marked as unknown"),
        (checked(SUMMARY.replace("[S1, S2]", "[unknown source S1, S2]")), "2 citations marked as unknown"),
        (checked(SUMMARY.replace("halved", "reduced")), "1 sentence replaced"),
        (checked(SUMMARY.replace("It is early.", ""), "- Drug A halved relapses [S1]."), "2 sentences replaced"),
    ],
)
def test_what_changed_is_counted(report: m.ResearchReport, said: str) -> None:
    """Markers in another form, and what the program adds, are no change of the draft."""
    assert became(report) == (said if said is UNCHANGED else f"the draft changed: {said}")


def test_a_foreign_reference_is_marked_where_it_stands() -> None:
    """Its sentence is still the draft's."""
    draft = DRAFT.replace("harmed [S2].", "harmed (https://a.example/x; doi:10.9999/y; [7]) [S2].")
    marked = FINDINGS.replace(
        "harmed [S2].",
        "harmed ([not in the registry: a.example/x]; doi:[not in the registry: 10.9999/y]; "
        "[not in the registry: 7]) [S2].",
    )

    assert became(checked(findings=marked), draft) == "the draft changed: 3 references marked as not in the registry"


def test_a_reference_list_is_one_change() -> None:
    """Its lines are no sentences of the draft."""
    note = "[a list of 2 references was taken out: references come from the registry]"
    draft = f"{DRAFT}\n**References:**\n1. Madeup A. A trial, 2019.\n2. Madeup B. Another one, 2020.\n"

    report = checked(conclusion=f"More trials are needed.\n\n{note}")
    assert became(report, draft) == "the draft changed: 1 reference list taken out"


def test_a_mark_that_the_model_copied_is_none_of_the_audit() -> None:
    """It may repeat what it was told of its first draft."""
    copied = "harmed [S2]. [no source given]"

    assert became(
        checked(findings=FINDINGS.replace("harmed [S2].", copied)), DRAFT.replace("harmed [S2].", copied)
    ) == (UNCHANGED)


def test_a_draft_that_was_sent_back_is_told_first() -> None:
    """Whoever read along saw two drafts."""
    audit = m.Audit(sent_back=("S9 names no registered source",))

    assert became(checked(audit=audit)) == f"the first draft was sent back for 1 problem; {UNCHANGED}"


@pytest.mark.parametrize(
    ("report", "said"),
    [
        (None, "the draft was dropped: no checked report came of it"),
        (checked(made_by="rules"), "the draft was dropped: the report was written by rules"),
    ],
)
def test_a_draft_of_which_no_report_came_was_dropped(report: m.ResearchReport | None, said: str) -> None:
    """A run may be cancelled in the middle of it, and a model may fail."""
    assert became(report) == said


@pytest.mark.parametrize("draft", [None, Draft(1, "")])
def test_where_there_was_no_draft_nothing_is_said(draft: Draft | None) -> None:
    """The rules write without one."""
    assert changes(draft, ended(checked())) == ""


async def test_a_sound_draft_leaves_the_audit_as_it_came() -> None:
    """The report agent's own way from Markdown to report, which changes order, markers and layout."""
    assert changes(Draft(1, SOUND), ended(await audited(SOUND))) == UNCHANGED


async def test_an_unruly_draft_is_counted_as_it_was_marked() -> None:
    """The marks are those that the audit writes today."""
    said = changes(Draft(1, UNRULY), ended(await audited(UNRULY)))

    back, _, changed = said.partition("; the draft changed: ")
    assert back == "the first draft was sent back for 6 problems"
    assert changed.split(", ") == [
        "1 citation marked as unknown",
        "1 reference marked as not in the registry",
        "1 sentence marked as unverified",
        "1 sentence marked as without a source",
        "1 reference list taken out",
    ]


def test_a_number_that_changed_is_a_sentence_that_is_not_there_any_more() -> None:
    """Nearly the same is not the same."""
    assert lost("In 12 of 40 people [S1].", "In 13 of 40 people [S1].") == ("In 12 of 40 people [S1].",)


def test_the_line_stands_under_the_report_and_not_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Standard output is the report alone."""
    out = io.StringIO()
    screen = Screen(Console(file=out))
    screen.live(m.LiveUpdate(run_id=RUN, agent="report", kind="text", text=DRAFT, draft=1))

    present(ended(checked(SUMMARY.replace("halved", "reduced"))), screen, Printing())

    assert out.getvalue().splitlines()[-2:] == [
        "the draft changed: 1 sentence replaced",
        "complete in 4.0 s, 0 works cited. Ended. (run r1)",
    ]
    assert capsys.readouterr().out == "# A page\n"
