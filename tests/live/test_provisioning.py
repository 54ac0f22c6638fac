"""The table of streams on a real server."""

import pytest
from nats.js import JetStreamContext
from nats.js.api import StreamConfig

from deploy.provision import provision
from deploy.streams import CONSUMERS, STREAMS
from shared.errors import CannotDo


async def test_provisioning_twice_changes_nothing(js: JetStreamContext) -> None:
    """Every deployment runs it."""
    done = await provision(js)

    assert done == ()


async def test_every_consumer_of_the_table_exists(js: JetStreamContext) -> None:
    """Services declare nothing: what is missing here is never heard."""
    found = {(one.stream, one.durable) for one in CONSUMERS if await js.consumer_info(one.stream, one.durable)}

    assert len(found) == 8


async def test_a_change_that_would_lose_data_is_refused(js: JetStreamContext) -> None:
    """A stream that keeps messages longer must not be cut short by a deployment."""
    await js.update_stream(StreamConfig(name="EVENTS", max_age=0, subjects=[*STREAMS[4].subjects, "another.subject"]))

    with pytest.raises(
        CannotDo, match=r"stream EVENTS: it holds subjects that the table does not have: another\.subject"
    ):
        await provision(js)
