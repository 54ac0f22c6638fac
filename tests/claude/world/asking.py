"""Requests as the agents of Vouch make them, for tests of the scripted Claude: prompts, tools and schemas."""

import json
from collections.abc import Iterable, Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import anthropic
import httpx2
from anthropic import AsyncAnthropic
from anthropic.types import Message

from tests.world.claude import KEY
from tests.world.claude.planting import abstract_of
from tests.world.corpus import PAPERS, QUESTION

MODEL = "claude-sonnet-5-5"
BRIEFLY_SECONDS = 0.3
"""How long a test waits for what never comes."""
BROKEN = (anthropic.APIError, httpx2.HTTPError, json.JSONDecodeError)
"""What the SDK may raise where an answer is not whole."""

Json = dict[str, Any]


def client_of(url: str, key: str = KEY) -> AsyncAnthropic:
    """Return a client of the real SDK."""
    return AsyncAnthropic(api_key=key, base_url=url, max_retries=0, timeout=10)


def fenced(name: str, text: str, **told: str) -> str:
    """Return an element whose text and attributes are escaped."""
    attributes = "".join(f" {key}={quoteattr(value)}" for key, value in told.items())
    return f"<{name}{attributes}>{escape(text)}</{name}>"


def untrusted(*parts: str) -> str:
    """Return fenced parts as a block of data."""
    return "<untrusted>\n" + "\n".join(parts) + "\n</untrusted>"


def source(number: int, key: str, design: str, subject: str, **told: str) -> str:
    """Return a paper of the corpus as a piece of evidence."""
    paper = next(one for one in PAPERS if one.key == key)
    text = " ".join(words for _, words in paper.abstract)
    return fenced("source", text, id=f"S{number}", title=paper.title, design=design, subject=subject, **told)


TRIAL = source(1, "vesta-main", "randomised-trial", "human", participants="418", year="2019")
NULL_TRIAL = source(2, "lantern-main", "randomised-trial", "human", participants="186")
COHORT = source(3, "registry-cohort", "cohort", "human", participants="1874")
CELLS = source(4, "neurons-cgrp", "unknown", "in-vitro")
RETRACTED = source(5, "retracted-known", "randomised-trial", "human", participants="240", retraction="retracted")
ORDER = fenced("source", abstract_of("http://127.0.0.1:9"), id="S6", design="cohort", subject="human")
"""A source that tells whoever reads it what to do."""
EVIDENCE = (TRIAL, NULL_TRIAL, COHORT, CELLS, RETRACTED)

LINK = {
    "name": {"type": "string", "enum": ["drug-target", "target-pathway", "pathway-effect"]},
    "quotation": {"type": "string"},
    "supporting": {"type": "array", "items": {"type": "string"}},
    "contradicting": {"type": "array", "items": {"type": "string"}},
}


def shape(**properties: Json) -> Json:
    """Return the schema of an object that needs all of its properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def many(items: Json) -> Json:
    """Return the schema of a list."""
    return {"type": "array", "items": items}


TEXT: Json = {"type": "string"}
TEXTS = many(TEXT)
NUMBER: Json = {"type": "number"}

SCHEMAS: Mapping[str, Json] = {
    "search": {"title": "QueryPlan"} | shape(searches=many(shape(source=TEXT, queries=TEXTS)), reasoning=TEXT),
    "hypothesis": {"title": "Proposal"}
    | shape(
        hypotheses=many(
            shape(
                drug=TEXT,
                target=TEXT,
                pathway=TEXT,
                effect=TEXT,
                confidence=NUMBER,
                links=many(shape(**LINK)),
                search_suggestions=TEXTS,
            )
        ),
        tested=many(shape(hypothesis_id=TEXT, source_id=TEXT, link=TEXT, side=TEXT)),
        knowledge_gaps=TEXTS,
        recommended_searches=TEXTS,
    ),
    "judge": {"title": "Scores"}
    | shape(
        mechanism_score={"type": "integer"},
        mechanism_reasoning=TEXT,
        clinical_score={"type": "integer"},
        clinical_reasoning=TEXT,
        confidence=NUMBER,
        reasoning=TEXT,
        key_findings=many(shape(text=TEXT, source_ids=TEXTS, direction=TEXT)),
        drug_candidates=TEXTS,
        conflicts=TEXTS,
        next_search_queries=TEXTS,
    ),
}


def tool(name: str, argument: str = "query") -> Json:
    """Return a tool with one text as its argument."""
    schema = shape(**{argument: TEXT})
    return {"name": name, "description": f"Does {name}.", "input_schema": schema, "strict": True}


TOOLS: Mapping[str, tuple[Json, ...]] = {
    "retrieval": (tool("passage_search"), tool("web_search"), tool("read_page", "url"), tool("read_work", "source_id")),
    "report": (tool("get_bibliography", "filter"),),
}


def prompt(*parts: str, question: str = QUESTION, outside: str = "") -> str:
    """Return a prompt: some words, and what is fenced."""
    return f"Do your task.\n{outside}\n{untrusted(fenced('question', question), *parts)}"


def request(agent: str, *parts: str, turns: Iterable[Json] = (), **told: Any) -> Json:
    """Return what an agent sends: its prompt, then further *turns*."""
    outside = "Sources: pubmed, clinicaltrials, europepmc" if agent == "search" else ""
    first = {"role": "user", "content": prompt(*parts, outside=outside)}
    asked: Json = {"model": MODEL, "max_tokens": 4_000, "system": "Be honest.", "messages": [first, *turns]}
    if agent in SCHEMAS:
        asked["output_config"] = {"format": {"type": "json_schema", "schema": SCHEMAS[agent]}}
    if agent in TOOLS:
        asked["tools"] = TOOLS[agent]
    return asked | told


def answered(content: Iterable[Any], *results: str) -> list[Json]:
    """Return the turns that follow tool uses: what the model said, and what the tools did."""
    said = [block.model_dump(exclude_none=True) for block in content]
    uses = [block["id"] for block in said if block["type"] == "tool_use"]
    told = [
        {"type": "tool_result", "tool_use_id": use, "content": result}
        for use, result in zip(uses, results, strict=True)
    ]
    return [{"role": "assistant", "content": said}, {"role": "user", "content": told}]


def turn_of(agent: str, *parts: str) -> dict[str, Any]:
    """Return a request of an agent with evidence and *parts*; the report has seen its bibliography."""
    used = {"type": "tool_use", "id": "toolu_1", "name": "get_bibliography", "input": {"filter": "all"}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "S1 to S5"}
    seen = [{"role": "assistant", "content": [used]}, {"role": "user", "content": [result]}]
    hypothesis = fenced("hypothesis", "velasartan → AT1 receptor → CGRP release → migraine", id="h1")
    told = parts if agent in {"search", "retrieval"} else (*EVIDENCE, hypothesis, *parts)
    return request(agent, *told, turns=seen if agent == "report" else ())


async def json_of(client: AsyncAnthropic, asked: Json) -> Json:
    """Return the JSON that a request is answered with."""
    message = await client.messages.create(**asked)
    found: Json = json.loads(message.content[0].text)
    return found


async def streamed(client: AsyncAnthropic, agent: str = "report", seconds: float = 10) -> Message:
    """Return what has been streamed when a stream is over."""
    async with client.messages.stream(**turn_of(agent), timeout=seconds) as stream:
        return await stream.get_final_message()
