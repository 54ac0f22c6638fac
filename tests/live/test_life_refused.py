"""The commands on runs where the coordinator refuses, is slow or says nothing: what can be done is done, and told."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import nats
import pytest
from nats.aio.msg import Msg

from deploy.server import LocalServer
from services.cli.calling import calling
from services.cli.deleting import delete_run, pruned
from services.cli.migrating import at_work
from shared import messages as m
from shared.errors import RetryLater
from shared.settings import Settings
from tests.builders import NOON, QUESTION


async def test_a_run_that_cannot_be_deleted_keeps_no_other_one(
    server: LocalServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each night's prune would stop at the same one; what is left is said last, and the exit code tells a script."""
    async with coordinator(server.url, ["r1", "stuck", "r2"]) as left:
        codes = [await pruned(30, server.url, sure=True), await pruned(30, server.url, sure=True)]

    told = capsys.readouterr().err.splitlines()
    assert (codes, left) == ([1, 1], ["stuck"])
    assert [line.split(" with")[0] for line in told[:2]] == ["run r1 is deleted", "run r2 is deleted"]
    assert told[2:5] == [
        "2 runs deleted that ended more than 30 days ago",
        "vouch: not deleted: run stuck: the memory is away",
        "vouch: not looked at: odd: its state cannot be read",
    ]
    assert told[5] == "0 runs deleted that ended more than 30 days ago"


async def test_a_deletion_that_takes_long_goes_on(server: LocalServer) -> None:
    """Whoever reads only of a failure would look for what went wrong."""
    async with deaf(server.url, "research.runs.delete"), calling([server.url], patience_seconds=0) as caller:
        with pytest.raises(RetryLater, match=r"r1 was not deleted within 0\.2 s: .* noted and goes on .* is safe"):
            await delete_run(caller, "r1", seconds=0.2)


async def test_a_coordinator_that_is_slow_counts_as_one(server: LocalServer) -> None:
    """What it stores while runs are copied would be missing in the copy."""
    async with deaf(server.url, "research.runs.get"):
        with pytest.raises(RetryLater, match=r"does not answer: .* whether a coordinator is at work there: stop it"):
            await at_work(Settings(nats_url=server.url), seconds=0.2)


@asynccontextmanager
async def coordinator(url: str, runs: list[str]) -> AsyncIterator[list[str]]:
    """Answer in a coordinator's place: of its old runs one cannot be deleted, and another cannot be read."""
    view = m.RunView(run_id="r", question=QUESTION, state="ended", round=1, sources=0, events=0, started_at=NOON)

    async def page(msg: Msg) -> None:
        views = tuple(view.model_copy(update={"run_id": run_id}) for run_id in runs)
        await msg.respond(
            m.RunsPage(runs=views, running=0, unreadable=("odd: its state cannot be read",)).model_dump_json().encode()
        )

    async def delete(msg: Msg) -> None:
        run_id = json.loads(msg.data)["run_id"]
        answer: m.Value = m.QueryError(error="the memory is away")
        if run_id != "stuck":
            runs.remove(run_id)
            answer = m.RunDeleted(run_id=run_id, deleted_at=NOON, erased=m.Erased())
        await msg.respond(answer.model_dump_json().encode())

    client = await nats.connect(url)
    try:
        await client.subscribe("research.runs.list", cb=page)
        await client.subscribe("research.runs.delete", cb=delete)
        await client.flush()
        yield runs
    finally:
        await client.close()


@asynccontextmanager
async def deaf(url: str, subject: str) -> AsyncIterator[None]:
    """Have somebody listen for requests who never answers."""

    async def hear(_msg: Msg) -> None:
        """Say nothing."""

    client = await nats.connect(url)
    try:
        await client.subscribe(subject, cb=hear)
        await client.flush()
        yield
    finally:
        await client.close()
