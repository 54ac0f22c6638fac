"""Every unruly behaviour of Claude's, towards every agent, in whole runs of real services: ``make unruly``.

Whatever Claude does, a run ends in time and within its allowance, with a report in which every citation holds; and
where the report is not what it would have been, it says why.
"""

import sys
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass

import pytest
import pytest_asyncio

from tests.claude.cases import LIMITS, Case, cases
from tests.claude.judging import answer, differing, faults, said
from tests.claude.narrow import EAGER, NARROW, ROUNDS, TURNING, Narrow
from tests.claude.running import Place, Told, place
from tests.world.claude import planting
from tests.world.log import Request

pytestmark = pytest.mark.asyncio(loop_scope="module")

SOBER = Case("", "", None)
"""A Claude that behaves."""

CASES = {str(case): case for case in cases()}
SHOWN = 110
"""Characters of what was said, in the table."""


@dataclass(frozen=True)
class Seen:
    """All that came of it."""

    sober: Told
    told: Mapping[str, Told]
    visits: list[Request]
    """To the page that an instruction in the evidence names."""
    narrow: Mapping[str, Told]
    """With an eager judge."""
    turned: tuple[Told, Told]
    """With tests of hypotheses told the other way round, and without."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def seen(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Seen]:
    """Run everything once."""
    async with place(tmp_path_factory.mktemp("unruly")) as ready:
        async with ready.world(planted=True) as world:
            sober = await ready.run(SOBER)
            told = await ready.all(tuple(CASES.values()))
            visits = planting.visits(world.log)
        narrow = {name: (await _narrow(ready, held, EAGER))[0] for name, held in NARROW.items()}
        turned = await _narrow(ready, NARROW["animals only"], TURNING, SOBER)
    sys.stdout.write(f"\n{table(told)}\n\nWith evidence of one kind only ({', '.join(NARROW)}):\n")
    sys.stdout.write(f"{table((*narrow.values(), turned[0]))}\n")
    yield Seen(sober, {str(one.case): one for one in told}, visits, narrow, (turned[0], turned[1]))


async def _narrow(ready: Place, held: Narrow, *cases: Case) -> list[Told]:
    """Return runs of two rounds in a world that holds one kind of evidence."""
    limits = {**LIMITS, "max_rounds": ROUNDS}
    async with ready.world(held.papers, held.studies):
        return await ready.all(cases, sources=[held.source], web=False, library=[], limits=limits)


def table(runs: Iterable[Told]) -> str:
    """Return a line for each run: what Claude did, how the run ended, what was said of it."""
    head = "agent: behaviour, how often | unruly answers | seconds | status | what was said"
    return "\n".join((head, *map(_row, runs)))


def _row(told: Told) -> str:
    """Return the line of one run."""
    spoilt = sum(bool(call.behaviour) for call in told.calls)
    nothing = "nothing: the report is the same" if told.case.same else "nothing"
    says = (answer(told) or nothing) if told.end.report else "no report"
    return f"{told.case} | {spoilt} | {told.seconds:.1f} | {told.end.status}, {told.end.stopped_by} | {says[:SHOWN]}"


@pytest.mark.parametrize("name", CASES)
async def test_the_report_that_comes_out_is_sound(seen: Seen, name: str) -> None:
    """In time, within every allowance, no marker dangling, nothing invented unmarked, nothing retracted as support."""
    assert faults(seen.told[name]) == []


@pytest.mark.parametrize("name", CASES)
async def test_what_was_wrong_is_said_or_was_mended(seen: Seen, name: str) -> None:
    """A report that is another than that of a Claude who behaves says why; a draft sent back is named in any case."""
    told = seen.told[name]
    silent = bool(told.case.says) and not answer(told)
    changed = differing(told, seen.sober) if told.case.same else []

    assert (said(told) if silent else ()) == ()
    assert changed == []


async def test_nobody_goes_where_the_evidence_tells_to(seen: Seen) -> None:
    """A paper in every source and in the library orders whoever reads it to open a page."""
    assert seen.visits == []


async def test_a_claude_that_behaves_leaves_nothing_to_say(seen: Seen) -> None:
    """Or what is said of the others would prove nothing."""
    assert faults(seen.sober) == []
    assert (seen.sober.end.status, seen.sober.end.stopped_by) == ("complete", "sufficient")
    assert (seen.sober.report.audit.problems, seen.sober.report.audit.sent_back, seen.sober.end.holes) == ((), (), ())


@pytest.mark.parametrize("name", NARROW)
async def test_no_judge_can_make_evidence_of_one_kind_sufficient(seen: Seen, name: str) -> None:
    """It says 10, 10 and 1.0; code caps the scores, and the rule decides."""
    told, held = seen.narrow[name], NARROW[name]
    verdicts = [step.outcome.verdict for step in told.run.steps.values() if step.outcome and step.outcome.verdict]

    assert faults(told) == []
    assert told.end.stopped_by != "sufficient"
    assert verdicts
    assert all(one.clinical_score <= held.clinical and one.mechanism_score <= held.mechanism for one in verdicts)


async def test_a_turned_test_of_a_hypothesis_is_none(seen: Seen) -> None:
    """Where a sentence of the source says otherwise, the sentence holds."""
    turned, sober = seen.turned

    assert faults(turned) == []
    assert differing(turned, sober) == []
