"""Provisioning on a real server: what it changes, and what it refuses to lose."""

import dataclasses

import pytest
from nats.js import JetStreamContext

from deploy.provision import losses, provision, stream_config
from deploy.streams import STREAMS
from shared.errors import CannotDo
from tests.asking import ask, stored

DAYS_30 = 2_592_000


async def held(js: JetStreamContext, stream: str) -> float:
    """Return how many seconds a stream keeps what it holds."""
    return (await js.stream_info(stream)).config.max_age or 0


async def keep(js: JetStreamContext, stream: str, seconds: float) -> None:
    """Have a stream keep things for so long, as an operator might."""
    config = (await js.stream_info(stream)).config
    await js.update_stream(config.evolve(max_age=seconds))


async def test_a_stream_that_keeps_longer_than_the_table_is_not_cut(js: JetStreamContext) -> None:
    """Events that somebody still wants to replay would be gone with the deployment."""
    await keep(js, "EVENTS", 2 * DAYS_30)

    with pytest.raises(CannotDo) as refused:
        await provision(js)

    assert str(refused.value) == (
        "refused, because it would lose data: stream EVENTS: its max_age would shrink from 5184000 s to 2592000 s"
    )
    assert await held(js, "EVENTS") == 2 * DAYS_30


@pytest.mark.parametrize(("seconds", "before"), [(0, "for ever"), (2 * DAYS_30, "5184000 s")])
async def test_a_bucket_that_keeps_longer_than_the_table_is_not_cut(
    js: JetStreamContext, seconds: int, before: str
) -> None:
    """Dead letters refer to what it holds."""
    await keep(js, "OBJ_PAYLOADS", seconds)

    with pytest.raises(CannotDo, match=rf"bucket PAYLOADS: its max_age would shrink from {before} to 2592000 s"):
        await provision(js)


async def test_what_keeps_too_short_is_made_to_keep_longer(js: JetStreamContext) -> None:
    """An older Vouch made it; the new table is what counts."""
    await keep(js, "OBJ_PAYLOADS", 700)
    await keep(js, "EVENTS", 700)

    done = await provision(js)

    assert done == ("changed bucket PAYLOADS: it keeps things for 2592000 s",)
    assert (await held(js, "OBJ_PAYLOADS"), await held(js, "EVENTS")) == (DAYS_30, DAYS_30)


async def test_nothing_is_changed_when_something_is_refused(js: JetStreamContext) -> None:
    """A deployment is done whole or not at all."""
    await keep(js, "EVENTS", 700)
    await keep(js, "OBJ_PAYLOADS", 0)

    with pytest.raises(CannotDo):
        await provision(js)

    assert await held(js, "EVENTS") == 700


async def test_provisioning_keeps_what_waits(js: JetStreamContext) -> None:
    """It runs at every deployment, beside running services."""
    await ask(js, "r1")

    await provision(js)

    assert len(await stored(js, "REQUESTS")) == 1


def test_another_way_of_keeping_and_a_narrower_door_are_losses() -> None:
    """What is consumed from a work queue is gone; what is above a bound is pushed out."""
    requests = STREAMS[0]
    existing = stream_config(requests)
    limits = stream_config(dataclasses.replace(requests, retention="limits"))
    narrower = stream_config(dataclasses.replace(requests, max_per_subject=10))

    assert list(losses(existing, existing)) == []
    assert list(losses(existing, limits)) == ["it keeps messages by workqueue, the table says limits"]
    assert list(losses(existing, narrower)) == ["its max_msgs_per_subject would shrink from 10000 to 10"]
