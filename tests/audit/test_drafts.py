"""Not one bad draft leaves with a loose marker, an orphan, an invented reference or a silent deletion."""

import json
import re

import pytest

from services.report.claude import ClaudeWriter
from services.report.drafting import Draft
from services.report.writing import write
from shared import messages as m
from tests.audit.drafts import BAD, REWRITTEN, WRONG
from tests.audit.losing import lost, made_up
from tests.audit.oracle import MARKER, disagreements, read
from tests.audit.unruly import DRAFTED, unruly_drafts
from tests.reporting import full_order
from tests.unit.llm_fakes import AMPLE
from tests.unit.test_writing_drafts import Scripted

ORDER = full_order()


async def left(draft: Draft, order: m.ReportRequested = ORDER) -> m.ReportCompleted:
    """Return the report that comes of a draft whose writer insists on it."""
    return await write(order, Scripted(draft, draft))


def holds(done: m.ReportCompleted, order: m.ReportRequested) -> list[str]:
    """Return everything that may never leave."""
    page = read(done.markdown)
    return [
        *disagreements(json.loads(done.report.model_dump_json()), done.markdown),
        *(f"a marker is left: {one}" for one in MARKER.findall(done.markdown)),
        *(f"invented: {one}" for one in made_up(done, order.bibliography)),
        *(f"orphan: {one}" for one in done.report.audit.orphans),
        *(f"dangling: {one}" for one in page.loose),
    ]


def test_there_are_fifty_of_them() -> None:
    """Fewer would not be what was promised."""
    assert len(BAD) >= 50


@pytest.mark.parametrize("name", BAD)
async def test_what_leaves_holds(name: str) -> None:
    """Page, ledger, footnotes and references agree, and none of them is invented."""
    done = await left(BAD[name])

    assert holds(done, ORDER) == []


@pytest.mark.parametrize("name", BAD)
async def test_nothing_is_lost_in_silence(name: str) -> None:
    """Every stretch of the draft is on the page, or is named where the report says what is wrong with it."""
    done = await left(BAD[name])

    assert lost(BAD[name], done) == []


async def test_a_sentence_that_were_lost_would_be_noticed() -> None:
    """Or the test above would pass whatever happened."""
    draft = BAD["no marker at all"]
    done = await left(draft)
    cut = done.model_copy(update={"markdown": done.markdown.replace("Velomirine helped most people", "")})

    assert lost(draft, done) == []
    assert lost(draft, cut) != []


@pytest.mark.parametrize("name", WRONG)
async def test_what_is_wrong_is_named(name: str) -> None:
    """In words that a person can find the place by."""
    problems = (await left(BAD[name])).report.audit.problems

    assert re.search(WRONG[name], "\n".join(problems))


async def test_markers_in_another_form_are_brought_into_the_one_form_and_counted() -> None:
    """They are no fault of the report's, but its reader may know of them."""
    written = {name: (await left(BAD[name])).report.audit.markers_rewritten for name in REWRITTEN}

    assert all(written.values())


@pytest.mark.parametrize("name", DRAFTED)
async def test_an_unruly_draft_of_claudes_leaves_as_a_report_that_holds(name: str) -> None:
    """Whatever the scripted Claude hands in, twice."""
    order = full_order(allowance=AMPLE)
    async with unruly_drafts(name) as thinking:
        done = await write(order, ClaudeWriter(thinking, order))

    assert holds(done, order) == []
    assert done.report.audit.problems or done.report.limitations
