"""What spans tell: which belongs to which, what is counted, and what is never said."""

import asyncio
import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from shared.errors import CannotDo
from shared.llm.values import Prompt, Usage
from shared.tracing import NO_TRACING, Hearing, Tracing, begun, checked, names, trace_id, traceparent, within
from shared.tracing.calls import MOST_CONTENT_CHARACTERS
from shared.tracing.exporting import RunIds

CALLER = "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01"
HEARD = Hearing(
    name="judge research.judge.requested",
    seed="r1",
    attributes={names.RUN: "r1", names.STEP: "1-judge", names.ATTEMPT: 1, names.SYSTEM: names.NATS},
)
USAGE = Usage(input_tokens=100, output_tokens=20, cache_read_tokens=1_000, cache_write_tokens=10)
PROMPT = Prompt(name="vouch-judge-general", version="3", origin="langfuse", text="Judge.")


class Recorded:
    """A tracer whose spans a test can look at."""

    def __init__(self) -> None:
        self._kept = InMemorySpanExporter()
        self.provider = TracerProvider(id_generator=RunIds(), shutdown_on_exit=False)
        self.provider.add_span_processor(SimpleSpanProcessor(self._kept))
        self.tracing = Tracing(self.provider.get_tracer("test"))
        self.open_tracing = Tracing(self.provider.get_tracer("test"), content=True)

    def spans(self) -> dict[str, ReadableSpan]:
        """Return the spans that have ended, by name."""
        return {span.name: span for span in self._kept.get_finished_spans()}

    def only(self, name: str) -> dict[str, object]:
        """Return the attributes of the span of this name."""
        return dict(self.spans()[name].attributes or {})


@pytest.fixture
def recorded() -> Iterator[Recorded]:
    """Record spans, and close the tracer in the end."""
    made = Recorded()
    yield made
    made.provider.shutdown()


def id_of(run_id: str) -> str:
    """Return the id of the trace of a run, worked out by hand."""
    return hashlib.sha256(run_id.encode()).hexdigest()[:32]


def test_a_message_without_a_trace_begins_the_one_of_its_run(recorded: Recorded) -> None:
    """Every replica and every delivery makes the same id; the span itself has one of its own."""
    for _ in range(2):
        with recorded.tracing.handling(HEARD):
            assert trace_id() == id_of("r1")
            assert traceparent().startswith(f"00-{id_of('r1')}-")

    first, second = recorded._kept.get_finished_spans()
    assert first.parent is None
    assert first.context.span_id != second.context.span_id
    assert traceparent() == ""


def test_the_trace_that_a_message_brings_goes_first(recorded: Recorded) -> None:
    """Whoever asked sees the run inside the own trace."""
    with recorded.tracing.handling(replace(HEARD, traceparent=CALLER)):
        assert trace_id() == "0123456789abcdef0123456789abcdef"

    span = recorded.spans()[HEARD.name]
    assert span.parent is not None
    assert f"{span.parent.span_id:016x}" == "0123456789abcdef"


@pytest.mark.parametrize(
    "header",
    [
        "",
        "not a trace",
        "x" * 600,
        "00-00000000000000000000000000000000-0123456789abcdef-01",
        "00-0123456789abcdef0123456789abcdef-0000000000000000-01",
        "ff-0123456789abcdef0123456789abcdef-0123456789abcdef-01",
        "00-0123456789ABCDEF0123456789ABCDEF-0123456789abcdef-01",
        "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01-more",
    ],
)
def test_a_header_that_is_no_trace_context_is_not_passed_on(recorded: Recorded, header: str) -> None:
    """A hostile or broken one costs the run nothing but the link."""
    with within(CALLER), within(header):
        assert traceparent() == CALLER
    with recorded.tracing.handling(replace(HEARD, traceparent=header)):
        assert trace_id() == id_of("r1")
    assert checked(header) == ""


def test_a_later_version_of_the_header_is_understood() -> None:
    """As far as it is written like ours, as W3C asks for."""
    assert checked("01-0123456789abcdef0123456789abcdef-0123456789abcdef-01-more") == CALLER


def test_what_is_said_for_a_run_carries_the_runs_context(recorded: Recorded) -> None:
    """Whatever message made the coordinator say it: the sweeper's tick belongs to no run."""
    with recorded.tracing.handling(replace(HEARD, seed="r2")):
        with within(CALLER):
            assert traceparent() == CALLER
        assert trace_id() == id_of("r2")


def test_a_run_that_begins_is_named_on_the_span_of_its_request(recorded: Recorded) -> None:
    """A request may come without a run id; its span is where a person looks for the run."""
    with recorded.tracing.handling(Hearing(name="coordinator research.requested", seed="REQUESTS:1:0.0")):
        context = begun("made-id")
        assert context == traceparent() != ""

    assert recorded.only("coordinator research.requested")[names.RUN] == "made-id"


async def test_calls_and_tools_hang_below_their_message_also_in_tasks(recorded: Recorded) -> None:
    """Agents ask several things side by side, and work on several runs at once."""

    async def judge(run_id: str) -> None:
        with recorded.tracing.handling(replace(HEARD, name=run_id, seed=run_id, attributes={names.RUN: run_id})):
            await asyncio.gather(call(run_id), tool(run_id))

    async def call(run_id: str) -> None:
        with recorded.tracing.model_call(agent="judge", model=f"model-{run_id}", most_tokens=10):
            await asyncio.sleep(0)

    async def tool(run_id: str) -> None:
        with recorded.tracing.tool_call(agent="judge", tool=f"tool-{run_id}"):
            await asyncio.sleep(0)

    await asyncio.gather(judge("r1"), judge("r2"))

    spans = recorded.spans()
    for run_id in ("r1", "r2"):
        for name in (f"chat model-{run_id}", f"execute_tool tool-{run_id}"):
            assert spans[name].parent is not None
            assert spans[name].parent.span_id == spans[run_id].context.span_id
            assert f"{spans[name].context.trace_id:032x}" == id_of(run_id)
            assert recorded.only(name)[names.RUN] == run_id


def test_a_model_call_tells_what_was_asked_and_what_it_cost(recorded: Recorded) -> None:
    """By the conventions: input tokens hold those of the cache, and Langfuse gets them apart."""
    with (
        recorded.tracing.handling(HEARD),
        recorded.tracing.model_call(
            agent="judge", model="claude", most_tokens=400, session_id="s1", prompt=PROMPT
        ) as span,
    ):
        span.answered("claude-1", USAGE, 0.25, "end_turn")

    told = recorded.only("chat claude")
    assert json.loads(str(told.pop("langfuse.observation.usage_details"))) == {
        "input": 100,
        "output": 20,
        "cache_read_input_tokens": 1_000,
        "cache_creation_input_tokens": 10,
    }
    assert told == {
        "vouch.run_id": "r1",
        "vouch.step": "1-judge",
        "vouch.attempt": 1,
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "anthropic",
        "gen_ai.agent.name": "judge",
        "gen_ai.conversation.id": "s1",
        "session.id": "s1",
        "gen_ai.request.model": "claude",
        "gen_ai.request.max_tokens": 400,
        "gen_ai.response.model": "claude-1",
        "gen_ai.response.finish_reasons": ("end_turn",),
        "gen_ai.usage.input_tokens": 1_110,
        "gen_ai.usage.output_tokens": 20,
        "gen_ai.usage.cache_read.input_tokens": 1_000,
        "gen_ai.usage.cache_creation.input_tokens": 10,
        "gen_ai.usage.cost": 0.25,
        "vouch.journaled": False,
        "vouch.prompt.name": "vouch-judge-general",
        "vouch.prompt.version": "3",
        "vouch.prompt.origin": "langfuse",
        "langfuse.observation.prompt.name": "vouch-judge-general",
        "langfuse.observation.prompt.version": 3,
    }


def test_a_journaled_answer_counts_nothing(recorded: Recorded) -> None:
    """It was paid for at an earlier delivery, whose span counts it."""
    with recorded.tracing.model_call(agent="judge", model="claude", most_tokens=400) as span:
        span.answered("claude-1", USAGE, 0.25, "end_turn", journaled=True)

    told = recorded.only("chat claude")
    counted = [told[name] for name in (names.JOURNALED, names.COST_USD, names.INPUT_TOKENS, names.OUTPUT_TOKENS)]
    assert counted == [True, 0.0, 0, 0]


@pytest.mark.parametrize("is_open", [False, True])
def test_texts_are_recorded_only_where_the_operator_said_so(recorded: Recorded, *, is_open: bool) -> None:
    """A question may hold what nobody would want kept elsewhere."""
    tracing = recorded.open_tracing if is_open else recorded.tracing
    with tracing.model_call(agent="judge", model="claude", most_tokens=400) as span:
        span.answered("claude-1", USAGE, 0.25, "end_turn")
        span.content("my secret", "your \ud800secret")
    with tracing.tool_call(agent="judge", tool="read_page") as used:
        used.content("a secret address", "x" * (MOST_CONTENT_CHARACTERS + 1))

    called, tool = recorded.only("chat claude"), recorded.only("execute_tool read_page")
    assert ("secret" in str(called) + str(tool)) is is_open
    if is_open:
        (said,) = json.loads(str(called[names.OUTPUT_MESSAGES]))
        text = {"type": "text", "content": "your \ufffdsecret"}
        assert said == {"role": "assistant", "parts": [text], "finish_reason": "end_turn"}
        assert len(str(tool[names.TOOL_RESULT])) == MOST_CONTENT_CHARACTERS


def test_an_error_is_told_by_its_class_and_a_bug_by_nothing_more(recorded: Recorded) -> None:
    """The text of a bug may quote evidence or a key."""
    with (
        pytest.raises(CannotDo),
        recorded.tracing.handling(HEARD),
        recorded.tracing.tool_call(agent="judge", tool="read_page"),
    ):
        raise CannotDo("the page is too large")  # noqa: EM101, TRY003
    with pytest.raises(KeyError), recorded.tracing.model_call(agent="judge", model="claude", most_tokens=400):
        raise KeyError("sk-secret")  # noqa: EM101

    spans = recorded.spans()
    told = {name: (span.attributes["error.type"], span.status.description) for name, span in spans.items()}
    assert told == {
        HEARD.name: ("CannotDo", "the page is too large"),
        "execute_tool read_page": ("CannotDo", "the page is too large"),
        "chat claude": ("KeyError", None),
    }
    assert all(not span.status.is_ok and not span.events for span in spans.values())


async def test_what_is_cancelled_has_not_failed(recorded: Recorded) -> None:
    """Its run was stopped by whoever asked for it."""

    async def work() -> None:
        with recorded.tracing.handling(HEARD):
            await asyncio.sleep(60)

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    span = recorded.spans()[HEARD.name]
    assert span.status.is_unset
    assert recorded.only(HEARD.name)[names.ERROR_TYPE] == "CancelledError"


async def test_without_a_collector_nothing_is_recorded_and_traces_are_passed_on() -> None:
    """What others trace, they find again; what nobody traces, costs nothing."""
    with NO_TRACING.handling(HEARD):
        assert traceparent() == ""
    with NO_TRACING.handling(replace(HEARD, traceparent=CALLER)):
        assert traceparent() == CALLER
        with NO_TRACING.model_call(agent="judge", model="claude", most_tokens=400) as span:
            span.answered("claude-1", USAGE, 0.25, "end_turn")
            span.content("a prompt", "an answer")
            assert traceparent() == CALLER
        with NO_TRACING.tool_call(agent="judge", tool="read_page") as used:
            used.content("an address", "a page")
    await NO_TRACING.aclose()


def test_what_belongs_to_no_run_has_no_span(recorded: Recorded) -> None:
    """The sweeper's tick comes every few seconds for ever."""
    with recorded.tracing.handling(replace(HEARD, seed="")):
        assert traceparent() == ""

    assert recorded.spans() == {}
