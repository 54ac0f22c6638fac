"""Weaviate as it fails: away, killed, slow, full, older, locked, or somebody else's. Nothing is lost or kept quiet."""

import asyncio
import contextlib
import itertools
import os
import re
import shutil
import signal
import time
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest
import weaviate
from aiohttp import web
from weaviate.classes.init import Auth
from weaviate.exceptions import WeaviateQueryError

from deploy.weaviate import launching
from deploy.weaviate.local import LocalWeaviate, start
from shared.embedding import HashingEmbedder
from shared.errors import CannotDo, RetryLater
from shared.memory.records import RunRecords
from shared.memory.weaviate.failing import meaning, refused
from shared.memory.weaviate.memory import WeaviateMemory
from shared.memory.weaviate.reindexing import mark
from shared.memory.weaviate.server import Address
from tests.contract.memories import make_evidence, make_work
from tests.waiting import until
from tests.weaviate import own_server
from tests.world.loopback import served

QUICK_SECONDS = 2.0
PIECES = 20


def address(server: LocalWeaviate, seconds: float = 10.0) -> Address:
    """Return where a server is, and how long we wait for it."""
    return Address(server.url, server.grpc, server.api_key, seconds)


@contextlib.asynccontextmanager
async def opened(at: Address, embedder: HashingEmbedder | None = None) -> AsyncIterator[WeaviateMemory]:
    """Open the memory, and close it."""
    memory = await WeaviateMemory.open(at, embedder or HashingEmbedder())
    try:
        yield memory
    finally:
        await memory.close()


@contextlib.asynccontextmanager
async def quick(server: LocalWeaviate) -> AsyncIterator[WeaviateMemory]:
    """Open a memory that does not wait for long; what takes its time at the first opening is there then."""
    async with opened(address(server)) as first:
        await first.store_evidence("r0", "1-search", (make_evidence(),))
    async with opened(address(server, QUICK_SECONDS)) as memory:
        yield memory


def client_of(server: LocalWeaviate) -> weaviate.WeaviateAsyncClient:
    """Return a client of somebody else's."""
    return weaviate.use_async_with_custom(
        http_host="127.0.0.1",
        http_port=server.http_port,
        http_secure=False,
        grpc_host="127.0.0.1",
        grpc_port=server.grpc_port,
        grpc_secure=False,
        auth_credentials=Auth.api_key(server.api_key) if server.api_key else None,
        skip_init_checks=True,
    )


async def again(server: LocalWeaviate) -> LocalWeaviate:
    """Start a server that ended where it was."""
    return await start(server.folder, ports=server.ports, api_key=server.api_key)


async def settled(memory: WeaviateMemory) -> None:
    """Wait until the memory takes what it is given."""
    for _ in range(100):
        with contextlib.suppress(RetryLater):
            return await memory.check()
        await asyncio.sleep(0.2)
    pytest.fail("the memory did not come back")


async def test_a_server_that_is_away_at_the_start_is_named() -> None:
    """The coordinator waits for it, and its log says for what."""
    nowhere = Address("http://127.0.0.1:9", "127.0.0.1:8", seconds=QUICK_SECONDS)

    began = time.monotonic()
    with pytest.raises(RetryLater, match="Weaviate"):
        await WeaviateMemory.open(nowhere, HashingEmbedder())

    assert time.monotonic() - began < 4 * QUICK_SECONDS


@pytest.mark.parametrize(
    ("url", "grpc"),
    [
        ("weaviate", ""),
        ("ftp://h:1", ""),
        ("http://", ""),
        ("http://h:1", "h:port"),
        ("http://h:1", "h:1"),
        ("http://somebody:secret@h:1", ""),
        ("http://h:x", ""),
    ],
)
async def test_what_is_no_address_is_refused(url: str, grpc: str) -> None:
    """A word without a scheme is a host; the rest is a mistake in a setting, which waiting does not mend."""
    at = Address(url, grpc, seconds=QUICK_SECONDS)
    expected = RetryLater if url == "weaviate" else CannotDo

    with pytest.raises(expected, match=r"Weaviate|VOUCH_WEAVIATE_URL"):
        await WeaviateMemory.open(at, HashingEmbedder())


@pytest.mark.parametrize("version", ["1.36.4", "1.20.0-rc.1", ""])
async def test_an_older_server_is_refused(version: str) -> None:
    """It would take everything and answer otherwise."""

    async def ready(_request: web.Request) -> web.Response:
        return web.Response()

    async def meta(_request: web.Request) -> web.Response:
        return web.json_response({"version": version, "modules": {}})

    old = web.Application()
    old.router.add_get("/v1/.well-known/ready", ready)
    old.router.add_get("/v1/meta", meta)
    async with served(old) as url:
        with pytest.raises(CannotDo, match=r"Vouch needs 1\.37 or newer"):
            await WeaviateMemory.open(Address(url, "127.0.0.1:9", seconds=QUICK_SECONDS), HashingEmbedder())


async def test_a_key_that_is_not_known_is_refused_and_the_right_one_opens(tmp_path: Path) -> None:
    """On the way in, not with the first answer that cannot be stored."""
    async with own_server(tmp_path / "server", api_key="the-right-key") as server:
        for wrong in ("", "another-key"):
            with pytest.raises(CannotDo, match="VOUCH_WEAVIATE_API_KEY"):
                await WeaviateMemory.open(Address(server.url, server.grpc, wrong), HashingEmbedder())

        async with opened(address(server)) as memory:
            await memory.store_evidence("r1", "1-search", (make_evidence(),))
            assert await memory.get_all_evidence("r1") == (make_evidence(),)


async def half_indexed(at: Address, records: RunRecords) -> None:
    """Leave what a killed reindexing leaves: a collection that is being filled, and one run of several in it."""
    other = await WeaviateMemory.open(at, HashingEmbedder(32), reindexing=True)
    await mark(other._client, at, other._collection, is_filling=True)
    await other.import_run("r1", records)
    await other.close()


async def test_who_goes_back_to_the_old_embedder_loses_nothing(tmp_path: Path) -> None:
    """What was copied so far is a part of the run: it must not take the place of the whole."""
    async with own_server(tmp_path / "server") as server:
        async with opened(address(server)) as memory:
            for step in ("1-search", "2-search"):
                await memory.store_evidence("r1", step, (make_evidence(step, f"text of {step}"),))
            whole = await memory.export_run("r1")
        part = whole.model_copy(update={"evidence": {"1-search": whole.evidence["1-search"]}})
        await half_indexed(address(server), part)

        back = await WeaviateMemory.open(address(server), HashingEmbedder(), reindexing=True)
        assert await back.reindex() == 0
        await back.close()

        async with opened(address(server)) as memory:
            assert await memory.export_run("r1") == whole


async def test_a_collection_of_another_make_is_not_indexed_anew(tmp_path: Path) -> None:
    """Reindexing removes what it has read: it reads nothing that it does not know."""
    async with own_server(tmp_path / "server") as server, client_of(server) as client:
        await client.collections.create("ResearchMemory_newer_64", description="schema=2 embedder=newer-64")
        memory = await WeaviateMemory.open(address(server), HashingEmbedder(), reindexing=True)
        with pytest.raises(CannotDo, match="schema 2, this Vouch knows 1"):
            await memory.reindex()
        await memory.close()
        assert await client.collections.exists("ResearchMemory_newer_64")


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ("shard r1: not enough memory", RetryLater),
        ("store is read-only", RetryLater),
        ("invalid text property 'record'", CannotDo),
        ("vector lengths don't match: different lengths 64 and 32", CannotDo),
    ],
)
def test_what_may_pass_is_tried_again(error: str, kind: type[Exception]) -> None:
    """An answer that is refused for good is replaced by a failure, and its evidence is gone."""
    assert type(refused(error)) is kind


def test_a_port_is_no_key() -> None:
    """An outage names an address, and 40123 has 401 in it."""
    error = WeaviateQueryError("failed to connect to ipv4:127.0.0.1:40123: 403 bytes", "gRPC")

    assert isinstance(meaning(error, "answer"), RetryLater)
    assert isinstance(meaning(WeaviateQueryError("Unauthenticated: who are you", "gRPC"), "answer"), CannotDo)


async def test_a_change_of_embedder_is_refused_until_the_memory_is_indexed_anew(tmp_path: Path) -> None:
    """And an index that was begun anew is finished by beginning again, wherever it was killed."""
    pieces = tuple(make_evidence(f"w{at}", f"relapse {at}") for at in range(3))
    async with own_server(tmp_path / "server") as server:
        async with opened(address(server)) as memory:
            for run in ("r1", "r2", "r3"):
                await memory.store_works(run, "1-search", (make_work(),))
                await memory.store_evidence(run, "1-search", pieces)
            kept = [await memory.export_run(run) for run in ("r1", "r2", "r3")]

        with pytest.raises(CannotDo, match="vouch memory reindex"):
            await WeaviateMemory.open(address(server), HashingEmbedder(32))

        await half_indexed(address(server), kept[0])
        for embedder in (HashingEmbedder(32), HashingEmbedder()):
            with pytest.raises(CannotDo, match="goes on where it was stopped"):
                await WeaviateMemory.open(address(server), embedder)

        other = await WeaviateMemory.open(address(server), HashingEmbedder(32), reindexing=True)
        assert await other.reindex() == 9
        assert await other.reindex() == 0
        await other.close()

        async with opened(address(server), HashingEmbedder(32)) as memory:
            assert [await memory.export_run(run) for run in ("r1", "r2", "r3")] == kept
            among = {piece.work_id: f"S{at}" for at, piece in enumerate(pieces, 1)}
            assert len(await memory.get_relevant_evidence("r2", "relapse 1", 2, among)) == 2
        with pytest.raises(CannotDo, match="vouch memory reindex"):
            await WeaviateMemory.open(address(server), HashingEmbedder())


@pytest.mark.parametrize(
    ("description", "told"),
    [
        ("schema=2 embedder=hashing-64", "schema 2, this Vouch knows 1: start the newer Vouch"),
        ("schema=0 embedder=hashing-64", "start the older Vouch"),
        ("somebody's notes", "was not made by Vouch"),
    ],
)
async def test_a_collection_of_another_make_is_left_alone(tmp_path: Path, description: str, told: str) -> None:
    """Neither a newer Vouch's objects nor a stranger's may be written over."""
    async with own_server(tmp_path / "server") as server:
        async with client_of(server) as client:
            name = "ResearchMemory_" + re.sub(r"\W", "_", HashingEmbedder().name)
            await client.collections.create(name, description=description)

        with pytest.raises(CannotDo, match=told):
            await WeaviateMemory.open(address(server), HashingEmbedder())


async def test_what_was_acknowledged_survives_kills_while_writing(tmp_path: Path) -> None:
    """And the same connection goes on with the server that comes back."""
    steps, acknowledged = itertools.count(1), dict[str, int]()

    async def write(memory: WeaviateMemory) -> None:
        for at in steps:
            pieces = tuple(make_evidence(f"w{at}-{one}", f"text {at} {one}") for one in range(PIECES))
            with contextlib.suppress(RetryLater):
                acknowledged[f"{at}-search"] = len(await memory.store_evidence("r1", f"{at}-search", pieces))

    async with own_server(tmp_path / "server") as server:
        running = server
        async with opened(address(server)) as memory:
            for _ in range(3):
                before, writing = len(acknowledged), asyncio.create_task(write(memory))
                await until(lambda least=before + 3: len(acknowledged) >= least, 60)
                await running.kill()
                writing.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await writing
                running = await again(running)
                await settled(memory)
                async with opened(address(running)) as fresh:  # one that has nothing at hand
                    held = (await fresh.export_run("r1")).evidence
                    assert {step: len(held[step]) for step in acknowledged} == dict.fromkeys(acknowledged, PIECES)
                    assert set(acknowledged.values()) == {PIECES}
        await running.kill()


async def test_an_outage_is_told_in_time_and_ends_by_itself(tmp_path: Path) -> None:
    """A dead port costs the client a minute where nobody bounds the call."""
    async with own_server(tmp_path / "server") as server, quick(server) as memory:
        await memory.store_evidence("r1", "1-search", (make_evidence(),))
        await server.kill()
        began = time.monotonic()
        for call in (
            memory.check(),
            memory.get_all_evidence("r1"),
            memory.store_evidence("r1", "2-search", (make_evidence("w2"),)),
            memory.delete_run("r1"),
        ):
            with pytest.raises(RetryLater, match="nothing that it acknowledged is lost"):
                await call
        assert time.monotonic() - began < 4 * QUICK_SECONDS + 2

        running = await again(server)
        try:
            await settled(memory)
            assert await memory.get_all_evidence("r1") == (make_evidence(),)
        finally:
            await running.kill()


async def test_a_server_that_hangs_costs_one_deadline(tmp_path: Path) -> None:
    """It takes the connection and says nothing."""
    async with own_server(tmp_path / "server") as server, quick(server) as memory:
        os.kill(server.process.pid, signal.SIGSTOP)
        began = time.monotonic()
        with pytest.raises(RetryLater, match=r"within 2 s"):
            await memory.store_evidence("r1", "1-search", (make_evidence(),))
        assert QUICK_SECONDS <= time.monotonic() - began < 2 * QUICK_SECONDS
        os.kill(server.process.pid, signal.SIGCONT)

        await settled(memory)
        assert len(await memory.store_evidence("r1", "1-search", (make_evidence(),))) <= 1
        assert await memory.get_all_evidence("r1") == (make_evidence(),)


async def test_a_full_disk_is_named_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Weaviate turns read-only before the disk is full; here it does at one per cent."""
    usage = shutil.disk_usage(tmp_path)
    assert usage.used / usage.total > 0.01, "the disk is too empty to be called full"
    usual = launching._options

    def full(api_key: str) -> Mapping[str, str]:
        return {**usual(api_key), "DISK_USE_READONLY_PERCENTAGE": "1", "DISK_USE_WARNING_PERCENTAGE": "1"}

    async with own_server(tmp_path / "server") as server, opened(address(server)) as memory:
        await memory.store_evidence("r1", "1-search", (make_evidence(),))
        await server.kill()
        monkeypatch.setattr(launching, "_options", full)
        running = await again(server)
        try:
            for _ in range(150):  # it looks at its disk now and then
                try:
                    await memory.check()
                except RetryLater as error:
                    if "disk is full or read-only" in str(error):
                        break
                await asyncio.sleep(0.2)
            with pytest.raises(RetryLater, match="disk is full or read-only"):
                await memory.store_evidence("r1", "2-search", (make_evidence("w2"),))
            assert await memory.get_all_evidence("r1") == (make_evidence(),)
        finally:
            await running.kill()


async def test_five_hundred_runs_at_once(tmp_path: Path) -> None:
    """Each has a tenant of its own, made by its first answer; none sees another's, and each goes alone."""
    runs = [f"run-{at}" for at in range(500)]
    async with own_server(tmp_path / "server") as server, opened(address(server, 60.0)) as memory:
        stored = await asyncio.gather(
            *(memory.store_evidence(run, "1-search", (make_evidence(run, f"text of {run}"),)) for run in runs)
        )
        assert [len(new) for new in stored] == [1] * len(runs)
        found = await asyncio.gather(*map(memory.get_all_evidence, runs))
        assert [[piece.work_id for piece in pieces] for pieces in found] == [[run] for run in runs]
        await asyncio.gather(*map(memory.delete_run, runs[:250]))
        assert await memory.runs() == tuple(sorted(runs[250:]))


async def test_two_coordinators_that_store_the_same_answer_at_once_store_it_once(tmp_path: Path) -> None:
    """Each took the same message, and each says which pieces are new."""
    pieces = tuple(make_evidence(f"w{at}", f"text {at}") for at in range(50))
    async with (
        own_server(tmp_path / "server") as server,
        opened(address(server)) as first,
        opened(address(server)) as second,
    ):
        for at in range(5):
            new = await asyncio.gather(
                *(memory.store_evidence(f"r{at}", "1-search", pieces) for memory in (first, second))
            )
            assert max(map(len, new)) == len(pieces)
            for memory in (first, second):
                assert await memory.get_all_evidence(f"r{at}") == pieces
