"""Request and reply on a real server: an error is an answer, for an exception would be a timeout."""

import json

from nats.aio.client import Client
from nats.js import JetStreamContext

from shared import messages as m
from shared.bus.envelope import REFERENCE_HEADER
from shared.bus.objects import PAYLOADS, NatsObjects
from shared.errors import CannotDo, RetryLater
from tests.live.conftest import Buses, Lines, listening
from tests.waiting import until


def client_of(js: JetStreamContext) -> Client:
    """Return the connection of a JetStream context."""
    client: Client = js._nc
    return client


async def asked(js: JetStreamContext, subject: str, body: object) -> dict[str, object]:
    """Return the reply to a request."""
    reply = await client_of(js).request(subject, json.dumps(body).encode(), timeout=5)
    found: dict[str, object] = json.loads(reply.data)
    return found


async def test_what_is_wrong_with_a_question_is_the_answer(js: JetStreamContext, buses: Buses) -> None:
    """A caller who waits must not be left to time out."""
    coordinator = buses("coordinator")
    coordinator.answer(m.Submit)(_unasked)
    await listening(coordinator)

    reply = await asked(js, "research.submit", {"question": "malaria"})

    assert reply == {"error": "question: is a single word: ask what you want to know about it"}


async def test_a_refusal_and_an_outage_are_told_in_their_own_words(js: JetStreamContext, buses: Buses) -> None:
    """Both texts are ours, and safe to show."""
    coordinator = buses("coordinator")

    @coordinator.answer(m.RunsGet)
    async def run(_asked: m.RunsGet) -> m.Value:
        raise CannotDo("there is no run r9: `vouch runs` lists them")  # noqa: EM101, TRY003

    @coordinator.answer(m.RunsList)
    async def page(_asked: m.RunsList) -> m.Value:
        raise RetryLater("could not list running. in RUNS: nats: timeout")  # noqa: EM101, TRY003

    await listening(coordinator)

    assert await asked(js, "research.runs.get", {"run_id": "r9"}) == {
        "error": "there is no run r9: `vouch runs` lists them"
    }
    assert await asked(js, "research.runs.list", {}) == {"error": "could not list running. in RUNS: nats: timeout"}


async def test_a_bug_in_an_answer_is_told_without_its_text(js: JetStreamContext, buses: Buses, lines: Lines) -> None:
    """Its text may hold what must not be shown; the log has it."""
    coordinator = buses("coordinator")

    @coordinator.answer(m.RunsGet)
    async def run(_asked: m.RunsGet) -> m.Value:
        raise KeyError("secret")  # noqa: EM101

    await listening(coordinator)

    reply = await asked(js, "research.runs.get", {"run_id": "r1"})

    assert reply == {"error": "an unexpected KeyError; the log of the service has its traceback"}
    assert [line["event"] for line in lines] == ["a bug in the answer"]


async def test_a_large_reply_travels_by_reference(js: JetStreamContext, buses: Buses) -> None:
    """A run's end with a long report is above what a message may carry."""
    coordinator = buses("coordinator")

    @coordinator.answer(m.RunsGet)
    async def run(_asked: m.RunsGet) -> m.Value:
        return m.QueryError(error="x" * 2_000_000)

    await listening(coordinator)
    reply = await client_of(js).request("research.runs.get", b'{"run_id": "r1"}', timeout=5)

    assert reply.data == b""
    assert len(await NatsObjects(js, PAYLOADS).get((reply.headers or {})[REFERENCE_HEADER])) > 2_000_000


async def test_an_unreadable_word_on_core_nats_is_logged(js: JetStreamContext, buses: Buses, lines: Lines) -> None:
    """Nobody delivers it again, so nothing else would tell that it came."""
    judge = buses("judge")
    judge.stop_cancelled_work()
    await listening(judge)

    await client_of(js).publish("research.cancelled.r1", b"not json")
    await until(lambda: bool(lines))

    assert [line["event"] for line in lines] == ["lost: nobody delivers it again"]


async def _unasked(_asked: m.Submit) -> m.Value:
    """Fail: nothing may get this far."""
    message = "an unreadable question was answered"
    raise AssertionError(message)
