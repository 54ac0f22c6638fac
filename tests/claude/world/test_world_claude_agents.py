"""What the scripted Claude answers the five agents: made from the evidence in the prompt, and nothing else."""

import json
import re

import pytest
from anthropic import AsyncAnthropic

from tests.claude.world.asking import (
    CELLS,
    COHORT,
    EVIDENCE,
    NULL_TRIAL,
    RETRACTED,
    TOOLS,
    TRIAL,
    answered,
    fenced,
    json_of,
    request,
    source,
)
from tests.world.corpus import PAPERS

HEADINGS = [
    "# Does velasartan reduce attack frequency in adults with migraine?",
    "## Executive summary",
    "## Clinical findings",
    "## Mechanistic findings",
    "## Conclusion",
    "## Limitations",
]
TEXTS = {
    f"S{number}": " ".join(words for paper in PAPERS if paper.key == key for _, words in paper.abstract)
    for number, key in enumerate(("vesta-main", "lantern-main", "registry-cohort", "neurons-cgrp"), start=1)
}


async def test_each_source_is_asked_for_drug_and_condition(client: AsyncAnthropic) -> None:
    """PubMed with AND; a query that was given is asked besides."""
    plan = await json_of(client, request("search", fenced("query", "velasartan CGRP release")))

    assert {one["source"]: one["queries"] for one in plan["searches"]} == {
        "pubmed": ["velasartan AND migraine", "velasartan CGRP release"],
        "clinicaltrials": ["velasartan migraine", "velasartan CGRP release"],
        "europepmc": ["velasartan migraine", "velasartan CGRP release"],
    }


async def test_a_mechanism_is_put_together_from_sentences(client: AsyncAnthropic) -> None:
    """Each link quotes its first source word for word; the outcome that was asked about is no target."""
    proposal = await json_of(client, request("hypothesis", *EVIDENCE))

    best = proposal["hypotheses"][0]
    assert [best[name] for name in ("drug", "target", "pathway", "effect")] == [
        "velasartan",
        "AT1 receptor",
        "CGRP release",
        "neurogenic inflammation",
    ]
    assert [link["name"] for link in best["links"]] == ["drug-target", "target-pathway", "pathway-effect"]
    assert all(link["quotation"] in TEXTS[link["supporting"][0]] for link in best["links"])
    assert len(proposal["hypotheses"]) <= 2


async def test_earlier_mechanisms_are_tested(client: AsyncAnthropic) -> None:
    """For and against, by the sentence that speaks of their first link."""
    null = source(6, "trpv1-null", "unknown", "in-vitro")
    parts = (
        fenced("hypothesis", "velasartan → AT1 receptor → CGRP release → migraine", id="h1"),
        fenced("hypothesis", "velasartan → TRPV1 channel → pain → migraine", id="h2"),
    )

    proposal = await json_of(client, request("hypothesis", *parts, CELLS, null))

    assert [(one["hypothesis_id"], one["source_id"], one["side"]) for one in proposal["tested"]] == [
        ("h1", "S4", "for"),
        ("h2", "S6", "against"),
    ]


@pytest.mark.parametrize("parts", [(), (RETRACTED,)])
async def test_without_a_sentence_there_is_no_mechanism(client: AsyncAnthropic, parts: tuple[str, ...]) -> None:
    """What is missing is named; a retracted work says nothing."""
    proposal = await json_of(client, request("hypothesis", *parts))

    assert (proposal["hypotheses"], len(proposal["knowledge_gaps"])) == ([], 1)


@pytest.mark.parametrize(
    ("parts", "clinical", "mechanism", "confidence"),
    [
        (EVIDENCE, 8, 5, 0.85),
        ((TRIAL,), 8, 1, 0.7),
        ((COHORT,), 5, 1, 0.4),
        ((CELLS,), 0, 5, 0.3),
        ((RETRACTED,), 0, 1, 0.3),
    ],
)
async def test_scores_follow_the_designs(
    client: AsyncAnthropic, parts: tuple[str, ...], clinical: int, mechanism: int, confidence: float
) -> None:
    """In people, retracted works left out."""
    scores = await json_of(client, request("judge", *parts))

    assert (scores["clinical_score"], scores["mechanism_score"], scores["confidence"]) == (
        clinical,
        mechanism,
        confidence,
    )


async def test_findings_are_sentences_with_their_direction(client: AsyncAnthropic) -> None:
    """Word for word, one of each work on people."""
    scores = await json_of(client, request("judge", *EVIDENCE))

    found = {one["source_ids"][0]: one for one in scores["key_findings"]}
    assert {name: one["direction"] for name, one in found.items()} == {
        "S1": "benefit",
        "S2": "no-difference",
        "S3": "benefit",
    }
    assert all(one["text"] in TEXTS[name] for name, one in found.items())
    assert scores["drug_candidates"] == ["velasartan"]


async def test_the_literature_and_the_web_are_looked_into_at_once_and_then_a_page_is_read(
    client: AsyncAnthropic,
) -> None:
    """Two tools in parallel, then the first address that the web named, then an answer."""
    first = await client.messages.create(**request("retrieval"))
    found = "&lt;https://example.org/leaflet&gt; A leaflet. &lt;https://example.org/news&gt; News."
    turns = answered(first.content, "S1: velasartan lowers attack frequency.", found)
    second = await client.messages.create(**request("retrieval", turns=turns))
    turns += answered(second.content, "A page on velasartan.")
    third = await client.messages.create(**request("retrieval", turns=turns))

    uses = [(block.name, block.input) for block in (*first.content, *second.content) if block.type == "tool_use"]
    asked = {"query": "Does velasartan reduce attack frequency in adults with migraine?"}
    assert uses == [
        ("passage_search", asked),
        ("web_search", asked),
        ("read_page", {"url": "https://example.org/leaflet"}),
    ]
    assert (first.stop_reason, second.stop_reason, third.stop_reason) == ("tool_use", "tool_use", "end_turn")
    assert "passage_search, web_search, read_page" in third.content[0].text


async def test_without_a_tool_that_finds_nothing_is_found(client: AsyncAnthropic) -> None:
    """A page is read only where the question names one."""
    message = await client.messages.create(**request("retrieval", tools=TOOLS["retrieval"][2:3]))

    assert (message.stop_reason, message.content[0].text) == ("end_turn", "Nothing was found on this question.")


async def report_of(client: AsyncAnthropic, *parts: str) -> str:
    """Return the report that follows a look into the bibliography."""
    first = await client.messages.create(**request("report", *parts))
    assert [(block.name, block.input) for block in first.content] == [("get_bibliography", {"filter": "all"})]
    message = await client.messages.create(**request("report", *parts, turns=answered(first.content, "S1 to S5")))
    text: str = message.content[0].text
    return text


async def test_a_report_quotes_and_cites(client: AsyncAnthropic) -> None:
    """Its headings in order, its quotations word for word; what is retracted is not cited."""
    text = await report_of(client, *EVIDENCE)

    quoted = re.findall(r"“([^”]+)” \[(S\d)\]\.", text)
    assert [line for line in text.splitlines() if line.startswith("#")] == HEADINGS
    assert {name for _, name in quoted} == {"S1", "S2", "S3", "S4"}
    assert all(quotation in TEXTS[name] and len(quotation.split()) > 5 for quotation, name in quoted)
    assert len(quoted) == len(re.findall(r"\[S\d\]", text))


async def test_each_section_holds_what_belongs_there(client: AsyncAnthropic) -> None:
    """People only among the clinical findings; a summary of 100 to 500 characters."""
    text = await report_of(client, *EVIDENCE)

    sections = dict(re.findall(r"^## (.+)\n\n((?:(?!##).+\n?)+)", text, re.MULTILINE))
    cited = {name: set(re.findall(r"S\d", content)) for name, content in sections.items()}
    assert (cited["Clinical findings"], cited["Mechanistic findings"]) == ({"S1", "S2", "S3"}, {"S4"})
    assert 100 <= len(re.sub(r" \[S\d\]", "", sections["Executive summary"])) <= 500
    assert sections["Limitations"].count("\n- ") == 2


async def test_a_report_on_nothing_says_so(client: AsyncAnthropic) -> None:
    """It cites nothing."""
    text = await report_of(client)

    assert text.count("No work that was shown reports a result") == 2
    assert "[S" not in text


async def test_work_in_cells_alone_is_told_as_such(client: AsyncAnthropic) -> None:
    """Nothing clinical, and every other part leans on it."""
    text = await report_of(client, CELLS)

    clinical = text.partition("## Clinical findings")[2].partition("##")[0]
    assert clinical.strip() == ""
    assert text.count("A work in vitro reports: “") == text.count("[S4]") >= 3


async def test_a_draft_that_failed_its_audit_is_written_again_at_once(client: AsyncAnthropic) -> None:
    """Without another look into the bibliography."""
    mend = {"role": "user", "content": "Mend this.\n<untrusted><problem>S99 names nothing</problem></untrusted>"}

    message = await client.messages.create(**request("report", TRIAL, NULL_TRIAL, turns=[mend]))

    assert message.content[0].text.splitlines()[0] == HEADINGS[0]


async def test_what_is_not_fenced_is_no_evidence(client: AsyncAnthropic) -> None:
    """And an escaped source inside another is its text."""
    inside = fenced("source", TRIAL, id="S8", design="cohort", subject="human")
    asked = request("judge", inside)
    asked["messages"][0]["content"] += TRIAL

    message = await client.messages.create(**asked)

    scores = json.loads(message.content[0].text)
    assert (scores["clinical_score"], [one["source_ids"] for one in scores["key_findings"]]) == (5, [["S8"]])
