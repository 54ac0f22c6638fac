"""What the hypothesis agent proposes from relation sentences, and how its hypotheses are tested."""

from services.hypothesis.proposing import propose
from services.hypothesis.rules import RuleProposer
from shared import messages as m
from shared.thinking import Thought
from tests.builders import at, make_evidence, make_hypothesis

QUESTION = "Does velotinib slow the progression of kidney fibrosis?"


def make_piece(n: int, content: str, **fields: object) -> m.Evidence:
    """Return source S*n* with this text, an animal study of its own."""
    given: dict[str, object] = {"source_id": f"S{n}", "subject": "animal", "design": "unknown", "study_id": f"T{n}"}
    return make_evidence(f"w{n}", content, **(given | fields))


def make_order(*evidence: m.Evidence, **fields: object) -> m.HypothesisRequested:
    """Return an order to propose from these pieces."""
    given: dict[str, object] = {
        "run_id": "r1",
        "step": "1-hypothesis",
        "question": QUESTION,
        "evidence": evidence,
        "sources_until": len(evidence),
        "expires_at": at(60),
    }
    return m.HypothesisRequested.model_validate(given | fields)


async def proposed(*evidence: m.Evidence, **fields: object) -> m.HypothesisCompleted:
    """Return what the rules propose from these pieces."""
    return await propose(make_order(*evidence, **fields), RuleProposer())


CHAIN = (
    "We found that velotinib inhibits ABL1 in renal cells. ABL1 inhibition suppresses TGF-beta signalling. "
    "Less TGF-beta signalling reduces fibrosis in the kidney."
)


async def test_a_mechanism_is_put_together_from_the_sentences_that_state_it() -> None:
    """Each part comes from a sentence: the drug's target, the pathway behind it, the effect at its end."""
    answer = await proposed(make_piece(1, CHAIN))

    (one,) = answer.assessment.hypotheses
    assert (one.drug, one.target, one.pathway) == ("velotinib", "ABL1", "TGF-beta signalling")
    assert "fibrosis" in one.effect
    assert answer.made_by == "rules"


async def test_each_quotation_is_word_for_word_in_its_first_source() -> None:
    """A hypothesis nobody can look up is an invention."""
    pieces = (make_piece(1, CHAIN), make_piece(2, "In mice velotinib blocked ABL1 and reduced scarring."))
    answer = await proposed(*pieces)
    texts = {piece.source_id: piece.content for piece in pieces}

    links = [link for one in answer.assessment.hypotheses for link in one.links if link.quotation]
    assert len(links) >= 3
    assert all(link.quotation in texts[link.supporting[0]] for link in links)


async def test_independent_sources_of_one_link_stand_side_by_side() -> None:
    """Support is kept for each link, the quoted source first."""
    answer = await proposed(make_piece(1, CHAIN), make_piece(2, "In mice velotinib blocked ABL1 and reduced scarring."))

    first = answer.assessment.hypotheses[0].links[0]
    assert (first.name, first.supporting) == ("drug-target", ("S1", "S2"))


async def test_a_link_without_a_sentence_has_no_quotation_and_caps_the_confidence() -> None:
    """What no sentence says must not look as if one did."""
    answer = await proposed(make_piece(1, "We found that velotinib inhibits ABL1 in renal cells."))

    (one,) = answer.assessment.hypotheses
    assert [bool(link.quotation) for link in one.links] == [True, False, False]
    assert (one.pathway, one.confidence) == ("unnamed pathway", 0.2)


async def test_no_mechanism_sentence_is_an_answer() -> None:
    """Finding nothing is told as such, and the next searches look for what is missing."""
    answer = await proposed(make_piece(1, "Velotinib slowed the progression of kidney fibrosis in 12 of 20 rats."))

    assert answer.assessment.hypotheses == ()
    assert answer.assessment.knowledge_gaps == (
        "No sentence about a mechanism of velotinib was found in the 1 pieces of evidence read.",
    )
    assert "velotinib mechanism of action" in answer.queries


async def test_retracted_works_take_no_part() -> None:
    """A hypothesis made from withdrawn work would carry it into the report."""
    gone = make_piece(1, CHAIN, retraction=m.Retraction(status="retracted"))

    assert (await proposed(gone)).assessment.hypotheses == ()


async def test_titles_plans_and_web_pages_carry_no_hypothesis() -> None:
    """They report nothing, or nothing that counts."""
    answer = await proposed(
        make_piece(1, CHAIN, level="title-only"),
        make_piece(2, CHAIN, design="protocol"),
        make_piece(3, CHAIN, level="web-page"),
    )

    assert answer.assessment.hypotheses == ()


async def test_a_denied_relation_speaks_against() -> None:
    """The other side is kept with the hypothesis it denies."""
    answer = await proposed(make_piece(1, CHAIN), make_piece(2, "Velotinib did not inhibit ABL1 in human podocytes."))

    (one,) = answer.assessment.hypotheses
    assert one.contradicting_evidence == ("S2",)
    assert one.links[0].contradicting == ("S2",)
    assert one.confidence <= 0.3


async def test_a_relation_that_only_may_be_caps_the_confidence() -> None:
    """A hedge in the source must not become a certainty in the hypothesis."""
    text = "Velotinib may inhibit ABL1, leading to loss of TGF-beta signalling. TGF-beta signalling promotes fibrosis."

    (one,) = (await proposed(make_piece(1, text))).assessment.hypotheses
    assert one.confidence == 0.3


async def test_queries_ask_for_each_link_and_never_again() -> None:
    """A repeated query finds nothing new."""
    answer = await proposed(make_piece(1, CHAIN), asked=("velotinib ABL1",))

    assert answer.queries[0] == "ABL1 TGF-beta signalling"
    assert "velotinib ABL1" not in answer.queries
    assert len(answer.queries) <= 8


async def test_only_later_works_test_a_hypothesis() -> None:
    """What it was made from cannot confirm it."""
    first = (await proposed(make_piece(1, CHAIN))).assessment.hypotheses
    later = make_piece(2, "In treated rats velotinib reduced ABL1 activity by 40%.")
    answer = await proposed(make_piece(1, CHAIN), later, hypotheses=first)

    (one,) = answer.assessment.hypotheses
    assert (one.derived_from, one.tested_by) == (("S1",), ("S2",))
    assert one.links[0].supporting == ("S1", "S2")


async def test_a_hypothesis_is_no_stronger_than_its_weakest_link() -> None:
    """One tested link leaves the chain untested; all of them tested in animals is preclinical support."""
    first = (await proposed(make_piece(1, CHAIN))).assessment.hypotheses
    one_link = make_piece(2, "In treated rats velotinib reduced ABL1 activity by 40%.")
    rest = make_piece(3, "Loss of ABL1 lowered TGF-beta signalling. TGF-beta signalling drove fibrosis of the kidney.")
    partly = await proposed(one_link, hypotheses=first)
    wholly = await proposed(one_link, rest, hypotheses=first)

    assert partly.assessment.hypotheses[0].status == "untested"
    assert wholly.assessment.hypotheses[0].status == "supported-preclinically"


async def test_a_later_denial_contradicts() -> None:
    """A test that fails is a result."""
    first = (await proposed(make_piece(1, CHAIN))).assessment.hypotheses
    answer = await proposed(
        make_piece(2, "In patients velotinib did not inhibit ABL1.", subject="human"), hypotheses=first
    )

    (one,) = answer.assessment.hypotheses
    assert (one.status, one.tested_by, one.contradicting_evidence) == ("contradicted", ("S2",), ("S2",))


async def test_an_effect_comes_from_the_same_work_and_not_from_the_question() -> None:
    """What was seen in animals is not joined to what people hope for."""
    cells = make_piece(1, "Velotinib inhibits ABL1 in renal cells. Velotinib induces death of tumour cells.")
    people = make_piece(2, "Velotinib reduced kidney fibrosis in 12 of 20 patients.", subject="human")

    (one,) = (await proposed(cells, people)).assessment.hypotheses

    assert (one.target, "tumour" in one.effect, "fibrosis" in one.effect) == ("ABL1", True, False)


async def test_a_process_of_the_target_itself_is_tested_from_the_drug() -> None:
    """Nobody writes that mitochondria lead to mitochondrial dysfunction; the drug does."""
    earlier = make_hypothesis(
        drug="velotinib",
        target="mitochondria",
        pathway="mitochondrial dysfunction",
        effect="apoptosis-like death",
        links=tuple(m.Link(name=name) for name in ("drug-target", "target-pathway", "pathway-effect")),
        derived_from=("S1",),
        proposed_at=1,
    )
    later = make_piece(
        2,
        "RESULTS: Velotinib targets the mitochondria and causes mitochondrial dysfunction. "
        "The mitochondrial dysfunction leads to a death that resembles apoptosis.",
    )

    (one, *_) = (await proposed(later, hypotheses=(earlier,), sources_until=2)).assessment.hypotheses

    assert (one.status, one.tested_by) == ("supported-preclinically", ("S2",))


async def test_what_is_not_significant_neither_tests_nor_contradicts() -> None:
    """No difference shown is not a difference denied (evidence.md, 4)."""
    first = (await proposed(make_piece(1, CHAIN))).assessment.hypotheses
    later = make_piece(2, "The effect of velotinib on ABL1 was not significant (p = 0.2).")
    (one,) = (await proposed(later, hypotheses=first)).assessment.hypotheses

    assert (one.status, one.tested_by) == ("untested", ())


async def test_an_aim_tests_nothing() -> None:
    """A study that asks about a link has not answered yet."""
    first = (await proposed(make_piece(1, CHAIN))).assessment.hypotheses
    later = make_piece(2, "We aimed to find out whether velotinib inhibits ABL1 in patients.")
    (one,) = (await proposed(later, hypotheses=first)).assessment.hypotheses

    assert one.tested_by == ()


async def test_the_same_mechanism_has_the_same_name_in_every_round() -> None:
    """Usage and tests are filed under it."""
    one = (await proposed(make_piece(1, CHAIN))).assessment.hypotheses[0]
    again = (await proposed(make_piece(7, CHAIN), sources_until=9)).assessment.hypotheses[0]

    assert one.hypothesis_id == again.hypothesis_id
    assert (one.proposed_at, again.proposed_at) == (1, 9)


async def test_at_most_ten_pieces_are_read() -> None:
    """The agent's room is bounded; the order's pieces come best first."""
    plain = [make_piece(n, "Rats were fed for ten days.") for n in range(1, 11)]

    assert (await proposed(*plain, make_piece(11, CHAIN))).assessment.hypotheses == ()


class Inventive:
    """A proposer that leans on a source nobody showed it."""

    async def propose(self, order: m.HypothesisRequested) -> Thought[m.HypothesisAssessment]:
        """Return one hypothesis from a source shown, misquoted, and one from S99."""
        given = (order.evidence[0].source_id, "S99")
        link = m.Link(name="drug-target", quotation="Words that nobody said.", supporting=given)
        kept = make_hypothesis(hypothesis_id="a", derived_from=("S1",), supporting_evidence=given, links=(link,))
        made_up = make_hypothesis(hypothesis_id="b", derived_from=("S99",))
        return Thought(
            m.HypothesisAssessment(
                hypotheses=(kept, made_up), primary_hypothesis=made_up, knowledge_gaps=(), recommended_searches=()
            ),
            "script",
        )


async def test_what_leans_on_an_unseen_source_is_dropped() -> None:
    """Whoever thinks, code checks: unseen sources and false quotations never leave the agent."""
    answer = await propose(make_order(make_piece(1, CHAIN)), Inventive())

    (one,) = answer.assessment.hypotheses
    assert (one.supporting_evidence, one.links[0].supporting, one.links[0].quotation) == (("S1",), ("S1",), "")
    assert answer.assessment.primary_hypothesis is None


async def test_the_rules_know_no_drug_by_heart() -> None:
    """Any drug, any way to say it: passive, through, metabolised by, an abbreviation."""
    tested = {
        "Can lithium slow ALS?": ("GSK-3β is inhibited by lithium in neurons.", "GSK-3β"),
        "Does metformin help in dementia?": ("Metformin lowered tau through activation of AMPK.", "AMPK"),
        "Is clopidogrel safe?": ("We observed that clopidogrel is converted to its active form by CYP2C19.", "CYP2C19"),
        "Is ivermectin effective?": (
            "Ivermectin (IVM) was given. IVM bound to chloride channels.",
            "chloride channels",
        ),
    }
    found = {}
    for question, (text, _) in tested.items():
        answer = await proposed(make_piece(1, text), question=question)
        found[question] = answer.assessment.hypotheses[0].target

    assert found == {question: target for question, (_, target) in tested.items()}


async def test_a_drug_that_only_lends_its_name_does_nothing() -> None:
    """The target of a drug, or resistance to it, is not the drug."""
    text = "Loss of the target of velotinib inhibited ABL1. Resistance to velotinib activated KIT."

    assert (await proposed(make_piece(1, text))).assessment.hypotheses == ()
