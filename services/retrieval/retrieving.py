"""The ReAct loop: reason, act, observe, until there is an answer."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from shared import messages as m
from shared.errors import CannotDo, RetryLater
from shared.sentences import truncate_at_sentence
from shared.thinking import NOTHING as NOTHING_SPENT

MOST_ACTIONS = 8
"""Of one order: three or four works are read closely, then there is an answer."""

MOST_WEB_ACTIONS = 5
"""More where the web may be read, too: one search, two pages, and two in place of those that cannot be opened."""

MOST_OBSERVED_CHARACTERS = 1_500
"""Of an observation in the answer: it is a trace of the work, the passages travel as evidence."""

MOST_OBSERVATIONS = 100
"""In the answer: a model may ask for a thousand tools in one turn, and be refused."""

MOST_REASON_CHARACTERS = 1_000
"""Of why a tool failed, which a server may have written."""


@dataclass(frozen=True)
class Act:
    """Use a tool."""

    tool: str
    argument: str
    problem: str = ""
    """Why it cannot be done, where that is plain from how it was asked for; it is then not tried."""

    @property
    def digest(self) -> str:
        """Name what is looked for, so that a kept observation answers its own question alone.

        In another delivery somebody else may decide: the rules, where the model could not be asked.
        """
        return hashlib.sha256(f"{self.tool} {self.argument}".encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Several:
    """Use tools side by side."""

    acts: tuple[Act, ...]


@dataclass(frozen=True)
class Finish:
    """Answer: an index to passages, never evidence itself (evidence.md, 11)."""

    answer: str


@dataclass(frozen=True)
class Observation:
    """What a tool saw."""

    text: str
    evidence: tuple[m.Evidence, ...] = ()
    works: tuple[m.Work, ...] = ()
    failed: bool = False
    searches: tuple[m.SearchRecord, ...] = ()
    """What was asked of a source, for the report: one that could not be asked is a hole in it."""
    addresses: tuple[str, ...] = ()
    """Pages that were named and may be read next, best first."""


@dataclass(frozen=True)
class Cost:
    """What reasoning has cost, and what a person should know of it."""

    spent: m.Spending = NOTHING_SPENT
    notes: tuple[str, ...] = ()


NOTHING = Cost()
"""Of rules."""


@dataclass(frozen=True)
class Step:
    """What was done, and what was seen."""

    act: Act
    observation: Observation


class Tool(Protocol):
    """One way to look into documents."""

    @property
    def name(self) -> str:
        """Return what it is called."""
        ...

    @property
    def description(self) -> str:
        """Return what it does and what to say to it, for whoever chooses."""
        ...

    @property
    def takes(self) -> str:
        """Return what its argument is called: ``query``."""
        ...

    async def run(self, argument: str) -> Observation:
        """Look. Raises ``CannotDo`` or ``RetryLater`` where it could not."""
        ...

    def recall(self, observation: Observation) -> None:
        """Take note of what this tool saw, now or when the order was delivered before."""
        ...


class Reasoner(Protocol):
    """Whoever decides what to look at next."""

    @property
    def made_by(self) -> str:
        """Return ``rules`` or a model's name."""
        ...

    @property
    def most_actions(self) -> int:
        """Return how often tools may be used for one order."""
        ...

    @property
    def cost(self) -> Cost:
        """Return what reasoning has cost so far, and what a person should know of it."""
        ...

    async def next_step(self, question: str, steps: Sequence[Step]) -> Act | Several | Finish:
        """Return the next action, several side by side, or the answer."""
        ...


Keep = Callable[[str, Callable[[], Awaitable[Observation]]], Awaitable[Observation]]
"""Returns what was kept under a name, or what is seen now: an order that is delivered again need not look again."""


async def keep_nothing(_name: str, look: Callable[[], Awaitable[Observation]]) -> Observation:
    """Look anew: rules look again in no time, and for nothing."""
    return await look()


Tell = Callable[[str], Awaitable[None]]
"""Shows a line of progress to whoever watches; it may be lost."""


async def retrieve(
    order: m.RetrievalRequested,
    reasoner: Reasoner,
    tools: Sequence[Tool],
    tell: Tell | None = None,
    keep: Keep = keep_nothing,
) -> m.RetrievalCompleted:
    """Return what was read for *order*. Raises ``CannotDo`` where every look failed.

    Without a tool there is nothing to read, which is an answer.
    """
    if not tools:
        return _completed(order, reasoner, (), "Nothing was read: no library file was given.")
    desk = _Desk({tool.name: tool for tool in tools}, tell, keep)
    question = asked(order)
    steps: tuple[Step, ...] = ()
    most = reasoner.most_actions
    while True:
        decided = await reasoner.next_step(question, steps)
        if _used(steps) >= most and not isinstance(decided, Finish):
            decided = Finish(f"Stopped after {most} actions without an answer.")
        if isinstance(decided, Finish):
            return _completed(order, reasoner, _unless_blind(steps), decided.answer)
        acts = decided.acts if isinstance(decided, Several) else (decided,)
        seen = await asyncio.gather(*(desk.observed(act, place) for place, act in enumerate(acts, len(steps) + 1)))
        steps = (*steps, *map(Step, acts, seen))


def _used(steps: Sequence[Step]) -> int:
    """Return how often a tool was used; what was refused is no use."""
    return sum(not step.act.problem for step in steps)


def asked(order: m.RetrievalRequested) -> str:
    """Return the question; one too short to stand alone is read as going on from the last turn."""
    if len(order.question.split()) >= FEWEST_WORDS_ALONE or not order.turns:
        return order.question
    return f"{order.turns[-1].question} {order.question}"


FEWEST_WORDS_ALONE = 4
"""Shorter questions ("And in children?") are about what was asked before."""


@dataclass(frozen=True)
class _Desk:
    """The tools of one order, with who is told of their use, and what keeps what they saw."""

    tools: Mapping[str, Tool]
    tell: Tell | None
    keep: Keep

    async def observed(self, act: Act, place: int) -> Observation:
        """Use a tool; that it failed is an observation, too."""
        tool = self.tools.get(act.tool)
        if tool is None:
            return Observation(f"{act.tool} is no tool here: there are {', '.join(self.tools)}", failed=True)
        if act.problem:
            return Observation(f"{act.tool} was not used: {act.problem}", failed=True)
        observation = await self.keep(f"tool-{place}-{act.digest}", partial(_looked, tool, act.argument))
        tool.recall(observation)
        if self.tell:
            await self.tell(shown(act, observation))
        return observation


async def _looked(tool: Tool, argument: str) -> Observation:
    """Return what a tool sees, or why it could not look."""
    try:
        return await tool.run(argument)
    except (CannotDo, RetryLater) as error:
        return Observation(f"{tool.name} failed: {str(error)[:MOST_REASON_CHARACTERS]}", failed=True)


def shown(act: Act, observation: Observation) -> str:
    """Return a look in a line for a person: what was looked for, and the titles that were met."""
    if observation.failed:
        return observation.text
    titles = "; ".join(work.citation.title for work in observation.works)
    named = f"{len(observation.addresses)} pages" if observation.addresses else "nothing"
    return f"{act.tool.replace('_', ' ')}: {titles or named}"


def _unless_blind(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return *steps*; raise ``CannotDo`` where nothing could be seen at all.

    A failure that was recorded as a search stands in the answer, and so in the report; any other would be lost.
    """
    seen = [step.observation for step in steps]
    if seen and all(one.failed for one in seen) and not all(one.searches for one in seen):
        raise CannotDo("; ".join(dict.fromkeys(step.observation.text for step in steps)))
    return steps


def _completed(
    order: m.RetrievalRequested, reasoner: Reasoner, steps: Sequence[Step], answer: str
) -> m.RetrievalCompleted:
    """Return the answer with what was seen on the way."""
    seen = [step.observation for step in steps]
    told = tuple(shortened(one.text, MOST_OBSERVED_CHARACTERS) for one in seen[:MOST_OBSERVATIONS])
    return m.RetrievalCompleted(
        run_id=order.run_id,
        step=order.step,
        attempt=order.attempt,
        made_by=reasoner.made_by,
        spent=reasoner.cost.spent,
        notes=reasoner.cost.notes,
        works=_works(seen),
        evidence=_pieces(seen, order.step),
        searches=tuple(record for one in seen for record in one.searches),
        answer=answer,
        tool_history=tuple(dict.fromkeys(step.act.tool for step in steps)),
        observations=told or (answer,),
    )


def shortened(text: str, most: int) -> str:
    """Return the whole sentences of *text* that fit in *most* characters; of megabytes only the beginning is read."""
    return truncate_at_sentence(text[: 2 * most], most)


def _works(seen: Iterable[Observation]) -> tuple[m.Work, ...]:
    """Return the works that were met, each once."""
    works = {work.work_id: work for one in seen for work in one.works}
    return tuple(works.values())[: m.MOST_WORKS]


def _pieces(seen: Iterable[Observation], step: str) -> tuple[m.Evidence, ...]:
    """Return the passages that were found, each once."""
    pieces = {(piece.work_id, piece.locator.start): piece for one in seen for piece in one.evidence}
    return tuple(one.model_copy(update={"first_seen_step": step}) for one in pieces.values())[: m.MOST_PIECES]
