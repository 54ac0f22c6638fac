"""The corpus of the world holds what its tests need, and its written answer key agrees with it."""

import re
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from services.hypothesis.rules import RuleProposer
from services.judge.rubric import RubricAssessor
from services.search.pieces import piece_of
from shared import messages as m
from shared.entries import key_of
from shared.library import Provenance, Record, Reference, concluded
from shared.likeness import Described, propose
from shared.registry import Registry, identify
from tests.world.corpus import DRUG, PAPERS, QUESTION, STUDIES, answer_key
from tests.world.europepmc.holdings import holdings, record_name
from tests.world.shapes import Paper, Source

KEY = answer_key()
AT = datetime(2026, 1, 2, tzinfo=UTC)
BY_KEY = {paper.key: paper for paper in PAPERS}
DISTRACTORS = {*KEY["distractors"], *KEY["hard_distractors"]}
_NAMES: dict[Source, m.SourceName] = {"pubmed": "pubmed", "europepmc": "europepmc", "openalex": "openalex"}


def read(paper: Paper, source: Source) -> Reference:
    """Return what a source's record of a paper comes to, with the identifiers that it shows."""
    shown = {name: str(getattr(paper, name)) for name in dict(paper.shown)[source]}
    openalex = paper.openalex if source == "openalex" else ""
    record = Record(
        name=paper.key,
        title=paper.title,
        abstract=paper.abstract,
        journal=paper.journal,
        dates=(paper.online,),
        identifiers=m.Identifiers(**shown, openalex=openalex),
        publication_types=paper.publication_types,
        mesh_terms=paper.mesh,
        record_type="preprint" if paper.kind == "preprint" else "",
        retraction="retracted" if paper.retraction in {"retracted", "withdrawn"} else "not-checked",
    )
    found = concluded(record, Provenance(_NAMES[source], source))
    assert isinstance(found, Reference)
    return found


RECORDS = [(paper.key, read(paper, source)) for paper in PAPERS for source, _ in paper.shown]
OWNERS = {reference.work.work_id: key for key, reference in RECORDS}


def pieces() -> tuple[m.Evidence, ...]:
    """Return one piece of evidence of each paper that stands."""
    first = dict(reversed(RECORDS))
    standing = [(key, one) for key, one in first.items() if not one.work.retraction.bars]
    return tuple(
        piece_of(one, 0.5, "1-search").model_copy(update={"source_id": f"S{n}", "study_id": _study(key, n)})
        for n, (key, one) in enumerate(standing, 1)
    )


def _study(key: str, n: int) -> str:
    """Return what a paper counts as."""
    return next(iter(BY_KEY[key].registry_numbers), f"S{n}")


def test_the_corpus_is_large_enough_and_much_of_it_is_off_topic() -> None:
    """A search that takes whatever comes must be seen to."""
    assert len(PAPERS) >= 120
    assert sum(not paper.on_topic for paper in PAPERS) >= 40
    assert Counter(source for paper in PAPERS for source, _ in paper.shown).keys() == _NAMES.keys()


def test_every_kind_of_work_is_there() -> None:
    """Designs, kinds and odd records that clients must tell apart."""
    types = {one for paper in PAPERS if paper.on_topic for one in paper.publication_types}
    wanted = {
        "Randomized Controlled Trial",
        "Meta-Analysis",
        "Systematic Review",
        "Case Reports",
        "Review",
        "Editorial",
    }
    assert wanted | {"Practice Guideline", "Clinical Trial Protocol", "Published Erratum", "Congress"} <= types
    assert {paper.kind for paper in PAPERS} == {
        "article", "preprint", "erratum", "retraction-notice", "comment", "book",
    }  # fmt: skip
    assert {"ger", "fre", "por", "jpn"} <= {paper.language for paper in PAPERS if paper.vernacular_title}
    assert sum(not paper.abstract for paper in PAPERS if paper.kind == "article") >= 3
    assert any("<i>" in paper.title for paper in PAPERS)
    assert any("<sub>" in paper.title for paper in PAPERS)


@pytest.mark.parametrize("name", ["pmid", "pmcid", "doi", "openalex", "key"])
def test_no_identifier_is_given_twice(name: str) -> None:
    """Two works with one number would be one work."""
    given = [getattr(paper, name) for paper in PAPERS if getattr(paper, name)]

    assert len(given) == len(set(given))


def test_the_key_names_the_records_of_every_work() -> None:
    """Who reads the key finds each record under the id its server gives it."""
    held = holdings(PAPERS)
    for paper in PAPERS:
        ids = {"pubmed": paper.pmid, "openalex": paper.openalex}
        if paper.key in held:
            ids["europepmc"] = record_name(held[paper.key])
        assert KEY["works"][paper.key] == {source: ids[source] for source, _ in paper.shown}
    assert KEY["works"].keys() == BY_KEY.keys()


def test_works_in_three_sources_share_identifiers_only_in_part() -> None:
    """Some hang together by a chain, some by their PMCID, one by title and year."""
    ways = Counter(way for key, way in KEY["joined_only_by"].items() if len(BY_KEY[key].shown) == 3)

    assert sum(ways.values()) >= 10
    assert ways["every pair shares pmcid"] >= 2
    assert ways["title and year"] == 1


def test_the_records_come_together_as_the_key_says() -> None:
    """No record is lost from its work, and no two works become one."""
    described = [Described(one.work, "" if one.title_only else one.text) for _, one in RECORDS]
    alike = [(pair.first, pair.second) for pair in propose(described)]
    registry = identify(Registry(), [key_of(one.work) for _, one in RECORDS], alike, "1-search", len(RECORDS))
    together = sorted(tuple(sorted({OWNERS[record] for record in entry.work_ids})) for entry in registry.entries)

    assert together == sorted((paper.key,) for paper in PAPERS)


def test_no_two_works_look_like_one() -> None:
    """Texts so alike that they would be merged would make the key wrong."""
    described = [Described(one.work, "" if one.title_only else one.text) for _, one in RECORDS]
    wrong = [pair for pair in propose(described) if OWNERS[pair.first] != OWNERS[pair.second]]

    assert not wrong


def test_three_registered_trials_have_several_publications() -> None:
    """They count as one study each."""
    for nct, study in KEY["studies"].items():
        told = [paper.key for paper in PAPERS if paper.registry_numbers == (nct,)]
        assert told == study["works"]
        assert study["numbered_in_pubmed"] == [key for key in told if "pubmed" in KEY["works"][key]]
        assert nct in KEY["trials"]
    assert sum(len(study["works"]) >= 3 for study in KEY["studies"].values()) >= 3
    several = {paper.key: list(paper.registry_numbers) for paper in PAPERS if len(paper.registry_numbers) > 1}
    assert several == KEY["several_studies"]


def test_the_key_knows_every_retraction_and_who_knows_of_it() -> None:
    """Twelve cases at least, of every sort, and no source knows of what it does not hold."""
    found = {
        paper.key: {
            "status": paper.retraction,
            "known_to": list(paper.retraction_known_to),
            "held_by": [source for source, _ in paper.shown],
        }
        for paper in PAPERS
        if paper.retraction
    }
    assert found == KEY["retractions"]
    assert len(found) >= 12
    assert all(set(one["known_to"]) <= set(one["held_by"]) for one in found.values())
    alone = {tuple(one["known_to"]) for one in found.values() if one["status"] == "retracted"}
    assert {("europepmc",), ("openalex",), ("pubmed",)} <= alone
    assert {one["status"] for one in found.values()} == {
        "retracted", "concern", "partial", "republished", "erratum", "withdrawn",
    }  # fmt: skip


def test_the_key_knows_notices_and_versions() -> None:
    """What a notice is about, and which article a preprint became."""
    assert KEY["notices"] == {paper.key: list(paper.notices) for paper in PAPERS if paper.notices}
    assert KEY["versions"] == [[paper.key, paper.preprint_of] for paper in PAPERS if paper.preprint_of]
    assert all(BY_KEY[key].doi != BY_KEY[article].doi for key, article in KEY["versions"])


def test_the_key_divides_all_works_by_topic() -> None:
    """Each work is on topic, beside it, or a distractor."""
    groups = [KEY["on_topic"], KEY["beside_the_topic"], KEY["distractors"], KEY["hard_distractors"]]

    assert sorted(key for group in groups for key in group) == sorted(BY_KEY)
    assert {key for key, paper in BY_KEY.items() if not paper.on_topic} == DISTRACTORS
    assert KEY["distractor_studies"] == [study.nct for study in STUDIES if not study.on_topic]


def test_no_plain_distractor_names_the_drug() -> None:
    """A hard one does, in passing."""
    naming = {key for key in DISTRACTORS if re.search(DRUG, str(BY_KEY[key]), re.IGNORECASE)}

    assert naming == set(KEY["hard_distractors"])


def test_the_trials_beside_are_of_every_state() -> None:
    """Stopped with a reason, silent for years, recruiting, withdrawn, observational, and one with results."""
    trials = {study.nct: study for study in STUDIES if study.on_topic}
    for nct, told in KEY["trials"].items():
        assert trials[nct].status == told["status"]
        assert trials[nct].why_stopped == told.get("why_stopped", "")
        assert bool(trials[nct].results_posted) == told["has_results"]
    assert trials.keys() == KEY["trials"].keys()
    assert {study.status for study in trials.values()} >= {"COMPLETED", "TERMINATED", "RECRUITING", "WITHDRAWN"}
    silent = trials[KEY["completed_without_results_or_article"][0]]
    assert (silent.status, silent.results_posted) == ("COMPLETED", "")
    assert not any(silent.nct in paper.registry_numbers for paper in PAPERS)


def test_posted_results_agree_with_the_article() -> None:
    """Registry and article give the same numbers, though not in the same words."""
    study = next(study for study in STUDIES if study.results_posted)
    article = dict(BY_KEY["vesta-main"].abstract)["RESULTS"]
    posted = [
        value.lstrip("-") for one in (*study.primary_outcomes, *study.secondary_outcomes) for _, value in one.values
    ]

    assert posted == ["2.4", "0.9", "43.1", "22.0"]
    assert all(value in article for value in posted)
    assert study.enrolment == 418
    assert "418" in dict(BY_KEY["vesta-main"].abstract)["METHODS"]


async def judged(evidence: tuple[m.Evidence, ...]) -> m.JudgeAssessment:
    """Return what the rule agents make of evidence."""
    until = AT + timedelta(hours=1)
    first = m.HypothesisRequested(
        run_id="r1", step="1-hypothesis", expires_at=until, question=QUESTION, evidence=evidence
    )
    proposed = (await RuleProposer().propose(first)).said.hypotheses
    assert any(one.drug == DRUG and all(link.quotation for link in one.links) for one in proposed)
    second = m.JudgeRequested(
        run_id="r1", step="1-judge", expires_at=until, question=QUESTION, evidence=evidence, hypotheses=proposed
    )
    return (await RubricAssessor().assess(second)).said


async def test_the_rule_agents_find_mechanism_and_clinical_evidence() -> None:
    """A run on the question can end with a report; no plain distractor has a part in scores, findings or candidates."""
    evidence = pieces()
    verdict = await judged(evidence)
    cited = set(re.findall(r"\bS\d+\b", verdict.details.model_dump_json()))
    leaned_on = {OWNERS[piece.work_id] for piece in evidence if piece.source_id in cited}

    assert verdict.sufficient
    assert verdict.details.mechanism_score >= 6
    assert verdict.details.clinical_evidence_score >= 7
    assert not leaned_on & set(KEY["distractors"])
