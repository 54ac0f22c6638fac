"""Collectors that are away, slow, or refuse: the work goes on, one line says so, and a service stops in time."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
from nats.js import JetStreamContext
from pydantic import SecretStr

from deploy.streams import AGENTS
from shared import clock
from shared import messages as m
from shared.settings import LangfuseSettings, Settings, TelemetrySettings
from shared.tracing import Hearing, Tracing, configure
from tests.asking import left_over
from tests.builders import make_judged
from tests.live.conftest import Buses, Lines
from tests.live.vendors import served
from tests.waiting import until
from tests.world.faults import Fault, Late, Redirect, Reset, Status, closed_port, html_page
from tests.world.langfuse import PUBLIC_KEY, SECRET_KEY, Langfuse
from tests.world.otlp import Collector

LOST = "traces cannot be sent; the work goes on without them"
TOO_LATE = "the last traces are lost: they were not taken in time"
STOP_SECONDS = 3.0
"""What stopping may take: two seconds for the last traces, and what a busy machine adds."""


@pytest.fixture
async def collector() -> AsyncIterator[Collector]:
    """Start a collector."""
    async with Collector() as running:
        yield running


def traces_to(url: str, **fields: object) -> Tracing:
    """Return the judge's traces, sent to a collector at *url*."""
    telemetry = TelemetrySettings.model_validate({"endpoint": url, **fields})
    return configure("judge", Settings().model_copy(update={"telemetry": telemetry}))


def work(tracing: Tracing, times: int = 1) -> float:
    """Record some spans; return how many seconds that took."""
    begun = time.perf_counter()
    for n in range(times):
        with tracing.handling(Hearing(name=f"judge {n}", seed="r1")):
            pass
    return time.perf_counter() - begun


async def stopped(tracing: Tracing) -> float:
    """Stop; return how many seconds that took."""
    begun = time.perf_counter()
    await tracing.aclose()
    return time.perf_counter() - begun


async def test_what_is_left_is_sent_when_a_service_stops(collector: Collector, lines: Lines) -> None:
    """As gzipped protobuf, with what the operator wants in each request."""
    tracing = traces_to(collector.url, headers={"X-Key": SecretStr("secret")})
    work(tracing, 600)

    assert await stopped(tracing) < STOP_SECONDS

    assert len(collector.spans) == 600
    assert {one["x-key"] for one in collector.requests} == {"secret"}
    assert {one["content-encoding"] for one in collector.requests} == {"gzip"}
    assert lines == []


async def test_a_collector_that_is_away_costs_the_work_nothing(
    buses: Buses, js: JetStreamContext, lines: Lines
) -> None:
    """Orders are answered as ever; one line says that traces are lost, and why."""
    judge = buses("judge")
    judge.tracing = traces_to(f"http://127.0.0.1:{closed_port()}/v1/traces")

    @judge.hear(AGENTS["judge"])
    async def ordered(order: m.JudgeRequested) -> None:
        await judge.say(make_judged(step=order.step))

    await judge.broker.start()
    for n in range(20):
        order = m.JudgeRequested(
            run_id="r1", step=f"{n}-judge", expires_at=clock.now().replace(year=2100), question="Does it help?"
        )
        await js.publish("research.judge.requested", order.model_dump_json().encode())
    await until(lambda: len([line for line in lines if line["event"] == "done"]) == 20)
    await until(lambda: any(line["event"] == LOST for line in lines))
    work(judge.tracing, 3_000)

    assert await stopped(judge.tracing) < STOP_SECONDS
    assert (await left_over(js))["INBOX"] == 20
    (line,) = [line for line in lines if line["log_level"] != "info"]
    assert line["event"] == LOST
    assert line["problem"] == (
        "the collector of traces cannot be reached: the connection was refused; "
        "check the network, and VOUCH_TELEMETRY__ENDPOINT"
    )


async def test_a_collector_that_says_nothing_does_not_keep_a_service_from_stopping(
    collector: Collector, lines: Lines
) -> None:
    """Nor does it slow the work: spans wait in a queue, and the oldest are dropped."""
    collector.faults.set("v1", Late())
    tracing = traces_to(collector.url)

    assert work(tracing, 5_000) < STOP_SECONDS
    assert await stopped(tracing) < STOP_SECONDS
    assert [line["event"] for line in lines] == [TOO_LATE]


async def test_a_batch_that_is_refused_for_a_moment_is_sent_again(collector: Collector, lines: Lines) -> None:
    """Collectors restart, too; nobody needs to hear of it."""
    collector.faults.set("v1", Status(503), times=1)
    tracing = traces_to(collector.url)
    work(tracing)

    await until(lambda: bool(collector.spans))
    await tracing.aclose()

    assert [span.name for span in collector.spans] == ["judge 0"]
    assert lines == []


async def test_a_collector_that_comes_back_gets_what_comes_then(collector: Collector, lines: Lines) -> None:
    """Both are said once, with how many spans are missing."""
    collector.faults.set("v1", Status(400, body=b"who are you?"))
    tracing = traces_to(collector.url)
    for _ in range(2):
        work(tracing)
        await until(lambda: len(lines) == 1)
        await asyncio.sleep(0.1)
    await until(lambda: collector.faults.met["v1"] == 2)
    collector.faults.clear()
    work(tracing)
    await until(lambda: bool(collector.spans))
    await tracing.aclose()

    assert [(line["event"], line["log_level"]) for line in lines] == [
        (LOST, "warning"),
        ("traces are sent again", "info"),
    ]
    assert lines[0]["problem"] == "the collector of traces did not understand the query (400): who are you?"
    assert lines[1]["lost"] == 2


@pytest.mark.parametrize("fault", [Status(404), Status(413), html_page(), Redirect("http://127.0.0.1:1/"), Reset()])
async def test_whatever_a_collector_answers_is_one_line_at_most(
    collector: Collector, lines: Lines, fault: Fault
) -> None:
    """A page for people with status 200 is taken for an answer; there is nobody to whom it would matter."""
    collector.faults.set("v1", fault)
    tracing = traces_to(collector.url)
    work(tracing)

    assert await stopped(tracing) < STOP_SECONDS
    assert {line["event"] for line in lines} <= {LOST}
    assert len(lines) <= 1


def langfuse_at(url: str, secret_key: str = SECRET_KEY) -> Tracing:
    """Return the judge's traces, sent to Langfuse."""
    langfuse = LangfuseSettings(url=url, public_key=PUBLIC_KEY, secret_key=SecretStr(secret_key))
    return configure("judge", Settings().model_copy(update={"langfuse": langfuse}))


async def test_langfuse_takes_traces_from_who_has_its_keys() -> None:
    """No setting more than for prompts."""
    langfuse = Langfuse()
    async with served(langfuse.app()) as url:
        tracing = langfuse_at(url)
        work(tracing)
        await tracing.aclose()

    assert [(span.name, span.service) for span in langfuse.traces.spans] == [("judge 0", "vouch-judge")]


async def test_wrong_keys_are_told_without_the_keys(lines: Lines) -> None:
    """The line names the variables."""
    async with served(Langfuse().app()) as url:
        tracing = langfuse_at(url, "sk-lf-wrong")
        work(tracing)
        await tracing.aclose()

    (line,) = lines
    assert line["problem"] == (
        "Langfuse refused the key (401): check VOUCH_LANGFUSE__PUBLIC_KEY and VOUCH_LANGFUSE__SECRET_KEY: "
        "UnauthorizedError; Invalid credentials. Confirm the host."
    )
    assert "sk-lf-wrong" not in str(line)
