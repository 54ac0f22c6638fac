"""The rules are useful: whole runs of every real service over libraries that we know the answer of."""

import re

from shared import messages as m
from tests.whole import Whole, sample

ANSWERED = "Is tafenoquine effective and safe for the radical cure of Plasmodium vivax malaria?"
ANIMALS_ONLY = "Does tafenoquine block the transmission of Plasmodium vivax by Anopheles mosquitoes?"
OFF_TOPIC = "Does cognitive behavioural therapy improve sleep in adolescents with insomnia?"

RETRACTED = """
PMID- 9900{n}
TI  - Velotinib against kidney fibrosis: a randomised trial, part {n}.
AB  - Patients with kidney fibrosis were randomised to velotinib or placebo. Velotinib
      reduced the progression of kidney fibrosis compared with placebo (p = 0.00{n}).
PT  - Journal Article
PT  - Randomized Controlled Trial
PT  - Retracted Publication
DP  - 201{n}
AU  - Author{n} A
"""
"""Made up: no such drug, trial or number exists."""


def judged(run: Whole) -> m.JudgeAssessment:
    """Return the last assessment of a run."""
    return [said for said in run.bus.said if isinstance(said, m.JudgeCompleted)][-1].assessment


def read_by_agents(run: Whole) -> dict[str, str]:
    """Return all that hypothesis agent and judge were given to read of each source."""
    orders = (said for said in run.bus.said if isinstance(said, m.JudgeRequested | m.HypothesisRequested))
    texts: dict[str, str] = {}
    for piece in (piece for order in orders for piece in order.evidence):
        texts[piece.source_id] = f"{texts.get(piece.source_id, '')}\n{piece.content}"
    return texts


def without_trials() -> dict[str, bytes]:
    """Return the sample library without randomised trials, and without the meta-analyses that pool them."""
    return {name: _kept(data.decode()).encode() for name, data in sample().items()}


def _kept(text: str) -> str:
    """Return the records that are neither, by their own types and words."""
    records = re.split(r"\n\s*\n", text.strip())
    pooled = r"randomi[sz]ed|meta-analysis|placebo-controlled|double-blind|trial registry"
    return "\n\n".join(record for record in records if not re.search(pooled, record, re.IGNORECASE)) + "\n"


async def test_a_question_that_the_library_answers_ends_sufficient() -> None:
    """Trials, meta-analyses and a mechanism are there; rules that do not see them are of no use."""
    run = Whole(sample())

    end = await run.ask(ANSWERED)

    found = judged(run)
    assert (end.status, end.stopped_by, found.direction) == ("complete", "sufficient", "benefit")
    assert found.details.clinical_evidence_score >= 8
    assert found.details.mechanism_score >= 6
    assert end.report is not None
    assert len(end.report.references) >= 10


async def test_it_is_sufficient_without_a_mechanism_where_none_is_asked_for() -> None:
    """In the general domain evidence in people is enough, and one round finds it."""
    run = Whole(sample())

    end = await run.ask(ANSWERED, domain="general")

    assert (end.stopped_by, judged(run).sufficient) == ("sufficient", True)
    assert end.report is not None
    assert end.report.search_rounds == 1


async def test_animal_studies_alone_are_insufficient() -> None:
    """What was seen in mosquitoes says nothing of people, however many trials ask something else."""
    run = Whole(sample())

    end = await run.ask(ANIMALS_ONLY)

    found = judged(run)
    assert (end.status, found.sufficient) == ("partial", False)
    assert end.stopped_by != "sufficient"
    assert found.details.clinical_evidence_score <= 3
    assert end.report is not None
    assert end.report.study_counts.human_randomised == 0
    assert "No human study on this question" in end.report.executive_summary


async def test_an_off_topic_question_ends_without_evidence() -> None:
    """That nothing was found is an answer; malaria trials are none to a question on sleep."""
    end = await Whole(sample()).ask(OFF_TOPIC)

    assert (end.status, end.stopped_by) == ("complete", "no-evidence")
    assert end.report is not None
    assert (end.report.footnotes, end.report.references, end.report.claims) == ((), (), ())
    assert end.report.title.startswith("No evidence found")
    assert "does not show that there is no effect" in end.report.executive_summary


async def test_retracted_works_alone_are_insufficient() -> None:
    """Three trials that were withdrawn from the record are no evidence, and only said to be retracted."""
    library = {"retracted.nbib": "".join(RETRACTED.format(n=n) for n in (1, 2, 3)).lstrip().encode()}
    run = Whole(library)

    end = await run.ask("Does velotinib slow kidney fibrosis?")

    found = judged(run)
    assert len(end.sources) == 3
    assert all(source.retraction.status == "retracted" for source in end.sources)
    assert end.stopped_by != "sufficient"
    assert (found.sufficient, found.details.clinical_evidence_score, found.direction) == (False, 0, "unknown")
    assert end.report is not None
    assert end.report.study_counts == m.StudyCounts()
    assert any("Retracted and left out" in limitation for limitation in end.report.limitations)


async def test_the_same_works_would_count_if_they_stood() -> None:
    """Or the test before this one could not fail."""
    standing = "".join(RETRACTED.format(n=n) for n in (1, 2, 3)).replace("PT  - Retracted Publication\n", "")
    run = Whole({"standing.nbib": standing.lstrip().encode()})

    end = await run.ask("Does velotinib slow kidney fibrosis?", domain="general")

    assert judged(run).details.clinical_evidence_score >= 7
    assert end.stopped_by == "sufficient"


async def test_without_randomised_trials_the_clinical_score_is_lower() -> None:
    """A score that does not fall when the best evidence is taken away measures something else."""
    whole, rest = Whole(sample()), Whole(without_trials())

    await whole.ask(ANSWERED)
    end = await rest.ask(ANSWERED)

    fewer, all_of_it = (judged(run).details.clinical_evidence_score for run in (rest, whole))
    assert len(end.sources) >= 10
    assert fewer < all_of_it
    assert fewer <= 5


async def test_each_hypothesis_rests_on_a_sentence_of_its_sources() -> None:
    """A mechanism that no source states is an invention, however plausible."""
    run = Whole(sample())

    end = await run.ask(ANSWERED)

    texts = read_by_agents(run)
    quoting = [link for one in end.hypotheses for link in one.links if link.quotation]
    assert end.hypotheses
    assert all(any(link.quotation for link in one.links) for one in end.hypotheses)
    assert all(link.quotation in texts[link.supporting[0]] for link in quoting)


async def test_after_the_second_round_a_hypothesis_is_tested() -> None:
    """What a review proposed, a study found later bears out; only later works count."""
    end = await Whole(sample()).ask(ANSWERED)

    tested = [one for one in end.hypotheses if one.tested_by]
    assert end.report is not None
    assert end.report.search_rounds >= 2
    assert [one.status for one in tested] == ["supported-preclinically"]
    assert set(tested[0].tested_by) <= set(tested[0].supporting_evidence) - set(tested[0].derived_from)
    assert all(int(source.removeprefix("S")) > tested[0].proposed_at for source in tested[0].tested_by)
    assert end.report.hypotheses_tested[0].supporting_sources == tested[0].tested_by
