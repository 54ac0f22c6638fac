"""Reads a request as an agent of Vouch means it: who asks, about what, with which evidence and tools."""

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from .shapes import Agent, Asked, Cited, Hypothesis, Source, Tool, Use

BY_TITLE: Mapping[str, Agent] = {
    "QueryPlan": "search",
    "Proposal": "hypothesis",
    "Scores": "judge",
    "Entailments": "entailment",
}
"""Agents that want JSON, by the title of its schema."""
RETRIEVING = frozenset({"pdf_retrieval", "passage_search", "read_work", "web_search", "read_page"})
"""Tools of the retrieval agent."""
BIBLIOGRAPHY = "get_bibliography"
"""A tool of the report agent."""

_FENCED = re.compile(r"<untrusted>(.*?)</untrusted>", re.DOTALL)
_ATTRIBUTE = re.compile(r"([\w-]+)=(?:\"([^\"]*)\"|'([^']*)')")
_ELEMENT = re.compile(
    rf"<(?P<name>[a-z_-]+)(?P<attributes>(?:\s+{_ATTRIBUTE.pattern})*)\s*>(?P<text>.*?)</(?P=name)>", re.DOTALL
)
_PROBLEM = re.compile(r"<problem>(.*?)</problem>", re.DOTALL)
_DATABASES = re.compile(r"^Sources:\s*(.+)$", re.MULTILINE)

Body = Mapping[str, Any]
Element = tuple[str, dict[str, str], str]
"""Name, attributes and text, unescaped."""


def asked_of(body: Body) -> Asked:
    """Return what a valid request asks."""
    said = [text for turn in body["messages"] if turn["role"] == "user" for text in _texts(turn)]
    inside = [one for text in said for block in _FENCED.findall(text) for one in _elements(block)]
    return Asked(
        agent=agent_of(body),
        question=(_told(inside, "question") or ("",))[-1],
        queries=_told(inside, "query"),
        databases=_databases("\n".join(_FENCED.sub("", text) for text in said)),
        hypotheses=tuple(Hypothesis(told.get("id", ""), text) for told, text in _named(inside, "hypothesis")),
        sources=_sources(inside),
        sentences=tuple(_cited(inside)),
        problems=_problems(body["messages"][-1]),
        tools=tuple(_tools(body)),
        uses=tuple(_uses(body["messages"])),
        schema=schema_of(body),
        thinks=_mapping(body.get("thinking")).get("type") in {"enabled", "adaptive"},
    )


def agent_of(body: Body) -> Agent:
    """Return who asks."""
    names = {str(_mapping(tool).get("name")) for tool in body.get("tools") or ()}
    if BIBLIOGRAPHY in names:
        return "report"
    return "retrieval" if names & RETRIEVING else BY_TITLE.get(str(schema_of(body).get("title")), "other")


def schema_of(body: Body) -> Mapping[str, Any]:
    """Return the schema of the JSON that is wanted, or nothing."""
    wanted = _mapping(_mapping(body.get("output_config")).get("format"))
    return _mapping(wanted.get("schema"))


def _mapping(value: object) -> Body:
    """Return an object, or an empty one in place of what is none."""
    return value if isinstance(value, Mapping) else {}


def texts_in(content: object) -> Iterator[str]:
    """Yield the texts of a turn's or a tool result's content: one string, or blocks."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        yield from (str(block["text"]) for block in content if block.get("type") == "text")


def _texts(turn: Body) -> Iterator[str]:
    """Yield the texts of a turn; what tools said is none of them."""
    return texts_in(turn["content"])


def _blocks(turn: Body, kind: str) -> Iterator[Body]:
    """Yield the blocks of one kind in a turn."""
    content = turn["content"]
    yield from (block for block in content if isinstance(content, list) and block.get("type") == kind)


def _elements(text: str) -> Iterator[Element]:
    """Yield the elements of a fenced block in order."""
    for found in _ELEMENT.finditer(text):
        yield from _elements(found["text"])
        told = {name: html.unescape(one or other) for name, one, other in _ATTRIBUTE.findall(found["attributes"])}
        yield found["name"], told, html.unescape(found["text"]).strip()


def _named(inside: Iterable[Element], wanted: str) -> Iterator[tuple[dict[str, str], str]]:
    """Yield attributes and text of the elements of one name."""
    yield from ((told, text) for name, told, text in inside if name == wanted)


def _told(inside: Iterable[Element], wanted: str) -> tuple[str, ...]:
    """Return the texts of the elements of one name."""
    return tuple(text for _, text in _named(inside, wanted))


def _sources(inside: Iterable[Element]) -> tuple[Source, ...]:
    """Return the evidence, each source once."""
    known = {field.name for field in fields(Source)} - {"text"}
    found: dict[str, Source] = {}
    for told, text in _named(inside, "source"):
        kept = {key: value for key, value in told.items() if key in known}
        found.setdefault(told.get("id", ""), Source(**{"id": "", **kept, "text": text}))
    return tuple(found.values())


def _cited(inside: Iterable[Element]) -> Iterator[Cited]:
    """Yield the sentences that are to be checked."""
    for told, text in _named(inside, "sentence"):
        yield Cited(int(told.get("number", "0")), tuple(told.get("sources", "").split(", ")), text)


def _databases(outside: str) -> tuple[str, ...]:
    """Return the sources that may be asked."""
    found = _DATABASES.search(outside)
    named = found[1].split(",") if found else []
    return tuple(filter(None, (name.strip(" .") for name in named)))


def _problems(last: Body) -> tuple[str, ...]:
    """Return what an audit found wrong."""
    return tuple(html.unescape(one).strip() for text in _texts(last) for one in _PROBLEM.findall(text))


def _tools(body: Body) -> Iterator[Tool]:
    """Yield the tools that may be used."""
    if (body.get("tool_choice") or {}).get("type") == "none":
        return
    for tool in body.get("tools") or ():
        schema = tool.get("input_schema") or {}
        wanted = schema.get("required") or list(schema.get("properties") or {})
        yield Tool(tool["name"], str(wanted[0]) if wanted else "")


def _uses(turns: Iterable[Body]) -> Iterator[Use]:
    """Yield the tools that were used, with what they said."""
    turns = tuple(turns)
    results = {one["tool_use_id"]: one.get("content") for turn in turns for one in _blocks(turn, "tool_result")}
    for turn in turns:
        for use in _blocks(turn, "tool_use"):
            given = use["input"] if isinstance(use["input"], Mapping) else {}
            yield Use(use["name"], given, html.unescape("\n".join(texts_in(results.get(use["id"])))))
