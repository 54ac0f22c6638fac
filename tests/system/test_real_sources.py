"""``vouch ask`` over four real protocols: every service a process, the vendors the world's own servers.

The corpus has a written answer key: which records are one work, which works one study, what was retracted.
"""

import asyncio
import json
import os
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from shared import messages as m
from shared.works import normalise
from tests.recordings import ROOT
from tests.world.corpus import PAPERS, QUESTION, STUDIES, answer_key
from tests.world.faults import Drip, Status
from tests.world.serving import World

pytestmark = pytest.mark.asyncio(loop_scope="module")

SOURCES = ("pubmed", "clinicaltrials", "europepmc", "openalex")
SECONDS = 240.0
STATUSES = {
    "retracted": "retracted",
    "withdrawn": "retracted",
    "concern": "concern",
    "partial": "partially-retracted",
    "republished": "republished",
    "erratum": "corrected",
}
"""What the world calls a state, and what Vouch calls it."""

UNSAID = {"docking", "dura-rats"}
"""Works on the drug whose abstracts do not say what it is for: identified, but no evidence for the question."""

PACE = {"VOUCH_CLINICALTRIALS__PER_SECOND": "20"}

DEADLINE_SECONDS = 5.0
"""For a source that never answers; one that does has its usual time, however busy the machine."""

SLACK_SECONDS = 10.0
"""What a busy machine may add to one of two runs."""

QUIET = {"none-found", "not-checked"}


class Told:
    """How a run ended, beside what is true of the world."""

    def __init__(self, end: m.ResearchCompleted) -> None:
        self.end = end
        self.key: dict[str, Any] = answer_key()
        names = {name: paper.key for paper in PAPERS for name in _names(paper.pmid, paper.pmcid, paper.doi)}
        names |= {f"openalex:{paper.openalex}": paper.key for paper in PAPERS if paper.openalex}
        self._names = names | {study.nct: study.nct for study in STUDIES}

    def keys_of(self, source: m.RegisteredSource | m.Reference) -> set[str]:
        """Return which works of the key a source is, by its identifiers."""
        if source.kind == "registry-entry":
            return {source.citation.url.rpartition("/")[2]}
        ids = normalise(source.identifiers)
        named = {*_names(ids.pmid, ids.pmcid, ids.doi), f"openalex:{ids.openalex}"}
        return {self._names[name] for name in named if name in self._names}

    @property
    def works(self) -> Mapping[str, m.RegisteredSource]:
        """Return the sources by the work of the key that each of them is."""
        return {next(iter(self.keys_of(one))): one for one in self.end.sources}

    @property
    def cited(self) -> tuple[m.Reference, ...]:
        """Return the works that the report cites."""
        assert self.end.report is not None
        return self.end.report.references


def _names(pmid: str, pmcid: str, doi: str) -> set[str]:
    """Return identifiers with their types."""
    given = (("pmid", pmid), ("pmcid", pmcid), ("doi", doi.lower()))
    return {f"{kind}:{value}" for kind, value in given if value}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def told(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Told]:
    """Ask once, with room for everything the sources hold."""
    folder = tmp_path_factory.mktemp("real-sources")
    async with World() as world:
        end = json.loads(await asked(world, folder, "--results", "200"))
        yield Told(m.ResearchCompleted.model_validate(end.get("completed", end)))


async def asked(
    world: World, folder: Path, *options: str, code: int = 0, settings: Mapping[str, str] | None = None
) -> bytes:
    """Return what ``vouch ask --json`` prints, where it leaves with *code*."""
    sources = [part for source in SOURCES for part in ("--source", source)]
    own = {"VOUCH_DATA_DIR": str(folder / "data"), "VOUCH_CONTACT": "tests@example.org"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "services.cli", "ask", QUESTION, *sources, "--json", *options),
        cwd=ROOT,
        env={**os.environ, **world.environment(), **own, **PACE, **(settings or {})},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(SECONDS):
        said, problems = await process.communicate()
    assert process.returncode == code, problems.decode()[-2000:]
    return said


async def test_the_report_cites_all_four_sources_and_no_distractor(told: Told) -> None:
    """What only shares a word with the question is not what was asked."""
    wrong = {*told.key["distractors"], *told.key["distractor_studies"]}
    cited = {key for one in told.cited for key in told.keys_of(one)}
    records = {key: set(found) for key, found in told.key["works"].items()}

    assert told.end.status == "complete"
    assert cited & wrong == set()
    assert {one.citation.source for one in told.cited} >= {"pubmed", "europepmc", "openalex"} or {
        source for key in cited for source in records.get(key, ())
    } >= {"pubmed", "europepmc", "openalex"}
    assert any(one.kind == "registry-entry" for one in told.cited)


async def test_one_work_is_one_source_however_it_was_found(told: Told) -> None:
    """Partial identifiers in three places, and still one S number; and never two works under one."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for one in told.end.sources:
        keys = told.keys_of(one)
        assert len(keys) == 1, (one.source_id, keys)
        found[keys.pop()].append(one.source_id)

    assert {key: ids for key, ids in found.items() if len(ids) > 1} == {}
    assert set(told.key["on_topic"]) - set(found) <= UNSAID


async def test_studies_are_those_of_the_key(told: Told) -> None:
    """Several publications of a trial count once; a number that stands in no registry field ties nothing."""
    of_key = {key: number for number, study in told.key["studies"].items() for key in study["numbered_in_pubmed"]}
    ids = {key: source.study_id for key, source in told.works.items()}
    for key, number in of_key.items():
        if key in ids and number in ids:
            assert ids[key] == ids[number], key
    strangers = {key for key in ids if key not in of_key and key not in told.key["studies"]}
    paired = {key for pair in told.key["versions"] for key in pair} | set(told.key["several_studies"])
    trials = {ids[key] for key in of_key if key in ids}
    assert {key for key in strangers - paired if ids[key] in trials} == set()
    for preprint, article in told.key["versions"]:
        assert ids[preprint] == ids[article]


async def test_retractions_are_those_of_the_key(told: Told) -> None:
    """What one source knows holds for the work, whoever else has never heard of it."""
    wrong = {}
    for key, source in told.works.items():
        known = told.key["retractions"].get(key)
        expected = {STATUSES[known["status"]]} if known else QUIET
        if source.retraction.status not in expected:
            wrong[key] = (source.retraction.status, expected)

    assert wrong == {}


async def test_nothing_retracted_is_cited_as_support(told: Told) -> None:
    """It may be named as retracted, and nothing else."""
    assert told.end.report is not None
    assert told.end.report.audit.retracted_cited == () or all(
        "retracted" in claim.sentence.lower()
        for claim in told.end.report.claims
        for source in told.end.report.audit.retracted_cited
        if source in claim.source_ids
    )


async def test_the_exact_queries_are_in_the_methodology(told: Told) -> None:
    """Anyone can repeat the search by hand."""
    assert told.end.report is not None
    methodology = told.end.report.methodology.content

    assert {one.source for one in told.end.searches if one.asked} == set(SOURCES)
    assert all(one.asked in methodology for one in told.end.searches if one.asked)


async def test_sources_that_never_answer_cost_no_more_than_one_deadline(told: Told, tmp_path: Path) -> None:
    """The others' evidence is kept, the holes are named, and nobody waits longer than one deadline a search."""
    async with World() as world:
        world.faults.set("openalex", Drip())
        world.faults.set("europepmc", Status(503))
        settings = {"VOUCH_OPENALEX__DEADLINE_SECONDS": f"{DEADLINE_SECONDS}"}
        told_of = await asked(world, tmp_path, "--rounds", "1", code=3, settings=settings)
    end = m.ResearchCompleted.model_validate_json(told_of)

    searches = len({one.step for one in end.searches})
    took, took_whole = ((one.ended_at - one.started_at).total_seconds() for one in (end, told.end))
    assert took <= took_whole + searches * DEADLINE_SECONDS + SLACK_SECONDS
    assert any(hole.startswith("openalex was not searched: OpenAlex did not answer within 5 s") for hole in end.holes)
    assert any(hole.startswith("europepmc was not searched: Europe PMC is in trouble (503)") for hole in end.holes)
    assert end.report is not None
    assert {one.citation.source for one in end.report.references} >= {"pubmed", "clinicaltrials"}
    assert all(any(name in one for one in end.report.limitations) for name in ("openalex", "europepmc"))
