"""ClinicalTrials.gov over real sockets: the registry of the world, asked as the search agent asks it."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import date

import pytest

from services.search.clinicaltrials import ClinicalTrials
from services.search.clinicaltrials import source as clinicaltrials
from services.search.finding import Found
from shared import messages as m
from shared.appraisal.results import statements
from shared.errors import CannotDo
from shared.http import Site
from shared.http.opening import open_site
from tests.builders import NOON
from tests.world.corpus import STUDIES
from tests.world.corpus.registered import VESTA
from tests.world.serving import World
from tests.world.shapes import Study

TERMINATED = "NCT98050505"


@pytest.fixture
async def world() -> AsyncIterator[World]:
    """Start the world with a registry only."""
    async with World((), STUDIES) as opened:
        yield opened


@pytest.fixture
async def site(world: World) -> AsyncIterator[Site]:
    """Open the registry."""
    async with open_site("ClinicalTrials.gov", world.url("clinicaltrials"), user_agent="Vouch/test") as opened:
        yield opened


async def ask(site: Site, query: str, most: int = 30, **filters: object) -> Found:
    """Return what the registry gives for *query*."""
    return await ClinicalTrials(site).find(query, m.Filters.model_validate(filters), most, NOON)


def numbers(found: Found) -> set[str]:
    """Return the numbers of the studies found."""
    return {one.work.registry_numbers[0] for one in found.references}


def about(word: str) -> list[Study]:
    """Return the studies of the world whose title has *word*."""
    return [one for one in STUDIES if word in one.title.lower()]


async def test_a_question_finds_the_trials_on_it(site: Site) -> None:
    """Asked as a person asks; every study in whose title both words stand is among them."""
    found = await ask(site, "Does velasartan reduce attack frequency in adults with migraine?")

    wanted = {one.nct for one in about("velasartan") if "migraine" in one.title.lower()}
    assert wanted
    assert wanted <= numbers(found)


async def test_pages_are_fetched_until_there_are_enough(
    site: Site, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Small pages over real sockets: every study once, the total from the first page."""
    monkeypatch.setattr(clinicaltrials, "FEWEST_ROWS", 2)
    monkeypatch.setattr(clinicaltrials, "MOST_ROWS", 2)

    found = await ask(site, "velasartan", most=5)

    pages = [one.params for one in world.log.of("clinicaltrials")]
    assert len(pages) == 3
    assert ["pageToken" in one for one in pages] == [False, True, True]
    assert len(numbers(found)) == len(found.references) == 6
    assert found.hits > 6


async def test_posted_results_make_a_trial_of_an_entry(site: Site) -> None:
    """VESTA posted results and says what was found; the trial that was terminated posted none."""
    (vesta,) = (await ask(site, VESTA)).references
    (stopped,) = (await ask(site, TERMINATED)).references

    assert (vesta.work.kind, vesta.work.design, vesta.work.sample_size) == ("registry-entry", "randomised-trial", 418)
    assert any("p <0.001" in sentence.text for sentence, _ in statements(vesta.text))
    assert (stopped.work.design, statements(stopped.text)) == ("registry-entry", ())
    assert stopped.work.trial is not None
    assert (stopped.work.trial.status, bool(stopped.work.trial.why_stopped)) == ("TERMINATED", True)


async def test_facts_are_the_registrys(site: Site) -> None:
    """Every study of the world by its number: status, size, dates and phases as it knows them."""
    for study in STUDIES:
        (reference,) = (await ask(site, study.nct)).references
        trial = reference.work.trial

        assert trial is not None
        assert (trial.status, trial.phases, trial.why_stopped) == (study.status, study.phases, study.why_stopped)
        assert (trial.enrolment, trial.first_posted) == (study.enrolment, study.first_posted)
        assert (trial.has_results, trial.results_posted) == (bool(study.results_posted), study.results_posted)
        assert reference.work.citation.date == study.first_posted
        assert reference.work.registry_numbers[0] == study.nct


async def test_dates_narrow_the_search_at_the_registry(site: Site, world: World) -> None:
    """First posted is published; a study whose month alone is known is not lost."""
    found = await ask(site, "velasartan", published_from=date(2018, 1, 1), published_to=date(2019, 12, 31))

    assert world.log.of("clinicaltrials")[0].params["filter.advanced"] == (
        "AREA[StudyFirstPostDate]RANGE[2018-01-01,2019-12-31]"
    )
    assert found.references
    assert {one.work.citation.date[:4] for one in found.references} <= {"2018", "2019"}


async def test_only_what_is_read_is_sent(site: Site) -> None:
    """Hundreds of places and contacts stay where they are, and the registry knows each field asked for."""
    answer = await site.get("/studies", {"filter.ids": VESTA, "fields": clinicaltrials.FIELDS})

    (study,) = answer.json()["studies"]
    assert set(study) == {"protocolSection", "resultsSection", "hasResults"}
    assert "contactsLocationsModule" not in study["protocolSection"]


async def test_a_number_of_another_registry_finds_the_study(site: Site) -> None:
    """Entries name it beside their own."""
    found = await ask(site, "2015-009911-27")

    assert numbers(found) == {VESTA}
    assert found.references[0].work.registry_numbers == (VESTA, "2015-009911-27")


async def test_an_unknown_parameter_is_refused_in_the_registrys_words(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """400 in plain text: asked again it would be refused again."""
    monkeypatch.setattr(clinicaltrials, "narrowed", lambda _filters: "AREA[NoSuchArea]x")

    with pytest.raises(CannotDo, match="did not understand the query"):
        await ask(site, "velasartan")


async def test_operators_keep_their_meaning(site: Site) -> None:
    """NOT excludes; a phrase stands together."""
    every = numbers(await ask(site, "velasartan"))
    without = numbers(await ask(site, 'velasartan NOT "migraine"'))

    assert without < every
    assert not {one.nct for one in about("migraine")} & without


async def test_checking_is_one_small_request(site: Site, world: World) -> None:
    """The version of interface and data."""
    assert await ClinicalTrials(site).check() == "no key needed; interface 2.0.5, data of 2026-01-02"
    assert [one.path for one in world.log.of("clinicaltrials")] == ["/version"]


async def test_a_study_that_was_read_twice_is_one(world: World) -> None:
    """The same entry has the same record wherever it turns up."""
    twin = replace(STUDIES[0], summary="Another summary.")
    async with (
        World((), (twin,)) as other,
        open_site("ClinicalTrials.gov", other.url("clinicaltrials"), user_agent="x") as there,
        open_site("ClinicalTrials.gov", world.url("clinicaltrials"), user_agent="x") as here,
    ):
        first, second = await ask(here, twin.nct), await ask(there, twin.nct)

    assert first.references[0].work.work_id == second.references[0].work.work_id
