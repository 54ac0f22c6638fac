"""Bodies that are large, missing or unreadable: what the bus, and whoever publishes, makes of them."""

import json

import nats.errors
import pytest
from nats.js import JetStreamContext

from deploy.streams import ANSWERS, REQUESTS
from shared import clock
from shared import messages as m
from shared.bus import belongings, deadletters
from shared.bus.envelope import REFERENCE_HEADER, encode
from shared.bus.objects import PAYLOADS, NatsObjects
from shared.bus.publishing import publish
from shared.errors import CannotDo
from tests.asking import left_over, stored
from tests.builders import make_evidence, make_searched, make_work
from tests.live.conftest import Buses, Lines
from tests.waiting import eventually, until

FIVE_MEGABYTES = 5_000_000
JUST_BELOW_THE_LIMIT = 1_048_576 - 30
"""Of the server's 1 MiB for body and headers together."""

JUST_BELOW_THE_LIMIT_WITH_HEADERS = JUST_BELOW_THE_LIMIT - 1_000
"""The same beside the headers of a message of ours."""


def make_large_answer() -> m.SearchCompleted:
    """Return a search whose two hundred passages have 5 MB."""
    text = "x" * (FIVE_MEGABYTES // 200)
    evidence = tuple(make_evidence("w1", f"{n} {text}") for n in range(200))
    return make_searched(works=(make_work("w1"),), evidence=evidence)


async def test_a_result_of_five_megabytes_arrives_whole(js: JetStreamContext, buses: Buses) -> None:
    """What a message cannot carry travels by reference; neither side notices."""
    heard: list[m.Message] = []
    coordinator, search = buses("coordinator"), buses("search")

    @coordinator.hear(ANSWERS)
    async def answered(message: m.Heard) -> None:
        heard.append(message)

    await coordinator.broker.start()
    await search.broker.start()
    answer = make_large_answer()
    await search.say(answer)
    await until(lambda: bool(heard))

    assert heard == [answer]
    ((_, body),) = await stored(js, "INBOX") or [("", b"")]
    assert body == b""


async def test_publishing_too_much_at_once_says_what_to_do(js: JetStreamContext) -> None:
    """Just below the server's limit the connection would be closed for good instead."""
    with pytest.raises(CannotDo) as refused:
        await publish(js, "search.completed", b"x" * FIVE_MEGABYTES, {"Nats-Msg-Id": "large"})

    assert str(refused.value) == (
        "a message on search.completed has 5,000,000 bytes; above 900,000 it goes by reference"
    )


async def test_another_systems_client_refuses_five_megabytes_itself(js: JetStreamContext) -> None:
    """Whoever publishes without our bus is told by NATS, and nothing is stored."""
    with pytest.raises(nats.errors.MaxPayloadError, match="maximum payload exceeded"):
        await js.publish("search.completed", b"x" * FIVE_MEGABYTES)

    assert (await left_over(js))["INBOX"] == 0


async def test_a_request_just_below_the_servers_limit_is_kept_and_rejected(js: JetStreamContext, buses: Buses) -> None:
    """With our headers it is above the limit: sent whole as a dead letter it would close the connection for good."""
    coordinator = buses("coordinator")
    coordinator.hear(REQUESTS)(_unheard)
    await coordinator.broker.start()

    await js.publish("research.requested", b"x" * JUST_BELOW_THE_LIMIT)
    ((_, body),) = await eventually(lambda: stored(js, "EVENTS", "research.rejected"))
    (listed,) = await deadletters.listed(js)
    letter = await deadletters.shown(js, listed.sequence)

    reason = "body: Invalid JSON: expected value at line 1 column 1"
    assert (json.loads(body)["reason"], letter.reason) == (reason, reason)
    assert len(letter.body) == JUST_BELOW_THE_LIMIT
    assert not coordinator.broker.config.connection_state.connection.is_closed


async def test_headers_that_are_too_long_do_not_keep_a_message_from_being_kept(
    js: JetStreamContext, buses: Buses
) -> None:
    """The server takes 64 kB of them, ours among them."""
    coordinator = buses("coordinator")
    coordinator.hear(REQUESTS)(_unheard)
    await coordinator.broker.start()

    await js.publish("research.requested", b"not json", headers={"X-Long": "x" * 60_000})
    (letter,) = await eventually(lambda: deadletters.listed(js))

    assert (letter.body, "X-Long" in letter.headers) == (b"not json", False)


async def test_a_body_that_is_not_where_its_reference_says_is_kept(js: JetStreamContext, buses: Buses) -> None:
    """An answer that cannot be fetched will never be: the run goes on by its deadline."""
    coordinator = buses("coordinator")
    coordinator.hear(ANSWERS)(_unheard)
    await coordinator.broker.start()

    sent = encode(make_searched("w1"), "search", clock.now())
    headers = {**sent.headers, REFERENCE_HEADER: "0" * 64}
    await js.publish("search.completed", b"", headers=headers)
    (letter,) = await eventually(lambda: deadletters.listed(js))

    assert letter.reason == "the object 000000000000… is not in PAYLOADS: upload it again"
    assert (letter.deliveries, letter.run_id, (await left_over(js))["INBOX"]) == (1, "r1", 0)


async def test_a_large_dead_letter_goes_with_its_run(js: JetStreamContext, buses: Buses) -> None:
    """Its body lies in a bucket where nobody would look for it any more."""
    coordinator = buses("coordinator")
    coordinator.hear(ANSWERS)(_unheard)
    await coordinator.broker.start()
    sent = encode(make_searched("w1"), "search", clock.now())

    await js.publish("search.completed", b"x" * JUST_BELOW_THE_LIMIT_WITH_HEADERS, headers=dict(sent.headers))
    await eventually(lambda: deadletters.listed(js))
    erased = await belongings.erase(js, "r1", clock.now())

    assert (erased.dead_letters, erased.bodies) == (1, 1)


async def test_an_object_is_stored_once_and_checked_when_it_is_read(js: JetStreamContext) -> None:
    """Its name is the hash of its bytes: an upload again costs nothing, damage is seen."""
    objects = NatsObjects(js, PAYLOADS)

    first, again = await objects.put(b"the same"), await objects.put(b"the same")
    store = await js.object_store(PAYLOADS)
    await store.put("f" * 64, b"something else")

    assert first == again
    assert len(await store.list()) == 2
    with pytest.raises(CannotDo, match=r"the object ffffffffffff… in PAYLOADS is damaged: upload it again"):
        await objects.get("f" * 64)


async def test_a_live_update_that_is_too_large_is_lost_alone(js: JetStreamContext, buses: Buses, lines: Lines) -> None:
    """It may be lost; the connection that carries the answers may not."""
    report = buses("report")
    await report.broker.start()

    text = "x" * JUST_BELOW_THE_LIMIT
    await report.tell(m.LiveUpdate(run_id="r1", agent="report", kind="text", text=text))
    sequence = await report.say(make_searched("w1"))

    assert sequence == 1
    assert [line["event"] for line in lines] == ["too large to be told"]
    assert (await left_over(js))["INBOX"] == 1


async def _unheard(_message: m.Message) -> None:
    """Fail: nothing may get this far."""
    message = "an unreadable message was handled"
    raise AssertionError(message)
