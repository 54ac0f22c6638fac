"""What becomes of a draft that does not hold, whoever wrote it."""

import re

from services.report.drafting import Draft
from services.report.writing import write
from shared import messages as m
from shared.audit.markers import without_markers
from tests.reporting import (
    LARGE_TRIAL,
    MICE,
    full_order,
)

UNRULY = Draft(
    title="Velomirine is proven [S99]",
    executive_summary="Velomirine is safe[S1][S99]. " * 30,
    clinical_findings="### Trials [S1]\n\n"
    "Relapse fell by 77% [s1-S2]. See doi:10.9999/invented (Madeup et al., 2021).\n\n"
    "| Drug | Relapse |\n| --- | --- |\n| velomirine | 12% [S1] |",
    mechanistic_findings="It acts on the liver.\n\n## References\n[1] Madeup A. A trial that never was.",
    conclusion="It works【S1】.",
    made_by="unruly",
)


class Scripted:
    """A writer that hands in these drafts in turn, and remembers what it was told."""

    def __init__(self, *drafts: Draft) -> None:
        self._drafts = iter(drafts)
        self.told: list[tuple[str, ...]] = []

    async def write(self, order: m.ReportRequested, problems: tuple[str, ...] = ()) -> Draft:
        """Return the next draft."""
        del order
        self.told.append(problems)
        return next(self._drafts)


async def unruly(second: Draft = UNRULY) -> tuple[m.ReportCompleted, Scripted]:
    """Return the report of an unruly writer, and the writer."""
    writer = Scripted(UNRULY, second)
    return await write(full_order(), writer), writer


async def test_a_failing_draft_goes_back_once_with_what_is_wrong() -> None:
    """The writer gets one chance, and is told where to look."""
    done, writer = await unruly()

    assert len(writer.told) == 2
    assert writer.told[0] == ()
    assert "Title: S99 names no registered source" in writer.told[1]
    assert done.made_by == "unruly"


async def test_a_sound_second_draft_is_taken() -> None:
    """Otherwise sending it back would be for nothing."""
    mended = Draft(
        title="Velomirine for marsh fever",
        executive_summary=f"Author1 and Other 2001 reports: “{LARGE_TRIAL}” [S1].",
        clinical_findings=f"Author1 and Other 2001 reports: “{LARGE_TRIAL}” [S1].",
        mechanistic_findings=f"Author5 and Other 2005, in mice: “{MICE}” [S5].",
        conclusion=f"Author1 and Other 2001 reports: “{LARGE_TRIAL}” [S1].",
    )

    done, _ = await unruly(mended)

    assert done.report.audit.problems == ()
    assert {one.verdict for one in done.report.claims if one.section == "Clinical findings"} == {"verbatim"}


async def test_what_still_fails_leaves_marked_and_counted() -> None:
    """Never dangling, never dropped in silence."""
    done, _ = await unruly()

    report = done.report
    assert (report.audit.dangling, report.audit.invented) == (("S99",), 3)
    assert "Relapse fell by 77% [S1, S2]. [unverified: the number 77% is not in S1]" in report.clinical_findings.content
    assert "[not in the registry: 10.9999/invented]" in report.clinical_findings.content
    assert "It acts on the liver. [no source given]" in report.mechanistic_findings.content
    assert "[unknown source S99]" in report.title


async def test_an_unruly_page_has_no_loose_end() -> None:
    """Whatever a writer does, footnotes and references pair up."""
    done, _ = await unruly()

    used, defined = (set(re.findall(pattern, done.markdown)) for pattern in (r"\[\^(\d+)\](?!:)", r"(?m)^\[\^(\d+)\]:"))
    assert used == defined
    assert not re.search(r"\[S\d", done.markdown)
    assert [one.source_id for one in done.report.references] == [one.source_id for one in done.report.footnotes]


async def test_a_summary_that_is_too_long_is_cut_and_says_so() -> None:
    """The contract bounds it; a reader is told that something is gone."""
    done, _ = await unruly()

    assert len(without_markers(done.report.executive_summary)) <= 500
    assert "Executive summary: cut at its greatest length" in done.report.audit.problems


async def test_a_cut_never_parts_a_sentence_from_its_mark() -> None:
    """A failing sentence without its mark would pass for a sound one."""
    done, _ = await unruly()

    assert "Velomirine is safe [S1] [unknown source S99]. [unverified: " in done.report.executive_summary
