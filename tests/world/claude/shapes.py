"""What Claude is asked and what it answers, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self

Agent = Literal["search", "retrieval", "hypothesis", "judge", "report", "entailment", "other"]
AGENTS: tuple[Agent, ...] = ("search", "retrieval", "hypothesis", "judge", "report", "entailment", "other")
"""Who asks: the report agent asks as the writer and, for ``entailment``, as the second checker; ``other`` is nobody
of these."""

Block = Mapping[str, Any]
"""A content block as the Messages API writes it, but for the id of a tool use."""

NOTHING_READ = frozenset({"title-only", "web-page"})
"""Levels of reading that give no clinical evidence."""
NO_RESULTS = frozenset({"protocol", "editorial", "registry-entry"})
"""Designs that report nothing."""


@dataclass(frozen=True)
class Source:
    """A piece of evidence as a prompt shows it; what the prompt does not say is empty."""

    id: str
    text: str
    title: str = ""
    year: str = ""
    design: str = ""
    subject: str = ""
    participants: str = ""
    study: str = ""
    read: str = ""
    retraction: str = ""

    @property
    def usable(self) -> bool:
        """Say whether it may support a finding: read, reporting something, and not retracted."""
        return not self.retraction and self.read not in NOTHING_READ and self.design not in NO_RESULTS


@dataclass(frozen=True)
class Tool:
    """A tool that is offered, and how its one argument is called."""

    name: str
    argument: str


@dataclass(frozen=True)
class Use:
    """A tool that was used before, and what it said, unescaped; nothing where it has not answered."""

    name: str
    arguments: Mapping[str, Any]
    result: str = ""


@dataclass(frozen=True)
class Hypothesis:
    """A mechanism that was proposed before: its id, and ``drug → target → pathway → effect``."""

    id: str
    text: str


@dataclass(frozen=True)
class Cited:
    """A sentence of a report that is to be checked, and the ids of the sources that it names."""

    number: int
    sources: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Asked:
    """A request as an agent meant it."""

    agent: Agent
    question: str = ""
    queries: tuple[str, ...] = ()
    databases: tuple[str, ...] = ()
    """Names behind ``Sources:`` outside of what is fenced."""
    hypotheses: tuple[Hypothesis, ...] = ()
    sources: tuple[Source, ...] = ()
    sentences: tuple[Cited, ...] = ()
    problems: tuple[str, ...] = ()
    """What an audit found wrong, in the last turn."""
    tools: tuple[Tool, ...] = ()
    uses: tuple[Use, ...] = ()
    schema: Mapping[str, Any] = field(default_factory=dict)
    """Of the JSON that is wanted; empty where text is."""
    thinks: bool = False
    """Whether the request asks for thinking."""

    @property
    def usable(self) -> tuple[Source, ...]:
        """Return the sources that may support a finding."""
        return tuple(one for one in self.sources if one.usable)

    def tool(self, *names: str) -> Tool | None:
        """Return the first tool of *names* that is offered."""
        return next((tool for name in names for tool in self.tools if tool.name == name), None)


@dataclass(frozen=True)
class Answer:
    """What Claude says, and why it stops."""

    blocks: tuple[Block, ...] = ()
    stop: str = "end_turn"

    @property
    def text(self) -> str:
        """Return its text blocks together."""
        return "".join(block["text"] for block in self.blocks if block["type"] == "text")

    @property
    def uses(self) -> tuple[Block, ...]:
        """Return its tool uses."""
        return tuple(block for block in self.blocks if block["type"] == "tool_use")

    def saying(self, text: str) -> Self:
        """Return the answer with *text* in place of its own, which must not be empty."""
        others = tuple(block for block in self.blocks if block["type"] != "text")
        return replace(self, blocks=(text_of(text), *others))


def text_of(text: str) -> Block:
    """Return a block of text."""
    return {"type": "text", "text": text}


def use_of(name: str, arguments: Mapping[str, Any]) -> Block:
    """Return a block that asks for a tool."""
    return {"type": "tool_use", "name": name, "input": dict(arguments)}


def said(text: str) -> Answer:
    """Return an answer of one text."""
    return Answer((text_of(text),))


def using(*uses: Block, text: str = "") -> Answer:
    """Return an answer that asks for tools, after a word if there is one."""
    return Answer((*((text_of(text),) if text else ()), *uses), "tool_use")
