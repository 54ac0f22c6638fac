"""The ReAct loop: reason, act, observe, until there is an answer."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from shared import messages as m
from shared.errors import CannotDo, RetryLater
from shared.sentences import truncate_at_sentence

MOST_ACTIONS = 8
"""Of one order: three or four works are read closely, then there is an answer."""

MOST_WEB_ACTIONS = 5
"""More where the web may be read, too: one search, two pages, and two in place of those that cannot be opened."""

MOST_OBSERVED_CHARACTERS = 1_500
"""Of an observation in the answer: it is a trace of the work, the passages travel as evidence."""


@dataclass(frozen=True)
class Act:
    """Use a tool."""

    tool: str
    argument: str


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

    async def run(self, argument: str) -> Observation:
        """Look. Raises ``CannotDo`` or ``RetryLater`` where it could not."""
        ...


class Reasoner(Protocol):
    """Whoever decides what to look at next."""

    @property
    def made_by(self) -> str:
        """Return ``rules`` or a model's name."""
        ...

    async def next_step(self, question: str, steps: Sequence[Step]) -> Act | Finish:
        """Return the next action, or the answer."""
        ...


Tell = Callable[[str], Awaitable[None]]
"""Shows a line of progress to whoever watches; it may be lost."""


async def retrieve(
    order: m.RetrievalRequested, reasoner: Reasoner, tools: Sequence[Tool], tell: Tell | None = None
) -> m.RetrievalCompleted:
    """Return what was read for *order*. Raises ``CannotDo`` where every look failed.

    Without a tool there is nothing to read, which is an answer.
    """
    if not tools:
        return _completed(order, reasoner, (), "Nothing was read: no library file was given.")
    known = {tool.name: tool for tool in tools}
    question = asked(order)
    steps: tuple[Step, ...] = ()
    most = MOST_ACTIONS + (MOST_WEB_ACTIONS if order.web else 0)
    while len(steps) < most:
        decided = await reasoner.next_step(question, steps)
        if isinstance(decided, Finish):
            return _completed(order, reasoner, _unless_blind(steps), decided.answer)
        steps = (*steps, Step(decided, await _observed(decided, known, tell)))
    return _completed(order, reasoner, _unless_blind(steps), f"Stopped after {most} actions without an answer.")


def asked(order: m.RetrievalRequested) -> str:
    """Return the question; one too short to stand alone is read as going on from the last turn."""
    if len(order.question.split()) >= FEWEST_WORDS_ALONE or not order.turns:
        return order.question
    return f"{order.turns[-1].question} {order.question}"


FEWEST_WORDS_ALONE = 4
"""Shorter questions ("And in children?") are about what was asked before."""


async def _observed(act: Act, tools: Mapping[str, Tool], tell: Tell | None) -> Observation:
    """Use a tool; that it failed is an observation, too."""
    tool = tools.get(act.tool)
    if tool is None:
        return Observation(f"{act.tool} is no tool here: there are {', '.join(tools)}", failed=True)
    try:
        observation = await tool.run(act.argument)
    except (CannotDo, RetryLater) as error:
        observation = Observation(f"{act.tool} failed: {error}", failed=True)
    if tell:
        await tell(shown(act, observation))
    return observation


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
    told = tuple(truncate_at_sentence(one.text, MOST_OBSERVED_CHARACTERS) for one in seen)
    return m.RetrievalCompleted(
        run_id=order.run_id,
        step=order.step,
        attempt=order.attempt,
        made_by=reasoner.made_by,
        works=_works(seen),
        evidence=_pieces(seen, order.step),
        searches=tuple(record for one in seen for record in one.searches),
        answer=answer,
        tool_history=tuple(dict.fromkeys(step.act.tool for step in steps)),
        observations=told or (answer,),
    )


def _works(seen: Iterable[Observation]) -> tuple[m.Work, ...]:
    """Return the works that were met, each once."""
    works = {work.work_id: work for one in seen for work in one.works}
    return tuple(works.values())[: m.MOST_WORKS]


def _pieces(seen: Iterable[Observation], step: str) -> tuple[m.Evidence, ...]:
    """Return the passages that were found, each once."""
    pieces = {(piece.work_id, piece.locator.start): piece for one in seen for piece in one.evidence}
    return tuple(one.model_copy(update={"first_seen_step": step}) for one in pieces.values())[: m.MOST_PIECES]
