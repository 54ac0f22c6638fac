"""What ``--check`` finds on a real server, and what the log says of each message."""

from datetime import timedelta

from nats.js import JetStreamContext

from deploy.server import LocalServer
from deploy.streams import AGENTS, CONSUMERS
from shared import clock
from shared import messages as m
from shared.bus.envelope import encode
from shared.bus.health import check
from shared.errors import CannotDo
from tests.live.conftest import Buses, Lines
from tests.waiting import until

JUDGE = AGENTS["judge"]


async def published(js: JetStreamContext) -> None:
    """Say an order to the judge."""
    expires = clock.now() + timedelta(seconds=60)
    order = m.JudgeRequested(run_id="r1", step="1-judge", question="Does drug A help?", expires_at=expires)
    sent = encode(order, "coordinator", clock.now())
    await js.publish(sent.subject, sent.body, headers=dict(sent.headers))


async def test_a_provisioned_server_on_which_nothing_waits_is_healthy(
    server: LocalServer, js: JetStreamContext
) -> None:
    """Nothing to say means healthy."""
    assert await check([server.url], CONSUMERS, clock.now()) == ()
    await published(js)
    assert await check([server.url], CONSUMERS, clock.now()) == ()


async def test_a_missing_consumer_is_named(server: LocalServer, js: JetStreamContext) -> None:
    """A deleted consumer gives no error and no messages: only asking tells."""
    await js.delete_consumer(JUDGE.stream, JUDGE.durable)

    problems = await check([server.url], CONSUMERS, clock.now())

    assert problems == ("the consumer judge of COMMANDS does not exist: run `python -m deploy.provision`",)


async def test_work_that_nobody_takes_is_named(server: LocalServer, js: JetStreamContext) -> None:
    """Older than any step's deadline: the service is connected and hears nothing."""
    await published(js)

    problems = await check([server.url], CONSUMERS, clock.now() + timedelta(seconds=600))

    assert problems == ("1 messages wait for judge, the first for 600 s",)


async def test_each_message_has_a_line_in_and_a_line_out(js: JetStreamContext, buses: Buses, lines: Lines) -> None:
    """A run is followed through the logs of all services by its id, without a text of evidence."""
    judge = buses("judge")

    @judge.hear(JUDGE)
    async def judge_requested(_order: m.JudgeRequested) -> None:
        """Do nothing."""

    await judge.broker.start()
    await published(js)
    await until(lambda: len(lines) == 2)

    heard, done = lines
    named = {"run_id": "r1", "step": "1-judge", "message_id": "r1:1-judge:1:research.judge.requested"}
    told = {"log_level": "info", "subject": "research.judge.requested"}
    assert heard == named | told | {"event": "heard", "delivery": 1}
    assert {key: done[key] for key in done if key != "milliseconds"} == named | told | {"event": "done"}


async def test_a_message_that_fails_has_a_line_that_names_it(js: JetStreamContext, buses: Buses, lines: Lines) -> None:
    """Where it went and why can be found by its run alone."""
    judge = buses("judge")

    @judge.hear(JUDGE)
    async def judge_requested(_order: m.JudgeRequested) -> None:
        message = "no evidence"
        raise ExceptionGroup(message, [CannotDo(message)])  # a bug: nobody foresaw a group

    await judge.broker.start()
    await published(js)
    await until(lambda: len(lines) >= 3)

    bug, again = lines[1:3]
    named = {"run_id": "r1", "message_id": "r1:1-judge:1:research.judge.requested", "delivery": 1}
    assert (bug["event"], again["event"]) == ("a bug in the handler", "delivered again later")
    assert all(line[key] == value for line in (bug, again) for key, value in named.items())
