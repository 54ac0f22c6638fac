"""Every way to be unruly, for every agent that it concerns, and what the report must then say."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from tests.world.claude import NAMED

LIMITS: Mapping[str, float] = {
    "max_rounds": 1,
    "max_results": 12,
    "deadline_seconds": 90,
    "max_tokens": 200_000,
    "max_usd": 5.0,
}
JSON = ("judge", "hypothesis", "search")
"""The agents that are answered in JSON."""

AGENTS = (*JSON, "retrieval", "report")


_OFTEN = {1: "once", 2: "twice", None: "always"}


@dataclass(frozen=True)
class Case:
    """One behaviour of Claude towards one agent."""

    agent: str
    behaviour: str
    times: int | None
    says: str = ""
    """A pattern of what the report says of it, with the place before a colon; empty where nothing need be said."""
    same: bool = False
    """Whether the report is, word for word, that of a Claude who behaves."""

    def __str__(self) -> str:
        """Name it in a line."""
        return f"{self.agent}: {self.behaviour}, {_OFTEN[self.times]}"

    @property
    def is_long(self) -> bool:
        """Say whether its run lasts until an order's deadline."""
        return self.times is None and self.behaviour in TRANSPORT


TRANSPORT = (
    *("stalls", "dies", "ends early", "error event in stream", "500"),
    *("429 with delay", "429 without delay", "529 with delay", "529 without delay"),
)
SOME_TRANSPORT = ("dies", "429 with delay", "500")
"""For the agents that are not the judge or the report: a connection, a limit and a server that fail."""

GIVES_UP = {
    "report": r"^limitation: The report was written by rules, because the model could not write it",
    "judge": r"^hole: The judge agent gave no answer",
    "hypothesis": r"^hole: The hypothesis agent gave no answer",
    "search": r"^limitation: The search agent asked the queries as they were",
    "retrieval": r"^(?:limitation: The retrieval agent went on by rules|hole: The retrieval agent gave no answer)",
}
"""What a report says where an agent had to do without its model."""

DRAFTS = {
    "invents citations": r".*S99 names no registered source",
    "invents a title": r".*a quotation is not in S\d+: The article “Beyond doubt",
    "invents a reference list": r"the section “References” was not asked for",
    "changes a number": r".*unverified: a quotation is not in S\d+",
    "drops markers": r".*no source given",
    "skips numbers": r".*[\[(]5[\])] is not in the registry",
    "flips direction": r".*unverified: direction differs",
    "obeys an instruction": r".*unverified: “cures” without population and comparator",
    "wrong fields": r"the section “Recommendations” was not asked for",
    "another language": r"the draft is not in English",
    "another language below our headings": r"the draft is not in English",
    "empty answer": r"the part “Executive summary” is missing",
    "stops at max_tokens": r"the draft was cut off because it was too long",
}
"""What the audit finds wrong with a draft."""

BROKEN = {
    "broken JSON": "Invalid JSON",
    "wrong fields": "Field required",
    "out of bounds": "Input should be less than or equal to",
    "empty answer": "it was empty",
    "stops at max_tokens": "it was too long and was cut off",
}
"""Why an answer in JSON cannot be used."""

BROKEN_OPINIONS = ("broken JSON", "wrong fields", "out of bounds")
"""Answers of the second checker that cannot be read."""

HARMLESS = {
    "judge": ("another language", "invents citations", "changes a number", "drops markers", "flips direction"),
    "hypothesis": ("invents citations", "changes a number", "obeys an instruction"),
    "search": ("another language", "out of bounds"),
    "retrieval": ("obeys an instruction", "endless tools"),
    "report": ("invalid arguments", "missing arguments", "misnamed arguments"),
}
"""What code keeps from having any effect, however often it is done."""

USELESS = ("stops at max_tokens", "unknown tool", "invalid arguments", "missing arguments", "misnamed arguments")
"""Uses of tools by which nothing is read."""


def cases() -> tuple[Case, ...]:
    """Return all of them, those that last longest first. Raises ``AssertionError`` where a behaviour was forgotten."""
    every = tuple(chain(_drafts(), _answers(), _tools(), _forms(), _transport(), _opinions()))
    assert {case.behaviour for case in every} == set(NAMED)
    return tuple(sorted(every, key=lambda case: not case.is_long))


def _drafts() -> Iterator[Case]:
    """Yield what may be wrong with the prose of a report: once it is mended, always it stands marked."""
    for name, wrong in DRAFTS.items():
        first = 2 if name == "stops at max_tokens" else 1  # the look into the bibliography is cut off, too
        yield Case("report", name, first, f"^sent back: {wrong}", same=True)
        yield Case("report", name, None, f"^problem: {wrong}")


def _answers() -> Iterator[Case]:
    """Yield what may be wrong with an answer in JSON."""
    for agent in JSON:
        for name, why in BROKEN.items():
            if name not in HARMLESS[agent]:
                yield Case(agent, name, 1, same=True)
                yield Case(agent, name, None, f"{GIVES_UP[agent]}.*{why}")
    for agent, names in HARMLESS.items():
        yield from (Case(agent, name, None, same=True) for name in names)
    sure = r"^methodology: Search sufficiency: 1\.00 .* not how sure the answer is"
    yield from (Case("judge", name, None, sure) for name in ("eager judge", "obeys an instruction"))
    yield Case("hypothesis", "drops markers", None, "^limitation: .*mechanisms? .* left out")


def _tools() -> Iterator[Case]:
    """Yield what may be wrong with the use of tools, those that nobody offered among them."""
    yield from (
        Case("retrieval", name, None, f"{GIVES_UP['retrieval']} in round 1: .* (?:not used|no tool)")
        for name in USELESS
    )
    yield Case("report", "unknown tool", None, "^sent back: the part “Title” is missing", same=True)
    yield Case("report", "endless tools", 1, same=True)
    yield Case("report", "endless tools", None, "^problem: the part “Conclusion” is missing")
    for agent in JSON:
        for name in ("endless tools", "unknown tool"):
            yield Case(agent, name, 1, same=True)
            yield Case(agent, name, None, GIVES_UP[agent])


def _forms() -> Iterator[Case]:
    """Yield answers in forms that mean nothing, and none at all."""
    for agent in AGENTS:
        yield Case(agent, "two text blocks", None, same=True)
        yield Case(agent, "thinking blocks", None, same=True)
        yield Case(agent, "refuses", None, f"{GIVES_UP[agent]}.*declined to answer")
    yield Case("retrieval", "empty answer", None, "^limitation: The retrieval agent")


def _opinions() -> Iterator[Case]:
    """Yield what the second checker of a report may do: without its opinion the report says the same."""
    for name in ("refuses", "empty answer", "500", "dies", "429 with delay", "529 without delay", *BROKEN_OPINIONS):
        yield Case("entailment", name, None, "^limitation: .* left to the rules alone", same=True)
    for name in ("changes a number", "two text blocks", "thinking blocks"):
        yield Case("entailment", name, None, same=True)
    yield Case("entailment", "flips direction", None, r"^problem: .*unverified: S\d+ says otherwise, as claude-")


def _transport() -> Iterator[Case]:
    """Yield calls that fail on their way: once they are made again, always the agent does without."""
    for agent in AGENTS:
        for name in TRANSPORT if agent in {"judge", "report"} else SOME_TRANSPORT:
            yield Case(agent, name, 1, same=True)
            yield Case(agent, name, None, GIVES_UP[agent])
