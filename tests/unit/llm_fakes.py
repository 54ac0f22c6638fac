"""A model that says what a test tells it, and the calls of an order over it."""

from collections.abc import Callable
from datetime import datetime

from shared import messages as m
from shared.bus.in_memory import InMemoryBucket
from shared.llm.calls import Calls, Means
from shared.llm.journal import Journal
from shared.llm.opening import Thinking
from shared.llm.pacing import Pace
from shared.llm.pricing import Prices
from shared.llm.prompts import BuiltIn, Prompts
from shared.llm.protocol import OnText
from shared.llm.values import Reply, Request, ToolUse, Usage
from shared.settings import AgentSettings
from shared.tracing import NO_TRACING
from tests.builders import NOON, at
from tests.recordings import ROOT
from tests.unit.clocks import ManualClock

MODEL = "claude-sonnet-5-5"
USED = Usage(input_tokens=100, output_tokens=20)
AMPLE = m.Spending(tokens=100_000, usd=10.0)


def make_reply(text: str = "", **fields: object) -> Reply:
    """Return an answer of plain text."""
    content = ({"type": "text", "text": text},) if text else ()
    given: dict[str, object] = {"text": text, "content": content, "stop": "end_turn", "usage": USED, "model": MODEL}
    return Reply.model_validate(given | fields)


def make_use(tool: str, use_id: str = "t1", **arguments: object) -> Reply:
    """Return an answer that asks for a tool."""
    block = {"type": "tool_use", "id": use_id, "name": tool, "input": arguments}
    use = ToolUse(id=use_id, name=tool, arguments=arguments)
    return make_reply(content=(block,), tool_uses=(use,), stop="tool_use")


def make_request(text: str = "Score this.", **fields: object) -> Request:
    """Return a request for a short answer."""
    given: dict[str, object] = {
        "model": MODEL,
        "system": "You are the judge.",
        "messages": ({"role": "user", "content": text},),
        "most_tokens": 1_000,
    }
    return Request.model_validate(given | fields)


class Scripted:
    """Answers with these in turn; an exception is raised. It remembers what it was asked."""

    def __init__(self, *says: Reply | Exception, tokens: int = 100) -> None:
        self._says = list(says)
        self._tokens = tokens
        self.asked: list[Request] = []
        self.counted = 0

    async def send(self, request: Request, seconds: float, on_text: OnText | None = None) -> Reply:
        """Return the next answer of the script."""
        assert seconds > 0
        self.asked.append(request)
        said = self._says.pop(0)
        if isinstance(said, Exception):
            raise said
        if on_text and said.text:
            on_text(said.text)
        return said

    async def count(self, request: Request) -> int:
        """Return what the test says a prompt has."""
        del request
        self.counted += 1
        return self._tokens


def make_order(**fields: object) -> m.JudgeRequested:
    """Return an order with an ample allowance, a minute before it expires."""
    given: dict[str, object] = {
        "run_id": "r1",
        "step": "1-judge",
        "expires_at": at(60),
        "question": "Does drug A help people with disease B?",
        "allowance": AMPLE,
    }
    return m.JudgeRequested.model_validate(given | fields)


def make_means(
    model: Scripted, bucket: InMemoryBucket, now: Callable[[], datetime] = lambda: NOON, **settings: object
) -> Means:
    """Return what the calls of an agent share."""
    return Means(
        model=model,
        settings=AgentSettings.model_validate({"model": MODEL} | settings),
        prices=Prices(),
        pace=Pace(bucket, "account", ManualClock(), 8),
        now=now,
        tracing=NO_TRACING,
    )


def calls_of(model: Scripted, bucket: InMemoryBucket | None = None, order: m.Order | None = None) -> Calls:
    """Return the calls of one delivery of an order; the same *bucket* has its journal."""
    journal = bucket or InMemoryBucket()
    order = order or make_order()
    return Calls(order, make_means(model, journal), Journal(journal, order))


def thinking_of(agent: str, model: Scripted, bucket: InMemoryBucket | None = None, **settings: object) -> Thinking:
    """Return what an agent thinks with, over a script; its own prompts are used, and nobody watches."""
    journal = bucket or InMemoryBucket()
    prompts: Prompts = BuiltIn(ROOT / "services" / agent / "prompt.md")

    async def tell(message: m.Message) -> None:
        del message

    return Thinking(make_means(model, journal, **settings), journal, prompts, tell)
