"""Traces from the services to a collector, over a real NATS server and real sockets."""

import hashlib
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import pytest
from nats.js import JetStreamContext

from deploy.streams import AGENTS
from services.coordinator.app import build
from shared import clock
from shared import messages as m
from shared.bus.in_memory import InMemoryBucket
from shared.bus.nats_bus import NatsBus
from shared.errors import CannotDo
from shared.llm.values import Usage
from shared.memory.in_memory import InMemoryMemory
from shared.settings import Settings, TelemetrySettings
from shared.tracing import Tracing, configure
from tests.asking import ask, ends, stored
from tests.live.conftest import Buses, Lines
from tests.scripted import answer
from tests.waiting import eventually, until
from tests.world.otlp import Collector, Span

CALLER = "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01"
ROOT = "coordinator research.requested"
TRACE = hashlib.sha256(b"r1").hexdigest()[:32]

Traced = Callable[..., NatsBus]


def settings_for(endpoint: str, **fields: object) -> Settings:
    """Return settings that send traces there."""
    telemetry = TelemetrySettings.model_validate({"endpoint": endpoint, **fields})
    return Settings().model_copy(update={"telemetry": telemetry})


@pytest.fixture
async def collector() -> AsyncIterator[Collector]:
    """Start a collector."""
    async with Collector() as running:
        yield running


@pytest.fixture
async def traced(buses: Buses, collector: Collector) -> AsyncIterator[Traced]:
    """Return a function that makes the bus of a service whose traces go to the collector."""
    async with AsyncExitStack() as stack:

        def make(service: str, url: str = "", **fields: object) -> NatsBus:
            bus = buses(service)
            bus.tracing = configure(service, settings_for(url or collector.url, **fields))
            stack.push_async_callback(bus.tracing.aclose)
            return bus

        yield make


async def start_coordinator(bus: NatsBus) -> None:
    """Start the real coordinator on this bus."""
    build(bus, InMemoryBucket(), InMemoryMemory())
    await bus.broker.start()


async def start_agent(bus: NatsBus) -> None:
    """Start an agent that asks a model, uses a tool, and answers from a script."""

    @bus.hear(AGENTS[bus.service])
    async def ordered(order: m.Order) -> None:
        ask_model(bus.tracing, order.AGENT)
        with bus.tracing.tool_call(agent=order.AGENT, tool="look"):
            pass
        await bus.say(answer(order))

    await bus.broker.start()


def ask_model(tracing: Tracing, agent: str) -> None:
    """Record a call of a model."""
    with tracing.model_call(agent=agent, model="claude", most_tokens=100, session_id="s1") as span:
        span.answered("claude", Usage(input_tokens=7, output_tokens=3), 0.5, "end_turn")
        span.content("the secret question", "the secret answer")


async def whole_run(traced: Traced, collector: Collector, js: JetStreamContext, **headers: str) -> list[Span]:
    """Let a run go from its request to its report; return its spans."""
    await start_coordinator(traced("coordinator"))
    for agent in AGENTS:
        await start_agent(traced(agent))
    body = {"question": "Does drug A help people with disease B?", "run_id": "r1", "session_id": "s1"}
    await js.publish("research.requested", json.dumps(body).encode(), headers=headers or None)
    await eventually(lambda: ends(js))
    await until(lambda: bool(collector.named("coordinator report.completed")))
    await until(lambda: bool(collector.named("report research.report.requested")))
    return collector.spans


async def test_a_run_over_all_services_is_one_trace(traced: Traced, collector: Collector, js: JetStreamContext) -> None:
    """Orders hang below the request, answers below the work that made them, calls and tools below their order."""
    spans = await whole_run(traced, collector, js)

    by_id = {span.span_id: span for span in spans}
    (root,) = [span for span in spans if not span.parent]
    parents = {span.name: by_id[span.parent].name for span in spans if span.parent}
    assert root.name == ROOT
    assert {span.trace_id for span in spans} == {TRACE}
    assert len(by_id) == len(spans)
    assert {span.service for span in spans} == {f"vouch-{name}" for name in ("coordinator", *AGENTS)}
    for agent in AGENTS:
        order = f"{agent} research.{agent}.requested"
        assert (parents[order], parents[f"coordinator {agent}.completed"]) == (ROOT, order)
    for name in ("chat claude", "execute_tool look"):
        below = [by_id[span.parent].service for span in spans if span.name == name]
        assert sorted(set(below)) == sorted(f"vouch-{agent}" for agent in AGENTS)


async def test_the_span_of_a_message_tells_what_it_was(
    traced: Traced, collector: Collector, js: JetStreamContext
) -> None:
    """By the conventions for messaging, and by our own names for run, step and attempt."""
    await whole_run(traced, collector, js)

    (judged,) = collector.named("judge research.judge.requested")
    told = dict(judged.attributes)
    assert told.pop("messaging.message.body.size") > 100
    assert told.pop("messaging.message.id").startswith("r1:1-judge:1:")
    assert (judged.kind, judged.failed, judged.events) == ("consumer", False, 0)
    assert told == {
        "messaging.system": "nats",
        "messaging.operation.name": "process",
        "messaging.operation.type": "process",
        "messaging.destination.name": "research.judge.requested",
        "messaging.destination.template": "research.judge.requested",
        "messaging.consumer.group.name": "judge",
        "vouch.run_id": "r1",
        "langfuse.trace.metadata.run_id": "r1",
        "session.id": "s1",
        "vouch.step": "1-judge",
        "vouch.attempt": 1,
        "vouch.delivery": 1,
        "vouch.outcome": "done",
    }


async def test_a_callers_trace_goes_on_through_the_run(
    traced: Traced, collector: Collector, js: JetStreamContext
) -> None:
    """The request hangs below the caller's span, and all the rest below the request."""
    spans = await whole_run(traced, collector, js, traceparent=CALLER)

    assert {span.trace_id for span in spans} == {"0123456789abcdef0123456789abcdef"}
    (root,) = collector.named(ROOT)
    assert root.parent == "0123456789abcdef"
    assert collector.named("judge research.judge.requested")[0].parent == root.span_id


async def test_texts_stay_here_unless_the_operator_wants_them_there(traced: Traced, collector: Collector) -> None:
    """By default a collector learns counts and names alone."""
    ask_model(traced("judge").tracing, "judge")
    await until(lambda: bool(collector.spans))
    assert "secret" not in str(collector.spans)

    ask_model(traced("report", content=True).tracing, "report")
    await until(lambda: len(collector.spans) == 2)
    assert "the secret answer" in str(collector.spans[1].attributes)


async def test_a_timer_that_the_server_fires_belongs_to_its_run(
    traced: Traced, collector: Collector, js: JetStreamContext
) -> None:
    """Nobody answers, so the run's deadline passes: its timer brings the context that it was set with."""
    await start_coordinator(traced("coordinator"))
    await ask(js, "r1", sources=["library"], limits={"deadline_seconds": 1})

    await until(lambda: bool(collector.named("coordinator timer.fired")))

    (root,) = collector.named(ROOT)
    fired = collector.named("coordinator timer.fired")[0]
    assert (fired.trace_id, fired.parent) == (TRACE, root.span_id)
    assert fired.attributes["messaging.destination.name"] == "timer.fired.r1.run"
    assert not [span for span in collector.spans if "sweeper" in str(span)]


async def test_a_request_without_a_run_id_is_one_trace_too(
    traced: Traced, collector: Collector, js: JetStreamContext
) -> None:
    """Its id is made after its span began; the span is told."""
    await start_coordinator(traced("coordinator"))
    await start_agent(traced("search"))
    body = {"question": "Does drug A help people with disease B?", "sources": ["library"]}
    await js.publish("research.requested", json.dumps(body).encode())

    await until(lambda: bool(collector.named("coordinator search.completed")))

    (root,) = collector.named(ROOT)
    assert {span.trace_id for span in collector.spans} == {root.trace_id}
    assert (
        root.attributes["vouch.run_id"] == collector.named("coordinator search.completed")[0].attributes["vouch.run_id"]
    )


async def test_the_log_names_the_trace(traced: Traced, js: JetStreamContext, lines: Lines) -> None:
    """From a line to its trace in one step."""
    await start_coordinator(traced("coordinator"))
    await ask(js, "r1", sources=["library"])

    await until(lambda: any(line["event"] == "done" for line in lines))

    assert {line["trace_id"] for line in lines if line.get("run_id") == "r1"} == {TRACE}


async def test_without_a_collector_a_callers_trace_is_passed_on(
    buses: Buses, js: JetStreamContext, lines: Lines
) -> None:
    """To orders, events and timers; a request without one gets none."""
    await start_coordinator(buses("coordinator"))
    await js.publish("research.requested", b'{"question": "Does it help?", "run_id": "r2"}')
    body = b'{"question": "Does it help?", "run_id": "r1"}'
    await js.publish("research.requested", body, headers={"traceparent": CALLER})

    await eventually(lambda: stored_traces(js, "TIMERS", "timer.set.r1"))
    await until(lambda: len([line for line in lines if line["event"] == "done"]) == 2)

    for stream in ("COMMANDS", "EVENTS", "TIMERS"):
        assert await stored_traces(js, stream, "r1") == {CALLER}, stream
        assert await stored_traces(js, stream, "r2") == {""}, stream


async def stored_traces(js: JetStreamContext, stream: str, run_id: str) -> set[str]:
    """Return the trace contexts of what a stream holds of a run."""
    state = (await js.stream_info(stream)).state
    found = set()
    for sequence in range(max(1, state.first_seq), state.last_seq + 1):
        raw = await js.get_msg(stream, sequence)
        if run_id in f"{raw.subject}{raw.headers}":
            found.add((raw.headers or {}).get("traceparent", ""))
    return found


async def test_what_the_failure_policy_says_stays_in_the_trace(
    traced: Traced, collector: Collector, js: JetStreamContext
) -> None:
    """It speaks after the handler's span has ended; the span tells what went wrong."""
    judge = traced("judge")

    @judge.hear(AGENTS["judge"])
    async def ordered(_order: m.JudgeRequested) -> None:
        raise CannotDo("it cannot be judged")  # noqa: EM101, TRY003

    await judge.broker.start()
    order = m.JudgeRequested(
        run_id="r1", step="1-judge", expires_at=clock.now().replace(year=2100), question="Does it?"
    )
    headers = {"traceparent": CALLER, "Nats-Msg-Id": order.id}
    await js.publish("research.judge.requested", order.model_dump_json().encode(), headers=headers)

    await eventually(lambda: stored(js, "INBOX", "judge.failed"))
    await until(lambda: bool(collector.spans))

    assert await stored_traces(js, "INBOX", "r1") == {CALLER}
    (span,) = collector.spans
    assert (span.failed, span.problem, span.attributes["error.type"]) == (True, "it cannot be judged", "CannotDo")
