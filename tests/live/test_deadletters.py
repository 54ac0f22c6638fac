"""What was given up, on a real server: look at it, say it again, or drop it."""

import pytest
from nats.js import JetStreamContext

from deploy.streams import REQUESTS
from shared import messages as m
from shared.bus import deadletters
from shared.errors import CannotDo
from tests.live.conftest import Buses
from tests.waiting import eventually, until

NONE = "there is no dead letter 7: `vouch deadletters list` shows their numbers"


async def given_up(js: JetStreamContext, buses: Buses, *errors: Exception) -> list[m.ResearchRequested]:
    """Have a coordinator give up requests with these *errors*, one each; return what it handles later."""
    coordinator, left = buses("coordinator"), list(errors)
    handled: list[m.ResearchRequested] = []

    @coordinator.hear(REQUESTS)
    async def research_requested(asked: m.ResearchRequested) -> None:
        if left:
            raise left.pop(0)
        handled.append(asked)

    await coordinator.broker.start()
    for number in range(len(errors)):
        body = b'{"question": "Does drug A help?", "run_id": "r%d"}' % number
        headers = {"ce-subject": f"r{number}", "Nats-Msg-Id": f"ask:r{number}", "X-Mine": "Müller …"}
        await js.publish("research.requested", body, headers=headers)

    async def all_kept() -> bool:
        return len(await deadletters.listed(js)) == len(errors)

    await eventually(all_kept)
    return handled


async def test_a_dead_letter_has_all_that_a_person_needs(js: JetStreamContext, buses: Buses) -> None:
    """What it was, where it came from, why and when it was given up; the bytes and headers as they came."""
    await given_up(js, buses, CannotDo("the state of r0 is damaged –\n  move it away"))

    letter = await deadletters.shown(js, 1)

    assert letter.body == b'{"question": "Does drug A help?", "run_id": "r0"}'
    assert (letter.sequence, letter.subject, letter.consumer) == (1, "research.requested", "coordinator-requests")
    assert letter.reason == "the state of r0 is damaged – move it away"
    assert (letter.deliveries, letter.run_id, letter.headers["X-Mine"]) == (1, "r0", "Müller …")
    assert letter.at.endswith("+00:00")


async def test_they_are_listed_oldest_first(js: JetStreamContext, buses: Buses) -> None:
    """And no more than asked for."""
    await given_up(js, buses, CannotDo("one"), CannotDo("two"), CannotDo("three"))

    assert [letter.reason for letter in await deadletters.listed(js)] == ["one", "two", "three"]
    assert [letter.sequence for letter in await deadletters.listed(js, most=2)] == [1, 2]


async def test_a_replayed_message_is_heard_again_and_its_letter_is_gone(js: JetStreamContext, buses: Buses) -> None:
    """After the repair a person says it again; the server must not take it for a copy."""
    handled = await given_up(js, buses, CannotDo("a disk was full"))

    letter = await deadletters.replay(js, 1)
    await until(lambda: bool(handled))

    assert letter.reason == "a disk was full"
    assert [message.run_id for message in handled] == ["r0"]
    assert await deadletters.listed(js) == ()


async def test_a_dropped_letter_is_gone_and_the_others_stay(js: JetStreamContext, buses: Buses) -> None:
    """Dropping is a person's decision about one message."""
    await given_up(js, buses, CannotDo("one"), CannotDo("two"))

    await deadletters.drop(js, 1)

    assert [letter.reason for letter in await deadletters.listed(js)] == ["two"]


async def test_a_number_that_does_not_exist_says_where_to_look(js: JetStreamContext) -> None:
    """A typo in a number must not look like success."""
    for action in (deadletters.shown, deadletters.replay, deadletters.drop):
        with pytest.raises(CannotDo) as refused:
            await action(js, 7)

        assert str(refused.value) == NONE


async def test_a_large_letter_is_replayed_by_reference(js: JetStreamContext, buses: Buses) -> None:
    """What was too large to be kept whole comes back whole."""
    coordinator, questions = buses("coordinator"), []
    coordinator.hear(REQUESTS)(_refuse)
    await coordinator.broker.start()
    body = b'{"question": "Does drug A help?", "run_id": "r1", "unknown": "%s"}' % (b"x" * 950_000)
    await js.publish("research.requested", body)
    await eventually(lambda: deadletters.listed(js))
    await coordinator.broker.stop()

    later = buses("coordinator")

    @later.hear(REQUESTS)
    async def research_requested(asked: m.ResearchRequested) -> None:
        questions.append(asked.question)

    await later.broker.start()
    await deadletters.replay(js, 1)
    await until(lambda: bool(questions))

    assert questions == ["Does drug A help?"]


async def _refuse(_asked: m.ResearchRequested) -> None:
    """Refuse whatever is asked."""
    message = "not now"
    raise CannotDo(message)
