"""What a real server does with a message whose handler fails: the whole failure policy."""

import asyncio
import itertools
from datetime import timedelta

import pytest
from nats.js import JetStreamContext

from deploy.provision import consumer_config
from deploy.streams import AGENTS, ANSWERS, REQUESTS
from shared import clock
from shared import messages as m
from shared.bus import Consumer, deadletters
from shared.bus.answering import Patience
from shared.bus.envelope import encode
from shared.bus.nats_bus import NatsBus
from shared.errors import CannotDo, RetryLater
from tests.asking import left_over, stored
from tests.builders import make_searched
from tests.live.conftest import SOON, Buses
from tests.waiting import eventually, until

JUDGE = AGENTS["judge"]


def make_order(**fields: object) -> m.JudgeRequested:
    """Return an order to the judge that somebody still waits for."""
    given: dict[str, object] = {
        "run_id": "r1",
        "step": "1-judge",
        "question": "Does drug A help?",
        "expires_at": clock.now() + timedelta(seconds=60),
    }
    return m.JudgeRequested.model_validate(given | fields)


async def published(js: JetStreamContext, message: m.Message) -> None:
    """Say a message as a coordinator would."""
    sent = encode(message, "coordinator", clock.now())
    await js.publish(sent.subject, sent.body, headers=dict(sent.headers))


async def failures(js: JetStreamContext) -> list[m.JudgeFailed]:
    """Return what the judge could not do."""
    return [m.JudgeFailed.model_validate_json(body) for _, body in await stored(js, "INBOX", "judge.failed")]


async def letters(js: JetStreamContext) -> tuple[deadletters.DeadLetter, ...]:
    """Return the dead letters there are."""
    return await deadletters.listed(js)


class Judge:
    """A judge whose handler does what a test says, and notes when it was called."""

    def __init__(self, bus: NatsBus, *errors: BaseException, consumer: Consumer = JUDGE) -> None:
        self.called: list[float] = []
        self._errors = itertools.chain(errors, itertools.repeat(None))
        self.bus = bus
        bus.hear(consumer)(self._judge)

    async def _judge(self, _order: m.Message) -> None:
        self.called.append(asyncio.get_running_loop().time())
        if error := next(self._errors):
            raise error


async def test_a_bug_is_tried_five_times_then_kept_and_its_order_failed(js: JetStreamContext, buses: Buses) -> None:
    """Nothing waits for an order that nobody can do, and a person reads why without seeing evidence or keys."""
    judge = Judge(buses("judge"), *[ZeroDivisionError("secret evidence")] * 9)
    await judge.bus.broker.start()

    await published(js, make_order())
    (failed,) = await eventually(lambda: failures(js))
    (letter,) = await letters(js)

    reason = "an unexpected ZeroDivisionError; the log of the service has its traceback"
    assert (failed.run_id, failed.step, failed.attempt, failed.reason) == ("r1", "1-judge", 1, reason)
    assert (letter.subject, letter.reason, letter.deliveries) == ("research.judge.requested", reason, 5)
    assert len(judge.called) == 5
    assert (await left_over(js))["COMMANDS"] == 0


async def test_the_wait_between_two_tries_grows(js: JetStreamContext, buses: Buses) -> None:
    """A broken neighbour is not beaten upon; without a delay a message comes back within a millisecond."""
    patience = Patience(first_delay_seconds=0.1, most_delay_seconds=10)
    judge = Judge(buses("judge", patience), *[ZeroDivisionError()] * 9)
    await judge.bus.broker.start()

    await published(js, make_order())
    await eventually(lambda: failures(js))

    waits = [later - earlier for earlier, later in itertools.pairwise(judge.called)]
    assert [wait > least for wait, least in zip(waits, (0.05, 0.1, 0.2, 0.4), strict=True)] == [True] * 4


async def test_what_may_work_later_is_tried_more_often_than_a_bug(js: JetStreamContext, buses: Buses) -> None:
    """An outage is nobody's fault: it is not counted, neither as a bug nor as a crash."""
    judge = Judge(buses("judge"), *[RetryLater("the source is busy")] * (2 * SOON.most_deliveries))
    await judge.bus.broker.start()

    await published(js, make_order())
    await until(lambda: len(judge.called) == 15)
    await eventually(lambda: _empty(js))

    assert await failures(js) == []
    assert await letters(js) == ()


async def test_an_order_is_dropped_when_nobody_waits_for_it_any_more(js: JetStreamContext, buses: Buses) -> None:
    """Its step's deadline has passed and says so itself: no work, no answer, no dead letter."""
    judge = Judge(buses("judge"), *[RetryLater("the source is busy")] * 1000)
    await judge.bus.broker.start()

    await published(js, make_order(expires_at=clock.now() + timedelta(seconds=1)))
    await eventually(lambda: _empty(js))

    assert judge.called
    assert await failures(js) == []
    assert await letters(js) == ()


async def test_what_can_never_be_done_is_said_at_once(js: JetStreamContext, buses: Buses) -> None:
    """The reason is the agent's own, written for a person."""
    judge = Judge(buses("judge"), CannotDo("there is nothing to judge: the order has no evidence"))
    await judge.bus.broker.start()

    await published(js, make_order(attempt=2))
    (failed,) = await eventually(lambda: failures(js))

    assert (failed.attempt, failed.reason) == (2, "there is nothing to judge: the order has no evidence")
    assert len(judge.called) == 1
    assert await letters(js) == ()


async def test_an_answer_that_can_never_be_taken_is_kept(js: JetStreamContext, buses: Buses) -> None:
    """Outside an agent there is nobody to tell: the bytes and the reason are kept for a person."""
    coordinator = Judge(buses("coordinator"), CannotDo("the saved state of run r1 cannot be read"), consumer=ANSWERS)
    await coordinator.bus.broker.start()

    await published(js, make_searched("w1"))
    (letter,) = await eventually(lambda: letters(js))

    assert (letter.run_id, letter.subject, letter.consumer) == ("r1", "search.completed", "coordinator-inbox")
    assert letter.reason == "the saved state of run r1 cannot be read"
    assert b'"run_id":"r1"' in letter.body


async def test_a_request_that_can_never_be_taken_is_kept_and_rejected(js: JetStreamContext, buses: Buses) -> None:
    """Whoever asked waits for an answer; silence would be none."""
    reason = "could not write r1 in RUNS: 2,000,000 bytes are above 1,000,000"
    coordinator = Judge(buses("coordinator"), CannotDo(reason), consumer=REQUESTS)
    await coordinator.bus.broker.start()

    await js.publish("research.requested", b'{"question": "Does drug A help?", "run_id": "r1", "request_id": "mine"}')
    ((_, body),) = await eventually(lambda: stored(js, "EVENTS", "research.rejected"))

    rejected = m.ResearchRejected.model_validate_json(body)
    assert (rejected.run_id, rejected.request_id, rejected.reason) == ("r1", "mine", reason)
    assert len(await letters(js)) == 1


async def test_a_message_that_kills_its_handler_is_kept_before_the_handler_runs(
    js: JetStreamContext, buses: Buses
) -> None:
    """Seven processes before this one took it and never said how it ended: it would kill for ever."""
    await published(js, make_order())
    await taken_and_lost(js, times=7)
    judge = Judge(buses("judge"))

    await judge.bus.broker.start()
    (failed,) = await eventually(lambda: failures(js))
    (letter,) = await letters(js)

    assert (failed.reason, letter.reason, letter.deliveries) == (*["its handler never finished"] * 2, 8)
    assert judge.called == []


async def test_a_handler_that_takes_longer_than_ack_wait_is_not_called_again(
    js: JetStreamContext, buses: Buses
) -> None:
    """It beats while it works: an answer that was paid for is not paid for twice."""
    brisk = Consumer(JUDGE.stream, JUDGE.durable, JUDGE.subjects, ack_wait_seconds=2)
    await js.add_consumer(brisk.stream, consumer_config(brisk))
    bus, deliveries = buses("judge"), []

    @bus.hear(brisk)
    async def judge_requested(_order: m.JudgeRequested) -> None:
        deliveries.append(1)
        await asyncio.sleep(4.5)

    await bus.broker.start()
    await published(js, make_order())
    await eventually(lambda: _empty(js))

    assert deliveries == [1]


async def test_bytes_that_are_no_order_fail_the_step_their_name_tells(js: JetStreamContext, buses: Buses) -> None:
    """The body is beyond reading, the message's name is not: the run need not wait for a deadline."""
    judge = Judge(buses("judge"))
    await judge.bus.broker.start()

    name = "r1:1-judge:2:research.judge.requested"
    await js.publish("research.judge.requested", b"\xff\xfe", headers={"Nats-Msg-Id": name})
    (failed,) = await eventually(lambda: failures(js))

    assert (failed.run_id, failed.step, failed.attempt) == ("r1", "1-judge", 2)
    assert failed.reason == "body: Invalid JSON: expected value at line 1 column 1"
    assert judge.called == []


async def taken_and_lost(js: JetStreamContext, times: int) -> None:
    """Take the judge's next order so many times, as processes do that die of it."""
    pulled = await js.pull_subscribe_bind(JUDGE.durable, JUDGE.stream)
    for _ in range(times):
        (msg,) = await pulled.fetch(1, timeout=5)
        await msg.nak()
    await pulled.unsubscribe()


async def _empty(js: JetStreamContext) -> bool:
    """Say whether no order is left."""
    return (await left_over(js))["COMMANDS"] == 0


@pytest.mark.parametrize("most_bugs", [1, 3])
async def test_how_often_a_bug_is_tried_is_the_operators_patience(
    js: JetStreamContext, buses: Buses, most_bugs: int
) -> None:
    """The thresholds are plain arguments of the bus, not numbers in its depth."""
    judge = Judge(buses("judge", Patience(most_bugs=most_bugs, first_delay_seconds=0.01)), *[KeyError()] * 9)
    await judge.bus.broker.start()

    await published(js, make_order())
    await eventually(lambda: letters(js))

    assert len(judge.called) == most_bugs
