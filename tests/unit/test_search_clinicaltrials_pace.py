"""ClinicalTrials.gov takes 0.8 requests a second: eight queries of a run fit in their time, on the clock of a test."""

import asyncio
from collections.abc import Mapping

import pytest

from services.search.asking import Literature
from services.search.clinicaltrials import ClinicalTrials
from services.search.opening import VENDORS
from services.search.underway import Turns
from shared import messages as m
from shared.bus.in_memory import InMemoryBucket
from shared.http import Answer, Wants
from shared.limits import AccountLimiter
from shared.settings import SourceSettings
from tests.builders import NOON
from tests.unit.clocks import EPOCH, ManualClock
from tests.unit.registry_entries import study
from tests.unit.scripted_site import ScriptedSite

QUERIES = tuple(f"velastirin {rest}" for rest in (
    "migraine attack chronic", "dementia prevention hippocampus", "erythromelalgia sodium channel pain",
    "insulin resistance glucose obesity", "malaria relapse vivax", "gout flare colchicine",
    "amyloid autophagy neurons clearance", "neuroinflammation microglia cytokines",
))  # fmt: skip
"""Of three and four telling words: as many ways to ask as there are."""
SOME, MANY = 3, 40


class Paced(ScriptedSite):
    """A registry that says the same to everything, at the pace that a limiter allows."""

    def __init__(self, limiter: Turns, answer: Mapping[str, object]) -> None:
        super().__init__()
        self._limiter, self._answer = limiter, answer

    async def get(self, path: str, params: Mapping[str, str] | None = None, *, wants: Wants = "json") -> Answer:
        """Wait for a turn, and answer."""
        async with self._limiter.slot():
            self.answers.append(self._answer)
            return await super().get(path, params, wants=wants)


def page(count: int, total: int) -> Mapping[str, object]:
    """Return a first page that names a next one where there is more."""
    studies = [study(f"NCT{number:08}") for number in range(1, count + 1)]
    return {"studies": studies, "totalCount": total} | ({"nextPageToken": "more"} if total > count else {})


@pytest.mark.parametrize(
    ("answer", "filters"),
    [
        (page(0, 0), {}),
        (page(SOME, SOME), {}),
        (page(30, MANY), {}),
        (page(30, MANY), {"study_designs": ["systematic-review"]}),
    ],
    ids=["nothing", "few", "many", "filtered"],
)
async def test_eight_queries_are_asked_at_the_default_pace_in_time(
    answer: Mapping[str, object], filters: Mapping[str, object]
) -> None:
    """Whatever they find, with seconds to spare for the answers."""
    clock, vendor = ManualClock(), VENDORS["clinicaltrials"]
    limiter = Turns(AccountLimiter(InMemoryBucket(), "clinicaltrials", vendor.per_second, clock))
    site = Paced(limiter, answer)
    order = m.SearchRequested.model_validate(
        {"run_id": "r1", "step": "1-search", "expires_at": NOON, "queries": QUERIES, "sources": ["clinicaltrials"]}
        | {"filters": filters}
    )
    source = Literature(ClinicalTrials(site), 60.0, per_second=vendor.per_second)

    async def run() -> None:
        answers.append(await source.search(order, NOON))

    answers: list[object] = []
    await clock.run([asyncio.create_task(run())])

    assert len(answers) == 1
    assert len(QUERIES) <= len(site.asked) <= 2 * len(QUERIES)
    assert clock.time - EPOCH < 0.7 * SourceSettings().deadline_seconds
